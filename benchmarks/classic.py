"""Published methods on CleanEval English: CETR's metric and word F1.

Writes benchmarks/results/classic.md. Run: python benchmarks/classic.py [--datasets FOLDER] [--limit N];
with --dataset NAME, another dataset, of which nothing is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from markdown_table import table

from marrow import Blocks, Page, method, read
from marrow.data import dataset
from marrow.evaluate.word_f1 import word_f1
from marrow.evaluate.word_lcs import SequenceScore, f1_of_means, word_lcs
from marrow.methods.cetr import Cetr
from marrow.protocols import THRESHOLD
from marrow.reading.lines import read_lines

RESULTS = Path(__file__).parent / "results" / "classic.md"

METHODS = (
    "everything",
    "largest_subtree",
    "cetd",
    "cetd density=text",
    "cetr clustering=2d",
    "cetr clustering=km",
    "cetr clustering=tm",
    "cetr clustering=2d smoothing=narrow",
    "cetr clustering=km smoothing=narrow",
    "cetr clustering=tm smoothing=narrow",
    "cetr clustering=2d smoothing=narrow k=2",
)
# Table 1 to 3 of the paper, CleanEval English, 741 pages.
PAPER = {"cetr clustering=2d": 94.72, "cetr clustering=km": 94.88, "cetr clustering=tm": 94.10}

HEAD = """# Published methods on CleanEval English

Made by `python benchmarks/classic.py`: {pages} pages, those of the development and of the final part.
Nothing is trained or tuned on them.

"In order" is the metric of the CETR paper: precision and recall by the longest common subsequence of
words (white space between, case and punctuation kept), means over pages, and the F1 of these means.
"Word F1" is the bag of lower-case words, mean of the pages' F1. "Lines" rows give the output in the
CETR paper's own unit, the text of the kept source lines, instead of blocks.

"""
# The docs show what stands between these marks.
TABLE = """<!-- --8<-- [start:table] -->
{table}
<!-- --8<-- [end:table] -->
"""


class Score(NamedTuple):
    """Of one page."""

    in_order: SequenceScore
    bag: float


def answers() -> dict[str, Callable[[Page, Blocks], str]]:
    """Make every row's way from a page to text."""
    ways: dict[str, Callable[[Page, Blocks], str]] = {}
    for label in METHODS:
        name, *settings = label.split()
        extractor = method(name, **dict(setting.split("=") for setting in settings))

        def by_blocks(page: Page, blocks: Blocks, extractor=extractor) -> str:  # noqa: ANN001, ARG001
            scores = extractor.score(blocks)
            return "\n".join(t for t, s in zip(blocks.text, scores, strict=True) if s >= THRESHOLD)

        ways[label] = by_blocks
        if isinstance(extractor, Cetr):

            def by_lines(page: Page, blocks: Blocks, extractor=extractor) -> str:  # noqa: ANN001, ARG001
                return extractor.text_of(read_lines(page))

            ways[f"{label}, lines"] = by_lines
    return ways


def measure(name: str, folder: Path | None, limit: int | None) -> Iterator[tuple[str, list[Score]]]:
    ways = answers()
    scores: dict[str, list[Score]] = {label: [] for label in ways}
    for example in islice(dataset(name, folder), limit):
        blocks, gold = read(example.page), example.text or ""
        for label, way in ways.items():
            text = way(example.page, blocks)
            scores[label].append(Score(word_lcs(text, gold), word_f1(text, gold).f1))
    yield from scores.items()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", default="cleaneval", help="another dataset; nothing is written")
    parser.add_argument("--datasets", type=Path, help="folder of the datasets")
    parser.add_argument("--limit", type=int, help="only so many pages; nothing is written")
    arguments = parser.parse_args()
    rows, n_pages = [], 0
    for label, scores in measure(arguments.dataset, arguments.datasets, arguments.limit):
        n_pages = len(scores)
        figures = f1_of_means([score.in_order for score in scores])
        bag = sum(score.bag for score in scores) / n_pages
        paper = f"{PAPER[label]:.2f}" if label in PAPER and arguments.dataset == "cleaneval" else ""
        rows.append((label, *(f"{100 * figure:.2f}" for figure in (*figures, bag)), paper))
    header = (
        "method",
        "precision, in order",
        "recall, in order",
        "F1, in order",
        "word F1",
        "F1 in the paper",
    )
    report = HEAD.format(pages=n_pages) + TABLE.format(table=table(header, rows))
    print(report if arguments.dataset == "cleaneval" else table(header, rows))
    if arguments.limit is None and arguments.dataset == "cleaneval":
        RESULTS.write_text(report, encoding="utf-8")


if __name__ == "__main__":
    main()
