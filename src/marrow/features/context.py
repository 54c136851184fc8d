"""Columns from a first opinion: what the first pass of the model thinks of a block's company.

Neighbours, the blocks of the same ancestors, the blocks of the same look, and the whole page. A
second pass over these and the other columns decides more alike what belongs together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.tree import Int32

N_LEVELS: Final = 5
_NEIGHBOURS: Final = (-3, -2, -1, 1, 2, 3)
_WINDOWS: Final = (4, 10)

NAMES: Final = (
    "first_opinion",
    *(f"opinion_next{offset:+d}" for offset in _NEIGHBOURS),
    *(f"opinion_level{level}" for level in range(1, N_LEVELS + 1)),
    "opinion_kin",
    "opinion_kin2",
    *(f"opinion_window{size}" for size in _WINDOWS),
    "opinion_before",
    "opinion_page",
    "opinion_log_words",
    "opinion_most",
)


@dataclass(frozen=True, slots=True, eq=False)
class Company:
    """Which blocks of a page belong together.

    Attributes
    ----------
    first, end
        int32, shape (N_LEVELS, n_blocks): range of blocks of each block's nearest distinct
        ancestors, nearest first.
    kin
        Two groupings by look: group number, one per block.
    n_words
        int32, one per block.
    """

    first: Int32
    end: Int32
    kin: tuple[NDArray[np.intp], ...]
    n_words: Int32


def opinion_columns(company: Company, opinion: NDArray[np.float32]) -> NDArray[np.float32]:
    """Columns :data:`NAMES`: float32, shape (len(NAMES), n_blocks).

    Parameters
    ----------
    company
        Which blocks belong together.
    opinion
        Probability of each block by the first pass: float32, 0..1. Means weigh blocks by words.
    """
    n = len(opinion)
    out = np.zeros((len(NAMES), n), np.float32)
    if n == 0:
        return out
    words = np.maximum(company.n_words, 0.5)
    sums = np.zeros((2, n + 1))
    np.cumsum(words * opinion, out=sums[0, 1:])
    np.cumsum(words, out=sums[1, 1:])
    reach = max(_NEIGHBOURS)
    padded = np.zeros(n + 2 * reach, np.float32)
    padded[reach : reach + n] = opinion
    index = np.arange(n)
    half = np.array(_WINDOWS)[:, None]
    low = np.concatenate((company.first, np.maximum(index - half, 0)))
    high = np.concatenate((np.maximum(company.end, company.first + 1), np.minimum(index + half + 1, n)))
    inside = sums[:, high] - sums[:, low]
    means = inside[0] / inside[1]
    kin_at = 1 + len(_NEIGHBOURS) + N_LEVELS
    window_at = kin_at + len(company.kin)
    place_at = window_at + len(_WINDOWS)
    out[0] = opinion
    for row, offset in enumerate(_NEIGHBOURS, start=1):
        out[row] = padded[reach + offset : reach + offset + n]
    out[kin_at - N_LEVELS : kin_at] = means[:N_LEVELS]
    for row, group in enumerate(company.kin, start=kin_at):
        mean = np.bincount(group, weights=words * opinion) / np.bincount(group, weights=words)
        out[row] = mean[group]
    out[window_at:place_at] = means[N_LEVELS:]
    total = sums[0, -1]
    out[place_at] = sums[0, :-1] / max(total, 1e-6)
    out[place_at + 1] = total / sums[1, -1]
    out[place_at + 2] = np.log1p(total)
    out[place_at + 3] = opinion.max()
    return out
