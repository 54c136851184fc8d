"""Expected values are computed by hand from the page."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from marrow import Page, read
from marrow.features.texts import NAMES, text_columns

PAGE = (
    "<title>Bone marrow</title><h1>Marrow</h1><p>Bones have <a href=/m>marrow</a>.</p>"
    "<ul><li>One, two. Three</ul>"
)


def columns(html: str) -> dict[str, NDArray[np.float32]]:
    return dict(zip(NAMES, text_columns(read(Page(html))), strict=True))


@pytest.mark.parametrize(
    ("name", "expected"),
    (
        # Runs are trimmed: "Bones have", "marrow" and "." are 10 + 6 + 1 characters, 2 + 1 + 1 words.
        ("log_chars", (log(7), log(18), log(16))),
        ("log_words", (log(2), log(5), log(4))),
        ("link_share", (0, 6 / 17, 0)),
        ("word_length", (6, 17 / 4, 15 / 3)),
        ("n_runs", (1, 3, 1)),
        ("sentence_marks", (0, 0, 2)),
        ("ends_sentence", (0, 1, 0)),
        ("heading_level", (1, 0, 0)),
        ("kind", (2, 1, 3)),
        ("n_equal_texts", (1, 1, 1)),
        ("title_share", (1 * 1 / (1 * 2), 0, 0)),
        ("is_h1", (1, 0, 0)),
        ("n_lines", (0, 0, 0)),
    ),
)
def test_a_page_by_hand(name: str, expected: tuple[float, ...]) -> None:
    assert columns(PAGE)[name] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("html", "kind", "level"),
    (
        ("<p>x", 1.0, 0),
        ("<pre>x</pre>", 1.1, 0),
        ("<blockquote>x</blockquote>", 1.2, 0),
        ("<h1>x</h1>", 2.0, 1),
        ("<h3>x</h3>", 2.2, 3),
        ("<h6>x</h6>", 2.5, 6),
        ("<dl><dd>x</dl>", 3.1, 0),
        ("<table><tr><td>x</table>", 4.0, 0),
        ("<table><tr><th>x</table>", 4.1, 0),
        ("<figure><figcaption>x</figure>", 5.0, 0),
        ("<div><span>x</span></div>", 6.0, 0),
        ("<body>x", 6.4, 0),
        ("<nav>x</nav>", 7.2, 0),
        ("<center>x</center>", 0.0, 0),
    ),
)
def test_kind_and_heading_level_of_the_element(html: str, kind: float, level: int) -> None:
    found = columns(html)
    assert found["kind"] == pytest.approx([kind])
    assert found["heading_level"].tolist() == [level]


def test_equal_texts_are_counted_and_lines_within_a_block() -> None:
    found = columns("<p>More<p>Text<p>More<p>a<br>b<br>c")
    assert found["n_equal_texts"].tolist() == [2, 1, 2, 1]
    assert found["n_lines"].tolist() == [0, 0, 0, 2]


def test_equal_beginnings_count_as_equal() -> None:
    found = columns(f"<p>{'a' * 240}b<p>{'a' * 240}c<p>{'a' * 239}c")
    assert found["n_equal_texts"].tolist() == [2, 2, 1]


@pytest.mark.parametrize(
    ("text", "marks", "ends"),
    (
        ("One. Two, three", 2, 0),
        ("Really?", 0, 1),
        ("她说。他说。", 2, 1),
        ("(Indeed)", 0, 1),
        ("Version 1.2,3", 0, 0),
        ("”Yes.”", 0, 1),
    ),
)
def test_marks_of_sentences(text: str, marks: int, ends: int) -> None:
    found = columns(f"<p>{text}")
    assert (found["sentence_marks"].tolist(), found["ends_sentence"].tolist()) == ([marks], [ends])


def test_title_share_is_of_headings_and_both_ways() -> None:
    found = columns("<TITLE lang=en>The RED bone</TITLE><h2>Red Bone today</h2><h3>Other</h3><p>The red bone")
    # Two common words of three in the title, and of three in the heading.
    assert found["title_share"] == pytest.approx([2 * 2 / (3 * 3), 0, 0])


@pytest.mark.parametrize(
    "head", ("", "<title></title>", "<title>...</title>", f"<!--{'x' * 100_000}--><title>Red")
)
def test_without_a_title_at_the_top_nothing_is_shared(head: str) -> None:
    assert columns(f"{head}</title><h1>Red</h1>")["title_share"].tolist() == [0]


def test_a_page_without_text_has_no_columns_to_fill() -> None:
    assert text_columns(read(Page("<p></p>"))).shape == (len(NAMES), 0)
