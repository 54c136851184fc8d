"""The second look at a page: what a block's text does not hold.

Formats with structure need links, emphasis, line breaks, formulas and the white space of code.
The page is walked again by the same walk as in :mod:`marrow.reading.html`, with a builder that
also notes every piece of text as it comes. So elements and blocks have the same rows as in the
tables of :func:`marrow.reading.read`, whichever of its walks gave them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from marrow.page import Page
from marrow.reading.builder import TextBuilder
from marrow.reading.html import Walk, walk_page
from marrow.reading.parsing import parse


class PieceKind(IntEnum):
    """What a piece of a block is."""

    TEXT = 0
    BREAK = 1
    FORMULA = 2
    DISPLAY_FORMULA = 3


@dataclass(frozen=True, slots=True, eq=False)
class Detail:
    r"""The pieces of every block, in document order; each attribute is one per piece.

    The pieces of a block, joined, are its text; in preformatted blocks the pieces also hold empty
    lines before the text and white space after it.

    Attributes
    ----------
    text
        As in the block's text; ``"\n"`` for a line break.
    kind
        Text, line break or formula (its text is TeX).
    element, block
        Rows of the element that holds the piece, and of its block.
    opened
        How many elements had begun before the piece: the elements of rows below this stand
        before it or around it, the others after it. This places elements without text (``img``,
        ``hr``) between the pieces.
    preformatted
        One per block: whether white space is shown as written.
    base_url
        What relative addresses are relative to; ``None`` if not known.
    """

    text: Sequence[str]
    kind: Sequence[PieceKind]
    element: Sequence[int]
    block: Sequence[int]
    opened: Sequence[int]
    preformatted: Sequence[bool]
    base_url: str | None

    def __len__(self) -> int:
        return len(self.text)


def read_detail(page: Page) -> Detail:
    """Read a page again, for the pieces of its blocks."""
    parser = parse(page, checked=True)
    base_url = _base_url(parser, page.url)
    noted = walk_page(parser, page, _RecordingWalk).builder
    noted.mark_formulas({_collapsed(node.text()) for node in parser.css("math annotation")})
    return Detail(
        text=noted.piece_text,
        kind=noted.piece_kind,
        element=noted.piece_element,
        block=noted.piece_block,
        opened=noted.piece_opened,
        preformatted=noted.preformatted,
        base_url=base_url,
    )


def _base_url(parser: LexborHTMLParser, url: str | None) -> str | None:
    base = parser.css_first("base[href]")
    href = (base.attributes.get("href") or "").strip() if base is not None else ""
    try:
        joined = urljoin(url or "", href)
        is_web = urlsplit(joined).scheme in ("http", "https")
    except ValueError:
        return url
    return joined if is_web else url


def _collapsed(text: str) -> str:
    return " ".join(text.split())


class _RecordingBuilder(TextBuilder):
    """A text builder that also notes every piece."""

    __slots__ = (
        "attributes",
        "piece_block",
        "piece_element",
        "piece_kind",
        "piece_opened",
        "piece_text",
        "preformatted",
        "tags",
    )

    def __init__(self, attributes: list[Mapping[str, str | None]], tags: list[str]) -> None:
        super().__init__()
        self.tags = tags
        self.attributes = attributes
        self.preformatted: list[bool] = []
        self.piece_text: list[str] = []
        self.piece_kind: list[PieceKind] = []
        self.piece_element: list[int] = []
        self.piece_block: list[int] = []
        self.piece_opened: list[int] = []

    def add(self, raw: str, element: int) -> None:
        n_blocks, n_pieces = len(self.text), len(self.pieces)
        super().add(raw, element)
        if len(self.text) > n_blocks:
            n_pieces = 0
        added = self.pieces[n_pieces:]
        if not added:
            return
        *separators, text = added
        for separator in separators:
            is_break = separator == "\n" and not self.in_pre
            self._note(separator, PieceKind.BREAK if is_break else PieceKind.TEXT, element)
        self._note(text, self._kind_of(element), element)

    def add_formula(self, tex: str, element: int, *, display: bool) -> None:
        n_pieces = len(self.piece_kind)
        self.add(tex, element)
        if len(self.piece_kind) > n_pieces:
            self.piece_kind[-1] = PieceKind.DISPLAY_FORMULA if display else PieceKind.FORMULA

    def new_line(self) -> None:
        n_pieces = len(self.pieces)
        super().new_line()
        if len(self.pieces) > n_pieces:
            self._note("\n", PieceKind.TEXT, self.container)

    def boundary(self) -> None:
        if self.pieces:
            self.preformatted.append(self.in_pre)
        super().boundary()

    def mark_formulas(self, tex: set[str]) -> None:
        """Mark the math elements whose text is one of ``tex``; others show what they draw."""
        if not tex:
            return
        for piece, element in enumerate(self.piece_element):
            if self.tags[element] == "math" and _collapsed(self.piece_text[piece]) in tex:
                self.piece_kind[piece] = self._formula(element)

    def _note(self, text: str, kind: PieceKind, element: int) -> None:
        self.piece_text.append(text)
        self.piece_kind.append(kind)
        self.piece_element.append(element)
        self.piece_block.append(len(self.text))
        self.piece_opened.append(len(self.tags))

    def _kind_of(self, element: int) -> PieceKind:
        tag = self.tags[element]
        names = self.attributes[element]
        if not (tag == "img" or (tag == "math" and names.get("alttext"))):
            return PieceKind.TEXT
        return self._formula(element)

    def _formula(self, element: int) -> PieceKind:
        names = self.attributes[element]
        is_display = names.get("display") == "block" or "display" in (names.get("class") or "")
        return PieceKind.DISPLAY_FORMULA if is_display else PieceKind.FORMULA


class _RecordingWalk(Walk):
    builder: _RecordingBuilder

    def __init__(self, action: Mapping[str, int], **options: Any) -> None:
        super().__init__(action, **options)
        self.builder = _RecordingBuilder(self.attributes, self.tags)
