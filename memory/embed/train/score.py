"""The table of README.md: the judging set by the full encoders beside the table.

score.py WORKDIR, after build.py.
"""

import os
import sys

import numpy as np

import judge
from fold import Tokenizer
from teach import Teachers, unit
from train import bags


def main():
    work = sys.argv[1]
    t = Teachers(work)
    tok = Tokenizer(os.path.join(work, "vocab.tsv"))
    rows = np.load(os.path.join(work, "rows.npy"))

    def table(texts):
        return unit(bags(tok, texts) @ rows)

    def joint(texts):
        e5 = t.e5(texts)
        return np.concatenate([unit(t.use(texts)), unit(e5 - e5.mean(0))], 1)

    print("| embedder | " + " | ".join(f"{k} {a}-{b}" for k in judge.KINDS + ("mix",) for a, b in judge.DIRECTIONS) + " |")
    print("|" + "---|" * 13)
    print(judge.line("table", judge.evaluate(table, table)))
    print(judge.line("USE-m v3", judge.evaluate(t.use, t.use)))
    print(judge.line("e5-small, query and passage", judge.evaluate(lambda x: t.e5(x, "passage"), t.e5)))
    print(judge.line("e5-small, query alone", judge.evaluate(t.e5, t.e5)))
    print(judge.line("USE-m + e5-small", judge.evaluate(joint, joint)))


if __name__ == "__main__":
    main()
