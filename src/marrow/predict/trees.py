"""Boosted oblivious decision trees as three arrays.

An oblivious tree asks one question per level, the same for all nodes of the level: its answers
are the bits of a leaf's number. So all trees are evaluated for all blocks by one comparison, one
packing of bits and one look-up, which NumPy does as fast as compiled code.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from marrow.errors import WeightsError

_CHUNK_BLOCKS: Final = 1024
"""Blocks evaluated at a time: bounds the memory on pages of many blocks."""
_N_DIMENSIONS: Final = 2  # levels, trees
_MAX_DEPTH: Final = 8
_DAMAGE: Final = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged file raises."""


@dataclass(frozen=True, eq=False)
class ObliviousTrees:
    """An ensemble of oblivious trees of one depth.

    Attributes
    ----------
    feature
        int32, shape (depth, n_trees): column that each level of each tree asks for.
    threshold
        float32, shape (depth, n_trees): the answer is 1 when the value is greater.
    leaf
        float32, shape (n_trees * 2**depth,): log-odds by tree and leaf; the first level is the
        lowest bit of the leaf's number.
    bias
        Log-odds added to the sum of the leaves.
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float32]
    leaf: NDArray[np.float32]
    bias: float

    def log_odds(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """Log-odds of each block.

        Parameters
        ----------
        matrix
            float32, shape (n_features, n_blocks).
        """
        depth, n_trees = self.feature.shape
        first_leaf = (np.arange(n_trees, dtype=np.int32) << depth)[:, None]
        out = np.empty(matrix.shape[1], np.float32)
        for start in range(0, matrix.shape[1], _CHUNK_BLOCKS):
            chunk = np.ascontiguousarray(matrix[:, start : start + _CHUNK_BLOCKS])
            values = np.empty((n_trees, chunk.shape[1]), np.float32)
            answers = np.empty(values.shape, np.bool_)
            bits = answers.view(np.uint8)
            number = np.zeros(values.shape, np.uint8)
            # From the highest bit down, so that one shift of the whole makes room for the next.
            for level in reversed(range(depth)):
                # "clip" leaves out a check of each index; load() has made it.
                np.take(chunk, self.feature[level], axis=0, out=values, mode="clip")
                np.greater(values, self.threshold[level][:, None], out=answers)
                np.left_shift(number, 1, out=number)
                np.bitwise_or(number, bits, out=number)
            leaves = np.take(self.leaf, number + first_leaf, mode="clip")
            out[start : start + _CHUNK_BLOCKS] = leaves.sum(axis=0)
        return out + np.float32(self.bias)

    def probabilities(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """Probability of each block to be content: float32, 0..1."""
        odds = np.clip(self.log_odds(matrix), -30, 30)
        return np.float32(1) / (np.float32(1) + np.exp(-odds))


def digest_of(path: Path) -> str:
    """SHA-256 of a file, as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def manifest_path(path: Path) -> Path:
    """Where the manifest of a weights file stands: beside it, with the suffix ``.json``."""
    return path.with_suffix(".json")


def save(passes: Sequence[ObliviousTrees], path: Path, manifest: dict[str, Any]) -> None:
    """Write weights (``.npz``) and, beside them, their manifest with the digest (``.json``).

    The names of the columns that the last pass reads stand in the manifest as ``features``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {
        f"{name}_{number}": array
        for number, trees in enumerate(passes)
        for name, array in (
            ("feature", trees.feature.astype(np.int16)),
            ("threshold", trees.threshold),
            ("leaf", trees.leaf.astype(np.float32)),
            ("bias", np.float64(trees.bias)),
        )
    }
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)
    text = json.dumps({**manifest, "digest": digest_of(path)}, indent=2, ensure_ascii=False)
    manifest_path(path).write_text(text + "\n", encoding="utf-8")


@cache
def load(path: Path, n_features: tuple[int, ...], names: tuple[str, ...]) -> tuple[ObliviousTrees, ...]:
    """Load weights that were trained for the features ``names``, in this order.

    There is one ensemble for each pass over the page; pass ``i`` reads the first
    ``n_features[i]`` columns.

    Weights are data: nothing in the file is run. They never change, so that each file is read
    once per process.

    Raises
    ------
    WeightsError
        The file is missing or damaged, or was trained for other features.
    """
    try:
        manifest = json.loads(manifest_path(path).read_text(encoding="utf-8"))
        data = path.read_bytes()
        if manifest["digest"] != hashlib.sha256(data).hexdigest():
            raise WeightsError(f"{path}: is not what its manifest says: train or install the weights again")
        trained_for = tuple(manifest["features"])
        if trained_for != names:
            raise WeightsError(_mismatch(path, trained_for, names))
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            passes = tuple(
                ObliviousTrees(
                    feature=arrays[f"feature_{number}"].astype(np.int32),
                    threshold=arrays[f"threshold_{number}"].astype(np.float32),
                    leaf=arrays[f"leaf_{number}"].astype(np.float32),
                    bias=float(arrays[f"bias_{number}"]),
                )
                for number in range(len(n_features))
            )
    except WeightsError:
        raise
    except FileNotFoundError as error:
        remedy = "train them with 'marrow train default'"
        raise WeightsError(f"{error.filename}: no such weights: {remedy}") from error
    except _DAMAGE as error:
        remedy = "train or install them again"
        raise WeightsError(f"{path}: weights cannot be read ({error}): {remedy}") from error
    for trees, n in zip(passes, n_features, strict=True):
        _check(path, trees, n)
        for array in (trees.feature, trees.threshold, trees.leaf):
            array.flags.writeable = False
    return passes


def _mismatch(path: Path, trained_for: tuple[str, ...], names: tuple[str, ...]) -> str:
    place = next(
        (i for i, pair in enumerate(zip(trained_for, names, strict=False)) if pair[0] != pair[1]),
        min(len(trained_for), len(names)),
    )
    return (
        f"{path}: trained for {len(trained_for)} features, this version computes {len(names)}; "
        f"they differ from column {place} on: train again with 'marrow train default'"
    )


def _check(path: Path, trees: ObliviousTrees, n_features: int) -> None:
    depth, n_trees = trees.feature.shape if trees.feature.ndim == _N_DIMENSIONS else (0, 0)
    fits = (
        0 < depth <= _MAX_DEPTH
        and trees.threshold.shape == (depth, n_trees)
        and trees.leaf.shape == (n_trees << depth,)
        and (n_trees == 0 or 0 <= trees.feature.min() <= trees.feature.max() < n_features)
        and bool(np.isfinite(trees.leaf).all())
        and np.isfinite(trees.bias)
    )
    if not fits:
        raise WeightsError(f"{path}: the arrays do not fit together: train or install the weights again")
