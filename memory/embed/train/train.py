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


def contrast(a, b, tau, ignore):
    """InfoNCE: a[i] shall be nearest to b[i]; cells in ignore take no part. Loss and both gradients."""
    logits = a @ b.T / tau
    logits[ignore] = -1e9
    logits -= logits.max(1, keepdims=True)
    p = np.exp(logits)
    p /= p.sum(1, keepdims=True)
    n = len(a)
    at = np.arange(n)
    loss = -np.log(p[at, at] + 1e-9).mean()
    p[at, at] -= 1
    g = p / (n * tau)
    return loss, g @ b, g.T @ a


class Adam:
    """Adam over the rows that a batch touches."""

    def __init__(self, rows):
        self.rows, self.m, self.v = rows.copy(), np.zeros_like(rows), np.zeros_like(rows)

    def step(self, x, gradient, rate):
        """x: bags; gradient maps unit sums to the loss's gradient by them."""
        used, inverse = np.unique(x.indices, return_inverse=True)
        x = sp.csr_matrix((x.data, inverse.astype(np.int32), x.indptr), shape=(x.shape[0], len(used)))
        rows = self.rows[used]
        s = x @ rows
        n = np.linalg.norm(s, axis=1, keepdims=True) + 1e-6
        u = s / n
        du = gradient(u)
        g = x.T @ ((du - u * (u * du).sum(1, keepdims=True)) / n)
        m = self.m[used] = 0.9 * self.m[used] + 0.1 * g
        v = self.v[used] = 0.98 * self.v[used] + 0.02 * g * g
        self.rows[used] = rows - rate * m / (np.sqrt(v) + 1e-7)


def train(rows, pairs, pair_bags, pair_goals, sources, word_goals, seed=0, steps=600, batch=160, tau=0.06, rate=3e-3,
          asks=0.3, twins=0.2, prose=1.2, words=0.5):
    """pair_bags and pair_goals: facts en, zh, questions en, zh. sources: [(bags, goals)], drawn from
    in equal shares. The loss of one step adds up: cosine to the teacher for pairs (weight 1),
    for the sources (prose) and for single rows (words), which keeps rows that no text has in the
    same space; question against fact within and across languages (asks), where facts of the same
    template are no counterexamples; and a text against its translation (twins)."""
    rng = np.random.default_rng(seed)
    adam = Adam(rows)
    template = np.array([p[0] for p in pairs])
    single = sp.identity(len(rows), dtype=np.float32, format="csr")
    bag = sp.vstack([b for b, _ in sources]).tocsr()
    goal = np.concatenate([g for _, g in sources])
    share = np.cumsum(np.concatenate([np.full(len(g), 1 / len(sources) / len(g)) for _, g in sources]))
    contrasts = [(2, 0, asks), (3, 1, asks), (2, 1, 0.6 * asks), (3, 0, 0.6 * asks), (0, 1, twins), (2, 3, twins)]
    for step in range(steps):
        i = rng.choice(len(pairs), batch, False)
        j = np.searchsorted(share, rng.random(4 * batch)).clip(0, len(goal) - 1)
        k = rng.choice(len(rows), 2 * batch, False)
        same = (template[i][:, None] == template[i][None, :]) & ~np.eye(batch, dtype=bool)
        none = np.zeros_like(same)
        goals = [g[i] for g in pair_goals]

        def gradient(u):
            part = [u[p * batch:(p + 1) * batch] for p in range(4)]
            d = [-g / batch for g in goals]
            for a, b, weight in contrasts:
                ignore = none if (a, b) == (0, 1) else same
                for x, y in ((a, b), (b, a)):
                    _, gx, gy = contrast(part[x], part[y], tau, ignore)
                    d[x] = d[x] + 0.5 * weight * gx
                    d[y] = d[y] + 0.5 * weight * gy
            return np.concatenate(d + [-prose * goal[j] / (2 * batch), -words * word_goals[k] / batch])

        x = sp.vstack([b[i] for b in pair_bags] + [bag[j], single[k]]).tocsr()
        adam.step(x, gradient, rate * min(1, (step + 1) / 50) * (1 - 0.95 * step / steps))
        if step % 100 == 99:
            print(f"step {step + 1}", flush=True)
    return adam.rows


def project(vectors, mean, basis):
    return unit((vectors - mean) @ basis)


def principal(vectors, dims=256):
    """Mean and first directions of the teacher's space over our own text."""
    mean = vectors.mean(0)
    _, s, vt = np.linalg.svd((vectors - mean)[::25], full_matrices=False)
    print("share of variance kept: %.3f" % ((s[:dims] ** 2).sum() / (s ** 2).sum()))
    return mean, vt[:dims].T.astype(np.float32)
