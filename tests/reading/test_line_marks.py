from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from marrow import Page, read
from marrow.reading.line_marks import LineParts, line_parts
from marrow.reading.lines import read_lines


def parts_of(html: str) -> LineParts:
    page = Page(html)
    return line_parts(read(page), read_lines(page))


def rows(html: str) -> list[tuple[int, int, int]]:
    parts = parts_of(html)
    assert parts.exact
    return list(zip(parts.block.tolist(), parts.line.tolist(), parts.n_chars.tolist(), strict=True))


def test_every_block_gets_the_lines_of_its_characters() -> None:
    assert rows("<p>one two\nthree <b>four</b></p>\n<p>five") == [(0, 0, 6), (0, 1, 9), (1, 2, 4)]


@pytest.mark.parametrize(
    ("html", "expected"),
    (
        # A line begins with an entity, with white space as an entity, with one that is not shown.
        ("<p>\n&lt;b\n<p>&#160;c\n&shy;dé", [(0, 1, 2), (1, 2, 1), (1, 3, 2)]),
        ("<p>\n&nbsp;\n&raquo;", [(0, 2, 1)]),
        ("<p>\n&notit;x\n& y\n&", [(0, 1, 5), (0, 2, 2), (0, 3, 1)]),
        # Preformatted text, and text that parsers do not look into.
        ("<pre>\n a\n  b\n</pre>", [(0, 1, 1), (0, 2, 1)]),
        ("<p>x</p>\n<textarea>\n<b>a</b>\nc</textarea>", [(0, 0, 1), (1, 2, 8), (1, 3, 1)]),
        # The title is no block; its line has other text.
        ("<title>T</title>a\n<p>b", [(0, 0, 1), (1, 1, 1)]),
        ("<p>a<script>\nx</script>b\n<p>c", [(0, 0, 2), (1, 1, 1)]),
        ("<p>a<span hidden>\nx</span>b", [(0, 0, 1), (0, 1, 1)]),
        # Text that the parser moves in front of the table, into the paragraph that stays open.
        ("<table>\n<tr><td>a\n</table>", [(0, 1, 1)]),
        ("<p>1\n<table>\n<tr>moved<td>in\n</table>", [(0, 0, 1), (0, 2, 5), (1, 2, 2)]),
        # Characters of the private use area that icon fonts take.
        ("<p>\n\ue000 a\n\uf8ff", [(0, 1, 2), (0, 2, 1)]),
        # Soft hyphens and zero bytes are no characters to be seen.
        ("<p>a\n\u00ad\u200bb", [(0, 0, 1), (0, 1, 1)]),
        # Joiners and marks of direction: alone they show nothing, beside text they stay.
        ("<p>a\n<p>\u200d\n<p>\u200eb\u200d\n<p>&zwj;\n<p>&#x200e;c", [(0, 0, 1), (1, 2, 3), (2, 4, 2)]),
        # So little text that the page is read as without scripts.
        ("<p>a\n<noscript>\nnine hundred</noscript>", [(0, 0, 1), (1, 2, 11)]),
    ),
)
def test_marks_do_not_change_what_is_read(html: str, expected: list[tuple[int, int, int]]) -> None:
    assert rows(html) == expected


def test_more_pieces_than_marks() -> None:
    parts = parts_of("<p>a\n" * 70_000)
    assert parts.exact
    assert (parts.line == np.arange(70_000)).all()


@pytest.mark.parametrize("character", ("\U000f0000", "&#xF0001;", "\U0010fffd"))
def test_pages_that_use_the_same_characters_are_still_laid_out(character: str) -> None:
    parts = parts_of(f"<p>one {character} two\n<p>three\n<p>{character}{character}")
    assert parts.block.tolist()[0] == 0
    assert set(parts.block.tolist()) == {0, 1, 2}
    assert (np.diff(parts.line) >= 0).all()
    assert 0 <= parts.line.min() <= parts.line.max() <= 2


def test_without_marks_blocks_lie_where_their_share_of_the_characters_does() -> None:
    parts = parts_of("<p>\U000f0000234567890\n<p>1234567890\n<p>1234567890")
    assert not parts.exact
    assert parts.line.tolist() == [0, 1, 2]


def test_a_page_without_text_has_no_parts() -> None:
    assert rows("<p>") == []


def test_characters_of_the_parts_are_those_of_the_blocks() -> None:
    page = Page("<p>one two\n<b>three</b>\tfour<br>\n<p>five\n\nsix")
    blocks = read(page)
    parts = line_parts(blocks, read_lines(page))
    sums = np.bincount(parts.block, parts.n_chars)
    assert sums.tolist() == [len("".join(text.split())) for text in blocks.text] == [15, 7]


@pytest.mark.parametrize("name", ("cleaneval-final", "wcxb", "chinese", "weblogs"))
def test_marks_change_nothing_on_real_pages(name: str, datasets: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = datasets / f"{name}.parquet"
    rows = next(parquet.ParquetFile(file).iter_batches(batch_size=40, columns=["html"]))["html"]
    for row in rows:
        page = Page.of(row.as_py())
        blocks, lines = read(page), read_lines(page)
        parts = line_parts(blocks, lines)
        assert parts.exact
        assert len(set(parts.block.tolist())) == len(blocks)
