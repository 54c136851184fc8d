"""Precision and recall of words in their order, as CETR's paper measures (Weninger et al. 2010).

The paper compares sets of word occurrences: every occurrence on the page is a word of its own. With
gold that is plain text, positions come from the longest common subsequence of words (Gottron's
protocol, ITA 2007). Words stand between white space; case and punctuation stay.

The figure of a set of pages is the F1 of *mean* precision and *mean* recall (:func:`f1_of_means`),
not the mean of the pages' F1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from marrow.errors import MissingExtraError


class SequenceScore(NamedTuple):
    """Precision and recall of one page, each 0..1."""

    precision: float
    recall: float


def word_lcs(prediction: str, gold: str) -> SequenceScore:
    """Score an answer for one page.

    Parameters
    ----------
    prediction
        The extracted text.
    gold
        The reference text.

    Returns
    -------
    Precision is 1 where both are empty, and 0 where only the answer is; recall is 1 where there
    was nothing to find.
    """
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingExtraError.of("rapidfuzz", "train") from None
    codes: dict[str, int] = {}
    predicted = [codes.setdefault(word, len(codes)) for word in prediction.split()]
    wanted = [codes.setdefault(word, len(codes)) for word in gold.split()]
    common = LCSseq.similarity(predicted, wanted)
    precision = common / len(predicted) if predicted else float(not wanted)
    recall = common / len(wanted) if wanted else 1.0
    return SequenceScore(precision, recall)


def f1_of_means(scores: Sequence[SequenceScore]) -> tuple[float, float, float]:
    """Mean precision, mean recall, and their harmonic mean; all 0 without pages."""
    if not scores:
        return 0.0, 0.0, 0.0
    precision = sum(score.precision for score in scores) / len(scores)
    recall = sum(score.recall for score in scores) / len(scores)
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0
