"""Names that users see: the facade's, and those of the methods."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import marrow
from marrow.registry import BUILT_IN

DOCS = Path(__file__).parents[2] / "docs" / "methods"


@pytest.mark.parametrize("name", marrow.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(marrow, name) is not None
    assert name in dir(marrow)


def test_names_for_type_checkers_are_the_public_names() -> None:
    source = Path(marrow.__file__).read_text("utf-8")
    block = source.partition("if TYPE_CHECKING:")[2].partition("\n\n")[0]
    homes = re.findall(r"from (\S+) import (.+)", block)
    # "X as X": what a type checker takes for public.
    imported = [(home, *name.strip().split(" as ")) for home, names in homes for name in names.split(",")]
    assert all(name == exported for _, name, exported in imported)
    typed = {name: home for home, name, _ in imported}
    assert typed.keys() == set(marrow.__all__) - {"__version__"}
    for name, home in typed.items():
        assert getattr(importlib.import_module(home), name) is getattr(marrow, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'extrct'"):
        marrow.extrct  # noqa: B018


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_method_is_in_the_docs(name: str) -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    assert f"({name}.md)" in index
    page = (DOCS / f"{name}.md").read_text("utf-8")
    assert page.startswith(f"# `{name}`")


def test_every_method_file_is_registered() -> None:
    folder = Path(marrow.__file__).parent / "methods"
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert files <= {target.partition(":")[0].rpartition(".")[2] for target in BUILT_IN.values()}
