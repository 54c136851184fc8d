"""L3S-GN1: 621 English pages found through Google News in 2008.

Gold is headline, full text and supplement (dates, captions, bylines); comments are kept apart.
"""

from __future__ import annotations

from marrow.data.dataset import ParquetDataset
from marrow.protocols import Citation


class L3sGn1(ParquetDataset):
    """The data of "Boilerplate detection using shallow text features"."""

    name = "l3s-gn1"
    licence = "research use only, non-transferable"
    citation = Citation(
        "C. Kohlschuetter, P. Fankhauser, W. Nejdl",
        "Boilerplate detection using shallow text features",
        "WSDM, pp. 441-450",
        2010,
    )
    origin = "https://github.com/geodrome/page-signal"
    files = ("l3s-gn1.parquet",)
