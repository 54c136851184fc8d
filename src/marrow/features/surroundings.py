"""Columns from what a block lies in and next to: sizes of its ancestors, neighbours, place."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.features import context, texts
from marrow.features.names import N_TOPICS, TOPIC_NAMES, Names
from marrow.reading.tags import TAG_CODE
from marrow.tree import Int32

_N_LEVELS: Final = 6
_LONG_WORDS: Final = 12
"""From this many words on, a block is long."""

_TOPIC_SHIFTS: Final = np.arange(N_TOPICS, dtype=np.int32)[:, None]
_LEVEL_NAMES: Final = (
    "log_words",
    "link_share",
    "long_share",
    "page_share",
    "mean_words",
    "p_share",
    "place",
    "tag_density",
    "growth",
)
_NEIGHBOURS: Final = (-3, -2, -1, 1, 2, 3)
_NEIGHBOUR_NAMES: Final = ("log_words", "link_share", "kind", "same_parent")
_WINDOWS: Final = (2, 5, 12)
_KIN_NAMES: Final = ("log_count", "log_words", "link_share", "long_share", "spread")

NAMES: Final = (
    *(f"level{level}_{name}" for level in range(1, _N_LEVELS + 1) for name in _LEVEL_NAMES),
    *(f"level2_{name}" for name in TOPIC_NAMES),
    *(f"next{offset:+d}_{name}" for offset in _NEIGHBOURS for name in _NEIGHBOUR_NAMES),
    *(f"window{size}_{name}" for size in _WINDOWS for name in ("words", "link_share")),
    *(f"kin_{name}" for name in _KIN_NAMES),
    *(f"kin2_{name}" for name in _KIN_NAMES),
    "place",
    "words_before",
    "since_long",
    "until_long",
    "since_heading",
    "since_h1",
    "log_index",
    "page_log_words",
    "page_log_blocks",
    "page_link_share",
    "page_long_share",
    "page_p_share",
    "page_li_share",
    "page_td_share",
    "page_max_share",
    "page_forms",
    "page_articles",
    "page_h1",
    "page_longest",
    "page_tables",
    "page_images",
    "page_times",
    "page_buttons",
)


def distinct_ancestors(blocks: Blocks) -> Int32:
    """Return the six nearest ancestors of each block that hold different ranges of blocks.

    Wrappers that hold the same blocks as their child say nothing new. The first is the
    outermost element that holds the same blocks as the block's own element.
    """
    tree = blocks.tree
    n = len(tree)
    parent = np.maximum(tree.parent, 0)
    same = (tree.first_block == tree.first_block[parent]) & (tree.end_block == tree.end_block[parent])
    outermost = np.where(same, parent, np.arange(n, dtype=np.int32))
    for _ in range(32):  # doubles its reach each time: 2**32 levels
        further = outermost[outermost]
        if np.array_equal(further, outermost):
            break
        outermost = further
    levels = [outermost[blocks.element]]
    for _ in range(_N_LEVELS - 1):
        levels.append(outermost[parent[levels[-1]]])
    return np.stack(levels)


def surrounding_columns(
    blocks: Blocks, own: NDArray[np.float32], named: Names
) -> tuple[NDArray[np.float32], context.Company]:
    """Columns :data:`NAMES`: float32, shape (len(NAMES), n_blocks); and who is near whom.

    Parameters
    ----------
    blocks
        The page.
    own
        The columns of :func:`marrow.features.texts.text_columns`.
    named
        The names of the elements.
    """
    n = len(blocks)
    if n == 0:
        none = np.zeros((context.N_LEVELS, 0), np.int32)
        nobody = np.zeros(0, np.intp)
        return np.zeros((len(NAMES), 0), np.float32), context.Company(
            none, none, (nobody, nobody), blocks.n_words
        )
    words = blocks.n_words.astype(np.float64)
    long = blocks.n_words >= _LONG_WORDS
    tag = blocks.tree.tag[blocks.element]
    measures = np.stack(
        (words, blocks.n_link_words, words * long, words * (tag == TAG_CODE["p"]), np.ones(n))
    )
    sums = np.zeros((len(measures), n + 1))
    np.cumsum(measures, axis=1, out=sums[:, 1:])
    levels = distinct_ancestors(blocks)
    first, end = blocks.tree.first_block[levels], blocks.tree.end_block[levels]
    kin = _kin(blocks, named.signature)
    company = context.Company(first[: context.N_LEVELS], end[: context.N_LEVELS], kin, blocks.n_words)
    columns = np.concatenate(
        (
            _level_columns(blocks, sums, levels, first, end),
            (named.topics[levels[1]] >> _TOPIC_SHIFTS) & 1,
            _neighbour_columns(blocks, own),
            _window_columns(sums, n),
            _kin_columns(measures, kin),
            _place_columns(blocks, own, sums, long),
            _page_columns(blocks, sums, tag),
        ),
        axis=0,
        dtype=np.float32,
    )
    return columns, company


def _level_columns(
    blocks: Blocks, sums: NDArray[np.float64], rows: Int32, first: Int32, end: Int32
) -> NDArray[np.float64]:
    """Sizes of the distinct ancestors, nearest first."""
    words, links, long, paragraphs, count = sums[:, end] - sums[:, first]
    some = np.maximum(words, 1)
    index = np.arange(len(blocks))
    growth = np.zeros_like(words)
    growth[1:] = words[:-1] / some[1:]
    columns = np.stack(
        (
            np.log1p(words),
            links / some,
            long / some,
            words / max(sums[0, -1], 1),
            words / np.maximum(count, 1),
            paragraphs / some,
            (index - first) / np.maximum(end - first, 1),
            (blocks.tree.end[rows] - rows) / some,
            growth,
        )
    )
    return columns.transpose(1, 0, 2).reshape(-1, len(blocks))


def _neighbour_columns(blocks: Blocks, own: NDArray[np.float32]) -> NDArray[np.float32]:
    n = len(blocks)
    parent = blocks.tree.parent[blocks.element]
    source = np.stack((own[texts.LOG_WORDS], own[texts.LINK_SHARE], own[texts.KIND], parent))
    reach = max(_NEIGHBOURS)
    padded = np.full((len(source), n + 2 * reach), -1.0, np.float32)
    padded[:, reach : reach + n] = source
    columns = np.stack([padded[:, reach + offset : reach + offset + n] for offset in _NEIGHBOURS])
    columns[:, -1] = columns[:, -1] == parent
    return columns.reshape(-1, n)


def _window_columns(sums: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    index = np.arange(n)
    half = np.array(_WINDOWS)[:, None]
    low, high = np.maximum(index - half, 0), np.minimum(index + half + 1, n)
    inside = sums[:2, high] - sums[:2, low]
    columns = np.stack((np.log1p(inside[0] / (high - low)), inside[1] / np.maximum(inside[0], 1)))
    return columns.transpose(1, 0, 2).reshape(-1, n)


def _kin(blocks: Blocks, signature: NDArray[np.int64]) -> tuple[NDArray[np.intp], ...]:
    """Two groupings of the blocks by how they look: group number, one per block.

    The first by tag and class of the element of the first text node and its parent; the second
    by those of the block's element, its parent and grandparent, and of that first element.
    """
    parent = np.maximum(blocks.tree.parent, 0)
    own = np.unique(signature, return_inverse=True)[1]
    n_kinds = int(own.max()) + 1
    leaf = blocks.runs.element[blocks.first_run]
    box = blocks.element
    near = own[leaf] * n_kinds + own[parent[leaf]]
    # Four numbers in one; an overlap by overflow only joins two groups.
    far = ((own[leaf] * n_kinds + own[box]) * n_kinds + own[parent[box]]) * n_kinds + own[parent[parent[box]]]
    return tuple(np.unique(key, return_inverse=True)[1] for key in (near, far))


def _kin_columns(measures: NDArray[np.float64], kin: tuple[NDArray[np.intp], ...]) -> NDArray[np.float64]:
    """Means over the blocks of the page that look the same (tag and class of them and parents)."""
    columns = []
    n = measures.shape[1]
    index = np.arange(n, dtype=np.float64)
    for group in kin:
        count = np.bincount(group).astype(np.float64)
        words, links, long = (np.bincount(group, weights=measures[i]) for i in range(3))
        some = np.maximum(words, 1)
        first = np.full(len(count), np.inf)
        np.minimum.at(first, group, index)
        last = np.zeros(len(count))
        np.maximum.at(last, group, index)
        columns.append(
            np.stack(
                (
                    np.log1p(count),
                    np.log1p(words / count),
                    links / some,
                    long / some,
                    (last - first) / n,
                )
            )[:, group]
        )
    return np.concatenate(columns)


def _place_columns(
    blocks: Blocks, own: NDArray[np.float32], sums: NDArray[np.float64], long: NDArray[np.bool_]
) -> NDArray[np.float64]:
    n = len(blocks)
    index = np.arange(n)

    def since(flag: NDArray[np.bool_]) -> NDArray[np.float64]:
        last = np.maximum.accumulate(np.where(flag, index, -1000))
        return np.log1p(index - last)

    before = since(long)
    after = since(long[::-1])[::-1]
    return np.stack(
        (
            (index + 0.5) / n,
            (sums[0, :-1] + sums[0, 1:]) / (2 * max(sums[0, -1], 1)),
            before,
            after,
            since(own[texts.HEADING_LEVEL] > 0),
            since(own[texts.IS_H1] > 0),
            np.log1p(index),
        )
    )


def _page_columns(blocks: Blocks, sums: NDArray[np.float64], tag: Int32) -> NDArray[np.float64]:
    n = len(blocks)
    words, links, long, paragraphs, _ = sums[:, -1]
    some = max(words, 1)
    per_block = np.diff(sums[0])
    n_of = np.bincount(blocks.tree.tag, minlength=len(TAG_CODE) + 1)
    by_tag = np.bincount(tag, weights=per_block, minlength=len(TAG_CODE) + 1)
    values = (
        np.log1p(words),
        np.log1p(n),
        links / some,
        long / some,
        paragraphs / some,
        by_tag[TAG_CODE["li"]] / some,
        (by_tag[TAG_CODE["td"]] + by_tag[TAG_CODE["th"]]) / some,
        per_block.max() / some,
        np.log1p(n_of[TAG_CODE["form"]]),
        np.log1p(n_of[TAG_CODE["article"]]),
        np.log1p(n_of[TAG_CODE["h1"]]),
        np.log1p(per_block.max()),
        np.log1p(n_of[TAG_CODE["table"]]),
        np.log1p(n_of[TAG_CODE["img"]]),
        np.log1p(n_of[TAG_CODE["time"]]),
        np.log1p(n_of[TAG_CODE["button"]]),
    )
    return np.repeat(np.array(values)[:, None], n, axis=1)
