"""The header of a TEI document: what is known of the page."""

from __future__ import annotations

from typing import Protocol

from marrow.metadata import Metadata


class WriteElement(Protocol):
    """Writes one element with text, everything escaped."""

    def __call__(self, name: str, text: str, /, **attributes: str) -> str: ...  # noqa: D102


def tei_header(metadata: Metadata, url: str | None, element: WriteElement) -> list[str]:
    """Lines of the ``teiHeader``."""
    return [
        "<teiHeader>",
        "<fileDesc>",
        "<titleStmt>",
        element("title", metadata.title or "", type="main"),
        *(element("author", author) for author in metadata.authors),
        "</titleStmt>",
        "<publicationStmt>",
        *_publication(metadata, element),
        "</publicationStmt>",
        "<sourceDesc>",
        "<bibl>",
        *_source(metadata, url, element),
        "</bibl>",
        "</sourceDesc>",
        "</fileDesc>",
        *_profile(metadata, element),
        *_revisions(metadata, element),
        "</teiHeader>",
    ]


def _publication(metadata: Metadata, element: WriteElement) -> list[str]:
    if not metadata.site_name:
        return ["<p/>"]
    date = [element("date", metadata.date, when=metadata.date)] if metadata.date else []
    return [element("publisher", metadata.site_name), *date]


def _source(metadata: Metadata, url: str | None, element: WriteElement) -> list[str]:
    lines = [element("title", metadata.title or "")]
    lines += [element("author", author) for author in metadata.authors]
    if metadata.site_name:
        lines.append(element("publisher", metadata.site_name))
    if metadata.date:
        lines.append(element("date", metadata.date, when=metadata.date))
    address = metadata.url or url
    if address:
        lines.append(element("ptr", "", target=address.replace(" ", "%20")))
    return lines


def _profile(metadata: Metadata, element: WriteElement) -> list[str]:
    lines = []
    if metadata.description:
        lines += ["<abstract>", element("p", metadata.description), "</abstract>"]
    if metadata.language:
        lines += [
            "<langUsage>",
            element("language", metadata.language, ident=metadata.language),
            "</langUsage>",
        ]
    if metadata.tags:
        terms = [element("term", tag) for tag in metadata.tags]
        lines += ["<textClass>", "<keywords>", *terms, "</keywords>", "</textClass>"]
    return ["<profileDesc>", *lines, "</profileDesc>"] if lines else []


def _revisions(metadata: Metadata, element: WriteElement) -> list[str]:
    if not metadata.modified:
        return []
    change = element("change", "modified", when=metadata.modified)
    return ["<revisionDesc>", change, "</revisionDesc>"]
