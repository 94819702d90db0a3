"""Dify: chats that name the end user in the body's `user`. The recipe: an OpenAI-API-compatible
model provider with the endpoint http://127.0.0.1:8700/v1."""

import checks
import replay
from checks import true

ANN, BOB = "6f1d9a1e-5a0b-4a55-8f0c-000000000001", "6f1d9a1e-5a0b-4a55-8f0c-000000000002"


def chat(text, user, **more):
    return replay.post("/v1/chat/completions", {"model": "gpt-4o", "stream": True, "temperature": 0.7, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0, "max_tokens": 512, "user": user, "messages": [{"role": "system", "content": "You are a helpful assistant.\n<context>\nI live in Turin.\n</context>"}, {"role": "user", "content": text}], **more})


def captured():
    replay.streamed(chat("我住在杭州,不吃香菜。", ANN))
    replay.learnt("香菜", ANN)
    replay.unlearnt("Turin", ANN)


def memory():
    replay.streamed(chat("点外卖的时候,有什么是我不吃的?", ANN))
    true("memory arrives", "香菜" in checks.forwarded()[-1]["body"])
    replay.streamed(chat("点外卖的时候,有什么是我不吃的?", BOB))
    true("nobody else hears it", "香菜" not in checks.forwarded()[-1]["body"])


def own_calls():
    for text in [
        "You need to decompose the user's input into \"subject\" and \"intention\" in order to accurately figure out what the user's input language actually is.\nNotice: the language type user uses could be diverse.\nInput: 我住在成都,有什么是我不吃的?\n",
        "Please help me predict the three most likely questions that human would ask, and keep each question under 20 characters.\nHistories:\nHuman: 我住在成都\nAssistant: 好的\nquestions:\n",
    ]:
        replay.post("/v1/chat/completions", {"model": "gpt-4o", "messages": [{"role": "user", "content": text}], "max_tokens": 500, "temperature": 1, "user": ANN})
        true(f"no memory for {text[:60]!r}", not replay.injected())
    replay.unlearnt("成都", ANN)


replay.run("Dify", captured=captured, memory=memory, own_calls=own_calls)
