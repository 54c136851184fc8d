"""The language of a page as a BCP 47 tag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.values import Claim, clean

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?=$|[-_@.,; ])", re.IGNORECASE)
_UNKNOWN: Final = frozenset({"und", "xx", "zxx", "mul", "mis", "all", "any"})
_MIN_CHARS: Final = 40
"""Less text than this is not enough to tell languages apart."""
_SAMPLE_BLOCKS: Final = 20
_SAMPLE_CHARS: Final = 4_000
_META: Final = (
    ("meta", ("content-language", "language", "lang")),
    ("opengraph", ("og:locale",)),
    ("dublin-core", ("dc.language", "dcterms.language", "dc:language")),
    ("citation", ("citation_language",)),
)


def find_language(page: Statements) -> Claim | None:
    """Language as the page declares it; when it declares none, as its text reads."""
    for claim in _declared(page):
        tag = language_tag(claim.value)
        if tag:
            return Claim(tag, claim.source)
    return _identified(page)


def language_tag(text: str) -> str | None:
    """Tag with the usual letter case (``zh-Hant-TW``), or ``None`` when ``text`` is none."""
    match = _TAG.match(text.strip())
    if not match or match[1].lower() in _UNKNOWN:
        return None
    parts = [match[1].lower(), (match[2] or "").title(), (match[3] or "").upper()]
    return "-".join(part for part in parts if part)


def _declared(page: Statements) -> Iterator[Claim]:
    if page.declared_language:
        yield Claim(page.declared_language, "html")
    for source, names in _META:
        value = page.of_meta(*names)
        if value:
            yield Claim(value, source)
    for node in page.nodes:
        value = clean(next(iter(node.values("inLanguage")), None))
        if node.is_main and value:
            yield Claim(value, "json-ld")


def _identified(page: Statements) -> Claim | None:
    """Ask py3langid about the longest blocks."""
    blocks = page.blocks
    longest = np.argsort(-blocks.n_chars, kind="stable")[:_SAMPLE_BLOCKS]
    sample = " ".join(blocks.text[int(row)][:_SAMPLE_CHARS] for row in longest)[:_SAMPLE_CHARS]
    if len(sample) < _MIN_CHARS:
        return None
    import py3langid

    language, _ = py3langid.classify(sample)
    return Claim(str(language), "text")
