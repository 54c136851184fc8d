"""Which elements mark text."""

from __future__ import annotations

from typing import Final

from marrow.render.addresses import safe_address
from marrow.render.document import Mark
from marrow.render.options import RenderOptions
from marrow.tree import Tree

_KINDS: Final = {
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "s": "del",
    "strike": "del",
    "del": "del",
    "tt": "code",
    "acronym": "abbr",
} | {
    name: name
    for name in "q ins u mark small cite abbr dfn time bdo sup sub var ruby rt rp kbd samp code".split()
}
VALUE_ATTRIBUTE: Final = {"a": "href", "abbr": "title", "time": "datetime", "bdo": "dir"}
"""The attribute that a mark's value stands in."""


def with_mark(
    marks: tuple[Mark, ...],
    tree: Tree,
    row: int,
    base_url: str | None,
    options: RenderOptions,
) -> tuple[Mark, ...]:
    """Return the marks inside the element of a row, which stands where ``marks`` hold.

    Nested marks of one kind are one, the outermost.
    """
    mark = _mark_of(tree, row, base_url, options)
    if mark is None or any(other.kind == mark.kind for other in marks):
        return marks
    return (*marks, mark)


def _mark_of(tree: Tree, row: int, base_url: str | None, options: RenderOptions) -> Mark | None:
    tag, attributes = tree.tags[row], tree.attributes[row]
    if tag == "a":
        address = safe_address(attributes.get("href"), base_url) if options.links else None
        return Mark("a", address, row) if address else None
    kind = _KINDS.get(tag)
    if kind is None or not options.formatting:
        return None
    value = attributes.get(VALUE_ATTRIBUTE[kind]) or "" if kind in VALUE_ATTRIBUTE else ""
    return Mark(kind, value, row)


MARKING_TAGS: Final = frozenset({"a", *_KINDS})
"""Elements that may mark text."""
