from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from marrow import check_extractor, read
from marrow.errors import MethodError, ParameterError, UnknownNameError
from marrow.methods.cetr import Cetr
from marrow.page import Page
from marrow.registry import BUILT_IN, DEFAULT_METHOD, method, method_class, method_targets

DOCS = Path(__file__).parents[1] / "docs" / "methods" / "index.md"
# The example of the docs is a real package here.
PLUG_IN = next(code for code in DOCS.read_text("utf-8").split("```python\n") if "class LongBlocks" in code)
PLUG_IN = PLUG_IN.partition("```")[0]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install a package as pip does: a module, and a dist-info with its entry points."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def place(package: str, entry_points: str, code: str = PLUG_IN) -> None:
        (tmp_path / f"{package}.py").write_text(code)
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[marrow.methods]\n{entry_points}\n")

    yield place
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_every_built_in_name_is_the_name_of_its_class() -> None:
    for name in BUILT_IN.keys() - {DEFAULT_METHOD}:
        assert method_class(name).name == name


def test_a_method_has_the_papers_parameters_unless_told_otherwise() -> None:
    assert method("cetr") == Cetr()
    assert method("cetr", k=2, smoothing="narrow") == Cetr(k=2, smoothing="narrow")


def test_text_values_are_converted() -> None:
    assert method("cetr", k="2", lambda_="0.5", clustering="tm") == Cetr("tm", k=2, lambda_=0.5)


@pytest.mark.parametrize(
    ("parameters", "message"),
    (
        ({"clusterin": "km"}, "method 'cetr' has no parameter 'clusterin': did you mean clustering?"),
        ({"xyz": 1}, "method 'cetr' has no parameter 'xyz': known: clustering, k, lambda_, smoothing"),
        ({"clustering": "3d"}, "method 'cetr': clustering='3d' is not one of 2d, km, tm"),
        ({"k": "two"}, "method 'cetr': k='two' is not a whole number"),
        ({"k": "1"}, "method 'cetr': k=1: there must be at least 2 clusters"),
        ({"name": "other"}, "method 'cetr' has no parameter 'name'"),
    ),
)
def test_a_wrong_parameter_is_told(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        method("cetr", **parameters)
    assert str(caught.value).startswith(message)


def test_an_unknown_method_is_told_with_the_nearest_names() -> None:
    with pytest.raises(UnknownNameError, match="unknown method 'cted': did you mean cet"):
        method("cted")


def test_a_method_of_another_package_joins_by_its_entry_point(install: Callable[..., None]) -> None:
    install("long_blocks", "long-blocks = long_blocks:LongBlocks")
    assert method_targets()["long-blocks"] == "long_blocks:LongBlocks"
    extractor = method("long-blocks", at_least="3")
    check_extractor(extractor)
    assert extractor.score(read(Page("<p>one two three<p>one two"))).tolist() == [1, 0]
    with pytest.raises(ParameterError, match="unit='line' is not one of word, char"):
        method("long-blocks", unit="line")


def test_other_packages_are_not_imported_until_asked_for(install: Callable[..., None]) -> None:
    install("never_asked", "never-asked = never_asked:LongBlocks", "raise RuntimeError")
    assert "never-asked" in method_targets()
    assert "never_asked" not in sys.modules


@pytest.mark.parametrize(
    ("entry_points", "code", "message"),
    (
        ("mine = broken:Mine", "import no_such_module", r"\(broken:Mine\) cannot be imported: No module"),
        ("mine = broken:Mine", "", "cannot be imported: module 'broken' has no attribute 'Mine'"),
        ("mine = broken:Mine", "Mine = 5", "is no extractor"),
        ("mine = broken:Mine", "class Mine: pass", "is no extractor"),
    ),
)
def test_a_broken_package_is_told(
    install: Callable[..., None], entry_points: str, code: str, message: str
) -> None:
    install("broken", entry_points, code)
    with pytest.raises(MethodError, match=message):
        method("mine")


def test_a_name_of_marrows_own_cannot_be_taken(install: Callable[..., None]) -> None:
    install("taker", "cetd = taker:LongBlocks")
    message = "method 'cetd' comes from two packages, marrow and taker: rename the entry point of taker"
    with pytest.raises(MethodError, match=message):
        method_targets()
    assert method("cetd").name == "cetd"


def test_two_packages_cannot_have_one_name(install: Callable[..., None]) -> None:
    install("first", "mine = first:LongBlocks")
    install("second", "mine = second:LongBlocks")
    with pytest.raises(
        MethodError, match=r"method 'mine' comes from two packages, (first and second|second and first)"
    ):
        method("mine")


def test_built_in_methods_do_not_look_for_packages() -> None:
    code = "import sys, marrow; marrow.method('everything'); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
