"""How good a confidence is: whether it ranks pages, and whether it is the F1 that comes true."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

BAD_PAGE_F1: Final = 0.7
"""Below this word F1 an extraction counts as one that a person should look at."""


class CalibrationBin(NamedTuple):
    """Pages of like confidence: how many, mean confidence, mean F1, share of bad pages."""

    n: int
    confidence: float
    f1: float
    bad_share: float


def roc_auc(scores: ArrayLike, positive: ArrayLike) -> float:
    """Area under the ROC curve: how often a positive scores higher than a negative.

    Parameters
    ----------
    scores
        One number per case; ties count one half.
    positive
        bool, one per case.

    Raises
    ------
    ValueError
        All cases are of one class: the area is not defined.
    """
    values = np.asarray(scores, np.float64)
    truth = np.asarray(positive, np.bool_)
    n_positive = int(truth.sum())
    n_negative = len(truth) - n_positive
    if not n_positive or not n_negative:
        raise ValueError("the area under the ROC curve needs positive and negative cases")
    rank_sum = float(_ranks(values)[truth].sum())
    return (rank_sum - n_positive * (n_positive + 1) / 2) / (n_positive * n_negative)


def rank_correlation(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's correlation, ties with their mean rank; 0 where one side is constant."""
    return correlation(_ranks(np.asarray(a, np.float64)), _ranks(np.asarray(b, np.float64)))


def correlation(a: ArrayLike, b: ArrayLike) -> float:
    """Pearson's correlation; 0 where one side is constant."""
    x = np.asarray(a, np.float64)
    y = np.asarray(b, np.float64)
    if not len(x) or np.ptp(x) == 0 or np.ptp(y) == 0:
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])


def calibration(confidence: ArrayLike, f1: ArrayLike, n_bins: int = 10) -> list[CalibrationBin]:
    """Sort pages by confidence, cut them into bins of equal size, and compare with the F1.

    Parameters
    ----------
    confidence, f1
        One number per page, 0..1.
    n_bins
        How many bins; fewer where there are fewer pages.

    Returns
    -------
    Bins in ascending order of confidence; none is empty.
    """
    expected = np.asarray(confidence, np.float64)
    found = np.asarray(f1, np.float64)
    order = np.argsort(expected, kind="stable")
    return [
        CalibrationBin(
            len(part),
            float(expected[part].mean()),
            float(found[part].mean()),
            float((found[part] < BAD_PAGE_F1).mean()),
        )
        for part in np.array_split(order, n_bins)
        if len(part)
    ]


def calibration_error(confidence: ArrayLike, f1: ArrayLike, n_bins: int = 10) -> float:
    """Mean distance of confidence and F1 over the bins of :func:`calibration`, by pages."""
    bins = calibration(confidence, f1, n_bins)
    n_pages = sum(row.n for row in bins)
    return sum(row.n * abs(row.confidence - row.f1) for row in bins) / n_pages if n_pages else 0.0


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1, ties with their mean."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: NDArray[np.float64] = (last - (counts - 1) / 2)[codes]
    return ranks
