"""Which of the kept blocks an output shows: the switches ``tables`` and ``comments``.

Data tables and layout tables, the rule: a ``table`` holds data when it does not say that it is
there for presentation, holds no second table and no preformatted text, and either has header
cells or a caption, or has two rows of two cells and no cell with headings, forms or sections and
none with most of a longer text.

Comments, the rule: an element whose class, id, role, itemprop or itemtype names comments is a
comment section. If hardly anything is kept outside such sections, they are what the page is
about (a forum, a discussion), and nothing is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.render.options import RenderOptions
from marrow.tree import Tree

Kept = NDArray[np.bool_]

_MIN_WORDS_BESIDE_COMMENTS: Final = 40
"""With fewer kept words outside comment sections, the comments are the page's content."""
_COMMENTS = re.compile(
    r"(?:^|\s|/)(?:"
    r"(?:post|article|entry|user|blog|page|wp|fb|reader|all|section)?[-_]*comments?"
    r"(?:[-_]?(?:s|list|listing|area|section|wrap|wrapper|container|thread|threads|block|body|content|text"
    r"|item|box|form|respond|stream|feed|widget|tree|template|holder|inner|outer|main|module|app|root))*"
    r"|comment[-_]?\d+|li-comment-\d+|disqus\w*|dsq-\w+|livefyre\w*|hypercomments\w*|respond|remark42"
    r")(?=\s|$)",
    re.IGNORECASE,
)
_COMMENT_ATTRIBUTES: Final = ("class", "id", "itemprop", "itemtype", "role")
_WHOLE_PAGE: Final = frozenset({"html", "body", "main"})

_NOT_IN_DATA: Final = frozenset({"table", "pre", "listing", "xmp", "textarea"})
_GRID_PARTS: Final = frozenset(
    "h1 h2 h3 h4 h5 h6 form article section nav main header footer blockquote".split()
)
_PRESENTATION: Final = frozenset({"presentation", "none"})
_MAX_CELL_SHARE: Final = 0.6
_MIN_GRID_CHARS: Final = 400


def selected(blocks: Blocks, kept: Kept, options: RenderOptions) -> Kept:
    """Blocks that the output shows: bool, one per block."""
    if not options.tables:
        kept = kept & ~inside(blocks, data_tables(blocks))
    if not options.comments:
        kept = _without_comments(blocks, kept)
    return kept


def inside(blocks: Blocks, rows: list[int]) -> Kept:
    """Blocks inside any of the elements ``rows``: bool, one per block."""
    found = np.zeros(len(blocks), np.bool_)
    first, end = blocks.tree.first_block, blocks.tree.end_block
    for row in rows:
        found[first[row] : end[row]] = True
    return found


def _without_comments(blocks: Blocks, kept: Kept) -> Kept:
    rest = kept & ~inside(blocks, comment_sections(blocks.tree))
    if int(blocks.n_words[rest].sum()) < _MIN_WORDS_BESIDE_COMMENTS:
        return kept
    return rest


def comment_sections(tree: Tree) -> list[int]:
    """Rows of the outermost elements that hold comments."""
    rows: list[int] = []
    row, n_rows = 0, len(tree)
    while row < n_rows:
        attributes = tree.attributes[row]
        if attributes and tree.tags[row] not in _WHOLE_PAGE and _names_comments(attributes):
            rows.append(row)
            row = int(tree.end[row])
        else:
            row += 1
    return rows


def _names_comments(attributes: Mapping[str, str | None]) -> bool:
    return any(_COMMENTS.search(attributes.get(name) or "") for name in _COMMENT_ATTRIBUTES)


def data_tables(blocks: Blocks) -> list[int]:
    """Rows of the ``table`` elements that hold data."""
    tags = blocks.tree.tags
    if "table" not in tags:
        return []
    return [row for row, tag in enumerate(tags) if tag == "table" and _holds_data(blocks, row)]


def _holds_data(blocks: Blocks, row: int) -> bool:
    tree = blocks.tree
    if (tree.attributes[row].get("role") or "").lower() in _PRESENTATION:
        return False
    # An outer table ends here soon, so that nested tables cost no more than their own size.
    names = _names_until_nested(tree.tags, row + 1, int(tree.end[row]))
    if not names.isdisjoint(_NOT_IN_DATA):
        return False
    if not names.isdisjoint({"th", "caption"}):
        return True
    return names.isdisjoint(_GRID_PARTS) and _looks_like_grid_of_values(blocks, row)


def _names_until_nested(tags: Sequence[str], first: int, end: int) -> set[str]:
    names: set[str] = set()
    for row in range(first, end):
        names.add(tags[row])
        if tags[row] in _NOT_IN_DATA:
            break
    return names


def _looks_like_grid_of_values(blocks: Blocks, table: int) -> bool:
    tree = blocks.tree
    n_cells: dict[int, int] = {}
    largest = 0
    for row in range(table + 1, int(tree.end[table])):
        if tree.tags[row] == "td":
            parent = int(tree.parent[row])
            n_cells[parent] = n_cells.get(parent, 0) + 1
            cell = slice(int(tree.first_block[row]), int(tree.end_block[row]))
            largest = max(largest, int(blocks.n_chars[cell].sum()))
    if sum(count > 1 for count in n_cells.values()) < 2:  # noqa: PLR2004
        return False
    n_chars = int(blocks.n_chars[tree.first_block[table] : tree.end_block[table]].sum())
    return n_chars < _MIN_GRID_CHARS or largest < _MAX_CELL_SHARE * n_chars
