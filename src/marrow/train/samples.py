"""What the default method is trained on: pages with columns and labels, and samples of them.

The label of a block is the share of its words that stand in the gold, so the model learns what
the decision needs: how many words of a block are content. Each page counts the same, however
many blocks it has; within a page a long block counts more than a short one, but less than its
length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.data import Example, dataset, site_fold
from marrow.data.align import matched_share
from marrow.errors import DatasetError
from marrow.features.context import Company
from marrow.features.matrix import page_matrix, with_opinion
from marrow.reading import read

DATASETS: Final = {"wcxb": 1.0, "chinese": 1.0, "weblogs": 0.15}
"""What the weights of the package are trained on, and what a page of each counts.

Only datasets whose terms allow it. Weblog posts are many, alike and from few sites, so each counts
less.
"""

LICENCES: Final = "wcxb: CC-BY-4.0 (annotations); chinese: MIT; weblogs: not passed on, statistics only"

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the trees are grown.

    Attributes
    ----------
    n_first, n_second, depth
        Trees of the first and of the second pass; the depth is at most 8.
    learning_rate, l2, feature_share, block_share
        As in gradient boosting: step, regularisation of leaves, shares of the columns and of the
        blocks that each tree sees.
    n_borders
        Thresholds tried per column.
    word_power
        A block counts as its words to this power.
    seed
        Of everything random.
    """

    n_first: int = 300
    n_second: int = 150
    depth: int = 6
    learning_rate: float = 0.15
    l2: float = 5.0
    feature_share: float = 0.3
    block_share: float = 0.7
    n_borders: int = 64
    word_power: float = 0.25
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class TrainingPage:
    """One page, ready for training.

    Attributes
    ----------
    group
        Site, or the page's id.
    fold
        In which the site is tested.
    dataset
        Name of the dataset.
    columns
        float32, shape (n_features, n_blocks): those of the first pass.
    company
        Which blocks belong together.
    labels
        float32, one per block: share of its words in the gold.
    texts
        One per block.
    gold
        The reference text.
    """

    group: str
    fold: int
    dataset: str
    columns: NDArray[np.float32]
    company: Company
    labels: NDArray[np.float32]
    texts: Sequence[str]
    gold: str


def training_page(example: Example) -> TrainingPage:
    """Read an example with gold text, compute its columns and labels."""
    blocks = read(example.page)
    gold = example.text or ""
    columns, company = page_matrix(blocks)
    return TrainingPage(
        group=example.group,
        fold=site_fold(example.group),
        dataset=example.dataset,
        columns=columns,
        company=company,
        labels=matched_share(blocks.text, gold),
        texts=blocks.text,
        gold=gold,
    )


def load_pages(
    folder: Path | None, progress: Progress, names: Iterable[str] = tuple(DATASETS)
) -> list[TrainingPage]:
    """Read all examples with gold text of the datasets ``names``."""
    pages = []
    for name in names:
        examples = dataset(name, folder)
        n = len(examples)
        for i, example in enumerate(examples, start=1):
            if example.text is not None:
                pages.append(training_page(example))
            progress(f"reading {name}", i, n)
    if not pages:
        raise DatasetError("no page with gold text was found: correct --datasets")
    return pages


def block_weights(page: TrainingPage, settings: Settings) -> NDArray[np.float64]:
    """Weight of each block; they sum to the weight of the page."""
    weights = np.power(np.maximum(page.company.n_words, 1), settings.word_power)
    return np.asarray(weights / weights.sum() * DATASETS.get(page.dataset, 1.0), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """What the trees of one pass are grown on.

    Attributes
    ----------
    x
        float32, shape (n_blocks, n_features).
    y, weight
        One per block.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    weight: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        pages: Sequence[TrainingPage],
        settings: Settings,
        opinions: Sequence[NDArray[np.float32]] | None = None,
    ) -> Sample:
        """Put the blocks of pages under each other; with opinions, the columns of the second pass."""
        columns = [page.columns for page in pages]
        if opinions is not None:
            columns = [
                with_opinion(page.columns, page.company, opinion)
                for page, opinion in zip(pages, opinions, strict=True)
            ]
        filled = [i for i, page in enumerate(pages) if len(page.labels)]
        if not filled:
            raise DatasetError("no block to learn from: training needs pages of several sites")
        return cls(
            np.concatenate([columns[i].T for i in filled]),
            np.concatenate([pages[i].labels for i in filled]),
            np.concatenate([block_weights(pages[i], settings) for i in filled]),
        )
