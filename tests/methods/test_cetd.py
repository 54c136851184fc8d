"""Check values: computed by hand from the formulas of the paper."""

from __future__ import annotations

import numpy as np
import pytest

from marrow import Page, read
from marrow.blocks import Blocks
from marrow.methods.cetd import (
    Cetd,
    best_of_subtrees,
    composite_density,
    density_sums,
    n_link_tags,
    own_text_density,
)

PARAGRAPH = "Bones are filled with marrow, a soft tissue that makes the cells of the blood. " * 3
LINKS = "<ul><li><a href=/a>Home</a></li><li><a href=/b>Contact</a></li></ul>"
ARTICLE = (
    f"<body><nav>{LINKS}</nav><main><h1>Marrow</h1><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p></main>"
    f"<footer>{LINKS}</footer></body>"
)


def elements(blocks: Blocks, tag: str) -> list[int]:
    return [row for row, name in enumerate(blocks.tree.tags) if name == tag]


@pytest.mark.parametrize(
    ("chars", "tags", "link_chars", "link_tags", "link_share", "density"),
    (
        (1000, 10, 100, 5, 0.2, 171.283),
        (500, 0, 0, 0, 0.2, 2024.202),
        (30, 1, 30, 1, 0.2, 0.0),
        (200, 8, 180, 7, 0.2, 2.960),
        (0, 4, 0, 0, 0.2, 0.0),
    ),
)
def test_composite_density_has_the_check_values(
    chars: float, tags: float, link_chars: float, link_tags: float, link_share: float, density: float
) -> None:
    columns = (np.array([float(value)]) for value in (chars, tags, link_chars, link_tags))
    assert composite_density(*columns, link_share) == pytest.approx([density], abs=5e-4)


@pytest.mark.parametrize(
    ("length", "link_share", "density"), ((100, 0.2, 404.371), (1, 0.2, 0.0), (2, 0.01, 189.8))
)
def test_own_text_has_the_check_values(length: int, link_share: float, density: float) -> None:
    assert own_text_density(np.array([length]), link_share) == pytest.approx([density], abs=0.05)


def test_density_sum_adds_children_and_own_text_and_leaves_leaves_alone() -> None:
    tree = read(Page("<body><div><p>a</p><p>b</p></div></body>")).tree
    assert list(tree.tags) == ["html", "body", "div", "p", "p"]
    densities, own = np.array([1.0, 2, 4, 8, 16]), np.array([0.0, 0, 100, 1000, 1000])
    assert density_sums(tree, densities, own).tolist() == [2, 4, 8 + 16 + 100, 8, 16]


def test_link_tags_are_links_what_is_in_them_and_what_holds_only_them() -> None:
    html = "<div><ul><li><a href=/><b>x</b></a></li><li><a href=/>y</a> z</li></ul><p>text</p></div>"
    blocks = read(Page(html))
    tree, runs = blocks.tree, blocks.runs
    chars = tree.subtree_sum(np.bincount(runs.element, runs.n_chars, len(tree)))
    link_chars = tree.subtree_sum(np.bincount(runs.element, runs.n_chars * runs.in_link, len(tree)))
    counts = n_link_tags(tree, link_chars == chars)
    first, second = elements(blocks, "li")
    assert counts[first] == 2  # a and b
    assert counts[second] == 1  # a
    assert counts[elements(blocks, "a")[0]] == 1  # b
    # The first item holds links only and counts itself; the second has other text.
    assert counts[elements(blocks, "ul")[0]] == 2 + 1 + 1
    assert counts[elements(blocks, "div")[0]] == 2 + 1 + 1
    assert counts[elements(blocks, "p")[0]] == 0


def test_best_of_subtrees_is_what_a_plain_search_finds() -> None:
    tree = read(Page("<div><p>a<b>b</b></p><p>c</p><ul><li>d<li>e<li>f</ul></div>" * 9)).tree
    values = np.random.default_rng(7).integers(0, 5, len(tree)).astype(np.float64)
    expected = [row + int(np.argmax(values[row : tree.end[row]])) for row in range(len(tree))]
    assert best_of_subtrees(tree, values).tolist() == expected


def scan(tree_parent: list[int], end: list[int], densities: list[float], sums: list[float]) -> list[bool]:
    """Select as the paper tells it, element by element and with marks."""
    n = len(end)
    marks = [0] * n
    main = max(range(n), key=lambda row: (sums[row], -row))

    def mark(row: int) -> None:
        marks[row : end[row]] = [1] * (end[row] - row)
        while (row := tree_parent[row]) >= 0:
            marks[row] = marks[row] or 2

    path, row = [], main
    while row >= 0:
        path.append(densities[row])
        row = tree_parent[row]
    threshold = min(path)
    mark(main)
    waiting = [0]
    while waiting:
        row = waiting.pop()
        if marks[row] == 1 or densities[row] < threshold:
            continue
        best = max(range(row, end[row]), key=lambda i: (sums[i], -i))
        if marks[best] != 1:
            mark(best)
        waiting += [child for child in range(row + 1, end[row]) if tree_parent[child] == row][::-1]
    return [value == 1 for value in marks]


@pytest.mark.parametrize("seed", range(20))
def test_selection_is_what_the_scan_of_the_paper_marks(seed: int) -> None:
    from marrow.methods.cetd import content_elements

    random = np.random.default_rng(seed)
    html = "".join(random.choice(["<div>", "<div>", "</div>", "<p>x</p>"], 60))
    tree = read(Page(f"<body>{html}")).tree
    densities = random.exponential(10, len(tree))
    densities[:2] += 20
    sums = random.exponential(10, len(tree))
    sums[0] = 0
    end, parent = (tree.end[1:] - 1).tolist(), (tree.parent[1:] - 1).tolist()
    expected = scan(parent, end, densities[1:].tolist(), sums[1:].tolist())
    assert content_elements(tree, densities, sums, 1)[1:].tolist() == expected
    assert any(expected)


@pytest.mark.parametrize("density", ("composite", "text"))
def test_keeps_the_article_and_drops_the_navigation(density: str) -> None:
    blocks = read(Page(ARTICLE))
    scores = Cetd(density).score(blocks)
    assert [bool(score) for score in scores] == [False, False, True, True, True, False, False]


def test_a_page_without_links_is_scored_without_a_division_by_zero() -> None:
    blocks = read(Page(f"<body><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p>"))
    assert Cetd().score(blocks).tolist() == [1.0, 1.0]


def test_explain_gives_one_row_per_element() -> None:
    blocks = read(Page(ARTICLE))
    columns = Cetd().explain(blocks)
    assert {len(column) for column in columns.values()} == {len(blocks.tree)}
    assert columns["content"][elements(blocks, "main")[0]]
    assert not columns["content"][elements(blocks, "nav")[0]]


def test_a_link_costs_composite_density_only() -> None:
    linked = read(Page(f"<div><a href=/>{PARAGRAPH}</a></div>"))
    row = elements(linked, "div")[0]
    assert Cetd().explain(linked)["density"][row] == 0
    assert Cetd("text").explain(linked)["density"][row] == len(PARAGRAPH.strip())
