"""What all tests share: where the datasets are, and how property-based tests run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent

# The same examples on every machine, and no limit in time: a slow machine is not a fault.
settings.register_profile("marrow", deadline=None, derandomize=True, database=None)
settings.load_profile("marrow")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-floors",
        action="store_true",
        help="write tests/pages/floors.json from what is measured now, instead of comparing",
    )


@pytest.fixture(scope="session")
def root() -> Path:
    """Root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def datasets() -> Path:
    """Folder of the datasets: MARROW_DATASETS, or ../shared/datasets beside the checkout."""
    named = os.environ.get("MARROW_DATASETS")
    folder = Path(named) if named else ROOT.parent / "shared" / "datasets"
    if not folder.is_dir():
        pytest.skip(f"no datasets in {folder}: set MARROW_DATASETS to their folder")
    return folder
