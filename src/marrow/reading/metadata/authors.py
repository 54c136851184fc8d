"""Authors: persons or organisations, each once, in the order of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from marrow.reading.metadata.bylines import read_bylines
from marrow.reading.metadata.jsonld import Node
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.values import clean, key_of

MAX_AUTHORS: Final = 50
"""More names than this are no authors but a list of something else; the rest is left out."""
_MAX_WORKS: Final = 20
_MAX_LINE_CHARS: Final = 1_000
_MAX_PREFIXES: Final = 4
"""So many labels may stand before a name: "Posted by: Author: Ann Lee"."""
_MAX_NAME_CHARS: Final = 70
_MAX_NAME_WORDS: Final = 7

_WORKS: Final = (
    "article",
    "posting",
    "recipe",
    "howto",
    "question",
    "report",
    "book",
    "review",
    "creativework",
    "webpage",
    "videoobject",
    "course",
    "blog",
    "apireference",
)
_META: Final = (
    ("citation", ("citation_author", "citation_authors")),
    (
        "meta",
        (
            "author",
            "parsely-author",
            "sailthru.author",
            "article:author_name",
            "article:author",
            "og:article:author",
            "og:author",
            "byl",
            "byline",
            "bc:authors",
            "shareaholic:article_author_name",
            "cxenseparse:author",
            "dc.author",
        ),
    ),
    ("dublin-core", ("dc.creator", "dcterms.creator", "dc:creator", "dcterm:creator", "creator")),
)
_PREFIX = re.compile(
    r"^\W*(?:(?:(?:article|story|post|text|words|content|review|reviewed|written|posted|published|created"
    r"|edited|started|asked|submitted|guest post|updated?)[\w ]{0,12}\s)?by\b"
    r"|authors?\b|posted by|writer|thread starter|original poster|redaktion|redakteur"
    r"|(?:geschrieben |verfasst |ein artikel )?von\b|par\b|(?:escrito |publicado )?por\b|scritto da|di\b"
    r"|door\b|skrevet av|av\b|af\b|autor(?:in|a|es)?\b|auteur\b|автор\b|작성자|글쓴이|글"
    r"|作者|记者|記者|撰文|文|编辑|編輯|责任编辑|发布者|发布人|楼主|投稿者|著者|执笔|執筆|发帖人)"
    r"(?![^\W\d_])?\s*[:：/|／-]?\s*",
    re.IGNORECASE,
)
_WRITTEN_BY = re.compile(r"\b(?:written|posted|authored|published) by\b:?", re.IGNORECASE)
_MONTHS: Final = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_SUFFIX = re.compile(
    r"\s*(?:[|•·–—]|\s-\s|\bon\b\s+\w|\bin\b\s+[A-Z]|\bfor\b\s+[A-Z]|\bat\b\s"
    r"|\b(?:updated|published|posted|last)\b|,? \b(?:contributor|staff writer|senior|editor)\b"
    rf"|\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|\d{{1,2}}:\d\d|\b\d{{1,2}}(?:st|nd|rd|th)?,? {_MONTHS}"
    rf"|\b{_MONTHS}[a-z]*\.? \d|\b\d+ (?:min|hour|day|month|year|comment)"
    r"|来源|发布|日期|时间|\s责任编辑).*$",
    re.IGNORECASE,
)
_LAST_FIRST = re.compile(
    r"^\s*((?:(?:van|von|de|der|la|le|del|di) )*[^\s,;]+)\s*,\s*([^,;]+?)\s*$", re.IGNORECASE
)
_SPLIT = re.compile(r"\s*(?:[;,、，；\n|/]|\s&\s|\s\+\s|\band\b|\bund\b|\bwith\b(?= [A-Z]))\s*")
_CREDENTIAL = re.compile(
    r"(?:[A-Z][A-Za-z]?\.?){1,3}[A-Z]{0,5}(?:[-/][A-Z0-9]{1,6})?|Ph\.?\s?D\.?|M\.?D\.?|Jr\.?|Sr\.?|I{2,3}|Esq\.?|Ed\.?D\.?|Psy\.?D\.?|Pharm\.?D\.?"
)
# What templates put where a name should stand (keys, see key_of).
_NOISE: Final = frozenset(
    """
    author authors name by null undefined none unknown anonymous user username member guest posted
    written writer staff profile viewprofile byline about contact share home article news blog reply
    replies report join date editor default original poster op originalposter threadstarter moderator
    administrator you me view all posts
    """.split()
)
_PARTICLES: Final = frozenset("van von der den de da di do dos la le el al bin ibn of the for at y e".split())
_MIN_PHRASE_WORDS: Final = 4
_NO_NAME = re.compile(r"https?:|www\.|@\w+\.\w|[{}<>=]|\.(?:html?|php|aspx?)\b|\d{5,}$|^\W*$|^\d+$")


class Authors(NamedTuple):
    """Names, and what stated them."""

    names: tuple[str, ...]
    source: str


def find_authors(page: Statements, title_block: int = 0) -> Authors | None:
    """Names from the first source that has any; an organisation is an author of last resort."""
    site = frozenset(_organizations(page))
    last_resort = None
    for source, values in _sources(page, title_block):
        names = names_in(values)
        if names and all(key_of(name) in site for name in names):
            last_resort = last_resort or Authors(names, source)
        elif names:
            return Authors(names, source)
    return last_resort


def _organizations(page: Statements) -> Iterator[str]:
    for node in page.nodes:
        name = clean(node.properties.get("name"))
        if name and any(kind.endswith("organization") for kind in node.types):
            yield key_of(name)


def names_in(values: Iterable[str]) -> tuple[str, ...]:
    """Names from lines such as ``By Ann Lee and Bo Chen, PhD``; each once."""
    found: dict[str, str] = {}
    for value in values:
        for name in split_names(value):
            found.setdefault(key_of(name), name)
            if len(found) >= MAX_AUTHORS:
                return tuple(found.values())
    return tuple(found.values())


def split_names(line: str) -> list[str]:
    """Names in one line, without the words around them."""
    line = line.strip()[:_MAX_LINE_CHARS]
    if _NO_NAME.search(line):
        return []
    wording = _WRITTEN_BY.search(line)
    if wording:
        line = line[wording.end() :]
    for _ in range(_MAX_PREFIXES):
        line = _PREFIX.sub("", line, count=1)
    line = _SUFFIX.sub("", line)
    parts = [part.strip(' \t.·•-–—:@*"“”()[]') for part in _SPLIT.split(line)]
    names = [part for part in parts[:1] if _is_name(part)]
    names += [part for part in parts[1:] if _is_name(part) and not _CREDENTIAL.fullmatch(part)]
    return names


def _is_name(text: str) -> bool:
    key = key_of(text)
    return (
        bool(key)
        and key not in _NOISE
        and len(text) <= _MAX_NAME_CHARS
        and len(text.split()) <= _MAX_NAME_WORDS
        and not _NO_NAME.search(text)
        and not _is_phrase(text)
    )


def _is_phrase(text: str) -> bool:
    """Whether several words are ordinary ones; a short user name may be written small."""
    words = text.split()
    small = [word for word in words if word[0].islower() and word not in _PARTICLES]
    return len(words) >= _MIN_PHRASE_WORDS and len(small) > 1


def _sources(page: Statements, title_block: int) -> Iterator[tuple[str, list[str]]]:
    yield "json-ld", _of_nodes(page)
    for source, names in _META:
        for name in names:
            values = page.meta.get(name, [])
            if name.startswith("citation"):
                yield source, [_LAST_FIRST.sub(r"\2 \1", value) for value in values[:MAX_AUTHORS]]
            else:
                yield source, values[:8]
    label = (page.of_meta("twitter:label1") or "").lower()
    if "writ" in label or "author" in label:
        yield "twitter", page.meta.get("twitter:data1", [])[:1]
    for line in read_bylines(page, title_block):
        yield "byline", line


def _of_nodes(page: Statements) -> list[str]:
    names_by_id = {
        str(node.properties["@id"]): str(node.properties["name"])
        for node in page.nodes
        if isinstance(node.properties.get("name"), str) and "@id" in node.properties
    }
    works = [
        node
        for node in page.nodes
        if node.is_main and any(kind.endswith(_WORKS) for kind in node.types or ("article",))
    ]
    for node in works[:_MAX_WORKS]:
        names = [name for key in ("author", "creator") for name in _persons(node, key, names_by_id)]
        if names_in(names):
            return names
    return []


def _persons(node: Node, key: str, names_by_id: dict[str, str]) -> list[str]:
    names = []
    for value in node.values(key)[:MAX_AUTHORS]:
        name: Any = value
        if isinstance(value, dict):
            name = value.get("name") or names_by_id.get(str(value.get("@id")))
        for text in name if isinstance(name, list) else [name]:
            cleaned = clean(text)
            if cleaned:
                names.append(cleaned)
    return names
