"""The result: what was kept of a page, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from marrow.blocks import Blocks
from marrow.metadata import Metadata
from marrow.protocols import Kept, Scores
from marrow.render import RenderOptions, render


@dataclass(frozen=True, eq=False)
class Extraction:
    """The main content of one page.

    Output and metadata are made when they are first asked for, and kept.

    Attributes
    ----------
    blocks
        The page as it was read.
    scores
        float32, one per block, 0..1.
    kept
        bool, one per block.
    confidence
        0..1: the word F1 that is to be expected of this result.
    method
        Registry name of the method.
    options
        What the outputs contain: links, images, tables, formatting, comments.
    """

    blocks: Blocks
    scores: Scores
    kept: Kept
    confidence: float
    method: str
    options: RenderOptions = RenderOptions()  # noqa: RUF009  (frozen, without state)

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, dates and more, as the page states them."""
        from marrow.reading.metadata import read_metadata

        return read_metadata(self.blocks)

    @cached_property
    def text(self) -> str:
        """Plain text, one paragraph per line."""
        return self.render("text")

    @cached_property
    def markdown(self) -> str:
        """GitHub Flavoured Markdown."""
        return self.render("markdown")

    @cached_property
    def html(self) -> str:
        """Clean HTML: allow-listed elements and attributes, safe URLs."""
        return self.render("html")

    @cached_property
    def json(self) -> str:
        """JSON with metadata, text and scores; see ``docs/json.md`` for the schema."""
        return self.render("json")

    @cached_property
    def xml(self) -> str:
        """XML-TEI."""
        return self.render("xml")

    def render(self, format: str = "text", options: RenderOptions | None = None) -> str:
        """Render in one of :data:`marrow.render.FORMATS`.

        Raises
        ------
        UnknownNameError
            For any other format.
        """
        return render(self, format, options or self.options)

    def __str__(self) -> str:
        return self.text
