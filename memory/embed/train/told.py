"""Reads told.tsv: facts as people tell them, each with a question that it answers and a remark
that it matters for, in English and Chinese. Few of them share a word with each other: what belongs
together in everyday life is what the table learns from them.

Neighbours in the file are of one domain, so they serve as near misses for each other.
"""

import os
import random
import re

import jieba

import pairs
from fold import fold

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "told.tsv")
SIDES = 6  # fact, question, remark in English, then in Chinese
FACT, ASK, REMARK = 0, 1, 2
ZH = 3  # added to those

# Words that two texts may share without being about one thing.
COMMON = set("""a an the i i'm i've i'd my me we our you your he his she her they their it its is are was were be been do does did
have has had of to in on at for with and or but not no so that this what which who whom whose where when how why can could should
would will may might must any some there here as by from up out about into than then if one's s t user user's""".split())


def read():
    """The lines, each a list of its six texts."""
    out = []
    for n, line in enumerate(open(PATH, encoding="utf-8"), 1):
        if line.startswith("#"):
            continue
        texts = line.rstrip("\n").split("\t")
        if len(texts) != SIDES or any(not t.strip() or t != t.strip() for t in texts):
            raise SystemExit(f"told.tsv:{n}: not six texts")
        out.append(texts)
    return out


def held_back(n):
    """The lines that held.py chooses settings by. The asset is trained on them too."""
    return n % 7 == 3


def variants(lines, seed, n=4):
    """n copies of the lines' six sides, wrapped as in a chat and with other persons speaking."""
    rng = random.Random(seed)
    return [[[vary(line[side], side, rng) for line in lines] for side in range(SIDES)] for _ in range(n)]


def vary(text, side, rng):
    lang, role = ("zh", side - ZH) if side >= ZH else ("en", side)
    if role != REMARK and rng.random() < 0.3:
        text = pairs.third(text) if lang == "en" else text.replace("我们", "用户").replace("我", "用户")
    if rng.random() < 0.4:
        text = rng.choice(pairs.ASK[lang]) + text if role == ASK else rng.choice(pairs.OPEN[lang]) + text + rng.choice(pairs.CLOSE[lang])
    return text


def words(text):
    """The words of a text that say what it is about."""
    text = fold(text)
    zh = {w for run in re.findall("[\u4e00-\u9fff]+", text) for w in jieba.lcut(run, HMM=False) if len(w) > 1}
    return zh | {re.sub("(ing|ed|es|s)$", "", w) for w in re.findall("[a-z0-9]+(?:'[a-z]+)?", text) if w not in COMMON}


def judged(items, kinds):
    """The lines that come near an item of the judging set: half the words of its fact and two
    fifths of those of a question of it, or three quarters of its fact. Fitting to them by chance
    costs a few lines; training on what is judged would cost the judgement."""
    facts = [(lang, words(it["fact"][lang]), [words(q) for k in kinds for q in it[k][lang]]) for it in items for lang in ("en", "zh")]
    for line in read():
        ours = {"en": (words(line[FACT]), words(line[ASK])), "zh": (words(line[ZH + FACT]), words(line[ZH + ASK]))}
        for lang, fact, asks in facts:
            told, asked = ours[lang]
            both = told & fact
            share = len(both) / max(1, min(len(told), len(fact)))
            if len(both) < 2 or share < 0.5:
                continue
            near = max([len(asked & q) / max(1, min(len(asked), len(q))) for q in asks], default=0)
            if near >= 0.4 or len(both) >= 3 and share >= 0.75:
                yield line
                break
