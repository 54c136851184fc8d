"""CleanEval 2007: 739 English pages of 2006, of all kinds; development and final part.

Gold is the headline and everything judged to be text, comments, lists and forum posts included;
it was made from a text dump of the page. Page 60 stands in both parts: ids are ``dev/60`` and
``final/60``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from marrow.data.dataset import ParquetDataset, without_wrapper
from marrow.data.example import Example, Flag
from marrow.protocols import Citation


class CleanEval(ParquetDataset):
    """CleanEval, English: development part, then final part."""

    name = "cleaneval"
    licence = "none given"
    citation = Citation(
        "M. Baroni, F. Chantree, A. Kilgarriff, S. Sharoff",
        "CleanEval: a competition for cleaning web pages",
        "LREC",
        2008,
    )
    origin = "https://github.com/j-szulc/html-cleaning-dataset-merged"
    files = ("cleaneval-dev.parquet", "cleaneval-final.parquet")
    faults: ClassVar[Mapping[str, Flag]] = MappingProxyType(
        {
            "dev/60": "duplicate",
            "final/222": "faulty-gold",
            "final/234": "faulty-gold",
            "final/250": "faulty-gold",
        }
    )

    def example(self, row: Mapping[str, Any], file: str) -> Example:
        """Make an example; its id begins with the part, ``dev/`` or ``final/``."""
        part = file.removesuffix(".parquet").rpartition("-")[2]
        return super().example({**row, "id": f"{part}/{row['id']}"}, file)

    def html(self, row: Mapping[str, Any]) -> str:
        """Decode the page and strip the wrapper."""
        return without_wrapper(super().html(row))
