from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from marrow.evaluate.word_f1 import word_f1


@pytest.mark.parametrize(
    ("prediction", "gold", "score"),
    (
        # Same words in another order and another case.
        ("b A", "a B", (1.0, 1.0, 1.0)),
        # 2 of 4 predicted words, 2 of 2 gold words: F1 = 2 * 0.5 * 1 / 1.5.
        ("a b x y", "a b", (0.5, 1.0, 2 / 3)),
        ("a", "a b c d", (1.0, 0.25, 0.4)),
        # Words count as often as they stand: min(3, 1) + min(1, 2) = 2 of 4 and of 3.
        ("a a a b", "a b b", (2 / 4, 2 / 3, 4 / 7)),
        ("x y", "a b", (0.0, 0.0, 0.0)),
        # An apostrophe and a hyphen part words, an underscore and a digit do not.
        ("don't re-do a_1", "don t re do a_1", (1.0, 1.0, 1.0)),
        ("a_1", "a 1", (0.0, 0.0, 0.0)),
        # A run of Chinese characters is one word.
        ("中文，好", "中文好", (0.0, 0.0, 0.0)),
        ("中文，好", "中文。好", (1.0, 1.0, 1.0)),
        ("straße É", "STRASSE é", (0.5, 0.5, 0.5)),
    ),
)
def test_counts_words_as_multisets(prediction: str, gold: str, score: tuple[float, float, float]) -> None:
    assert word_f1(prediction, gold) == pytest.approx(score)


@pytest.mark.parametrize("nothing", ("", " \n", "...", None))
def test_no_words_for_no_words_is_right(nothing: str | None) -> None:
    assert word_f1(nothing, "") == (1.0, 1.0, 1.0)
    assert word_f1(nothing, " - ") == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("nothing", ("", "...", None))
def test_no_words_for_some_words_is_wrong(nothing: str | None) -> None:
    assert word_f1(nothing, "some words") == (0.0, 0.0, 0.0)


def test_words_where_there_are_none_are_wrong() -> None:
    assert word_f1("some words", "") == (0.0, 0.0, 0.0)


@given(st.text(alphabet="ab ", max_size=20), st.text(alphabet="ab ", max_size=20))
def test_swapping_sides_swaps_precision_and_recall(prediction: str, gold: str) -> None:
    forth, back = word_f1(prediction, gold), word_f1(gold, prediction)

    assert (forth.precision, forth.recall) == (back.recall, back.precision)
    assert forth.f1 == pytest.approx(back.f1)
