from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from marrow.errors import WeightsError
from marrow.predict.trees import ObliviousTrees, digest_of, load, manifest_path, save

NAMES = ("a", "b", "c")
Tables = dict[str, Any]


def ensemble(seed: int = 1, *, n_features: int = 3, depth: int = 3, n_trees: int = 5) -> ObliviousTrees:
    random = np.random.default_rng(seed)
    return ObliviousTrees(
        feature=random.integers(0, n_features, (depth, n_trees)).astype(np.int32),
        threshold=random.normal(size=(depth, n_trees)).astype(np.float32),
        leaf=random.normal(size=n_trees << depth).astype(np.float32),
        bias=float(random.normal()),
    )


def slow_log_odds(trees: ObliviousTrees, values: NDArray[np.float32]) -> float:
    """Walk down every tree for one block."""
    depth, n_trees = trees.feature.shape
    total = trees.bias
    for tree in range(n_trees):
        leaf = 0
        for level in range(depth):
            if values[trees.feature[level, tree]] > trees.threshold[level, tree]:
                leaf += 2**level
        total += float(trees.leaf[tree * 2**depth + leaf])
    return total


def written(path: Path, manifest: Any = None, **arrays: Any) -> Path:
    """Write weights that are not what they should be, with a manifest that vouches for them."""
    tables: dict[str, Any] = {
        "feature_0": np.zeros((1, 1), np.int16),
        "threshold_0": np.zeros((1, 1), np.float32),
        "leaf_0": np.zeros(2, np.float32),
        "bias_0": np.float64(0),
    } | arrays
    np.savez(path, **tables)
    return vouched(path, manifest)


def vouched(path: Path, manifest: dict[str, Any] | None = None) -> Path:
    text = json.dumps({"features": list(NAMES), "digest": digest_of(path)} | (manifest or {}))
    manifest_path(path).write_text(text)
    return path


def refusal(path: Path, n_features: tuple[int, ...] = (3,), names: tuple[str, ...] = NAMES) -> str:
    """Load weights that must be refused; give the message."""
    with pytest.raises(WeightsError) as refused:
        load(path, n_features, names)
    message = str(refused.value)
    assert message.startswith(str(path.with_suffix("")))
    assert "\n" not in message
    assert "train" in message  # the remedy
    return message


def test_one_tree_by_hand() -> None:
    trees = ObliviousTrees(
        feature=np.array([[1], [0]], np.int32),
        threshold=np.array([[0.5], [10.0]], np.float32),
        leaf=np.array([1, 2, 4, 8], np.float32),
        bias=100.0,
    )
    # b > 0.5 is the lowest bit, a > 10 the next; a value at the threshold is not greater.
    matrix = np.array([[0, 0, 11, 11, 10], [0, 1, 0, 1, 0.5]], np.float32)
    assert trees.log_odds(matrix).tolist() == [101, 102, 104, 108, 101]


@pytest.mark.parametrize("depth", (1, 3, 8))
def test_all_blocks_are_as_block_by_block(depth: int) -> None:
    trees = ensemble(depth=depth, n_trees=7)
    matrix = np.random.default_rng(2).normal(size=(3, 60)).astype(np.float32)
    expected = [slow_log_odds(trees, values) for values in matrix.T]
    assert trees.log_odds(matrix) == pytest.approx(expected, rel=1e-5, abs=1e-5)
    probabilities = trees.probabilities(matrix)
    assert probabilities == pytest.approx([1 / (1 + exp(-odds)) for odds in expected], rel=1e-5)
    assert probabilities.dtype == np.float32


@pytest.mark.parametrize("n_blocks", (0, 1, 1023, 1024, 1025, 2500))
def test_pages_longer_than_a_chunk(n_blocks: int) -> None:
    trees = ensemble()
    matrix = np.random.default_rng(n_blocks).normal(size=(3, n_blocks)).astype(np.float32)
    odds = trees.log_odds(matrix)
    assert odds.shape == (n_blocks,)
    for block in {0, 1, 1023, 1024, 2047, 2048, n_blocks - 1} & set(range(n_blocks)):
        assert odds[block] == pytest.approx(slow_log_odds(trees, matrix[:, block]), rel=1e-5, abs=1e-5)


def test_large_log_odds_neither_overflow_nor_leave_the_range() -> None:
    trees = ObliviousTrees(
        np.zeros((1, 1), np.int32), np.zeros((1, 1), np.float32), np.array([-1e6, 1e6], np.float32), 0.0
    )
    low, high = trees.probabilities(np.array([[-1, 1]], np.float32)).tolist()
    assert 0 <= low < 1e-9
    assert 1 - 1e-9 < high <= 1


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    passes = (ensemble(1, n_features=2), ensemble(2, n_features=3, depth=2))
    path = tmp_path / "new" / "folder" / "w.npz"
    save(passes, path, {"method": "m", "features": list(NAMES)})
    loaded = load(path, (2, 3), NAMES)
    matrix = np.random.default_rng(3).normal(size=(3, 40)).astype(np.float32)
    for before, after in zip(passes, loaded, strict=True):
        assert np.array_equal(before.log_odds(matrix), after.log_odds(matrix))
        with pytest.raises(ValueError, match="read-only"):
            after.leaf[0] = 1
    manifest = json.loads(manifest_path(path).read_text(encoding="utf-8"))
    assert manifest == {"method": "m", "features": list(NAMES), "digest": digest_of(path)}


def test_the_same_weights_give_the_same_file(tmp_path: Path) -> None:
    for name in ("one.npz", "two.npz"):
        save([ensemble()], tmp_path / name, {"features": list(NAMES)})
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_good_weights_are_accepted_as_the_tests_below_write_them(tmp_path: Path) -> None:
    assert len(load(written(tmp_path / "w.npz"), (3,), NAMES)) == 1


def test_missing_weights_and_manifests(tmp_path: Path) -> None:
    assert "no such weights" in refusal(tmp_path / "none.npz")
    path = written(tmp_path / "w.npz")
    manifest_path(path).unlink()
    assert "no such weights" in refusal(path)
    path = written(tmp_path / "v.npz")
    path.unlink()
    assert "v.npz: no such weights" in refusal(path)


@pytest.mark.parametrize(
    "manifest",
    (
        "",
        "{",
        "[]",
        "null",
        "{}",
        '"text"',
        '{"digest": 1}',
        "\x00",
        '{"digest": "DIGEST", "features": null}',
    ),
)
def test_damaged_manifests(tmp_path: Path, manifest: str) -> None:
    path = written(tmp_path / "w.npz")
    manifest_path(path).write_text(manifest.replace("DIGEST", digest_of(path)))
    refusal(path)


def test_weights_that_changed_after_they_were_vouched_for(tmp_path: Path) -> None:
    path = written(tmp_path / "w.npz")
    path.write_bytes(path.read_bytes()[:-20])
    assert "is not what its manifest says" in refusal(path)


@pytest.mark.parametrize("damage", ("empty", "text", "truncated", "flipped", "array", "pickle"))
def test_damaged_files_with_a_manifest_that_fits(tmp_path: Path, damage: str) -> None:
    path = written(tmp_path / "w.npz")
    data = bytearray(path.read_bytes())
    if damage == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    elif damage == "pickle":
        with path.open("wb") as file:
            np.save(file, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    else:
        data[data.index(b"\x93NUMPY") + 128] ^= 0xFF  # the first value: headers are 128 bytes
        contents = {"empty": b"", "text": b"weights", "truncated": data[: len(data) // 2], "flipped": data}
        path.write_bytes(bytes(contents[damage]))
    refusal(vouched(path))


def test_compressed_data_that_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save([ensemble(n_trees=50)], path, {"features": list(NAMES)})
    data = bytearray(path.read_bytes())
    start = data.index(b"leaf_0.npy") + 40
    data[start : start + 60] = b"\xff" * 60
    path.write_bytes(data)
    refusal(vouched(path))


def test_nothing_in_a_file_is_run(tmp_path: Path) -> None:
    class Harm:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.touch, (tmp_path / "harm",)

    leaf = np.array([Harm(), Harm()], dtype=object)
    refusal(written(tmp_path / "w.npz", leaf_0=leaf))
    assert not (tmp_path / "harm").exists()


UNFIT: dict[str, Tables] = {
    "feature outside": {"feature_0": np.full((1, 1), 3, np.int16)},
    "feature below": {"feature_0": np.full((1, 1), -1, np.int16)},
    "leaves missing": {"leaf_0": np.zeros(1, np.float32)},
    "leaves too many": {"leaf_0": np.zeros(4, np.float32)},
    "leaf not a number": {"leaf_0": np.array([0, np.nan], np.float32)},
    "leaf infinite": {"leaf_0": np.array([0, np.inf], np.float32)},
    "bias not a number": {"bias_0": np.array(np.nan)},
    "bias of two": {"bias_0": np.zeros(2)},
    "thresholds missing": {"threshold_0": np.zeros((1, 2), np.float32)},
    "no levels": {
        "feature_0": np.zeros((0, 1), np.int16),
        "threshold_0": np.zeros((0, 1), np.float32),
        "leaf_0": np.zeros(1, np.float32),
    },
    "too deep": {
        "feature_0": np.zeros((9, 1), np.int16),
        "threshold_0": np.zeros((9, 1), np.float32),
        "leaf_0": np.zeros(512, np.float32),
    },
    "one dimension": {"feature_0": np.zeros(1, np.int16)},
    "leaves of text": {"leaf_0": np.array(["a", "b"])},
    "thresholds of text": {"threshold_0": np.array([["a"]])},
    "features of text": {"feature_0": np.array([["a"]])},
}


@pytest.mark.parametrize("arrays", UNFIT.values(), ids=UNFIT)
def test_arrays_that_do_not_fit(tmp_path: Path, arrays: Tables) -> None:
    refusal(written(tmp_path / "w.npz", **arrays))


def test_a_pass_that_is_missing(tmp_path: Path) -> None:
    assert "feature_1" in refusal(written(tmp_path / "w.npz"), (3, 3))


def test_each_pass_reads_its_own_columns_only(tmp_path: Path) -> None:
    path = written(tmp_path / "w.npz", feature_0=np.full((1, 1), 2, np.int16))
    assert load(path, (3,), NAMES)[0].feature.tolist() == [[2]]
    refusal(path, (2,))


@pytest.mark.parametrize(
    ("trained_for", "column"),
    ((["a", "x", "c"], 1), (["a", "b"], 2), (["a", "b", "c", "d"], 3), ([], 0), (["b", "a", "c"], 0)),
)
def test_other_features_are_told_with_the_first_that_differs(
    tmp_path: Path, trained_for: list[str], column: int
) -> None:
    message = refusal(written(tmp_path / "w.npz", {"features": trained_for}))
    assert f"trained for {len(trained_for)} features" in message
    assert "computes 3" in message
    assert f"differ from column {column} on" in message
