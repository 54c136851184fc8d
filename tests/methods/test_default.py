"""The default method with weights made by hand, and with those of the package."""

from __future__ import annotations

import pickle
from math import exp
from pathlib import Path

import numpy as np
import pytest

import marrow
from marrow import Page, read
from marrow.errors import WeightsError
from marrow.features.matrix import ALL_NAMES, FEATURE_NAMES
from marrow.methods.default import PageModel, expected_f1_of
from marrow.predict.trees import ObliviousTrees, save

SENTENCES = """\
Bones are filled with marrow, a soft tissue that makes the cells of the blood. In children, all \
bones hold red marrow; with age, fat takes its place in the long bones of arms and legs.
Every day the marrow of a grown person makes some hundred thousand million cells. Most of them \
are red cells, which carry oxygen, and which live for about a hundred and twenty days.
When the marrow is ill, too few cells of one kind are made, or too many. A transplant can help: \
cells of a healthy person are given like a transfusion, and find their way into the bones.\
""".splitlines()
ARTICLE = (
    "<!doctype html><html><head><title>What marrow does</title></head><body>"
    "<nav><ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul></nav>"
    f"<main><article><h1>What marrow does</h1>{''.join(f'<p>{text}</p>' for text in SENTENCES * 2)}"
    "</article></main><footer><p>Copyright. <a href=/terms>Terms</a></p></footer></body></html>"
)
LINKS = (
    "<!doctype html><title>Links</title><body><div class=links>"
    + "".join(f"<ul class=menu><li><a href=/{i}>Link number {i}</a></li></ul>" for i in range(60))
    + "</div></body>"
)
OTHERS = {
    "no block": "<p></p>",
    "one word": "<p>word</p>",
    "links": LINKS,
    "article": ARTICLE,
    "many blocks": "<p>word" * 3000,
    "Chinese": f"<h1>骨髓</h1><p>{'骨髓是骨头里的软组织。' * 20}</p>",
}


def stump(column: str, threshold: float, odds: float) -> ObliviousTrees:
    """One question: log-odds ``odds`` above the threshold, minus ``odds`` below."""
    return ObliviousTrees(
        np.array([[ALL_NAMES.index(column)]], np.int32),
        np.array([[threshold]], np.float32),
        np.array([-odds, odds], np.float32),
        0.0,
    )


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """Content is what has more than four words; the second pass is surer of what the first says."""
    path = tmp_path / "weights.npz"
    passes = (stump("log_words", float(np.log(5.5)), 1.0), stump("first_opinion", 0.5, 3.0))
    save(passes, path, {"features": list(ALL_NAMES)})
    return str(path)


def test_the_second_pass_reads_what_the_first_thinks(weights: str) -> None:
    blocks = read(Page("<p>a b c d e</p><p>a b c d</p><p>a b c d e f</p>"))
    high = 1 / (1 + exp(-3))
    assert PageModel(weights).score(blocks) == pytest.approx([high, 1 - high, high])


def test_keeps_what_gives_the_best_expected_f1_and_says_how_much(weights: str) -> None:
    model = PageModel(weights)
    blocks = read(Page("<p>a b c d e</p><p>a b c d</p><p>a b c d e f</p>"))
    kept, confidence = model.decide(blocks, model.score(blocks))
    high = 1 / (1 + exp(-3))
    assert kept.tolist() == [True, False, True]
    assert confidence == pytest.approx(2 * 11 * high / (11 + 11 * high + 4 * (1 - high)))


def test_weights_are_a_parameter_of_extract(weights: str) -> None:
    done = marrow.extract("<p>one two three four five</p><p>short</p>", weights=weights)
    assert done.text == "one two three four five"
    assert done.method == "marrow"
    assert 0.9 < done.confidence < 1


def test_a_model_survives_pickling(weights: str) -> None:
    model = PageModel(weights)
    blocks = read(Page(ARTICLE))
    again = pickle.loads(pickle.dumps(model))  # noqa: S301
    assert np.array_equal(again.score(blocks), model.score(blocks))


def test_a_page_without_text(weights: str) -> None:
    done = marrow.extract("<p></p>", weights=weights)
    assert (done.text, len(done.scores), done.confidence) == ("", 0, 0.0)


def test_weights_that_are_not_there_or_are_for_other_features(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none\.json: no such weights: train them with"):
        marrow.extract("<p>x", weights=str(tmp_path / "none.npz"))
    old = tmp_path / "old.npz"
    save([stump("log_words", 1, 1)] * 2, old, {"features": list(FEATURE_NAMES)})
    with pytest.raises(WeightsError, match=f"differ from column {len(FEATURE_NAMES)} on"):
        marrow.extract("<p>x", weights=str(old))


# --- the weights of the package -----------------------------------------------------------------


def test_the_weights_of_the_package_have_two_passes() -> None:
    first, second = PageModel().passes
    assert first.feature.max() < len(FEATURE_NAMES)
    # The second reads opinions of the first, or it would not be needed.
    assert (second.feature >= len(FEATURE_NAMES)).any()


@pytest.mark.parametrize("html", OTHERS.values(), ids=OTHERS)
def test_scores_are_probabilities_and_the_same_each_time(html: str) -> None:
    blocks = read(Page(html))
    scores = PageModel().score(blocks)
    assert scores.shape == (len(blocks),)
    assert scores.dtype == np.float32
    assert np.isfinite(scores).all()
    assert ((scores >= 0) & (scores <= 1)).all()
    PageModel().score(read(Page(ARTICLE)))
    assert np.array_equal(PageModel().score(blocks), scores)
    kept, confidence = PageModel().decide(blocks, scores)
    assert kept.shape == (len(blocks),)
    assert 0 <= confidence <= 1


def test_a_clear_article_is_kept_and_the_rest_is_not() -> None:
    text = marrow.extract(ARTICLE).text
    assert all(sentence in text for sentence in SENTENCES)
    assert "Home" not in text
    assert "Copyright" not in text


def test_confidence_is_high_on_a_clear_article_and_low_on_a_page_of_links() -> None:
    article, links = marrow.extract(ARTICLE).confidence, marrow.extract(LINKS).confidence
    assert article > 0.9
    assert links < 0.7


def test_what_another_method_keeps_is_expected_to_be_worse_or_as_good() -> None:
    blocks = read(Page(ARTICLE))
    kept, confidence = PageModel().decide(blocks, PageModel().score(blocks))
    assert expected_f1_of(blocks, kept) == pytest.approx(confidence, rel=1e-5)
    assert expected_f1_of(blocks, ~kept) < 0.3
    assert expected_f1_of(blocks, np.ones(len(blocks), np.bool_)) <= confidence + 1e-6
    assert expected_f1_of(blocks, np.zeros(len(blocks), np.bool_)) == 0
