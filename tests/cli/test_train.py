from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marrow.train import default as training
from marrow.train.samples import Settings

from .conftest import Ended

Marrow = Callable[..., Ended]


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What training was asked for; nothing is trained."""
    calls: list[dict[str, Any]] = []

    def train(output: Path, folder: Path | None, settings: Settings, **more: Any) -> dict[str, Any]:
        calls.append({"output": output, "folder": folder, "settings": settings, **more})
        for done in range(3):
            more["progress"]("reading wcxb", done, 2)
        more["progress"]("first passes", 0, 1)
        return {"cross_validated_word_f1": {"wcxb": 0.87654}} if more["folds_folder"] else {}

    monkeypatch.setattr(training, "train", train)
    return calls


def test_trains_with_what_was_asked_and_says_what_it_wrote(
    marrow: Marrow, trained: list[dict[str, Any]], tmp_path: Path
) -> None:
    output = tmp_path / "new" / "w.npz"
    done = marrow("train", "default", "--datasets", tmp_path, "-o", output, "--seed", "7", "-j", "3")
    assert (done.code, done.out) == (0, f"wrote {output}\n")
    (call,) = trained
    assert (call["output"], call["folder"], call["folds_folder"], call["jobs"]) == (output, tmp_path, None, 3)
    assert call["settings"] == Settings(seed=7)
    # Away from a terminal, each step is said once.
    assert done.err == "reading wcxb\nfirst passes\n"


@pytest.mark.usefixtures("trained")
def test_scores_of_the_folds_are_told(marrow: Marrow, tmp_path: Path) -> None:
    done = marrow("train", "default", "-o", tmp_path / "w.npz", "--folds", tmp_path / "folds")
    assert "wcxb: word F1 0.8765 over folds grouped by site\n" in done.out


@pytest.mark.parametrize("name", ("w.bin", "w", "w.npz.gz", ".npz"))
def test_other_suffixes_are_refused_before_anything_is_read(
    marrow: Marrow, trained: list[dict[str, Any]], tmp_path: Path, name: str
) -> None:
    done = marrow("train", "default", "-o", tmp_path / name)
    assert (done.code, done.out) == (2, "")
    assert ".npz: name the output so" in done.err
    assert_one_line(done)
    assert not trained


def test_an_output_that_cannot_be_written_is_refused_before_anything_is_read(
    marrow: Marrow, trained: list[dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x")
    done = marrow("train", "default", "-o", tmp_path / "file" / "w.npz")
    assert done.code == 2
    assert f"{tmp_path / 'file' / 'w.npz'}: " in done.err
    assert_one_line(done)
    assert not trained


@pytest.mark.parametrize(
    "arguments",
    (
        (),
        ("-o", "w.npz", "--jobs", "0"),
        ("-o", "w.npz", "--seed", "x"),
        ("-o", "w.npz", "--trees", "5"),
        ("-o", "w.npz", "page.html"),
    ),
)
def test_mistakes_of_use_are_one_line(
    marrow: Marrow, trained: list[dict[str, Any]], arguments: tuple[str, ...]
) -> None:
    done = marrow("train", "default", *arguments)
    assert (done.code, done.out) == (2, "")
    assert "see 'marrow train default --help'" in done.err
    assert_one_line(done)
    assert not trained


def test_no_folder_of_datasets(marrow: Marrow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MARROW_DATASETS", raising=False)
    done = marrow("train", "default", "-o", tmp_path / "w.npz")
    assert done.code == 1
    assert "--datasets" in done.err
    assert_one_line(done)


def test_a_folder_that_is_not_there(marrow: Marrow, tmp_path: Path) -> None:
    done = marrow("train", "default", "-o", tmp_path / "w.npz", "--datasets", tmp_path / "none")
    assert done.code == 1
    assert f"{tmp_path / 'none'}: no such folder of datasets: correct --datasets" in done.err
    assert_one_line(done)


def test_a_folder_without_the_datasets(marrow: Marrow, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="datasets are read with it: pip install -e '.[data]'")
    done = marrow("train", "default", "-o", tmp_path / "w.npz", "--datasets", tmp_path)
    assert done.code == 1
    assert "dataset 'wcxb': " in done.err
    assert "does not exist: get it from" in done.err
    assert_one_line(done)


def test_no_method_to_train_shows_the_help(marrow: Marrow) -> None:
    done = marrow("train")
    assert done.code == 2
    assert "default" in done.err


def assert_one_line(done: Ended) -> None:
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
