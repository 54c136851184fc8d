"""Training on a dozen pages that are made here; the trees grow in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import marrow
from marrow.data import Example
from marrow.data.folds import N_FOLDS
from marrow.errors import DatasetError
from marrow.features.matrix import ALL_NAMES, FEATURE_NAMES
from marrow.page import Page
from marrow.predict.trees import ObliviousTrees, load
from marrow.train import default as training, growing, samples
from marrow.train.default import Trainer
from marrow.train.samples import Sample, Settings, TrainingPage, block_weights, training_page

pytest.importorskip("rapidfuzz", reason="alignment needs it: pip install -e '.[data]'")

SETTINGS = Settings(n_first=12, n_second=6, depth=3)
TEXT = "Bones are filled with marrow, a tissue that makes the cells of the blood, number {}."


def example(number: int, site: str | None) -> Example:
    paragraphs = [TEXT.format(number * 10 + i) for i in range(2 + number % 4)]
    html = (
        f"<title>Page {number}</title><nav><ul><li><a href=/>Home</a><li><a href=/x>Contact us</a></ul></nav>"
        f"<div class=post><h1>Page {number}</h1>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
        f"<footer class=footer><p>Copyright {number}. <a href=/t>Terms of use</a></p></footer>"
    )
    gold = "\n".join((f"Page {number}", *paragraphs))
    return Example(Page(html), f"page-{number}", "wcxb", site, text=gold)


@pytest.fixture(scope="module")
def pages() -> list[TrainingPage]:
    """Twelve pages of six sites, in which every fold has a site."""
    return [
        replace(training_page(example(number, f"site-{number % 6}.example")), fold=number % 6 % N_FOLDS)
        for number in range(12)
    ]


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grow in threads: the start of a process takes a second."""
    monkeypatch.setattr(training, "ProcessPoolExecutor", lambda jobs, **_: ThreadPoolExecutor(jobs))


def silent(_step: str, _done: int, _n: int) -> None:
    pass


# --- pages and samples --------------------------------------------------------------------------


def test_labels_are_shares_of_the_gold() -> None:
    page = training_page(example(1, "a.example"))
    # Two of the menu, the heading, three paragraphs, the footer.
    assert page.labels[:6].tolist() == [0, 0, 1, 1, 1, 1]
    assert page.labels[6] < 0.5
    assert page.columns.shape == (len(FEATURE_NAMES), 7)


def test_pages_of_a_site_share_a_fold_and_pages_without_a_site_have_their_own() -> None:
    folds = {training_page(example(number, "one.example")).fold for number in range(8)}
    assert len(folds) == 1
    alone = [training_page(example(number, None)) for number in range(2)]
    assert [page.group for page in alone] == ["page-0", "page-1"]


@pytest.mark.parametrize(
    ("name", "total"), (("wcxb", 1.0), ("chinese", 1.0), ("weblogs", 0.15), ("other", 1.0))
)
def test_weights_of_blocks_sum_to_that_of_the_page(
    pages: list[TrainingPage], name: str, total: float
) -> None:
    for page in pages[:4]:
        assert block_weights(replace(page, dataset=name), SETTINGS).sum() == pytest.approx(total)


def test_a_block_counts_as_its_words_to_the_power(pages: list[TrainingPage]) -> None:
    page = pages[0]
    weights = block_weights(page, replace(SETTINGS, word_power=0.25))
    # "Home" has one word, a paragraph sixteen: 16 ** 0.25 = 2.
    assert page.texts[0] == "Home"
    assert len(page.texts[3].split()) == 16
    assert weights[3] / weights[0] == pytest.approx(2)
    assert np.ptp(block_weights(page, replace(SETTINGS, word_power=0))) == pytest.approx(0)


def test_a_sample_holds_all_blocks_of_all_pages(pages: list[TrainingPage]) -> None:
    empty = training_page(Example(Page("<p></p>"), "none", "wcxb", text=""))
    sample = Sample.of([pages[0], empty, pages[1]], SETTINGS)
    assert np.array_equal(sample.x, np.concatenate([pages[0].columns.T, pages[1].columns.T]))
    assert sample.y.tolist() == [*pages[0].labels.tolist(), *pages[1].labels.tolist()]
    assert sample.weight.sum() == pytest.approx(2)


def test_a_sample_of_the_second_pass_holds_the_opinions(pages: list[TrainingPage]) -> None:
    opinions = [np.full(len(page.labels), i / 10, np.float32) for i, page in enumerate(pages[:3])]
    x = Sample.of(pages[:3], SETTINGS, opinions).x
    assert x.shape[1] == len(ALL_NAMES)
    expected = np.concatenate(opinions)
    assert x[:, ALL_NAMES.index("first_opinion")].tolist() == expected.tolist()
    assert x[:, ALL_NAMES.index("opinion_page")] == pytest.approx(expected)


def test_nothing_to_learn_from_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "dataset", lambda _name, _folder: [replace(example(1, None), text=None)])
    with pytest.raises(DatasetError, match="no page with gold text was found: correct --datasets"):
        samples.load_pages(None, silent)
    with pytest.raises(DatasetError, match="no block to learn from"):
        Sample.of([], SETTINGS)


def test_pages_without_gold_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [example(1, None), replace(example(2, None), text=None), replace(example(3, None), text="")]
    monkeypatch.setattr(samples, "dataset", lambda _name, _folder: found)
    steps: list[tuple[str, int, int]] = []
    pages = samples.load_pages(None, lambda *step: steps.append(step), ["wcxb"])
    assert [page.group for page in pages] == ["page-1", "page-3"]
    assert not pages[1].labels.any()  # a page without content is one to learn from
    assert steps == [("reading wcxb", 1, 3), ("reading wcxb", 2, 3), ("reading wcxb", 3, 3)]


# --- who has seen what --------------------------------------------------------------------------


class Seer:
    """Trees that know which sites they saw, and which they were asked about."""

    def __init__(self, seen: set[str], site_of: dict[bytes, str]) -> None:
        self.seen = seen
        self.asked: set[str] = set()
        self._site_of = site_of

    def probabilities(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        self.asked.add(self._site_of[matrix[: len(FEATURE_NAMES)].tobytes()])
        return np.full(matrix.shape[1], 0.5, np.float32)


class SeeingTrainer(Trainer):
    """Grows nothing, but notes the sites in each sample."""

    def _grow_all(self, samples: Any, _n_trees: int, _n: int, _step: str, _progress: Any) -> Iterator[Any]:
        site_of = {page.columns.tobytes(): page.group for page in self.pages}
        site_of_row = {
            row.tobytes(): page.group
            for page in self.pages
            for row, text in zip(page.columns.T.copy(), page.texts, strict=True)
            if TEXT[:20] in text
        }
        for number, sample in enumerate(samples):
            rows = (np.ascontiguousarray(row[: len(FEATURE_NAMES)]).tobytes() for row in sample.x)
            yield number, Seer({site_of_row[row] for row in rows if row in site_of_row}, site_of)


@pytest.fixture
def seeing(pages: list[TrainingPage]) -> SeeingTrainer:
    """A trainer of pages whose rows tell the site."""
    marked = []
    for page in pages:
        columns = page.columns.copy()
        columns[0] = int(page.group[5])  # the number of the site
        marked.append(replace(page, columns=columns))
    return SeeingTrainer(marked, SETTINGS, 1)


def sites(pages: Sequence[TrainingPage], folds: set[int]) -> set[str]:
    return {page.group for page in pages if page.fold in folds}


def test_first_passes_see_all_sites_but_those_of_the_folds_left_out(seeing: SeeingTrainer) -> None:
    left = [frozenset[int](), frozenset({1}), frozenset({0, 3})]
    seeing.grow_first(left, silent)
    for folds in left:
        assert seeing.first[folds].seen == sites(seeing.pages, set(range(N_FOLDS)) - folds)  # type: ignore[attr-defined]


@pytest.mark.parametrize("tested", (frozenset[int](), frozenset({0}), frozenset({4})))
def test_the_second_pass_learns_from_opinions_of_who_has_not_seen_the_site(
    seeing: SeeingTrainer, tested: frozenset[int]
) -> None:
    left = [tested | {fold} for fold in range(N_FOLDS) if fold not in tested]
    seeing.grow_first(left, silent)
    sample = seeing.second_sample(tested)
    asked: set[str] = set()
    for folds in left:
        seer: Any = seeing.first[folds]
        assert not seer.seen & seer.asked
        assert not seer.seen & sites(seeing.pages, set(tested))
        asked |= seer.asked
    assert asked == sites(seeing.pages, set(range(N_FOLDS)) - tested)
    assert len(sample.y) == sum(len(page.labels) for page in seeing.pages if page.fold not in tested)


def test_no_site_is_tested_by_who_has_seen_it(
    seeing: SeeingTrainer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tested: list[str] = []

    def page_f1(passes: tuple[Any, Any], page: TrainingPage) -> tuple[float, float]:
        tested.append(page.group)
        others = sites(seeing.pages, set(range(N_FOLDS)) - {page.fold})
        assert [each.seen for each in passes] == [others, others]
        assert page.group not in others
        return 0.5, 1.0

    saved: list[str] = []
    monkeypatch.setattr(training, "page_f1", page_f1)
    monkeypatch.setattr(training, "save", lambda _passes, path, _manifest: saved.append(path.name))
    seeing.grow_first([frozenset({fold}) for fold in range(N_FOLDS)], silent)
    assert training.cross_validate(seeing, tmp_path, silent) == {"wcxb": 0.5}
    assert sorted(tested) == sorted(page.group for page in seeing.pages)
    assert saved == [f"fold-{fold}.npz" for fold in range(N_FOLDS)]


# --- trees --------------------------------------------------------------------------------------


def arrays_of(trees: ObliviousTrees) -> list[list[float]]:
    return [trees.feature.tolist(), trees.threshold.tolist(), trees.leaf.tolist(), [trees.bias]]


def test_the_same_seed_grows_the_same_trees(pages: list[TrainingPage]) -> None:
    pytest.importorskip("catboost", reason="trees are grown by it: pip install -e '.[train]'")
    sample = Sample.of(pages, SETTINGS)
    one, same, other = (
        arrays_of(growing.grow(sample, 5, replace(SETTINGS, seed=seed))) for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other


@pytest.mark.parametrize("depth", (1, 6))
def test_exported_trees_say_what_catboost_says(
    pages: list[TrainingPage], depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("catboost", reason="trees are grown by it: pip install -e '.[train]'")
    boosters: list[Any] = []
    exported = growing._exported

    def remembered(booster: Any) -> ObliviousTrees:
        boosters.append(booster)
        return exported(booster)

    monkeypatch.setattr(growing, "_exported", remembered)
    random = np.random.default_rng(6)
    x = random.normal(size=(2000, 9)).astype(np.float32)
    y = (x[:, 0] + x[:, 1] * x[:, 2] + random.normal(size=2000) > 0).astype(np.float32)
    for sample in (Sample(x, y, np.ones(2000)), Sample.of(pages, SETTINGS)):
        trees = growing.grow(sample, 20, replace(SETTINGS, depth=depth))
        expected = boosters[-1].predict(sample.x, prediction_type="RawFormulaVal")
        assert np.ptp(expected) > 0.5
        assert trees.log_odds(np.ascontiguousarray(sample.x.T)) == pytest.approx(expected, abs=1e-5)


@pytest.mark.usefixtures("threads")
def test_training_writes_weights_that_extract(
    pages: list[TrainingPage], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("catboost", reason="trees are grown by it: pip install -e '.[train]'")
    monkeypatch.setattr(training, "load_pages", lambda _folder, _progress: pages)
    path, folds = tmp_path / "w.npz", tmp_path / "folds"
    manifest = training.train(path, None, SETTINGS, folds_folder=folds, jobs=2, progress=silent)

    assert manifest["trained_on"] == {"wcxb": 12}
    assert manifest["features"] == list(ALL_NAMES)
    assert json.loads(path.with_suffix(".json").read_text())["settings"]["n_first"] == 12
    assert sorted(file.name for file in folds.glob("*.npz")) == [f"fold-{fold}.npz" for fold in range(5)]
    shapes = [trees.feature.shape for trees in load(path, (len(FEATURE_NAMES), len(ALL_NAMES)), ALL_NAMES)]
    assert shapes == [(3, 12), (3, 6)]
    # Pages made by one rule: a dozen is enough to learn it.
    assert manifest["cross_validated_word_f1"]["wcxb"] > 0.9
    done = marrow.extract(example(77, None).page.html, weights=str(path))
    assert TEXT.format(770) in done.text
    assert "Home" not in done.text


def test_the_number_of_processes_changes_nothing(pages: list[TrainingPage]) -> None:
    pytest.importorskip("catboost", reason="trees are grown by it: pip install -e '.[train]'")
    small = replace(SETTINGS, n_first=2)
    trainer = Trainer(pages, small, 2)
    steps: list[tuple[str, int, int]] = []
    trainer.grow_first([frozenset({0}), frozenset({1})], lambda *step: steps.append(step))
    alone = growing.grow(Sample.of([page for page in pages if page.fold != 1], small), 2, small)
    assert arrays_of(trainer.first[frozenset({1})]) == arrays_of(alone)
    assert steps == [("first passes", done, 2) for done in range(3)]
