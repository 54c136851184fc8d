"""The title of a document, without the name of the site.

Three witnesses: the headings that are shown, what the head states for sharing, and ``title``. A
heading that is also a piece of the head's title is what the document is called; the other pieces
are the site's name, its section, its slogan.
"""

from __future__ import annotations

import re
from typing import Final

from marrow.reading.metadata.sites import site_keys
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.values import Claim, clean, key_of

# What parts a title from the name of its site: signs that stand between blanks, a colon after a
# word, and signs of Chinese pages that stand without blanks.
_SEPARATOR = re.compile(
    r" (?:[|·•»«›‹–—―/\\~∙●>]|-{1,3}|:{1,2}|\|\|) |: | ?[|»丨｜：] ?"
    r"|_+(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])[_-]+| ?—— ?"
)
# Signs that are links to the heading itself.
_ANCHOR_SIGNS: Final = " ¶#§🔗\uf0c1⚓∞"
_MAX_BLOCKS: Final = 2_000
_MIN_SHARE: Final = 0.5
"""A heading that is no piece of the title must share this part of its words with it."""
_META_TITLES: Final = (
    ("opengraph", ("og:title",)),
    ("twitter", ("twitter:title",)),
    ("citation", ("citation_title",)),
    ("dublin-core", ("dc.title", "dcterms.title", "dc:title", "dcterm:title")),
    ("meta", ("parsely-title", "sailthru.title", "headline", "title")),
)
_ARTICLES: Final = ("article", "posting", "recipe", "product", "howto", "course", "videoobject")


def find_title(page: Statements) -> Claim | None:
    """Title of the document, or ``None`` when the page states none."""
    stated = stated_titles(page)
    sites = site_keys(page)
    claim = _confirmed_heading(page, stated, sites) or _likely_heading(page, stated, sites)
    if claim:
        return claim
    for claim in stated:
        title = without_site(claim.value, sites, leading=False)
        if title:
            return Claim(title, claim.source)
    headings = page.headings[1] or page.headings[2]
    if headings:
        return Claim(headings[0][0].strip(_ANCHOR_SIGNS), "heading")
    return stated[0] if stated else None


def block_of(page: Statements, title: Claim | None) -> int:
    """Row of the first block that shows the title, headings first; 0 when none does."""
    key = key_of(title.value) if title else ""
    if not key:
        return 0
    for level in (1, 2, 3):
        for text, block in page.headings[level]:
            if key in key_of(text):
                return block
    longest = 2 * len(title.value if title else "") + 10
    for block, text in enumerate(page.blocks.text[:_MAX_BLOCKS]):
        if len(text) < longest and key_of(text) == key:
            return block
    return 0


def stated_titles(page: Statements) -> list[Claim]:
    """Titles that the head states, the most trusted first."""
    claims = []
    for node in page.nodes:
        if node.is_main and any(kind.endswith(_ARTICLES) for kind in node.types):
            for name in ("headline", "name"):
                claims += [Claim(text, "json-ld") for text in map(clean, node.values(name)[:1]) if text]
    for source, names in _META_TITLES:
        value = page.of_meta(*names)
        if value:
            claims.append(Claim(value, source))
    if page.document_title:
        claims.append(Claim(page.document_title, "title"))
    return claims


def pieces_of(title: str) -> dict[str, bool]:
    """Keys of every run of neighbouring parts of ``title``: whether it begins the title."""
    keys = [key_of(part) for part in _SEPARATOR.split(title)[:12]]
    pieces = {
        "".join(keys[first:end]): first == 0
        for first in reversed(range(len(keys)))
        for end in range(first + 1, len(keys) + 1)
    }
    pieces.pop("", None)
    return pieces


def without_site(title: str, sites: frozenset[str], *, leading: bool = True) -> str | None:
    """``title`` without the trailing (and leading) parts that name the site; ``None`` if all do."""
    cuts = [(0, 0), *(match.span() for match in _SEPARATOR.finditer(title)), (len(title), len(title))]
    first, last = 0, len(cuts) - 1
    while last > first and _names_site(title[cuts[last - 1][1] : cuts[last][0]], sites):
        last -= 1
    while leading and first < last and _names_site(title[cuts[first][1] : cuts[first + 1][0]], sites):
        first += 1
    return title[cuts[first][1] : cuts[last][0]].strip() or None if first < last else None


def _names_site(part: str, sites: frozenset[str]) -> bool:
    key = key_of(part)
    return not key or key in sites


def _headings(page: Statements, levels: tuple[int, ...], sites: frozenset[str]) -> dict[str, str]:
    """Headings by key, without the site's name and without those that are nothing else."""
    found: dict[str, str] = {}
    for level in levels:
        for text, _ in page.headings[level]:
            heading = without_site(text.strip(_ANCHOR_SIGNS), sites)
            if heading:
                found.setdefault(key_of(heading), heading)
    return found


def _confirmed_heading(page: Statements, stated: list[Claim], sites: frozenset[str]) -> Claim | None:
    """Return the longest heading that is a piece of a stated title, best one that begins it."""
    pieces: dict[str, bool] = {}
    for claim in stated:
        for key, begins in pieces_of(claim.value).items():
            pieces[key] = pieces.get(key, False) or begins
    tail = None
    for levels in ((1,), (2, 3)):
        headings = _headings(page, levels, sites)
        matching = [key for key in headings if key in pieces]
        beginning = [key for key in matching if pieces[key]]
        if beginning:
            return Claim(headings[max(beginning, key=len)], f"h{levels[0]}")
        if matching and tail is None:
            tail = Claim(headings[max(matching, key=len)], f"h{levels[0]}")
    return tail


def _likely_heading(page: Statements, stated: list[Claim], sites: frozenset[str]) -> Claim | None:
    """Return the main heading if it is the only one and says about what a stated title says."""
    headings = _headings(page, (1,), sites)
    if len(headings) != 1:
        return None
    (heading,) = headings.values()
    words = set(re.findall(r"\w+", heading.casefold()))
    titles = [without_site(claim.value, sites) for claim in stated]
    if not any(titles) or _is_article(page):
        return Claim(heading, "h1")
    for title in titles:
        shared = words & set(re.findall(r"\w+", (title or "").casefold()))
        if words and len(shared) >= _MIN_SHARE * len(words):
            return Claim(heading, "h1")
    return None


def _is_article(page: Statements) -> bool:
    return "article" in (page.of_meta("og:type") or "").lower() or any(
        node.is_main and kind.endswith(("article", "posting")) for node in page.nodes for kind in node.types
    )
