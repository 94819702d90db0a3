"""The recipe: Anthropic(base_url="http://127.0.0.1:8700"), or ANTHROPIC_BASE_URL, without /v1;
a user is named by metadata={"user_id": ...}. The upstream is one that speaks messages."""

import anthropic
from pydantic import BaseModel

import checks
from checks import same

client = anthropic.Anthropic(max_retries=0)
TOOL = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


class Person(BaseModel):
    name: str
    age: int


def ask(content, through=client, model="claude-sonnet-4-5", **more):
    return through.messages.create(model=model, max_tokens=100, messages=[{"role": "user", "content": content}], **more)


def say(text, **more):
    return ask(text, **more).content[0].text


def chat():
    same("answer", say("Hello there"), checks.ANSWER)
    parts = [{"type": "text", "text": "Hello again", "cache_control": {"type": "ephemeral"}}]
    same("answer to parts", say(parts, system=[{"type": "text", "text": "Be short.", "cache_control": {"type": "ephemeral"}}]), checks.ANSWER)


def streamed(model="claude-sonnet-4-5"):
    with client.messages.stream(model=model, max_tokens=100, messages=[{"role": "user", "content": "Hello"}]) as events:
        return "".join(events.text_stream), events.get_final_message().stop_reason


def stream():
    same("text and stop reason", streamed(), (checks.ANSWER, "end_turn"))


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    before = len(checks.forwarded())
    turns = [{"role": "user", "content": checks.QUESTION}]
    while True:
        answer = client.messages.create(model="claude-sonnet-4-5", max_tokens=100, messages=turns, tools=[{"name": "weather", "input_schema": TOOL}])
        turns.append({"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in answer.content]})
        if answer.stop_reason != "tool_use":
            break
        turns.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": block.id, "content": "7"} for block in answer.content]})
    same("answer", answer.content[0].text, checks.WEATHER)
    checks.looped(before)


def structured():
    forced = ask("Who?", tools=[{"name": "person", "input_schema": Person.model_json_schema()}], tool_choice={"type": "tool", "name": "person"})
    same("by a tool", forced.content[0].input, {"name": "Nora", "age": 41})
    got = client.messages.parse(model="claude-sonnet-4-5", max_tokens=100, messages=[{"role": "user", "content": "Who?"}], output_format=Person)
    same("by a schema", got.parsed_output, Person(name="Nora", age=41))


def errors():
    busy = checks.raises(anthropic.RateLimitError, lambda: say("Hello", model="busy-1"))
    same("retry-after", busy.response.headers["retry-after"], "1")
    same("answer after a retry", say("Hello", through=client.with_options(max_retries=2), model="busy-2"), checks.ANSWER)
    checks.raises(anthropic.InternalServerError, lambda: say("Hello", model="ill-1"))
    checks.raises(Exception, lambda: streamed("cut-1"))


def memory():
    def named(user):
        return lambda text: say(text, metadata={"user_id": user})

    checks.remembers(say)
    checks.remembers(named("nora"), named("omar"))


checks.run("anthropic", "anthropic", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": "it has none", "errors": errors, "memory": memory})
