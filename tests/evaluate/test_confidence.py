from __future__ import annotations

import numpy as np
import pytest

from marrow.evaluate.confidence import (
    calibration,
    calibration_error,
    correlation,
    rank_correlation,
    roc_auc,
)


@pytest.mark.parametrize(
    ("scores", "positive", "area"),
    (
        ([3, 4, 1, 2], [1, 1, 0, 0], 1.0),
        ([1, 2, 3, 4], [1, 1, 0, 0], 0.0),
        # Pairs (4,3), (4,1), (2,3), (2,1): three of four in order.
        ([4, 3, 2, 1], [1, 0, 1, 0], 0.75),
        # A tie counts one half: (1 + 0.5) / 2.
        ([2, 2, 1], [1, 0, 0], 0.75),
        ([5, 5, 5, 5], [1, 0, 1, 0], 0.5),
    ),
)
def test_roc_auc_counts_pairs_in_order(scores: list[int], positive: list[int], area: float) -> None:
    assert roc_auc(scores, positive) == area


@pytest.mark.parametrize("positive", ([1, 1], [0, 0]))
def test_roc_auc_needs_both_classes(positive: list[int]) -> None:
    with pytest.raises(ValueError, match="positive and negative"):
        roc_auc([0.1, 0.2], positive)


def test_roc_auc_agrees_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="the extra train is not installed")
    rng = np.random.default_rng(0)
    scores, positive = rng.integers(0, 20, 500), rng.random(500) < 0.3

    assert roc_auc(scores, positive) == pytest.approx(metrics.roc_auc_score(positive, scores))


def test_correlation_of_lines_and_of_ranks() -> None:
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1.0)
    # Deviations (-1, 0, 1) and (-1, 2, -1): nothing in common.
    assert correlation([1, 2, 3], [0, 3, 0]) == pytest.approx(0.0)
    assert rank_correlation([1, 10, 100], [3, 2, 1]) == pytest.approx(-1.0)
    assert rank_correlation([1, 1, 2], [5, 5, 9]) == pytest.approx(1.0)


def test_a_constant_correlates_with_nothing() -> None:
    assert correlation([1, 1, 1], [1, 2, 3]) == 0.0
    assert rank_correlation([1, 2, 3], [4, 4, 4]) == 0.0


def test_calibration_cuts_sorted_pages_into_equal_bins() -> None:
    first, last = calibration([0.9, 0.2, 0.8, 0.4], [1.0, 0.5, 0.6, 0.7], n_bins=2)

    assert first == pytest.approx((2, 0.3, 0.6, 0.5))
    assert last == pytest.approx((2, 0.85, 0.8, 0.5))
    # Two pages are off by 0.3, two by 0.05.
    assert calibration_error([0.9, 0.2, 0.8, 0.4], [1.0, 0.5, 0.6, 0.7], n_bins=2) == pytest.approx(0.175)


def test_calibration_has_no_empty_bins() -> None:
    assert len(calibration([0.1, 0.2, 0.3], [0, 0, 0], n_bins=10)) == 3
    assert calibration([], []) == []
    assert calibration_error([], []) == 0.0
