"""Pages that are built to make reading their metadata slow, or to break it."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from marrow.errors import InputError
from marrow.page import Page
from marrow.reading import read
from marrow.reading.metadata import read_metadata

LD = '<script type="application/ld+json">'
_MAX_SECONDS = 8
"""Each page takes a small part of this; quadratic time would take many times as long."""

PAGES: dict[str, Callable[[int], str]] = {
    "deep JSON": lambda n: LD + "[" * n + "]" * n + "</script><h1>T</h1>",
    "deep JSON, not closed": lambda n: LD + '{"author":' * n + "</script>",
    "escaped quotes": lambda n: LD + '{"x":' + '\\"' * 10 * n + "</script>",
    "comments not closed": lambda n: LD + '{"x":' + "/*" * 10 * n + "</script>",
    "many authors in JSON": lambda n: LD + '{"@type":"Article","author":[' + '"A",' * n + "]}</script>",
    "the same author by reference": lambda n: (
        LD
        + '{"@graph":[{"@id":"#a","name":"'
        + "by " * 600
        + '"},'
        + '{"@type":"Article","author":['
        + '{"@id":"#a"},' * 50
        + "]}," * (n // 400)
        + "]}</script>"
    ),
    "authors of nothing but labels": lambda n: "".join(
        f'<meta name="citation_author" content="{i} {"by " * 60}">' for i in range(n // 10)
    ),
    "many scripts": lambda n: (LD + '{"@type":"Person","name":"x"}</script>') * n,
    "many meta": lambda n: "".join(f'<meta name="author" content="A {i}">' for i in range(n)),
    "long keywords": lambda n: f'<meta name="keywords" content="{"a," * n}">',
    "nested authors": lambda n: "<h1>T</h1>" + '<b class="author">' * (n // 20) + "x y",
    "many authors": lambda n: "<h1>T</h1>" + '<b class="author">By Bo Li 12 3</b>' * n,
    "many times": lambda n: "<time>99</time>" * n,
    "many properties": lambda n: '<i itemprop="datePublished">x</i>' * n,
    "many headings": lambda n: "<h1>a | b</h1>" * n,
    "many links home": lambda n: '<a href="/">x</a>' * n,
    "separators": lambda n: f"<title>{' | ' * n}</title><h1>x</h1>",
    "blanks": lambda n: f'<title>a{" " * 10 * n}</title><meta name="author" content="by{" " * 10 * n}x">',
    "class names": lambda n: f'<p class="{"author " * n}" id="{"by-" * n}">x',
    "lines": lambda n: "<h1>T</h1>" + f"<p>{'published ' * 19}</p>" * (n // 4),
    "digits": lambda n: f"<h1>T</h1><p>{'12 ' * n}",
    "broken addresses": lambda n: '<link rel="canonical" href="http://[x">' * n,
}


@pytest.mark.parametrize("name", PAGES)
def test_hostile_page_is_read_in_time(name: str) -> None:
    blocks = read(Page.of(PAGES[name](20_000)))
    start = time.perf_counter()
    found = read_metadata(blocks)
    assert time.perf_counter() - start < _MAX_SECONDS
    assert len(found.title or "") <= 2_000
    assert len(found.authors) <= 50


@given(
    st.text(alphabet=st.sampled_from("<>/=\"' {}[]:,&;-\\ahmetlinkscriptpdate120|By\n"), max_size=300),
    st.sampled_from(("<title>", "<meta content='", '<meta name="author" content="', LD, "<h1>", "<time>")),
)
def test_any_text_gives_metadata(text: str, before: str) -> None:
    try:
        blocks = read(Page.of(before + text + "x"))
    except InputError:
        return
    found = read_metadata(blocks)
    assert all(isinstance(name, str) and name for name in found.authors)
    assert found.title is None or found.title == " ".join(found.title.split())
