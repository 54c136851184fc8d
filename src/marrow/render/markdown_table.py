"""Tables in GitHub Flavoured Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from marrow.render.document import Element, Node, Paragraph, Rule
from marrow.render.markdown_inline import markdown_line
from marrow.render.tables import grid_of, n_header_rows

_BREAK = "<br>"


def markdown_table(table: Element) -> list[str]:
    """Lines of a table; line breaks and blocks within cells become ``<br>``.

    A table whose first row is no header gets an empty one, for the syntax asks for it.
    """
    grid = grid_of(table)
    if not grid or not grid[0]:
        return []
    n_headers = n_header_rows(table)
    lines = [_row([_cell(cell, is_header=y < n_headers) for cell in row]) for y, row in enumerate(grid)]
    header = lines[:n_headers] or [_row([""] * len(grid[0]))]
    return [*header, _row(["---"] * len(grid[0])), *lines[n_headers:]]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(cell: Element | None, *, is_header: bool) -> str:
    if cell is None:
        return ""
    without = "strong" if is_header else ""
    return _BREAK.join(_lines(cell.children, without)).replace("|", "\\|")


def _lines(children: Sequence[Node], without: str, prefix: str = "") -> list[str]:
    lines = []
    for child in children:
        if isinstance(child, Paragraph):
            text = markdown_line(child.spans, line_break=_BREAK, without=without)
            if child.is_code:
                text = text.replace("\n", _BREAK)
            lines.append(prefix + text)
            prefix = ""
        elif not isinstance(child, Rule):
            lines += _lines(child.children, without, "- " if child.tag == "li" else prefix)
    return [line for line in lines if line]
