from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from marrow import Page, read
from marrow.features import ancestry, context, surroundings, texts
from marrow.features.matrix import ALL_NAMES, FEATURE_NAMES, page_matrix, with_opinion

PAGE = "<h1 class=title>Marrow</h1><p>Bones have <a href=/m>marrow</a>.</p><ul class=nav><li>One<li>Two</ul>"
PIECES = (
    *("<div class='post nav'>", "</div>", "<p>", "<ul><li>", "<table><tr><td>", "<h1>", "<h2 id=Title9>"),
    *(
        "<a href=/>",
        "</a>",
        "<span>",
        "</span>",
        "<button>",
        "<pre>",
        "<br>",
        "<br><br>",
        "<article>",
        "</ul>",
    ),
    *(
        "word",
        "two words",
        "A sentence, here. ",
        "汉字",
        "\u200b",
        "&nbsp;",
        " ",
        "\n",
        "12",
        "<title>a b</title>",
    ),
    *("<p class>", "<x-y>", "<svg><title>", "<math>", "<form>", "</body>", "</html>late", "<frameset>"),
)


def computed(html: str) -> tuple[np.ndarray, np.ndarray]:
    blocks = read(Page(html))
    matrix, company = page_matrix(blocks)
    opinion = np.linspace(0, 1, len(blocks), dtype=np.float32)
    return matrix, with_opinion(matrix, company, opinion)


def test_names_are_unique_and_in_the_order_of_the_groups() -> None:
    assert len(set(ALL_NAMES)) == len(ALL_NAMES)
    assert FEATURE_NAMES == texts.NAMES + ancestry.NAMES + surroundings.NAMES
    assert ALL_NAMES == FEATURE_NAMES + context.NAMES


@pytest.mark.parametrize(("html", "n"), (("<p></p>", 0), ("<p>x", 1), (PAGE, 4)))
def test_one_row_per_name_and_one_column_per_block(html: str, n: int) -> None:
    first, second = computed(html)
    assert first.shape == (len(FEATURE_NAMES), n)
    assert second.shape == (len(ALL_NAMES), n)
    assert first.dtype == second.dtype == np.float32
    assert np.array_equal(second[: len(first)], first)


def test_rows_are_those_of_their_names() -> None:
    first, second = computed(PAGE)
    row = dict(zip(ALL_NAMES, second.tolist(), strict=True))
    assert row["log_words"] == pytest.approx(np.log([2, 5, 2, 2]))
    assert row["in_ul"] == [0, 0, 1, 1]
    assert row["log_index"] == pytest.approx(np.log([1, 2, 3, 4]))
    assert row["first_opinion"] == pytest.approx([0, 1 / 3, 2 / 3, 1])
    assert first[-1].tolist() == [0, 0, 0, 0]  # no button on the page


def test_nothing_is_remembered_between_pages() -> None:
    before = computed(PAGE)
    computed(PAGE.replace("nav", "post").replace("title", "related") * 3)
    assert all(np.array_equal(a, b) for a, b in zip(before, computed(PAGE), strict=True))


def test_the_page_is_not_written_to() -> None:
    blocks = read(Page(PAGE))
    page_matrix(blocks)[0][:] = -1
    again = page_matrix(read(Page(PAGE)))[0]
    assert np.array_equal(page_matrix(blocks)[0], again)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=40).map("".join))
def test_every_number_is_finite(html: str) -> None:
    first, second = computed(f"<!doctype html>{html}")
    assert np.isfinite(first).all()
    assert np.isfinite(second).all()


@pytest.mark.parametrize(
    "html",
    (
        "<div>" * 2000 + "x",
        "<p>x" * 3000,
        "<p>" + "x" * 100_000,
        "<p>" + "汉" * 10_000,
        "<p>text<a href=/>" + "<b class=nav>" * 500 + "y",
        "<span>open <div>inner</div>",
    ),
    ids=("deep", "many", "long", "unspaced", "inline", "block in inline"),
)
def test_extreme_pages_are_finite(html: str) -> None:
    first, second = computed(html)
    assert first.shape[1] >= 1
    assert np.isfinite(second).all()
