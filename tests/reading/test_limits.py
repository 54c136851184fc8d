"""Pages that take parsers minutes are refused; pages that people write are not."""

from __future__ import annotations

import time

import pytest

from marrow.errors import TooLargeError
from marrow.page import Page
from marrow.reading import read

N = 50_000


def _numbered(pattern: str, n: int = N) -> str:
    return "".join(pattern.replace("#", str(i)) for i in range(n))


HOSTILE = {
    "formatting reopened in each block": "<p>" + _numbered("<b id=#>", 3_000) + "<p>x" * 3_000,
    "formatting closed around blocks": _numbered("<b id=#><div>", 10_000) + "</b>" * 10_000,
    "deep blocks": "<div>" * N,
    "deep lists": "<ul><li>" * N,
    "paragraphs in deep inline elements": "<span>" * N + "<p>x</p>" * N,
    "end tags of nothing": "<div>" * N + "</b>" * N,
    "end tags of paragraphs": "<span>" * N + "</p>" * N,
    "end tags in svg": "<svg>" + "<g>" * N + "</q>" * N,
    "after an empty comment": "<!-->" + "<div>" * N,
    "after a comment with a wrong end": "<!-- x --!>" + "<div>" * N,
    "within a style in svg": "<svg><style>" + "<g>" * N + "</q>" * N,
    "attributes": "<div " + _numbered(" a#=1") + ">x",
    "attributes behind a quoted end": "x" * 2_000_000 + "<div a='>' " + _numbered(" a#=1") + ">x",
    "attributes behind quoted tags": _numbered("<div a='>' b='<p>'", 1)
    + _numbered(" a#='<p>x</p>' ", 19_000)
    + " "
    + _numbered(" b#")
    + ">x",
    "attributes behind quoted tags, few": "<div " + _numbered(" a#=1 c#='>' d#='<p>' ", 15_000) + ">x",
    "attributes of a script": "<script " + _numbered(" a#=1") + "></script>x",
    "attributes behind a style in quotes": "<style x='</style>'><!--</style><div "
    + _numbered(" a#=1")
    + ">-->",
    "attributes behind a tag in a comment": '<!-- <a x=" --><div ' + _numbered(" a#=1 b#='>'") + '>x"',
    "names of attributes of few tags": "".join(
        "<p " + "".join(f" a{i}x{j}" for j in range(100)) + ">x" for i in range(1_000)
    ),
    "attributes added to the body": _numbered("<body a#=1>"),
    "names of elements": _numbered("<x-#>"),
    "names of attributes": _numbered("<p a#>"),
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_costly_markup_is_refused_at_once(html: str) -> None:
    start = time.perf_counter()
    with pytest.raises(TooLargeError, match=r"^http://a\.example/: .*repair them") as refused:
        read(Page.of(html, url="http://a.example/"))
    assert "\n" not in str(refused.value)
    assert time.perf_counter() - start < 10


LARGE = {
    "words": _numbered("<p>word# word# 'word' \"word\"</p>", 15_000),
    "attributes of many tags": _numbered("<p id=a# class='b c d' title=\"e > f\" data-x>x</p>", 8_000),
    "siblings": "<p class=a>x <b>y</b> <a href=z>z</a></p>" * N,
    "unclosed items": "<ul>" + "<li>x" * N + "</ul>",
    "unclosed cells": "<table>" + "<tr><td>x<td>y" * N + "</table>",
    "unclosed paragraphs in links": "<p><a href=x>x" * N,
    "unclosed font": "<font size=2><p>x" * 5_000,
    "nested tables": "<table><tr><td>x" * 5_000,
    "deep blocks": "<div>" * 5_000 + "x" + "</div>" * 5_000,
    "options": "<select>" + "<option>x" * N + "</select>x",
    "comparisons in a script": "<script>" + "i<b ;i<a2;" * N + "</script>" + "<p>x" * N,
    "markup in a script": "<script>" + "'<b id=1><div>' +" * N + "</script>x",
    "long values": "<p data-json='" + "word > word " * N + "'>x",
    "unquoted values": _numbered("<img src=# alt=x>x"),
    "less-than signs": "x < y " * N,
}


@pytest.mark.parametrize("html", LARGE.values(), ids=LARGE)
def test_large_pages_are_read(html: str) -> None:
    assert read(Page.of(html)).n_chars.sum() > 0
