"""The recipe: litellm.completion("openai/gpt-4o", api_base="http://127.0.0.1:8700/v1"), or
OPENAI_BASE_URL; a user is named by user=..., or by extra_headers."""

import json

import litellm
from pydantic import BaseModel

import checks
from checks import same

TOOL = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


class Person(BaseModel):
    name: str
    age: int


def complete(messages, model="gpt-4o", **more):
    return litellm.completion("openai/" + model, messages=messages, api_base=checks.BASE, **{"num_retries": 0, "max_retries": 0, **more})


def say(text, **more):
    return complete([{"role": "user", "content": text}], **more).choices[0].message.content


def chat():
    same("answer", say("Hello there"), checks.ANSWER)
    got = litellm.responses(model="openai/gpt-4o", input="Hello there", api_base=checks.BASE)
    same("answer of responses", got.output[0].content[0].text, checks.ANSWER)


def streamed(**more):
    return "".join(c.choices[0].delta.content or "" for c in complete([{"role": "user", "content": "Hello"}], stream=True, **more))


def stream():
    same("text", streamed(), checks.ANSWER)


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    before = len(checks.forwarded())
    turns = [{"role": "user", "content": checks.QUESTION}]
    while True:
        answer = complete(turns, tools=[{"type": "function", "function": {"name": "weather", "parameters": TOOL}}]).choices[0].message
        turns.append(answer.model_dump(exclude_none=True))
        if not answer.tool_calls:
            break
        turns += [{"role": "tool", "tool_call_id": call.id, "content": "7"} for call in answer.tool_calls]
    same("answer", answer.content, checks.WEATHER)
    checks.looped(before)


def structured():
    same("instance", json.loads(say("Who?", response_format=Person)), {"name": "Nora", "age": 41})


def embeddings():
    got = litellm.embedding("openai/text-embedding-3-small", input=["a", "乙"], api_base=checks.BASE, encoding_format="float")
    same("vectors", [d["embedding"] for d in got.data], [checks.VECTOR, checks.VECTOR])


def errors():
    checks.raises(litellm.RateLimitError, lambda: say("Hello", model="busy-1"))
    same("answer after a retry", say("Hello", model="busy-2", num_retries=2, max_retries=2), checks.ANSWER)
    checks.raises(litellm.InternalServerError, lambda: say("Hello", model="ill-1"))
    checks.raises(Exception, lambda: streamed(model="cut-1"))


def memory():
    def by_header(user):
        return lambda text: say(text, extra_headers={"X-Memory-User-Id": user})

    checks.remembers(say)
    checks.remembers(lambda text: say(text, user="nora"), lambda text: say(text, user="omar"))
    checks.remembers(by_header("tess"), by_header("uma"))


checks.run("litellm", "litellm", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": embeddings, "errors": errors, "memory": memory})
