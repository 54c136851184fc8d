from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from marrow.predict.decision import best_expected_f1, expected_f1


def arrays(probability: list[float], words: list[int]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    return np.array(probability, np.float32), np.array(words, np.int32)


def plug_in_f1(probability: list[float], words: list[int], kept: tuple[bool, ...]) -> float:
    """2 * expected words kept and right / (words kept + expected words right), written out."""
    hits = kept_words = right = 0.0
    for p, w, keep in zip(probability, words, kept, strict=True):
        right += w * p
        if keep:
            hits += w * p
            kept_words += w
    return 2 * hits / (kept_words + right) if kept_words + right else 0.0


@pytest.mark.parametrize("seed", range(30))
def test_no_subset_of_the_blocks_is_better(seed: int) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 11))
    words = random.integers(1, 60, n).tolist()
    # Shapes from sure to unsure; every third page has ties.
    drawn = random.beta(random.uniform(0.2, 2), random.uniform(0.2, 2), n).astype(np.float32)
    probability = (np.round(drawn, 1) if seed % 3 == 0 else drawn).astype(np.float32).tolist()
    best = max(plug_in_f1(probability, words, kept) for kept in product((False, True), repeat=n))

    kept, confidence = best_expected_f1(*arrays(probability, words))

    assert confidence == pytest.approx(best, rel=1e-6)
    assert plug_in_f1(probability, words, tuple(kept.tolist())) == pytest.approx(best, rel=1e-6)
    assert expected_f1(*arrays(probability, words), kept) == pytest.approx(best, rel=1e-6)


@pytest.mark.parametrize(
    ("probability", "words", "kept", "f1"),
    (
        ([1, 0], [10, 10], [True, False], 1.0),
        # 2 * 9 / (10 + 10) of the first alone; 2 * 10 / (20 + 10) of both.
        ([0.9, 0.1], [10, 10], [True, False], 0.9),
        # A doubtful block is kept where nothing is sure: 2 * 4 / (10 + 4).
        ([0.4], [10], [True], 8 / 14),
        # 2 * 8 / (10 + 12) of the first; 2 * 12 / (20 + 12) of both.
        ([0.8, 0.4], [10, 10], [True, True], 24 / 32),
        # Length counts: 2 * 90 / (100 + 91), and 2 * 91 / (102 + 91) with the short one.
        ([0.9, 0.5], [100, 2], [True, True], 182 / 193),
    ),
)
def test_pages_by_hand(probability: list[float], words: list[int], kept: list[bool], f1: float) -> None:
    found, confidence = best_expected_f1(*arrays(probability, words))
    assert found.tolist() == kept
    assert confidence == pytest.approx(f1, rel=1e-6)


def test_what_is_kept_is_the_most_probable() -> None:
    probability = np.random.default_rng(5).random(200).astype(np.float32)
    kept, _ = best_expected_f1(probability, np.full(200, 7, np.int32))
    assert 0 < kept.sum() < 200
    assert probability[kept].min() >= probability[~kept].max()


def test_equal_blocks_are_kept_together_when_they_are_content() -> None:
    assert best_expected_f1(*arrays([0.9] * 5, [3] * 5))[0].tolist() == [True] * 5


def test_nothing_is_kept_where_nothing_can_be_content() -> None:
    kept, confidence = best_expected_f1(*arrays([0, 0, 0], [5, 6, 7]))
    assert (kept.tolist(), confidence) == ([False] * 3, 0.0)


def test_what_cannot_be_content_is_never_kept() -> None:
    assert best_expected_f1(*arrays([0, 0.1, 0], [100, 1, 100]))[0].tolist() == [False, True, False]


def test_a_page_without_blocks() -> None:
    kept, confidence = best_expected_f1(*arrays([], []))
    assert (len(kept), confidence) == (0, 0.0)
    assert kept.dtype == np.bool_
    assert expected_f1(*arrays([], []), kept) == 0.0


def test_a_block_without_words_counts_half_a_word() -> None:
    # 2 * 0.5 / (0.5 + 0.5): no division by zero.
    assert best_expected_f1(*arrays([1], [0]))[1] == 1.0


def test_expected_f1_of_a_choice_made_elsewhere() -> None:
    probability, words = arrays([0.9, 0.1], [10, 10])
    assert expected_f1(probability, words, np.array([True, True])) == pytest.approx(20 / 30)
    assert expected_f1(probability, words, np.array([False, True])) == pytest.approx(2 / 20)
    assert expected_f1(probability, words, np.array([False, False])) == 0.0
    assert expected_f1(*arrays([0, 0], [1, 1]), np.array([False, False])) == 0.0


def test_the_input_is_not_written_to() -> None:
    probability, words = arrays([0.2, 0.8, 0.5], [1, 2, 3])
    for array in (probability, words):
        array.flags.writeable = False
    kept, _ = best_expected_f1(probability, words)
    expected_f1(probability, words, kept)
    assert probability.tolist() == pytest.approx([0.2, 0.8, 0.5])
