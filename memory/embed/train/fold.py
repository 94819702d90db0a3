"""The folding and the tokenizer of the Go side, letter by letter the same."""

import re

_hant = None


def _pairs():
    global _hant
    if _hant is None:
        from hant import pairs
        _hant = dict(pairs())
    return _hant


_PLAIN = {**dict.fromkeys("\u2018\u2019\u201a\u2032\uff07", "'"), **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
          **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
          "\uffe5": "\u00a5", "\uffe0": "\u00a2", "\uffe1": "\u00a3", "\u0130": "i"}


def fold(s):
    """memory.Fold"""
    hant, out = _pairs(), []
    for c in s:
        o = ord(c)
        if 0xFF01 <= o <= 0xFF5E:
            c = chr(o - 0xFEE0)
        c = hant.get(c) or _PLAIN.get(c) or c
        low = c.lower()
        out.append(" " if c.isspace() else low if len(low) == 1 else c)
    return "".join(out)


# Letters with marks are looked up without them.
_MARKED = "àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžøłđ"
_BARE = "aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzold"
_STRIP = str.maketrans(_MARKED, _BARE)
assert len(_MARKED) == len(_BARE)

_RUN = re.compile(r"[a-z]+(?:'[a-z]+)*|[0-9]+|[\u3400-\u9fff]+|[$€£¥%°+#@&]")
CHUNK, MAXPIECE, MAXHAN, MAXDIGIT = 64, 14, 5, 4


class Tokenizer:
    """Cuts folded text into rows of the table."""

    def __init__(self, path):
        self.ids, self.cost, self.kind, self.tokens = {}, [], [], []
        for i, line in enumerate(open(path, encoding="utf-8")):
            t, k, c = line.rstrip("\n").split("\t")
            self.ids[t] = i
            self.tokens.append(t)
            self.kind.append(k)
            self.cost.append(int(c))

    def __len__(self):
        return len(self.tokens)

    def cut(self, text, longest):
        """The cheapest cut; at equal cost the longer last token. A character without a row is passed over."""
        n = len(text)
        best, back = [0] * (n + 1), [None] * (n + 1)
        for j in range(1, n + 1):
            best[j], back[j] = best[j - 1] + 1000, (j - 1, -1)
            for i in range(max(0, j - longest), j):
                t = self.ids.get(text[i:j])
                if t is not None and best[i] + self.cost[t] < best[j]:
                    best[j], back[j] = best[i] + self.cost[t], (i, t)
        out = []
        while n > 0:
            n, t = back[n]
            if t >= 0:
                out.append(t)
        return out[::-1]

    def encode(self, text):
        out = []
        for run in _RUN.findall(fold(text).translate(_STRIP)):
            for at in range(0, len(run), CHUNK):
                out += self.chunk(run[at:at + CHUNK])
        return out

    def chunk(self, run):
        if run[0] >= "\u3400":
            return self.cut(run, MAXHAN)
        t = self.ids.get(run)
        if t is not None:
            return [t]
        if run[0].isdigit():
            return self.cut(run, MAXDIGIT)
        out = []
        for part in run.split("'"):
            t = self.ids.get(part)
            out += [t] if t is not None else self.cut(part, MAXPIECE)
        return out
