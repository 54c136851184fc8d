"""Expected values are computed by hand on two small pages."""

from __future__ import annotations

from math import log, log1p

import pytest

from marrow import Page, read
from marrow.features.context import N_LEVELS, Company
from marrow.features.names import read_names
from marrow.features.surroundings import NAMES, distinct_ancestors, surrounding_columns
from marrow.features.texts import text_columns

# Blocks a to d have 12, 2 (one of them a link), 1 and 1 words.
# Rows: 0 html, 1 body, 2 div, 3 section, 4 p, 5 section, 6 p, 7 a, 8 p, 9 footer.
PAGE = (
    "<body><div class=post><section><p>a a a a a a a a a a a a</p></section>"
    "<section><p>b <a href=/>b</a></p><p>c</p></section></div><footer>d</footer>"
)


def computed(html: str) -> tuple[dict[str, list[float]], Company]:
    blocks = read(Page(html))
    found, company = surrounding_columns(blocks, text_columns(blocks), read_names(blocks.tree))
    return dict(zip(NAMES, found.tolist(), strict=True)), company


def columns(html: str) -> dict[str, list[float]]:
    return computed(html)[0]


def test_distinct_ancestors_leave_out_wrappers() -> None:
    # The section of a holds what a's p holds; body and html hold the same, too.
    assert distinct_ancestors(read(Page(PAGE))).T.tolist() == [
        [3, 2, 0, 0, 0, 0],
        [6, 5, 2, 0, 0, 0],
        [8, 5, 2, 0, 0, 0],
        [9, 0, 0, 0, 0, 0],
    ]


LEVELS = {
    # Of section, p, p, footer.
    "level1_log_words": (log(13), log(3), log(2), log(2)),
    "level1_link_share": (0, 1 / 2, 0, 0),
    "level1_long_share": (1, 0, 0, 0),
    "level1_page_share": (12 / 16, 2 / 16, 1 / 16, 1 / 16),
    "level1_mean_words": (12, 2, 1, 1),
    "level1_p_share": (1, 1, 1, 0),
    "level1_place": (0, 0, 0, 0),
    "level1_tag_density": (2 / 12, 2 / 2, 1, 1),
    "level1_growth": (0, 0, 0, 0),
    # Of div, section, section, html.
    "level2_log_words": (log(16), log(4), log(4), log(17)),
    "level2_link_share": (1 / 15, 1 / 3, 1 / 3, 1 / 16),
    "level2_long_share": (12 / 15, 0, 0, 12 / 16),
    "level2_page_share": (15 / 16, 3 / 16, 3 / 16, 1),
    "level2_mean_words": (15 / 3, 3 / 2, 3 / 2, 16 / 4),
    "level2_p_share": (1, 1, 1, 15 / 16),
    "level2_place": (0, 0, 1 / 2, 3 / 4),
    "level2_tag_density": (7 / 15, 4 / 3, 4 / 3, 10 / 16),
    "level2_growth": (12 / 15, 2 / 3, 1 / 3, 1 / 16),
    # Of html, div, div, html.
    "level3_place": (0, 1 / 3, 2 / 3, 3 / 4),
    "level3_growth": (15 / 16, 3 / 15, 3 / 15, 1),
    "level6_page_share": (1, 1, 1, 1),
    "level2_content": (1, 0, 0, 0),
}
NEIGHBOURS = {
    "next-1_log_words": (-1, log(13), log(3), log(2)),
    "next+1_log_words": (log(3), log(2), log(2), -1),
    "next+3_log_words": (log(2), -1, -1, -1),
    "next+1_link_share": (0.5, 0, 0, -1),  # 1 of 2 characters
    "next-3_kind": (-1, -1, -1, 1),
    "next+1_kind": (1, 1, 7.1, -1),
    "next-1_same_parent": (0, 0, 1, 0),
    "next+1_same_parent": (0, 1, 0, 0),
    "next+2_same_parent": (0, 0, 0, 0),
    "window2_words": (log1p(15 / 3), log1p(16 / 4), log1p(16 / 4), log1p(4 / 3)),
    "window2_link_share": (1 / 15, 1 / 16, 1 / 16, 1 / 4),
    "window12_words": (log(5),) * 4,
    "window12_link_share": (1 / 16,) * 4,
}
KIN = {
    # The three p in a section, and the footer.
    f"{kin}_{name}": values
    for kin in ("kin", "kin2")
    for name, values in {
        "log_count": (log(4), log(4), log(4), log(2)),
        "log_words": (log1p(15 / 3),) * 3 + (log(2),),
        "link_share": (1 / 15,) * 3 + (0,),
        "long_share": (12 / 15,) * 3 + (0,),
        "spread": (2 / 4,) * 3 + (0,),
    }.items()
}
PLACES = {
    "place": (0.5 / 4, 1.5 / 4, 2.5 / 4, 3.5 / 4),
    "words_before": (6 / 16, 13 / 16, 14.5 / 16, 15.5 / 16),
    "since_long": (0, log(2), log(3), log(4)),
    # None comes any more: 1000 blocks after the end.
    "until_long": (0, log(1003), log(1002), log(1001)),
    "since_heading": (log(1001), log(1002), log(1003), log(1004)),
    "log_index": (0, log(2), log(3), log(4)),
}


@pytest.mark.parametrize(("name", "expected"), (LEVELS | NEIGHBOURS | KIN | PLACES).items())
def test_a_page_by_hand(name: str, expected: tuple[float, ...]) -> None:
    assert columns(PAGE)[name] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(
    ("name", "expected"),
    (
        ("page_log_words", log(17)),
        ("page_log_blocks", log(5)),
        ("page_link_share", 1 / 16),
        ("page_long_share", 12 / 16),
        ("page_p_share", 15 / 16),
        ("page_li_share", 0),
        ("page_max_share", 12 / 16),
        ("page_longest", log(13)),
        ("page_forms", 0),
        ("page_h1", 0),
    ),
)
def test_the_page_as_a_whole(name: str, expected: float) -> None:
    assert columns(PAGE)[name] == pytest.approx([expected] * 4, rel=1e-5)


@pytest.mark.parametrize(
    ("name", "expected"),
    (
        ("page_log_words", log(8)),
        ("page_link_share", 1 / 7),  # the button
        ("page_p_share", 0),
        ("page_li_share", 2 / 7),
        ("page_td_share", 2 / 7),
        ("page_max_share", 2 / 7),
        ("page_forms", log(2)),
        ("page_articles", log(3)),
        ("page_h1", log(2)),
        ("page_tables", log(2)),
        ("page_images", log(4)),
        ("page_times", log(2)),
        ("page_buttons", log(2)),
    ),
)
def test_what_the_page_holds(name: str, expected: float) -> None:
    html = (
        "<article><h1>A</h1><ul><li>b b</ul><table><tr><th>c<td>d</table><time>e</time><img><img><img>"
        "<form><button>f</button></form></article><article></article>"
    )
    assert columns(html)[name] == pytest.approx([expected] * 6, rel=1e-5)


def test_headings_and_the_main_heading_are_counted_from() -> None:
    found = columns("<h2>a</h2><p>b</p><h1>c</h1><p>d</p>")
    assert found["since_heading"] == pytest.approx([0, log(2), 0, log(2)])
    assert found["since_h1"] == pytest.approx([log(1001), log(1002), 0, log(2)])


def test_the_second_kin_looks_further_up() -> None:
    html = (
        "<div class=x><section><p>a</p></section><section><p>b</p></section></div>"
        "<div class=y><section><p>c</p></section></div>"
    )
    near, far = computed(html)[1].kin
    assert len(set(near.tolist())) == 1
    assert far[0] == far[1] != far[2]


def test_another_class_is_no_kin() -> None:
    near, _ = computed("<p class=a>1</p><p class=b>2</p><p class=a>3</p>")[1].kin
    assert near[0] == near[2] != near[1]


def test_company_holds_ranges_of_the_nearest_levels() -> None:
    company = computed(PAGE)[1]
    assert company.first.shape == company.end.shape == (N_LEVELS, 4)
    # c: its p, its section, the div, the page.
    assert company.first[:, 2].tolist() == [2, 1, 0, 0, 0]
    assert company.end[:, 2].tolist() == [3, 3, 3, 4, 4]
    assert company.n_words.tolist() == [12, 2, 1, 1]


def test_one_block() -> None:
    found = columns("<p>word</p>")
    assert found["place"] == [0.5]
    assert found["words_before"] == [0.5]
    assert found["level1_growth"] == [0]
    assert found["level2_growth"] == [1]
    assert all(found[f"next{side}_log_words"] == [-1] for side in ("-3", "-2", "-1", "+1", "+2", "+3"))
    assert found["kin_spread"] == [0]


def test_no_block() -> None:
    blocks = read(Page("<p></p>"))
    found, company = surrounding_columns(blocks, text_columns(blocks), read_names(blocks.tree))
    assert found.shape == (len(NAMES), 0)
    assert company.first.shape == company.end.shape == (N_LEVELS, 0)
    assert [len(group) for group in company.kin] == [0, 0]
