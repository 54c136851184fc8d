"""Three blocks of 1, 2 and 4 words, of which the first pass thinks 1, 1/2 and 1/4."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from marrow.features.context import N_LEVELS, NAMES, Company, opinion_columns


def company(n_words: list[int], first: list[list[int]], end: list[list[int]], *kin: list[int]) -> Company:
    levels = [np.array(rows + rows[-1:] * (N_LEVELS - len(rows)), np.int32) for rows in (first, end)]
    return Company(
        levels[0],
        levels[1],
        tuple(np.array(group, np.intp) for group in kin),
        np.array(n_words, np.int32),
    )


def columns(who: Company, opinion: list[float]) -> dict[str, list[float]]:
    return dict(zip(NAMES, opinion_columns(who, np.array(opinion, np.float32)).tolist(), strict=True))


THREE = company(
    [1, 2, 4], [[0, 1, 2], [0, 0, 2], [0, 0, 0]], [[1, 2, 3], [2, 2, 3], [3, 3, 3]], [0, 0, 1], [0, 1, 1]
)


@pytest.mark.parametrize(
    ("name", "expected"),
    (
        ("first_opinion", (1, 1 / 2, 1 / 4)),
        ("opinion_next-3", (0, 0, 0)),
        ("opinion_next-2", (0, 0, 1)),
        ("opinion_next-1", (0, 1, 1 / 2)),
        ("opinion_next+1", (1 / 2, 1 / 4, 0)),
        ("opinion_next+2", (1 / 4, 0, 0)),
        ("opinion_next+3", (0, 0, 0)),
        # Words that are thought content: one of each block.
        ("opinion_level1", (1, 1 / 2, 1 / 4)),
        ("opinion_level2", (2 / 3, 2 / 3, 1 / 4)),
        ("opinion_level3", (3 / 7,) * 3),
        ("opinion_level5", (3 / 7,) * 3),
        ("opinion_kin", (2 / 3, 2 / 3, 1 / 4)),
        ("opinion_kin2", (1, 2 / 6, 2 / 6)),
        ("opinion_window4", (3 / 7,) * 3),
        ("opinion_window10", (3 / 7,) * 3),
        ("opinion_before", (0, 1 / 3, 2 / 3)),
        ("opinion_page", (3 / 7,) * 3),
        ("opinion_log_words", (log(4),) * 3),
        ("opinion_most", (1,) * 3),
    ),
)
def test_a_page_by_hand(name: str, expected: tuple[float, ...]) -> None:
    assert columns(THREE, [1, 1 / 2, 1 / 4])[name] == pytest.approx(expected, rel=1e-6)


def test_windows_end_where_they_should() -> None:
    n = 30
    each = list(range(n))
    who = company([1] * n, [each], [[i + 1 for i in each]], each, [0] * n)
    found = columns(who, [1.0] + [0.0] * (n - 1))
    # The first block alone is content: it is one of those from i - size to i + size that exist.
    assert found["opinion_window4"] == pytest.approx([1 / (5 + i) if i <= 4 else 0 for i in each])
    assert found["opinion_window10"] == pytest.approx([1 / (11 + i) if i <= 10 else 0 for i in each])
    assert found["opinion_kin"] == [1.0] + [0.0] * (n - 1)
    assert found["opinion_kin2"] == pytest.approx([1 / n] * n)


def test_a_block_without_words_counts_half_a_word() -> None:
    found = columns(company([0, 1], [[0, 0]], [[2, 2]], [0, 0], [0, 0]), [1, 0])
    assert found["opinion_page"] == pytest.approx([0.5 / 1.5] * 2)


def test_a_page_of_which_nothing_is_thought() -> None:
    found = columns(THREE, [0, 0, 0])
    assert all(values == [0, 0, 0] for values in found.values())


def test_an_empty_range_is_one_block() -> None:
    found = columns(company([1, 1], [[0, 1]], [[0, 1]], [0, 0], [0, 1]), [1, 0])
    assert found["opinion_level1"] == [1, 0]


def test_no_block() -> None:
    who = company([], [[]], [[]], [], [])
    assert opinion_columns(who, np.zeros(0, np.float32)).shape == (len(NAMES), 0)


def test_names_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)
