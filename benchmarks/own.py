"""Marrow's own methods on the pages of a dataset, where needed by the model of the page's fold."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import marrow
from marrow.data import Example, site_fold
from marrow.protocols import Extractor


class OwnAnswer(NamedTuple):
    text: str
    status: str
    ms: float
    confidence: float | None
    fold: int | None


@dataclass(frozen=True)
class FoldModels:
    """Models of which each has not seen the sites of its own fold."""

    extractors: Mapping[int, Extractor]
    seed: int

    def fold(self, example: Example) -> int:
        return site_fold(example.group, len(self.extractors), self.seed)

    @classmethod
    def load(cls, folder: Path, method: str = "marrow") -> FoldModels:
        """Load ``fold-0.*``, ``fold-1.*``, ...; ``folds.json`` may say the seed: {"seed": 0}."""
        manifest = folder / "folds.json"
        seed = json.loads(manifest.read_text("utf-8")).get("seed", 0) if manifest.is_file() else 0
        files = [path for path in folder.glob("fold-*") if path.suffix != ".json"]
        extractors = {
            int(path.name.removeprefix("fold-").split(".")[0]): marrow.method(method, weights=str(path))
            for path in files
        }
        if len(extractors) < 2 or sorted(extractors) != list(range(len(extractors))):
            raise SystemExit(f"{folder}: needs fold-0.* to fold-N.*: run marrow train default --folds")
        return cls(extractors, seed)


def answer(example: Example, extractor: Extractor, fold: int | None = None) -> OwnAnswer:
    """Extract one page from its text, as a user does; what is refused counts as empty."""
    start = time.perf_counter()
    try:
        found = marrow.extract(example.page.html, method=extractor)
        text, status, confidence = found.text, "ok", float(found.confidence)
    except Exception as error:  # noqa: BLE001  (the evaluation loop: a failure is a bad answer)
        text, status, confidence = "", f"error: {type(error).__name__}: {error}"[:200], 0.0
    return OwnAnswer(text, status, 1000 * (time.perf_counter() - start), confidence, fold)


def answerer(method: str, folds: FoldModels | None) -> Callable[[Example], OwnAnswer]:
    """Say how a method answers: by one model, or by the one of the page's fold."""
    if folds is None:
        extractor = marrow.method(method)
        return lambda example: answer(example, extractor)

    def by_fold(example: Example) -> OwnAnswer:
        fold = folds.fold(example)
        return answer(example, folds.extractors[fold], fold)

    return by_fold
