"""What is built can be used: the wheel and the source archive hold all that is needed."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import marrow

if find_spec("hatchling") is None:
    pytest.skip("hatchling is not installed: pip install -e '.[test]'", allow_module_level=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the wheel and the source archive."""
    root = Path(__file__).parent.parent
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=root,
        check=True,
        capture_output=True,
    )
    return folder


def data_files(root: Path) -> set[str]:
    """Return the data files of the package: all that is neither Python nor a cache."""
    package = root / "src" / "marrow"
    files = (path for path in package.rglob("*") if path.is_file())
    return {
        path.relative_to(package).as_posix()
        for path in files
        if path.suffix not in {".py", ".pyc"} and not path.name.startswith(".")
    }


def test_wheel_works_by_itself(built: Path, tmp_path: Path, root: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path)
    page = root / "examples" / "page.html"
    code = (
        "import marrow, pathlib, sys; print(marrow.__file__);"
        "print(marrow.extract(pathlib.Path(sys.argv[1]).read_bytes()).text)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(page)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    where, _, text = done.stdout.partition("\n")
    assert Path(where).is_relative_to(tmp_path)
    assert "Hooks are a new addition in React 16.8." in text


def test_wheel_and_source_archive_hold_the_data_files(built: Path, root: Path) -> None:
    expected = data_files(root)
    assert "py.typed" in expected
    assert any("weights" in name for name in expected)
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        in_wheel = {name.removeprefix("marrow/") for name in wheel.namelist()}
    assert expected <= in_wheel
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        in_archive = {name.partition("/src/marrow/")[2] for name in archive.getnames()}
    assert expected <= in_archive


def test_source_archive_holds_what_readme_names(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "CHANGELOG.md", "examples/page.html", "tests/conftest.py"} <= names


def test_changelog_speaks_of_the_version_of_the_package(root: Path) -> None:
    assert f"## [{marrow.__version__}]" in (root / "CHANGELOG.md").read_text("utf-8")
