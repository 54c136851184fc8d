"""When a page was published, and when it was changed.

What is stated for machines comes first, then what is shown beside the title, then the address.
Only when all of them are silent, htmldate searches the whole page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from marrow.reading.metadata.datetimes import (
    FIRST_YEAR,
    date_in_address,
    month_comes_first,
    parse_date,
)
from marrow.reading.metadata.marks import Mark
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.values import Claim, clean

_PUBLISHED_META: Final = (
    (
        "opengraph",
        """
        article:published_time og:article:published_time og:published_time article:published
        og:pubdate og:question:published_time og:release_date
        """,
    ),
    ("citation", "citation_publication_date citation_date citation_online_date"),
    (
        "dublin-core",
        """
        dcterms.issued dc.date.issued dcterms.created dc.date.created dcterms.date dc.date dc:date
        dcterms.available
        """,
    ),
    (
        "meta",
        """
        datepublished parsely-pub-date sailthru.date pubdate publishdate publish-date publish_date
        publication_date publication-date published published_time article.published
        article_date_original originalpublicationdate cxenseparse:recs:publishtime bt:pubdate
        date_published rnews:datepublished article.created datecreated pdate ptime date created
        """,
    ),
)
_MODIFIED_META: Final = (
    (
        "opengraph",
        """
        article:modified_time og:article:modified_time og:updated_time og:modified_time
        """,
    ),
    ("dublin-core", "dcterms.modified dc.date.modified dc.date.updated"),
    (
        "meta",
        """
        datemodified lastmod last-modified modified updated date_modified revised last_modified
        """,
    ),
)
_WORKS: Final = (
    "article",
    "posting",
    "recipe",
    "howto",
    "question",
    "report",
    "creativework",
    "videoobject",
    "book",
    "review",
)
_NEAR_AFTER: Final = 15
_NEAR_BEFORE: Final = 8
_MAX_LINE_CHARS: Final = 200
_MAX_DATELINE_CHARS: Final = 80
"""A line as short as this is likelier to be there for its date."""
_HTMLDATE_MAX_CHARS: Final = 2_000_000
"""htmldate is slow; larger pages are not given to it."""
_HTMLDATE_MAX_ATTRIBUTES: Final = 500
"""Its parser takes time by the square of the attributes of one element."""
_MODIFIED_WORDS: Final = ("modified", "updated", "update", "lastmod", "revised")
_MAX_PART_CHARS: Final = 12
"""Day, month and year may each be a block of their own."""
_MAX_BLOCKS: Final = 4_000
_CHANGED = re.compile(
    r"^\D{0,60}?(?:updated|modified|reviewed|edited|aktualisiert|modifié|mis à jour|actualizado"
    r"|更新于|最後更新|最后更新)",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"\b(?:published|posted|written|submitted|started|publié|posté|veröffentlicht|publicado|pubblicato"
    r"|geplaatst)\b[^\d]{0,25}?(?=\S{0,30}\d|\b\w{3,10} \d)"
    r"|(?:发表|发布|發佈|發表|時間|时间|日期|投稿日)[^\d]{0,8}",
    re.IGNORECASE,
)


def find_date(page: Statements, title_block: int = 0) -> Claim | None:
    """Date of publication."""
    claim = _first(page, _published(page, title_block))
    return _of_the_authors_day(page, claim) if claim else _by_search(page)


def find_modified(page: Statements) -> Claim | None:
    """Date of the last change, where the page states one for machines."""
    return _first(page, _modified(page))


def _first(page: Statements, claims: Iterator[Claim]) -> Claim | None:
    month_first = _writes_month_first(page)
    for claim in claims:
        value = parse_date(claim.value, month_first=month_first)
        if value:
            return Claim(value, claim.source)
    return None


def _of_the_authors_day(page: Statements, claim: Claim) -> Claim:
    """Take the day in the address where it is the day before or after.

    Machines write the time at Greenwich; the address has the day where the author was.
    """
    address = date_in_address(page.address or "")
    if address and abs((date.fromisoformat(address) - date.fromisoformat(claim.value[:10])).days) == 1:
        return Claim(address, "url")
    return claim


def _writes_month_first(page: Statements) -> bool:
    """How the page orders day and month: as other dates on it show, else as its language does.

    English without a region is taken for American.
    """
    for text in page.blocks.text[:_MAX_BLOCKS]:
        order = month_comes_first(text) if len(text) <= _MAX_LINE_CHARS else None
        if order is not None:
            return order
    language = (page.declared_language or "").lower()
    return language in {"en", "en-us"} or (not language and not page.host.endswith((".uk", ".au", ".in")))


def _published(page: Statements, title_block: int) -> Iterator[Claim]:
    yield from _of_nodes(page, ("datePublished", "uploadDate", "dateCreated"), works=True)
    yield from _of_meta(page, _PUBLISHED_META)
    yield from _of_properties(page, ("datepublished", "pubdate", "published", "datecreated", "uploaddate"))
    yield from _of_nodes(page, ("datePublished", "dateCreated"), works=False)
    yield from _of_properties(page, ("datecreated", "uploaddate"))
    yield from _beside_title(page, title_block)
    address = date_in_address(page.address or "")
    if address:
        yield Claim(address, "url")
    for mark in _date_marks(page):
        yield Claim(mark.stated or mark.text, "time")
    yield from _worded(page)
    for mark in page.marks:
        if mark.of_date and mark.is_aside and mark.stated:
            yield Claim(mark.stated, "time")


def _modified(page: Statements) -> Iterator[Claim]:
    yield from _of_nodes(page, ("dateModified",), works=True)
    yield from _of_meta(page, _MODIFIED_META)
    yield from _of_properties(page, ("datemodified",))
    yield from _of_nodes(page, ("dateModified",), works=False)
    for mark in page.marks:
        if mark.of_date and mark.stated and _is_modified(mark) and not mark.is_aside:
            yield Claim(mark.stated, "time")


def _of_nodes(page: Statements, names: tuple[str, ...], *, works: bool) -> Iterator[Claim]:
    for node in page.nodes:
        is_work = any(kind.endswith(_WORKS) for kind in node.types)
        if node.is_main and is_work == works:
            for name in names:
                value = clean(next(iter(node.values(name)), None))
                if value:
                    yield Claim(value, "json-ld")


def _of_meta(page: Statements, table: tuple[tuple[str, str], ...]) -> Iterator[Claim]:
    for source, names in table:
        for name in names.split():
            for value in page.meta.get(name, [])[:1]:
                yield Claim(value, source)


def _of_properties(page: Statements, names: tuple[str, ...]) -> Iterator[Claim]:
    for item in page.properties:
        if item.name in names:
            yield Claim(item.value, "microdata")


def _is_modified(mark: Mark) -> bool:
    names = mark.names.lower()
    return any(word in names for word in _MODIFIED_WORDS)


def _beside_title(page: Statements, title: int) -> Iterator[Claim]:
    """Elements and lines near the title that hold a date; those that speak of changes last."""
    claims = [*_after_title(page, title), *_before_title(page, title)]
    ranks = [
        2 * bool(_CHANGED.search(claim.value)) + (len(claim.value) > _MAX_DATELINE_CHARS) for claim in claims
    ]
    for _, index in sorted(zip(ranks, range(len(claims)), strict=True)):
        yield claims[index]


def _after_title(page: Statements, title: int) -> Iterator[Claim]:
    first_block = page.blocks.tree.first_block
    for mark in _date_marks(page):
        if title <= int(first_block[mark.row]) <= title + _NEAR_AFTER:
            yield Claim(mark.stated or mark.text, "time")
    near = page.blocks.text[title + bool(title) : title + _NEAR_AFTER]
    for index, text in enumerate(near):
        if len(text) <= _MAX_LINE_CHARS:
            yield Claim(text, "text")
        parts = near[index : index + 3]
        if all(len(part) <= _MAX_PART_CHARS for part in parts):
            yield Claim(" ".join(parts), "text")


def _before_title(page: Statements, title: int) -> Iterator[Claim]:
    first_block = page.blocks.tree.first_block
    for mark in reversed(_date_marks(page)):
        if title - _NEAR_BEFORE <= int(first_block[mark.row]) < title:
            yield Claim(mark.stated or mark.text, "time")
    for text in reversed(page.blocks.text[max(0, title - _NEAR_BEFORE) : title]):
        if len(text) <= _MAX_LINE_CHARS:
            yield Claim(text, "text")


def _date_marks(page: Statements) -> list[Mark]:
    return [mark for mark in page.marks if mark.of_date and not mark.is_aside and not _is_modified(mark)]


def _worded(page: Statements) -> Iterator[Claim]:
    """Lines anywhere that say when they were published."""
    for text in page.blocks.text[:_MAX_BLOCKS]:
        match = _PUBLISHED.search(text) if len(text) <= _MAX_LINE_CHARS else None
        if match:
            yield Claim(text[match.end() :], "text")


def _by_search(page: Statements) -> Claim | None:
    """Ask htmldate to search the whole page.

    Its extensive search is left off: on pages without a date it mostly makes one up.
    """
    html = page.blocks.page.html
    most_attributes = max(map(len, page.blocks.tree.attributes), default=0)
    if len(html) > _HTMLDATE_MAX_CHARS or most_attributes > _HTMLDATE_MAX_ATTRIBUTES:
        return None
    import htmldate

    try:
        value = htmldate.find_date(
            html,
            extensive_search=False,
            original_date=True,
            url=page.address,
            min_date=f"{FIRST_YEAR}-01-01",
        )
    except ValueError:  # lxml does not take back control characters that it read
        return None
    return Claim(value, "htmldate") if value else None
