from __future__ import annotations

import numpy as np
import pytest

from marrow.evaluate.bootstrap import clustered_mean


def test_the_mean_is_over_pages() -> None:
    found = clustered_mean([1.0, 1.0, 1.0, 0.0], ["a", "a", "a", "b"])

    assert found.mean == 0.75
    assert (found.n, found.n_groups) == (4, 2)


def test_two_sites_give_the_three_means_that_can_be_drawn() -> None:
    # a twice: 1; b twice: 0; one of each: 3 of 4. Each end has a quarter of the draws.
    found = clustered_mean([1.0, 1.0, 1.0, 0.0], ["a", "a", "a", "b"])

    assert (found.low, found.high) == (0.0, 1.0)


def test_equal_pages_leave_no_doubt() -> None:
    found = clustered_mean([0.5] * 6, list("aabbcc"))

    assert (found.low, found.mean, found.high) == (0.5, 0.5, 0.5)


def test_single_page_sites_give_the_interval_of_the_normal_distribution() -> None:
    values = np.random.default_rng(1).normal(size=400)
    found = clustered_mean(values, [str(i) for i in range(400)])
    half = 1.96 * values.std() / 20

    assert found.low == pytest.approx(values.mean() - half, abs=0.02)
    assert found.high == pytest.approx(values.mean() + half, abs=0.02)


def test_pages_of_one_site_count_less_than_pages_of_many() -> None:
    values = [0.0, 1.0] * 50
    alike = clustered_mean(np.repeat([0.0, 1.0] * 10, 5), np.repeat([f"s{i}" for i in range(20)], 5).tolist())
    apart = clustered_mean(values, [str(i) for i in range(100)])

    assert alike.high - alike.low > 1.8 * (apart.high - apart.low)


def test_the_seed_decides() -> None:
    values, groups = list(np.linspace(0, 1, 30)), [str(i) for i in range(30)]

    assert clustered_mean(values, groups, seed=3) == clustered_mean(values, groups, seed=3)
    assert clustered_mean(values, groups, seed=3) != clustered_mean(values, groups, seed=4)


@pytest.mark.parametrize(("values", "groups"), (([], []), ([1.0], []), ([1.0, 2.0], ["a"])))
def test_values_need_their_groups(values: list[float], groups: list[str]) -> None:
    with pytest.raises(ValueError, match="one group per value"):
        clustered_mean(values, groups)
