"""Gold text to labels: which words of which blocks are content.

Gold comes as text without positions. The longest common subsequence of words between the page
and the gold says which words of the page the gold holds; order keeps a word of the navigation
from being taken for the same word of the article.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.errors import DatasetError

# One character of a script without blanks between words is a word of its own.
_WORD = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff]|[^\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    r"\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
MIN_SHARE: Final = 0.5
"""A block counts as content when at least this share of its words stands in the gold."""
# The alignment needs len(page) * len(gold) bits.
_MAX_CELLS: Final = 4_000_000_000


def words(text: str) -> list[str]:
    """Words of a text, lower case; a character of Chinese, Japanese, Thai, ... is one word."""
    return _WORD.findall(text.lower())


def matched_share(texts: Sequence[str], gold: str) -> NDArray[np.float32]:
    """Share of the words of each text that stand in the gold, in order.

    Parameters
    ----------
    texts
        Blocks in document order.
    gold
        The reference text of the page.

    Returns
    -------
    float32, one per text: 0..1; 0 for a text without words.

    Raises
    ------
    DatasetError
        Page and gold are too long to be aligned.
    """
    from rapidfuzz.distance import LCSseq

    split = [words(text) for text in texts]
    n_words = np.array([len(w) for w in split], np.int64)
    page_words = [word for block in split for word in block]
    gold_words = words(gold)
    if not page_words or not gold_words:
        return np.zeros(len(texts), np.float32)
    codes: dict[str, int] = {}
    a = [codes.setdefault(word, len(codes)) for word in page_words]
    b = [codes.setdefault(word, len(codes)) for word in gold_words]
    if len(a) * len(b) > _MAX_CELLS:
        raise DatasetError(
            f"{len(a):,} words of a page cannot be aligned with {len(b):,} words of gold text"
            f" (more than {_MAX_CELLS:,} pairs): leave this page out"
        )
    matched = np.ones(len(a) + 1, np.int64)
    for op in LCSseq.editops(a, b):
        if op.tag == "delete":
            matched[op.src_pos] = 0
    matched[-1] = 0
    starts = np.concatenate(([0], np.cumsum(n_words)))
    running = np.concatenate(([0], np.cumsum(matched[:-1])))
    sums = running[starts[1:]] - running[starts[:-1]]
    return (sums / np.maximum(n_words, 1)).astype(np.float32)
