"""The lines of a page's HTML source, for methods that the literature defines on them (CETR).

Nothing is parsed here: a scanner tells tags from text, in one pass and in linear time. It finds
the borders of tags, comments and scripts where the HTML standard's tokenizer finds them.

The rules are those of Weninger, Hsu and Han (WWW 2010, sections 3 and 5.3):

* scripts, styles and comments are removed, with their content, before the source is split;
* a page of one single line is broken every 65 characters, or at the next place outside a tag;
* empty lines are dropped. A line that holds nothing but tags stays.

What the paper leaves open: a tag counts on the line where it opens; characters are counted with
white space collapsed and trimmed; entities count as they are written; an entity is not broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Final

import numpy as np

from marrow.page import Page
from marrow.reading.builder import int32
from marrow.reading.tags import BLOCK
from marrow.tree import Int32

SINGLE_LINE_CHARS: Final = 65
"""A page of one line is broken after as many characters (the paper's number)."""

_TEXT, _TAG, _REMOVED = range(3)
# A start or end tag up to its ">": quotes hold after "=" only. Possessive, so linear.
_TAG_END = re.compile(
    r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])[^\s>]*+))*+>""",
)
_TAG_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*+)")
_SCRIPT_END = re.compile(r"</script(?=[\s/>])[^>]*>", re.IGNORECASE)
_STYLE_END = re.compile(r"</style(?=[\s/>])[^>]*>", re.IGNORECASE)
_RAW_END: Final = {"script": _SCRIPT_END, "style": _STYLE_END}
_COMMENT_END = re.compile(r"-->|--!>")
_NEW_LINE = re.compile(r"\r\n?|\n")
ENTITY = re.compile(r"&(?:#[xX]?[0-9a-fA-F]{1,12}+|[a-zA-Z][a-zA-Z0-9]{0,40}+);?")
_SEPARATING: Final = BLOCK | {"br"}


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """One row per line of the source that is not empty, in order.

    Attributes
    ----------
    text
        One str per line: what is left without its tags; entities resolved, white space
        collapsed. A block-level tag leaves a blank. May be empty.
    n_chars
        int32, one per line: characters that are no part of a tag.
    n_tags
        int32, one per line: tags that open on the line.
    start, end
        int32, one per piece of text (text between two tags or line ends): the piece is
        ``html[start:end]``. In order; pieces of white space only are left out.
    line
        int32, one per piece: row of its line.
    """

    text: Sequence[str]
    n_chars: Int32
    n_tags: Int32
    start: Int32
    end: Int32
    line: Int32

    def __len__(self) -> int:
        return len(self.text)


def read_lines(page: Page) -> Lines:
    """Split the source of a page into lines. Any text is accepted; linear in its length."""
    lines = _Splitter(page.html, None).lines()
    if len(lines) == 1:
        lines = _Splitter(page.html, SINGLE_LINE_CHARS).lines()
    return lines


def _tokens(html: str) -> Iterator[tuple[int, int, int, str]]:
    """Cut the source into text, tags, and what is removed: (kind, start, end, tag name)."""
    position, size = 0, len(html)
    while position < size:
        start = html.find("<", position)
        if start < 0:
            start = size
        end, kind, name = _markup(html, start) if start < size else (size, _TEXT, "")
        if kind == _TEXT and start < size:
            # A "<" that begins no tag is text; take it together with what follows.
            following = html.find("<", end)
            end = following if following >= 0 else size
            yield _TEXT, position, end, ""
        else:
            if start > position:
                yield _TEXT, position, start, ""
            if start < size:
                yield kind, start, end, name
        position = end


def _markup(html: str, start: int) -> tuple[int, int, str]:
    """Say what the "<" at ``start`` begins: where that ends, its kind, the name of a tag."""
    size = len(html)
    follower = html[start + 1 : start + 2]
    if follower == "!" and html.startswith("<!--", start):
        if html.startswith((">", "->"), start + 4):
            return html.index(">", start) + 1, _REMOVED, ""
        close = _COMMENT_END.search(html, start + 4)
        return (close.end() if close else size), _REMOVED, ""
    named = _TAG_NAME.match(html, start)
    if named is None:
        if follower not in ("!", "?", "/") or start + 2 >= size:
            return start + 1, _TEXT, ""
        close_at = html.find(">", start)
        return (close_at + 1 if close_at >= 0 else size), _TAG, ""
    closed = _TAG_END.match(html, named.end())
    end = closed.end() if closed else size
    name = named[1].lower()
    if follower != "/" and name in _RAW_END:
        raw_end = _RAW_END[name].search(html, end)
        return (raw_end.end() if raw_end else size), _REMOVED, ""
    return end, _TAG, name


class _Splitter:
    """Goes over the tokens once and notes the lines."""

    def __init__(self, html: str, width: int | None) -> None:
        self.html = html
        self.width = width
        self.used = 0  # characters of the line that is open, when lines are broken by width
        self.parts: list[list[str]] = [[]]  # text of each line
        self.separated: list[list[str]] = [[]]  # the same, a blank for each block-level tag
        self.n_tags = [0]
        self.filled = [False]
        self.pieces: list[int] = []  # start, end, line, one after the other
        for kind, start, end, name in _tokens(html):
            if kind == _TAG:
                self._tag(start, end, name)
            elif kind == _TEXT:
                self._text(start, end)

    def _new_line(self) -> None:
        self.parts.append([])
        self.separated.append([])
        self.n_tags.append(0)
        self.filled.append(False)
        self.used = 0

    def _tag(self, start: int, end: int, name: str) -> None:
        self.n_tags[-1] += 1
        if name in _SEPARATING:
            self.separated[-1].append(" ")
        source = self.html[start:end]
        first, *others = _NEW_LINE.split(source) if "\n" in source or "\r" in source else [source]
        self.filled[-1] = True
        self.used += len(first)
        for part in others:
            self._new_line()
            self.filled[-1] = bool(part.strip())
            self.used = len(part)
        self._break_if_full()

    def _text(self, start: int, end: int) -> None:
        for new_line in _NEW_LINE.finditer(self.html, start, end):
            self._stretch(start, new_line.start())
            self._new_line()
            start = new_line.end()
        self._stretch(start, end)

    def _stretch(self, start: int, end: int) -> None:
        """Take text without line ends; break it by width if the page is one line."""
        while self.width is not None and end - start >= self.width - self.used:
            cut = self._outside_entity(start, start + self.width - self.used, end)
            self._piece(start, cut)
            self._new_line()
            start = cut
        self._piece(start, end)
        self.used += end - start

    def _outside_entity(self, start: int, cut: int, end: int) -> int:
        begin = self.html.rfind("&", max(start, cut - 45), cut)
        entity = ENTITY.match(self.html, begin, end) if begin >= 0 else None
        return max(cut, entity.end()) if entity else cut

    def _piece(self, start: int, end: int) -> None:
        text = self.html[start:end]
        self.parts[-1].append(text)
        if text and not text.isspace():
            self.filled[-1] = True
            self.separated[-1].append(text)
            self.pieces += (start, end, len(self.parts) - 1)
        else:
            self.separated[-1].append(" " if text else "")

    def _break_if_full(self) -> None:
        if self.width is not None and self.used >= self.width:
            self._new_line()

    def lines(self) -> Lines:
        """Drop the empty lines and make the table."""
        filled = np.array(self.filled)
        rows = np.flatnonzero(filled)
        new_row = np.cumsum(filled, dtype=np.int32) - 1
        start, end, line = np.array(self.pieces, np.int32).reshape(-1, 3).T
        return Lines(
            text=[" ".join(unescape("".join(self.separated[row])).split()) for row in rows],
            n_chars=int32([len(" ".join("".join(self.parts[row]).split())) for row in rows]),
            n_tags=int32([self.n_tags[row] for row in rows]),
            start=start.copy(),
            end=end.copy(),
            line=new_row[line],
        )
