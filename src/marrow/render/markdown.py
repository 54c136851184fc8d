"""GitHub Flavoured Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from marrow.reading.tags import HEADINGS
from marrow.render.building import build
from marrow.render.document import Element, Mark, Node, Paragraph, Rule, Span, SpanKind
from marrow.render.markdown_inline import markdown_line
from marrow.render.markdown_table import markdown_table
from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered

_BOLD: Final = Mark("strong")
_CLOSING_HASHES = re.compile(r"(?<!\S)(#+)$")
_FENCE_RUNS = re.compile("`{3,}")
_Lines = list[str]


def to_markdown(extraction: Rendered, options: RenderOptions) -> str:
    """Write the kept blocks as Markdown.

    What Markdown has no syntax for is written so that it reads well: a term of a definition list
    is bold, so is the summary of ``details``; rows of a table without a header stand below an
    empty one.
    """
    return "\n".join(_body(build(extraction, options).children))


def _body(children: Sequence[Node], *, is_tight: bool = False) -> _Lines:
    """Lines of a sequence of blocks, a blank line between two."""
    lines: _Lines = []
    previous: Node | None = None
    bullet = 0
    for child in _without_loose_rules(children):
        is_again = isinstance(child, Element) and isinstance(previous, Element) and previous.tag == child.tag
        bullet = 1 - bullet if is_again else 0
        block = _block(child, bullet)
        if not block:
            continue
        if lines and not is_tight:
            lines.append("")
        lines += block
        previous = child
    return lines


def _without_loose_rules(children: Sequence[Node]) -> list[Node]:
    """Drop rules that separate nothing."""
    result: list[Node] = []
    for child in children:
        if not (isinstance(child, Rule) and (not result or isinstance(result[-1], Rule))):
            result.append(child)
    while result and isinstance(result[-1], Rule):
        result.pop()
    return result


def _block(node: Node, bullet: int) -> _Lines:
    if isinstance(node, Rule):
        return ["---"]
    if isinstance(node, Paragraph):
        return _code(node) if node.is_code else _paragraph(node.spans)
    if node.tag in ("ul", "ol"):
        return _list(node, bullet)
    kind = "heading" if node.tag in HEADINGS else node.tag
    write = _WRITERS.get(kind)
    return write(node) if write else _body(node.children)


def _quote(element: Element) -> _Lines:
    return [f"> {line}" if line else ">" for line in _body(element.children)]


def _bold_line(element: Element) -> _Lines:
    return _paragraph(_bold(_one_line(element)))


def _paragraph(spans: Sequence[Span]) -> _Lines:
    text = markdown_line(spans)
    return text.split("\n") if text else []


def _one_line(element: Element) -> list[Span]:
    """Spans of all paragraphs inside, with a break between two."""
    spans: list[Span] = []
    for paragraph in element.paragraphs():
        if spans:
            spans.append(Span("\n", (), SpanKind.BREAK))
        spans += paragraph.spans
    return spans


def _bold(spans: Sequence[Span]) -> list[Span]:
    return [
        replace(span, marks=(_BOLD, *(mark for mark in span.marks if mark.kind != "strong")))
        for span in spans
    ]


def _heading(element: Element) -> _Lines:
    text = markdown_line(_one_line(element), line_break=" ", without="strong")
    text = _CLOSING_HASHES.sub(r"\\\1", text)
    return [f"{'#' * int(element.tag[1])} {text}"] if text else []


def _code(paragraph: Paragraph) -> _Lines:
    text = paragraph.spans[0].text
    fence = "`" * max(3, 1 + max(map(len, _FENCE_RUNS.findall(text)), default=0))
    return [fence + paragraph.language, *text.split("\n"), fence]


def _table(element: Element) -> _Lines:
    lines: _Lines = []
    for caption in element.of_tag("caption"):
        lines += [*_block(caption, 0), ""]
    return lines + markdown_table(element)


def _list(element: Element, bullet: int) -> _Lines:
    is_ordered = element.tag == "ol"
    number = int(element.attributes.get("start") or 1)
    items = element.of_tag("li")
    is_tight = all(_is_tight(item) for item in items)
    lines: _Lines = []
    for item in items:
        marker = f"{number}{'.)'[bullet]} " if is_ordered else f"{'-*'[bullet]} "
        body = _body(item.children, is_tight=is_tight)
        if not body:
            continue
        if lines and not is_tight:
            lines.append("")
        lines += _item(marker, body, item.attributes.get("checked"))
        number += 1
    return lines


def _is_tight(item: Element) -> bool:
    """Whether an item is one line of text, lists below it aside."""
    others = [
        child for child in item.children if not (isinstance(child, Element) and child.tag in ("ul", "ol"))
    ]
    if not others:
        return True
    return len(others) == 1 and others[0] is item.children[0] and isinstance(others[0], Paragraph)


def _item(marker: str, body: _Lines, checked: str | None) -> _Lines:
    indent = " " * len(marker)
    first, *rest = body
    if checked is not None:
        marker += "[x] " if checked == "true" else "[ ] "
    elif first.startswith(("[ ] ", "[x] ", "[X] ")):
        first = "\\" + first
    return [marker + first, *(indent + line if line else "" for line in rest)]


def _definitions(element: Element) -> _Lines:
    """Write a definition list: bullets while the definitions are short, or paragraphs."""
    parts = [child for child in element.children if isinstance(child, Element)]
    if all(_is_line(part) for part in parts):
        return _short_definitions(parts)
    lines: _Lines = []
    for part in parts:
        block = (
            _paragraph(_bold(_one_line(part)))
            if _is_line(part) and part.tag == "dt"
            else _body(part.children)
        )
        lines += ([""] if lines and block else []) + block
    return lines


def _is_line(part: Element) -> bool:
    return (
        len(part.children) == 1 and isinstance(part.children[0], Paragraph) and not part.children[0].is_code
    )


def _short_definitions(parts: Sequence[Element]) -> _Lines:
    """Write each term as an item: with its definition, or with a list of several."""
    lines: _Lines = []
    indent: str | None = ""  # of a definition; None when it was written beside its term
    for i, part in enumerate(parts):
        spans = _one_line(part)
        if part.tag == "dt":
            spans = _bold(spans)
            indent = "  "
            if _n_definitions(parts, i + 1) == 1:
                colon = " " if spans and spans[-1].text.rstrip().endswith(":") else ": "
                spans += [Span(colon), *_one_line(parts[i + 1])]
                indent = None
            lines += _item("- ", _paragraph(spans), None)
        elif indent is not None:
            lines += [indent + line for line in _item("- ", _paragraph(spans), None)]
    return lines


def _n_definitions(parts: Sequence[Element], first: int) -> int:
    n = 0
    while first + n < len(parts) and parts[first + n].tag == "dd":
        n += 1
    return n


_WRITERS: Final[dict[str, Callable[[Element], _Lines]]] = {
    "heading": _heading,
    "dl": _definitions,
    "table": _table,
    "blockquote": _quote,
    "summary": _bold_line,
    "caption": _bold_line,
}
