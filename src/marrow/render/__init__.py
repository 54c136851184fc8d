"""Extractions to text, Markdown, HTML, JSON and XML-TEI.

Plain text and JSON come from the tables alone. Markdown, HTML and TEI need what a block's text
does not hold (links, emphasis, nesting, white space of code) and take a second look at the page
(:mod:`marrow.reading.detail`), which is paid for only when one of them is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from marrow.errors import UnknownNameError
from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered
from marrow.render.text import to_text

__all__ = ["FORMATS", "RenderOptions", "Rendered", "render"]

FORMATS: Final = ("text", "markdown", "html", "json", "xml")
"""Names of the output formats."""

_RENDERERS: Final = {
    "markdown": ("marrow.render.markdown", "to_markdown"),
    "html": ("marrow.render.html", "to_html"),
    "json": ("marrow.render.json", "to_json"),
    "xml": ("marrow.render.tei", "to_tei"),
}


def render(extraction: Rendered, format: str = "text", options: RenderOptions | None = None) -> str:
    """Render an extraction in one of :data:`FORMATS`.

    Raises
    ------
    UnknownNameError
        For any other format.
    """
    options = options or RenderOptions()
    if format == "text":
        return to_text(extraction, options)
    if format not in _RENDERERS:
        raise UnknownNameError.nearest("format", format, FORMATS)
    module, function = _RENDERERS[format]
    result: str = getattr(import_module(module), function)(extraction, options)
    return result
