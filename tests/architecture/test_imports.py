"""``import marrow`` is light, however many extras are installed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("numpy", "selectolax", "htmldate", "httpx", "py3langid", "typer", "charset_normalizer")
OPTIONAL = (
    "catboost",
    "lightgbm",
    "sklearn",
    "scipy",
    "pandas",
    "pyarrow",
    "rapidfuzz",
    "lxml",
    "trafilatura",
)


def modules_after(code: str) -> set[str]:
    """Top-level modules that are loaded in a fresh process after ``code``."""
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_import_loads_none_of_the_dependencies() -> None:
    loaded = modules_after("import marrow")
    assert "marrow" in loaded
    assert not loaded & {*HEAVY, *OPTIONAL}


@pytest.mark.parametrize("name", ("extract", "Page", "Extraction", "read", "method"))
def test_facade_loads_none_of_what_plain_text_does_not_need(name: str) -> None:
    loaded = modules_after(f"import marrow; marrow.{name}")
    assert "numpy" in loaded or name == "Page"
    assert not loaded & {*OPTIONAL, "htmldate", "httpx", "py3langid", "typer"}


def test_extracting_plain_text_loads_no_optional_dependency() -> None:
    loaded = modules_after("import marrow; assert marrow.extract('<p>Bones are filled with marrow.').text")
    assert "selectolax" in loaded
    assert not loaded & {*OPTIONAL, "htmldate", "httpx", "py3langid", "typer"}
