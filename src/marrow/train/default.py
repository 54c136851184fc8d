"""Trains the default method: examples -> columns and labels -> boosted oblivious trees -> arrays.

The label of a block is the share of its words that stand in the gold, so the model learns what
the decision needs: how many words of a block are content. Each page counts the same, however
many blocks it has; within a page a long block counts more than a short one, but less than its
length. Folds keep the pages of a site together.

The second pass learns from opinions of first passes that have not seen the page's site. In
cross-validation they have not seen the tested fold either: a first pass is trained without each
pair of folds.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import marrow
from marrow.data import Example, dataset, site_fold
from marrow.data.align import matched_share
from marrow.data.folds import N_FOLDS
from marrow.errors import DatasetError, MissingExtraError
from marrow.evaluate.word_f1 import word_f1
from marrow.features.context import Company
from marrow.features.matrix import ALL_NAMES, VERSION, page_matrix, with_opinion
from marrow.predict.decision import best_expected_f1
from marrow.predict.trees import ObliviousTrees, save
from marrow.reading import read

DATASETS: Final = {"wcxb": 1.0, "chinese": 1.0, "weblogs": 0.15}
"""What the weights of the package are trained on, and what a page of each counts.

Only datasets whose terms allow it. Weblog posts are many, alike, and their gold leaves out the
heading, which the gold of the others holds.
"""

_LICENCES: Final = "wcxb: CC-BY-4.0 (annotations); chinese: MIT; weblogs: not passed on, statistics only"

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the trees are grown.

    Attributes
    ----------
    n_first, n_second, depth
        Trees of the first and of the second pass; the depth is at most 8.
    learning_rate, l2, feature_share, block_share
        As in gradient boosting: step, regularisation of leaves, shares of the columns and of the
        blocks that each tree sees.
    n_borders
        Thresholds tried per column.
    word_power
        A block counts as its words to this power.
    seed
        Of everything random.
    """

    n_first: int = 300
    n_second: int = 150
    depth: int = 6
    learning_rate: float = 0.15
    l2: float = 5.0
    feature_share: float = 0.3
    block_share: float = 0.7
    n_borders: int = 64
    word_power: float = 0.25
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class TrainingPage:
    """One page, ready for training.

    Attributes
    ----------
    group
        Site, or the page's id.
    fold
        In which the site is tested.
    dataset
        Name of the dataset.
    columns
        float32, shape (n_features, n_blocks): those of the first pass.
    company
        Which blocks belong together.
    labels
        float32, one per block: share of its words in the gold.
    texts
        One per block.
    gold
        The reference text.
    """

    group: str
    fold: int
    dataset: str
    columns: NDArray[np.float32]
    company: Company
    labels: NDArray[np.float32]
    texts: Sequence[str]
    gold: str


def training_page(example: Example) -> TrainingPage:
    """Read an example with gold text, compute its columns and labels."""
    blocks = read(example.page)
    gold = example.text or ""
    columns, company = page_matrix(blocks)
    return TrainingPage(
        group=example.group,
        fold=site_fold(example.group),
        dataset=example.dataset,
        columns=columns,
        company=company,
        labels=matched_share(blocks.text, gold),
        texts=blocks.text,
        gold=gold,
    )


def load_pages(
    folder: Path | None, progress: Progress, names: Iterable[str] = tuple(DATASETS)
) -> list[TrainingPage]:
    """Read all examples with gold text of the datasets ``names``."""
    pages = []
    for name in names:
        examples = dataset(name, folder)
        n = len(examples)
        for i, example in enumerate(examples, start=1):
            if example.text is not None:
                pages.append(training_page(example))
            progress(f"reading {name}", i, n)
    if not pages:
        raise DatasetError("no page with gold text was found: correct --datasets")
    return pages


def block_weights(page: TrainingPage, settings: Settings) -> NDArray[np.float64]:
    """Weight of each block; they sum to the weight of the page."""
    weights = np.power(np.maximum(page.company.n_words, 1), settings.word_power)
    return np.asarray(weights / weights.sum() * DATASETS.get(page.dataset, 1.0), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """What the trees of one pass are grown on.

    Attributes
    ----------
    x
        float32, shape (n_blocks, n_features).
    y, weight
        One per block.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    weight: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        pages: Sequence[TrainingPage],
        settings: Settings,
        opinions: Sequence[NDArray[np.float32]] | None = None,
    ) -> Sample:
        """Put the blocks of pages under each other; with opinions, the columns of the second pass."""
        columns = [page.columns for page in pages]
        if opinions is not None:
            columns = [
                with_opinion(page.columns, page.company, opinion)
                for page, opinion in zip(pages, opinions, strict=True)
            ]
        filled = [i for i, page in enumerate(pages) if len(page.labels)]
        if not filled:
            raise DatasetError("no block to learn from: training needs pages of several sites")
        return cls(
            np.concatenate([columns[i].T for i in filled]),
            np.concatenate([pages[i].labels for i in filled]),
            np.concatenate([block_weights(pages[i], settings) for i in filled]),
        )


def grow(sample: Sample, n_trees: int, settings: Settings) -> ObliviousTrees:
    """Grow the trees of one pass.

    CatBoost grows oblivious trees (L. Prokhorenkova et al. CatBoost: unbiased boosting with
    categorical features. NeurIPS 2018); its plain boosting with cross entropy is used. One
    thread, so that the same seed gives the same trees.
    """
    try:
        from catboost import CatBoost, Pool
    except ImportError as error:
        raise MissingExtraError.of("catboost", "train") from error
    booster = CatBoost(
        {
            "loss_function": "CrossEntropy",
            "iterations": n_trees,
            "depth": settings.depth,
            "learning_rate": settings.learning_rate,
            "l2_leaf_reg": settings.l2,
            "rsm": settings.feature_share,
            "bootstrap_type": "Bernoulli",
            "subsample": settings.block_share,
            "border_count": settings.n_borders,
            "boosting_type": "Plain",
            "score_function": "L2",
            "leaf_estimation_iterations": 1,
            "random_seed": settings.seed,
            "thread_count": 1,
            "allow_writing_files": False,
            "verbose": 0,
        }
    )
    booster.fit(Pool(sample.x, sample.y, weight=sample.weight / sample.weight.mean()))
    return _exported(booster)


def _exported(booster: Any) -> ObliviousTrees:
    """Take the arrays out of a CatBoost model."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        booster.save_model(str(path), format="json")
        model = json.loads(path.read_text(encoding="utf-8"))
    trees = model["oblivious_trees"]
    # A tree that found nothing to ask has no list of splits; weights have at least one level.
    splits = [tree["splits"] or [] for tree in trees]
    depth = max(1, *(len(levels) for levels in splits))
    feature = np.zeros((depth, len(trees)), np.int32)
    threshold = np.full((depth, len(trees)), np.inf, np.float32)
    leaf = np.zeros((len(trees), 1 << depth), np.float64)
    for i, tree in enumerate(trees):
        for level, split in enumerate(splits[i]):
            feature[level, i] = split["float_feature_index"]
            threshold[level, i] = split["border"]
        # A tree that stopped early never answers 1 at its missing levels.
        leaf[i, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, biases = model["scale_and_bias"]
    return ObliviousTrees(
        feature=feature,
        threshold=threshold,
        leaf=(leaf * scale).astype(np.float32).ravel(),
        bias=float(biases[0]),
    )


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
        "data_licences": _LICENCES,
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
