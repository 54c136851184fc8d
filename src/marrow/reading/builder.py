"""Text nodes to runs and blocks: the one rule of segmentation and of white space."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = TypeVar("Array", bound=NDArray[Any])

# Soft hyphen, zero-width space, word joiner, byte order mark: nothing is shown for them.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
# Anything but white space and characters that only direct the drawing of others (joiners, marks of
# direction, variation selectors): text of nothing else shows nothing.
_SEEN = re.compile("[^\\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
# Scripts that put no blanks between words, with their punctuation: Thai, Lao, Tibetan, Myanmar,
# Khmer, Tai Tham, Chinese, Japanese. (Hangul has blanks.)
_UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1a20-\u1aaf\u2e80-\u312f\u31a0-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff01-\uff9f\U00020000-\U0003ffff]"
)
_CHARS_PER_UNSPACED_WORD: Final = 2
_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)+")


def _n_words(text: str, n_spaced: int) -> int:
    """Words of text that is not plain ASCII, ``n_spaced`` as its blanks have it."""
    # The letters of these scripts take three or four bytes in UTF-8; most text has next to none.
    if 4 * (len(text.encode()) - len(text)) < len(text):
        return n_spaced
    spaced, n_unspaced = _UNSPACED.subn("", text)
    return len(spaced.split()) + -(-n_unspaced // _CHARS_PER_UNSPACED_WORD)


def _shown(raw: str, *, in_pre: bool) -> str:
    """Leave out characters for which nothing is shown; blanks of preformatted text are plain ones."""
    if _SEEN.search(raw):
        shown = _UNSEEN.sub("", raw)
        return shown.replace("\u00a0", " ") if in_pre else shown
    return " " if raw[0].isspace() or raw[-1].isspace() else ""


class TextBuilder:
    """Collects text in document order; the walk tells it where it is and where blocks end.

    White space collapses to one blank, as a browser shows it; no-break spaces count as white
    space, since nobody wants them in text. Inside preformatted elements it stays as written, but
    for empty lines before the text and white space after it.
    """

    __slots__ = (
        "block_element",
        "container",
        "first_run",
        "in_link",
        "in_pre",
        "indent",
        "indent_container",
        "n_breaks",
        "pieces",
        "runs",
        "space",
        "text",
    )

    N_RUN_COLUMNS: Final = 5

    def __init__(self) -> None:
        self.text: list[str] = []
        self.block_element: list[int] = []
        self.first_run: list[int] = []
        # Rows of element, block, n_chars, n_words, in_link, one after the other: one list is
        # filled and converted in half of the time of five.
        self.runs: list[int] = []
        self.container = 0  # row of the innermost open block-level element
        self.in_link = False
        self.in_pre = False
        self.pieces: list[str] = []  # text of the block that is open
        self.space = False  # white space came since the last piece
        self.n_breaks = 0  # br elements came since the last piece
        # White space before the first word of a preformatted element, and its row.
        self.indent = ""
        self.indent_container = -1

    def add(self, raw: str, element: int) -> None:
        """Take one text node that stands in the element of row ``element``."""
        words = raw.split()
        if words and not raw.isascii():
            raw = _shown(raw, in_pre=self.in_pre)
            words = raw.split()
        pieces = self.pieces
        if not words:
            if raw:
                self.space = True
                if self.in_pre:
                    self._blank_in_pre(raw)
            return
        n_words = len(words)
        joined = " ".join(words) if n_words > 1 else words[0]
        if self.n_breaks:
            if self.n_breaks > 1:
                self.boundary()
            elif pieces:
                pieces.append("\n")
            self.n_breaks = 0
        elif pieces and not self.in_pre and (self.space or raw[0].isspace()):
            pieces.append(" ")
        if not pieces:
            self.first_run.append(len(self.runs) // self.N_RUN_COLUMNS)
            if self.in_pre:
                self._indent()
        pieces.append(raw if self.in_pre else joined)
        self.space = raw[-1].isspace()
        if not joined.isascii():
            n_words = _n_words(joined, n_words)
        self.runs += (element, len(self.text), len(joined), n_words, self.in_link)

    def _indent(self) -> None:
        """Begin a preformatted block with the blanks that came before its first word."""
        if self.indent_container == self.container:
            self.pieces.append(self.indent)
            self.indent_container = -1

    def _blank_in_pre(self, raw: str) -> None:
        if self.pieces:
            self.pieces.append(raw)
        elif self.indent_container == self.container:
            self.indent += raw
        else:
            self.indent, self.indent_container = raw, self.container

    def add_formula(self, tex: str, element: int, *, display: bool) -> None:  # noqa: ARG002
        """Take the TeX of a formula that is no element of its own; it is text like any other."""
        self.add(tex, element)

    def line_break(self) -> None:
        """Take a ``br``."""
        if self.in_pre:
            self.add("\n", self.container)
        else:
            self.n_breaks += 1

    def new_line(self) -> None:
        """Begin a line within preformatted text, unless one has just begun."""
        if self.pieces:
            if not self.pieces[-1].endswith("\n"):
                self.pieces.append("\n")
        elif self.indent_container == self.container:
            self.indent += "\n"

    def boundary(self) -> None:
        """End the block that is open, if any."""
        pieces = self.pieces
        if pieces:
            text = "".join(pieces) if len(pieces) > 1 else pieces[0]
            self.text.append(_without_blank_ends(text) if self.in_pre else text)
            self.block_element.append(self.container)
            pieces.clear()
        self.n_breaks = 0
        self.space = False


def _without_blank_ends(text: str) -> str:
    """Drop the empty lines before preformatted text, and the white space after it."""
    blank = _BLANK_LINES.match(text)
    return (text[blank.end() :] if blank else text).rstrip()


def read_only(array: Array) -> Array:
    """Forbid writing to an array."""
    array.flags.writeable = False
    return array


def int32(values: list[int]) -> NDArray[np.int32]:
    """Make a read-only int32 array."""
    return read_only(np.array(values, np.int32))


def columns(rows: list[int], n_columns: int) -> NDArray[np.int32]:
    """Turn rows that stand one after the other into read-only columns, contiguous each."""
    return read_only(np.array(rows, np.int32).reshape(-1, n_columns).T.copy())
