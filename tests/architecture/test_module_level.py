"""Importing a module only defines names: no work, and nothing that can change later."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "marrow"
FILES = sorted(PACKAGE.rglob("*.py"))

# What touches files, the network, the environment, the clock or other modules.
WORK = {
    "open", "read_text", "read_bytes", "iterdir", "glob", "load", "loads", "memmap", "run", "Popen", "system",
    "getenv", "get_context", "urlopen", "Client", "socket", "connect", "import_module", "entry_points",
    "version", "now", "today", "time", "perf_counter", "default_rng", "seed", "print", "basicConfig",
}  # fmt: skip
STATEMENTS = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign,
    ast.AnnAssign, ast.TypeAlias if hasattr(ast, "TypeAlias") else ast.Assign,
)  # fmt: skip


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def is_string(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_modules_only_define(path: Path) -> None:
    module = ast.parse(path.read_text("utf-8"))
    others = [
        f"line {node.lineno}: {ast.unparse(node)[:60]}"
        for node in module.body
        if not isinstance(node, STATEMENTS) and not is_string(node) and not is_type_checking(node)
    ]
    assert path.name == "__main__.py" or not others


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_constants_are_made_without_work(path: Path) -> None:
    module = ast.parse(path.read_text("utf-8"))
    values = [
        node.value for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
    ]
    calls = [node for value in values for node in ast.walk(value) if isinstance(node, ast.Call)]
    working = [
        f"line {call.lineno}: {ast.unparse(call)[:60]}"
        for call in calls
        if ast.unparse(call.func).rpartition(".")[2] in WORK
    ]
    assert not working


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_module_has_state(path: Path) -> None:
    """No ``global``, and no empty list, dict or set at module level, which waits to be filled."""
    module = ast.parse(path.read_text("utf-8"))
    changing = [f"line {node.lineno}" for node in ast.walk(module) if isinstance(node, ast.Global)]
    waiting = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and node.value is not None
        and ast.unparse(node.value) in ("[]", "{}", "list()", "dict()", "set()")
        # A constant that nobody can write to by its type.
        and "Mapping" not in ast.unparse(node)
    ]
    assert not changing + waiting
