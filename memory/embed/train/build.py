"""Makes the asset: build.py WORKDIR ID. One core, some minutes; see README.md."""

import json
import os
import sys

import numpy as np

import head
import judge
import pairs
import table
import told
import vocab
from corpus import Corpus
from fold import Tokenizer
from teach import Teachers, unit
from train import PAIR, TOLD, bags, principal, project, smooth, train

HERE = os.path.dirname(os.path.abspath(__file__))

# Texts on which the Go tokenizer must agree with ours, beside ordinary ones.
HARD = ["My Kubernetes refactoring of Zanzibarify: don't, I'd", "Müller’s café cost $1,250.50 in 2023, C++ & C#",
        "她的媽媽住在臺北市，電話１３８００１３８０００", "x" * 150 + "'y", "他说" * 80, "a''b 'c' d'", "日本語テスト한국어 🙂 ½",
        "0123456789" * 15, "50% of 3°", "ＡＢＣ don’t"]


def main():
    work, ident = sys.argv[1:3]
    tok, teachers = prepare(work)
    corpus = Corpus(tok)
    corpus.check(judge.texts(), judge.items(), judge.KINDS)
    rows = learn(tok, corpus, teachers)
    q, weight = table.quantize(rows)
    rows = table.dequantize(q, weight)

    def embed(ts):
        return unit(bags(tok, ts) @ rows)

    out = os.path.join(HERE, "..")
    table.write(os.path.join(out, "table.bin"), ident, curve(embed, corpus), tok.tokens, tok.cost, q, weight)
    cuts(os.path.join(out, "testdata", "cuts.jsonl"), tok)
    np.save(os.path.join(work, "rows.npy"), rows)
    print(judge.line("table", judge.evaluate(embed, embed)))


def prepare(work):
    """The tokenizer, with the vocabulary that work keeps, and the teachers."""
    os.makedirs(work, exist_ok=True)
    words = os.path.join(work, "vocab.tsv")
    if not os.path.exists(words):
        vocab.write(words)
    return Tokenizer(words), Teachers(work)


def learn(tok, corpus, teachers, **settings):
    """The rows, in floating point. settings: of train.train."""
    template = np.array([p[0] for p in corpus.pairs])
    sides = [[p[1 + k] for p in corpus.pairs] for k in range(4)]
    lines = [[line[k] for line in corpus.lines] for k in range(told.SIDES)]
    texts = [corpus.prose, corpus.salad, corpus.turns]
    taught, tellings, prose = ([teachers.use(t) for t in ts] for ts in (sides, lines, texts))
    rows = teachers.use(tok.tokens)
    mean, start = principal(np.concatenate(taught + tellings + prose))
    basis = head.learn(tellings, TOLD, taught, PAIR, template, mean, start)
    goals = project(rows, rows.mean(0), basis)  # single words lie around a centre of their own
    variants = [[bags(tok, side) for side in v] for v in told.variants(corpus.lines, seed=5)]
    sources = [(bags(tok, t), project(v, mean, basis)) for t, v in zip(texts, prose)]
    sources.append(sources[-1])  # turns count twice, for much of what is asked and remembered is longer than a line
    return train(goals * smooth(tok)[:, None], template,
                 ([bags(tok, s) for s in sides], [project(v, mean, basis) for v in taught]),
                 (variants, [project(v, mean, basis) for v in tellings]),
                 sources, goals, **settings)


def curve(embed, corpus):
    """Raw cosine to calibrated similarity, from templates that were held back from training.

    0.85: one question in two thousand is this near to a fact that has nothing to do with it.
    0.90: two facts of one template that speak of different things are this near in one case of a
    hundred. What lies between is interpolated, and unrelated texts come out at about 0.3.
    """
    held = corpus.held[:1500]
    near, far = [], []
    for side in (0, 1):
        facts = embed([p[1 + side] for p in held])
        asks = embed([p[3 + side] for p in held])
        template = np.array([p[0] for p in held])
        other = template[:, None] != template[None, :]
        far.append((asks @ facts.T)[other])
        sim = facts @ facts.T
        alike = ~other & (sim < 0.999)
        near.append(sim[alike])
    far, near = np.concatenate(far), np.concatenate(near)
    middle, similar = float(np.median(far)), float(np.quantile(far, 0.9995))
    same = max(float(np.quantile(near, 0.99)), similar + 0.05)
    points = [(-1.0, 0.0), (middle, 0.3), (similar, 0.85), (same, 0.9), (1.0, 1.0)]
    print("calibration:", [(round(a, 3), b) for a, b in points])
    return points


def cuts(path, tok):
    some = [t for p in pairs.pairs(10, 5) for t in p[1:]]
    with open(path, "w", encoding="utf-8") as f:
        for t in HARD + some:
            f.write(json.dumps({"text": t, "rows": [tok.tokens[i] for i in tok.encode(t)]}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
