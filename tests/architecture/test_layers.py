"""Imports go down only, and each outside library is known in one room."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "marrow"
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")

# From the bottom up; a room may import rooms of its own layer and of those below.
LAYERS = (
    {"errors", "conversion", "decoding", "page", "tree", "blocks", "metadata"},
    {"reading", "features", "predict"},
    {"render"},
    {"protocols", "extraction", "methods"},
    {"registry", "extracting", "contract"},
    {"data", "train", "evaluate", "fetch"},
    {"cli"},
)
LAYER = {room: height for height, rooms in enumerate(LAYERS) for room in rooms}

# Outside libraries, and the rooms that may know them.
KNOWN_IN = {
    "selectolax": {"reading"},
    "charset_normalizer": {"decoding"},
    "htmldate": {"reading"},
    "py3langid": {"reading"},
    "httpx": {"fetch"},
    "protego": {"fetch"},
    "click": {"cli"},
    "catboost": {"train"},
    "sklearn": {"train"},
    "pyarrow": {"data", "train"},
    "rapidfuzz": {"data", "evaluate"},
}


def room(path: Path) -> str:
    """Return the room that a file of the package belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a file imports, in functions too.

    What is imported for a type checker only is left out: it does not happen.
    """
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting.extend(node.orelse)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def test_every_room_has_a_layer() -> None:
    assert {room(path) for path in FILES} - {"__main__"} <= LAYER.keys()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_go_down_only(path: Path) -> None:
    own = LAYER.get(room(path), len(LAYERS))
    upward = [
        f"line {line}: {name}"
        for line, name in imported(path)
        if name.startswith("marrow.") and LAYER.get(name.split(".")[1], -1) > own
    ]
    assert not upward


@pytest.mark.parametrize("path", [p for p in FILES if room(p) == "methods"], ids=name_of)
def test_methods_never_import_each_other(path: Path) -> None:
    others = [
        name
        for _, name in imported(path)
        if name.startswith("marrow.methods.") and name.split(".")[2] != path.stem
    ]
    assert not others


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_outside_libraries_stay_in_their_rooms(path: Path) -> None:
    astray = [
        f"line {line}: {name}"
        for line, name in imported(path)
        if room(path) not in KNOWN_IN.get(name.split(".")[0], {room(path)})
    ]
    assert not astray
