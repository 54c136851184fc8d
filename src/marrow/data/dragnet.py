"""Dragnet: 1,381 articles and weblogs of 2012.

Gold is headline, byline, date and body; comments of readers (413 pages) are kept apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from marrow.data.dataset import ParquetDataset
from marrow.data.example import Flag
from marrow.protocols import Citation


class Dragnet(ParquetDataset):
    """The data of "Content extraction using diverse feature sets"."""

    name = "dragnet"
    licence = "AGPL-3.0 (data)"
    citation = Citation(
        "M. E. Peters, D. Lecocq", "Content extraction using diverse feature sets", "WWW Companion", 2013
    )
    origin = "https://github.com/seomoz/dragnet_data"
    files = ("dragnet.parquet",)
    faults: ClassVar[Mapping[str, Flag]] = MappingProxyType({"T77": "duplicate", "T177": "duplicate"})
