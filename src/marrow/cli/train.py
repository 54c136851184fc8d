"""``marrow train``: trains the weights of the methods that have some."""

from __future__ import annotations

import sys
from pathlib import Path

import click


class _Steps:
    """Shows progress on a terminal; says only what begins elsewhere."""

    def __init__(self) -> None:
        self._step = ""

    def __call__(self, step: str, done: int, n: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{step}: {done} of {n}")
            if done >= n:
                sys.stderr.write("\n")
            sys.stderr.flush()
        elif step != self._step:
            click.echo(step, err=True)
        self._step = step


@click.group()
def train() -> None:
    """Train the weights of a method (needs the extra "train")."""


@train.command(
    epilog="""\b
Examples:
  marrow train default --datasets datasets/ --output default.npz
  marrow train default --datasets datasets/ --output default.npz --folds folds/
  marrow extract --set weights=default.npz page.html"""
)
@click.option("--datasets", type=click.Path(path_type=Path), help="Folder of the datasets [MARROW_DATASETS].")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Weights file (.npz).",
)
@click.option(
    "--folds", type=click.Path(path_type=Path), help="Cross-validate by site; fold weights go here."
)
@click.option("--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything random.")
def default(datasets: Path | None, output: Path, folds: Path | None, jobs: int, seed: int) -> None:
    """Train the default method."""
    from marrow.train.default import train as train_default
    from marrow.train.samples import Settings

    if output.suffix != ".npz":
        raise click.UsageError(f"{output}: weights are written as .npz: name the output so")
    try:  # now, not after hours
        output.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{output}: cannot be written ({error.strerror}): name another") from error
    manifest = train_default(
        output, datasets, Settings(seed=seed), folds_folder=folds, jobs=jobs, progress=_Steps()
    )
    for name, score in manifest.get("cross_validated_word_f1", {}).items():
        click.echo(f"{name}: word F1 {score:.4f} over folds grouped by site")
    click.echo(f"wrote {output}")
