from __future__ import annotations

import time

import pytest

from marrow import Page
from marrow.reading.lines import Lines, read_lines


def lines_of(html: str) -> Lines:
    return read_lines(Page(html))


def rows(html: str) -> list[tuple[str, int, int]]:
    lines = lines_of(html)
    return list(zip(lines.text, lines.n_chars.tolist(), lines.n_tags.tolist(), strict=True))


def test_counts_characters_and_tags_of_each_line() -> None:
    assert rows("<p>one  two </p>\n<b>x</b> y\n") == [("one two", 7, 2), ("x y", 3, 2)]


@pytest.mark.parametrize("end", ("\n", "\r\n", "\r"))
def test_knows_all_line_ends(end: str) -> None:
    assert [text for text, _, _ in rows(f"<p>a{end}b{end}{end}c")] == ["a", "b", "c"]


def test_drops_empty_lines_and_keeps_lines_of_tags() -> None:
    assert rows("<p>a\n \t\n<br>\nb") == [("a", 1, 1), ("", 0, 1), ("b", 1, 0)]


@pytest.mark.parametrize(
    "removed",
    (
        "<script>if (a < b)\n document.write('<p>')</script>",
        "<SCRIPT type=x>\n</Script >",
        "<style>p > b\n{}</style>",
        "<!-- a\n <p> -->",
        "<!-->",
        "<!--->",
    ),
)
def test_scripts_styles_and_comments_are_removed_before_lines_are_cut(removed: str) -> None:
    assert rows(f"<p>a{removed}b\nc") == [("ab", 2, 1), ("c", 1, 0)]


@pytest.mark.parametrize("opening", ("<script>", "<style>", "<!--", '<a href="', "<a ", "<!doctype", "</p"))
def test_what_never_closes_takes_the_rest(opening: str) -> None:
    assert [text for text, _, _ in rows(f"<p>a\n<p>b\n{opening} c\nd")][:2] == ["a", "b"]
    assert "d" not in lines_of(f"<p>a\n<p>b\n{opening} c\nd").text


def test_a_tag_counts_on_the_line_where_it_opens() -> None:
    assert rows("<p>a<a\n href=x\n>b</a>\nc") == [("a", 1, 2), ("", 0, 0), ("b", 1, 1), ("c", 1, 0)]


@pytest.mark.parametrize(
    "tag",
    (
        '<a title="a > b">',
        "<a title='>'>",
        '<a title = ">" >',
        '<a b=c/d=">',
        '<a b"c>',
        "</a b>",
        "</>",
        "<?xml?>",
    ),
)
def test_finds_the_end_of_a_tag_as_browsers_do(tag: str) -> None:
    assert rows(f"<p>x{tag}y\nz")[0] == ("xy", 2, 2)


@pytest.mark.parametrize("text", ("a < b", "1 <2", "a <", "x <- y", "<", "< b>"))
def test_a_bracket_that_opens_no_tag_is_text(text: str) -> None:
    assert rows(f"<p>\n{text}")[1] == (text, len(text), 0)


def test_entities_count_as_written_and_are_resolved_in_text() -> None:
    assert rows("<p>a&amp;b\nc") == [("a&b", 7, 1), ("c", 1, 0)]


def test_block_level_tags_part_words_in_text_but_not_in_counts() -> None:
    assert rows("<td>James</td><td>Smith</td><b>s</b>\n<p>") == [("James Smith s", 11, 6), ("", 0, 1)]


def test_a_page_of_one_line_is_broken_every_65_characters() -> None:
    lines = lines_of("<p>" + "x" * 150)
    assert lines.n_chars.tolist() == [62, 65, 23]
    assert lines.n_tags.tolist() == [1, 0, 0]


def test_a_page_of_one_line_is_not_broken_inside_a_tag() -> None:
    # The 65th character lies in the tag; the line ends behind it, and counting starts anew.
    lines = lines_of("x" * 60 + "<a href=0123456789>" + "y" * 70)
    assert lines.n_chars.tolist() == [60, 65, 5]
    assert lines.n_tags.tolist() == [1, 0, 0]


def test_a_page_of_one_line_is_not_broken_inside_an_entity() -> None:
    lines = lines_of("<p>" + "x" * 60 + "&amp;" + "y" * 10)
    assert list(lines.text) == ["x" * 60 + "&", "y" * 10]


def test_one_line_is_counted_after_scripts_are_removed() -> None:
    assert len(lines_of("<script>\n\n</script>\n<p>" + "x" * 100)) == 2


@pytest.mark.parametrize("html", ("", " \n ", "<!-- -->", "<script></script>"))
def test_a_page_of_nothing_has_no_lines(html: str) -> None:
    assert len(lines_of(html)) == 0


def test_pieces_are_the_text_between_tags_and_line_ends() -> None:
    html = "<p>one <b>two</b>\n  three</p> "
    lines = lines_of(html)
    assert [html[s:e] for s, e in zip(lines.start, lines.end, strict=True)] == ["one ", "two", "  three"]
    assert lines.line.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    "pattern", ("<", "<!--", "<a ", '<a b="', "</", "<!x", "<script>", "&", "&amp", "x=", "<p>x", "<![CDATA[")
)
def test_time_is_linear(pattern: str) -> None:
    def seconds(n: int) -> float:
        begin = time.process_time()
        lines_of(pattern * n)
        return time.process_time() - begin

    seconds(1000)
    short, long = min(seconds(20_000) for _ in range(3)), seconds(160_000)
    # Eight times the input; squared time would be 64 times.
    assert long < 30 * short + 0.05
