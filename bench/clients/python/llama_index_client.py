"""The recipe: OpenAI(api_base="http://127.0.0.1:8700/v1") of llama_index.llms.openai; a user is
named by additional_kwargs={"user": ...}, or by default_headers."""

import openai
from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI, OpenAIResponses
from pydantic import BaseModel

import checks
from checks import same


class Person(BaseModel):
    name: str
    age: int


def weather(city: str) -> str:
    """The weather of a city."""
    return f"{city}: 7"


def model(fault="", kind=OpenAI, **more):
    # It refuses names of models it does not know, so a fault is asked for by header.
    if fault:
        more["default_headers"] = {"X-Script": fault}
    return kind(model="gpt-4o", api_base=checks.BASE, api_key="sk-script", **{"max_retries": 0, **more})


def say(text, **more):
    return model(**more).chat([ChatMessage(role="system", content="Be short."), ChatMessage(role="user", content=text)]).message.content


def chat():
    same("answer", say("Hello there"), checks.ANSWER)
    same("answer of responses", say("Hello there", kind=OpenAIResponses), checks.ANSWER)


def streamed(fault="", kind=OpenAI):
    return "".join(c.delta or "" for c in model(fault, kind).stream_chat([ChatMessage(role="user", content="Hello")]))


def stream():
    same("text", streamed(), checks.ANSWER)


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    before = len(checks.forwarded())
    tool, llm = FunctionTool.from_defaults(weather), model()
    turns = [ChatMessage(role="user", content=checks.QUESTION)]
    while True:
        answer = llm.chat_with_tools([tool], chat_history=turns)
        turns.append(answer.message)
        calls = llm.get_tool_calls_from_response(answer, error_on_no_tool_call=False)
        if not calls:
            break
        turns += [ChatMessage(role="tool", content=weather(**c.tool_kwargs), additional_kwargs={"tool_call_id": c.tool_id}) for c in calls]
    same("answer", answer.message.content, checks.WEATHER)
    checks.looped(before)


def structured():
    got = model().as_structured_llm(Person).chat([ChatMessage(role="user", content="Who?")])
    same("instance", got.raw, Person(name="Nora", age=41))


def embeddings():
    got = OpenAIEmbedding(api_base=checks.BASE, api_key="sk-script").get_text_embedding_batch(["a", "乙"])
    same("vectors", got, [checks.VECTOR, checks.VECTOR])


def errors():
    checks.raises(openai.RateLimitError, lambda: say("Hello", fault="busy-1"))
    same("answer after a retry", say("Hello", fault="busy-2", max_retries=2), checks.ANSWER)
    checks.raises(openai.InternalServerError, lambda: say("Hello", fault="ill-1"))
    checks.raises(Exception, lambda: streamed("cut-1"))


def memory():
    def named(user):
        return lambda text: say(text, additional_kwargs={"user": user})

    def by_header(user):
        return lambda text: say(text, default_headers={"X-Memory-User-Id": user})

    checks.remembers(say)
    checks.remembers(named("nora"), named("omar"))
    checks.remembers(by_header("tess"), by_header("uma"))


checks.run("llama-index", "llama-index-llms-openai", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": embeddings, "errors": errors, "memory": memory})
