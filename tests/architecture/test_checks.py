"""Style, types and docs are part of the tests, so that one command runs all that CI runs."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

OLDEST = (3, 11)


@pytest.mark.parametrize(
    "command",
    (
        "ruff check .",
        "ruff format --check .",
        "mypy",
        "mkdocs build --strict --quiet",
    ),
)
def test_checker_finds_nothing(command: str, root: Path, tmp_path: Path) -> None:
    tool, *arguments = command.split()
    if find_spec(tool) is None:
        pytest.skip(f"{tool} is not installed: pip install -e '.[test]'")
    if tool == "mypy" and sys.version_info[:2] != OLDEST:
        pytest.skip("types are checked on the oldest Python, whose newest NumPy does not change any more")
    if tool == "mkdocs":
        arguments += ["--site-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", tool, *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
