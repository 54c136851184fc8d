from __future__ import annotations

from pathlib import Path

import pytest

from marrow.cli.inputs import Input, expanded
from marrow.cli.outputs import heading, paths_in_folder


@pytest.mark.parametrize(
    ("url", "stem"),
    (
        ("https://example.org/", "example.org"),
        ("https://example.org/a/b.html", "example.org-a-b"),
        ("https://example.org/a?id=3&x=%2F#top", "example.org-a-id-3-x-2F"),
        ("http://h/../../etc/passwd", "h-..-..-etc-passwd"),
        ("http://bücher.example/ä", "bücher.example-ä"),
        ("HTTP://..//", "page"),
    ),
)
def test_a_url_gives_one_plain_file_name(url: str, stem: str) -> None:
    (page,) = expanded([url])
    assert (page.kind, page.stem) == ("url", stem)
    assert Path(page.stem).name == page.stem


def test_names_are_unique_also_without_case_and_never_too_long() -> None:
    inputs = [Input(name, "file", name) for name in ("a", "A", "a-2", "a", "ä" * 300, "ä" * 300, "d/a")]
    paths = paths_in_folder(Path("out"), inputs, "markdown")
    assert [path.name for path in paths[:4]] == ["a.md", "A-2.md", "a-2-2.md", "a-3.md"]
    assert paths[6] == Path("out/d/a.md")
    assert all(len(path.name.encode()) <= 255 for path in paths)
    assert len({str(path).casefold() for path in paths}) == len(paths)


def test_headings_are_comments_in_markup_and_cannot_be_left() -> None:
    assert heading("a.html", "text", first=True) == "==> a.html <==\n"
    assert heading("a.html", "text", first=False) == "\n==> a.html <==\n"
    assert heading("a.html", "json", first=False) == ""
    for name in ("x--><script>", "a---", "--->"):
        line = heading(name, "html", first=True)
        assert line.startswith("<!-- ")
        assert line.endswith(" -->\n")
        assert "--" not in line[4:-4]
