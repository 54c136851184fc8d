"""Tables as grids: which cells stand where, and which rows are headers."""

from __future__ import annotations

from typing import Final

from marrow.render.document import Element, Paragraph

_MAX_SPAN: Final = 50
_MAX_GROWTH: Final = 4
"""A grid may have this many times as many places as there are cells; else spans are ignored."""
_MIN_PLACES: Final = 2000


def rows_of(table: Element) -> list[Element]:
    """Rows, in order."""
    return table.of_tag("tr")


def n_header_rows(table: Element) -> int:
    """1 when the first row is a header: only ``th`` cells, but for empty ones; else 0."""
    rows = rows_of(table)
    if not rows:
        return 0
    cells = rows[0].of_tag("td", "th")
    filled = [cell for cell in cells if cell.children]
    is_row_header = len(filled) == 1 and len(rows) > 1 and max(len(row.children) for row in rows) > 1
    if not filled or any(cell.tag != "th" for cell in filled):
        return 0
    return 0 if is_row_header and len(cells) > 1 and cells[-1].tag == "td" else 1


def grid_of(table: Element) -> list[list[Element | None]]:
    """Cells by row and column, all rows of the same length.

    A cell that spans several places stands in the first; the others are ``None``. When one row is so
    long that others would be mostly filling, only the first row is made as long.
    """
    rows = [row.of_tag("td", "th") for row in rows_of(table)]
    n_cells = sum(map(len, rows))
    max_places = _MAX_GROWTH * n_cells + _MIN_PLACES
    grid = _spread(rows, max_places) or [list[Element | None](row) for row in rows]
    width = max(map(len, grid), default=0)
    if width * len(grid) > max_places:
        return [grid[0] + [None] * (width - len(grid[0])), *grid[1:]]
    grid = [row + [None] * (width - len(row)) for row in grid]
    used = [x for x in range(width) if any(_has_text(row[x]) for row in grid)]
    return [[row[x] for x in used] for row in grid]


def _spread(rows: list[list[Element]], max_places: int) -> list[list[Element | None]] | None:
    grid: list[list[Element | None]] = []
    below: dict[int, int] = {}  # column -> rows that a cell above still fills
    n_places = 0
    for cells in rows:
        line: list[Element | None] = []
        for cell in cells:
            _skip_filled(line, below)
            n_columns, n_rows = _span(cell, "colspan"), _span(cell, "rowspan")
            for x in range(len(line), len(line) + n_columns):
                below[x] = n_rows
            line += [cell, *[None] * (n_columns - 1)]
        _skip_filled(line, below)
        below = {x: n - 1 for x, n in below.items() if n > 1}
        grid.append(line)
        n_places += len(line)
        if n_places > max_places:
            return None
    return grid


def _skip_filled(line: list[Element | None], below: dict[int, int]) -> None:
    while below.get(len(line), 0) > 0:
        line.append(None)


def _span(cell: Element, name: str) -> int:
    return min(max(int(cell.attributes.get(name) or 1), 1), _MAX_SPAN)


def _has_text(cell: Element | None) -> bool:
    return cell is not None and bool(cell.children)


def is_simple(cell: Element) -> bool:
    """Whether a cell is at most one line of text."""
    return len(cell.children) <= 1 and all(isinstance(child, Paragraph) for child in cell.children)
