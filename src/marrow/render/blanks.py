"""Blanks at the edges of marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from marrow.render.document import Mark, Span, SpanKind


def tightened(spans: Sequence[Span]) -> list[Span]:
    """Move blanks out of marks, and away from both ends: no mark begins or ends with one.

    Blanks and breaks get the marks that the text before and after them has from the same elements.
    """
    pieces: list[Span] = []
    for span in spans:
        if span.kind is SpanKind.TEXT:
            text = span.text.strip()
            n_before = len(span.text) - len(span.text.lstrip())
            parts = (span.text[:n_before], text, span.text[n_before + len(text) :])
            pieces += [replace(span, text=part) for part in parts if part]
        else:
            pieces.append(span)
    while pieces and _is_blank(pieces[-1]):
        pieces.pop()
    following: tuple[Mark, ...] = ()
    for i in range(len(pieces) - 1, -1, -1):
        if _is_blank(pieces[i]):
            pieces[i] = replace(pieces[i], marks=following)
        else:
            following = pieces[i].marks
    n_blank = next((i for i, piece in enumerate(pieces) if not _is_blank(piece)), 0)
    del pieces[:n_blank]
    before: tuple[Mark, ...] = ()
    for i, piece in enumerate(pieces):
        if _is_blank(piece):
            pieces[i] = replace(piece, marks=_shared_start(before, piece.marks))
        else:
            before = piece.marks
    return pieces


def _is_blank(span: Span) -> bool:
    return span.kind is SpanKind.BREAK or (span.kind is SpanKind.TEXT and not span.text.strip())


def _shared_start(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> tuple[Mark, ...]:
    n = 0
    while n < min(len(one), len(other)) and one[n] == other[n] and one[n].row == other[n].row:
        n += 1
    return one[:n]
