"""The text of a page as two tables: runs (text nodes) and blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marrow.page import Page
from marrow.tree import Int32, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where a browser drew the blocks, and how. Only rendered pages have it.

    Attributes
    ----------
    left, top, width, height
        float32, one per block: bounding box in CSS pixels, page coordinates.
    style
        int32, one per block: row in ``styles``.
    styles
        One mapping per distinct computed style: CSS longhand to value, where it differs from
        the body's.
    """

    left: NDArray[np.float32]
    top: NDArray[np.float32]
    width: NDArray[np.float32]
    height: NDArray[np.float32]
    style: Int32
    styles: Sequence[dict[str, str]]


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """One row per text node that is shown, in document order.

    Attributes
    ----------
    element
        int32, one per run: row of the element that holds the text node.
    block
        int32, one per run: row of the block that the run belongs to; never decreases.
    n_chars
        int32, one per run: characters with white space collapsed and trimmed.
    n_words
        int32, one per run: words as defined by :class:`Blocks`.
    in_link
        bool, one per run: inside ``a``, or a control that acts as a link (``button``).
    """

    element: Int32
    block: Int32
    n_chars: Int32
    n_words: Int32
    in_link: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.element)


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """One row per text block, in document order: what every method scores.

    A block is a run of text inside one block-level element with no block-level boundary in
    between. Two ``br`` in a row are a boundary too (a browser shows an empty line); one ``br``
    is a line break within ``text``.

    A word is a run of characters without white space; in scripts that do not put blanks between
    words (Chinese, Japanese, Thai, ...), two characters count as one word.

    Attributes
    ----------
    page
        The page that was read.
    tree
        Its elements.
    runs
        Its text nodes.
    text
        One str per block, never empty; white space as a browser shows it.
    element
        int32, one per block: row of the nearest block-level element in ``tree``.
    first_run
        int32, one per block: row of its first run.
    n_chars, n_words
        int32, one per block: sums over its runs.
    n_link_chars, n_link_words
        int32, one per block: the same over the runs inside links.
    layout
        ``None`` when the page was not rendered.
    """

    page: Page
    tree: Tree
    runs: Runs
    text: Sequence[str]
    element: Int32
    first_run: Int32
    n_chars: Int32
    n_words: Int32
    n_link_chars: Int32
    n_link_words: Int32
    layout: Layout | None = None

    def __len__(self) -> int:
        return len(self.text)
