"""CleanPortalEval: 71 pages of four news portals, 2013; several pages per site.

The layout is CleanEval's. Two index pages have no content; the 14 pages of wsj are lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marrow.data.dataset import ParquetDataset, without_wrapper
from marrow.protocols import Citation


class CleanPortalEval(ParquetDataset):
    """The data of "More effective boilerplate removal: the GoldMiner algorithm"."""

    name = "cleanportaleval"
    licence = "none given"
    citation = Citation(
        "I. Endredy, A. Novak",
        "More effective boilerplate removal: the GoldMiner algorithm",
        "Polibits 48, pp. 79-83",
        2013,
    )
    origin = "https://github.com/ppke-nlpg/CleanPortalEval"
    files = ("cleanportaleval.parquet",)

    def html(self, row: Mapping[str, Any]) -> str:
        """Decode the page and strip the wrapper."""
        return without_wrapper(super().html(row))
