"""Plain text: one block per line, from the tables alone."""

from __future__ import annotations

from itertools import compress

from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered
from marrow.render.selection import selected


def to_text(extraction: Rendered, options: RenderOptions) -> str:
    """Join the kept blocks, one per line; a block with line breaks of its own keeps them."""
    kept = selected(extraction.blocks, extraction.kept, options)
    return "\n".join(compress(extraction.blocks.text, kept.tolist()))
