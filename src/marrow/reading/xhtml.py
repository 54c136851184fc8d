"""XHTML: pages whose first words say that they are XML.

An HTML parser takes ``<title/>`` for the beginning of a title that never ends, and then shows
nothing at all. Servers send most of these pages as HTML all the same, so they are parsed as
HTML; but an element that its source closes (``<a id="p12"/>``) is closed, and the text of CDATA
sections is text, as XML has it.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

_DECLARATION: Final = re.compile(r"\ufeff?\s{0,100}<\?xml\s")
_VOID: Final = frozenset("area base br col embed frame hr img input link meta param source track wbr".split())
# Scripts and styles stay as they are (theirs is "//<![CDATA["), as do comments. All repetitions
# are possessive or end at a literal: one pass.
_MARKUP: Final = re.compile(
    r"""<!--.*?(?:-->|\Z)
    | <(?P<raw>script|style)\b(?:[^<>"']|"[^"]*+"|'[^']*+')*+(?<!/)>.*?(?:</(?P=raw)\s*>|\Z)
    | <!\[CDATA\[(?P<text>.*?)(?:\]\]>|\Z)
    | <(?P<name>[a-zA-Z][\w:.-]*+)(?P<rest>(?:[^<>"'/]|/(?!>)|"[^"]*+"|'[^']*+')*+)/>""",
    re.DOTALL | re.VERBOSE,
)


def is_xhtml(html: str) -> bool:
    """Whether the source begins with an XML declaration."""
    return _DECLARATION.match(html) is not None


def html_of_xhtml(html: str) -> str:
    """Rewrite what XML and HTML read differently; elements of SVG and MathML bear it too."""
    return _MARKUP.sub(_as_html, html)


def _as_html(match: re.Match[str]) -> str:
    name, text = match["name"], match["text"]
    if text is not None:
        return escape(text, quote=False)
    if name is None or name.lower() in _VOID:
        return match[0]
    return f"<{name}{match['rest']}></{name}>"
