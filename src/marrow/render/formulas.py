"""Formulas in text: TeX between the delimiters that MathJax and KaTeX look for."""

from __future__ import annotations

import re
from typing import Final

from marrow.render.document import Mark, Span, SpanKind

# Bounded, so that text with many opening delimiters stays cheap.
_DELIMITED = re.compile(
    r"\\\((?P<inline>.{1,1000}?)\\\)|\\\[(?P<display>.{1,2000}?)\\\]|\$\$(?P<dollars>.{1,2000}?)\$\$",
    re.DOTALL,
)
_SCRIPTS: Final = ("MathJax", "mathjax", "KaTeX", "katex")
_STYLED = re.compile(r"\{\\(?:displaystyle|textstyle)\s+(.*)\}", re.DOTALL)
_DELIMITERS: Final = (("$$", "$$"), ("\\(", "\\)"), ("\\[", "\\]"), ("$", "$"))


def has_formula_script(html: str) -> bool:
    """Whether the page loads a script that turns delimited TeX into formulas."""
    return any(name in html for name in _SCRIPTS)


def spans_of_text(text: str, marks: tuple[Mark, ...]) -> list[Span]:
    """Cut text of a page with such a script into text and formulas."""
    spans = []
    end = 0
    for match in _DELIMITED.finditer(text):
        if match.start() > end:
            spans.append(Span(text[end : match.start()], marks))
        kind = SpanKind.FORMULA if match["inline"] else SpanKind.DISPLAY_FORMULA
        spans.append(Span(tidy_tex(match[0]), marks, kind))
        end = match.end()
    if end < len(text):
        spans.append(Span(text[end:], marks))
    return spans


def tidy_tex(tex: str) -> str:
    """Take delimiters and the style that wikis add off a formula; white space on one line."""
    tex = " ".join(tex.split())
    for opening, closing in _DELIMITERS:
        n_both = len(opening) + len(closing)
        if len(tex) > n_both and tex.startswith(opening) and tex.endswith(closing):
            tex = tex[len(opening) : -len(closing)].strip()
            break
    styled = _STYLED.fullmatch(tex)
    return styled[1].strip() if styled else tex
