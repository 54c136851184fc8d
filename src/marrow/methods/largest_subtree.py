"""Largest subtree: the baseline that keeps one element with all that is in it.

Not from a paper. Its one idea: a character of plain text speaks for an element, a character of
link text against it, and every element inside it, itself included, costs as much as a few
characters. Kept is the subtree for which the sum is largest. Navigation and other lists of links
sum up to less than nothing, so the sum grows from the paragraphs up to their container and falls
again where the page's frame comes in. The same idea, on a sequence of tokens instead of a tree, is
maximum subsequence segmentation (Pasternack and Roth, WWW 2009).

What it cannot do: content in two subtrees, and boilerplate within one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.protocols import Citation, Scores


@dataclass(frozen=True, slots=True)
class LargestSubtree:
    """Keeps the blocks of the subtree with the most text against its links and markup.

    Parameters
    ----------
    link_cost
        What a character of link text takes away, in characters of plain text.
    element_cost
        What an element takes away, in characters of plain text. The default is a round number
        that did well on 400 pages of wcxb.
    """

    name: ClassVar[str] = "largest_subtree"
    citation: ClassVar[Citation | None] = None
    needs_layout: ClassVar[bool] = False

    link_cost: float = 1.0
    element_cost: float = 5.0

    def score(self, blocks: Blocks) -> Scores:
        """Score the blocks of the subtree 1, all others 0; if every sum is below 0, all 0."""
        scores = np.zeros(len(blocks), np.float32)
        gain = self._gain(blocks)
        if len(gain):
            best = int(np.argmax(gain))
            if gain[best] > 0:
                scores[blocks.tree.first_block[best] : blocks.tree.end_block[best]] = 1
        return scores

    def explain(self, blocks: Blocks) -> dict[str, NDArray[Any]]:
        """``gain``: float64, one per element: the sum over its subtree, in characters."""
        return {"gain": self._gain(blocks)}

    def _gain(self, blocks: Blocks) -> NDArray[np.float64]:
        tree, runs = blocks.tree, blocks.runs
        worth = np.where(runs.in_link, -self.link_cost, 1.0) * runs.n_chars
        own = np.bincount(runs.element, worth, minlength=len(tree)) - self.element_cost
        return tree.subtree_sum(own)
