"""Milliseconds per page and peak memory, side by side with other extractors.

One process and one thread; pages of wcxb as text. For each page the extractors take turns, three
times, in an order that rotates, and the best of three counts: other work on the machine then
disturbs all of them alike, and little. Memory is measured in one process per extractor. Writes
benchmarks/results/speed.md; docs/benchmarks.md tells more.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from markdown_table import table
from peers import PEERS, Extract, known

HERE = Path(__file__).parent
ROUNDS = 3
WARM_UP_PAGES = 20
OWN = "marrow"

Times = dict[str, dict[int, float]]


def load(name: str, method: str) -> Extract:
    if name != OWN:
        return PEERS[name].load()
    import marrow

    return lambda html: marrow.extract(html, method=method).text


def sample(folder: Path | None, n_pages: int, seed: int) -> list[str]:
    """Draw pages of wcxb; they come as text for all extractors."""
    from marrow.data import dataset

    pages = [example.page.html for example in dataset("wcxb", folder)]
    return random.Random(seed).sample(pages, min(n_pages, len(pages)))  # noqa: S311  (a sample, no secret)


def measure(extractors: Mapping[str, Extract], pages: Sequence[str], every: Mapping[str, int]) -> Times:
    """Best of three in ms, by extractor and page; ``every`` n-th page for the slow ones.

    A page on which an extractor fails has the time infinity.
    """
    best: Times = {name: {} for name in extractors}
    for html in pages[:WARM_UP_PAGES]:
        for extract in extractors.values():
            timed(extract, html)
    for i, html in enumerate(pages):
        turn = [name for name in extractors if i % every.get(name, 1) == 0]
        for k in range(ROUNDS):
            shift = (i + k) % len(turn)
            for name in turn[shift:] + turn[:shift]:
                ms = timed(extractors[name], html)
                best[name][i] = min(ms, best[name].get(i, ms))
        if i % 50 == 0:
            gc.collect()
    return best


def timed(extract: Extract, html: str) -> float:
    start = time.perf_counter()
    try:
        extract(html)
    except Exception:  # noqa: BLE001  (whatever a peer raises; it is counted and told)
        return math.inf
    return 1000 * (time.perf_counter() - start)


def time_table(times: Times, pages: Sequence[str]) -> str:
    lines = []
    for name, by_page in times.items():
        done = {i: ms for i, ms in by_page.items() if ms < math.inf}
        if not done:
            lines.append([name, *"0------", str(len(by_page))])
            continue
        ms = sorted(done.values())
        megabytes = sum(len(pages[i].encode("utf-8", "replace")) for i in done) / 1e6
        figures = (
            statistics.median(ms),
            statistics.fmean(ms),
            ms[int(0.95 * (len(ms) - 1))],
            ms[-1],
            1000 / statistics.fmean(ms),
            1000 * megabytes / sum(ms),
        )
        lines.append([name, str(len(ms)), *(f"{figure:.2f}" for figure in figures)])
    return table(
        ["extractor", "pages", "median ms", "mean ms", "95 % ms", "max ms", "pages/s", "MB/s"], lines
    )


def ratio_table(times: Times) -> str:
    """Marrow's time over that of another, on the pages that both read; 1.0 is as fast."""
    lines = []
    for name, theirs in times.items():
        if name == OWN:
            continue
        pairs = [(times[OWN][i], ms) for i, ms in theirs.items() if max(times[OWN][i], ms) < math.inf]
        if not pairs:
            continue
        ours, other = zip(*pairs, strict=True)
        figures = (
            statistics.median(ours) / statistics.median(other),
            statistics.fmean(ours) / statistics.fmean(other),
            statistics.median(a / b for a, b in pairs),
        )
        lines.append([f"{OWN} / {name}", str(len(pairs)), *(f"{figure:.3f}" for figure in figures)])
    return table(["ratio", "pages", "of medians", "of means", "median of page ratios"], lines)


def peak_mib() -> float:
    """Peak of resident memory of this process.

    Linux counts in ``ru_maxrss`` what the starting process held before; its own peak is VmHWM.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text("utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def memory_child(name: str, method: str, folder: Path) -> None:
    """Print the peak after one small page, and after all."""
    extract = load(name, method)
    timed(extract, "<html><body><p>One small page, so that all is loaded.</p></body></html>")
    loaded = peak_mib()
    for path in sorted(folder.iterdir()):
        timed(extract, path.read_text("utf-8"))
    print(loaded, peak_mib())


def memory_table(names: Sequence[str], method: str, pages: Sequence[str]) -> str:
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for i, html in enumerate(pages):
            (Path(folder) / f"{i:05}.html").write_text(html, "utf-8", errors="replace", newline="")
        for name in names:
            command = [
                sys.executable,
                __file__,
                "--memory-of",
                name,
                "--pages-in",
                folder,
                "--method",
                method,
            ]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            loaded, peak = map(float, answer[-2:])
            lines.append([name, f"{loaded:.0f}", f"{peak:.0f}", f"{peak - loaded:.0f}"])
    return table(["extractor", "loaded, MiB", "peak, MiB", "for pages, MiB"], lines)


def report(pages: Sequence[str], times: Times, memory: str) -> str:
    versions = ", ".join(
        f"{name} {version(PEERS[name].distribution if name != OWN else OWN)}" for name in times
    )
    size = sum(map(len, pages)) / len(pages) / 1000
    sections = [
        "# Speed",
        "Made by `python benchmarks/speed.py`; see docs/benchmarks.md. Take the ratios, not the times.",
        f"{len(pages)} pages of wcxb, {size:.0f} thousand characters on average; best of {ROUNDS}.",
        f"CPython {platform.python_version()}, {platform.machine()}; {versions}.",
        "## Time",
        time_table(times, pages),
        ratio_table(times) if OWN in times and len(times) > 1 else "",
    ]
    if memory:
        sections += ["## Peak memory", memory]
    return "\n\n".join(section for section in sections if section) + "\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--datasets", type=Path, help="folder of the datasets (else MARROW_DATASETS)")
    add("--pages", type=int, default=300, help="how many pages of wcxb")
    add("--seed", type=int, default=0, help="of the sample")
    add("--extractors", default="marrow,resiliparse,trafilatura", help="names, the first two on every page")
    add("--method", default="marrow", help="the method of marrow that is measured")
    add("--every", type=int, default=5, help="trafilatura, readability-lxml and justext: each n-th page only")
    add("--output", type=Path, default=HERE / "results" / "speed.md")
    add("--dry-run", action="store_true", help="print the tables, write nothing")
    add("--times-only", action="store_true", help="leave out memory")
    add("--memory-of", help=argparse.SUPPRESS)
    add("--pages-in", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    args = arguments()
    if args.memory_of:
        memory_child(args.memory_of, args.method, args.pages_in)
        return 0
    # Before NumPy is imported: one thread is what is measured.
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))
    from marrow.errors import MarrowError

    names = args.extractors.split(",")
    try:
        known(name for name in names if name != OWN)
        pages = sample(args.datasets, args.pages, args.seed)
    except MarrowError as error:
        print(f"speed: {error}", file=sys.stderr)
        return 1
    every = {name: args.every for name in names if name not in (OWN, "resiliparse")}
    times = measure({name: load(name, args.method) for name in names}, pages, every)
    memory = "" if args.times_only else memory_table(names, args.method, pages)
    text = report(pages, times, memory)
    if args.dry_run:
        print(text)
    else:
        args.output.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
