"""From the tables of a page to the tree of what is kept of it.

Images have no text and so no score. An image inside a kept block is kept. One between blocks is
kept when a block next to it is kept, and so is at least half of what stands in the smallest
element around it that has text. A rule is kept between two kept blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from marrow.reading.detail import PieceKind, read_detail
from marrow.reading.tags import HEADINGS
from marrow.render.addresses import image_address, safe_address
from marrow.render.blanks import tightened
from marrow.render.context import FLAT, LISTS, Context
from marrow.render.document import Element, Mark, Node, Paragraph, Rule, Span, SpanKind
from marrow.render.formulas import has_formula_script, spans_of_text, tidy_tex
from marrow.render.languages import code_language
from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered
from marrow.render.selection import selected

_SHOWN_ATTRIBUTES: Final = ("start", "colspan", "rowspan")
_FORMULAS: Final = {
    PieceKind.FORMULA: SpanKind.FORMULA,
    PieceKind.DISPLAY_FORMULA: SpanKind.DISPLAY_FORMULA,
}
_BLANK_START = re.compile(r"\A(?:[^\S\n]*\n)+")
_PERMALINK_SIGNS: Final = frozenset("# ¶ § 🔗 ⚓ ∞".split())
_MAX_CHECKBOX_ROWS: Final = 6
_MIN_KEPT_SHARE: Final = 0.5


def build(extraction: Rendered, options: RenderOptions) -> Element:
    """Build the tree of the kept blocks: every kept block once, in document order."""
    return _Builder(extraction, options).build()


class _Builder:
    """Walks the pieces of a page once, and places images and rules between them."""

    def __init__(self, extraction: Rendered, options: RenderOptions) -> None:
        self.blocks = extraction.blocks
        self.tree = self.blocks.tree
        self.options = options
        self.kept = selected(self.blocks, extraction.kept, options).tolist()
        self.n_kept = np.concatenate(([0], np.cumsum(self.kept)))
        self.detail = read_detail(self.blocks.page)
        self.context = Context(self.blocks, self.detail, options)
        self.has_formulas = has_formula_script(self.blocks.page.html)
        self.root = Element("body")
        self.elements: dict[int, Element] = {-1: self.root}
        self.tables: list[Element] = []
        self.is_mostly_kept: dict[int, bool] = {}

    def build(self) -> Element:
        """Build the tree."""
        extras = self._extras()
        n_placed = 0
        last: Paragraph | None = None
        for block, first, end in self._blocks_of_pieces():
            n_before = n_placed
            while n_placed < len(extras) and extras[n_placed] < self.detail.opened[first]:
                n_placed += 1
            leading = self._place_between(extras[n_before:n_placed], block, last)
            last = self._paragraph(block, leading) if self.kept[block] else None
            for piece in range(first, end):
                while n_placed < len(extras) and extras[n_placed] < self.detail.opened[piece]:
                    self._add_image(extras[n_placed], last)
                    n_placed += 1
                if last is not None:
                    self._add_piece(piece, last)
            if last is not None and last.is_code:
                self._finish_code(last)
        self._place_between(extras[n_placed:], len(self.blocks), last)
        for table in self.tables:
            _drop_empty_rows(table)
        _finish(self.root)
        return self.root

    def _extras(self) -> list[int]:
        """Rows of images and rules."""
        wanted = {"hr", "img"} if self.options.images else {"hr"}
        formulas = {row for row in self.detail.element if self.tree.tags[row] == "img"}
        return [row for row, tag in enumerate(self.tree.tags) if tag in wanted and row not in formulas]

    def _blocks_of_pieces(self) -> Iterator[tuple[int, int, int]]:
        """Each block with its first piece and the one after its last."""
        block_of, first = self.detail.block, 0
        for piece in range(1, len(block_of) + 1):
            if piece == len(block_of) or block_of[piece] != block_of[first]:
                yield block_of[first], first, piece
                first = piece

    # --- images and rules -----------------------------------------------------------------------

    def _place_between(self, rows: list[int], block: int, last: Paragraph | None) -> list[int]:
        """Place what stands before ``block`` and after the block before it.

        Returns the images that begin ``block``. ``last`` is the paragraph of the block before,
        if that is kept.
        """
        leading = []
        for row in rows:
            container = self.context.container[row]
            if block < len(self.blocks) and self.kept[block] and container == self.blocks.element[block]:
                leading.append(row)
            elif self.tree.tags[row] == "hr":
                if last is not None and block < len(self.blocks) and self.kept[block]:
                    self._attach(self._element(self.context.structure[row]), Rule())
            elif last is not None and not last.is_code and container == self.blocks.element[block - 1]:
                self._add_image(row, last)
            elif self._is_kept_image(row, block):
                paragraph = Paragraph()
                self._add_image(row, paragraph)
                if paragraph.spans:
                    self._attach(self._element(self.context.structure[row]), paragraph)
        return leading

    def _is_kept_image(self, row: int, block: int) -> bool:
        is_beside = (block > 0 and self.kept[block - 1]) or (block < len(self.kept) and self.kept[block])
        if not is_beside:
            return False
        parent = int(self.tree.parent[row])
        if parent not in self.is_mostly_kept:  # many images may stand deep in one element
            self.is_mostly_kept[parent] = self._is_mostly_kept(parent)
        return self.is_mostly_kept[parent]

    def _is_mostly_kept(self, row: int) -> bool:
        """Whether the smallest element around that has text is kept, or half of it."""
        tree = self.tree
        while row > 0 and tree.end_block[row] <= tree.first_block[row]:
            row = int(tree.parent[row])
        first, end = int(tree.first_block[row]), int(tree.end_block[row])
        return bool(self.n_kept[end] - self.n_kept[first] >= _MIN_KEPT_SHARE * (end - first))

    def _add_image(self, row: int, paragraph: Paragraph | None) -> None:
        if paragraph is None or paragraph.is_code or self.tree.tags[row] != "img":
            return
        attributes = self.tree.attributes[row]
        address = image_address(attributes, self.detail.base_url)
        if address is None:
            return
        text = " ".join((attributes.get("alt") or "").split())
        marks = tuple(mark for mark in self.context.marks(row) if mark.kind == "a")
        if paragraph.spans and not paragraph.spans[-1].text.endswith((" ", "\n")):
            paragraph.spans.append(Span(" "))
        paragraph.spans.append(Span(text, marks, SpanKind.IMAGE, address))

    # --- text -----------------------------------------------------------------------------------

    def _paragraph(self, block: int, leading: list[int]) -> Paragraph:
        row = int(self.blocks.element[block])
        lang, direction = self.context.language[row]
        structure = self.context.structure[row]
        is_flat = structure >= 0 and self.tree.tags[structure] in FLAT
        paragraph = Paragraph(lang=lang, direction=direction)
        if self.detail.preformatted[block] and not is_flat:
            paragraph.is_code = True
            paragraph.language = code_language(self.tree, row)
        for image in leading:
            self._add_image(image, paragraph)
        if paragraph.spans:
            paragraph.spans.append(Span(" "))
        self._attach(self._element(structure), paragraph)
        return paragraph

    def _add_piece(self, piece: int, paragraph: Paragraph) -> None:
        text, kind = self.detail.text[piece], self.detail.kind[piece]
        spans, marks = paragraph.spans, self.context.marks(self.detail.element[piece])
        if paragraph.is_code:
            spans.append(Span(text))
        elif kind is PieceKind.BREAK:
            spans.append(Span("\n", marks, SpanKind.BREAK))
        elif kind in _FORMULAS:
            spans.append(Span(tidy_tex(text), marks, _FORMULAS[kind]))
        elif self.detail.preformatted[self.detail.block[piece]]:
            spans.append(Span(re.sub(r"\s+", " ", text), marks))
        elif self.has_formulas and ("\\" in text or "$$" in text):
            spans += spans_of_text(text, marks)
        elif spans and spans[-1].kind is SpanKind.TEXT and _from_same_elements(spans[-1].marks, marks):
            spans[-1] = Span(spans[-1].text + text, marks)
        else:
            spans.append(Span(text, marks))

    @staticmethod
    def _finish_code(paragraph: Paragraph) -> None:
        text = "".join(span.text for span in paragraph.spans).replace("\xa0", " ").replace("\r", "")
        paragraph.spans = [Span(_BLANK_START.sub("", text).rstrip())]

    # --- structure ------------------------------------------------------------------------------

    def _element(self, row: int) -> Element:
        """Return the element of a row that is structure; make it when it is first needed."""
        if row in self.elements:
            return self.elements[row]
        outer = int(self.tree.parent[row])
        parent = self._element(self.context.structure[outer] if outer >= 0 else -1)
        if row in self.elements:  # a cell: its table was just made, and with it all cells
            return self.elements[row]
        element = self._new_element(row)
        self._attach(parent, element)
        if element.tag == "table":
            self._add_cells(row)
        return element

    def _new_element(self, row: int) -> Element:
        tag = self.tree.tags[row]
        names = self.tree.attributes[row]
        attributes = {name: names.get(name) or "" for name in _SHOWN_ATTRIBUTES if name in names}
        attributes = {name: value for name, value in attributes.items() if _is_number(value)}
        if tag == "blockquote":
            cite = safe_address(names.get("cite"), self.detail.base_url) if self.options.links else None
            attributes |= {"cite": cite} if cite else {}
        elif tag == "li":
            attributes |= self._checkbox(row)
        element = Element("ul" if tag in LISTS and tag != "ol" else tag, attributes)
        self.elements[row] = element
        if tag == "table":
            self.tables.append(element)
        return element

    def _checkbox(self, item: int) -> dict[str, str]:
        """State of the checkbox that a task begins with.

        Checkboxes that can be changed are controls of the page, unless their class says task.
        """
        first_block = self.tree.first_block
        for row in range(item + 1, min(int(self.tree.end[item]), item + _MAX_CHECKBOX_ROWS)):
            names = self.tree.attributes[row]
            if first_block[row] != first_block[item] or self.tree.tags[row] in LISTS:
                break
            if self.tree.tags[row] == "input" and (names.get("type") or "").lower() == "checkbox":
                classes = (names.get("class") or "", self.tree.attributes[item].get("class") or "")
                if "disabled" in names or any("task" in name for name in classes):
                    return {"checked": "true" if "checked" in names else "false"}
        return {}

    def _add_cells(self, table: int) -> None:
        """Make all rows and cells of a table, so that empty cells keep their place."""
        structure = self.context.structure
        for row in range(table + 1, int(self.tree.end[table])):
            if structure[row] == row and self.tree.tags[row] in ("tr", "td", "th"):
                self._element(row)

    def _attach(self, parent: Element, child: Node) -> None:
        """Append a child, within an item or a cell of its own where the parent holds only such."""
        tag = child.tag if isinstance(child, Element) else ""
        if parent.tag in ("ul", "ol") and tag != "li":
            if isinstance(child, Rule):
                return
            parent = self._last_or_new(parent, "li", is_new=not (tag in LISTS and parent.children))
        elif parent.tag == "dl" and tag not in ("dt", "dd"):
            parent = self._last_or_new(parent, "dd", is_new=False)
        elif parent.tag == "table" and tag not in ("tr", "caption"):
            parent = self._last_or_new(self._last_or_new(parent, "tr", is_new=True), "td", is_new=True)
        elif parent.tag == "tr" and tag not in ("td", "th"):
            parent = self._last_or_new(parent, "td", is_new=False)
        parent.children.append(child)

    @staticmethod
    def _last_or_new(parent: Element, tag: str, *, is_new: bool) -> Element:
        last = parent.children[-1] if parent.children and not is_new else None
        if isinstance(last, Element) and last.tag == tag:
            return last
        element = Element(tag)
        parent.children.append(element)
        return element


def _finish(element: Element) -> None:
    """Tidy the spans of all paragraphs; take the permalink signs out of headings and terms."""
    for child in element.children:
        if isinstance(child, Element):
            _finish(child)
        elif isinstance(child, Paragraph) and not child.is_code:
            spans = child.spans
            if element.tag in HEADINGS or element.tag == "dt":
                spans = [span for span in spans if not _is_permalink(span)] or spans
            child.spans = tightened(spans)


def _from_same_elements(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> bool:
    return one is other or (one == other and [mark.row for mark in one] == [mark.row for mark in other])


def _is_permalink(span: Span) -> bool:
    is_link = any(mark.kind == "a" for mark in span.marks)
    return is_link and span.kind is SpanKind.TEXT and span.text.strip() in _PERMALINK_SIGNS


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) <= 9  # noqa: PLR2004


def _drop_empty_rows(table: Element) -> None:
    """Drop the rows of which nothing is kept."""
    table.children = [
        child
        for child in table.children
        if not isinstance(child, Element) or child.tag != "tr" or next(child.paragraphs(), None) is not None
    ]
