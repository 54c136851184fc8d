"""Processor time and peak memory on pages of the worst kinds, each at four sizes that double.

Every measurement runs in a process of its own. The growth exponent is the slope of log time over
log size: 1 is linear, 2 quadratic. The parser's own time is taken out of all steps and has a column of
its own. Writes benchmarks/results/scaling.md; ends with status 1 if an
exponent is over the limit. docs/safety.md tells more.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from markdown_table import table
from pathological import BOUNDED, PAGES

import marrow
from marrow.errors import InputError
from marrow.reading import parsing
from marrow.reading.limits import refuse_costly

RESULTS = Path(__file__).parent / "results" / "scaling.md"
MAX_EXPONENT = 1.2
SHORT_MS = 20.0
"""Below this, times are noise and have no exponent."""
STEPS = ("read", "text", "markdown", "html", "json", "xml")
N_SIZES = 4
NOTE = """

Processor time in milliseconds at the largest size, and in brackets the growth exponent. All steps
are without the time of the parser, which has a column of its own, for parsing the page once, and grow
with the length of the page and the elements of its tree (which can be more than the source has:
formatting that is opened again). Reading
parses a page with next to no text twice, and every output but text once more.

\\* Here the parser itself is not linear. The longest pages of these kinds that are not refused
(`marrow.reading.limits`):

"""


@dataclass(frozen=True)
class Point:
    """One page size: characters of the page, elements of its tree, milliseconds per step, peak memory."""

    n_chars: int
    n_elements: int
    ms: dict[str, float]
    peak_mb: float
    error: str = ""


def everything_of(html: str) -> marrow.Extraction:
    """Keep every block: the most that there can be to render."""
    blocks = marrow.read(marrow.Page.of(html, max_bytes=None))
    kept = np.ones(len(blocks), np.bool_)
    return marrow.Extraction(blocks, kept.astype(np.float32), kept, 1.0, "everything")


def measure(name: str, n: int) -> Point:
    """Measure one page in this process: each step's own time; memory of all of them together."""
    html = PAGES[name][0](n)
    warm = everything_of("<p>warm")
    for step in STEPS[1:]:
        warm.render(step)
    marrow.extract("<p>warm")
    clock = ParserClock()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    error, n_elements = "", 0
    gc.collect()
    try:
        with clock.of("read"):
            extraction = everything_of(html)
        n_elements = len(extraction.blocks.tree)
        clock.ms["parser"] = clock.parser_ms / max(clock.n_parsed, 1)
        for step in STEPS[1:]:
            with clock.of(step):
                extraction.render(step)
        with clock.of("default"):
            marrow.extract(html, max_bytes=None)
    except InputError as refused:
        error = type(refused).__name__
    peak_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return Point(len(html), n_elements, clock.ms, peak_mb, error)


class ParserClock:
    """Processor time of steps, without that of the parser, which is measured on its own."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}
        self.parser_ms = 0.0
        self.n_parsed = 0
        self._parse = parsing.LexborHTMLParser
        parsing.LexborHTMLParser = self.parse  # type: ignore[misc,assignment]

    def parse(self, *arguments: Any, **options: Any) -> Any:
        """Parse, and note for how long."""
        start = time.process_time()
        parser = self._parse(*arguments, **options)
        self.parser_ms += 1e3 * (time.process_time() - start)
        self.n_parsed += 1
        return parser

    @contextmanager
    def of(self, step: str) -> Iterator[None]:
        """Measure one step."""
        start, parser_ms = time.process_time(), self.parser_ms
        yield
        passed = 1e3 * (time.process_time() - start) - (self.parser_ms - parser_ms)
        self.ms[step] = max(passed, 0.01)


def measured_apart(name: str, n: int, timeout_s: float) -> Point:
    """Measure in a process of its own, with a limit in time."""
    command = [sys.executable, __file__, "--one", name, str(n)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return Point(0, 0, {}, 0.0, f"over {timeout_s:.0f} s")
    except subprocess.CalledProcessError as failed:
        return Point(0, 0, {}, 0.0, failed.stderr.strip().splitlines()[-1][:100])
    return Point(**json.loads(done.stdout))


def exponent(points: list[Point], step: str) -> float | None:
    """Slope over the last two doublings, where times are long enough to tell; the lesser of both.

    Noise makes single slopes too high; what grows faster than linearly does so in both.
    """
    slopes = [
        math.log(second.ms[step] / first.ms[step]) / math.log(size(second, step) / size(first, step))
        for first, second in zip(points[-3:], points[-2:], strict=False)
        if step in first.ms and step in second.ms and first.ms[step] >= SHORT_MS
    ]
    return min(slopes) if len(slopes) > 1 else None


def size(point: Point, step: str) -> int:
    """What a step has to go through: the page, and for our own steps the tree the parser makes of it."""
    return point.n_chars + (point.n_elements if step != "parser" else 0)


def row_of(name: str, points: list[Point]) -> tuple[list[str], list[str]]:
    """One row of the table, and the steps that grow too fast."""
    last = points[-1]
    cells = [name + " *" * (name in BOUNDED), f"{last.n_chars / 1e6:.2f}", f"{last.n_elements:,}"]
    too_fast = [f"{name}: {last.error}"] if last.error else []
    for step in ("parser", *STEPS, "default"):
        slope = exponent(points, step)
        cells.append(f"{last.ms.get(step, math.nan):,.0f}" + (f" ({slope:.1f})" if slope is not None else ""))
        if slope is not None and slope > MAX_EXPONENT and (step != "parser" or name not in BOUNDED):
            too_fast.append(f"{name}: {step} grows with exponent {slope:.2f}")
    return [*cells, f"{last.peak_mb:,.0f}", last.error], too_fast


def longest_accepted(only: str) -> tuple[list[str], list[list[str]]]:
    """Table of how long the parser takes at most where it is not linear."""
    rows = []
    for name in sorted(BOUNDED):
        if only not in name:
            continue
        page, accepted = PAGES[name][0], 0
        refused = PAGES[name][1]
        while is_accepted(page(refused)):
            accepted, refused = refused, 2 * refused
        while refused - accepted > accepted // 50:
            middle = (accepted + refused) // 2
            accepted, refused = (middle, refused) if is_accepted(page(middle)) else (accepted, middle)
        html = page(accepted)
        start = time.process_time()
        parsing.LexborHTMLParser(html)
        rows.append([name, f"{len(html) / 1e6:.2f}", f"{1e3 * (time.process_time() - start):,.0f}"])
    return ["page", "10^6 characters", "parser, once"], rows


def is_accepted(html: str) -> bool:
    """Whether a page is let through to the parser."""
    try:
        refuse_costly(html.encode(), "page")
    except InputError:
        return False
    return True


def main() -> int:
    """Measure all pages, or those whose names contain a word."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--one", nargs=2, metavar=("NAME", "N"), help="measure one page here")
    parser.add_argument("--only", default="", help="pages whose names contain this")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full sizes")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for one page")
    arguments = parser.parse_args()
    if arguments.one:
        point = measure(arguments.one[0], int(arguments.one[1]))
        sys.stdout.write(json.dumps(point.__dict__))
        return 0
    rows, too_fast = [], []
    for name, (_, largest) in PAGES.items():
        if arguments.only not in name:
            continue
        sizes = [int(arguments.scale * largest) >> halving for halving in range(N_SIZES)][::-1]
        points = [measured_apart(name, n, arguments.timeout) for n in sizes]
        row, findings = row_of(name, points)
        rows.append(row)
        too_fast += findings
        sys.stdout.write(" | ".join(row) + "\n")
        sys.stdout.flush()
    header = [
        "page",
        "10^6 characters",
        "elements",
        "parser, once",
        *STEPS,
        "extract, default method",
        "peak MB",
        "refused",
    ]
    text = table(header, rows) + NOTE + table(*longest_accepted(arguments.only))
    if not arguments.only:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write("\n".join(too_fast or ["all within the limit"]) + "\n")
    return 1 if too_fast else 0


if __name__ == "__main__":
    sys.exit(main())
