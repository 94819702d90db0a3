"""Learns which directions of the teacher's space tell what fact a question is about.

A linear map of the teacher's vectors has far fewer numbers than the table's rows, so what it learns from
our text holds for words that our text lacks.
"""

import numpy as np

from train import contrasts, neighbours, normed, unnormed


def learn(told, tell, pairs, pair, template, mean, start, seed=0, steps=400, batch=256, tau=0.05, rate=1e-3, noise=1.0, block=8):
    """told and pairs: the teacher's vectors of each side of the lines and of the templates' texts; tell and
    pair: what is compared with what, see train.contrasts. start: the map to begin with. A vector is
    shifted by noise of its own length, all directions alike, lest lines be learnt by heart."""
    rng = np.random.default_rng(seed)
    told, pairs = [v - mean for v in told], [v - mean for v in pairs]
    w, m, s = start.copy(), np.zeros_like(start), np.zeros_like(start)

    def shaken(x):
        z = rng.standard_normal(x.shape, np.float32) / np.sqrt(x.shape[1], dtype=np.float32)
        return x + noise * np.linalg.norm(x, axis=1, keepdims=True) * z

    for step in range(steps):
        i = neighbours(rng, len(told[0]), batch, block)
        j = rng.choice(len(pairs[0]), batch // 2, False)
        same = template[j][:, None] == template[j][None, :]
        g = np.zeros_like(w)
        for views, which, among, alike, share in ((told, i, tell, None, 1.0), (pairs, j, pair, same, 0.5)):
            x = [shaken(v[which]) for v in views]
            u, n = zip(*(normed(a @ w) for a in x))
            for a, d in zip(range(len(x)), contrasts(u, among, tau, alike)):
                g += share * (x[a].T @ unnormed(u[a], n[a], d))
        m, s = 0.9 * m + 0.1 * g, 0.98 * s + 0.02 * g * g
        w -= rate * min(1, (step + 1) / 30) * (1 - 0.95 * step / steps) * m / (np.sqrt(s) + 1e-8)
    return w
