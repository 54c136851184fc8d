"""Readability: the 130 test pages of Mozilla's Readability.js.

Gold is the output of Readability.js itself, checked by hand: it favours that extractor. About 35
pages are made up, with filler text.
"""

from __future__ import annotations

from marrow.data.dataset import ParquetDataset
from marrow.protocols import Citation


class Readability(ParquetDataset):
    """Test pages of Readability.js."""

    name = "readability"
    licence = "Apache-2.0 (code and tests; the texts belong to their owners)"
    citation = Citation("Mozilla", "Readability.js test pages", "software", 2025)
    origin = "https://github.com/mozilla/readability"
    files = ("readability.parquet",)
