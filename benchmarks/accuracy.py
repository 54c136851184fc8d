"""Word F1 of Marrow's methods and of other extractors on every dataset with gold text.

Writes one row per page and method to RUNS/accuracy.jsonl.gz and the tables to
benchmarks/results/accuracy.md. The answers of other extractors are kept in RUNS by version, so
that a further run only does Marrow's own. Run it with --help for the options;
docs/benchmarks.md tells more.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from accuracy_tables import report
from answers import peer_answers
from own import FoldModels, answerer
from peers import PEERS, known
from rows import Row, read_rows, write_rows

import marrow
from marrow.data import Example, dataset, dataset_names
from marrow.errors import MarrowError
from marrow.evaluate.word_f1 import word_f1

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Plan:
    """What is measured on what."""

    folder: Path | None
    datasets: tuple[str, ...]
    methods: tuple[str, ...]
    peers: tuple[str, ...]
    runs: Path
    folds: FoldModels | None
    trained_on: tuple[str, ...]
    limit: int | None

    def folds_for(self, method: str, name: str) -> FoldModels | None:
        """Folds are for the default method, on the data that its model was trained on."""
        return self.folds if method == "marrow" and name in self.trained_on else None


def own_rows(plan: Plan, name: str, method: str, examples: Iterable[Example]) -> Iterator[Row]:
    answer = answerer(method, plan.folds_for(method, name))
    for example in examples:
        found = answer(example)
        yield row_of(
            example,
            method,
            marrow.__version__,
            found.text,
            found.status,
            found.ms,
            found.confidence,
            found.fold,
        )


def peer_rows(plan: Plan, name: str, peer: str, examples: Iterable[Example]) -> Iterator[Row]:
    for example, found in peer_answers(examples, name, peer, plan.runs):
        yield row_of(example, peer, PEERS[peer].version, found.text, found.status, found.ms)


def row_of(  # noqa: PLR0913, PLR0917  (a row is that wide)
    example: Example,
    method: str,
    version: str,
    text: str,
    status: str,
    ms: float,
    confidence: float | None = None,
    fold: int | None = None,
) -> Row:
    score = word_f1(text, example.text or "")
    return Row(
        example.dataset,
        example.id,
        example.group,
        example.page_type,
        example.lang,
        sorted(example.flags),
        method,
        version,
        *(round(value, 6) for value in score),
        status,
        round(ms, 3),
        confidence,
        fold,
    )


def run(plan: Plan) -> list[Row]:
    rows: list[Row] = []
    for name in plan.datasets:
        examples = [e for e in dataset(name, plan.folder) if e.text is not None][: plan.limit]
        for kind, methods in ((own_rows, plan.methods), (peer_rows, plan.peers)):
            for method in methods:
                start = time.perf_counter()
                found = list(kind(plan, name, method, examples))
                rows += found
                mean = sum(row.f1 for row in found) / max(len(found), 1)
                seconds = time.perf_counter() - start
                print(
                    f"{name:16} {method:18} n={len(found):5} F1 {mean:.4f}  {seconds:6.1f} s", file=sys.stderr
                )
    return rows


def names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--datasets", type=Path, help="folder of the datasets (else MARROW_DATASETS)")
    add("--only", type=names, default=dataset_names(), help="names of datasets: wcxb,dragnet")
    add("--methods", type=names, default=("marrow",), help="Marrow's methods: marrow,cetd")
    add("--peers", type=names, default=tuple(PEERS), help="other extractors; '' for none")
    add("--fold-weights", type=Path, help="folder of fold-0.*, fold-1.*, ... for cross-validation")
    add(
        "--trained-on",
        type=names,
        default=("wcxb", "chinese", "weblogs"),
        help="datasets scored by the fold models; without --fold-weights they are marked as seen in training",
    )
    add("--runs", type=Path, default=HERE.parent / "runs", help="where rows and answers are kept")
    add("--output", type=Path, default=HERE / "results" / "accuracy.md", help="the tables")
    add("--limit", type=int, help="only the first pages of each dataset; prints the tables, writes nothing")
    add("--from-rows", action="store_true", help="only make the tables anew from kept rows")
    return parser.parse_args(argv)


def main() -> int:
    args = arguments()
    kept = args.runs / "accuracy.jsonl.gz"
    try:
        if args.from_rows:
            rows = read_rows(kept)
        else:
            folds = FoldModels.load(args.fold_weights) if args.fold_weights else None
            plan = Plan(
                args.datasets,
                args.only,
                args.methods,
                known(args.peers),
                args.runs,
                folds,
                args.trained_on,
                args.limit,
            )
            rows = run(plan)
    except (MarrowError, FileNotFoundError) as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 1
    text = report(rows, args.trained_on)
    if args.limit:
        print(text)
        return 0
    if not args.from_rows:
        write_rows(kept, rows)
    args.output.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
