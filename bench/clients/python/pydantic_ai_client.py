"""The recipe: OPENAI_BASE_URL=http://127.0.0.1:8700/v1; a user is named by the model setting
openai_user, or by extra_headers."""

import asyncio

from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.embeddings import Embedder
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

import checks
from checks import same


class Person(BaseModel):
    name: str
    age: int


def weather(city: str) -> str:
    """The weather of a city."""
    return f"{city}: 7"


def model(name="gpt-4o", kind=OpenAIChatModel, retries=0):
    return kind(name, provider=OpenAIProvider(openai_client=AsyncOpenAI(max_retries=retries)))


def say(text, name="gpt-4o", kind=OpenAIChatModel, retries=0, settings=None, **more):
    async def once():
        return (await Agent(model(name, kind, retries), instructions="Be short.", model_settings=settings, **more).run(text)).output

    return asyncio.run(once())


def chat():
    same("answer", say("Hello there"), checks.ANSWER)
    same("answer of responses", say("Hello there", kind=OpenAIResponsesModel), checks.ANSWER)


def streamed(text, **more):
    async def once():
        async with Agent(model(**more)).run_stream(text) as run:
            return "".join([part async for part in run.stream_text(delta=True)])

    return asyncio.run(once())


def stream():
    same("text", streamed("Hello"), checks.ANSWER)
    same("text of responses", streamed("Hello", kind=OpenAIResponsesModel), checks.ANSWER)


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    for kind in (OpenAIChatModel, OpenAIResponsesModel):
        before = len(checks.forwarded())
        same("answer", say(checks.QUESTION, kind=kind, tools=[weather]), checks.WEATHER)
        checks.looped(before)


def structured():
    for kind in (OpenAIChatModel, OpenAIResponsesModel):
        same("by a tool", say("Who?", kind=kind, output_type=Person), Person(name="Nora", age=41))
        same("by a schema", say("Who?", kind=kind, output_type=NativeOutput(Person)), Person(name="Nora", age=41))


def embeddings():
    got = asyncio.run(Embedder("openai:text-embedding-3-small").embed_documents(["a", "乙"]))
    same("vectors", [list(v) for v in got.embeddings], [checks.VECTOR, checks.VECTOR])


def errors():
    same("status", checks.raises(ModelHTTPError, lambda: say("Hello", "busy-1")).status_code, 429)
    same("answer after a retry", say("Hello", "busy-2", retries=2), checks.ANSWER)
    same("status", checks.raises(ModelHTTPError, lambda: say("Hello", "ill-1")).status_code, 500)
    checks.raises(Exception, lambda: streamed("Hello", name="cut-1"))


def memory():
    def named(user):
        return lambda text: say(text, settings={"openai_user": user})

    def by_header(user):
        return lambda text: say(text, kind=OpenAIResponsesModel, settings={"extra_headers": {"X-Memory-User-Id": user}})

    checks.remembers(say)
    checks.remembers(named("nora"), named("omar"))
    checks.remembers(by_header("tess"), by_header("uma"))


checks.run("pydantic-ai", "pydantic-ai-slim", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": embeddings, "errors": errors, "memory": memory})
