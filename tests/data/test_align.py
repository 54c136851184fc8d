from __future__ import annotations

import numpy as np
import pytest

from marrow.data import align
from marrow.data.align import matched_share, words
from marrow.errors import DatasetError

pytest.importorskip("rapidfuzz", reason="alignment needs it: pip install -e '.[data]'")


@pytest.mark.parametrize(
    ("text", "expected"),
    (
        ("One, TWO three-four", ["one", "two", "three", "four"]),
        ("don't 3.5", ["don", "t", "3", "5"]),
        ("汉字", ["汉", "字"]),
        ("かな カナ", ["か", "な", "カ", "ナ"]),
        ("ab汉cd", ["ab", "汉", "cd"]),
        ("한국어 말", ["한국어", "말"]),  # Hangul has blanks
        ("Ünïcode été", ["ünïcode", "été"]),
        (" \n.,!", []),
        ("", []),
    ),
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("texts", "gold", "shares"),
    (
        (["Home", "bones are filled", "Contact"], "Bones are filled.", [0, 1, 0]),
        (["one two three four"], "two four", [0.5]),
        (["one two", "three four"], "one three four", [0.5, 1]),
        # Words that the page does not hold change nothing.
        (["one", "two"], "zero one and two more", [1, 1]),
        # Upper case and punctuation are not compared.
        (["ONE!", "(two)"], "one two", [1, 1]),
        # One word of gold is found once.
        (["yes yes yes yes"], "yes", [0.25]),
        # A character is a word: two of three, two of two.
        (["汉字是", "文字"], "汉字文字", [2 / 3, 1]),
        (["...", "one"], "one", [0, 1]),
    ),
)
def test_shares_by_hand(texts: list[str], gold: str, shares: list[float]) -> None:
    found = matched_share(texts, gold)
    assert found.dtype == np.float32
    assert found == pytest.approx(shares)


def test_order_keeps_the_words_of_the_menu_apart_from_those_of_the_article() -> None:
    menu, heading, text = "bones", "all about marrow", "bones hold marrow"
    # "bones" of the gold comes after "about", so it is not the word of the menu.
    assert matched_share([menu, heading, text], f"{heading} {text}").tolist() == [0, 1, 1]
    # Turned round, either the heading or the text can be matched; the longer match wins.
    assert matched_share(["a b c", "d e"], "d e a b c").tolist() == [1, 0]


@pytest.mark.parametrize(
    ("texts", "gold"),
    (([], "gold"), (["one", "two"], ""), (["one"], " .\n"), (["...", "!"], "gold"), ([], "")),
)
def test_nothing_matches_nothing(texts: list[str], gold: str) -> None:
    found = matched_share(texts, gold)
    assert found.shape == (len(texts),)
    assert found.dtype == np.float32
    assert not found.any()


def test_the_whole_page_is_gold() -> None:
    texts = [f"block {i} says {i * i}" for i in range(300)]
    assert matched_share(texts, "\n".join(texts)).tolist() == [1.0] * 300


def test_the_words_matched_are_a_longest_common_subsequence() -> None:
    random = np.random.default_rng(11)
    for _ in range(40):
        page = [" ".join(random.choice(list("abcd"), random.integers(1, 6))) for _ in range(5)]
        gold = " ".join(random.choice(list("abcd"), random.integers(1, 16)))
        matched = sum(
            share * len(text.split()) for share, text in zip(matched_share(page, gold), page, strict=True)
        )
        assert matched == pytest.approx(longest(" ".join(page).split(), gold.split()))


def longest(a: list[str], b: list[str]) -> int:
    """Length of the longest common subsequence, by the textbook's table."""
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def test_too_large_an_alignment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(align, "_MAX_CELLS", 6)
    assert matched_share(["a b c"], "b c") == pytest.approx([2 / 3])
    with pytest.raises(DatasetError, match=r"^3 words of a page .* 3 words of gold .*: leave this page out$"):
        matched_share(["a b", "c"], "a b c")
