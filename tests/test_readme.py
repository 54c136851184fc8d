"""The README's commands and examples do what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = re.compile(r"^python3 -m venv .*$", re.MULTILINE)


@pytest.fixture
def commands(root: Path) -> list[str]:
    return COMMAND.findall((root / "README.md").read_text("utf-8"))


def test_readme_has_one_command_to_run_and_one_to_test(commands: list[str]) -> None:
    run, test = commands
    assert run.endswith(".venv/bin/marrow extract examples/page.html")
    assert test.endswith(".venv/bin/pytest")


def test_ci_runs_the_test_command_word_for_word(root: Path, commands: list[str]) -> None:
    assert COMMAND.findall((root / ".ci" / "run").read_text("utf-8")) == [commands[1]]


def test_the_first_command_prints_the_content_of_the_example(root: Path) -> None:
    marrow = Path(sys.executable).parent / "marrow"
    done = subprocess.run(
        [marrow, "extract", "examples/page.html"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Hooks are a new addition in React 16.8." in done.stdout
    # The site's navigation and its footer are no content.
    assert "Tutorial" not in done.stdout.splitlines()
    assert "Meta Platforms" not in done.stdout
