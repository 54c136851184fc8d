"""XHTML: pages that begin with an XML declaration."""

from __future__ import annotations

import pytest

from marrow.page import Page
from marrow.reading import read
from marrow.reading.xhtml import html_of_xhtml

PROLOG = "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE html>\n"

CASES = {
    "empty title": ("<head><title/></head><body><p>a</p></body>", ["a"]),
    "empty script": ("<head><script src='x'/></head><body><p>a</p></body>", ["a"]),
    "empty anchor is no link around": ("<body><p><a id='p1'/>a</p></body>", ["a"]),
    "empty textarea": ("<body><textarea name='x'/><p>a</p></body>", ["a"]),
    "void elements": ("<body><p>a<br/>b<br/>c<img alt='no'/></p></body>", ["a\nb\nc"]),
    "text in CDATA": ("<body><p><![CDATA[x < y & z]]></p></body>", ["x < y & z"]),
    "script in CDATA": ("<body><script>//<![CDATA[\nno<p/>\n//]]></script><p>a</p></body>", ["a"]),
    "comment": ("<body><!-- <p/> <![CDATA[ no ]]> --><p>a</p></body>", ["a"]),
    "slash in an attribute": ("<body><a href=http://a.example/>a</a></body>", ["a"]),
    "greater-than sign in an attribute": ("<body><p title='a/>b'>c</p></body>", ["c"]),
    "namespaces": ("<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><body>a</body></html>", ["a"]),
}


@pytest.mark.parametrize(("html", "expected"), CASES.values(), ids=CASES)
def test_what_xml_closes_is_closed(html: str, expected: list[str]) -> None:
    blocks = read(Page.of(PROLOG + html))
    assert list(blocks.text) == expected
    assert not blocks.runs.in_link.any() or "href" in html


def test_pages_without_a_declaration_are_html() -> None:
    assert list(read(Page.of("<body><title/>no</body>")).text) == []


@pytest.mark.parametrize(
    "markup", ("<a b=", "<a '", "<![CDATA[", "<!--", "<script>", "<a/", "<x y='", '"', "<a /b", "</a/>")
)
def test_linear_in_the_length(markup: str) -> None:
    assert len(html_of_xhtml(markup * 50_000)) >= len(markup) * 50_000 - 50_000 * len("<![CDATA[")
