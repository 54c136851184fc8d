"""Means over pages, with intervals that know that pages of one site are alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

N_RESAMPLES: Final = 2000
LEVEL: Final = 0.95


class MeanInterval(NamedTuple):
    """A mean over pages and its interval.

    Attributes
    ----------
    mean, low, high
        The mean, and the bounds of its bootstrap interval.
    n, n_groups
        How many pages, of how many sites.
    """

    mean: float
    low: float
    high: float
    n: int
    n_groups: int


def clustered_mean(
    values: ArrayLike, groups: Sequence[str], *, seed: int = 0, n_resamples: int = N_RESAMPLES
) -> MeanInterval:
    """Mean over pages with a 95 % percentile interval from a bootstrap over sites.

    Whole sites are drawn with replacement (cluster bootstrap: Davison & Hinkley, Bootstrap
    Methods and their Application, 1997, section 3.8); the mean stays one over pages. For the
    difference of two methods give the differences page by page.

    Parameters
    ----------
    values
        One number per page, finite.
    groups
        Site of each page.
    seed
        Of the draws.
    n_resamples
        How many draws.

    Raises
    ------
    ValueError
        No pages, or not one group per page.
    """
    numbers = np.asarray(values, np.float64)
    if numbers.ndim != 1 or len(numbers) != len(groups) or not len(numbers):
        raise ValueError(
            f"{numbers.size} values for {len(groups)} groups: needs one group per value, at least one"
        )
    names, codes = np.unique(np.asarray(groups, np.str_), return_inverse=True)
    sums = np.bincount(codes, numbers).astype(np.float64)
    sizes = np.bincount(codes).astype(np.float64)
    means = _resampled(sums, sizes, seed, n_resamples)
    tail = 50 * (1 - LEVEL)
    low, high = np.percentile(means, (tail, 100 - tail))
    return MeanInterval(float(numbers.mean()), float(low), float(high), len(numbers), len(names))


def _resampled(
    sums: NDArray[np.float64], sizes: NDArray[np.float64], seed: int, n_resamples: int
) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    n_groups = len(sums)
    draws = rng.multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=n_resamples)
    means: NDArray[np.float64] = (draws @ sums) / (draws @ sizes)
    return means
