"""For every element of a page: in which structure its text stands, and with which marks."""

from __future__ import annotations

from typing import Final

from marrow.blocks import Blocks
from marrow.reading import tags as t
from marrow.reading.detail import Detail
from marrow.render.document import Mark
from marrow.render.marks import MARKING_TAGS, with_mark
from marrow.render.options import RenderOptions
from marrow.render.selection import data_tables

MAX_DEPTH: Final = 40
"""Elements nested deeper are read through: a hostile page must not make output quadratic."""

LISTS: Final = frozenset({"ul", "ol", "menu", "dir"})
FLAT: Final = t.HEADINGS | {"caption", "summary"}
"""Elements that hold one line of text; blocks inside are parts of it."""
_FREE: Final = t.HEADINGS | LISTS | {"dl", "blockquote", "figure", "details"}
"""Elements that are structure wherever they stand."""
_INSIDE: Final = {
    "li": LISTS,
    "dt": frozenset({"dl"}),
    "dd": frozenset({"dl"}),
    "tr": frozenset({"table"}),
    "caption": frozenset({"table"}),
    "td": frozenset({"tr"}),
    "th": frozenset({"tr"}),
    "figcaption": frozenset({"figure"}),
    "summary": frozenset({"details"}),
}
"""Elements that are structure only directly inside others (elements without meaning between
them do not count), so that a list item without a list is a paragraph."""


class Context:
    """Columns over the elements of a page, filled in one pass; marks when they are asked for.

    Attributes
    ----------
    structure
        Row of the nearest element that is structure, itself included; -1 for none.
    container
        Row of the nearest block-level element, itself included.
    language
        ``lang`` and ``dir`` that hold there; "" where they are the page's own.
    """

    def __init__(self, blocks: Blocks, detail: Detail, options: RenderOptions) -> None:
        self.tree = blocks.tree
        self.base_url, self.options = detail.base_url, options
        self.tables = frozenset(data_tables(blocks))
        self.structure: list[int] = []
        self.container: list[int] = []
        self._marks: dict[int, tuple[Mark, ...]] = {-1: ()}
        self.language: list[tuple[str, str]] = []
        self._depth: list[int] = []
        # Elements in preformatted text are lines of it, or coloured words.
        self._is_in_pre: list[bool] = []
        self._parents = self.tree.parent.tolist()
        for row, tag in enumerate(self.tree.tags):
            self._add(row, tag, self._parents[row])

    def marks(self, row: int) -> tuple[Mark, ...]:
        """Return the marks that hold for text in the element of a row."""
        waiting = []
        while row not in self._marks:
            waiting.append(row)
            row = self._parents[row]
        marks = self._marks[row]
        for inner in reversed(waiting):
            if self.tree.tags[inner] in MARKING_TAGS:
                marks = with_mark(marks, self.tree, inner, self.base_url, self.options)
            self._marks[inner] = marks
        return marks

    def _add(self, row: int, tag: str, parent: int) -> None:
        around = self.structure[parent] if parent >= 0 else -1
        depth = self._depth[parent] if parent >= 0 else 0
        attributes = self.tree.attributes[row]
        is_in_pre = parent >= 0 and (self._is_in_pre[parent] or self.tree.tags[parent] in t.PREFORMATTED)
        if depth < MAX_DEPTH and not is_in_pre and self._is_structure(row, tag, around):
            around, depth = row, depth + 1
        self.structure.append(around)
        self._depth.append(depth)
        self._is_in_pre.append(is_in_pre)
        self.container.append(row if parent < 0 or tag in t.BLOCK else self.container[parent])
        language = self.language[parent] if parent >= 0 else ("", "")
        if parent >= 0 and tag != "body" and ("lang" in attributes or "dir" in attributes):
            language = self._language(row, language)
        self.language.append(language)

    def _is_structure(self, row: int, tag: str, around: int) -> bool:
        if around >= 0 and self.tree.tags[around] in FLAT:
            return False
        if tag in _FREE:
            return True
        if tag == "table":
            return row in self.tables
        allowed = _INSIDE.get(tag)
        return allowed is not None and around >= 0 and self.tree.tags[around] in allowed

    def _language(self, row: int, outer: tuple[str, str]) -> tuple[str, str]:
        attributes = self.tree.attributes[row]
        page = self.tree.attributes[0]
        lang = attributes.get("lang") or outer[0]
        direction = (attributes.get("dir") or outer[1]).lower()
        return (
            "" if lang.lower() == (page.get("lang") or "").lower() else lang,
            direction if direction in ("ltr", "rtl") and direction != (page.get("dir") or "ltr") else "",
        )
