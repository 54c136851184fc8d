"""The one path from a page to an extraction."""

from __future__ import annotations

from typing import Any

import numpy as np

from marrow.blocks import Blocks
from marrow.errors import MissingLayoutError
from marrow.extraction import Extraction
from marrow.page import DEFAULT_MAX_BYTES, Page
from marrow.protocols import THRESHOLD, Decider, Extractor, Kept, Scores
from marrow.reading import read
from marrow.registry import DEFAULT_METHOD, method as make_method
from marrow.render import RenderOptions


def extract(
    source: str | bytes | Page,
    *,
    url: str | None = None,
    method: str | Extractor = DEFAULT_METHOD,
    options: RenderOptions | None = None,
    max_bytes: int | None = DEFAULT_MAX_BYTES,
    **parameters: Any,
) -> Extraction:
    """Extract the main content of a page.

    Parameters
    ----------
    source
        HTML as text or bytes, or a page.
    url
        Where the page is from: makes links absolute and helps metadata.
    method
        Name of a method (see ``marrow methods``), or an extractor.
    options
        What the outputs contain.
    max_bytes
        Refuse larger input; ``None``: no limit.
    **parameters
        Parameters of the method, when ``method`` is a name.

    Raises
    ------
    InputError
        The input is empty, too large or not HTML.
    MethodError
        The method is not known, or cannot read this page.
    """
    page = Page.of(source, url=url, max_bytes=max_bytes)
    extractor = make_method(method, **parameters) if isinstance(method, str) else method
    return extract_blocks(read(page), extractor, options)


def extract_blocks(blocks: Blocks, extractor: Extractor, options: RenderOptions | None = None) -> Extraction:
    """Extract the main content of a page that was read before."""
    if extractor.needs_layout and blocks.layout is None:
        raise MissingLayoutError(
            f"method {extractor.name!r} needs a rendered page: read a snapshot made by a browser"
        )
    scores = extractor.score(blocks)
    kept, confidence = decide(extractor, blocks, scores)
    return Extraction(blocks, scores, kept, confidence, extractor.name, options or RenderOptions())


def decide(extractor: Extractor, blocks: Blocks, scores: Scores) -> tuple[Kept, float]:
    """Let the method decide, or keep what scores at least one half.

    Scores of methods that do not decide by themselves are not probabilities; the confidence in
    what they keep is what the default model expects of it.
    """
    if isinstance(extractor, Decider):
        return extractor.decide(blocks, scores)
    kept = scores >= np.float32(THRESHOLD)
    from marrow.methods.default import expected_f1_of

    return kept, expected_f1_of(blocks, kept)
