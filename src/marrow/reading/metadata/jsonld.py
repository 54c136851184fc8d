"""JSON-LD: from the scripts of a page to a flat list of nodes, broken JSON included.

What pages get wrong, and what is done about it: CDATA and HTML comments around the JSON, entities
instead of quotes, comments, trailing commas and semicolons, raw line breaks and tabs inside
strings, wrong escapes, several values in one script. Where that does not help, single properties
are picked out by pattern.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

MAX_CHARS: Final = 2_000_000
"""Characters of JSON-LD that are read per page, over all scripts."""
MAX_NODES: Final = 5_000
"""Nodes that are looked at per page."""
_MAX_DEPTH: Final = 12
_MAX_TYPE_CHARS: Final = 200

# Properties whose node is what the page is about; below others, a node is something mentioned.
_ABOUT_PAGE: Final = frozenset({"@graph", "mainentity", "mainentityofpage", "@list", "@set", "item"})
_OPENINGS: Final = ("//<![CDATA[", "/*<![CDATA[*/", "/* <![CDATA[ */", "// <![CDATA[", "<![CDATA[", "<!--")
_CLOSINGS: Final = ("//]]>", "/*]]>*/", "/* ]]> */", "// ]]>", "]]>", "-->", ";")
# A string is matched first, so that nothing inside one is taken for a comment or a comma. What is
# not closed goes on to the end: looking for its end again and again would be quadratic.
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})')
_PROPERTY = re.compile(
    r'"(headline|datePublished|dateModified|dateCreated|description|@type)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){1,2000})"'
)
_AUTHOR = re.compile(
    r'"author"\s{0,9}:\s{0,9}[\[{\s]{0,9}[^\[\]{}]{0,400}?"name"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){1,200})"'
)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One object of the page's JSON-LD.

    Attributes
    ----------
    types
        Lower-case type names without their vocabulary's address.
    properties
        As parsed, keys in lower case.
    is_main
        The node stands at the top, in a graph, or is the main entity of such a node; otherwise it
        is something that another node mentions (a comment, a publisher, an item of a list).
    """

    types: tuple[str, ...]
    properties: dict[str, Any]
    is_main: bool

    def values(self, name: str) -> list[Any]:
        """Values of a property, always as a list."""
        value = self.properties.get(name.lower())
        if isinstance(value, list):
            return value
        return [] if value is None else [value]


def read_nodes(scripts: Sequence[str]) -> list[Node]:
    """Nodes of all scripts, outer before inner, in the order of the page."""
    nodes: list[Node] = []
    budget = MAX_CHARS
    for script in scripts:
        if len(script) > budget:
            continue
        budget -= len(script)
        for value in _parse(script):
            nodes.extend(_nodes_of(value, MAX_NODES - len(nodes)))
    return nodes


def _parse(script: str) -> list[Any]:
    """Parse the JSON values of one script; an empty list when nothing can be read."""
    text = script.strip()
    if not text:
        return []
    for repaired in _repairs(text):
        try:
            return [json.loads(repaired, strict=False)]
        except ValueError:
            continue
        except RecursionError:
            return []
    return _several(_mended(text)) or _picked(text)


def _repairs(text: str) -> Iterator[str]:
    yield text
    text = _unwrapped(text)
    yield text
    yield _mended(text)


def _unwrapped(text: str) -> str:
    for opening in _OPENINGS:
        text = text.removeprefix(opening).lstrip()
    for closing in _CLOSINGS:
        text = text.removesuffix(closing).rstrip()
    if "&quot;" in text and text.count('"') < text.count("&quot;"):
        text = html.unescape(text)
    return text


def _mended(text: str) -> str:
    """Without comments and trailing commas; wrong escapes taken literally."""
    text = _TOKEN.sub(lambda token: token[0] if token[0][0] == '"' else " ", _unwrapped(text))
    return _BAD_ESCAPE.sub(r"\\\\", text)


def _several(text: str) -> list[Any]:
    """Values that stand one after the other, as far as they can be read."""
    decoder = json.JSONDecoder(strict=False)
    values: list[Any] = []
    position = 0
    while position < len(text):
        if text[position] in " \t\r\n,;":
            position += 1
            continue
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            break
        values.append(value)
    return [value for value in values if isinstance(value, (dict, list))]


def _picked(text: str) -> list[Any]:
    """Single properties of a script that cannot be parsed; the first of each name."""
    found: dict[str, Any] = {}
    for match in _PROPERTY.finditer(text[:200_000]):
        found.setdefault(match[1], _unescaped(match[2]))
    author = _AUTHOR.search(text[:200_000])
    if author:
        found["author"] = {"name": _unescaped(author[1])}
    return [found] if found else []


def _unescaped(text: str) -> str:
    try:
        value = json.loads(f'"{text}"', strict=False)
    except ValueError:
        return text
    return str(value)


def _nodes_of(value: Any, limit: int) -> list[Node]:
    """Objects inside a parsed value, without recursion."""
    nodes: list[Node] = []
    pending: list[tuple[Any, bool, int]] = [(value, True, 0)]
    while pending and len(nodes) < limit:
        current, is_main, depth = pending.pop()
        if isinstance(current, list):
            pending.extend((item, is_main, depth) for item in reversed(current[:MAX_NODES]))
        elif isinstance(current, dict) and depth <= _MAX_DEPTH:
            properties = {str(key).lower(): inner for key, inner in current.items()}
            nodes.append(Node(_types(properties.get("@type")), properties, is_main))
            inner_main = is_main and "itemlistelement" not in properties
            pending.extend(
                (inner, inner_main and key in _ABOUT_PAGE, depth + 1)
                for key, inner in reversed(properties.items())
                if isinstance(inner, (dict, list))
            )
    return nodes


def _types(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    return tuple(
        re.split(r"[/#:]", name)[-1].lower()
        for name in names[:10]
        if isinstance(name, str) and len(name) < _MAX_TYPE_CHARS
    )
