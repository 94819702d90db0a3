"""Ollama, vLLM and LM Studio as upstreams: fields and routes of their own. The recipe:
mneme serve -upstream http://127.0.0.1:11434/v1 (8000 for vLLM, 1234 for LM Studio)."""

import json

import checks
import replay
from checks import same, true


def chat(text, **own):
    return replay.post("/v1/chat/completions", {"model": "qwen3:8b", "messages": [{"role": "user", "content": text}], "stream": True, **own})


def captured():
    replay.streamed(chat("I'm allergic to peanuts, by the way.", keep_alive="5m", options={"num_ctx": 8192}))
    replay.learnt("peanuts")


def memory():
    for own in (
        {"keep_alive": -1, "options": {"num_ctx": 8192, "seed": 9007199254740993}, "think": False},
        {"top_k": 20, "min_p": 0.0, "chat_template_kwargs": {"enable_thinking": False}, "structured_outputs": {"regex": "<a>&\\d+"}, "extra": None},
        {"ttl": 300, "draft_model": "", "context_overflow_policy": "rollingWindow"},
    ):
        replay.streamed(chat(checks.QUESTION, **own))
        arrived = checks.last()
        same("fields of the server's own", {name: arrived[name] for name in own}, own)
        true("memory arrives", "peanuts" in checks.forwarded()[-1]["body"])


def bytes_survive():
    raw = '{ "messages":[ {"content":"Any \\u0061llergy? <b>&</b> \\ud83e\\udd90 花生" , "role":"user"}],"temperature":0.0,"seed":9007199254740993,"stop":[],\n\t"model":"qwen3:8b","tools":null,"model":"qwen3:8b" }'
    replay.post("/v1/chat/completions", None, raw=raw)
    for mode in ("off", "write"):
        replay.post("/v1/chat/completions", None, {"X-Memory-Mode": mode}, raw=raw)
        same(mode, checks.forwarded()[-1]["body"], raw)
        true("headers of ours stay here", not any(name.startswith("x-memory") for name in checks.forwarded()[-1]["headers"]))


def routes():
    """Routes that are no chat arrive as they were sent, at the path they were sent to."""
    for path in ("/api/chat", "/api/generate", "/api/embed", "/api/v0/chat", "/tokenize", "/v1/completions", "/v1/rerank", "/v1/audio/speech?x=%20y"):
        sent = json.dumps({"model": "m", "prompt": ["Any allergy?", "b"], "suffix": ")", "echo": True, "messages": [{"role": "user", "content": "Any allergy?"}]})
        status, _, text = replay.post(path, None, raw=sent)
        same(path, (status, text), (200, sent))
        same("path", checks.forwarded()[-1]["path"], path)
        same("body", checks.forwarded()[-1]["body"], sent)


replay.run("Ollama, vLLM, LM Studio", captured=captured, memory=memory, bytes_survive=bytes_survive, routes=routes)
