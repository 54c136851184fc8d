"""Expected values are counted by hand on the page."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from marrow import Page, read
from marrow.features.ancestry import NAMES, ancestry_columns, inherited
from marrow.features.names import read_names

PAGE = (
    "<body class=post><main><article><p>one</p></article></main>"
    "<nav><ul><li><a href=/>two</a></ul></nav><footer id=footer>three</footer>"
)


def columns(html: str) -> dict[str, list[float]]:
    blocks = read(Page(html))
    found = ancestry_columns(blocks, read_names(blocks.tree).topics)
    return dict(zip(NAMES, found.tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "expected"),
    (
        ("in_main", (2, 0, 0)),  # main and article
        ("in_article", (1, 0, 0)),
        ("in_nav", (0, 1, 0)),
        ("in_ul", (0, 1, 0)),
        ("in_footer", (0, 0, 1)),
        ("in_p", (1, 0, 0)),
        ("in_a", (0, 1, 0)),
        ("in_div", (0, 0, 0)),
        ("depth", (5, 6, 3)),  # html body main article p; html body nav ul li a; html body footer
        ("topic_content", (1, 1, 1)),
        ("topic_footer", (0, 0, 1)),
        ("topic_navigation", (0, 0, 0)),
        ("near_content", (0, 0, 1)),  # p article main; a li ul; footer body html
        ("near_footer", (0, 0, 1)),
        ("page_content", (log(2),) * 3),
        ("page_footer", (log(2),) * 3),
        ("page_card", (0, 0, 0)),
    ),
)
def test_a_page_by_hand(name: str, expected: tuple[float, ...]) -> None:
    assert columns(PAGE)[name] == pytest.approx(expected, rel=1e-6)


def test_nested_elements_and_names_add_up() -> None:
    found = columns(
        "<div class=post><div class=content><div><div class=entry><b class=text>x</b></div></div></div></div>"
        "y"
    )
    assert found["in_div"] == [4, 0]
    assert found["topic_content"] == [4, 0]
    assert found["near_content"] == [2, 0]  # b, div.entry, div
    assert found["page_content"] == pytest.approx([log(5)] * 2)


def test_the_first_text_node_says_where_a_block_stands() -> None:
    found = columns("<p><a href=/>x</a> y</p><p>x <a href=/>y</a></p>")
    assert found["in_a"] == [1, 0]


def test_inherited_counts_are_those_of_every_path() -> None:
    random = np.random.default_rng(3)
    html = "".join(random.choice(["<div>", "<div>", "</div>", "<p>x</p>"], 200))
    tree = read(Page(html)).tree
    flags = random.integers(0, 2, (4, len(tree))).astype(np.int32)
    expected = [[int(kind[tree.path(row)].sum()) for row in range(len(tree))] for kind in flags]
    assert inherited(tree, flags).tolist() == expected


def test_a_page_nested_thousands_deep() -> None:
    assert columns("<div>" * 3000 + "x")["in_div"][0] > 400


def test_a_page_without_text_has_no_columns_to_fill() -> None:
    blocks = read(Page("<div class=post></div>"))
    assert ancestry_columns(blocks, read_names(blocks.tree).topics).shape == (len(NAMES), 0)


def test_names_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)
