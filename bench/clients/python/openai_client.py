"""The recipe: OpenAI(base_url="http://127.0.0.1:8700/v1"), or OPENAI_BASE_URL. A user is named
by the body's `safety_identifier` or `user`."""

import json

import httpx
import openai
from pydantic import BaseModel

import checks
from checks import same, true

client = openai.OpenAI(max_retries=0)
MODEL = "gpt-4o"
TOOL = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False}


class Person(BaseModel):
    name: str
    age: int


def say(text, **more):
    return client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": text}], **more).choices[0].message.content


def respond(text, **more):
    return client.responses.create(model=MODEL, input=text, **more).output_text


def chat():
    same("answer", say("Hello there"), checks.ANSWER)
    same("answer of responses", respond("Hello there", instructions="Be short."), checks.ANSWER)
    same("models", [m.id for m in client.models.list()], ["gpt-4o"])
    raw = client.chat.completions.with_raw_response.create(model=MODEL, messages=[{"role": "user", "content": "Hello again"}])
    same("x-request-id", raw.headers["x-request-id"], "req_script")
    true("x-memory-status", raw.headers["x-memory-status"] in ("empty", "injected"))


def stream():
    got = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "Hello"}], stream=True, stream_options={"include_usage": True})
    chunks = list(got)
    same("text", "".join(c.choices[0].delta.content or "" for c in chunks if c.choices), checks.ANSWER)
    same("usage", chunks[-1].usage.total_tokens, 14)
    with client.responses.stream(model=MODEL, input="Hello") as events:
        text = "".join(e.delta for e in events if e.type == "response.output_text.delta")
        same("text of responses", text, checks.ANSWER)
        same("final text", events.get_final_response().output_text, checks.ANSWER)


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    before = len(checks.forwarded())
    messages = [{"role": "user", "content": checks.QUESTION}]
    while True:
        answer = client.chat.completions.create(model=MODEL, messages=messages, tools=[{"type": "function", "function": {"name": "weather", "parameters": TOOL}}]).choices[0].message
        messages.append(answer.model_dump(exclude_none=True))
        if not answer.tool_calls:
            break
        for call in answer.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.loads(call.function.arguments)["city"] + ": 7"})
    same("answer", answer.content, checks.WEATHER)
    checks.looped(before)

    before = len(checks.forwarded())
    items = [{"role": "user", "content": checks.QUESTION}]
    while True:
        got = client.responses.create(model=MODEL, input=items, tools=[{"type": "function", "name": "weather", "parameters": TOOL, "strict": True}])
        items += [item.model_dump(exclude_none=True) for item in got.output]
        calls = [item for item in got.output if item.type == "function_call"]
        if not calls:
            break
        for call in calls:
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": "7"})
    same("answer of responses", got.output_text, checks.WEATHER)
    checks.looped(before)


def structured():
    got = client.chat.completions.parse(model=MODEL, messages=[{"role": "user", "content": "Who?"}], response_format=Person)
    same("parsed", got.choices[0].message.parsed, Person(name="Nora", age=41))
    same("parsed of responses", client.responses.parse(model=MODEL, input="Who?", text_format=Person).output_parsed, Person(name="Nora", age=41))


def embeddings():
    same("base64", client.embeddings.create(model="text-embedding-3-small", input=["a", "乙"]).data[1].embedding, checks.VECTOR)
    same("float", client.embeddings.create(model="text-embedding-3-small", input="a", encoding_format="float").data[0].embedding, checks.VECTOR)


def errors():
    busy = checks.raises(openai.RateLimitError, lambda: client.chat.completions.create(model="busy-1", messages=[{"role": "user", "content": "Hello"}]))
    same("retry-after", busy.response.headers["retry-after"], "1")
    same("code", busy.code, "rate_limit_exceeded")
    retried = client.with_options(max_retries=2).chat.completions.create(model="busy-2", messages=[{"role": "user", "content": "Hello"}])
    same("answer after a retry", retried.choices[0].message.content, checks.ANSWER)
    ill = checks.raises(openai.InternalServerError, lambda: client.responses.create(model="ill-1", input="Hello"))
    same("code", ill.code, "script_500")
    broken = client.chat.completions.create(model="cut-1", messages=[{"role": "user", "content": "Hello"}], stream=True)
    checks.raises((openai.APIError, httpx.TransportError), lambda: list(broken))
    checks.raises(openai.NotFoundError, lambda: client.files.retrieve("f1"))


def memory():
    checks.remembers(say)
    checks.remembers(lambda text: say(text, user="nora"), lambda text: say(text, user="omar"))
    checks.remembers(lambda text: say(text, safety_identifier="mia"), lambda text: respond(text, safety_identifier="ole"))
    checks.remembers(lambda text: respond(text, user="tess"), lambda text: respond(text, user="uma"))


checks.run("openai (Python)", "openai", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": embeddings, "errors": errors, "memory": memory})
