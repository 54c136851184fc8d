"""The elements of a page as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Int32 = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """One row per visible element, in document order (pre-order).

    A subtree is a range of rows: element ``i`` holds the rows ``i`` to ``end[i] - 1``. A sum over
    every subtree at once is therefore one difference of a running sum (:meth:`subtree_sum`).

    Attributes
    ----------
    tags
        Lower-case tag name, one per element; custom elements keep theirs.
    tag
        int32, one per element: code of the tag in :data:`marrow.reading.tags.TAG_NAMES`
        (0 = a tag outside the vocabulary, such as a custom element).
    parent
        int32, one per element: row of the parent; -1 for the root.
    end
        int32, one per element: row after the last element of its subtree.
    first_block, end_block
        int32, one per element: the blocks whose text lies inside the element are the rows
        ``first_block[i]`` to ``end_block[i] - 1`` of the blocks' table. Exact for block-level
        elements; an inline element counts only the blocks that begin and end inside it.
    attributes
        One read-only mapping per element: attribute name (lower case) to value (``None`` when
        the attribute has no value).
    """

    tags: Sequence[str]
    tag: Int32
    parent: Int32
    end: Int32
    first_block: Int32
    end_block: Int32
    attributes: Sequence[Mapping[str, str | None]]

    def __len__(self) -> int:
        return len(self.tags)

    def subtree_sum(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sum ``values`` (one per element) over the subtree of every element, itself included.

        Returns an array of the same length: float64 for floats, int64 for integers and booleans.
        """
        dtype = np.float64 if np.issubdtype(values.dtype, np.floating) else np.int64
        running = np.zeros(len(values) + 1, dtype)
        np.cumsum(values, out=running[1:])
        return running[self.end] - running[:-1]

    def path(self, row: int) -> list[int]:
        """Rows from the root down to ``row``."""
        rows = []
        parent = self.parent
        while row >= 0:
            rows.append(row)
            row = int(parent[row])
        return rows[::-1]
