from __future__ import annotations

import pytest

from marrow.evaluate.word_lcs import SequenceScore, f1_of_means, word_lcs

pytest.importorskip("rapidfuzz")


@pytest.mark.parametrize(
    ("prediction", "gold", "expected"),
    (
        ("a b c d", "a c d e", (3 / 4, 3 / 4)),
        ("a b", "a b c d", (1, 1 / 2)),
        # Order counts, and so do case and punctuation.
        ("b a", "a b", (1 / 2, 1 / 2)),
        ("A b.", "a b", (0, 0)),
        # A word that stands twice is found twice only if it is there twice.
        ("a a a", "a", (1 / 3, 1)),
        ("", "a", (0, 0)),
        ("a", "", (0, 1)),
        ("", "", (1, 1)),
    ),
)
def test_score_of_a_page(prediction: str, gold: str, expected: tuple[float, float]) -> None:
    assert word_lcs(prediction, gold) == expected


def test_f1_is_that_of_the_means() -> None:
    scores = [SequenceScore(1.0, 0.5), SequenceScore(0.5, 0.5)]
    assert f1_of_means(scores) == pytest.approx((0.75, 0.5, 0.6))
    assert f1_of_means([]) == (0, 0, 0)
