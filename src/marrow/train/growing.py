"""Grows oblivious trees with CatBoost, and takes the arrays out of its model."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from marrow.errors import MissingExtraError
from marrow.predict.trees import ObliviousTrees
from marrow.train.samples import Sample, Settings


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
