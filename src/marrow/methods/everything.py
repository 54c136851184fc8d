"""Everything: the baseline that keeps all text of a page.

Not from a paper. What a method gains over it is what choosing is worth; its recall is the most
that any method can reach on the blocks that the reader gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from marrow.blocks import Blocks
from marrow.protocols import Citation, Scores


@dataclass(frozen=True, slots=True)
class Everything:
    """Keeps every block. Without parameters."""

    name: ClassVar[str] = "everything"
    citation: ClassVar[Citation | None] = None
    needs_layout: ClassVar[bool] = False

    def score(self, blocks: Blocks) -> Scores:
        """Score every block 1."""
        return np.ones(len(blocks), np.float32)
