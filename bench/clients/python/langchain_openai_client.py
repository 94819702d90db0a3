"""The recipe: ChatOpenAI(base_url="http://127.0.0.1:8700/v1"), or OPENAI_BASE_URL; a user is
named by model_kwargs={"user": ...}, or by default_headers."""

import openai
from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel

import checks
from checks import same


class Person(BaseModel):
    name: str
    age: int


@tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"{city}: 7"


def model(name="gpt-4o", **more):
    return ChatOpenAI(model=name, **{"max_retries": 0, **more})


def say(text, **more):
    return model(**more).invoke([SystemMessage("Be short."), HumanMessage(text)]).text


def chat():
    same("answer", say("Hello there"), checks.ANSWER)
    same("answer of responses", say("Hello there", use_responses_api=True), checks.ANSWER)


def stream():
    same("text", "".join(c.text for c in model(stream_usage=True).stream("Hello")), checks.ANSWER)
    same("text of responses", "".join(c.text for c in model(use_responses_api=True).stream("Hello")), checks.ANSWER)


def tools():
    say(checks.FACTS[0][0])
    checks.flush()
    for responses in (False, True):
        before = len(checks.forwarded())
        bound = model(use_responses_api=responses).bind_tools([weather])
        turns = [HumanMessage(checks.QUESTION)]
        while True:
            answer = bound.invoke(turns)
            turns.append(answer)
            if not answer.tool_calls:
                break
            turns += [ToolMessage(weather.invoke(call["args"]), tool_call_id=call["id"]) for call in answer.tool_calls]
        same("answer", answer.text, checks.WEATHER)
        checks.looped(before)


def structured():
    for method in ("json_schema", "function_calling"):
        same(method, model().with_structured_output(Person, method=method).invoke("Who?"), Person(name="Nora", age=41))


def embeddings():
    # check_embedding_ctx_length=False sends texts; without it token ids are sent, for which it loads a table.
    got = OpenAIEmbeddings(model="text-embedding-3-small", check_embedding_ctx_length=False).embed_documents(["a", "乙"])
    same("vectors", got, [checks.VECTOR, checks.VECTOR])


def errors():
    busy = checks.raises(openai.RateLimitError, lambda: say("Hello", name="busy-1"))
    same("retry-after", busy.response.headers["retry-after"], "1")
    same("answer after a retry", say("Hello", name="busy-2", max_retries=2), checks.ANSWER)
    checks.raises(openai.InternalServerError, lambda: say("Hello", name="ill-1"))
    checks.raises(Exception, lambda: list(model("cut-1").stream("Hello")))


def memory():
    def named(user):
        return lambda text: say(text, model_kwargs={"user": user})

    def by_header(user):
        return lambda text: say(text, default_headers={"X-Memory-User-Id": user})

    checks.remembers(say)
    checks.remembers(named("nora"), named("omar"))
    checks.remembers(by_header("tess"), by_header("uma"))


checks.run("langchain-openai", "langchain-openai", {"chat": chat, "stream": stream, "tools": tools, "structured": structured, "embeddings": embeddings, "errors": errors, "memory": memory})
