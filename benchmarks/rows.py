"""One row per page and method: what all tables are made of."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """What one method reached on one page.

    ``status`` is ok, timeout, crash, or ``error: ...``; all but ok count as an empty answer.
    ``fold`` is the fold whose model answered; ``None``: one model for all pages.
    """

    dataset: str
    id: str
    group: str
    page_type: str | None
    lang: str | None
    flags: list[str]
    method: str
    version: str
    precision: float
    recall: float
    f1: float
    status: str
    ms: float
    confidence: float | None = None
    fold: int | None = None


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without name and time in the header the same rows give the same file.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as out:
        for row in rows:
            out.write((json.dumps(asdict(row)) + "\n").encode())


def read_rows(path: Path) -> list[Row]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [Row(**json.loads(line)) for line in lines]
