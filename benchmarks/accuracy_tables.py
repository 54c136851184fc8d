"""The tables of benchmarks/results/accuracy.md, as queries over rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from markdown_table import table
from rows import Row

from marrow.evaluate.bootstrap import clustered_mean
from marrow.evaluate.confidence import (
    BAD_PAGE_F1,
    calibration,
    calibration_error,
    correlation,
    rank_correlation,
    roc_auc,
)

REFERENCE = "trafilatura"
SEEN = "†"
TYPES = ("article", "documentation", "service", "forum", "collection", "listing", "product")

INTRODUCTION = (
    "Word F1 of the Web Content Extraction Benchmark, mean over pages. Made by"
    " `python benchmarks/accuracy.py`; see docs/benchmarks.md."
)

Cells = dict[tuple[str, str], list[Row]]


def report(rows: Sequence[Row], trained_on: Iterable[str]) -> str:
    """Write all tables."""
    methods = list(dict.fromkeys(row.method for row in rows))
    seen = {
        (row.dataset, row.method)
        for row in rows
        if row.method == "marrow" and row.dataset in set(trained_on) and row.fold is None
    }
    parts = [
        "# Accuracy",
        INTRODUCTION,
        versions(rows),
        "## By dataset",
        by_dataset(rows, methods, seen),
        by_folds(rows),
        "## With intervals",
        f"95 % intervals from a bootstrap over sites; the difference is taken page by page from {REFERENCE}.",
        intervals(rows, methods),
        "## Page types of wcxb",
        by_type([row for row in rows if row.dataset == "wcxb"], methods, seen),
        "## Precision and recall",
        precision_recall(rows, methods),
        "## Damaged pairs",
        "Pages whose gold does not stand on the page are counted above; without them:",
        undamaged(rows, methods),
        "## Failures",
        failures(rows),
        *confidence(rows),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def grouped(rows: Iterable[Row], key: Callable[[Row], str | None]) -> Cells:
    cells: Cells = defaultdict(list)
    for row in rows:
        cells[key(row) or "", row.method].append(row)
    return cells


def mean(rows: Sequence[Row], value: str = "f1") -> float:
    return sum(getattr(row, value) for row in rows) / len(rows)


def versions(rows: Sequence[Row]) -> str:
    found = dict.fromkeys(f"{row.method} {row.version}" for row in rows)
    return "Versions: " + ", ".join(found) + "."


def by_dataset(rows: Sequence[Row], methods: Sequence[str], seen: set[tuple[str, str]]) -> str:
    cells = grouped(rows, lambda row: row.dataset)
    names = list(dict.fromkeys(row.dataset for row in rows))
    body = _lines(cells, names, methods, seen)
    complete = [m for m in methods if all((name, m) in cells for name in names)]
    if len(names) > 1 and complete:
        means = {m: sum(mean(cells[name, m]) for name in names) / len(names) for m in complete}
        body.append(
            ["**mean over datasets**", "", *(f"{means[m]:.4f}" if m in means else "" for m in methods)]
        )
    note = f"\n\n{SEEN}: the model was trained on these pages." if seen else ""
    return table(["dataset", "pages", *methods], body) + note


def by_folds(rows: Sequence[Row]) -> str:
    folds = sorted({row.fold for row in rows if row.fold is not None})
    if not folds:
        return ""
    names = ", ".join(dict.fromkeys(row.dataset for row in rows if row.fold is not None))
    return (
        f"For {names} each page is answered by the one of {len(folds)} models that was trained without"
        " the page's site."
    )


def by_type(rows: Sequence[Row], methods: Sequence[str], seen: set[tuple[str, str]]) -> str:
    if not rows:
        return "Not measured."
    here = {(kind, method) for kind in TYPES for name, method in seen if name == "wcxb"}
    return table(
        ["page type", "pages", *methods],
        _lines(grouped(rows, lambda row: row.page_type), TYPES, methods, here),
    )


def _lines(
    cells: Cells, keys: Iterable[str], methods: Sequence[str], seen: set[tuple[str, str]]
) -> list[list[str]]:
    lines = []
    for key in keys:
        found = {method: cells[key, method] for method in methods if (key, method) in cells}
        if not found:
            continue
        values = {method: mean(part) for method, part in found.items()}
        best = max(values.values())
        line = [key, str(max(map(len, found.values())))]
        for method in methods:
            if method not in values:
                line.append("")
                continue
            figure = f"{values[method]:.4f}" + (SEEN if (key, method) in seen else "")
            line.append(f"**{figure}**" if values[method] == best else figure)
        lines.append(line)
    return lines


def intervals(rows: Sequence[Row], methods: Sequence[str]) -> str:
    cells = grouped(rows, lambda row: row.dataset)
    lines = []
    for name in dict.fromkeys(row.dataset for row in rows):
        reference = {row.id: row.f1 for row in cells.get((name, REFERENCE), [])}
        for method in methods:
            part = cells.get((name, method))
            if not part:
                continue
            found = clustered_mean([row.f1 for row in part], [row.group for row in part])
            line = [
                name,
                str(found.n_groups),
                method,
                f"{found.mean:.4f}",
                f"{found.low:.4f} .. {found.high:.4f}",
            ]
            if method == REFERENCE or any(row.id not in reference for row in part):
                lines.append([*line, ""])
                continue
            gap = clustered_mean([row.f1 - reference[row.id] for row in part], [row.group for row in part])
            lines.append([*line, f"{gap.mean:+.4f} ({gap.low:+.4f} .. {gap.high:+.4f})"])
    return table(["dataset", "sites", "method", "F1", "interval", "difference"], lines)


def precision_recall(rows: Sequence[Row], methods: Sequence[str]) -> str:
    cells = grouped(rows, lambda row: row.dataset)
    lines = [
        [
            name,
            *(
                f"{mean(cells[name, m], 'precision'):.3f} / {mean(cells[name, m], 'recall'):.3f}"
                if (name, m) in cells
                else ""
                for m in methods
            ),
        ]
        for name in dict.fromkeys(row.dataset for row in rows)
    ]
    return table(["dataset", *methods], lines)


def undamaged(rows: Sequence[Row], methods: Sequence[str]) -> str:
    touched = {row.dataset for row in rows if "damaged" in row.flags}
    whole = [row for row in rows if row.dataset in touched and "damaged" not in row.flags]
    if not whole:
        return "None."
    cells = grouped(whole, lambda row: row.dataset)
    return table(["dataset", "pages", *methods], _lines(cells, sorted(touched), methods, set()))


def failures(rows: Sequence[Row]) -> str:
    counts: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in rows:
        if row.status != "ok":
            kind = ": ".join(row.status.split(": ")[:2])
            counts[row.dataset, row.method, kind].append(row.id)
    if not counts:
        return "No crash, error or time-out."
    lines = [[*key, str(len(ids)), ", ".join(ids[:3])] for key, ids in counts.items()]
    note = "\n\nEach counts as an empty answer."
    return table(["dataset", "method", "what", "pages", "ids"], lines) + note


def confidence(rows: Sequence[Row]) -> list[str]:
    """How well the confidence of the default method tells good pages from bad ones."""
    parts = []
    own = grouped((r for r in rows if r.method == "marrow" and r.confidence is not None), lambda r: r.dataset)
    if not own:
        return []
    lines = []
    for (name, _), part in own.items():
        sure = [row.confidence or 0.0 for row in part]
        f1 = [row.f1 for row in part]
        bad = [value < BAD_PAGE_F1 for value in f1]
        area = f"{roc_auc([-value for value in sure], bad):.3f}" if 0 < sum(bad) < len(bad) else "not defined"
        figures = (correlation(sure, f1), rank_correlation(sure, f1), calibration_error(sure, f1))
        lines.append([name, str(len(part)), str(sum(bad)), area, *(f"{value:.3f}" for value in figures)])
    parts.append("## Confidence")
    parts.append(f"A page is bad when its F1 is below {BAD_PAGE_F1}.")
    header = ["dataset", "pages", "bad", "ROC AUC", "Pearson", "Spearman", "calibration error"]
    parts.append(table(header, lines))
    wcxb = own.get(("wcxb", "marrow"))
    if wcxb:
        bins = calibration([row.confidence or 0.0 for row in wcxb], [row.f1 for row in wcxb])
        lines = [
            [str(i), str(b.n), f"{b.confidence:.3f}", f"{b.f1:.3f}", f"{b.bad_share:.3f}"]
            for i, b in enumerate(bins, 1)
        ]
        parts.append("On wcxb, pages in ten parts by confidence:")
        parts.append(table(["part", "pages", "mean confidence", "mean F1", "share of bad pages"], lines))
    return parts
