"""Raw requests in the shapes of well-known agents, byte for byte, and what became of them."""

import json
import urllib.error
import urllib.parse
import urllib.request

import checks
from checks import same, true


def post(path, value, headers=None, raw=None):
    """Sends a body as written and returns (status, headers, answer)."""
    body = raw if raw is not None else json.dumps(value, ensure_ascii=False)
    request = urllib.request.Request(checks.ORIGIN + path, body.encode(), {"Content-Type": "application/json", "Authorization": "Bearer sk-script", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            got = answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as err:
        got = err.code, err.headers, err.read().decode()
    spliced(body, checks.forwarded()[-1]["body"])
    return got


def spliced(sent, arrived):
    """The one text that was put in, or "" where the bytes are the same; anything else is a fault."""
    if sent == arrived:
        return ""
    extra = len(arrived) - len(sent)
    begin = 0
    while begin < len(sent) and sent[begin] == arrived[begin]:
        begin += 1
    true(f"more than a splice was changed: {arrived}", extra > 0 and any(arrived[: begin - i] + arrived[begin - i + extra :] == sent for i in range(min(begin, 40) + 1)))
    return arrived[begin : begin + extra]


def injected():
    """Whether the newest request reached the provider with memory."""
    return "<mneme-memory>" in checks.forwarded()[-1]["body"]


def known(user="default"):
    """All that is remembered of a user, as one text."""
    checks.flush()
    got = checks.fetch(checks.ADMIN + "/memories?limit=500&user_id=" + urllib.parse.quote(user))
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in got["data"])


def learnt(words, user="default"):
    true(f"{words!r} is remembered: {known(user)}", words in known(user))


def unlearnt(words, user="default"):
    true(f"{words!r} is not remembered: {known(user)}", words not in known(user))


def streamed(answer):
    """An answer whose stream arrived whole."""
    status, headers, text = answer
    same("status", status, 200)
    true(f"a stream: {headers['Content-Type']}", headers["Content-Type"].startswith("text/event-stream"))
    true(f"a whole stream: {text[-200:]}", "[DONE]" in text or "message_stop" in text or "response.completed" in text)
    return headers


def run(shape, **checked):
    checks.begin(shape, "request shapes, replayed", "")
    checks.play(checked)
