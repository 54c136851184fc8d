"""The kept part of a page as a small tree: what Markdown, HTML and TEI are written from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias


class SpanKind(Enum):
    """What a span is."""

    TEXT = "text"
    BREAK = "break"
    FORMULA = "formula"
    DISPLAY_FORMULA = "display formula"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class Mark:
    """A property of a span: a link, emphasis, code, ...

    Attributes
    ----------
    kind
        Name of the HTML element that stands for it: ``a``, ``strong``, ``em``, ``code``, ...
    value
        Address of a link, title of an abbreviation, date of a time, direction of a ``bdo``.
    row
        Of the element that makes the mark. Marks of two elements are equal, so that
        neighbours can be written as one.
    """

    kind: str
    value: str = ""
    row: int = field(default=-1, compare=False)

    def is_one_with(self, other: Mark) -> bool:
        """Whether neighbours with these marks can be written as one; links stay apart."""
        return self == other and (self.kind != "a" or self.row == other.row)


@dataclass(frozen=True, slots=True)
class Span:
    r"""A part of a paragraph with the same marks throughout.

    Attributes
    ----------
    text
        The text; TeX of a formula; alternative text of an image; ``"\n"`` for a line break.
    marks
        At most one of each kind, the outermost first.
    kind
        What it is.
    address
        Of an image.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    kind: SpanKind = SpanKind.TEXT
    address: str = ""


@dataclass(slots=True)
class Paragraph:
    """The text of one block, or an image that stands alone.

    Attributes
    ----------
    spans
        In order; one span of plain text when it is code.
    is_code
        White space is as written.
    language
        Of the code, as the page names it; "" if it does not.
    lang, direction
        BCP 47 tag and ``ltr``/``rtl`` where they differ from the page's.
    """

    spans: list[Span] = field(default_factory=list)
    is_code: bool = False
    language: str = ""
    lang: str = ""
    direction: str = ""


@dataclass(slots=True)
class Rule:
    """A thematic break (``hr``)."""


@dataclass(slots=True)
class Element:
    """A heading, list, item, quote, table, row, cell, ...

    Lists hold items only, tables rows (and captions), rows cells.

    Attributes
    ----------
    tag
        HTML name; ``body`` for the root.
    attributes
        Those that outputs may show: ``start``, ``colspan``, ``rowspan``, ``cite``, and
        ``checked`` ("true" or "false") for the items of task lists.
    children
        In document order.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def paragraphs(self) -> Iterator[Paragraph]:
        """Every paragraph inside, in document order."""
        for child in self.children:
            if isinstance(child, Paragraph):
                yield child
            elif isinstance(child, Element):
                yield from child.paragraphs()

    def of_tag(self, *tags: str) -> list[Element]:
        """Children that are elements of these tags."""
        return [child for child in self.children if isinstance(child, Element) and child.tag in tags]


Node: TypeAlias = Element | Paragraph | Rule


@dataclass(frozen=True, slots=True)
class Group:
    """Spans that share a mark, for outputs where marks are nested elements."""

    mark: Mark
    children: Sequence[Group | Span]


def grouped(spans: Sequence[Span], depth: int = 0) -> list[Group | Span]:
    """Nest spans by their marks, each mark as few times as possible."""
    result: list[Group | Span] = []
    i = 0
    while i < len(spans):
        marks = spans[i].marks
        if len(marks) <= depth:
            result.append(spans[i])
            i += 1
            continue
        first = i
        while (
            i < len(spans) and len(spans[i].marks) > depth and spans[i].marks[depth].is_one_with(marks[depth])
        ):
            i += 1
        result.append(Group(marks[depth], grouped(spans[first:i], depth + 1)))
    return result
