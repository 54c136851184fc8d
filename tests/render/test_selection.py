from __future__ import annotations

import pytest
from tests.render.keeping import keep

from marrow.page import Page
from marrow.reading import read
from marrow.render import FORMATS
from marrow.render.selection import data_tables

POST = "<p>" + "Every word of this post is content that stays where it is. " * 5 + "</p>"

DATA = {
    "header cells": "<table><tr><th>Bone<th>cm<tr><td>Femur<td>48</table>",
    "caption": "<table><caption>Bones</caption><tr><td>Femur</table>",
    "rows of short cells": "<table><tr><td>Femur<td>48<tr><td>Tibia<td>43</table>",
}
LAYOUT = {
    "says so": "<table role=presentation><tr><th>Bone<th>cm<tr><td>Femur<td>48</table>",
    "one cell": "<table><tr><td>All of the page</table>",
    "one row": "<table><tr><td>Menu<td>Page</table>",
    "headings inside": "<table><tr><td>Menu<td><h1>Page</h1><tr><td>Foot<td>Note</table>",
    "line numbers beside code": "<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>",
    "one cell has nearly all": f"<table><tr><td>Menu<td>{POST * 3}<tr><td>Foot<td>Note</table>",
}


@pytest.mark.parametrize("html", DATA.values(), ids=DATA)
def test_data_tables(html: str) -> None:
    assert len(data_tables(read(Page.of(html)))) == 1


@pytest.mark.parametrize("html", LAYOUT.values(), ids=LAYOUT)
def test_layout_tables(html: str) -> None:
    assert data_tables(read(Page.of(html))) == []


def test_of_nested_tables_the_inner_can_hold_data() -> None:
    blocks = read(Page.of(f"<table><tr><td>Menu<td>{DATA['header cells']}</table>"))
    (row,) = data_tables(blocks)
    assert blocks.tree.tags[: row + 1].count("table") == 2


@pytest.mark.parametrize("format", FORMATS)
def test_without_tables(format: str) -> None:
    html = f"<p>before</p>{DATA['header cells']}<p>after</p>{LAYOUT['one row']}"
    output = keep(html, tables=False).render(format)
    assert "Femur" not in output
    for text in ("before", "after", "Menu", "Page"):
        assert text in output


COMMENTS = [
    "<div id=comments><p>Well said</p></div>",
    "<section class='comments-area'><p>Well said</p></section>",
    "<ol class='wp comment-list'><li>Well said</ol>",
    "<div id=disqus_thread>Well said</div>",
    "<div itemprop=comment>Well said</div>",
    "<div itemscope itemtype='https://schema.org/Comment'>Well said</div>",
    "<div id=respond>Well said</div>",
    "<div class=post-comments>Well said</div>",
]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("section", COMMENTS)
def test_without_comments(section: str, format: str) -> None:
    output = keep(POST + section, comments=False).render(format)
    assert "Every word" in output
    assert "Well said" not in output


@pytest.mark.parametrize("section", COMMENTS)
def test_comments_are_there_by_default(section: str) -> None:
    assert "Well said" in keep(POST + section).text


@pytest.mark.parametrize(
    "section", ("<div class='no-comments-here'>Well said</div>", "<div class=commentary>Well said</div>")
)
def test_other_names_are_no_comments(section: str) -> None:
    assert "Well said" in keep(POST + section, comments=False).text


def test_where_comments_are_the_page_they_stay() -> None:
    html = f"<h1>Why are bones hollow?</h1><div class=comments>{POST}</div>"
    assert "Every word" in keep(html, comments=False).text
