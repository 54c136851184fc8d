"""Columns from the elements that a block stands in: their tags and the topics of their names."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.features.names import N_TOPICS, TOPIC_NAMES
from marrow.reading.tags import TAG_CODE
from marrow.tree import Int32, Tree

_TAG_SETS: Final = (
    ("main", "article"),
    ("section",),
    ("nav", "menu"),
    ("header", "hgroup"),
    ("footer",),
    ("aside",),
    ("form", "fieldset", "label", "button"),
    ("table",),
    ("ul", "ol", "dl"),
    ("blockquote", "q"),
    ("pre", "code"),
    ("figure", "figcaption", "picture"),
    ("details",),
    ("p",),
    ("div",),
    ("a",),
    ("h1", "h2", "h3", "h4", "h5", "h6"),
    ("article",),
)
_N_SETS: Final = len(_TAG_SETS)
_N_NEAR: Final = 3
"""How many of the innermost elements count as near."""

NAMES: Final = (
    *(f"in_{tags[0]}" for tags in _TAG_SETS[:-1]),
    "in_article",
    *(f"topic_{name}" for name in TOPIC_NAMES),
    "depth",
    *(f"near_{name}" for name in TOPIC_NAMES),
    *(f"page_{name}" for name in TOPIC_NAMES),
)


def _set_table() -> NDArray[np.int32]:
    table = np.zeros((_N_SETS, len(TAG_CODE) + 1), np.int32)
    for row, tags in enumerate(_TAG_SETS):
        table[row, [TAG_CODE[tag] for tag in tags]] = 1
    return table


_SETS_OF_TAG: Final = _set_table()
_TOPIC_SHIFTS: Final = np.arange(N_TOPICS, dtype=np.int32)[:, None]


def inherited(tree: Tree, flags: NDArray[np.int32]) -> NDArray[np.int32]:
    """Count flags over each element and its ancestors.

    Parameters
    ----------
    tree
        The elements.
    flags
        int32, shape (n_kinds, n_elements).

    Returns
    -------
    int32, shape (n_kinds, n_elements): a running sum in which each flag is taken back at the end
    of its element's subtree.
    """
    n_kinds, n = flags.shape
    steps = np.zeros((n_kinds, n + 1), np.int32)
    steps[:, :n] = flags
    kind, element = np.nonzero(flags)
    ends = kind * (n + 1) + tree.end[element]
    back = np.bincount(ends, minlength=n_kinds * (n + 1))
    steps -= back.reshape(n_kinds, n + 1)
    return np.cumsum(steps, axis=1, dtype=np.int32)[:, :n]


def ancestry_columns(blocks: Blocks, topics: Int32) -> NDArray[np.float32]:
    """Columns :data:`NAMES`: float32, shape (len(NAMES), n_blocks).

    ``in_*`` and ``topic_*`` count the elements from the root to the block's first text node,
    ``near_*`` the three innermost, ``page_*`` (logarithmic) all of the page.

    Parameters
    ----------
    blocks
        The page.
    topics
        int32, one per element: see :class:`marrow.features.names.Names`.
    """
    tree = blocks.tree
    out = np.zeros((len(NAMES), len(blocks)), np.float32)
    if len(blocks) == 0:
        return out
    leaf = blocks.runs.element[blocks.first_run]
    flags = np.ones((_N_SETS + N_TOPICS + 1, len(tree)), np.int32)
    flags[:_N_SETS] = _SETS_OF_TAG[:, tree.tag]
    of_names = flags[_N_SETS:-1]
    np.bitwise_and(topics >> _TOPIC_SHIFTS, 1, out=of_names)
    out[: len(flags)] = inherited(tree, flags)[:, leaf]
    near = out[len(flags) : len(flags) + N_TOPICS]
    element = leaf
    for _ in range(_N_NEAR):
        near += of_names[:, element]
        element = np.maximum(tree.parent[element], 0)
    out[-N_TOPICS:] = np.log1p(of_names.sum(axis=1))[:, None]
    return out
