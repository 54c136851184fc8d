from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import marrow
from marrow.data import Example, site_fold
from marrow.page import Page


def page_of(site: str) -> Example:
    return Example(Page("<p>Text"), site, "made-up", site)


def test_each_page_is_answered_by_the_model_of_its_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    import own

    monkeypatch.setattr(own, "answer", lambda example, extractor, fold: (example.id, extractor, fold))
    answer = own.answerer("marrow", own.FoldModels({0: "zero", 1: "one", 2: "two"}, seed=3))

    for i in range(20):
        fold = site_fold(f"{i}.example", 3, 3)
        assert answer(page_of(f"{i}.example")) == (f"{i}.example", ("zero", "one", "two")[fold], fold)


def test_fold_models_are_loaded_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import own

    made = {}

    def method(name: str, weights: str) -> str:
        made[Path(weights).name] = name
        return f"model of {Path(weights).name}"

    monkeypatch.setattr(marrow, "method", method)
    for file in ("fold-1.npz", "fold-0.npz", "other.npz"):
        (tmp_path / file).write_bytes(b"")
    (tmp_path / "folds.json").write_text('{"seed": 7}')

    found = own.FoldModels.load(tmp_path)

    assert found.extractors == {0: "model of fold-0.npz", 1: "model of fold-1.npz"}
    assert found.seed == 7
    assert set(made.values()) == {"marrow"}


@pytest.mark.parametrize("files", ((), ("fold-0.npz",), ("fold-0.npz", "fold-2.npz")))
def test_missing_folds_are_refused(
    tmp_path: Path, files: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    import own

    monkeypatch.setattr(marrow, "method", lambda _name, weights: weights)
    for file in files:
        (tmp_path / file).write_bytes(b"")

    with pytest.raises(SystemExit, match=r"needs fold-0\.\*"):
        own.FoldModels.load(tmp_path)


def test_a_failure_is_an_empty_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    import own

    def extract(*_args: Any, **_keywords: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(marrow, "extract", extract)
    found = own.answer(page_of("a.example"), "any")

    assert (found.text, found.status, found.confidence) == ("", "error: RuntimeError: broken", 0.0)
