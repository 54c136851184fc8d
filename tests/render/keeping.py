"""Extractions that keep what a test says, and what outputs look like when they are read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from marrow.blocks import Blocks
from marrow.extraction import Extraction
from marrow.page import Page
from marrow.reading import read
from marrow.render import RenderOptions

_INLINE = frozenset(
    "a abbr b bdo cite code del dfn em i input ins kbd mark q rp rt ruby s samp small span strong sub sup "
    "time u var img".split()
)
_INLINE_TEI = frozenset("hi ref code q figure graphic figDesc formula".split())


def keep(
    html: str,
    *,
    url: str | None = None,
    kept: Callable[[str], bool] | None = None,
    **options: Any,
) -> Extraction:
    """Extraction of a page that keeps every block, or those for whose text ``kept`` is true."""
    blocks = read(Page(html, url))
    return of_blocks(blocks, [kept is None or kept(text) for text in blocks.text], **options)


def of_blocks(blocks: Blocks, kept: list[bool], **options: Any) -> Extraction:
    """Extraction of blocks with a decision for each."""
    mask = np.array(kept, np.bool_)
    return Extraction(blocks, mask.astype(np.float32), mask, 0.9, "test", RenderOptions(**options))


def markdown_parser() -> MarkdownIt:
    """Parser of GitHub Flavoured Markdown that passes HTML through."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def markdown_as_html(markdown: str) -> str:
    return markdown_parser().render(markdown)


def shown(html: str) -> list[str]:
    """Words of HTML as they stand on the screen."""
    pieces: list[str] = []

    def walk(node: LexborNode) -> None:
        if node.tag == "-text":
            pieces.append(node.text_content or "")
            return
        is_inline = node.tag in _INLINE
        pieces.append("" if is_inline else " ")
        for child in node.iter(include_text=True):
            walk(child)
        pieces.append("" if is_inline else " ")

    body = LexborHTMLParser(f"<body>{html}</body>").body
    assert body is not None
    walk(body)
    return "".join(pieces).split()


def shown_of_tei(xml: str) -> list[str]:
    """Words of the text of a TEI document."""
    pieces: list[str] = []

    def walk(element: ET.Element) -> None:
        space = "" if element.tag.rpartition("}")[2] in _INLINE_TEI else " "
        pieces.append(space + (element.text or ""))
        for child in element:
            walk(child)
            pieces.append(child.tail or "")
        pieces.append(space)

    body = ET.fromstring(xml).find(".//{*}body")  # noqa: S314  (our own output)
    assert body is not None
    walk(body)
    return "".join(pieces).split()
