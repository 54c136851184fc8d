from __future__ import annotations

import numpy as np

from marrow import Page, read
from marrow.methods.everything import Everything


def test_every_block_scores_one() -> None:
    scores = Everything().score(read(Page("<nav><a href=/>Home</a></nav><p>Bones are filled with marrow.")))
    assert scores.tolist() == [1.0, 1.0]
    assert scores.dtype == np.float32
