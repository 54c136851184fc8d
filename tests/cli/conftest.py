from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.serving import Server, serving

from marrow.blocks import Blocks
from marrow.cli import main
from marrow.protocols import Extractor, Kept, Scores

PAGE = "<!doctype html><title>T</title><p>Bones are filled with <a href='/m'>marrow</a>.</p>"
UNSURE_PAGE = PAGE.replace("Bones", "Perhaps bones")


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    code: int
    out: str
    err: str

    def json_lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def confidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages that say "Perhaps" have a confidence of 0.2, and all others 0.9."""

    def decide(_extractor: Extractor, blocks: Blocks, scores: Scores) -> tuple[Kept, float]:
        return scores >= 0.5, 0.2 if "Perhaps" in blocks.page.html else 0.9

    monkeypatch.setattr("marrow.extracting.decide", decide)


@pytest.fixture
def marrow(confidence: None) -> Callable[..., Ended]:  # noqa: ARG001
    """Call the program in this process: ``marrow("extract", path, input=...)``."""

    def call(*arguments: str | Path, input: str | bytes | None = None) -> Ended:
        with CliRunner().isolation(input=input) as (out, err, _both):
            code = main([str(argument) for argument in arguments])
            sys.stdout.flush()
            sys.stderr.flush()
            return Ended(code, out.getvalue().decode("utf-8"), err.getvalue().decode("utf-8"))

    return call


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with ``page.html`` and a folder ``saved`` of three pages."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text(PAGE)
    saved = tmp_path / "saved"
    (saved / "deep").mkdir(parents=True)
    (saved / "b.HTM").write_text(PAGE.replace("Bones", "B bones"))
    (saved / "a.html").write_text(PAGE.replace("Bones", "A bones"))
    (saved / "deep" / "c.xhtml").write_text(PAGE.replace("Bones", "C bones"))
    (saved / "note.txt").write_text("no page")
    return tmp_path


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running
