from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from tests.serving import Server

import marrow.render
from marrow.cli import extract as verb
from marrow.cli.outputs import SUFFIXES
from marrow.fetch import FetchPolicy

from .conftest import PAGE, UNSURE_PAGE, Ended

Marrow = Callable[..., Ended]
TEXT = "Bones are filled with marrow.\n"
EVERYTHING = ("--method", "everything")


@pytest.fixture
def extract(marrow: Marrow, pages: Path) -> Marrow:  # noqa: ARG001
    def call(*arguments: str | Path, input: str | bytes | None = None) -> Ended:
        return marrow("extract", *EVERYTHING, *arguments, input=input)

    return call


# --- inputs


def test_a_file(extract: Marrow) -> None:
    assert extract("page.html") == Ended(0, TEXT, "")


@pytest.mark.parametrize("arguments", ((), ("-",)))
def test_stdin(extract: Marrow, arguments: tuple[str, ...]) -> None:
    assert extract(*arguments, input=PAGE) == Ended(0, TEXT, "")


def test_stdin_in_another_encoding(extract: Marrow) -> None:
    page = "<meta charset=windows-1251><p>Кости полны костного мозга."
    assert extract(input=page.encode("cp1251")).out == "Кости полны костного мозга.\n"


def test_several_files_have_a_line_with_their_name_before_each(extract: Marrow) -> None:
    done = extract("page.html", "saved/a.html")
    assert done == Ended(0, f"==> page.html <==\n{TEXT}\n==> saved/a.html <==\nA bones{TEXT[5:]}", "")


def test_a_folder_stands_for_the_pages_below_it_sorted(extract: Marrow) -> None:
    done = extract("saved", "--format", "json")
    assert [line["input"] for line in done.json_lines()] == [
        str(Path("saved/a.html")),
        str(Path("saved/b.HTM")),
        str(Path("saved/deep/c.xhtml")),
    ]


def test_a_folder_of_one_page_is_still_a_folder(extract: Marrow, pages: Path) -> None:
    assert extract(pages / "saved" / "deep").out.startswith("==> ")


def test_a_folder_without_pages_is_a_failure(extract: Marrow, pages: Path) -> None:
    (pages / "empty").mkdir()
    done = extract("empty")
    assert (done.code, done.out) == (1, "")
    assert "empty: has no .html" in done.err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_a_failure_beside_the_pages(extract: Marrow, pages: Path) -> None:
    (pages / "saved" / "deep").chmod(0)
    done = extract("saved", "-f", "json")
    (pages / "saved" / "deep").chmod(0o700)
    assert done.code == 1
    assert len(done.json_lines()) == 2
    assert "deep: cannot be read" in done.err


def test_a_url(extract: Marrow, server: Server) -> None:
    server.page("/old", b"", 301, Location="/new/")
    server.page("/new/", PAGE.encode())
    done = extract(server.url("/old"), "--allow-private", "--format", "markdown")
    assert done == Ended(0, f"Bones are filled with [marrow]({server.url('/m')}).\n", "")
    assert server.paths() == ["/old", "/new/"]


def test_a_private_url_is_refused_unless_allowed(extract: Marrow, server: Server) -> None:
    done = extract(server.url())
    assert (done.code, done.out, server.asked) == (1, "", [])
    assert "127.0.0.1 is a loopback address" in done.err
    assert "--allow-private" in done.err


def test_several_urls_honour_robots_and_one_failure_does_not_stop_the_others(
    extract: Marrow, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FetchPolicy.__init__.__kwdefaults__, "delay_s", 0.0)
    server.page("/robots.txt", b"User-agent: *\nDisallow: /no\n", Content_Type="text/plain")
    server.page("/yes", PAGE.encode())
    done = extract("--allow-private", server.url("/no"), server.url("/missing"), server.url("/yes"))
    assert done.code == 1
    assert done.out == f"==> {server.url('/yes')} <==\n{TEXT}"
    assert server.paths() == ["/robots.txt", "/missing", "/yes"]
    assert [line.split(": ")[2].partition(" ")[0] for line in done.err.splitlines()[:2]] == [
        "robots.txt",
        "answered",
    ]


def test_who_asks_and_headers_can_be_set(extract: Marrow, server: Server) -> None:
    server.page("/", PAGE.encode())
    extract(server.url(), "--allow-private", "--user-agent", "Archive/2", "--header", "Cookie: a=b; c=d")
    headers = server.asked[0][1]
    assert (headers["user-agent"], headers["cookie"]) == ("Archive/2", "a=b; c=d")


def test_the_time_limit_is_one_for_all_waits(extract: Marrow, server: Server) -> None:
    server.endless("/", b"", 0.05)
    done = extract(server.url(), "--allow-private", "--timeout", "0.3")
    assert done.code == 1
    assert "0.3 s" in done.err


# --- what is written


@pytest.mark.parametrize("format", tuple(SUFFIXES))
def test_formats_are_those_of_the_renderer(extract: Marrow, format: str) -> None:
    assert tuple(SUFFIXES) == marrow.render.FORMATS
    done = extract("page.html", "--format", format)
    assert done.code == 0
    assert "Bones are filled with" in done.out
    assert done.out.endswith("\n")


def test_every_switch_of_the_renderer_is_an_option_and_says_its_default() -> None:
    fields = {field.name: field.default for field in dataclasses.fields(marrow.render.RenderOptions)}
    assert set(verb.SWITCHES) == set(fields)
    options = {option.name: option for option in verb.extract.params}
    for name, default in fields.items():
        option = options[name]
        assert isinstance(option, click.Option)
        assert (option.opts, option.secondary_opts) == ([f"--{name}"], [f"--no-{name}"])
        assert f"[default: {'on' if default else 'off'}]" in str(option.help)


def test_switches_reach_the_renderer(extract: Marrow) -> None:
    with_links = extract("page.html", "-f", "markdown", "--url", "https://example.org/p/").out
    assert with_links == "Bones are filled with [marrow](https://example.org/m).\n"
    assert extract("page.html", "-f", "markdown", "--no-links").out == TEXT


@pytest.mark.parametrize("format", ("text", "markdown"))
def test_metadata_stands_before_text_when_wanted(extract: Marrow, format: str) -> None:
    done = extract("page.html", "-f", format, "--no-links", "--metadata")
    head, title, *_, last = done.out.splitlines()
    assert (head, title, last) == ("---", 'title: "T"', TEXT.strip())
    assert done.out.count("---\n") == 2


def test_metadata_is_in_json_and_xml_unless_unwanted(extract: Marrow) -> None:
    assert json.loads(extract("page.html", "-f", "json").out)["metadata"]["title"] == "T"
    assert "metadata" not in json.loads(extract("page.html", "-f", "json", "--no-metadata").out)
    assert ">T</title>" in extract("page.html", "-f", "xml").out
    assert ">T</title>" not in extract("page.html", "-f", "xml", "--no-metadata").out


def test_metadata_that_nobody_wants_is_not_looked_for(
    extract: Marrow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: object) -> None:
        raise AssertionError("metadata was read")

    monkeypatch.setattr("marrow.reading.metadata.read_metadata", never)
    for name in SUFFIXES:
        assert extract("page.html", "-f", name, "--no-metadata").code == 0
    assert extract("page.html").code == 0


def test_parameters_of_the_method(extract: Marrow) -> None:
    done = extract("page.html", "--method", "cetd", "--set", "density=text", "-f", "json")
    assert json.loads(done.out)["method"] == "cetd"


# --- where it is written


def test_one_file_to_one_file(extract: Marrow, pages: Path) -> None:
    assert extract("page.html", "-o", "new/out.md", "-f", "markdown", "--no-links") == Ended(0, "", "")
    assert (pages / "new" / "out.md").read_text() == TEXT
    assert [path.name for path in (pages / "new").iterdir()] == ["out.md"]


def test_many_files_to_a_folder_keep_their_places_and_never_meet(extract: Marrow, pages: Path) -> None:
    (pages / "saved" / "A.xhtml").write_text(PAGE)
    assert extract("saved", "saved/a.html", "page.html", "-o", "out").code == 0
    written = sorted(path.relative_to(pages / "out").as_posix() for path in (pages / "out").rglob("*.txt"))
    assert written == ["A.txt", "a-2.txt", "a-3.txt", "b.txt", "deep/c.txt", "page.txt"]


def test_a_failed_page_leaves_no_file_and_takes_no_others_place(extract: Marrow, pages: Path) -> None:
    (pages / "saved" / "a.html").write_bytes(b"%PDF-1.7")
    assert extract("saved", "-o", "out").code == 1
    assert sorted(path.name for path in (pages / "out").iterdir()) == ["b.txt", "deep"]
    assert (pages / "out" / "b.txt").read_text().startswith("B bones")


@pytest.mark.parametrize(
    "arguments",
    (
        ("page.html", "-o", "page.html"),
        ("page.html", "-o", "saved/../page.html"),
        ("saved", "-o", "saved"),
    ),
)
def test_inputs_are_never_written_over(extract: Marrow, pages: Path, arguments: tuple[str, ...]) -> None:
    before = {path: path.read_bytes() for path in pages.rglob("*") if path.is_file()}
    done = extract(*arguments, "-f", "html")
    assert done.code == 2
    assert "would be written over" in done.err
    assert {path: path.read_bytes() for path in pages.rglob("*") if path.is_file()} == before


def test_several_inputs_do_not_fit_into_one_file(extract: Marrow, pages: Path) -> None:
    (pages / "out.txt").write_text("old")
    done = extract("saved", "-o", "out.txt")
    assert done.code == 2
    assert "several inputs need a folder" in done.err
    assert (pages / "out.txt").read_text() == "old"


def test_an_output_that_cannot_be_written_is_a_failure(extract: Marrow) -> None:
    done = extract("page.html", "-o", "page.html/out.txt")
    assert done.code == 1
    assert "page.html/out.txt: cannot be written" in done.err


# --- what goes wrong


def test_bad_inputs_are_reported_at_the_end_and_the_others_are_done(extract: Marrow, pages: Path) -> None:
    (pages / "feed.html").write_text("<?xml version='1.0'?><rss></rss>")
    (pages / "empty.html").write_text("")
    done = extract("nowhere.html", "feed.html", "page.html", "empty.html")
    assert done.code == 1
    assert done.out == f"==> page.html <==\n{TEXT}"
    lines = done.err.splitlines()
    assert [line.split(": ")[1] for line in lines[:3]] == ["nowhere.html", "feed.html", "empty.html"]
    assert lines[3] == "marrow: 1 of 4 pages done, 3 failed, 0 below the wanted confidence"


@pytest.mark.parametrize(
    ("content", "said"),
    ((b"", "is empty"), (b"%PDF-1.4", "is a PDF"), (b"\x89PNG\r\n", "PNG"), (b"\x1f\x8b\x08", "gzip")),
)
def test_one_bad_file_is_one_line(extract: Marrow, pages: Path, content: bytes, said: str) -> None:
    (pages / "bad.html").write_bytes(content)
    done = extract("bad.html")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("marrow: bad.html: ")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_host_without_a_scheme_is_told_how_to_write_it(extract: Marrow) -> None:
    assert "write https://www.example.org/page" in extract("www.example.org/page").err


def test_a_page_over_the_limit(extract: Marrow) -> None:
    for arguments, page in ((("page.html",), None), (("-",), PAGE)):
        done = extract(*arguments, "--max-bytes", "50", input=page)
        assert (done.code, done.out) == (1, "")
        assert "50 bytes" in done.err


def test_a_fault_of_the_program_costs_one_page_of_many(
    extract: Marrow, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = marrow.render.render

    def faulty(extraction: marrow.render.Rendered, *rest: object) -> str:
        if "A bones" in extraction.blocks.page.html:
            raise RuntimeError("a fault")
        return real(extraction, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("marrow.cli.work.render", faulty)
    done = extract("saved/a.html", "page.html")
    assert done.code == 1
    assert TEXT in done.out
    assert "saved/a.html: internal error (RuntimeError: a fault)" in done.err
    with pytest.raises(RuntimeError):
        extract("saved/a.html")


def test_pages_below_the_wanted_confidence_are_reported_and_not_written(extract: Marrow, pages: Path) -> None:
    (pages / "saved" / "a.html").write_text(UNSURE_PAGE)
    done = extract("saved", "-o", "out", "--min-confidence", "0.5")
    assert done.code == 3
    assert "a.html: confidence 0.20 is below 0.5: not written" in done.err
    assert not (pages / "out" / "a.txt").exists()
    assert (pages / "out" / "b.txt").exists()
    assert extract("saved/a.html", "--min-confidence", "0.2").code == 0


def test_a_failure_weighs_more_than_a_low_confidence(extract: Marrow, pages: Path) -> None:
    (pages / "unsure.html").write_text(UNSURE_PAGE)
    assert extract("unsure.html", "nowhere.html", "--min-confidence", "0.5").code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    (
        (("--format", "pdf"), "'pdf' is not one of"),
        (("--method", "evrything"), "did you mean everything"),
        (("--set", "k=1"), "has no parameter 'k'"),
        (("--set", "k"), "NAME=VALUE"),
        (("--header", "Cookie"), "NAME:VALUE"),
        (("--min-confidence", "2"), "--min-confidence"),
        (("--max-bytes", "0"), "--max-bytes"),
        (("--jobs", "-1"), "--jobs"),
        (("--colour",), "--colour"),
        (("--url", "https://example.org/", "saved"), "--url"),
        (("--format", "html", "--metadata"), "no place for metadata"),
        (("https://example.org/", "--user-agent", "a\nb"), "user agent"),
    ),
)
def test_wrong_usage_is_one_line_and_nothing_is_done(
    extract: Marrow, arguments: tuple[str, ...], said: str
) -> None:
    done = extract("page.html", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.rstrip("\n").count("\n") == 0


def test_a_terminal_never_sees_control_characters() -> None:
    from marrow.cli.terminal import harmless

    assert harmless("a\x1b[31m\tb\n\x9bc\r") == "a\ufffd[31m\tb\n\ufffdc\ufffd"


def test_the_docs_name_every_option(root: Path) -> None:
    docs = (root / "docs" / "cli.md").read_text("utf-8")
    for option in verb.extract.params:
        for name in (*option.opts, *option.secondary_opts):
            assert option.name == "inputs" or re.search(rf"`{name}[ `]", docs), name
