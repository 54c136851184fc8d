"""Whatever comes in: every output comes out, or an error that says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.hostile.soup import pages

import marrow
from marrow.errors import InputError
from marrow.render import FORMATS

CASES = sorted((Path(__file__).parent / "cases").glob("*.html"))


def extract_or_refuse(source: str | bytes, method: str) -> marrow.Extraction | None:
    try:
        return marrow.extract(source, url="http://example.org/a/b.html", method=method)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    return None


def check_outputs(extraction: marrow.Extraction) -> None:
    """Make every output; UTF-8 can hold it, and a second time gives the same."""
    assert 0.0 <= extraction.confidence <= 1.0
    for format_name in FORMATS:
        output = extraction.render(format_name)
        assert output.encode().decode() == output
        assert extraction.render(format_name) == output
    if not extraction.kept.any():
        assert not extraction.text


@pytest.mark.parametrize("method", ("everything", "marrow", "cetd", "cetr", "largest_subtree"))
@pytest.mark.parametrize("case", CASES, ids=[case.stem for case in CASES])
def test_cases_that_fuzzing_found(case: Path, method: str) -> None:
    extraction = extract_or_refuse(case.read_bytes(), method)
    if extraction is not None:
        check_outputs(extraction)


@settings(max_examples=60)
@given(pages)
def test_any_text_with_the_default_method(source: str) -> None:
    extraction = extract_or_refuse(source, "marrow")
    if extraction is not None:
        check_outputs(extraction)


@settings(max_examples=60)
@given(pages)
def test_any_text_with_all_blocks_kept(source: str) -> None:
    extraction = extract_or_refuse(source, "everything")
    if extraction is not None:
        check_outputs(extraction)
        assert extraction.kept.all()


def test_one_long_row_does_not_lengthen_all_others() -> None:
    html = "<table><caption>c</caption>" + "<tr><td>x" * 2_000 + "<tr>" + "<td>y" * 2_000
    markdown = marrow.extract(html, method="everything").markdown
    assert markdown.count("y") == 2_000
    assert len(markdown) < 5 * len(html)
