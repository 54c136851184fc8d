"""Trains the default method: examples -> columns and labels -> boosted oblivious trees -> arrays.

The label of a block is the share of its words that stand in the gold, so the model learns what
the decision needs: how many words of a block are content. Each page counts the same, however
many blocks it has; within a page a long block counts more than a short one, but less than its
length. Folds keep the pages of a site together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
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
from marrow.features.matrix import FEATURE_NAMES, VERSION, page_matrix
from marrow.predict.decision import best_expected_f1
from marrow.predict.trees import ObliviousTrees, save
from marrow.reading import read

DATASETS: Final = {"wcxb": 1.0, "chinese": 1.0, "weblogs": 0.25}
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
    n_trees, depth
        Size of the ensemble; the depth is at most 8.
    learning_rate, l2, feature_share, page_share
        As in gradient boosting: step, regularisation of leaves, shares of the columns and of the
        blocks that each tree sees.
    n_borders
        Thresholds tried per column.
    word_power
        A block counts as its words to this power.
    seed
        Of everything random.
    """

    n_trees: int = 320
    depth: int = 6
    learning_rate: float = 0.15
    l2: float = 5.0
    feature_share: float = 0.3
    page_share: float = 0.7
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
    dataset
        Name of the dataset.
    columns
        float32, shape (n_features, n_blocks).
    labels
        float32, one per block: share of its words in the gold.
    n_words
        int32, one per block.
    texts
        One per block.
    gold
        The reference text.
    """

    group: str
    dataset: str
    columns: NDArray[np.float32]
    labels: NDArray[np.float32]
    n_words: NDArray[np.int32]
    texts: Sequence[str]
    gold: str


def training_page(example: Example) -> TrainingPage:
    """Read an example with gold text, compute its columns and labels."""
    blocks = read(example.page)
    gold = example.text or ""
    return TrainingPage(
        group=example.group,
        dataset=example.dataset,
        columns=page_matrix(blocks),
        labels=matched_share(blocks.text, gold),
        n_words=blocks.n_words,
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
    weights = np.maximum(page.n_words, 1).astype(np.float64) ** settings.word_power
    return weights * (DATASETS.get(page.dataset, 1.0) / float(weights.sum()))


def fit(pages: Sequence[TrainingPage], settings: Settings) -> ObliviousTrees:
    """Grow the trees on all blocks of the pages.

    CatBoost grows oblivious trees (L. Prokhorenkova et al. CatBoost: unbiased boosting with
    categorical features. NeurIPS 2018); its plain boosting with cross entropy is used. One
    thread, so that the same seed gives the same trees.
    """
    try:
        from catboost import CatBoost, Pool
    except ImportError as error:
        raise MissingExtraError.of("catboost", "train") from error
    filled = [page for page in pages if len(page.labels)]
    x = np.concatenate([page.columns.T for page in filled])
    y = np.concatenate([page.labels for page in filled])
    w = np.concatenate([block_weights(page, settings) for page in filled])
    booster = CatBoost(
        {
            "loss_function": "CrossEntropy",
            "iterations": settings.n_trees,
            "depth": settings.depth,
            "learning_rate": settings.learning_rate,
            "l2_leaf_reg": settings.l2,
            "rsm": settings.feature_share,
            "bootstrap_type": "Bernoulli",
            "subsample": settings.page_share,
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
    booster.fit(Pool(x, y, weight=w / w.mean()))
    return _exported(booster)


def _exported(booster: Any) -> ObliviousTrees:
    """Take the arrays out of a CatBoost model."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        booster.save_model(str(path), format="json")
        model = json.loads(path.read_text(encoding="utf-8"))
    trees = model["oblivious_trees"]
    depth = max(len(tree["splits"]) for tree in trees)
    feature = np.zeros((depth, len(trees)), np.int32)
    threshold = np.full((depth, len(trees)), np.inf, np.float32)
    leaf = np.zeros((len(trees), 1 << depth), np.float64)
    for i, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"]):
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


def page_f1(trees: ObliviousTrees, page: TrainingPage) -> tuple[float, float]:
    """Word F1 of the decision on a page, and the confidence in it."""
    kept, confidence = best_expected_f1(trees.probabilities(page.columns), page.n_words)
    text = "\n".join(text for text, keep in zip(page.texts, kept, strict=True) if keep)
    return word_f1(text, page.gold).f1, confidence


def cross_validate(
    pages: Sequence[TrainingPage], settings: Settings, folder: Path | None, progress: Progress
) -> dict[str, float]:
    """Train and test on folds grouped by site.

    Writes the weights of fold ``k``, trained on the other folds, to ``folder/fold-k.npz``.

    Returns
    -------
    Mean word F1 of each dataset over all its pages, each scored by the model that has not seen
    its site.
    """
    scores: dict[str, list[float]] = {}
    for fold in range(N_FOLDS):
        progress("training folds", fold, N_FOLDS)
        trees = fit([page for page in pages if site_fold(page.group) != fold], settings)
        if folder is not None:
            save(trees, folder / f"fold-{fold}.npz", _manifest(pages, settings, {"fold": fold}))
        for page in pages:
            if site_fold(page.group) == fold:
                scores.setdefault(page.dataset, []).append(page_f1(trees, page)[0])
    progress("training folds", N_FOLDS, N_FOLDS)
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
        "features": list(FEATURE_NAMES),
    }


def train(
    output: Path,
    folder: Path | None,
    settings: Settings,
    *,
    folds_folder: Path | None,
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
    progress
        Called with what is done, how much, of how much.

    Returns
    -------
    The manifest.
    """
    pages = load_pages(folder, progress)
    scores: dict[str, Any] = {}
    if folds_folder is not None:
        scores = {"cross_validated_word_f1": cross_validate(pages, settings, folds_folder, progress)}
    progress("training on all pages", 0, 1)
    trees = fit(pages, settings)
    progress("training on all pages", 1, 1)
    manifest = _manifest(pages, settings, scores)
    save(trees, output, manifest)
    return manifest
