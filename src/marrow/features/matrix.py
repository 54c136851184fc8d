"""The named, ordered, versioned matrix that the page model reads.

Three groups, one file each: the block's own text; the tags and names of the elements it stands
in; and its surroundings (sizes of its ancestors, neighbours, kin, place, page). What a trained
model means depends on their order, so :data:`VERSION` changes with any of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.features import ancestry, context, names, surroundings, texts

VERSION: Final = 1

Matrix = NDArray[np.float32]


FEATURE_NAMES: Final = (*texts.NAMES, *ancestry.NAMES, *surroundings.NAMES)
"""Names of the columns of the first pass, in order."""

ALL_NAMES: Final = (*FEATURE_NAMES, *context.NAMES)
"""Names of the columns of the second pass: those of the first, then what it thinks."""


def page_matrix(blocks: Blocks) -> tuple[Matrix, context.Company]:
    """Compute the columns of the first pass: float32, shape (len(FEATURE_NAMES), n_blocks).

    Also says which blocks belong together, for :func:`with_opinion`.
    """
    named = names.read_names(blocks.tree)
    own = texts.text_columns(blocks)
    lineage = ancestry.ancestry_columns(blocks, named.topics)
    around, company = surroundings.surrounding_columns(blocks, own, named)
    return np.concatenate((own, lineage, around), axis=0), company


def with_opinion(matrix: Matrix, company: context.Company, opinion: NDArray[np.float32]) -> Matrix:
    """Compute the columns of the second pass: float32, shape (len(ALL_NAMES), n_blocks)."""
    return np.concatenate((matrix, context.opinion_columns(company, opinion)), axis=0)
