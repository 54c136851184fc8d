"""From probabilities to a decision: keep what is expected to give the best F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Kept = NDArray[np.bool_]


def best_expected_f1(probability: NDArray[np.float32], weight: NDArray[np.int32]) -> tuple[Kept, float]:
    """Keep the blocks that maximise the expected word F1 of the page.

    With blocks sorted by probability p and words w, the best set is a prefix: the one with the
    largest ``2 * sum(w*p over the prefix) / (sum(w over the prefix) + sum(w*p over all))``. (A
    plug-in estimate of the F-measure maximiser; N. Ye, K. Chai, W. Lee, H. Chieu. Optimizing
    F-measure: a tale of two approaches. ICML 2012.)

    Parameters
    ----------
    probability
        One per block, 0..1.
    weight
        Words, one per block.

    Returns
    -------
    bool, one per block; and the expected F1, 0..1. Nothing is kept where no block
    can be content.
    """
    kept = np.zeros(len(probability), np.bool_)
    if len(probability) == 0:
        return kept, 0.0
    order = np.argsort(-probability, kind="stable")
    words = np.maximum(weight[order], 0.5)
    hits = np.cumsum(words * probability[order])
    expected = 2 * hits / (np.cumsum(words) + hits[-1])
    best = int(np.argmax(expected))
    kept[order[: best + 1]] = expected[best] > 0
    return kept, float(expected[best])


def expected_f1(probability: NDArray[np.float32], weight: NDArray[np.int32], kept: Kept) -> float:
    """Expected word F1 of keeping the blocks ``kept``: 0..1."""
    if len(probability) == 0:
        return 0.0
    words = np.maximum(weight, 0.5)
    hits = words * probability
    total = float(words[kept].sum() + hits.sum())
    return 2 * float(hits[kept].sum()) / total if total else 0.0
