"""Trains without every seventh line of told.tsv and scores those: held.py WORKDIR [SETTING=VALUE...], with
the settings of train.train. New settings are chosen by this, never by the judging set.

A question must find its fact among all facts held back and among 57 neighbours, which are of one
domain. R@5 and MRR in percent, by language of question and fact, and for remarks in the question's place.
"""

import sys

import numpy as np

import told
from build import learn, prepare
from corpus import Corpus
from judge import ranks
from teach import unit
from train import bags

ZH = told.ZH
ROUTES = (("en-en", told.ASK, told.FACT), ("zh-zh", ZH + told.ASK, ZH + told.FACT),
          ("en-zh", told.ASK, ZH + told.FACT), ("zh-en", ZH + told.ASK, told.FACT),
          ("remark en", told.REMARK, told.FACT), ("remark zh", ZH + told.REMARK, ZH + told.FACT))
NEIGHBOURS = 57


def score(tok, rows, lines):
    e = [unit(bags(tok, [line[side] for line in lines]) @ rows) for side in range(told.SIDES)]
    n = np.arange(len(lines))
    near = n[:, None] // NEIGHBOURS == n[None, :] // NEIGHBOURS
    for name, a, b in ROUTES:
        all_ = e[a] @ e[b].T
        cells = [(100 * (r <= 5).mean(), 100 * (1 / r).mean()) for r in (ranks(all_, n), ranks(np.where(near, all_, -9), n))]
        yield name, cells


def main():
    tok, teachers = prepare(sys.argv[1])
    corpus = Corpus(tok, hold=True)
    settings = {k: float(v) if "." in v else int(v) for k, v in (a.split("=") for a in sys.argv[2:])}
    rows = learn(tok, corpus, teachers, **settings)
    print(f"of {len(corpus.held_lines)} lines: among all, among {NEIGHBOURS}")
    for name, cells in score(tok, rows, corpus.held_lines):
        print(f"{name:10s} " + "   ".join("%.1f / %.1f" % c for c in cells))


if __name__ == "__main__":
    main()
