"""Clean values: what a page writes into attributes, scripts and elements, as one line of text."""

from __future__ import annotations

import html
import re
from typing import Final, NamedTuple

from selectolax.lexbor import LexborNode

MAX_VALUE_CHARS: Final = 2_000
"""Longer values are cut: no title, name or description is longer on purpose."""

_SPACE = re.compile(r"\s+")
# Controls, zero-width characters and marks of direction (white space among the controls excepted).
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ufffc\u00ad]"
)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_SILENT: Final = frozenset({"script", "style", "template", "noscript", "svg", "select", "option", "button"})
_MAX_NODES: Final = 400


class Claim(NamedTuple):
    """A value for a field, and what says so."""

    value: str
    source: str


def clean(value: object) -> str | None:
    """Return ``value`` as one line of text without markup, or ``None`` when nothing is left.

    Entities are resolved even where the parser did so before: templates escape twice more often
    than a title speaks of ``&amp;``.
    """
    if not isinstance(value, str):
        return None
    text = value[: 4 * MAX_VALUE_CHARS]
    for _ in range(2):
        if "&" in text:
            text = html.unescape(text)
    if "<" in text:
        text = _MARKUP.sub(" ", text)
    text = _SPACE.sub(" ", _UNSEEN.sub("", text)).strip()
    return text[:MAX_VALUE_CHARS] or None


def text_of(node: LexborNode, max_chars: int = 300) -> str:
    """Text of a small element; empty when the element holds more than ``max_chars``.

    The walk stops early, so that thousands of nested elements, each of which calls itself the
    author, cost no more than as many small ones.
    """
    pieces: list[str] = []
    n_chars = n_nodes = 0
    stack = [node.first_child]
    while stack:
        current = stack.pop()
        if current is None:
            continue
        n_nodes += 1
        if n_nodes > _MAX_NODES:
            return ""
        stack.append(current.next)
        tag = current.tag or ""
        if tag == "-text":
            piece = current.text_content or ""
            n_chars += len(piece.strip())
            if n_chars > max_chars:
                return ""
            pieces.append(piece)
        elif tag[:1] != "-" and tag not in _SILENT:
            # Inline elements may part a word, but names and dates are seldom set like that.
            pieces.append(" ")
            stack.append(current.first_child)
    return clean("".join(pieces)) or ""


def key_of(text: str) -> str:
    """Letters and digits only, case folded: for comparing names, titles and host names."""
    return "".join(c for c in text.casefold() if c.isalnum())
