"""One page with what people say is on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from marrow.page import Page

Flag: TypeAlias = Literal["damaged", "duplicate", "faulty-gold"]

MIN_CONTAINMENT: Final = 0.7
"""A pair is damaged when less than this share of the gold's words stands on the page."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page and its gold values; a value is ``None`` where the dataset does not say it.

    Attributes
    ----------
    page
        The page as the dataset has it, decoded.
    id
        Unique within the dataset.
    dataset
        Name of the dataset.
    site
        Registrable domain, or what the dataset takes for a site.
    lang
        Language tag.
    page_type
        Kind of page: article, forum, product, ...
    text
        Main content, one paragraph per line. ``""``: the page has none.
    comments
        Comments of readers, where the dataset keeps them apart from ``text``.
    title, author, date
        As the dataset writes them.
    must, must_not
        Snippets that the content contains, and snippets that it does not.
    containment
        Share 0..1 of the words of ``text`` that stand on the page, where it was measured.
    flags
        Known faults: ``damaged`` (page and gold do not belong together, or the gold is not in
        the page's HTML), ``duplicate`` (of a page of the same dataset or its other part),
        ``faulty-gold`` (right page, but a fault in the gold). Flagged pages are never left out.
    """

    page: Page
    id: str
    dataset: str
    site: str | None = None
    lang: str | None = None
    page_type: str | None = None
    text: str | None = None
    comments: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    containment: float | None = None
    flags: frozenset[Flag] = frozenset()

    @property
    def group(self) -> str:
        """What folds keep together: the site, or the page itself where no site is known."""
        return self.site or self.id
