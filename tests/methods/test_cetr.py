"""Check values: from the paper's examples, or computed by hand from its equations."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from marrow import Page, read
from marrow.errors import ParameterError
from marrow.methods.cetr import (
    Cetr,
    lowest_cluster_end,
    outside_pinned_cluster,
    rise,
    smooth,
    tag_ratios,
)
from marrow.reading.lines import read_lines

PARAGRAPH = "Bones are filled with marrow, a soft tissue that makes the cells of the blood. " * 2
MENU = "".join(f"<li><a href=/{i}>Item {i}</a></li>\n" for i in range(12))
PAGE = f"<ul>\n{MENU}</ul>\n" + f"<p>{PARAGRAPH}</p>\n" * 8 + f"<ul>\n{MENU}</ul>\n"


def test_tag_ratios_of_the_papers_example() -> None:
    author = "James Smith"
    html = f"<div>\n<p></p >\n<b>{author}\n{'w' * 37}\n<i>{'w' * 41}</i>\n</b></div>"
    lines = read_lines(Page(html))
    assert lines.n_chars.tolist() == [0, 0, 11, 37, 41, 0]
    assert lines.n_tags.tolist() == [1, 2, 1, 0, 2, 2]
    assert tag_ratios(lines).tolist() == [0, 0, 11, 37, 20.5, 0]


@pytest.mark.parametrize(
    ("sigma", "radius", "kernel"),
    (
        (1.0, 1, [0.2741, 0.4519, 0.2741]),
        (1.5, 2, [0.1201, 0.2339, 0.2921, 0.2339, 0.1201]),
    ),
)
def test_smoothing_has_the_papers_kernel(sigma: float, radius: int, kernel: list[float]) -> None:
    impulse = np.zeros(11)
    impulse[5] = 1
    around = smooth(impulse, sigma, radius)[5 - radius : 6 + radius]
    assert around == pytest.approx(kernel, abs=1e-4)


def test_smoothing_keeps_a_constant_up_to_the_borders() -> None:
    assert smooth(np.full(5, 3.0), 2.0, 2) == pytest.approx([3.0] * 5)
    assert smooth(np.full(5, 3.0), 50.0, 50) == pytest.approx([3.0] * 5)


def test_long_smoothing_gives_the_same_as_the_plain_sum() -> None:
    values = np.random.default_rng(1).exponential(20, 6000)
    kernel = np.exp(-(np.arange(-2000, 2001) ** 2) / (2 * 1999.5**2))
    middle = (values[1000:5001] * kernel).sum() / kernel.sum()
    assert smooth(values, 1999.5, 2000)[3000] == pytest.approx(middle)


def test_rise_has_the_check_values() -> None:
    values = np.array([0, 1.5074, 12.6258, 23.8447, 19.4037, 7.7396])
    expected = [12.6593, 17.1173, 4.3702, -10.2731, -11.6641, 0]
    assert rise(values) == pytest.approx(expected, abs=1e-4)


def test_rise_of_a_constant_is_nothing() -> None:
    assert rise(np.full(4, 7.0)).tolist() == [0, 0, 0, 0]
    assert rise(np.ones(1)).tolist() == [0]


def least_error(ordered: np.ndarray, k: int) -> tuple[float, set[float]]:
    """Try all partitions: the least squared error, and where the lowest cluster may end."""
    errors: dict[float, set[float]] = {}
    for cuts in combinations(range(1, len(ordered)), k - 1):
        error = sum(((part - part.mean()) ** 2).sum() for part in np.split(ordered, cuts))
        errors.setdefault(round(error, 6), set()).add(float(ordered[cuts[0]]))
    return min(errors), errors[min(errors)]


@pytest.mark.parametrize("seed", range(40))
def test_one_dimensional_clusters_are_the_best_ones(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.exponential(10, random.integers(4, 13)).round(1)
    k = min(int(random.integers(2, 5)), len(set(values)))
    assert lowest_cluster_end(values, k) in least_error(np.sort(values), k)[1]


def test_clusters_are_no_more_than_distinct_values() -> None:
    assert lowest_cluster_end(np.array([1.0, 5, 1, 5]), 3) == 5
    assert lowest_cluster_end(np.array([2.0, 2, 2]), 3) == 2


def test_pinned_cluster_takes_what_is_near_the_origin() -> None:
    points = np.array([[0, 0], [1, 0], [0, 1], [40, 0], [42, 1], [20, 18]], float)
    assert outside_pinned_cluster(points, 3).tolist() == [False] * 3 + [True] * 3


def test_pinned_centre_does_not_move() -> None:
    # With a free centre, 0 to 9 would be one cluster and 10 far from its middle.
    points = np.column_stack((np.array([0.0, 6, 10]), np.zeros(3)))
    assert outside_pinned_cluster(points, 2).tolist() == [False, True, True]


def test_equal_distance_goes_to_the_boilerplate() -> None:
    points = np.array([[0.0, 0], [5, 0], [10, 0]])
    assert outside_pinned_cluster(points, 2).tolist() == [False, False, True]


def test_nothing_but_zeros_is_no_content() -> None:
    assert outside_pinned_cluster(np.zeros((4, 2)), 3).tolist() == [False] * 4


@pytest.mark.parametrize("clustering", ("2d", "km", "tm"))
def test_keeps_the_paragraphs_and_drops_the_menus(clustering: str) -> None:
    method = Cetr(clustering, smoothing="narrow", k=2)
    blocks = read(Page(PAGE))
    scores = method.score(blocks)
    paragraphs = np.array([text.startswith("Bones") for text in blocks.text])
    assert (scores[paragraphs] == 1).all()
    # Smoothing takes the neighbours of the paragraphs along, two lines and the change before them.
    assert (scores[~paragraphs] == 0).sum() >= 14


def test_the_papers_unit_is_the_text_of_kept_lines() -> None:
    method = Cetr(smoothing="narrow", k=2)
    text = method.text_of(read_lines(Page(PAGE)))
    assert text.count(PARAGRAPH.strip()) == 8
    assert "Item 2" not in text


def test_a_page_without_tags_is_content() -> None:
    assert Cetr().score(read(Page("Plain text,\n\nin two lines."))).tolist() == [1.0]


def test_a_block_on_two_lines_scores_by_its_share_of_content() -> None:
    class Second(Cetr):
        def content_lines(self, lines):  # noqa: ANN001, ANN202
            return np.arange(len(lines)) == 1

    blocks = read(Page("<p>one\nthree four five"))
    assert Second().score(blocks).tolist() == [pytest.approx(13 / 16)]


@pytest.mark.parametrize(("name", "value"), (("k", 1), ("lambda_", -0.1), ("lambda_", float("nan"))))
def test_refuses_parameters_out_of_range(name: str, value: float) -> None:
    with pytest.raises(ParameterError, match=name):
        Cetr(**{name: value})


def test_explain_gives_one_row_per_line() -> None:
    columns = Cetr().explain(read(Page(PAGE)))
    assert set(columns) == {"ratio", "smoothed", "slope", "content"}
    assert {len(column) for column in columns.values()} == {12 * 2 + 8 + 4}
