"""Text nodes to runs and blocks: the one rule of segmentation and of white space."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = TypeVar("Array", bound=NDArray[Any])

# Soft hyphen, zero-width space, word joiner, byte order mark: nothing is shown for them.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_CHARS_PER_UNSPACED_WORD: Final = 2
# Only text of long "words" can be in a script without blanks; cheap to test first.
_LONG_WORD_CHARS: Final = 6


def _n_unspaced_words(text: str) -> int:
    """Words to add for text in scripts that put no blanks between words."""
    n_extra_bytes = len(text.encode()) - len(text)
    # More than half of the characters take three bytes in UTF-8: Chinese, Japanese, Thai, ...
    if n_extra_bytes <= len(text):
        return 0
    return n_extra_bytes // (2 * _CHARS_PER_UNSPACED_WORD)


class TextBuilder:
    """Collects text in document order; the walk tells it where it is and where blocks end.

    White space collapses to one blank, as a browser shows it; no-break spaces count as white
    space, since nobody wants them in text. Inside preformatted elements it stays as written.
    """

    __slots__ = (
        "block_element",
        "container",
        "first_run",
        "in_link",
        "in_pre",
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

    def add(self, raw: str, element: int) -> None:
        """Take one text node that stands in the element of row ``element``."""
        words = raw.split()
        if words and not raw.isascii():
            raw = _UNSEEN.sub("", raw)
            words = raw.split()
        pieces = self.pieces
        if not words:
            if raw:
                self.space = True
                if self.in_pre and pieces:
                    pieces.append(raw)
            return
        joined = " ".join(words)
        if self.n_breaks:
            if self.n_breaks > 1:
                self.boundary()
            elif pieces:
                pieces.append("\n")
            self.n_breaks = 0
        elif pieces and not self.in_pre and (self.space or raw[0].isspace()):
            pieces.append(" ")
        if not pieces:
            self.first_run.append(len(self.runs) // 5)
        pieces.append(raw if self.in_pre else joined)
        self.space = raw[-1].isspace()
        n_chars, n_words = len(joined), len(words)
        if n_chars > _LONG_WORD_CHARS * n_words and not joined.isascii():
            n_words += _n_unspaced_words(joined)
        self.runs += (element, len(self.text), n_chars, n_words, self.in_link)

    def add_formula(self, tex: str, element: int, *, display: bool) -> None:  # noqa: ARG002
        """Take the TeX of a formula that is no element of its own; it is text like any other."""
        self.add(tex, element)

    def line_break(self) -> None:
        """Take a ``br``."""
        if self.in_pre:
            self.new_line()
        else:
            self.n_breaks += 1

    def new_line(self) -> None:
        """Begin a line within preformatted text, unless one has just begun."""
        if self.pieces and not self.pieces[-1].endswith("\n"):
            self.pieces.append("\n")

    def boundary(self) -> None:
        """End the block that is open, if any."""
        pieces = self.pieces
        if pieces:
            text = "".join(pieces) if len(pieces) > 1 else pieces[0]
            self.text.append(text.strip("\n").rstrip() if self.in_pre else text)
            self.block_element.append(self.container)
            pieces.clear()
        self.n_breaks = 0
        self.space = False


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
