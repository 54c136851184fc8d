"""XML-TEI (TEI P5): a header from the metadata, and the kept blocks as the text.

Headings at the top open a ``div`` each, nested by their level, as TEI wants it; headings inside
lists, quotes and cells are ``ab type="heading"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from marrow.reading.tags import HEADINGS
from marrow.render.building import build
from marrow.render.document import Element, Group, Node, Paragraph, Rule, Span, SpanKind, grouped
from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered
from marrow.render.tables import n_header_rows
from marrow.render.tei_header import tei_header

# All that XML 1.0 does not allow, and DEL.
_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\x80-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_RENDITION: Final = {
    "strong": "bold",
    "em": "italic",
    "del": "strikethrough",
    "ins": "underline",
    "u": "underline",
    "mark": "highlight",
    "small": "small",
    "sup": "superscript",
    "sub": "subscript",
}
_CODE: Final = frozenset({"code", "kbd", "samp"})
_Lines = list[str]


def to_tei(extraction: Rendered, options: RenderOptions) -> str:
    """Write a TEI document; well-formed XML whatever the page holds."""
    metadata, page = extraction.metadata, extraction.blocks.page
    body = _divisions(build(extraction, options).children)
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<TEI xmlns="http://www.tei-c.org/ns/1.0">',
            *tei_header(metadata, page.url, _element),
            "<text>",
            "<body>",
            *(body or ["<p/>"]),
            "</body>",
            "</text>",
            "</TEI>",
        ]
    )


def _element(name: str, text: str, /, **attributes: str) -> str:
    """Write one element with text, everything escaped."""
    return f"{_open(name, attributes)}{_text(text)}</{name}>"


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("", text))


def _open(name: str, attributes: dict[str, str] | None = None, end: str = ">") -> str:
    shown = (f" {key}={quoteattr(_NOT_XML.sub('', value))}" for key, value in (attributes or {}).items())
    return f"<{name}{''.join(shown)}{end}"


def _divisions(children: Sequence[Node]) -> _Lines:
    lines: _Lines = []
    levels: list[int] = []
    is_empty = False  # a div needs more than its head
    for child in children:
        if isinstance(child, Element) and child.tag in HEADINGS:
            level = int(child.tag[1])
            while levels and levels[-1] >= level:
                lines += ["<p/>"] * is_empty + ["</div>"]
                levels.pop()
                is_empty = False
            levels.append(level)
            lines += ["<div>", f"<head>{_one_line(child)}</head>"]
            is_empty = True
        else:
            lines += _node(child)
            is_empty = False
    return lines + ["<p/>"] * is_empty + ["</div>"] * len(levels)


def _nodes(children: Sequence[Node]) -> _Lines:
    return [line for child in children for line in _node(child)]


def _node(node: Node) -> _Lines:
    if isinstance(node, Rule):
        return ['<milestone unit="section" rend="rule"/>']
    if isinstance(node, Paragraph):
        return [_paragraph(node)]
    if node.tag in HEADINGS:
        return [f'<ab type="heading" n="{node.tag[1]}">{_one_line(node)}</ab>']
    if node.tag == "summary":
        return [f'<ab type="summary">{_one_line(node)}</ab>']
    write = _WRITERS.get(node.tag)
    return write(node) if write else _nodes(node.children)


def _one_line(element: Element) -> str:
    return "<lb/>".join(_spans(paragraph.spans) for paragraph in element.paragraphs())


def _paragraph(paragraph: Paragraph) -> str:
    if paragraph.is_code:
        language = {"lang": paragraph.language} if paragraph.language else {}
        code = _element("code", paragraph.spans[0].text, **language, **{"xml:space": "preserve"})
        return f'<ab type="code">{code}</ab>'
    language = {"xml:lang": paragraph.lang} if _LANGUAGE_TAG.fullmatch(paragraph.lang) else {}
    return f"{_open('p', language)}{_spans(paragraph.spans)}</p>"


def _list(element: Element) -> _Lines:
    rend = "numbered" if element.tag == "ol" else "bulleted"
    lines = [f'<list rend="{rend}">']
    for item in element.of_tag("li"):
        checked = item.attributes.get("checked")
        lines += _holding("item", item, {"rend": "done" if checked == "true" else "open"} if checked else {})
    return [*lines, "</list>"]


def _definitions(element: Element) -> _Lines:
    """Write a gloss list: labels and items in turns, an empty one where the page has none."""
    lines = ['<list type="gloss">']
    has_label = False
    for part in element.of_tag("dt", "dd"):
        if part.tag == "dt":
            lines += ["<item/>"] if has_label else []
            lines.append(f"<label>{_one_line(part)}</label>")
        else:
            lines += [] if has_label else ["<label/>"]
            lines += _holding("item", part, {})
        has_label = part.tag == "dt"
    return [*lines, *(["<item/>"] if has_label else []), "</list>"]


def _table(element: Element) -> _Lines:
    lines = ["<table>"]
    lines += [f"<head>{_one_line(caption)}</head>" for caption in element.of_tag("caption")]
    n_headers = n_header_rows(element)
    for y, row in enumerate(element.of_tag("tr")):
        lines.append('<row role="label">' if y < n_headers else "<row>")
        for cell in row.of_tag("td", "th"):
            names = {"colspan": "cols", "rowspan": "rows"}
            spans = {name: cell.attributes[html] for html, name in names.items() if _is_span(cell, html)}
            role = {"role": "label"} if cell.tag == "th" else {}
            lines += _holding("cell", cell, role | spans)
        lines.append("</row>")
    return [*lines, "</table>"]


def _is_span(cell: Element, name: str) -> bool:
    return int(cell.attributes.get(name) or 1) > 1


def _quote(element: Element) -> _Lines:
    cite = element.attributes.get("cite")
    return [_open("quote", {"source": cite} if cite else {}), *_nodes(element.children), "</quote>"]


def _holding(name: str, element: Element, attributes: dict[str, str]) -> _Lines:
    """Write an item or cell: its text alone, or blocks."""
    children = element.children
    if not children:
        return [_open(name, attributes, "/>")]
    if len(children) == 1 and isinstance(children[0], Paragraph) and not children[0].is_code:
        return [f"{_open(name, attributes)}{_spans(children[0].spans)}</{name}>"]
    return [_open(name, attributes), *_nodes(children), f"</{name}>"]


def _spans(spans: Sequence[Span]) -> str:
    return "".join(_part(part) for part in grouped(spans))


def _part(part: Group | Span) -> str:
    if isinstance(part, Group):
        return _group(part)
    if part.kind is SpanKind.BREAK:
        return "<lb/>"
    if part.kind is SpanKind.IMAGE:
        description = _element("figDesc", part.text) if part.text else ""
        return f"<figure>{_open('graphic', {'url': part.address}, '/>')}{description}</figure>"
    if part.kind in (SpanKind.FORMULA, SpanKind.DISPLAY_FORMULA):
        rend = {"rend": "display"} if part.kind is SpanKind.DISPLAY_FORMULA else {}
        return _element("formula", part.text, notation="TeX", **rend)
    return _text(part.text)


def _group(group: Group) -> str:
    kind, value = group.mark.kind, group.mark.value
    inner = "".join(_part(child) for child in group.children)
    if kind == "a":
        return f"{_open('ref', {'target': value.replace(' ', '%20')})}{inner}</ref>"
    if kind in _CODE:
        return f"<code>{inner}</code>" if _is_plain(group) else f'<hi rend="code">{inner}</hi>'
    if kind in _RENDITION:
        return f'<hi rend="{_RENDITION[kind]}">{inner}</hi>'
    if kind == "q":
        return f"<q>{inner}</q>"
    return inner


def _is_plain(group: Group) -> bool:
    """Whether a group is text alone; TEI's ``code`` holds nothing else."""
    return all(isinstance(child, Span) and child.kind is SpanKind.TEXT for child in group.children)


_WRITERS: Final[dict[str, Callable[[Element], _Lines]]] = {
    "ul": _list,
    "ol": _list,
    "dl": _definitions,
    "table": _table,
    "blockquote": _quote,
}
