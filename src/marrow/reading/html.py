"""From a page to its elements, runs and blocks.

One walk over the tree that lexbor builds (the tree that browsers build), in plain Python and
without recursion, so that pages nested thousands deep are read like any other.

What is left out, and why:

* what a browser does not show: ``script``, ``style``, ``template``, ``hidden``, inline
  ``display:none`` and ``visibility:hidden``, closed dialogs and popovers, replaced elements;
* ``noscript``: a browser with scripts does not show it, and it mostly repeats lazily loaded
  images or asks for scripts. But there are pages whose text is in there only, or that hide their
  body until a script shows it. So when the first walk finds next to no text, a second one takes
  in ``noscript`` and what is hidden (the page as it stands without scripts);
* the options of a ``select``: one of them is shown, as the value of a control. Likewise the
  value of an ``input``, and the text in a ``meter`` or ``progress``, for which a bar is drawn;
* the documents in ``iframe`` elements, also those that ``srcdoc`` carries: they are pages of
  their own (mostly advertisements and embedded media), with their own scripts and style.

What is kept although a browser may not show it:

* the content of ``details`` and of ``hidden="until-found"``, which one click or search shows;
* what is hidden by a style sheet: none is read here. So text for screen readers alone (classes
  such as ``sr-only`` and ``visually-hidden``) is text like any other: it is written for people
  to whom the page is read aloud, its class names follow no standard, and a method that scores
  blocks can tell it by them;
* ``opacity:0``: scripts fade such parts in when the reader comes to them;
* ``rp``: the brackets around ruby text are meant for those who show it in the line, as we do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Self, TypeVar

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from marrow.blocks import Blocks, Runs
from marrow.page import Page
from marrow.reading import tags as t
from marrow.reading.builder import TextBuilder, columns, int32, read_only
from marrow.reading.formulas import tex_of_image, tex_of_math, tex_of_script
from marrow.reading.parsing import parse
from marrow.reading.trees import frameset_fallback
from marrow.tree import Tree

# What the walk does at an element.
_INLINE, _LINK, _BUTTON, _FORMULA, _BREAK, _INVISIBLE, _BLOCK, _PRE, _RULE, _LINE = range(10)
# Inside preformatted text these are lines, not blocks (code with one element per line).
_LINES_IN_PRE: Final = frozenset({"div", "ol", "li"})
_MIN_VISIBLE_CHARS: Final = 120
"""With less text than this, the page is read again with ``noscript`` and hidden parts."""

_HIDING_STYLE = re.compile(
    r"(?<![\w-])(?P<name>display|visibility|content-visibility)\s*+:\s*+(?P<value>[a-z-]++)", re.IGNORECASE
)
_HIDING_VALUES: Final = {
    "display": ("none",),
    "visibility": ("hidden", "collapse"),
    "content-visibility": ("hidden",),
}
# Drawn a second time beside the math or script element that carries the TeX: by KaTeX, MathJax 2.
_DRAWN_FORMULAS: Final = frozenset(
    """katex-html MathJax MathJax_Display MathJax_Preview MathJax_SVG MathJax_SVG_Display
    MathJax_CHTML""".split()
) | {"mjx-chtml", "mjx-chtml MathJax_CHTML", "MJXc-display"}
AnyWalk = TypeVar("AnyWalk", bound="Walk")
_NO_ATTRIBUTES: Final[Mapping[str, str | None]] = {}


def _actions() -> dict[str, int]:
    table = dict.fromkeys(t.BLOCK, _BLOCK)
    table |= dict.fromkeys(t.PREFORMATTED, _PRE)
    table |= dict.fromkeys(t.LINK_LIKE, _LINK) | {"button": _BUTTON}
    table |= dict.fromkeys(t.INVISIBLE, _INVISIBLE)
    return table | {"br": _BREAK, "hr": _RULE, "math": _FORMULA, "img": _FORMULA}


_ACTION: Final = _actions()
_ACTION_WITHOUT_SCRIPTS: Final = _ACTION | {"noscript": _BLOCK}


def read(page: Page) -> Blocks:
    """Read a page into its tables.

    Any text is accepted, as HTML parsers accept any text; a page that shows no text gives zero
    blocks. Time and memory are linear in the length of the page.

    Raises
    ------
    TooLargeError
        The page is built to make parsers slow; see :mod:`marrow.reading.limits`.
    """
    return walk_page(parse(page), page, Walk).tables(page)


def _is_hidden(tag: str, attributes: Mapping[str, str | None]) -> bool:
    if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
        return True
    style = attributes.get("style")
    if style and _style_hides(style):
        return True
    return "popover" in attributes or (tag == "dialog" and "open" not in attributes)


def _style_hides(style: str) -> bool:
    """Whether an inline style hides its element; of each property, the last value counts."""
    last = {match["name"].lower(): match["value"].lower() for match in _HIDING_STYLE.finditer(style)}
    return any(value in _HIDING_VALUES[name] for name, value in last.items())


class Walk:
    """One pre-order walk that fills the columns of the tree and feeds the text builder."""

    def __init__(self, action: Mapping[str, int], *, skip_hidden: bool) -> None:
        self.action = action
        self.skip_hidden = skip_hidden
        self.builder = TextBuilder()
        self.tags: list[str] = []
        # Rows of tag code, parent, end, first_block, one after the other (see TextBuilder.runs).
        self.rows: list[int] = []
        self.attributes: list[Mapping[str, str | None]] = []

    def over(self, root: LexborNode | None) -> Self:  # noqa: C901, PLR0912, PLR0915
        """Walk the subtree of ``root``.

        One long function on purpose: this loop is most of the time of reading, and a call per
        element would add a half to it. The stack holds one entry for each open element: its
        node, its parent's row and what it is; the state of the builder around block-level
        elements and around links stands on stacks of their own.
        """
        builder, skip_hidden = self.builder, self.skip_hidden
        action_of, add, pieces, text = self.action.get, builder.add, builder.pieces, builder.text
        tags, rows, code_of, add_tag = self.tags, self.rows, t.TAG_CODE.get, self.tags.append
        add_attributes = self.attributes.append
        stack: list[tuple[LexborNode, int, int]] = []
        around: list[tuple[int, bool]] = []
        around_links: list[bool] = []
        row = -1
        node = root
        while node is not None:
            tag = node.tag
            if tag == "-text":
                if node.is_empty_text_node and not builder.in_pre:
                    builder.space = True
                else:
                    add(node.text_content or "", row)
            elif tag is not None and tag[0] != "-":
                what = action_of(tag, _INLINE)
                if what == _BREAK:
                    builder.line_break()
                elif what == _INVISIBLE:
                    tex = tex_of_script(node) if tag == "script" else ""
                    if tex:
                        builder.add_formula(tex, row, display="display" in (node.attributes["type"] or ""))
                    elif tag == "select":
                        builder.space = True
                else:
                    names = node.attributes or _NO_ATTRIBUTES
                    may_hide = "style" in names or "hidden" in names or "popover" in names or tag == "dialog"
                    if not (may_hide and skip_hidden and _is_hidden(tag, names)):
                        if what >= _BLOCK:
                            if (
                                builder.in_pre
                                and what == _BLOCK
                                and tag in _LINES_IN_PRE
                                and tags[builder.container] in t.PREFORMATTED
                            ):
                                what = _LINE
                                builder.new_line()
                            elif pieces:
                                builder.boundary()
                        index = len(tags)
                        add_tag(tag)
                        rows += (code_of(tag, 0), row, index + 1, len(text))
                        add_attributes(names)
                        if what == _FORMULA:
                            add(tex_of_math(node) if tag == "math" else tex_of_image(names), index)
                        elif names.get("class") not in _DRAWN_FORMULAS:
                            child = node.first_child
                            if child is not None:
                                stack.append((node, row, what))
                                row = index
                                if what >= _BLOCK:
                                    around.append((builder.container, builder.in_pre))
                                    if what != _LINE:
                                        builder.container = index
                                        if what == _PRE:
                                            builder.in_pre = True
                                elif what:
                                    around_links.append(builder.in_link)
                                    builder.in_link = True
                                    if what == _BUTTON:
                                        builder.space = True
                                node = child
                                continue
            following = node.next
            while following is None and stack:
                closing = row
                node, row, what = stack.pop()
                if what >= _BLOCK:
                    if what == _LINE:
                        builder.new_line()
                    elif pieces:
                        builder.boundary()
                    builder.container, builder.in_pre = around.pop()
                elif what:
                    builder.in_link = around_links.pop()
                    if what == _BUTTON:
                        builder.space = True
                rows[4 * closing + 2] = len(tags)
                following = node.next
            node = following
        builder.boundary()
        return self

    @property
    def n_chars(self) -> int:
        """Characters of text that the walk found."""
        return sum(self.builder.runs[2 :: TextBuilder.N_RUN_COLUMNS])

    def tables(self, page: Page) -> Blocks:
        """Turn the lists into the tables."""
        builder = self.builder
        tag, parent, end, first_block = columns(self.rows, 4)
        element = int32(builder.block_element)
        n_inside = np.zeros(len(end) + 1, np.int32)
        np.cumsum(np.bincount(element, minlength=len(end)), out=n_inside[1:])
        tree = Tree(
            tags=self.tags,
            tag=tag,
            parent=parent,
            end=end,
            first_block=first_block,
            end_block=read_only(first_block + n_inside[end] - n_inside[:-1]),
            attributes=self.attributes,
        )
        holder, block, n_chars, n_words, in_link = columns(builder.runs, TextBuilder.N_RUN_COLUMNS)
        runs = Runs(holder, block, n_chars, n_words, read_only(in_link.astype(np.bool_)))
        first_run = int32(builder.first_run)
        sizes = np.empty((4, len(runs)), np.int32)
        sizes[0], sizes[1] = runs.n_chars, runs.n_words
        np.multiply(sizes[:2], runs.in_link, out=sizes[2:])
        sums = np.add.reduceat(sizes, first_run, axis=1) if len(first_run) else sizes
        return Blocks(
            page=page,
            tree=tree,
            runs=runs,
            text=builder.text,
            element=element,
            first_run=first_run,
            n_chars=read_only(sums[0]),
            n_words=read_only(sums[1]),
            n_link_chars=read_only(sums[2]),
            n_link_words=read_only(sums[3]),
        )


def walk_page(parser: LexborHTMLParser, page: Page, kind: type[AnyWalk]) -> AnyWalk:
    """Walk a parsed page; a second time, as without scripts, when it shows next to no text."""
    walk = kind(_ACTION, skip_hidden=True).over(parser.root)
    if walk.n_chars < _MIN_VISIBLE_CHARS:
        root = frameset_fallback(parser) or parse(page, scripting=False, checked=True).root
        again = kind(_ACTION_WITHOUT_SCRIPTS, skip_hidden=False).over(root)
        if again.n_chars > 2 * walk.n_chars:
            walk = again
    return walk
