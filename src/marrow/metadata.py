"""What a page says about itself."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; ``None`` or empty where it says nothing.

    Attributes
    ----------
    title
        Of the document, without the site's name.
    authors
        Names of persons or organisations, each once, in the order of the page.
    date, modified
        ISO 8601: a day (``2026-11-20``), or with a time and offset where the page gives one.
    description, site_name, image, url
        As text; ``image`` and ``url`` (the canonical address) are absolute where possible.
    language
        BCP 47 tag (``en``, ``pt-BR``).
    tags
        Keywords and categories.
    page_type
        What the page declares itself to be: ``article``, ``product``, ``forum``, ``recipe``,
        ``event``, ``job``, ``course``, ``how-to``, ``video``, ``book``, ``collection``, ``profile``,
        ``faq`` or ``about``; ``None`` if it says nothing.
    sources
        For each field that was found, what said it: ``json-ld``, ``opengraph``, ``twitter``,
        ``dublin-core``, ``citation``, ``meta``, ``microdata``, ``link``, ``title``, ``h1``, ``h2``
        (a heading below), ``heading`` (one that nothing confirms), ``byline``, ``time`` (an element
        named for a date), ``text``, ``url``, ``html`` (its ``lang``), ``htmldate``, or ``given``
        (the caller).
    """

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    modified: str | None = None
    description: str | None = None
    site_name: str | None = None
    language: str | None = None
    url: str | None = None
    image: str | None = None
    tags: tuple[str, ...] = ()
    page_type: str | None = None
    sources: dict[str, str] = field(default_factory=dict)
