"""Learns the rows: sums of rows shall point where the teacher's sentence vectors point."""

import numpy as np
import scipy.sparse as sp

from teach import unit


def bags(tokenizer, texts):
    """How often each row occurs in each text."""
    ids, ends = [], [0]
    for t in texts:
        ids += tokenizer.encode(t)
        ends.append(len(ids))
    m = sp.csr_matrix((np.ones(len(ids), np.float32), np.array(ids, np.int64), np.array(ends)),
                      shape=(len(texts), len(tokenizer)))
    m.sum_duplicates()
    return m


def smooth(tokenizer, a=1e-3):
    """SIF: what is frequent says little."""
    p = 2.0 ** (-np.array(tokenizer.cost) / 8)
    return (a / (a + p)).astype(np.float32)


def normed(x):
    n = np.linalg.norm(x, axis=1, keepdims=True) + 1e-6
    return x / n, n


def unnormed(u, n, d):
    """The gradient by x of a loss whose gradient by the unit vector u of x is d; n is the length of x."""
    return (d - u * (u * d).sum(1, keepdims=True)) / n


def contrast(a, b, tau, ignore):
    """InfoNCE: a[i] shall be nearest to b[i]; cells in ignore take no part. Both gradients."""
    logits = a @ b.T / tau
    if ignore is not None:
        logits[ignore] = -1e9
    logits -= logits.max(1, keepdims=True)
    p = np.exp(logits)
    p /= p.sum(1, keepdims=True)
    n = len(a)
    at = np.arange(n)
    p[at, at] -= 1
    g = p / (n * tau)
    return g @ b, g.T @ a


def contrasts(sides, among, tau, alike=None):
    """The gradients by the sides of texts of comparing them, both ways. among: (side, side, weight, apart);
    where apart, texts that are alike are no counterexamples to each other."""
    out = [np.zeros_like(s) for s in sides]
    ignore = None if alike is None else alike & ~np.eye(len(alike), dtype=bool)
    for a, b, weight, apart in among:
        for x, y in ((a, b), (b, a)):
            gx, gy = contrast(sides[x], sides[y], tau, ignore if apart else None)
            out[x] += 0.5 * weight * gx
            out[y] += 0.5 * weight * gy
    return out


def neighbours(rng, n, batch, block):
    """Lines in runs of block, so that each stands among its near misses."""
    first = rng.choice(n, batch // block, False)
    return np.unique((first[:, None] + np.arange(block)) % n)


class Adam:
    """Adam over the rows that a batch touches."""

    def __init__(self, rows):
        self.rows, self.m, self.v = rows.copy(), np.zeros_like(rows), np.zeros_like(rows)

    def step(self, x, gradient, rate):
        """x: bags; gradient maps unit sums to the loss's gradient by them."""
        used, inverse = np.unique(x.indices, return_inverse=True)
        x = sp.csr_matrix((x.data, inverse.astype(np.int32), x.indptr), shape=(x.shape[0], len(used)))
        rows = self.rows[used]
        u, n = normed(x @ rows)
        g = x.T @ unnormed(u, n, gradient(u))
        m = self.m[used] = 0.9 * self.m[used] + 0.1 * g
        v = self.v[used] = 0.98 * self.v[used] + 0.02 * g * g
        self.rows[used] = rows - rate * m / (np.sqrt(v) + 1e-7)


# What is compared with what. Pairs have the sides fact en, fact zh, question en, question zh; told lines
# fact, question, remark in English, then in Chinese.
PAIR = [(2, 0, 1.0, True), (3, 1, 1.0, True), (2, 1, 0.6, True), (3, 0, 0.6, True), (0, 1, 0.67, False), (2, 3, 0.67, True)]
TOLD = [(1, 0, 1.0, False), (4, 3, 1.0, False), (1, 3, 0.6, False), (4, 0, 0.6, False),
        (2, 0, 0.67, False), (5, 3, 0.67, False), (2, 3, 0.4, False), (5, 0, 0.4, False),
        (1, 2, 0.33, False), (4, 5, 0.33, False), (0, 3, 0.67, False), (1, 4, 0.67, False), (2, 5, 0.67, False)]


def train(rows, template, pairs, told, sources, word_goals, seed=0, steps=600, averaged=300, batch=160, tau=0.06, rate=3e-3,
          asks=0.08, tells=0.05, lines=2.0, prose=4.0, words=1.0, drop=0.1, block=8):
    """pairs: (bags, goals) of the four sides of the pairs, whose template is given; told: (variants of bags,
    goals) of the six sides of the lines; sources: [(bags, goals)], drawn from in equal shares. The loss
    of one step adds up: cosine to the teacher for pairs (weight 1), for told lines (lines), for the
    sources (prose) and for single rows (words), which keeps rows that no text has in the same space;
    and what PAIR (asks) and TOLD (tells) compare. A share of drop of the words of told lines is left out.
    The rows of the last averaged steps are averaged."""
    rng = np.random.default_rng(seed)
    adam = Adam(rows)
    single = sp.identity(len(rows), dtype=np.float32, format="csr")
    bag = sp.vstack([b for b, _ in sources]).tocsr()
    goal = np.concatenate([g for _, g in sources])
    share = np.cumsum(np.concatenate([np.full(len(g), 1 / len(sources) / len(g)) for _, g in sources]))
    mean = np.zeros(rows.shape)
    for step in range(steps):
        i = rng.choice(len(template), batch, False)
        j = np.searchsorted(share, rng.random(4 * batch)).clip(0, len(goal) - 1)
        k = rng.choice(len(rows), 2 * batch, False)
        l = neighbours(rng, len(told[1][0]), batch, block)
        alike = template[i][:, None] == template[i][None, :]
        some = [thin(b[l], drop, rng) for b in told[0][rng.integers(len(told[0]))]]

        def gradient(u):
            out = []
            for goals, at, among, same, near, to in ((pairs[1], i, PAIR, alike, asks, 1.0), (told[1], l, TOLD, None, tells, lines)):
                sides = np.split(u[:len(goals) * len(at)], len(goals))
                u = u[len(goals) * len(at):]
                out += [near * d - to * g[at] / len(at) for g, d in zip(goals, contrasts(sides, among, tau, same))]
            return np.concatenate(out + [-prose * goal[j] / (2 * batch), -words * word_goals[k] / batch])

        x = sp.vstack([b[i] for b in pairs[0]] + some + [bag[j], single[k]]).tocsr()
        adam.step(x, gradient, rate * min(1, (step + 1) / 50) * (1 - 0.95 * step / steps))
        if step >= steps - averaged:
            mean += adam.rows
        if step % 100 == 99:
            print(f"step {step + 1}", flush=True)
    return (mean / averaged).astype(np.float32)


def thin(bag, drop, rng):
    bag = bag.copy()
    bag.data *= rng.random(len(bag.data)) >= drop
    return bag


def project(vectors, mean, basis):
    return unit((vectors - mean) @ basis)


def principal(vectors, dims=256):
    """Mean and first directions of the teacher's space over our own text."""
    mean = vectors.mean(0)
    _, s, vt = np.linalg.svd((vectors - mean)[::25], full_matrices=False)
    print("share of variance kept: %.3f" % ((s[:dims] ** 2).sum() / (s ** 2).sum()))
    return mean, vt[:dims].T.astype(np.float32)
