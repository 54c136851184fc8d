r"""Word F1 of the Web Content Extraction Benchmark (Foley 2026).

Words are ``\w+`` of the lower-case text, compared as multisets: order and structure do not count.
A run of Chinese or Japanese characters is one word here, as in the benchmark's own scorer.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"\w+")


class WordScore(NamedTuple):
    """Precision, recall and F1 of one page, each 0..1."""

    precision: float
    recall: float
    f1: float


_PERFECT: Final = WordScore(1.0, 1.0, 1.0)
_WRONG: Final = WordScore(0.0, 0.0, 0.0)


def word_f1(prediction: str | None, gold: str) -> WordScore:
    """Score an answer for one page.

    Parameters
    ----------
    prediction
        The extracted text; ``None`` (no answer) counts as an empty one.
    gold
        The reference text.

    Returns
    -------
    Precision, recall and F1. Where the gold has no words: all 1 for an answer without words,
    otherwise all 0. An answer without words for a gold with words: all 0.

    Notes
    -----
    Scores of a dataset are means over pages of each of the three, so that the mean F1 is not the
    harmonic mean of mean precision and mean recall.
    """
    predicted = _bag(prediction or "")
    wanted = _bag(gold)
    if not wanted:
        return _WRONG if predicted else _PERFECT
    if not predicted:
        return _WRONG
    overlap = (predicted & wanted).total()
    if not overlap:
        return _WRONG
    precision = overlap / predicted.total()
    recall = overlap / wanted.total()
    return WordScore(precision, recall, 2 * precision * recall / (precision + recall))


def _bag(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))
