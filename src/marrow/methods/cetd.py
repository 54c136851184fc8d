"""CETD: content extraction via text density.

Sun, Song and Liao 2011: an element's text density is its characters per element inside it; the
composite density also weighs the characters and elements of links. The DensitySum of an element is
the sum of the densities of its children and of its own text; the element with the largest one
holds the main content. The lowest density on the way from it up to ``body`` is the threshold that
every other part of the content must reach with all its ancestors.

Readings and deviations:

* the elements are those of Marrow's table: what is not shown is not there (the paper's program
  asks a browser's style sheets; here only ``hidden`` and inline styles speak), and ``br`` and
  ``select`` are no elements;
* characters are counted with white space collapsed;
* every element inside a link counts as a link element; the authors' program counts elements below
  a link as if there were no link around them, which hardly touches the selection;
* on a page without link text the term for own text would divide by zero: the share of link text is
  taken as at least one character in all;
* with ``density="text"``, own text of L characters counts L, its text density as a leaf.

Decisions on elements are laid on blocks: a block's score is the share of its characters that stand
in elements of content (1 or 0 for almost all).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.protocols import Citation, Scores
from marrow.tree import Tree

Vector = NDArray[np.float64]
Flags = NDArray[np.bool_]

LINK_TAGS: Final = ("a", "button", "select")


@dataclass(frozen=True, slots=True)
class Cetd:
    """Text density of elements, summed over children.

    Parameters
    ----------
    density
        ``composite``: links count against an element; ``text``: characters per element only.
    """

    name: ClassVar[str] = "cetd"
    citation: ClassVar[Citation | None] = Citation(
        "F. Sun, D. Song, L. Liao",
        "DOM Based Content Extraction via Text Density",
        "SIGIR, pp. 245-254",
        2011,
    )
    needs_layout: ClassVar[bool] = False

    density: Literal["composite", "text"] = "composite"

    def score(self, blocks: Blocks) -> Scores:
        """Score every block by the share of its characters that stand in content elements."""
        runs = blocks.runs
        content = self.explain(blocks)["content"]
        kept = np.bincount(runs.block, runs.n_chars * content[runs.element], minlength=len(blocks))
        return (kept / np.maximum(blocks.n_chars, 1)).astype(np.float32)

    def explain(self, blocks: Blocks) -> dict[str, NDArray[Any]]:
        """One per element: ``density``, ``density_sum`` (float64) and ``content`` (bool)."""
        tree, runs = blocks.tree, blocks.runs
        own = np.bincount(runs.element, runs.n_chars, minlength=len(tree)).astype(np.float64)
        own_link = np.bincount(runs.element, runs.n_chars * runs.in_link, minlength=len(tree))
        chars, link_chars = tree.subtree_sum(own), tree.subtree_sum(own_link.astype(np.float64))
        tags = (tree.end - np.arange(len(tree)) - 1).astype(np.float64)
        body = _body(tree)
        link_share = max(link_chars[body], 1.0) / max(chars[body], 1.0) if len(tree) else 1.0
        if self.density == "composite":
            link_tags = n_link_tags(tree, pure=link_chars == chars)
            densities = composite_density(chars, tags, link_chars, link_tags, link_share)
            run_densities = own_text_density(runs.n_chars, link_share)
        else:
            densities = chars / np.maximum(tags, 1)
            run_densities = runs.n_chars.astype(np.float64)
        own_densities = np.bincount(runs.element, run_densities, minlength=len(tree))
        sums = density_sums(tree, densities, own_densities.astype(np.float64))
        return {
            "density": densities,
            "density_sum": sums,
            "content": content_elements(tree, densities, sums, body),
        }


def composite_density(
    chars: Vector, tags: Vector, link_chars: Vector, link_tags: Vector, link_share: float
) -> Vector:
    """Composite text density (Equation 2 of the paper); zeros count as 1, no text gives 0.

    Parameters
    ----------
    chars, tags, link_chars, link_tags
        float64, one per element: characters and elements inside it, and those of links.
    link_share
        Link characters per character of the whole ``body``.
    """
    columns = (chars, tags, link_chars, link_tags, chars - link_chars)
    c, t, lc, lt, other = (np.where(column == 0, 1.0, column) for column in columns)
    base = np.log(np.log(c * lc / other + link_share * c + np.e))
    density: Vector = np.where(chars == 0, 0.0, c / t * np.log(c * t / (lc * lt)) / base)
    return density


def own_text_density(n_chars: NDArray[Any], link_share: float) -> Vector:
    """Density of text that belongs to an element itself: one per run of text."""
    length = np.maximum(n_chars, 1).astype(np.float64)
    density: Vector = length * np.log(length) / np.log(np.log(link_share * length + np.e))
    return density


def density_sums(tree: Tree, densities: Vector, own: Vector) -> Vector:
    """DensitySum: densities of the children and of own text; of a leaf, its own density."""
    n = len(tree)
    of_children = np.bincount(tree.parent[1:], densities[1:], minlength=n) if n else densities
    is_leaf = tree.end == np.arange(n) + 1
    return np.where(is_leaf, densities, of_children + own)


def n_link_tags(tree: Tree, pure: Flags) -> Vector:
    """Count the link elements inside each element: links, what is in them, what holds only them.

    An element holds only links if all its text is link text (``pure``) and every element inside it
    is counted. That is so unless somewhere in its subtree, outside links, there is an element with
    other text, or one without any element inside; one sum over the subtrees finds these.
    """
    n = len(tree)
    rows = np.arange(n)
    is_link = np.fromiter((tag in LINK_TAGS for tag in tree.tags), np.bool_, n)
    in_link = _covered(rows[is_link], tree.end[is_link], n)
    is_leaf = tree.end == rows + 1
    spoils = ~in_link & (~pure | is_leaf)
    counted = tree.subtree_sum(spoils) == 0
    link_tags: Vector = (tree.subtree_sum(counted) - counted).astype(np.float64)
    return link_tags


def content_elements(tree: Tree, densities: Vector, sums: Vector, body: int) -> Flags:
    """Select the content: bool, one per element.

    The paper scans from ``body`` down: at every element that it enters, the largest DensitySum of
    its subtree is content; it enters no element below the threshold. Nothing here depends on the
    order of the scan, so all elements are looked at together.
    """
    n = len(tree)
    if not n:
        return np.zeros(0, np.bool_)
    best = best_of_subtrees(tree, sums)
    main = int(best[body])
    rows = np.arange(n)
    on_path = (rows >= body) & (rows <= main) & (tree.end >= tree.end[main])
    threshold = densities[on_path].min()
    in_body = (rows >= body) & (rows < tree.end[body])
    sparse = in_body & (densities < threshold)
    entered = in_body & ~_covered(rows[sparse], tree.end[sparse], n)
    chosen = np.unique(best[entered])
    return _covered(chosen, tree.end[chosen], n)


def best_of_subtrees(tree: Tree, values: Vector) -> NDArray[np.int64]:
    """Row of the largest value in the subtree of each element; the first in the document on ties.

    Range minima over ranks by doubling windows: n log n.
    """
    n = len(values)
    order = np.lexsort((np.arange(n), -values))
    ranks = np.empty(n, np.int64)
    ranks[order] = np.arange(n)
    sizes = tree.end - np.arange(n)
    window, least, result = 1, ranks, np.empty(n, np.int64)
    while True:
        rows = np.flatnonzero((sizes >= window) & (sizes < 2 * window))
        result[rows] = np.minimum(least[rows], least[tree.end[rows] - window])
        if 2 * window > n:
            return order[result]
        least = np.minimum(least[:-window], least[window:])
        window *= 2


def _body(tree: Tree) -> int:
    """Row of ``body``; the root where there is none."""
    return tree.tags.index("body") if "body" in tree.tags else 0


def _covered(starts: NDArray[Any], ends: NDArray[Any], n: int) -> Flags:
    """Whether each row lies in one of the ranges ``starts`` to ``ends`` - 1."""
    steps = np.bincount(starts, minlength=n + 1) - np.bincount(ends, minlength=n + 1)
    covered: Flags = np.cumsum(steps)[:n] > 0
    return covered
