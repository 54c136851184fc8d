"""The default method: a learned page model.

Marrow's own. Features of blocks (the block's text, the elements around it, what the page holds
that looks the same) -> boosted oblivious trees -> a second pass, which also sees what the first
one thinks of the block's company (stacked sequential learning, W. Cohen and V. Carvalho, IJCAI
2005) -> the set of blocks with the largest expected word F1, which is also the confidence.

Features, model and decision are apart: :mod:`marrow.features.matrix`,
:mod:`marrow.predict.trees`, :mod:`marrow.predict.decision`.
Trained by ``marrow train default``; what on, and how well it does, stands in the weights'
manifest and in ``docs/methods/marrow.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from marrow.blocks import Blocks
from marrow.features.matrix import ALL_NAMES, FEATURE_NAMES, page_matrix, with_opinion
from marrow.predict.decision import best_expected_f1, expected_f1
from marrow.predict.trees import ObliviousTrees, load
from marrow.protocols import Citation, Kept, Scores

WEIGHTS: Final = Path(__file__).parent.parent / "predict" / "weights" / "default.npz"
"""The weights that come with the package."""


@dataclass(frozen=True)
class PageModel:
    """The default method.

    Attributes
    ----------
    weights
        Path of other weights (``.npz`` with its manifest beside it); empty: those of the package.
    """

    weights: str = ""

    name: ClassVar[str] = "marrow"
    citation: ClassVar[Citation | None] = None
    needs_layout: ClassVar[bool] = False

    @property
    def passes(self) -> tuple[ObliviousTrees, ...]:
        """The model: one ensemble of trees for each of its two passes.

        Raises
        ------
        WeightsError
            The weights are missing, damaged, or were trained for other features.
        """
        path = Path(self.weights) if self.weights else WEIGHTS
        return load(path, (len(FEATURE_NAMES), len(ALL_NAMES)), ALL_NAMES)

    def score(self, blocks: Blocks) -> Scores:
        """Probability of each block to be main content (of its words: the share that is)."""
        first, second = self.passes
        matrix, company = page_matrix(blocks)
        opinion = first.probabilities(matrix)
        return second.probabilities(with_opinion(matrix, company, opinion))

    def decide(self, blocks: Blocks, scores: Scores) -> tuple[Kept, float]:
        """Keep the blocks with the largest expected word F1; the confidence is its value."""
        return best_expected_f1(scores, blocks.n_words)


def expected_f1_of(blocks: Blocks, kept: Kept) -> float:
    """The word F1 that the default method expects of keeping the blocks ``kept``: 0..1."""
    return expected_f1(PageModel().score(blocks), blocks.n_words, kept)
