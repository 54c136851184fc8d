"""What a page says about itself: the statements of each source, and the choice between them.

``statements`` holds the sources (JSON-LD, ``meta``, links, headings, microdata, named elements);
one file per field chooses among them: ``titles``, ``authors``, ``dates``, ``languages``,
``sites``, ``others``. Nothing here is imported before somebody asks for metadata.
"""

from __future__ import annotations

from marrow.blocks import Blocks
from marrow.metadata import Metadata
from marrow.reading.metadata.authors import find_authors
from marrow.reading.metadata.dates import find_date, find_modified
from marrow.reading.metadata.languages import find_language
from marrow.reading.metadata.others import (
    find_address,
    find_description,
    find_image,
    find_page_type,
    find_tags,
)
from marrow.reading.metadata.sites import find_site_name
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.titles import block_of, find_title

__all__ = ["read_metadata"]


def read_metadata(blocks: Blocks) -> Metadata:
    """Read title, authors, dates and the rest of a page's metadata.

    The page is parsed again, since the table of elements holds neither head nor scripts. Time is
    linear in the length of the page.

    Parameters
    ----------
    blocks
        A page as :func:`marrow.reading.read` gives it.
    """
    page = Statements(blocks)
    title = find_title(page)
    title_block = block_of(page, title)
    claims = {
        "title": title,
        "date": find_date(page, title_block),
        "modified": find_modified(page),
        "description": find_description(page),
        "site_name": find_site_name(page),
        "language": find_language(page),
        "url": find_address(page),
        "image": find_image(page),
        "page_type": find_page_type(page),
    }
    values = {name: claim.value for name, claim in claims.items() if claim}
    sources = {name: claim.source for name, claim in claims.items() if claim}
    authors, tags = find_authors(page, title_block), find_tags(page)
    if authors:
        sources["authors"] = authors.source
    if tags:
        sources["tags"] = tags.source
    return Metadata(
        **values,
        authors=authors.names if authors else (),
        tags=tags.values if tags else (),
        sources=sources,
    )
