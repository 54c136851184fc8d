"""Big9: nine news sites in two years, ten pages of one template each.

Made for learning a site. Gold is headline and body, typed by a person. All pages are copies of
the Wayback Machine, whose toolbar (with visible text) they carry.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from marrow.data.dataset import ParquetDataset
from marrow.data.example import Flag
from marrow.protocols import Citation


class Big9(ParquetDataset):
    """Nine news sites of 2005 and 2013."""

    name = "big9"
    licence = "research purpose only, cite"
    citation = Citation(
        "V. Utomo, J.-S. Leu",
        "Automatic news-roundup generation using clustering, extraction, and presentation",
        "Multimedia Systems 26",
        2020,
    )
    origin = "https://github.com/MSVCode/ir-research-data"
    files = ("big9.parquet",)
    faults: ClassVar[Mapping[str, Flag]] = MappingProxyType({"2005/pope": "faulty-gold"})
