"""Clean HTML: a fragment of allow-listed elements, attributes and schemes.

The fragment is written anew from the kept text; nothing of the page's source is copied. So there
is no script, no style, no event handler and no element or attribute that is not named here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from marrow.reading.tags import HEADINGS
from marrow.render.building import build
from marrow.render.document import Element, Group, Node, Paragraph, Rule, Span, SpanKind, grouped
from marrow.render.marks import VALUE_ATTRIBUTE
from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered
from marrow.render.tables import n_header_rows

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")
_ONE_LINE: Final = HEADINGS | {"summary", "caption"}
_CHECKBOXES: Final = {
    "": "",
    "true": '<input type="checkbox" disabled checked> ',
    "false": '<input type="checkbox" disabled> ',
}
_INLINE_WHEN_SINGLE: Final = frozenset({"li", "td", "th", "dt", "dd", "figcaption"})


def to_html(extraction: Rendered, options: RenderOptions) -> str:
    """Write the kept blocks as an HTML fragment, one block-level element per line."""
    return "\n".join(_nodes(build(extraction, options).children))


def _nodes(children: Sequence[Node]) -> list[str]:
    lines: list[str] = []
    for child in children:
        if isinstance(child, Rule):
            lines.append("<hr>")
        elif isinstance(child, Paragraph):
            lines.append(_paragraph(child))
        elif child.tag == "table":
            lines += _table(child)
        elif child.tag in _ONE_LINE:
            lines.append(_one_line(child))
        elif child.tag in _INLINE_WHEN_SINGLE:
            lines += _item(child)
        else:
            lines += [_open(child.tag, child.attributes), *_nodes(child.children), f"</{child.tag}>"]
    return lines


def _text(text: str) -> str:
    return escape(_CONTROL.sub("", text), quote=True)


def _open(tag: str, attributes: Mapping[str, str]) -> str:
    shown = (f' {name}="{_text(value)}"' for name, value in attributes.items() if name != "checked")
    return f"<{tag}{''.join(shown)}>"


def _language(paragraph: Paragraph) -> dict[str, str]:
    named = {"lang": paragraph.lang, "dir": paragraph.direction}
    return {name: value for name, value in named.items() if value}


def _paragraph(paragraph: Paragraph) -> str:
    if paragraph.is_code:
        # A parser drops the first line feed in a pre.
        code = {"class": f"language-{paragraph.language}"} if paragraph.language else {}
        return f"<pre>{_open('code', code)}{_text(paragraph.spans[0].text)}</code></pre>"
    return f"{_open('p', _language(paragraph))}{_spans(paragraph.spans)}</p>"


def _one_line(element: Element) -> str:
    paragraphs = list(element.paragraphs())
    inner = "<br>".join(_spans(paragraph.spans) for paragraph in paragraphs)
    return f"{_open(element.tag, _language(paragraphs[0]))}{inner}</{element.tag}>" if inner else ""


def _item(element: Element) -> list[str]:
    """Write an item or cell; its text needs no paragraph when there is but one."""
    attributes, text, rest = element.attributes, "", element.children
    first = rest[0] if rest else None
    n_paragraphs = sum(isinstance(child, Paragraph) for child in rest)
    if isinstance(first, Paragraph) and n_paragraphs == 1 and not first.is_code:
        attributes, text, rest = attributes | _language(first), _spans(first.spans), rest[1:]
    opening = _open(element.tag, attributes) + _CHECKBOXES[attributes.get("checked", "")] + text
    if not rest:
        return [f"{opening}</{element.tag}>"]
    return [opening, *_nodes(rest), f"</{element.tag}>"]


def _table(table: Element) -> list[str]:
    lines = ["<table>"]
    lines += [_one_line(caption) for caption in table.of_tag("caption")]
    rows = table.of_tag("tr")
    n_headers = n_header_rows(table)
    for tag, part in (("thead", rows[:n_headers]), ("tbody", rows[n_headers:])):
        if part:
            lines.append(f"<{tag}>")
            for row in part:
                lines += ["<tr>", *_nodes(row.of_tag("td", "th")), "</tr>"]
            lines.append(f"</{tag}>")
    return [*lines, "</table>"]


def _spans(spans: Sequence[Span]) -> str:
    return "".join(_part(part) for part in grouped(spans)).strip()


def _part(part: Group | Span) -> str:
    if isinstance(part, Group):
        mark = part.mark
        name = VALUE_ATTRIBUTE.get(mark.kind)
        attributes = {name: mark.value} if name and mark.value else {}
        inner = "".join(_part(child) for child in part.children)
        return f"{_open(mark.kind, attributes)}{inner}</{mark.kind}>"
    if part.kind is SpanKind.BREAK:
        return "<br>\n"
    if part.kind is SpanKind.IMAGE:
        return _open("img", {"src": part.address, "alt": part.text})
    if part.kind is SpanKind.FORMULA:
        return _text(f"\\({part.text}\\)")
    if part.kind is SpanKind.DISPLAY_FORMULA:
        return _text(f"\\[{part.text}\\]")
    return _text(part.text)
