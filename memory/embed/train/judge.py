"""Scores an embedder on the judging set: each question must find its fact among its user's facts.

Four directions (question language, fact language); a user's store holds 57 facts of one
language. Two kinds of question: "ask" shares few words or none with its fact and often needs
a step of thought, "plain" is asked as people do who remember what they said. R@1, R@5 and MRR
in percent; "mix" is all questions together.
"""

import json
import os

import numpy as np

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "testdata", "judge.jsonl")
DIRECTIONS = (("en", "en"), ("zh", "zh"), ("en", "zh"), ("zh", "en"))
KINDS = ("ask", "plain")


def items():
    return [json.loads(line) for line in open(PATH, encoding="utf-8")]


def texts():
    for it in items():
        for lang in ("en", "zh"):
            yield it["fact"][lang]
            for kind in KINDS:
                yield from it[kind][lang]


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


def ranks(score, gold):
    """Rank of each question's gold fact; a tie counts against it."""
    s = score[np.arange(len(gold)), gold]
    return (score >= s[:, None]).sum(1)


def evaluate(facts, asks):
    """facts and asks map a list of texts to vectors. Answers {(direction, kind): (R@1, R@5, MRR)}."""
    its = items()
    user = np.array([it["user"] for it in its])
    f = {lang: unit(facts([it["fact"][lang] for it in its])) for lang in ("en", "zh")}
    out = {}
    for a in ("en", "zh"):
        flat = [(i, k, t) for k in KINDS for i, it in enumerate(its) for t in it[k][a]]
        gold = np.array([i for i, _, _ in flat])
        kind = np.array([k for _, k, _ in flat])
        q = unit(asks([t for _, _, t in flat]))
        for b in ("en", "zh"):
            r = ranks(np.where(user[gold][:, None] == user[None, :], q @ f[b].T, -9), gold)
            for k in KINDS + ("mix",):
                x = r if k == "mix" else r[kind == k]
                out[f"{a}-{b}", k] = (100 * (x <= 1).mean(), 100 * (x <= 5).mean(), 100 * (1 / x).mean())
    return out


def line(name, res):
    cells = ["%.0f / %.0f / %.0f" % res[f"{a}-{b}", k] for k in KINDS + ("mix",) for a, b in DIRECTIONS]
    return "| " + " | ".join([name] + cells) + " |"
