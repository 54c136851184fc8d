"""From a page's source to its parse tree: the one place where the parser is called."""

from __future__ import annotations

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from marrow.page import Page
from marrow.reading.limits import refuse_costly
from marrow.reading.trees import flatten_shadow_roots
from marrow.reading.xhtml import html_of_xhtml, is_xhtml


def parse(page: Page, *, scripting: bool = True, checked: bool = False) -> LexborHTMLParser:
    """Parse a page as browsers do; declarative shadow roots stand in their hosts.

    Parameters
    ----------
    page
        The page.
    scripting
        As a browser that runs scripts: the content of ``noscript`` is no markup. Without, it is.
    checked
        The page was read before: it is known not to be costly.

    Raises
    ------
    TooLargeError
        The page is built to make parsers slow; see :mod:`marrow.reading.limits`.
    """
    html = html_of_xhtml(page.html) if is_xhtml(page.html) else page.html
    source = html.encode("utf-8", "ignore")
    if not checked:
        refuse_costly(source, page.url or "input")
    # Events only serve elements whose content the reader does not show (select).
    parser = LexborHTMLParser(source, scripting=scripting, options=LexborDocumentOptions.WO_EVENTS)
    if "shadowroot" in html:
        flatten_shadow_roots(parser)
    return parser
