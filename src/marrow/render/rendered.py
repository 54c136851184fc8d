"""What a renderer needs to know of an extraction."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.metadata import Metadata


class Rendered(Protocol):
    """The part of :class:`marrow.Extraction` that is rendered.

    Attributes
    ----------
    blocks, scores, kept, confidence, method, metadata
        As in the extraction.
    """

    @property
    def blocks(self) -> Blocks: ...  # noqa: D102
    @property
    def scores(self) -> NDArray[np.float32]: ...  # noqa: D102
    @property
    def kept(self) -> NDArray[np.bool_]: ...  # noqa: D102
    @property
    def confidence(self) -> float: ...  # noqa: D102
    @property
    def method(self) -> str: ...  # noqa: D102
    @property
    def metadata(self) -> Metadata: ...  # noqa: D102
