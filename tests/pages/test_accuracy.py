"""A few real pages guard against silent loss of accuracy.

The pages were among those that the default weights were trained on, so the figures say nothing
about how good the method is on new pages (``docs/accuracy.md`` does). They say that reading,
features, weights, decision and text output together still give what they gave before.

``pytest tests/pages --update-floors`` writes the floors anew: two points below what is measured.
"""

from __future__ import annotations

import gzip
import json
import math
import re
from collections import Counter
from pathlib import Path

import pytest

import marrow

FOLDER = Path(__file__).parent
FLOORS = FOLDER / "floors.json"
PAGES = json.loads((FOLDER / "pages.json").read_text("utf-8"))
SLACK = 0.02
# Chosen before the default method was measured on these pages.
MEAN_FLOOR = 0.85

# One Chinese character counts as one word.
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")


def word_f1(text: str, gold: str) -> float:
    """F1 of the bags of words of text and gold."""
    found, wanted = Counter(WORD.findall(text.lower())), Counter(WORD.findall(gold.lower()))
    n_both = (found & wanted).total()
    return 2 * n_both / (found.total() + wanted.total())


def measured(name: str) -> float:
    """Word F1 of the default method on one page."""
    page = gzip.decompress((FOLDER / f"{name}.html.gz").read_bytes())
    gold = (FOLDER / f"{name}.txt").read_text("utf-8")
    return word_f1(marrow.extract(page, url=PAGES[name]["url"]).text, gold)


@pytest.fixture(scope="module")
def f1() -> dict[str, float]:
    return {name: measured(name) for name in PAGES}


@pytest.fixture(scope="module")
def floors(request: pytest.FixtureRequest, f1: dict[str, float]) -> dict[str, float]:
    if request.config.getoption("--update-floors"):
        new = {name: math.floor(100 * (value - SLACK)) / 100 for name, value in f1.items()}
        FLOORS.write_text(json.dumps(new, indent=2) + "\n", "utf-8")
    return json.loads(FLOORS.read_text("utf-8"))


def test_word_f1_counts_each_word_as_often_as_it_stands_there() -> None:
    assert word_f1("a b b", "A b c") == pytest.approx(2 / 3)
    assert word_f1("骨髓 ok", "髓 ok") == pytest.approx(4 / 5)


@pytest.mark.parametrize("name", PAGES)
def test_page_is_no_worse_than_before(name: str, f1: dict[str, float], floors: dict[str, float]) -> None:
    assert f1[name] >= floors[name]


def test_mean_is_above_its_floor(f1: dict[str, float]) -> None:
    assert sum(f1.values()) / len(f1) >= MEAN_FLOOR
