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
from marrow.features import ancestry, names, surroundings, texts

VERSION: Final = 1

Matrix = NDArray[np.float32]


FEATURE_NAMES: Final = (*texts.NAMES, *ancestry.NAMES, *surroundings.NAMES)
"""Names of the columns, in order."""


def page_matrix(blocks: Blocks) -> Matrix:
    """Compute all columns: float32, shape (len(FEATURE_NAMES), n_blocks)."""
    named = names.read_names(blocks.tree)
    own = texts.text_columns(blocks)
    lineage = ancestry.ancestry_columns(blocks, named.topics)
    around = surroundings.surrounding_columns(blocks, own, named)
    return np.concatenate((own, lineage, around), axis=0)
