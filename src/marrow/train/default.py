"""Trains the default method: samples of pages -> boosted oblivious trees -> arrays.

The second pass learns from opinions of first passes that have not seen the page's site. In
cross-validation they have not seen the tested fold either: a first pass is trained without each
pair of folds.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import marrow
from marrow.data.folds import N_FOLDS
from marrow.evaluate.word_f1 import word_f1
from marrow.features.matrix import ALL_NAMES, VERSION, with_opinion
from marrow.predict.decision import best_expected_f1
from marrow.predict.trees import ObliviousTrees, save
from marrow.train.growing import grow
from marrow.train.samples import LICENCES, Progress, Sample, Settings, TrainingPage, load_pages

Passes = tuple[ObliviousTrees, ObliviousTrees]
Left = frozenset[int]  # folds that a first pass has not seen


class Trainer:
    """Trains the passes on pages whose first passes are known by the folds they left out."""

    def __init__(self, pages: Sequence[TrainingPage], settings: Settings, jobs: int) -> None:
        self.pages = pages
        self.settings = settings
        self.jobs = jobs
        self.first: dict[Left, ObliviousTrees] = {}

    def grow_first(self, left: Iterable[Left], progress: Progress) -> None:
        """Grow a first pass without each of the sets of folds."""
        wanted = [folds for folds in left if folds not in self.first]
        kept = ([page for page in self.pages if page.fold not in folds] for folds in wanted)
        samples = (Sample.of(pages, self.settings) for pages in kept)
        grown = self._grow_all(samples, self.settings.n_first, len(wanted), "first passes", progress)
        for number, trees in grown:
            self.first[wanted[number]] = trees

    def _grow_all(
        self, samples: Iterable[Sample], n_trees: int, n: int, step: str, progress: Progress
    ) -> Iterator[tuple[int, ObliviousTrees]]:
        """Grow several ensembles, some at a time; give their numbers with them as they come."""
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.jobs, mp_context=context) as pool:
            waiting = {
                pool.submit(grow, sample, n_trees, self.settings): i for i, sample in enumerate(samples)
            }
            progress(step, 0, n)
            for done, future in enumerate(as_completed(waiting), start=1):
                yield waiting[future], future.result()
                progress(step, done, n)

    def second_sample(self, tested: Left) -> Sample:
        """Sample of the second pass: pages outside the tested folds, with unseen opinions."""
        pages = [page for page in self.pages if page.fold not in tested]
        opinions = [self.first[tested | {page.fold}].probabilities(page.columns) for page in pages]
        return Sample.of(pages, self.settings, opinions)

    def passes(self, tested: Sequence[Left], progress: Progress) -> list[Passes]:
        """Both passes without each of the sets of folds; their first passes must be grown."""
        samples = (self.second_sample(folds) for folds in tested)
        grown = self._grow_all(samples, self.settings.n_second, len(tested), "second passes", progress)
        second = dict(grown)
        return [(self.first[folds], second[number]) for number, folds in enumerate(tested)]


def page_f1(passes: Passes, page: TrainingPage) -> tuple[float, float]:
    """Word F1 of the decision on a page, and the confidence in it."""
    opinion = passes[0].probabilities(page.columns)
    probability = passes[1].probabilities(with_opinion(page.columns, page.company, opinion))
    kept, confidence = best_expected_f1(probability, page.company.n_words)
    text = "\n".join(text for text, keep in zip(page.texts, kept, strict=True) if keep)
    return word_f1(text, page.gold).f1, confidence


def cross_validate(trainer: Trainer, folder: Path, progress: Progress) -> dict[str, float]:
    """Train and test on folds grouped by site.

    Writes the weights of fold ``k``, trained on the other folds, to ``folder/fold-k.npz``.

    Returns
    -------
    Mean word F1 of each dataset over all its pages, each scored by the model that has not seen
    its site.
    """
    folds = [frozenset({fold}) for fold in range(N_FOLDS)]
    trainer.grow_first([frozenset(pair) for pair in combinations(range(N_FOLDS), 2)], progress)
    scores: dict[str, list[float]] = {}
    for fold, passes in enumerate(trainer.passes(folds, progress)):
        manifest = _manifest(trainer.pages, trainer.settings, {"fold": fold})
        save(passes, folder / f"fold-{fold}.npz", manifest)
        for page in trainer.pages:
            if page.fold == fold:
                scores.setdefault(page.dataset, []).append(page_f1(passes, page)[0])
    return {name: round(float(np.mean(values)), 4) for name, values in scores.items()}


def _manifest(pages: Sequence[TrainingPage], settings: Settings, more: dict[str, Any]) -> dict[str, Any]:
    """What the weights are; see ``docs/methods/marrow.md``."""
    counts: dict[str, int] = {}
    for page in pages:
        counts[page.dataset] = counts.get(page.dataset, 0) + 1
    return {
        "method": "marrow",
        "marrow_version": marrow.__version__,
        "feature_version": VERSION,
        "trained_on": counts,
        "data_licences": LICENCES,
        "licence": "Apache-2.0",
        "created": datetime.now(UTC).date().isoformat(),
        "settings": asdict(settings),
        **more,
        "features": list(ALL_NAMES),
    }


def train(
    output: Path,
    folder: Path | None,
    settings: Settings,
    *,
    folds_folder: Path | None,
    jobs: int,
    progress: Progress,
) -> dict[str, Any]:
    """Train the default method and write its weights.

    Parameters
    ----------
    output
        Weights file (``.npz``); the manifest is written beside it.
    folder
        Datasets.
    settings
        Of the trees.
    folds_folder
        Where the weights of the folds go; ``None``: no cross-validation.
    jobs
        Processes; the result does not depend on it.
    progress
        Called with what is done, how much, of how much.

    Returns
    -------
    The manifest.
    """
    trainer = Trainer(load_pages(folder, progress), settings, jobs)
    nothing: Left = frozenset()
    trainer.grow_first([nothing, *(frozenset({fold}) for fold in range(N_FOLDS))], progress)
    scores: dict[str, Any] = {}
    if folds_folder is not None:
        scores = {"cross_validated_word_f1": cross_validate(trainer, folds_folder, progress)}
    passes = trainer.passes([nothing], progress)[0]
    manifest = _manifest(trainer.pages, settings, scores)
    save(passes, output, manifest)
    return manifest
