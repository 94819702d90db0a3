"""All text that the table is trained on. Nothing here comes from the judging set."""

import random
import re

import pairs
import told
from vocab import WORDNET


def synsets():
    """WordNet's (lemmas, definition, examples), names of persons and places left out."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in open(f"{WORDNET}/data.{part}", encoding="utf-8"):
            if " | " not in line or line.startswith(" "):
                continue
            left, right = line.strip().split(" | ", 1)
            f = left.split()
            lemmas = [f[4 + 2 * i].split("(")[0].replace("_", " ") for i in range(int(f[3], 16))]
            definition, *examples = re.split(r'; "', right)
            if not any(c.isupper() for c in lemmas[0]):
                yield lemmas, definition, [x.strip('" ') for x in examples]


class Corpus:
    """pairs: (template, fact en, fact zh, ask en, ask zh) without the held back templates;
    held: those; lines: of told.tsv, without held_lines, which are every seventh where hold is set; prose: WordNet's
    examples and definitions; salad: Chinese words at random, for want of a free corpus of Chinese;
    turns: several of our sentences in a row, as in a chat."""

    def __init__(self, tokenizer, hold=False, seed=11, n_pairs=16000, n_salad=50000, n_turns=30000, n_definitions=40000):
        rng = random.Random(seed)
        made = pairs.pairs(n_pairs, seed)
        self.pairs = [p for p in made if not pairs.held_back(p[0])]
        self.held = [p for p in made if pairs.held_back(p[0])]
        lines = told.read()
        self.held_lines = [x for n, x in enumerate(lines) if hold and told.held_back(n)]
        self.lines = [x for n, x in enumerate(lines) if not (hold and told.held_back(n))]
        sets = list(synsets())
        rng.shuffle(sets)
        self.prose = [x for _, _, examples in sets for x in examples if len(x.split()) >= 4]
        self.prose += [d for _, d, _ in sets[:n_definitions]]
        words = [t for t, k in zip(tokenizer.tokens, tokenizer.kind) if k == "z"]
        often = [2.0 ** (-tokenizer.cost[tokenizer.ids[w]] / 8 * 0.4) for w in words]
        self.salad = ["".join(rng.choices(words, often, k=rng.randint(2, 6))) for _ in range(n_salad)]
        self.turns = []
        for _ in range(n_turns):
            side = rng.randrange(2)
            some = (self._text(side, rng) for _ in range(rng.randint(2, 5)))
            self.turns.append((" " if side == 0 else "").join(some))

    def _text(self, side, rng):
        if rng.random() < 0.5:
            return rng.choice(self.lines)[told.ZH * side + rng.choice((told.FACT, told.FACT, told.ASK, told.REMARK))]
        return rng.choice(self.pairs)[1 + side + 2 * (rng.random() < 0.25)]

    def check(self, judged, items, kinds):
        """No judged text may be trained on, nor one that differs by its punctuation alone, nor a told
        line that comes near a fact and its question."""
        def plain(s):
            return re.sub(r"\W+", "", s.lower())
        ours = {plain(t) for p in self.pairs + self.held for t in p[1:]} | {plain(t) for t in self.prose + self.salad + self.turns}
        ours |= {plain(t) for line in self.lines + self.held_lines for t in line}
        both = [t for t in judged if plain(t) in ours] + list(told.judged(items, kinds))
        if both:
            raise SystemExit(f"judged texts in the training text: {both}")
