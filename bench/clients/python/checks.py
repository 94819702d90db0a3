"""What every client is asked, and what has to be true of it.

A client's script makes one function per check and hands them to run. It finds mneme and the
scripted provider in its environment; what reached the provider is asked of the provider, never
of mneme.
"""

import json
import os
import sys
import traceback
import urllib.request
from importlib.metadata import version

ORIGIN = os.environ["MNEME_ORIGIN"]  # of the data listener
BASE = ORIGIN + "/v1"
ADMIN = os.environ["MNEME_ADMIN"] + "/memory/v1"
PROVIDER = os.environ["PROVIDER_ORIGIN"]

ANSWER = "All right, so be it: 好的。"
WEATHER = "It is 7 degrees in Oslo and 9 in Bergen."
VECTOR = [0.25, -0.5, 0.125, 1.0]
QUESTION = "Which snacks may I bring? No allergy trouble, please. How warm is it in Oslo and Bergen?"

# Told in one session, asked in another, and the words that have to arrive.
FACTS = [
    ("I'm allergic to peanuts, by the way.", "Which snacks can I eat? Any allergy?", "peanuts"),
    ("我住在杭州,不吃香菜。", "点外卖的时候,有什么是我不吃的?", "香菜"),
]


def fetch(url, value=None, headers=None):
    """Sends JSON and returns the answer's status, headers and JSON."""
    data = None if value is None else json.dumps(value).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def forwarded():
    """Every model call that reached the provider, oldest first."""
    return [r for r in fetch(PROVIDER + "/requests") if r["method"] == "POST"]


def last():
    return json.loads(forwarded()[-1]["body"])


def flush():
    fetch(ADMIN + "/flush", {"timeout_ms": 30000})


def user_texts(body):
    """The texts of users in a forwarded body, of any of the three formats, in order."""
    turns = body.get("messages", body.get("input"))
    if isinstance(turns, str):
        return [turns]
    texts = []
    for turn in turns:
        if turn.get("role") != "user":
            continue
        content = turn["content"]
        if isinstance(content, list):
            content = "".join(p.get("text", "") for p in content)
        if content:
            texts.append(content)
    return texts


def same(name, got, want):
    if got != want:
        raise AssertionError(f"{name}: {got!r}, want {want!r}")


def true(name, condition):
    if not condition:
        raise AssertionError(name)


def raises(kind, call):
    """Returns the error of that kind which a call has to raise."""
    try:
        call()
    except kind as err:
        return err
    raise AssertionError(f"no {kind} was raised")


def remembers(ask, other=None):
    """A fact told to ask arrives with a later question, and does not arrive with other's."""
    for told, asked, words in FACTS:
        ask(told)
        flush()
        ask(asked)
        text = user_texts(last())[-1]
        true(f"the question arrives first: {text!r}", text.startswith(asked))
        true(f"{words!r} arrives with it: {text!r}", words in text)
        if other:
            other(asked)
            true("another user hears it", words not in forwarded()[-1]["body"])


def looped(before):
    """The calls of a tool loop since before: the user's turn is the same bytes in each."""
    calls = [json.loads(r["body"]) for r in forwarded()[before:]]
    true(f"a loop has at least three calls, not {len(calls)}", len(calls) >= 3)
    first = user_texts(calls[0])[-1]
    true(f"memory arrives in the loop: {first!r}", first.startswith(QUESTION) and "peanuts" in first)
    for body in calls[1:]:
        same("the user's turn within the loop", user_texts(body)[-1], first)


def run(client, package, checks):
    """Runs a client's checks in order, each a function or a word on why there is none."""
    begin(client, package, version(package))
    play(checks)


def begin(client, package, of):
    print(json.dumps({"client": client, "package": package, "version": of}), flush=True)


def play(checks):
    """Runs checks in order, prints one line of JSON each, and ends the program."""
    failed = False
    for name, check in checks.items():
        line = {"check": name, "ok": True}
        if isinstance(check, str):
            line["none"] = check
        else:
            try:
                check()
            except BaseException as err:  # a client may raise anything
                failed = True
                line["ok"] = False
                line["error"] = f"{type(err).__name__}: {err}"[:1500]
                traceback.print_exc(file=sys.stderr)
        print(json.dumps(line, ensure_ascii=False), flush=True)
    sys.exit(1 if failed else 0)
