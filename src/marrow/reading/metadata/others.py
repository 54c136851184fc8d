"""Fields that need no judgement: description, image, address, tags, kind of page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from marrow.reading.metadata.statements import Statements, is_address
from marrow.reading.metadata.values import Claim, clean, key_of

MAX_TAGS: Final = 100
_MAX_TAG_CHARS: Final = 100
_SPLIT_TAGS = re.compile(r"\s*[,;，；、|\n]\s*")

_DESCRIPTIONS: Final = (
    ("opengraph", ("og:description",)),
    ("meta", ("description",)),
    ("twitter", ("twitter:description",)),
    ("dublin-core", ("dc.description", "dcterms.description", "dcterms.abstract", "dc:description")),
    ("citation", ("citation_abstract",)),
    ("meta", ("sailthru.description", "excerpt", "abstract", "summary")),
)
_IMAGES: Final = (
    ("opengraph", ("og:image:secure_url", "og:image:url", "og:image")),
    ("twitter", ("twitter:image", "twitter:image:src")),
    ("meta", ("parsely-image-url", "sailthru.image.full", "thumbnail", "image")),
)
_TAGS: Final = (
    ("opengraph", ("article:tag", "og:article:tag", "book:tag", "video:tag")),
    ("meta", ("keywords", "news_keywords", "parsely-tags", "sailthru.tags", "tags")),
    ("dublin-core", ("dc.subject", "dcterms.subject", "dc:subject")),
    ("citation", ("citation_keywords",)),
    ("opengraph", ("article:section",)),
)
# What schema.org and Open Graph call a page, and its kind in the words of this project; the first
# row that fits counts.
_KINDS: Final = (
    (("product", "productgroup", "offer", "og:product", "product.item"), "product"),
    (("recipe",), "recipe"),
    (("discussionforumposting", "qapage", "question"), "forum"),
    (("jobposting",), "job"),
    (("event", "musicevent", "businessevent", "educationevent"), "event"),
    (("course",), "course"),
    (("howto",), "how-to"),
    (("newsarticle", "reportagenewsarticle", "article", "blogposting", "scholarlyarticle", "techarticle",
      "medicalscholarlyarticle", "analysisnewsarticle", "liveblogposting", "report", "review"), "article"),
    (("videoobject", "video.other", "video.movie", "video.episode", "video"), "video"),
    (("book",), "book"),
    (("collectionpage", "itemlist", "searchresultspage", "product.group", "blog"), "collection"),
    (("profilepage", "person", "profile"), "profile"),
    (("faqpage",), "faq"),
    (("aboutpage", "contactpage"), "about"),
)  # fmt: skip


class Tags(NamedTuple):
    """Keywords and categories, and what stated them first."""

    values: tuple[str, ...]
    source: str


def find_description(page: Statements) -> Claim | None:
    """Find what the page says it is about, in a sentence or two."""
    claims = [*_of_meta(page, _DESCRIPTIONS), *_of_nodes(page, "description", "abstract")]
    return next(iter(claims), None)


def find_image(page: Statements) -> Claim | None:
    """Address of the picture that stands for the page; absolute where that is possible."""
    claims = [*_of_meta(page, _IMAGES), *_of_nodes(page, "image", "thumbnailurl")]
    claims += [Claim(href, "link") for rel, href in page.links if "image_src" in rel]
    claims += [Claim(item.value, "microdata") for item in page.properties if item.name == "image"]
    for claim in claims:
        address = page.absolute(claim.value)
        if address and not address.startswith(("data:", "javascript:")) and " " not in address:
            return Claim(address, claim.source)
    return None


def find_address(page: Statements) -> Claim | None:
    """Canonical address; where none is stated, the one that the page was given with."""
    if page.stated_address:
        is_link = any("canonical" in rel and href == page.stated_address for rel, href in page.links)
        return Claim(page.stated_address, "link" if is_link else "opengraph")
    url = page.blocks.page.url
    return Claim(url, "given") if url and is_address(url) else None


def find_tags(page: Statements) -> Tags | None:
    """Keywords, tags and sections from every source, each once."""
    found: dict[str, str] = {}
    first_source = ""
    for source, values in _tag_values(page):
        for value in values:
            for tag in _SPLIT_TAGS.split(value):
                key = key_of(tag)
                if key and len(tag) <= _MAX_TAG_CHARS and len(found) < MAX_TAGS:
                    found.setdefault(key, tag.lstrip("#").strip())
                    first_source = first_source or source
    return Tags(tuple(found.values()), first_source) if found else None


def _tag_values(page: Statements) -> Iterator[tuple[str, Iterable[str]]]:
    for node in page.nodes:
        if node.is_main:
            for name in ("keywords", "articleSection"):
                yield "json-ld", [text for text in map(clean, node.values(name)[:MAX_TAGS]) if text]
    for source, names in _TAGS:
        for name in names:
            yield source, page.meta.get(name, [])[:MAX_TAGS]
    yield "link", page.tag_links


def find_page_type(page: Statements) -> Claim | None:
    """Kind of page that the page declares: JSON-LD, then Open Graph, then microdata."""
    og = [(page.of_meta("og:type") or "").lower()]
    stated: tuple[tuple[str, list[str]], ...] = (
        ("json-ld", [kind for node in page.nodes if node.is_main for kind in node.types]),
        ("opengraph", og),
        ("microdata", page.item_types),
    )
    for source, names in stated:
        for kinds, page_type in _KINDS:
            if any(name in kinds for name in names):
                return Claim(page_type, source)
    return None


def _of_meta(page: Statements, table: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[Claim]:
    for source, names in table:
        value = page.of_meta(*names)
        if value:
            yield Claim(value, source)


def _of_nodes(page: Statements, *names: str) -> Iterator[Claim]:
    for node in page.nodes:
        if node.is_main:
            for name in names:
                value = clean(_plain(next(iter(node.values(name)), None)))
                if value:
                    yield Claim(value, "json-ld")


def _plain(value: Any) -> Any:
    """Return the address in an ``ImageObject``; other values as they are."""
    if isinstance(value, dict):
        return value.get("url") or value.get("contentUrl")
    return value
