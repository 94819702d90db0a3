"""The recipe: OPENAI_BASE_URL=http://127.0.0.1:8700/v1; a user is named by
ModelSettings(extra_args={"safety_identifier": ...}). It speaks responses unless told otherwise."""

import asyncio

import openai
from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, Runner, function_tool
from pydantic import BaseModel

import checks
from checks import same

loop = asyncio.new_event_loop()  # clients keep connections, which belong to one loop
client = openai.AsyncOpenAI(max_retries=0)
patient = openai.AsyncOpenAI(max_retries=2)


class Person(BaseModel):
    name: str
    age: int


@function_tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"{city}: 7"


def agent(model="gpt-4o", user=None, **more):
    settings = ModelSettings(extra_args={"safety_identifier": user}) if user else ModelSettings()
    return Agent(name="helper", instructions="Be short.", model=model, model_settings=settings, **more)


def by_chat(name="gpt-4o", through=client):
    return OpenAIChatCompletionsModel(name, through)


def say(text, **more):
    return loop.run_until_complete(Runner.run(agent(**more), text)).final_output


def chat():
    same("answer of responses", say("Hello there"), checks.ANSWER)
    same("answer of chat completions", say("Hello there", model=by_chat()), checks.ANSWER)


async def streamed(text, **more):
    run = Runner.run_streamed(agent(**more), text)
    deltas = [e.data.delta async for e in run.stream_events() if e.type == "raw_response_event" and e.data.type == "response.output_text.delta"]
    return "".join(deltas)


def stream():
    same("text of responses", loop.run_until_complete(streamed("Hello")), checks.ANSWER)
    same("text of chat completions", loop.run_until_complete(streamed("Hello", model=by_chat())), checks.ANSWER)


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    for model in ("gpt-4o", by_chat()):
        before = len(checks.forwarded())
        same("answer", say(checks.QUESTION, model=model, tools=[weather]), checks.WEATHER)
        checks.looped(before)


def structured():
    same("by responses", say("Who?", output_type=Person), Person(name="Nora", age=41))
    same("by chat completions", say("Who?", model=by_chat(), output_type=Person), Person(name="Nora", age=41))


def errors():
    busy = checks.raises(openai.RateLimitError, lambda: say("Hello", model=by_chat("busy-1")))
    same("retry-after", busy.response.headers["retry-after"], "1")
    same("answer after a retry", say("Hello", model=by_chat("busy-2", patient)), checks.ANSWER)
    checks.raises(openai.InternalServerError, lambda: say("Hello", model="ill-1"))
    checks.raises(Exception, lambda: loop.run_until_complete(streamed("Hello", model=by_chat("cut-1"))))


def memory():
    checks.remembers(say)
    checks.remembers(lambda text: say(text, user="nora"), lambda text: say(text, user="omar"))
    checks.remembers(lambda text: say(text, user="tess", model=by_chat()), lambda text: say(text, user="uma", model=by_chat()))


checks.run("openai-agents", "openai-agents", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": "it has none", "errors": errors, "memory": memory})
