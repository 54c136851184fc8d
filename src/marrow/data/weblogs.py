"""Weblogs: 813 posts of 59 weblogs, with gold from their own feeds.

Text is there where the feed carries the full post and the page shows exactly that (452 posts).
In posts with listings, line numbers of code are part of the gold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marrow.data.dataset import ParquetDataset
from marrow.data.example import Example
from marrow.decoding import decode
from marrow.page import Page
from marrow.protocols import Citation


class Weblogs(ParquetDataset):
    """Posts of rendered weblogs in public repositories."""

    name = "weblogs"
    licence = "not checked: for measuring, not to be passed on"
    citation = Citation(
        "The authors of 59 weblogs", "Weblogs with feeds in public repositories", "collection", 2026
    )
    origin = "the repositories that its column blog names on https://github.com"
    files = ("weblogs.parquet",)

    def example(self, row: Mapping[str, Any], file: str) -> Example:  # noqa: ARG002
        """Make an example: a weblog is a site, and the path of a post is its name."""
        decoded = decode(row["html"])
        return Example(
            page=Page(decoded.text, row["url"], decoded.encoding, decoded.source),
            id=f"{row['blog']}/{row['path']}",
            dataset=self.name,
            site=row["blog"],
            lang=row["lang"],
            page_type="article",
            text=row["content"],
            title=row["title"],
            author=row["author"],
            date=row["date"],
        )
