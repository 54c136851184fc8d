"""What a page states about itself, source by source, read when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urljoin, urlsplit

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from marrow.blocks import Blocks
from marrow.reading.metadata.jsonld import Node, read_nodes
from marrow.reading.metadata.marks import Mark, read_marks
from marrow.reading.metadata.values import clean, text_of
from marrow.reading.parsing import parse
from marrow.reading.tags import TAG_CODE

MAX_ELEMENTS: Final = 2_000
"""Elements of one kind (``meta``, ``time``, ...) that are looked at per page."""
MAX_LINKS: Final = 300
"""Links that are looked at, from the top of the page."""
_META_KEYS: Final = ("property", "name", "itemprop", "http-equiv")
_MAX_HEADINGS: Final = 40


@dataclass(frozen=True)
class Property:
    """A property in the markup: microdata's ``itemprop``, RDFa's ``property``.

    Attributes
    ----------
    name
        Lower case, without prefix.
    value
        The attribute that carries a value (``content``, ``datetime``), or the element's text.
    """

    name: str
    value: str


@dataclass(frozen=True, eq=False)
class Statements:
    """One page's statements about itself.

    Attributes
    ----------
    blocks
        The page as it was read.
    """

    blocks: Blocks

    @cached_property
    def parser(self) -> LexborHTMLParser:
        """The page, parsed again: the tree of elements knows neither head nor scripts."""
        return parse(self.blocks.page, checked=True)

    @cached_property
    def nodes(self) -> list[Node]:
        """JSON-LD, outer nodes before inner ones."""
        scripts = self.parser.css("script[type]")[: 10 * MAX_ELEMENTS]
        return read_nodes(
            [
                script.text() or ""
                for script in scripts
                if "ld+json" in (script.attributes.get("type") or "").lower()
            ]
        )

    @cached_property
    def meta(self) -> dict[str, list[str]]:
        """Contents of ``meta`` by lower-case key, in the order of the page, without repetitions."""
        found: dict[str, list[str]] = {}
        for element in self.parser.css("meta")[: 2 * MAX_ELEMENTS]:
            attributes = element.attributes
            value = clean(attributes.get("content"))
            if value is None:
                continue
            for key in _META_KEYS:
                name = (attributes.get(key) or "").strip().lower()
                values = found.setdefault(name, []) if name else []
                if value not in values[:50]:
                    values.append(value)
        found.pop("", None)
        return found

    def of_meta(self, *names: str) -> str | None:
        """First content of the first of ``names`` that has one."""
        for name in names:
            if name in self.meta:
                return self.meta[name][0]
        return None

    @cached_property
    def links(self) -> list[tuple[str, str]]:
        """Pairs of ``rel`` (lower case) and absolute address of the ``link`` elements."""
        links = []
        for element in self.parser.css("link[rel][href]")[:MAX_ELEMENTS]:
            attributes = element.attributes
            address = self.absolute(attributes.get("href"))
            if address:
                links.append(((attributes.get("rel") or "").lower(), address))
        return links

    @cached_property
    def document_title(self) -> str | None:
        """Text of the first ``title`` that is not part of a drawing."""
        for element in self.parser.css("title")[:20]:
            parent = element.parent
            if parent is None or parent.tag != "svg":
                title = clean(element.text())
                if title:
                    return title
        return None

    @cached_property
    def headings(self) -> dict[int, list[tuple[str, int]]]:
        """Visible headings of level 1 to 3: text and row of the first block, in page order."""
        return {level: self._headings_of(f"h{level}") for level in (1, 2, 3)}

    def _headings_of(self, tag: str) -> list[tuple[str, int]]:
        blocks, tree = self.blocks, self.blocks.tree
        found = []
        for row in np.flatnonzero(tree.tag == TAG_CODE[tag])[:_MAX_HEADINGS]:
            first, end = int(tree.first_block[row]), int(tree.end_block[row])
            text = clean(" ".join(blocks.text[first : min(end, first + 5)]))
            if text and len(text) <= 400:  # noqa: PLR2004  (longer than any headline)
                found.append((text, first))
        return found

    @cached_property
    def home_links(self) -> list[str]:
        """Texts of the first links to the site's root: its name, most often."""
        roots = {"/", self._root, self._root + "/"} if self._root else {"/"}
        texts = []
        for link in self.parser.css("a[href]")[:MAX_LINKS]:
            attributes = link.attributes
            href = (attributes.get("href") or "").strip()
            if href in roots or "home" in (attributes.get("rel") or "").lower().split():
                texts.append(text_of(link, 80) or clean(attributes.get("title")) or "")
        return texts[:20]

    @property
    def _root(self) -> str:
        try:
            parts = urlsplit(self.address or "")
        except ValueError:
            return ""
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""

    @cached_property
    def properties(self) -> list[Property]:
        """Microdata and RDFa in the body, in page order."""
        found: list[Property] = []
        for element in self.parser.css("[itemprop], [property]")[:MAX_ELEMENTS]:
            attributes = element.attributes
            names = attributes.get("itemprop") or attributes.get("property") or ""
            if element.tag == "meta" and "itemprop" not in attributes:
                continue
            value = self._property_value(element)
            if value:
                found.extend(
                    Property(name.rsplit(":", 1)[-1].rsplit("/", 1)[-1].lower(), value)
                    for name in names.split()[:10]
                )
        return found

    @staticmethod
    def _property_value(element: LexborNode) -> str | None:
        attributes = element.attributes
        stated = attributes.get("content") or attributes.get("datetime")
        return clean(stated) or text_of(element) or None

    @cached_property
    def marks(self) -> list[Mark]:
        """Shown elements that are named for an author or a date."""
        return read_marks(self.blocks)

    @cached_property
    def tag_links(self) -> list[str]:
        """Texts of links that are marked as tags of the page."""
        return [text for link in self.parser.css('a[rel~="tag"]')[:100] if (text := text_of(link, 60))]

    @cached_property
    def item_types(self) -> list[str]:
        """Lower-case names of the outermost microdata types."""
        items = self.parser.css("[itemtype]")[:5]
        return [(item.attributes.get("itemtype") or "").rsplit("/", 1)[-1].lower() for item in items]

    @cached_property
    def declared_language(self) -> str | None:
        """``lang`` of the root element, as written."""
        root = self.parser.root
        if root is None:
            return None
        attributes = root.attributes
        return clean(attributes.get("lang") or attributes.get("xml:lang"))

    @cached_property
    def address(self) -> str | None:
        """The page's address: as given, else as the page states it."""
        return self.blocks.page.url or self.stated_address

    @cached_property
    def stated_address(self) -> str | None:
        """Canonical address, if the page names one that is an address."""
        candidates = [href for rel, href in self.links if "canonical" in rel.split()]
        candidates += [self.absolute(self.of_meta("og:url", "twitter:url")) or ""]
        return next((url for url in candidates if is_address(url)), None)

    def absolute(self, address: str | None) -> str | None:
        """``address`` made absolute with the page's own, where that is known."""
        address = clean(address)
        if address is None:
            return None
        base = self.blocks.page.url
        try:
            return urljoin(base, address) if base else address
        except ValueError:
            return None

    @cached_property
    def host(self) -> str:
        """Host name of the page's address, without ``www.``; empty when unknown."""
        try:
            host = urlsplit(self.address or "").hostname or ""
        except ValueError:
            host = ""
        return host.removeprefix("www.")


def is_address(url: str) -> bool:
    """Whether ``url`` is an absolute web address."""
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False
