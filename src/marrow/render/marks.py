"""Which elements mark text, and in which order marks nest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marrow.render.addresses import safe_address
from marrow.render.document import Mark
from marrow.render.options import RenderOptions

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
_ORDER: Final = (
    "a q ins del strong em u mark small cite abbr dfn time bdo sup sub var ruby rp rt kbd samp code".split()
)
_RANK: Final = {kind: rank for rank, kind in enumerate(_ORDER)}
VALUE_ATTRIBUTE: Final = {"a": "href", "abbr": "title", "time": "datetime", "bdo": "dir"}
"""The attribute that a mark's value stands in."""


def with_mark(
    marks: tuple[Mark, ...],
    tag: str,
    attributes: Mapping[str, str | None],
    base_url: str | None,
    options: RenderOptions,
) -> tuple[Mark, ...]:
    """Return the marks inside an element that stands where ``marks`` hold.

    Nested marks of one kind are one; marks are kept in one order, whatever the page's.
    """
    mark = _mark_of(tag, attributes, base_url, options)
    if mark is None or any(other.kind == mark.kind for other in marks):
        return marks
    return tuple(sorted((*marks, mark), key=lambda mark: _RANK[mark.kind]))


def _mark_of(
    tag: str, attributes: Mapping[str, str | None], base_url: str | None, options: RenderOptions
) -> Mark | None:
    if tag == "a":
        address = safe_address(attributes.get("href"), base_url) if options.links else None
        return Mark("a", address) if address else None
    kind = _KINDS.get(tag)
    if kind is None or not options.formatting:
        return None
    return Mark(kind, attributes.get(VALUE_ATTRIBUTE[kind]) or "" if kind in VALUE_ATTRIBUTE else "")


MARKING_TAGS: Final = frozenset({"a", *_KINDS})
"""Elements that may mark text."""
