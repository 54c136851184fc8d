"""Title, date and authors against gold, next to trafilatura's metadata in the same run.

Writes the tables to benchmarks/results/metadata.md and one row per page (which of the two was right
in each field; no gold) to metadata.json beside it, which git ignores. Run it with --help for the options.

A title is right when it is the gold after white space and case; a date, when it is the same day;
authors, when the set of names is the same after case, punctuation and academic degrees. A missing
value is wrong. Golds without a day are left out of the dates and counted.

The rules were developed on one half of the sites only (the half "developed on"); the other half
shows what they do on sites whose pages nobody looked at.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from markdown_table import table

from marrow.data import Example, dataset
from marrow.errors import MarrowError
from marrow.reading import read
from marrow.reading.metadata import read_metadata
from marrow.reading.metadata.datetimes import parse_date

DATASETS = ("wcxb", "weblogs", "chinese")
FIELDS = ("title", "date", "authors")
HALVES = ("developed on", "held out")
_CREDENTIAL = re.compile(
    r"[A-Z][A-Z.-]{1,7}|[A-Z]{1,5}-[A-Z\d]+( \d+)?|Ph\.? ?D\.?|Ed\.?D\.?|Psy\.?D\.?|Pharm\.?D\.?|MSc|BSc"
)


class Answer(NamedTuple):
    """What one tool says of one page."""

    title: str | None
    date: str | None
    authors: str | None


@dataclass(frozen=True)
class Row:
    """One field of one page: who was right."""

    dataset: str
    id: str
    half: str
    field: str
    marrow: bool
    trafilatura: bool


class Times(NamedTuple):
    """Milliseconds of one page."""

    read: float
    metadata: float
    trafilatura: float


def half_of(example: Example) -> str:
    site = example.site or example.page.url or example.id
    return HALVES[int(hashlib.sha256(site.encode()).hexdigest(), 16) % 2]


def plain(text: str | None) -> str:
    return " ".join(unicodedata.normalize("NFC", text or "").split()).casefold()


def day(text: str | None) -> str:
    return (parse_date(text or "") or "")[:10]


def names(text: str | None, *, blanks: bool) -> frozenset[str]:
    """Set of names; ``blanks``: Chinese names stand side by side with a blank between."""
    parts = re.split(r"[;,、，/&\n]|\band\b", text or "")
    parts = [part for index, part in enumerate(parts) if not (index and _CREDENTIAL.fullmatch(part.strip()))]
    if blanks:
        parts = [piece for part in parts for piece in part.split()]
    return frozenset("".join(c for c in part.casefold() if c.isalnum()) for part in parts) - {""}


def ours(example: Example) -> tuple[Answer, float, float]:
    start = time.perf_counter()
    blocks = read(example.page)
    middle = time.perf_counter()
    found = read_metadata(blocks)
    end = time.perf_counter()
    answer = Answer(found.title, found.date, "; ".join(found.authors))
    return answer, 1e3 * (middle - start), 1e3 * (end - middle)


def theirs(example: Example) -> tuple[Answer, float]:
    from trafilatura.metadata import extract_metadata

    start = time.perf_counter()
    try:
        found = extract_metadata(example.page.html, default_url=example.page.url)
        answer = Answer(found.title, found.date, found.author)
    except Exception as error:  # noqa: BLE001  (a crash of the other tool is a missing answer)
        print(f"{example.dataset} {example.id}: trafilatura: {error!r}", file=sys.stderr)
        answer = Answer(None, None, None)
    return answer, 1e3 * (time.perf_counter() - start)


def comparisons(example: Example) -> Iterator[tuple[str, str | None, Callable[[str | None], object]]]:
    """Yield each field that has gold: its name, the gold, and what makes two values comparable."""
    if plain(example.title):
        yield "title", example.title, plain
    if day(example.date):
        yield "date", example.date, day
    blanks = example.dataset == "chinese"
    if names(example.author, blanks=blanks):
        yield "authors", example.author, lambda text: names(text, blanks=blanks)


def measure(examples: Iterable[Example]) -> tuple[list[Row], list[Times], int]:
    """Return rows, times, and how many gold dates have no day."""
    rows: list[Row] = []
    times: list[Times] = []
    n_without_day = 0
    for example in examples:
        n_without_day += bool(example.date) and not day(example.date)
        mine, read_ms, metadata_ms = ours(example)
        other, other_ms = theirs(example)
        times.append(Times(read_ms, metadata_ms, other_ms))
        for name, gold, key in comparisons(example):
            right = [key(getattr(answer, name)) == key(gold) for answer in (mine, other)]
            rows.append(Row(example.dataset, example.id, half_of(example), name, *right))
    return rows, times, n_without_day


def accuracy_table(rows: list[Row]) -> str:
    lines = []
    for field in FIELDS:
        shares = []
        for name in DATASETS:
            chosen = [row for row in rows if row.field == field and row.dataset == name]
            if chosen:
                lines.append([field, name, *cells(chosen)])
                shares.append((share(chosen, "marrow"), share(chosen, "trafilatura")))
        if shares:
            means = [f"{statistics.mean(column):.3f}" for column in zip(*shares, strict=True)]
            lines.append([f"**{field}**", "**mean of datasets**", "", *means, "", ""])
    header = ["field", "dataset", "n with gold", "marrow", "trafilatura", "only marrow", "only trafilatura"]
    return table(header, lines)


def halves_table(rows: list[Row]) -> str:
    lines = []
    for field in FIELDS:
        for name in DATASETS:
            for half in HALVES:
                chosen = [r for r in rows if (r.field, r.dataset, r.half) == (field, name, half)]
                if chosen:
                    lines.append([field, name, half, *cells(chosen)[:3]])
    return table(["field", "dataset", "half of the sites", "n with gold", "marrow", "trafilatura"], lines)


def share(rows: list[Row], tool: str) -> float:
    return statistics.mean(bool(getattr(row, tool)) for row in rows)


def cells(rows: list[Row]) -> list[str]:
    only_ours = sum(row.marrow and not row.trafilatura for row in rows)
    only_theirs = sum(row.trafilatura and not row.marrow for row in rows)
    shares = [f"{share(rows, tool):.3f}" for tool in ("marrow", "trafilatura")]
    return [str(len(rows)), *shares, str(only_ours), str(only_theirs)]


def time_table(times: list[Times]) -> str:
    kinds = (
        ("marrow: metadata of a page that was read", [t.metadata for t in times]),
        ("marrow: read and metadata", [t.read + t.metadata for t in times]),
        ("trafilatura: extract_metadata", [t.trafilatura for t in times]),
    )
    lines = [
        [name, f"{statistics.median(values):.1f}", f"{statistics.mean(values):.1f}"] for name, values in kinds
    ]
    return table(["ms per page", "median", "mean"], lines)


def report(rows: list[Row], times: list[Times], n_without_day: int) -> str:
    return f"""# Metadata: accuracy and time

`python benchmarks/metadata.py` on {len(times):,} pages; marrow {version("marrow")}, trafilatura
{version("trafilatura")}, the same decoded HTML and address for both. A missing value counts as
wrong. {n_without_day} gold dates without a day are left out.

{accuracy_table(rows)}

"Only": pages on which the one was right and the other was not.

## The two halves

Rules were developed on the pages of one half of the sites. Of the other half no page was looked at,
only totals.

{halves_table(rows)}

## Time

{time_table(times)}
"""


def json_of(rows: list[Row]) -> str:
    """One object per page: for each field with gold, whether marrow and trafilatura were right."""
    pages: dict[tuple[str, str], dict[str, object]] = {}
    for row in rows:
        page = pages.setdefault((row.dataset, row.id), {"dataset": row.dataset, "id": row.id})
        page["half"] = row.half
        page[row.field] = [int(row.marrow), int(row.trafilatura)]
    lines = ",\n".join(json.dumps(page, ensure_ascii=False) for page in pages.values())
    return f"[\n{lines}\n]\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--datasets", type=Path, help="folder of the datasets; else MARROW_DATASETS")
    parser.add_argument("--limit", type=int, help="first pages of each dataset only")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent / "results")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    try:
        examples = [
            example
            for name in DATASETS
            for index, example in enumerate(dataset(name, options.datasets))
            if options.limit is None or index < options.limit
        ]
    except MarrowError as error:
        print(error, file=sys.stderr)
        return 2
    rows, times, n_without_day = measure(examples)
    text = report(rows, times, n_without_day)
    print(text)
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "metadata.md").write_text(text, encoding="utf-8")
    (options.output / "metadata.json").write_text(json_of(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
