"""htmltotext-benchmark: 28 pages in four languages: news, weblogs, forums, wiki; 2020.

Gold keeps comments, names of users and dates of posts.
"""

from __future__ import annotations

from marrow.data.dataset import ParquetDataset
from marrow.protocols import Citation


class HtmlToText(ParquetDataset):
    """htmltotext-benchmark."""

    name = "htmltotext"
    licence = "none given"
    citation = Citation("L. Gao", "htmltotext-benchmark", "software repository", 2020)
    origin = "https://github.com/leogao2/htmltotext-benchmark"
    files = ("htmltotext.parquet",)
