"""WCXB: 1,358 pages of 2025 and 2026, seven page types.

The public development split without the 139 pages that its public test split repeats. Gold was
drafted by a language model and reviewed by people; in forums it includes the users' posts. For
scores of a trained method, use folds grouped by site.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from marrow.data.dataset import ParquetDataset
from marrow.data.example import Flag
from marrow.protocols import Citation


class Wcxb(ParquetDataset):
    """Web Content Extraction Benchmark."""

    name = "wcxb"
    licence = "CC-BY-4.0 (annotations)"
    citation = Citation("M. Foley", "Web Content Extraction Benchmark (WCXB)", "arXiv:2605.21097", 2026)
    origin = "https://github.com/Murrough-Foley/web-content-extraction-benchmark"
    files = ("wcxb.parquet",)
    faults: ClassVar[Mapping[str, Flag]] = MappingProxyType({"3035": "duplicate", "2863": "duplicate"})
