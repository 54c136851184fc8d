"""Elements of the shown page whose names say that they hold an author or a date.

Class, id, ``rel`` and ``itemprop`` are read from the table of elements, in page order; text is cut
out of the table of runs. So nothing that is hidden can speak, and no element is walked twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from marrow.blocks import Blocks
from marrow.reading.metadata.datetimes import parse_date
from marrow.reading.metadata.values import clean

_AUTHOR_NAME = re.compile(
    r"author|byline|by-line|(?<![a-z])by(?![a-z])|writer|user-?_?name|(?<![a-z])poster(?![a-z])|post-?ed-?by|contributor|creator|reporter"
    r"|journalist|(?<![a-z])autor|auteur|verfasser|redakteur|scrittore|(?<![\w-])fn(?![\w-])|zuozhe|bigboss|topic-starter",
    re.IGNORECASE,
)
_NOT_AUTHOR = re.compile(
    r"bio(?![a-z])|avatar|image|img|photo|pic|desc|date|time|follow|social|title|count|info-wrap|box|breadcrumb|comment",
    re.IGNORECASE,
)
_DATE_NAME = re.compile(
    r"(?<![a-z])(?:date|time|published|posted|written|pub|datum|fecha|data|meta|created|updated|modified|entry-?info|post-?info|article-?info|shijian)(?![a-z])"
    r"|datetime|timestamp|(?:post|pub|publish|entry|article|create|update|modified|display|news|story)(?:ed)?[-_]?(?:date|time|on|at|meta)|dateline|byline|postmeta",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"comment|respond|repl(?:y|ies)|related|recommend|sidebar|widget|popular|trending|teaser|carousel"
    r"|footer|newsletter|promo|latest|recent|more-|read-?next|similar|copyright|archive|menu|navigation",
    re.IGNORECASE,
)
_DATE_ATTRIBUTES: Final = (
    "datetime", "content", "title", "data-datetime", "data-date", "data-time", "data-timestamp",
    "data-published",
)  # fmt: skip
_DATE_TAGS: Final = frozenset({"time", "relative-time", "time-ago"})
_ASIDE_TAGS: Final = frozenset({"footer", "aside", "nav"})
_MAX_MARKS: Final = 400
_MAX_RUNS: Final = 60
_MAX_NAME_CHARS: Final = 300
_MAX_PATH: Final = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """An element that is named for what it holds.

    Attributes
    ----------
    row
        Of the element, in the tree.
    names
        Its class, id, ``rel`` and ``itemprop``.
    text
        What it shows; empty when that is too long for a name or a date.
    stated
        A value meant for machines: ``data-author``, or a date in ``datetime`` or the like.
    of_author, of_date
        What its names speak of.
    is_aside
        Inside comments, related links, a footer or the like.
    """

    row: int
    names: str
    text: str
    stated: str
    of_author: bool
    of_date: bool
    is_aside: bool


def read_marks(blocks: Blocks) -> list[Mark]:
    """Read the marks in page order: at most 400 of authors and 400 of dates."""
    tree = blocks.tree
    marks: list[Mark] = []
    left = {"author": _MAX_MARKS, "date": _MAX_MARKS}
    # Elements share their class names: each distinct value is searched once.
    known: dict[str, tuple[bool, bool]] = {}
    for row, attributes in enumerate(tree.attributes):
        if not attributes:
            continue
        names = _names_of(attributes)
        if names not in known:
            known[names] = _spoken_of(names)
        of_author, of_date = known[names]
        of_date = of_date or tree.tags[row] in _DATE_TAGS
        stated_author = attributes.get("data-author") or ""
        of_author = of_author or bool(stated_author)
        of_author, of_date = of_author and left["author"] > 0, of_date and left["date"] > 0
        if not (of_author or of_date):
            continue
        left["author"] -= of_author
        left["date"] -= of_date
        stated = stated_author or (_stated_date(attributes) if of_date else "")
        marks.append(
            Mark(
                row,
                names,
                text_of_row(blocks, row),
                clean(stated) or "",
                of_author,
                of_date,
                _is_aside(blocks, row),
            )
        )
    return marks


def _spoken_of(names: str) -> tuple[bool, bool]:
    """Whether names speak of an author, and whether of a date."""
    of_author = bool(_AUTHOR_NAME.search(names)) and not _NOT_AUTHOR.search(names)
    return of_author, bool(_DATE_NAME.search(names))


def _stated_date(attributes: Mapping[str, str | None]) -> str:
    """Date in an attribute; ``title`` is where the microformat hAtom puts it."""
    for key in _DATE_ATTRIBUTES:
        value = attributes.get(key)
        if value and parse_date(value):
            return value
    return ""


def _names_of(attributes: Mapping[str, str | None]) -> str:
    names = [attributes.get(key) for key in ("class", "id", "rel", "itemprop")]
    return " ".join(name for name in names if name)[:_MAX_NAME_CHARS]


def text_of_row(blocks: Blocks, row: int, max_chars: int = 200) -> str:
    """Text that the element ``row`` shows; empty when it is longer than ``max_chars``.

    A run is found in the text of its block by its length: runs stand there one after the other,
    with or without a blank between them.
    """
    tree, runs = blocks.tree, blocks.runs
    first_row, end_row, block = row, int(tree.end[row]), int(tree.first_block[row])
    if block >= len(blocks):
        return ""
    pieces: list[str] = []
    n_chars = n_runs = position = 0
    run = int(blocks.first_run[block])
    current, text = block, blocks.text[block]
    while run < len(runs) and n_runs < _MAX_RUNS:
        if int(runs.block[run]) != current:
            current, position = int(runs.block[run]), 0
            text = blocks.text[current]
            pieces.append(" ")
        start = position
        while position < len(text) and text[position].isspace():
            position += 1
        end = position + int(runs.n_chars[run])
        if first_row <= int(runs.element[run]) < end_row:
            pieces.append(text[start:end])
            n_chars += end - position
            if n_chars > max_chars:
                return ""
        elif int(runs.element[run]) >= end_row:
            break
        n_runs += 1
        position, run = end, run + 1
    return clean("".join(pieces)) or ""


def _is_aside(blocks: Blocks, row: int) -> bool:
    tree = blocks.tree
    for _ in range(_MAX_PATH):
        if row < 0 or tree.tags[row] in {"body", "html", "article", "main"}:
            return False
        if tree.tags[row] in _ASIDE_TAGS or _ASIDE.search(_names_of(tree.attributes[row])):
            return True
        row = int(tree.parent[row])
    return False
