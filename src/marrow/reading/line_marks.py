"""How many characters of which block stand on which line of the source.

The parser does not tell where in the source a text node stands. So the page is read a second
time with marks in it: the first visible character of every piece of text (between two tags or
line ends) is replaced by a private-use character that stands for that piece. One character for
one character, never white space, never inside a tag: the tree, the blocks and all counts of
characters stay as they are. That they did is checked; where it is not so (pages that themselves
use these characters, text that parsers treat in ways of its own), the lines are laid along the
blocks by counting characters instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape, unescape
from typing import Final

import numpy as np

from marrow.blocks import Blocks
from marrow.page import Page
from marrow.reading.builder import _SEEN as SEEN, int32
from marrow.reading.html import read
from marrow.reading.lines import ENTITY, Lines
from marrow.tree import Int32

# The two private-use planes; they end two characters before the plane does. In use in next to no
# page, unlike the private-use area of the first plane, where the icons of web fonts stand.
_FIRST: Final = 0xF0000
_N_CODES: Final = 0xFFFE
_MARK: Final = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + _N_CODES - 1)}]")
_NOT_SHOWN: Final = "\x00"


@dataclass(frozen=True, slots=True, eq=False)
class LineParts:
    """One row per part of a block that stands on one line, in the order of the blocks.

    Attributes
    ----------
    block, line
        int32, one per part: rows of :class:`Blocks` and :class:`Lines`.
    n_chars
        int32, one per part: characters of the block's text, white space left out; at least 1.
    exact
        Whether the parts were read from marks, or laid out by counting characters.
    """

    block: Int32
    line: Int32
    n_chars: Int32
    exact: bool


def line_parts(blocks: Blocks, lines: Lines) -> LineParts:
    """Find the lines on which the blocks stand. Linear in the length of the page.

    Text that stands in attributes (formulas drawn as images) belongs to the line of the text
    before it in its block; where there is none, of the text after it.
    """
    marked, replaced = _marked(blocks.page.html, lines)
    page = Page(marked, blocks.page.url)
    parts = None if _MARK.search(blocks.page.html) else _from_marks(blocks, read(page), lines, replaced)
    return parts if parts is not None else _laid_out(blocks, lines)


def _marked(html: str, lines: Lines) -> tuple[str, list[str]]:
    """Put the marks in; also return the character that each mark replaces ("" for no mark)."""
    pieces: list[str] = []
    replaced: list[str] = []
    done = 0
    for start, end in zip(lines.start.tolist(), lines.end.tolist(), strict=True):
        at, until, text = _first_visible(html, start, end)
        if not text:
            replaced.append("")
            continue
        visible = next(i for i, character in enumerate(text) if not _is_unseen(character))
        mark = chr(_FIRST + len(replaced) % _N_CODES)
        pieces += (html[done:at], escape(text[:visible]), mark, escape(text[visible + 1 :]))
        replaced.append(text[visible])
        done = until
    pieces.append(html[done:])
    return "".join(pieces), replaced


def _first_visible(html: str, start: int, end: int) -> tuple[int, int, str]:
    """First character, or entity, of a piece that shows something: where it is, what it means."""
    at = start
    while at < end:
        entity = ENTITY.match(html, at, end) if html[at] == "&" else None
        until = entity.end() if entity else at + 1
        text = unescape(entity[0]) if entity else html[at]
        if not all(map(_is_unseen, text)):
            return at, until, text
        at = until
    return end, end, ""


def _is_unseen(character: str) -> bool:
    return character == _NOT_SHOWN or not SEEN.match(character)


def _from_marks(blocks: Blocks, marked: Blocks, lines: Lines, replaced: list[str]) -> LineParts | None:
    """Read the marks; ``None`` when they changed what was read."""
    if len(marked) != len(blocks):
        return None
    line_of = lines.line.tolist()
    parts: list[int] = []
    piece, line = 0, 0
    for row, (text, original) in enumerate(zip(marked.text, blocks.text, strict=True)):
        # What stands before a mark belongs to the mark before it; at the beginning, to the first.
        stretches, codes = _MARK.split(text), [ord(code) - _FIRST for code in _MARK.findall(text)]
        restored = [stretches[0]]
        pending = _n_visible(stretches[0])
        for code, stretch in zip(codes, stretches[1:], strict=True):
            # Codes come round again; the piece meant is the nearest one in the page.
            piece += (code - piece + _N_CODES // 2) % _N_CODES - _N_CODES // 2
            if not 0 <= piece < len(replaced):
                return None
            line = line_of[piece]
            _add(parts, row, line, pending + 1 + _n_visible(stretch))
            pending = 0
            restored += (replaced[piece], stretch)
        _add(parts, row, line, pending)
        if "".join(restored) != original:
            return None
    block, at, n_chars = np.array(parts, np.int32).reshape(-1, 3).T
    return LineParts(block.copy(), at.copy(), n_chars.copy(), exact=True)


def _n_visible(text: str) -> int:
    """Characters that are no white space."""
    return sum(map(len, text.split()))


def _add(parts: list[int], block: int, line: int, n_chars: int) -> None:
    """Add characters to the last part, if it is of the same block and line, or begin one."""
    if not n_chars:
        return
    if parts and parts[-3] == block and parts[-2] == line:
        parts[-1] += n_chars
    else:
        parts += (block, line, n_chars)


def _laid_out(blocks: Blocks, lines: Lines) -> LineParts:
    """Lay the lines along the blocks: the same share of all characters, the same place."""
    n_chars = int32([_n_visible(text) for text in blocks.text])
    if not len(blocks) or not len(lines):
        return LineParts(int32([]), int32([]), int32([]), exact=False)
    n_of_blocks, n_of_lines = max(1, int(n_chars.sum())), max(1, int(lines.n_chars.sum()))
    ends = np.cumsum(n_chars) / n_of_blocks
    middle = ends - n_chars / (2 * n_of_blocks)
    line_ends = np.cumsum(lines.n_chars) / n_of_lines
    line = np.minimum(np.searchsorted(line_ends, middle), len(lines) - 1).astype(np.int32)
    return LineParts(np.arange(len(blocks), dtype=np.int32), line, n_chars, exact=False)
