from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.serving import Server

import marrow as package
from marrow.cli.app import VERBS, app
from marrow.registry import method_targets

from .conftest import PAGE, Ended

Marrow = Callable[..., Ended]
PROGRAM = (sys.executable, "-m", "marrow")


def test_version(marrow: Marrow) -> None:
    assert marrow("--version") == Ended(0, f"marrow {package.__version__}\n", "")


@pytest.mark.parametrize("verb", tuple(VERBS))
def test_every_verb_has_help_with_examples_and_stands_in_the_table(marrow: Marrow, verb: str) -> None:
    done = marrow(verb, "--help")
    assert done.code == 0
    assert VERBS[verb].summary in " ".join(marrow("--help").out.split())


def test_no_verb_shows_the_help_and_fails(marrow: Marrow) -> None:
    done = marrow()
    assert done.code == 2
    assert "extract" in done.err


def test_an_unknown_verb_is_one_line(marrow: Marrow) -> None:
    done = marrow("exctract")
    assert (done.code, done.out) == (2, "")
    assert "exctract" in done.err
    assert done.err.count("\n") == 1


def test_methods_are_listed_with_their_papers(marrow: Marrow) -> None:
    done = marrow("methods")
    assert done.code == 0
    assert "DOM Based Content Extraction via Text Density" in done.out
    assert done.out.startswith("marrow (default)\n")
    listed = json.loads(marrow("methods", "--json").out)
    assert {method["name"] for method in listed} == set(method_targets())
    (cetd,) = (method for method in listed if method["name"] == "cetd")
    assert cetd["paper"]["year"] == 2011
    assert cetd["parameters"] == {"density": "composite"}


@pytest.mark.parametrize("shell", ("bash", "zsh", "fish"))
def test_completion_scripts_call_the_program(marrow: Marrow, shell: str) -> None:
    done = marrow("completion", shell)
    assert done.code == 0
    assert "_MARROW_COMPLETE" in done.out


@pytest.mark.parametrize(
    ("begun", "expected"), (("ex", "extract"), ("extract --form", "--format"), ("extract -m ce", "cetd"))
)
def test_verbs_options_and_methods_complete(begun: str, expected: str) -> None:
    words = f"marrow {begun}"
    asked = {"_MARROW_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        PROGRAM, env={**os.environ, **asked}, capture_output=True, text=True, check=False, timeout=60
    )
    assert f"plain,{expected}" in done.stdout.splitlines()


# --- as a process of its own


def run(*arguments: str, folder: Path, input: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *arguments], cwd=folder, input=input, capture_output=True, check=False, timeout=120
    )


def test_a_page_through_a_pipe_is_utf_8_in_any_locale(tmp_path: Path) -> None:
    page = "<p>Кости 骨髓 \U0001f9b4</p>".encode()
    done = subprocess.run(
        [*PROGRAM, "extract", "-m", "everything"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        input=page,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, "Кости 骨髓 \U0001f9b4\n", b"")


def test_both_modules_can_be_run(pages: Path) -> None:
    for module in ("marrow", "marrow.cli"):
        done = subprocess.run(
            [sys.executable, "-m", module, "extract", "-m", "everything", "page.html"],
            cwd=pages,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, "Bones are filled with marrow.\n")


def test_a_reader_that_leaves_early_is_no_error(pages: Path) -> None:
    (pages / "long.html").write_text(f"<p>{'Bones are filled with marrow. ' * 10_000}</p>" * 20)
    with subprocess.Popen(
        [*PROGRAM, "extract", "-m", "everything", "long.html"],
        cwd=pages,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_a_full_disk_is_one_line(pages: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "extract", "-m", "everything", "page.html"],
            cwd=pages,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"marrow: stdout: cannot be written")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_is_quiet(server: Server) -> None:
    server.endless("/", b"", 0.05)
    with subprocess.Popen(
        [*PROGRAM, "extract", "-m", "everything", "--allow-private", server.url()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while not server.asked and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_several_processes_keep_the_order_and_report_failures(pages: Path) -> None:
    for i in range(12):
        (pages / "saved" / f"page{i:02}.html").write_text(PAGE.replace("Bones", f"Page {i:02}"))
    (pages / "saved" / "page05.html").write_bytes(b"%PDF-")
    arguments = ("extract", "-m", "everything", "-f", "json", "--no-metadata", "saved")
    alone = run(*arguments, folder=pages)
    together = run(*arguments, "-j", "2", folder=pages)
    assert together.returncode == alone.returncode == 1
    assert together.stdout == alone.stdout
    assert together.stderr == alone.stderr
    assert len(together.stdout.splitlines()) == 14
    assert b"page05.html: is a PDF" in together.stderr


def test_a_page_that_kills_its_process_costs_that_page_alone(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A method of another package ends its process on one page, as want of memory would."""
    info = pages / "deadly-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[marrow.methods]\ndeadly = deadly:Deadly\n")
    (pages / "deadly.py").write_text(
        "import os\n"
        "from dataclasses import dataclass\n"
        "from marrow.methods.everything import Everything\n"
        "@dataclass(frozen=True)\n"
        "class Deadly(Everything):\n"
        "    name = 'deadly'\n"
        "    def score(self, blocks):\n"
        "        if 'A bones' in blocks.page.html:\n"
        "            os._exit(1)\n"
        "        return super().score(blocks)\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(pages), os.environ.get("PYTHONPATH", ""))))
    done = run("extract", "-m", "deadly", "-j", "2", "saved", "page.html", "-o", "out", folder=pages)
    assert done.returncode == 1
    assert b"a.html: its process died" in done.stderr
    assert b"3 of 4 pages done, 1 failed" in done.stderr
    assert sorted(path.name for path in (pages / "out").iterdir()) == ["b.txt", "deep", "page.txt"]


def test_help_loads_neither_the_reader_nor_anything_heavy() -> None:
    code = (
        "import sys; from marrow.cli import main; main(['extract', '--help']);"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "selectolax", "httpx", "rich", "multiprocessing"} & set(
        done.stdout.splitlines()[-1].split()
    )


def test_a_page_loads_nothing_of_fetching_processes_or_metadata(pages: Path) -> None:
    code = (
        "import sys; from marrow.cli import main; main(['extract', '-m', 'everything', 'page.html']);"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=pages, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "selectolax" in loaded
    assert not {"httpx", "httpcore", "protego", "rich", "multiprocessing", "htmldate", "ssl"} & loaded


def test_the_group_works_under_the_runner_of_click() -> None:
    assert CliRunner().invoke(app, ["methods", "--json"]).exit_code == 0
