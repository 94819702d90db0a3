"""Writes the asset that the Go side embeds; memory/embed/table.go describes the layout."""

import struct
import zlib

import numpy as np

MAGIC = b"mneme-table\x01"
WEIGHT = 4095  # weights are 12 bits, so that a sum of half a million rows fits 32 bits


def quantize(rows):
    """rows = scale * q * weight up to one common scale; q int8, weight uint16."""
    top = np.abs(rows).max(1)
    q = np.rint(rows * (127 / np.maximum(top, 1e-12))[:, None]).astype(np.int8)
    weight = np.clip(np.rint(top * (WEIGHT / top.max())), 1, WEIGHT).astype(np.uint16)
    return q, weight


def dequantize(q, weight):
    return q.astype(np.float32) * weight[:, None].astype(np.float32)


def write(path, ident, curve, tokens, costs, q, weight):
    """tokens must be sorted by their bytes."""
    head = bytes([len(ident)]) + ident.encode() + bytes([len(curve)])
    for cos, sim in curve:
        head += struct.pack("<ff", cos, sim)
    head += struct.pack("<I", len(tokens))
    last = b""
    for t in tokens:
        t = t.encode()
        assert last < t, (last, t)
        shared = 0
        while shared < min(len(last), len(t)) and last[shared] == t[shared]:
            shared += 1
        head += bytes([shared, len(t) - shared]) + t[shared:]
        last = t
    head += bytes(costs) + weight.astype("<u2").tobytes()
    with open(path, "wb") as f:
        f.write(MAGIC + struct.pack("<II", len(head), zlib.crc32(head)) + head + q.tobytes())
