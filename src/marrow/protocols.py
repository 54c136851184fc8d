"""What a method is: the contract that every extractor and learner keeps.

A method scores blocks; it never fetches, parses or changes anything. Its parameters are the
fields of its frozen dataclass and stand nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks

Scores: TypeAlias = NDArray[np.float32]
Kept: TypeAlias = NDArray[np.bool_]
Labels: TypeAlias = NDArray[np.float32]

THRESHOLD = 0.5
"""A block is kept from this score on, unless the method decides by itself."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a method was published.

    Attributes
    ----------
    authors, title, venue
        As in the paper; ``venue`` names the conference or journal, and pages if known.
    year
        Of publication.
    """

    authors: str
    title: str
    venue: str
    year: int

    def __str__(self) -> str:
        return f"{self.authors}. {self.title}. {self.venue}, {self.year}."


@runtime_checkable
class Extractor(Protocol):
    """A method that scores the blocks of one page.

    Attributes
    ----------
    name
        Registry name.
    citation
        Where it was published; ``None`` for methods of Marrow's own.
    needs_layout
        Whether it reads ``blocks.layout`` (rendered pages only).
    """

    name: ClassVar[str]
    citation: ClassVar[Citation | None]
    needs_layout: ClassVar[bool]

    def score(self, blocks: Blocks) -> Scores:
        """Score every block: float32, one per block, finite, in 0..1 (1 = surely content)."""
        ...


@runtime_checkable
class Decider(Protocol):
    """An extractor that decides by itself which blocks to keep, and how sure it is.

    Extractors without this keep the blocks that score at least :data:`THRESHOLD`.
    """

    def decide(self, blocks: Blocks, scores: Scores) -> tuple[Kept, float]:
        """Return bool, one per block, and a confidence in 0..1: the expected word F1."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """An extractor that can show its intermediate columns (for plots and the inspector)."""

    def explain(self, blocks: Blocks) -> dict[str, NDArray[Any]]:
        """Named columns; the docstring of the method says one per what."""
        ...


@runtime_checkable
class Learner(Protocol):
    """Makes an extractor from examples, or from the unlabelled pages of a site.

    A learner is a frozen dataclass too: its fields are the parameters of learning (a seed among
    them, where chance plays a part), and :meth:`fit` always gives a new object. So nothing is ever
    "not fitted yet", and the same pages give the same extractor.

    Attributes
    ----------
    name
        What the extractors that it makes are called.
    needs_labels
        Whether :meth:`fit` wants labels.
    """

    name: ClassVar[str]
    needs_labels: ClassVar[bool]

    def fit(self, pages: Sequence[Blocks], labels: Sequence[Labels] | None = None) -> Extractor:
        """Learn from pages; the learner itself does not change.

        Parameters
        ----------
        pages
            At least one.
        labels
            For each page, float32, one per block: the share of its words that stand in the gold.
            ``None`` where there is no gold; learners of sites do without.

        Raises
        ------
        MethodError
            There are no pages, or no labels although they are needed.
        """
        ...
