"""Whatever comes in: the reader gives sound tables, or says why not."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given, settings, strategies as st
from selectolax.lexbor import LexborHTMLParser
from tests.hostile.soup import pages, tag_soup

from marrow.blocks import Blocks
from marrow.errors import InputError
from marrow.page import Page
from marrow.reading import read
from marrow.reading.detail import read_detail

PADDING = "Enough words to be read once. " * 6


def read_or_refuse(source: str | bytes) -> Blocks | None:
    try:
        return read(Page.of(source))
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert message.startswith("input: ")
    return None


def check_tables(blocks: Blocks) -> None:
    """Everything that the docstrings of the tables promise."""
    tree, runs = blocks.tree, blocks.runs
    n, n_blocks = len(tree), len(blocks)
    rows = np.arange(n)
    assert len(tree.attributes) == len(tree.tag) == len(tree.parent) == len(tree.end) == n
    # Pre-order: parents come first, subtrees are ranges that lie within each other.
    assert n
    assert tree.parent[0] == -1
    assert np.all(tree.parent[1:] >= 0)
    assert np.all(tree.parent < rows)
    assert np.all((tree.end > rows) & (tree.end <= n))
    assert np.all(tree.end[1:] <= tree.end[tree.parent[1:]])
    # A row is the next one after its last sibling's subtree, or its parent's first child.
    assert np.array_equal(tree.subtree_sum(np.ones(n, np.int64)), tree.end - rows)
    # Blocks: in order, inside the ranges of their elements, never empty.
    assert all(text and not text.isspace() for text in blocks.text)
    assert len(blocks.text) == len(blocks.element) == len(blocks.first_run) == n_blocks
    assert np.all((tree.first_block >= 0) & (tree.end_block <= n_blocks))
    block = np.arange(n_blocks)
    assert np.all(tree.first_block[blocks.element] <= block)
    assert np.all(tree.end_block[blocks.element] > block)
    # Runs: in order, each block has some, counts are their sums.
    assert np.all(np.diff(runs.block) >= 0)
    assert np.array_equal(np.unique(runs.block), block)
    assert np.array_equal(np.searchsorted(runs.block, block), blocks.first_run)
    assert np.all(runs.n_chars > 0)
    assert np.all(runs.n_words > 0)
    for column, sums in ((runs.n_chars, blocks.n_chars), (runs.n_words, blocks.n_words)):
        assert np.array_equal(np.bincount(runs.block, column, n_blocks).astype(int), sums)
    for column, sums in ((runs.n_chars, blocks.n_link_chars), (runs.n_words, blocks.n_link_words)):
        in_links = np.bincount(runs.block, column * runs.in_link, n_blocks).astype(int)
        assert np.array_equal(in_links, sums)


@given(pages)
def test_any_text(source: str) -> None:
    blocks = read_or_refuse(source)
    if blocks is not None:
        check_tables(blocks)


@given(
    st.binary(max_size=300)
    | st.builds(lambda a, b: a + b"<p>" + b, st.binary(max_size=9), st.binary(max_size=99))
)
def test_any_bytes(source: bytes) -> None:
    blocks = read_or_refuse(source)
    if blocks is not None:
        check_tables(blocks)


@given(pages)
def test_reading_twice_gives_the_same(source: str) -> None:
    first, second = read_or_refuse(source), read_or_refuse(source)
    if first is None or second is None:
        assert first is second
        return
    assert list(first.text) == list(second.text)
    assert np.array_equal(first.tree.end, second.tree.end)
    assert np.array_equal(first.runs.n_words, second.runs.n_words)


@given(pages)
def test_second_look_sees_the_same_blocks(source: str) -> None:
    blocks = read_or_refuse(source)
    if blocks is None:
        return
    detail = read_detail(blocks.page)
    joined = [""] * len(blocks)
    for block, text in zip(detail.block, detail.text, strict=True):
        joined[block] += text
    assert [text.split() for text in joined] == [text.split() for text in blocks.text]


NOT_SHOWN = """
    head, script, style, template, title, meta, link, base, iframe, frame, object, embed, applet,
    param, audio, video, source, track, canvas, area, select, datalist, noembed, noframes, svg,
    noscript, col, colgroup, meter, progress, [popover], dialog:not([open]), .katex-html
"""
UNSEEN = re.compile("[\\s\u00ad\u200b\u2060\ufeff]")


def shown_by_the_parser(html: str) -> str:
    """Take the visible text another way, with selectors; white space left out."""
    parser = LexborHTMLParser(html, scripting=True)
    root = parser.root
    assert root is not None
    for node in root.css(NOT_SHOWN):
        node.decompose()
    for node in root.css("[hidden]"):
        if (node.attributes["hidden"] or "").lower() != "until-found":
            node.decompose()
    for node in root.css("[style]"):
        if "display:none" in (node.attributes["style"] or ""):
            node.decompose()
    for node in root.css("math"):
        node.decompose()
    return UNSEEN.sub("", root.text(separator=""))


@settings(max_examples=300)
@given(tag_soup.filter(lambda html: not re.search("math|shadow|<img|frameset|\u200d", html)))
def test_text_is_all_that_is_visible(soup: str) -> None:
    html = Page.of(f"<p>{PADDING}</p>{soup}").html
    blocks = read(Page.of(html))
    assert "".join("".join(blocks.text).split()) == shown_by_the_parser(html)
