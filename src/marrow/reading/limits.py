"""What the parser must not be given.

HTML parsing as the standard has it is linear on the pages that people write, and on few others.
An element looks through all open elements for a paragraph to close; formatting elements that
are never closed are opened again in every further block; each attribute is compared with all
attributes before it, and each new name with many other names. So a page of some hundred
kilobytes can be built that takes a parser minutes, or gigabytes. Browsers cut such pages at 512
levels; the parser used here does not.

Before a page is parsed, its "<" and the places where attributes can begin are counted. Where even the
worst arrangement of so many would cost little, as in nearly all pages, that is all. Otherwise what
may be tags is looked at: wherever a start tag could begin, in scripts and comments as well, so that
nothing can hide there. If that does not show the page to be harmless either, the tags are gone
through once, with an upper estimate of the parser's work, and a page over the budget is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.errors import TooLargeError

BUDGET_NS: Final = 1_500_000_000
"""Refuse a page when the superlinear part of parsing it is estimated to take longer."""

# Below these numbers, the worst arrangement stays within about a second and a few hundred
# megabytes.
_FEW_BYTES: Final = 8_000
_MANY_TAGS: Final = 20_000
_MANY_REOPENED: Final = 500_000
_MANY_ATTRIBUTES: Final = 30_000  # of one tag
_MANY_NAMES: Final = 60_000  # of attributes of all tags

# Measured on pages of the worst kinds, rounded up.
_NS_PER_OPEN_ELEMENT: Final = 5
_NS_PER_REOPENED_ELEMENT: Final = 2_000  # mostly its memory
_NS_PER_MISNESTED_LEVEL: Final = 300
_NS_PER_PAIR_OF_ATTRIBUTES: Final = 2  # of one element
_NS_PER_PAIR_OF_NAMES: Final = 4  # names of elements and attributes in one page

_FORMATTING: Final = frozenset("a b big code em font i nobr s small strike strong tt u".split())
# Formatting elements with attributes (and some others). No flag for upper case, which would take the
# quick search for "<" away, no long alternation.
_SUSPECT = re.compile(rb"<[bBiIuUsSeEtTcCfFnN](?:[mMtT]|[iI][gG]|[oO][a-zA-Z]{2}|[mMtT][a-zA-Z]{3,4})?[\s/]")
_QUOTED_OR_NOT = r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])[^\s>]*+))*+"""
_START = re.compile(rb"<[a-zA-Z](?=(" + _QUOTED_OR_NOT.encode() + rb"))")
# Comments and what is no markup (unless it is part of an image or formula); else a tag, quotes
# holding after "=" only. All repetitions are possessive.
_TOKEN = re.compile(
    rf"""<(?:!--(?:-?>|(?:[^-]++|-(?!-!?>))*+)
    | (?P<end>/?)
      (?P<name>(?P<raw>(?<!/)(?:script|style|title|textarea|iframe|noembed|noframes|xmp)(?=[\s/>]))
      | [a-z][^\s/>]*+)
      (?P<rest>{_QUOTED_OR_NOT})
      (?(raw)(?:[^<]++|<(?!/(?P=raw)))*+))
    """,
    re.DOTALL | re.VERBOSE | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""([^\s/=]++)(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+""")

_VOID: Final = frozenset(
    "area base br col embed hr img input link meta param source track wbr html head body".split()
)
# A new one closes the last one, unless an element that counts stands between.
_CLOSED_BY_NEXT: Final = frozenset(
    "p li dt dd option optgroup tr td th thead tbody tfoot colgroup rb rp rt rtc".split()
)
# No element looks for others beyond these.
_BARRIERS: Final = frozenset("table caption td th applet marquee object template".split())
# Inline elements: their end tags close nothing around a block.
_NOT_SPECIAL: Final = _FORMATTING | frozenset(
    "abbr acronym bdi bdo cite del dfn ins kbd label q ruby samp span sub sup time var".split()
)
_FOREIGN: Final = frozenset({"svg", "math"})
_MAX_ALIKE: Final = 3
_REACH: Final = 64
"""How far an end tag is followed upwards. What it then does not close is taken to stay open."""


def refuse_costly(source: bytes, name: str) -> None:
    """Refuse a source that would take the parser far more than linear time or memory.

    Parameters
    ----------
    source
        HTML as UTF-8.
    name
        What the error calls the page.

    Raises
    ------
    TooLargeError
        The estimate is over :data:`BUDGET_NS`.
    """
    if len(source) <= _FEW_BYTES:
        return
    codes = np.frombuffer(source, np.uint8)
    n_tags = int(np.count_nonzero(codes == ord("<")))
    if n_tags > _MANY_TAGS or _may_be_reopened(source, n_tags) or _may_have_attributes(source, codes):
        _Estimate(name).over(source.decode("utf-8", "replace"))


def _may_be_reopened(source: bytes, n_tags: int) -> bool:
    """Whether formatting elements may be opened again too often."""
    if n_tags * n_tags <= 4 * _MANY_REOPENED:  # half of the tags may be formatting, half blocks
        return False
    return len(_SUSPECT.findall(source)) * n_tags > _MANY_REOPENED


def _may_have_attributes(source: bytes, codes: NDArray[np.uint8]) -> bool:
    """Whether one tag, or all tags together, may have many attributes of different names."""
    if len(source) <= 2 * _MANY_ATTRIBUTES:
        return False
    is_begin = _begins_of_attributes(codes)
    n_begins = int(np.count_nonzero(is_begin))
    if n_begins <= _MANY_ATTRIBUTES:
        return False
    # A tag that has so many of them itself has its "<" before the others are used up.
    few = n_begins <= _MANY_NAMES
    last = int(np.flatnonzero(is_begin)[n_begins - _MANY_ATTRIBUTES]) if few else len(source)
    n_chars, tags = 0, []
    for match in _START.finditer(source):
        if match.start() > last:
            return False
        tag = match[1]
        n_chars += len(tag)
        if n_chars > 4 * len(source):  # tags within tags
            return True
        if len(tag) > 2 * _MANY_ATTRIBUTES and _n_attributes(tag) > _MANY_ATTRIBUTES:
            return True
        tags.append(tag)
    return _n_attributes(b" ".join(tags)) > _MANY_NAMES


def _n_attributes(tag: bytes) -> int:
    return int(np.count_nonzero(_begins_of_attributes(np.frombuffer(tag, np.uint8))))


def _begins_of_attributes(codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where attributes can begin at most: behind a blank, slash or quotation mark."""
    blank = codes == ord(" ")
    blank |= (codes - np.uint8(9)) < 5  # noqa: PLR2004  (tabulator to carriage return)
    blank |= codes == ord("/")
    before = blank | (codes == ord('"'))
    before |= codes == ord("'")
    begins: NDArray[np.bool_] = before[:-1] & ~blank[1:]
    return begins


class _Formatting:
    """The formatting elements that are opened again in every further block until they are closed.

    Of those that are alike, the standard keeps three; of links, one.
    """

    def __init__(self) -> None:
        self.n = 0
        self._attributes: dict[str, list[str]] = {}
        self._n_alike: Counter[tuple[str, str]] = Counter()

    def add(self, name: str, attributes: str) -> None:
        if name in ("a", "nobr"):
            self.remove(name)
        if self._n_alike[name, attributes] < _MAX_ALIKE:
            self._n_alike[name, attributes] += 1
            self._attributes.setdefault(name, []).append(attributes)
            self.n += 1

    def remove(self, name: str) -> None:
        if self._attributes.get(name):
            self._n_alike[name, self._attributes[name].pop()] -= 1
            self.n -= 1


class _Estimate:
    """An upper estimate of the parser's superlinear work, in nanoseconds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cost = 0
        self.open: list[str] = []
        self.barriers = [0]  # numbers of elements that were open at each open barrier
        self.formatting = [_Formatting()]  # one for each open barrier
        self.names: set[str] = set()
        self.n_root_attributes = 0
        self.n_foreign = 0  # svg and math elements that are open

    def over(self, html: str) -> None:
        position = 0
        while match := _TOKEN.search(html, position):
            position = match.end()
            if match["name"]:
                if self.n_foreign:  # what is no markup elsewhere is markup here
                    position = match.end("rest")
                self._tag(match["name"].lower(), match["rest"], is_end=bool(match["end"]))
                if self.cost > BUDGET_NS:
                    raise TooLargeError(
                        f"{self.name}: the tags up to character {position:,} are nested, unclosed or "
                        "attributed so that parsing takes too long: repair them, or leave the page out"
                    )

    def _tag(self, name: str, rest: str, *, is_end: bool) -> None:
        if is_end:
            self._end(name)
        else:
            self._start(name, rest)

    def _start(self, name: str, rest: str) -> None:
        self._count_names(name, rest)
        if name in _VOID:
            return
        if name in _FORMATTING:
            self.cost += _NS_PER_OPEN_ELEMENT * self.formatting[-1].n
            self.formatting[-1].add(name, rest)
        elif name not in _NOT_SPECIAL:
            self.cost += _NS_PER_OPEN_ELEMENT * (len(self.open) - self.barriers[-1])
            self.cost += _NS_PER_REOPENED_ELEMENT * self.formatting[-1].n
        if name in _CLOSED_BY_NEXT and name not in _BARRIERS:
            return
        if name in ("a", "button", "nobr") and name in self.open[-_REACH:]:
            self._end(name)
        self.open.append(name)
        self.n_foreign += name in _FOREIGN
        if name in _BARRIERS:
            self.barriers.append(len(self.open))
            self.formatting.append(_Formatting())

    def _end(self, name: str) -> None:
        if name in _FORMATTING:
            self.formatting[-1].remove(name)
        elif name not in _NOT_SPECIAL:
            self.cost += _NS_PER_REOPENED_ELEMENT * self.formatting[-1].n
        if name in _VOID or (name in _CLOSED_BY_NEXT and name not in _BARRIERS):
            self.cost += _NS_PER_OPEN_ELEMENT * (len(self.open) - self.barriers[-1])
            return
        if self.open and self.open[-1] == name:
            self._pop()
            return
        depth = len(self.open) - self.barriers[-1]
        self.cost += depth * (
            _NS_PER_MISNESTED_LEVEL if name in _FORMATTING and self.formatting[-1].n else _NS_PER_OPEN_ELEMENT
        )
        self._close(name)

    def _close(self, name: str) -> None:
        """Close an element that is not the last that was opened."""
        for up, other in enumerate(reversed(self.open[-_REACH:]), 1):
            if other == name:
                if name in _FORMATTING or name == "form":
                    del self.open[-up]  # alone
                else:
                    for _ in range(up):
                        self._pop()
                return
            if other in _BARRIERS and name not in _BARRIERS:
                return
            if name in _NOT_SPECIAL and name not in _FORMATTING and other not in _NOT_SPECIAL:
                return

    def _pop(self) -> None:
        name = self.open.pop()
        self.n_foreign -= name in _FOREIGN
        if name in _BARRIERS:
            self.barriers.pop()
            self.formatting.pop()

    def _count_names(self, name: str, rest: str) -> None:
        attributes = set(_ATTRIBUTE.findall(rest)) if rest else ()
        n, n_names = len(attributes), len(self.names)
        self.names.add(name)
        self.names.update(attributes)
        self.cost += _NS_PER_PAIR_OF_NAMES * (len(self.names) - n_names) * n_names
        if name in ("html", "body"):
            # Those of a second html or body element are added to the first one.
            self.n_root_attributes += n
            n = self.n_root_attributes
        self.cost += _NS_PER_PAIR_OF_ATTRIBUTES * len(attributes) * n
