from __future__ import annotations

import pytest

from marrow.page import Page
from marrow.reading import read
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.titles import find_title


def title_of(html: str, url: str | None = None) -> str | None:
    claim = find_title(Statements(read(Page.of(html, url=url))))
    return claim.value if claim else None


SITE = '<meta property="og:site_name" content="Bone News">'


@pytest.mark.parametrize(
    "title",
    (
        "Bones grow | Bone News",
        "Bones grow - Bone News",
        "Bones grow – Bone News",
        "Bones grow :: Bone News",
        "Bones grow « Bone News",
        "Bones grow_Bone News",
        "Bones grow",
    ),
)
def test_drops_the_name_of_the_site(title: str) -> None:
    # An underscore parts only beside Chinese; here it stays.
    expected = "Bones grow_Bone News" if "_" in title else "Bones grow"
    assert title_of(f"<title>{title}</title>{SITE}<p>x") == expected


def test_chinese_separators() -> None:
    assert title_of(f"<title>骨头生长_骨报</title>{SITE.replace('Bone News', '骨报')}<p>x") == "骨头生长"


def test_the_site_may_be_known_from_the_host_or_the_link_to_its_root() -> None:
    assert (
        title_of("<title>Bones grow | Bonenews</title><p>x", "https://www.bonenews.example/1") == "Bones grow"
    )
    assert title_of('<title>Bones grow | Our bones</title><a href="/">Our bones</a>') == "Bones grow"


def test_keeps_separators_that_belong_to_the_title() -> None:
    html = f"<title>Bones - a history | Bone News</title>{SITE}<p>x"
    assert title_of(html) == "Bones - a history"


def test_prefers_the_heading_that_the_title_confirms() -> None:
    html = "<title>Bones grow - Ann's weblog</title><h1>Ann's weblog</h1><h1>Bones grow</h1><h1>Comments</h1>"
    assert title_of(html) == "Bones grow"


def test_a_lower_heading_counts_when_the_main_one_is_the_site() -> None:
    html = "<title>Marrow: Bones grow | Code</title><h1><a href='/'>Marrow</a></h1><h2>Bones grow</h2>"
    assert title_of(html) == "Bones grow"


def test_heading_without_anchor_sign_and_hidden_heading() -> None:
    html = "<title>Quickstart — Docs</title><h1 hidden>Menu</h1><h1>Quickstart¶</h1>"
    assert title_of(html) == "Quickstart"


def test_a_heading_that_is_only_part_of_the_title_is_not_the_title() -> None:
    assert title_of("<title>Bike trails near Houston</title><h1>Trails</h1><h1>Houston</h1>") == (
        "Bike trails near Houston"
    )


def test_title_of_a_drawing_is_none() -> None:
    assert title_of("<svg><title>Icon</title></svg><p>x") is None


def test_sources_in_order_when_nothing_is_shown() -> None:
    ld = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"From JSON"}</script>'
    og = '<meta property="og:title" content="From graph">'
    dc = '<meta name="DC.title" content="From Dublin">'
    assert title_of(f"<title>From title</title>{dc}{og}{ld}<p>x") == "From JSON"
    assert title_of(f"<title>From title</title>{dc}{og}<p>x") == "From graph"
    assert title_of(f"<title>From title</title>{dc}<p>x") == "From Dublin"
    assert title_of("<title>From title</title><p>x") == "From title"


def test_a_heading_where_there_is_no_title() -> None:
    assert title_of("<h1>Bones grow</h1><p>x") == "Bones grow"
    assert title_of("<h2>Bones grow</h2><p>x") == "Bones grow"


def test_white_space_entities_and_unseen_characters() -> None:
    assert (
        title_of("<title> Bones\n &amp;amp; \u200b\tmarrow&nbsp;grow </title><p>x") == "Bones & marrow grow"
    )
