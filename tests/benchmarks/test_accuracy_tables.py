from __future__ import annotations

from typing import Any

BASE: dict[str, Any] = {
    "dataset": "wcxb",
    "id": "1",
    "group": "one.example",
    "page_type": "article",
    "lang": None,
    "flags": [],
    "method": "marrow",
    "version": "1.0",
    "precision": 0.5,
    "recall": 0.5,
    "f1": 0.5,
    "status": "ok",
    "ms": 1.0,
}


def report(*rows: dict[str, Any], trained_on: tuple[str, ...] = ()) -> str:
    from accuracy_tables import report as make
    from rows import Row

    return make([Row(**{**BASE, **row}) for row in rows], trained_on)


def test_means_are_over_pages_and_the_mean_of_means_over_datasets() -> None:
    text = report(
        {"id": "1", "f1": 1.0},
        {"id": "2", "f1": 0.5},
        {"dataset": "dragnet", "page_type": None, "f1": 0.25},
    )

    assert "| wcxb | 2 | **0.7500** |" in text
    assert "| dragnet | 1 | **0.2500** |" in text
    assert "| **mean over datasets** |  | 0.5000 |" in text


def test_the_difference_is_taken_page_by_page() -> None:
    ours = [{"id": str(i), "group": str(i), "f1": i / 10 + 0.1} for i in range(5)]
    theirs = [{"id": str(i), "group": str(i), "f1": i / 10, "method": "trafilatura"} for i in range(5)]

    # The same difference on every page leaves no doubt about it, though pages differ.
    assert "+0.1000 (+0.1000 .. +0.1000)" in report(*ours, *theirs)


def test_pages_seen_in_training_are_marked() -> None:
    seen = report({}, trained_on=("wcxb",))
    held_out = report({"fold": 0}, {"fold": 1}, trained_on=("wcxb",))

    assert "**0.5000†**" in seen
    assert "†" not in held_out
    assert "one of 2 models that was trained without the page's site" in held_out


def test_failures_are_told() -> None:
    text = report({"method": "justext", "status": "error: ValueError: bad", "f1": 0.0}, {"method": "marrow"})

    assert "| wcxb | justext | error: ValueError | 1 | 1 |" in text
    assert "No crash" in report({})


def test_damaged_pairs_are_counted_and_then_left_out() -> None:
    text = report({"f1": 1.0}, {"id": "2", "f1": 0.0, "flags": ["damaged"]})

    assert "| wcxb | 2 | **0.5000** |" in text
    assert "| wcxb | 1 | **1.0000** |" in text.partition("## Damaged pairs")[2]


def test_confidence_that_ranks_all_pages_has_an_area_of_one() -> None:
    text = report({"f1": 0.9, "confidence": 0.8}, {"f1": 0.4, "confidence": 0.3})

    # Bad: one of two; confidence is off by 0.1 for each.
    assert "| wcxb | 2 | 1 | 1.000 | 1.000 | 1.000 | 0.100 |" in text


def test_confidence_without_bad_pages_has_no_area() -> None:
    assert "| wcxb | 1 | 0 | not defined |" in report({"f1": 0.9, "confidence": 0.8})
