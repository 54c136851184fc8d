"""The name of the site that a page belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from marrow.reading.metadata.jsonld import Node
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.values import Claim, clean, key_of

_META_NAMES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("opengraph", ("og:site_name",)),
    ("meta", ("application-name", "apple-mobile-web-app-title", "cre", "publisher")),
    ("dublin-core", ("dc.publisher", "dcterms.publisher", "dc:publisher")),
    ("citation", ("citation_publisher",)),
    ("twitter", ("twitter:site",)),
)


def find_site_name(page: Statements) -> Claim | None:
    """Name of the site, as the page states it."""
    return next(_claims(page), None)


def _claims(page: Statements) -> Iterator[Claim]:
    for source, names in _META_NAMES[:1]:
        value = page.of_meta(*names)
        if value:
            yield Claim(value, source)
    for kinds in (("website",), ("organization", "newsmediaorganization", "corporation")):
        for node in page.nodes:
            if any(kind in kinds for kind in node.types):
                yield from _named(node)
    for source, names in _META_NAMES[1:]:
        value = page.of_meta(*names)
        if value:
            yield Claim(value.removeprefix("@"), source)


def _named(node: Node) -> Iterator[Claim]:
    for value in node.values("name")[:1]:
        name = clean(value)
        if name and len(name) < 100:  # noqa: PLR2004  (longer than any name)
            yield Claim(name, "json-ld")


def site_keys(page: Statements) -> frozenset[str]:
    """Keys (see :func:`~.values.key_of`) of everything that names the site, its host included."""
    keys = {key_of(claim.value) for claim in _claims(page)}
    keys |= {key_of(text) for text in page.home_links}
    labels = page.host.split(".")
    keys.add(key_of(page.host))
    keys |= {key_of(label) for label in labels[:-1] if len(label) > 3}  # noqa: PLR2004
    return frozenset(keys - {""})
