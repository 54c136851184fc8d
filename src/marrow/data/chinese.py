"""Chinese: 69 Chinese pages.

Gold is the body, copied by hand without heading, date and author, which stand in their own
columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marrow.data.dataset import ParquetDataset, without_wrapper
from marrow.protocols import Citation


class Chinese(ParquetDataset):
    """Chinese Web Content Extraction Dataset."""

    name = "chinese"
    licence = "MIT"
    citation = Citation("immortal-autumn", "Chinese Web Content Extraction Dataset", "data repository", 2021)
    origin = "https://github.com/immortal-autumn/Chinese-Web-Content-Extraction-Dataset"
    files = ("chinese.parquet",)

    def html(self, row: Mapping[str, Any]) -> str:
        """Decode the page and strip the wrapper that most of the pages have."""
        return without_wrapper(super().html(row))
