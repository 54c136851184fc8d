from __future__ import annotations

from collections import Counter

import pytest

from marrow.data import site_fold

SITES = [f"site-{i}.example" for i in range(1000)]


def test_a_site_stays_in_its_fold() -> None:
    # printf 0:example.org | b2sum -l 64, as a number, modulo 5. It must never change: the models
    # of the folds are kept.
    digests = {0: 0x7F32BFCA5B27DC97, 7: 0xC8B9E283BC315745}
    for seed, digest in digests.items():
        assert site_fold("example.org", 5, seed) == digest % 5


def test_folds_are_balanced() -> None:
    sizes = Counter(site_fold(site, 5) for site in SITES)

    # Four standard deviations of a binomial with n = 1000, p = 0.2.
    assert sorted(sizes) == [0, 1, 2, 3, 4]
    assert all(abs(size - 200) < 4 * 12.65 for size in sizes.values())


def test_another_seed_is_another_assignment() -> None:
    same = sum(site_fold(site, 5, 0) == site_fold(site, 5, 1) for site in SITES)

    assert abs(same - 200) < 4 * 12.65


def test_one_fold_holds_all() -> None:
    assert {site_fold(site, 1) for site in SITES} == {0}


def test_no_folds_are_refused() -> None:
    with pytest.raises(ValueError, match="n_folds=0"):
        site_fold("example.org", 0)
