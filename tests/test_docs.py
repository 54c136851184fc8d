"""Python code in README and docs runs, and prints what it says it prints."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
COMMAND = re.compile(r"(?:^|[ /])marrow ([a-z]+)([^|>&;]*)")
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def fenced(path: Path, language: str) -> list[tuple[int, str]]:
    """Line and text of each fenced block of a language in a Markdown file."""
    tokens = MarkdownIt().parse(path.read_text("utf-8"))
    return [
        (token.map[0] + 2, token.content)
        for token in tokens
        if token.type == "fence" and token.info.strip() == language and token.map
    ]


def marrow_commands() -> list[tuple[str, str]]:
    """Verb and arguments of each command line of Marrow in README and docs."""
    lines = (line for path in PAGES for _, code in fenced(path, "sh") for line in code.splitlines())
    found = (COMMAND.search(line.partition("#")[0]) for line in lines)
    return sorted({(match[1], match[2].strip()) for match in found if match})


@cache
def help_of(*verbs: str) -> str:
    """Print the help of a verb, or of a verb of a verb."""
    command = [sys.executable, "-m", "marrow.cli", *verbs, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def run_session(code: str, names: dict[str, object], where: str, line: int) -> None:
    """Run an interactive session and compare what it prints."""
    test = doctest.DocTestParser().get_doctest(code, names, where, where, line)
    report: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    failed = runner.run(test, out=report.append, clear_globs=False).failed
    names.update(test.globs)
    assert not failed, "".join(report)


@pytest.mark.parametrize(
    "path",
    [path for path in PAGES if fenced(path, "python")],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_python_of_the_docs_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    # Dataclasses look up the module that they stand in.
    module = ModuleType("page_of_the_docs")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names = vars(module)
    for line, code in fenced(path, "python"):
        if code.lstrip().startswith(">>>"):
            run_session(code, names, str(path), line)
        else:
            # Blank lines before the code make line numbers in errors those of the page.
            exec(compile("\n" * (line - 1) + code, str(path), "exec", dont_inherit=True), names)  # noqa: S102


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_to_files_of_the_repository_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text("utf-8"))
    missing = [target for target in targets if not (path.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize(("verb", "arguments"), marrow_commands())
def test_options_in_the_docs_exist(verb: str, arguments: str) -> None:
    options = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", arguments)
    # What follows "train" is a verb of its own.
    verbs = (verb, arguments.split(maxsplit=1)[0]) if verb == "train" else (verb,)
    unknown = [option for option in options if not re.search(rf"{option}\b", help_of(*verbs))]
    assert not unknown
