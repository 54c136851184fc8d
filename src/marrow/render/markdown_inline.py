"""Spans to Markdown within a line: markers, escapes, code spans, links."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from marrow.render.document import Group, Mark, Span, SpanKind, grouped

_SAME_IN_MARKDOWN: Final = {"kbd": "code", "samp": "code", "var": "em", "dfn": "em", "cite": "em"}
_SHOWN: Final = frozenset({"a", "del", "strong", "em", "sup", "sub", "code"})
_MARKERS: Final = {"strong": "**", "em": "*", "del": "~~"}

_FIRST_CHARS: Final = {"a": "[", "del": "~", "strong": "*", "em": "*", "code": "`"}

_SPECIAL = re.compile(r"[\\`*_\[\]<&~!$]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG_START = re.compile(r"<[A-Za-z/!?]")
_PLAIN_BRACKETS = re.compile(r"\[[^\[\]\\`*_^<>!]{1,200}\](?![(\[:])")
_LINE_START = re.compile(
    r"^(?:(?P<digits>\d{1,9})(?=[.)](?:\s|$))"
    r"|(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>|=+[ \t]*$|~~~|[|: \t]*-[|:\- \t]*$))",
    re.MULTILINE,
)
_HARD_BREAK: Final = "\\\n"
_UNSAFE_IN_ADDRESS: Final = str.maketrans(
    {"(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C", "|": "%7C", "`": "%60", "\n": "%0A"}
)


def markdown_line(spans: Sequence[Span], *, line_break: str = _HARD_BREAK, without: str = "") -> str:
    """Write the spans of a paragraph.

    Parameters
    ----------
    spans
        Of one paragraph.
    line_break
        What a line break becomes: a hard break, or a blank or ``<br>`` where the syntax needs one
        line.
    without
        A mark to leave out (``strong`` in headings, which are strong anyway).
    """
    spans = [_for_markdown(span, without) for span in spans]
    has_formula = any(span.kind in (SpanKind.FORMULA, SpanKind.DISPLAY_FORMULA) for span in spans)
    has_deleted = any(mark.kind == "del" for span in spans for mark in span.marks)
    n_tildes = sum(span.text.count("~") for span in spans if span.kind is SpanKind.TEXT)
    writer = _Writer(spans, line_break, also_special="$" * has_formula + "~" * (n_tildes > 1 or has_deleted))
    line = writer.write(grouped(spans))
    if line_break != _HARD_BREAK:  # within a line of other syntax
        return line
    return _LINE_START.sub(lambda match: (match["digits"] or "") + "\\", line)


def _for_markdown(span: Span, without: str) -> Span:
    """Keep the marks that Markdown has, one of each, code innermost."""
    marks: dict[str, Mark] = {}
    for mark in span.marks:
        kind = _SAME_IN_MARKDOWN.get(mark.kind, mark.kind)
        if kind not in _SHOWN or kind == without:
            continue
        if kind in _MARKERS and "code" in marks:  # a coloured word within code
            continue
        marks.setdefault(kind, mark if mark.kind == kind else Mark(kind, row=mark.row))
    if span.kind is SpanKind.IMAGE:
        marks = {kind: mark for kind, mark in marks.items() if kind == "a"}
    code = marks.pop("code", None)
    is_code = code is not None and span.kind is SpanKind.TEXT
    return replace(span, marks=(*marks.values(), code) if is_code and code else tuple(marks.values()))


class _Writer:
    """Writes groups from left to right; knows the characters around each."""

    def __init__(self, spans: Sequence[Span], line_break: str, also_special: str) -> None:
        self.spans = spans
        self.line_break = line_break
        self.also_special = also_special
        self.n_written = 0  # spans

    def write(self, parts: Sequence[Group | Span], inside: str = "", depth: int = 0) -> str:
        """Write parts that stand within ``depth`` marks, written as the markers ``inside``."""
        chunks: list[str] = []
        for part in parts:
            if isinstance(part, Group):
                chunks.append(self._group(part, inside, depth, chunks[-1] if chunks else ""))
            else:
                chunks.append(self._span(part))
        return "".join(chunks)

    def _span(self, span: Span) -> str:
        self.n_written += 1
        if span.kind is SpanKind.BREAK:
            return self.line_break
        if span.kind is SpanKind.FORMULA:
            return f"${span.text}$"
        if span.kind is SpanKind.DISPLAY_FORMULA:
            return f"$${span.text}$$"
        if span.kind is SpanKind.IMAGE:
            return f"![{_escaped_brackets(span.text)}]({span.address.translate(_UNSAFE_IN_ADDRESS)})"
        text = self._escaped(span.text)
        if text.endswith("!") and self._is_before_link():
            text = text[:-1] + "\\!"
        return text

    def _is_before_link(self) -> bool:
        if self.n_written == len(self.spans):
            return False
        following = self.spans[self.n_written]
        return following.text.startswith("[") or any(mark.kind == "a" for mark in following.marks)

    def _group(self, group: Group, inside: str, depth: int, before: str) -> str:
        first = self.n_written
        kind = group.mark.kind
        if kind == "code":
            self.n_written += len(group.children)
            return _code_span("".join(child.text for child in group.children if isinstance(child, Span)))
        inner = self.write(group.children, inside + _MARKERS.get(kind, ""), depth + 1)
        if kind == "a":
            return f"[{inner}]({group.mark.value.translate(_UNSAFE_IN_ADDRESS)})"
        previous = before[-1:] or (self.spans[first - 1].text[-1:] if first else "")
        marker = _MARKERS.get(kind)
        if marker and _marker_works(inner, previous, self._following(depth), inside):
            return f"{marker}{inner}{marker}"
        return f"<{kind}>{inner}</{kind}>"

    def _following(self, depth: int) -> str:
        """Return the character that follows what was written: of the text, or a marker."""
        if self.n_written == len(self.spans):
            return ""
        following = self.spans[self.n_written]
        shared = self.spans[self.n_written - 1].marks[:depth]
        if len(following.marks) > depth and following.marks[:depth] == shared:
            return _FIRST_CHARS.get(following.marks[depth].kind, "<")
        return following.text[:1]

    def _escaped(self, text: str) -> str:
        if not _SPECIAL.search(text):
            return text
        plain = {i for match in _PLAIN_BRACKETS.finditer(text) for i in (match.start(), match.end() - 1)}
        return _SPECIAL.sub(lambda match: self._escape(match, plain), text)

    def _escape(self, match: re.Match[str], plain: set[int]) -> str:
        sign, text, at = match[0], match.string, match.start()
        previous, following = text[at - 1 : at], text[at + 1 : at + 2]
        if sign == "&":
            return "&amp;" if _ENTITY.match(text, at) else sign
        if sign == "<":
            needed = _TAG_START.match(text, at) is not None
        elif sign == "_":
            needed = not (previous.isalnum() and following.isalnum())
        elif sign == "*":
            needed = not (previous.isspace() and following.isspace())
        elif sign in "[]":
            needed = at not in plain
        elif sign == "\\":
            needed = not following or (following.isascii() and not following.isalnum() and following != " ")
        elif sign == "!":
            needed = following == "["
        elif sign in "~$":
            needed = sign in self.also_special
        else:
            needed = True
        return "\\" + sign if needed else sign


def _marker_works(inner: str, previous: str, following: str, inside: str) -> bool:
    """Whether parsers read markers around ``inner`` as such (the flanking rules of CommonMark).

    ``previous`` and ``following`` stand around the markers; ``inside`` are the markers that are
    open. Where runs of markers would meet, or stand within a word inside other markers, parsers
    read them in surprising ways; then the answer is no.
    """
    is_free_before, is_free_after = _is_free(previous), _is_free(following)
    if (previous and previous in "*~") or (following and following in "*~"):
        return False
    if inside and not (is_free_before and is_free_after):
        return False
    if inner[0] in "*~" or inner[-1] in "*~":
        return is_free_before and is_free_after
    return (is_free_before or not _is_sign(inner[0])) and (is_free_after or not _is_sign(inner[-1]))


def _is_free(char: str) -> bool:
    """Whether a marker beside this character may open or close whatever stands inside."""
    return not char or char.isspace() or char in string.punctuation or unicodedata.category(char)[0] == "P"


def _is_sign(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _escaped_brackets(text: str) -> str:
    return re.sub(r"([\\\[\]`*_<&])", r"\\\1", text)


def _code_span(text: str) -> str:
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    if text.startswith("`") or text.endswith("`"):
        text = f" {text} "
    return f"{fence}{text}{fence}"
