"""How long ``import marrow`` takes, next to ``import numpy``, each in fresh processes.

    python benchmarks/imports.py

writes benchmarks/results/imports.md. Processes of all kinds take turns, so that a busy moment of
the machine meets all of them; the median of many is taken.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "imports.md"
FIRST_PAGE = "import marrow; marrow.extract('<p>Bones are filled with marrow.').text"
STATEMENTS = {
    "nothing": "pass",
    "`import numpy`": "import numpy",
    "`import marrow`": "import marrow",
    "`from marrow import extract`": "from marrow import extract",
    "the first page, to text": FIRST_PAGE,
}


def process_ms(statement: str) -> float:
    """Milliseconds from the start of a Python process to its end."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return 1000 * (time.perf_counter() - start)


def measure(n_rounds: int) -> dict[str, float]:
    """Median milliseconds per statement over ``n_rounds`` processes each, after a warm-up."""
    times: dict[str, list[float]] = {name: [] for name in STATEMENTS}
    for n_done in range(n_rounds + 2):
        for name, statement in STATEMENTS.items():
            ms = process_ms(statement)
            if n_done >= 2:
                times[name].append(ms)
    return {name: statistics.median(values) for name, values in times.items()}


def table(medians: dict[str, float], n_rounds: int) -> str:
    """Medians as a Markdown table, each next to an empty process and to NumPy's."""
    lines = [
        "| process | ms | above an empty process | above `import numpy` |",
        "|---|---:|---:|---:|",
    ]
    empty, numpy = medians["nothing"], medians["`import numpy`"]
    lines += [
        f"| {name} | {ms:.0f} | {ms - empty:+.0f} | {ms - numpy:+.0f} |" for name, ms in medians.items()
    ]
    made = f"Median of {n_rounds} fresh processes each, CPython {platform.python_version()}."
    return "\n".join([*lines, "", made, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the import of Marrow next to NumPy's.")
    parser.add_argument("--rounds", type=int, default=31, help="processes per statement")
    rounds = parser.parse_args().rounds
    text = table(measure(rounds), rounds)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
