"""Counts and records of every dataset; they were taken from the files without Marrow."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from marrow.data import Dataset, Example, dataset, dataset_names

pytest.importorskip("pyarrow", reason="the extra train is not installed")


class Record(NamedTuple):
    """First, middle or last page: length of its HTML, and a digest of HTML and gold text."""

    id: str
    site: str | None
    page_type: str | None
    n_chars: int
    digest: str


class Count(NamedTuple):
    pages: int
    with_text: int
    empty_text: int
    with_comments: int


COUNTS = {
    "wcxb": Count(1358, 1356, 19, 0),
    "cleaneval": Count(739, 739, 7, 0),
    "dragnet": Count(1381, 1381, 0, 413),
    "l3s-gn1": Count(621, 621, 0, 77),
    "cleanportaleval": Count(71, 71, 2, 0),
    "readability": Count(130, 130, 0, 0),
    "big9": Count(180, 180, 0, 0),
    "chinese": Count(69, 69, 0, 0),
    "htmltotext": Count(28, 28, 0, 0),
    "weblogs": Count(813, 452, 0, 0),
}
RECORDS = {
    "wcxb": (
        Record("0001", "scratchculinary.com", "article", 220668, "a0d4254db931750e"),
        Record("0697", "freshworks.com", "service", 503662, "457498e4ecbe6396"),
        Record("4917", "k12.com", "service", 102027, "60c9bac337f5e4f1"),
    ),
    "cleaneval": (
        Record("dev/1", "1-las-vegas-real-estate.com", None, 28483, "ee1a94b748d94e7b"),
        Record("final/375", "state.sc.us", None, 14853, "e15ba499e0a762c9"),
        Record("final/799", "washingtonpost.com", None, 101566, "268af527420fc0fe"),
    ),
    "dragnet": (
        Record("100", "cbsnews.com", None, 102972, "3090d3aa8465008a"),
        Record("R537", "blogspot.com", None, 54676, "326d4e7ae4ef3d7d"),
        Record("T99", "bornrich.com", None, 85912, "815f66cf4e2316a4"),
    ),
    "l3s-gn1": (
        Record("01ccc7c5-a1d1-46e1-a5f7-43310df16575", "un.org", "article", 12970, "cb58aac1cc32be6e"),
        Record(
            "89329982-007b-42ae-af61-c96b111b717e", "planet-f1.co.za", "article", 33743, "8c6250ac16962fe0"
        ),
        Record("fffdcc2c-4c1b-496f-882a-baa8bacd2857", "ndtv.com", "article", 55016, "3255d5a17ebdf6df"),
    ),
    "cleanportaleval": (
        Record("bbc.co.uk_news_01", "bbc.co.uk_news", None, 87231, "fb4aafcf355fbaeb"),
        Record("tv.msnbc.com_news_10", "tv.msnbc.com_news", None, 73775, "3961630e3b672473"),
        Record("washingtonpost.com_blog2_2", "washingtonpost.com_blog2", None, 167721, "a38bb2bc1996a2b7"),
    ),
    "readability": (
        Record("001", None, None, 12504, "f99dc3e4b57a5749"),
        Record("mercurial", None, None, 64326, "9c5e3c07fcc049a9"),
        Record("youth", "youth.cn", None, 458011, "d583f0dfbd0f6add"),
    ),
    "big9": (
        Record("2005/amd (1)", "forbes.com", "article", 85147, "54922c813a61c1e4"),
        Record("2013/america (1)", "forbes.com", "article", 87855, "e0e67f18838252f0"),
        Record("2013/xbox (1)", "arstechnica.com", "article", 63559, "93aa6dcf0eb002d0"),
    ),
    "chinese": (
        Record("05e98007-d810-4036-b154-2ef2fe68c2af", "cdp1998.org", None, 7544, "ba6e8f3b10729080"),
        Record("9890f458-7af7-4e96-a507-6eb1b359d675", None, None, 8594, "bd5595e2298ca95a"),
        Record("fddcb19c-c3c1-4e39-a61d-9bf096a5f390", "beijingspring.com", None, 17138, "a1a8c3f60117cad7"),
    ),
    "htmltotext": (
        Record(
            "de/forum-ioff-427063-Der-Weltraum-Asteroiden-und-Kometen",
            "ioff.de",
            "forum",
            111992,
            "c07ae3f616fa60b9",
        ),
        Record("en/forum-pathofexile-991758", "pathofexile.com", "forum", 42249, "d728d5a1c6048fc5"),
        Record("zh/wiki-baike-liqiu", "baidu.com", "wiki", 4308, "cb44e4894f4fae6a"),
    ),
    "weblogs": (
        Record(
            "0cch/0CCh.github.io/2022/12/20/dpcpp-compiler-and-runtime-design/index.html",
            "0cch/0CCh.github.io",
            "article",
            35468,
            "86561f4de3eb876f",
        ),
        Record(
            "echen/old-blog/2012/03/05/instant-interactive-visualization-with-d3-and-ggplot2/index.html",
            "echen/old-blog",
            "article",
            12710,
            "d43d25334bcea6fa",
        ),
        Record(
            "Xpktro/sl-blog/2013/08/30/hola/index.html", "Xpktro/sl-blog", "article", 9383, "9277f34c1b893016"
        ),
    ),
}
# As the notes of the datasets tell them.
DAMAGED = {
    "cleaneval": {"dev/47", "final/250"},
    "dragnet": {"R237", "R427"},
    "l3s-gn1": {"599fc2eb-b6af-4fb1-b27c-d0a93b4d8bb3"},
    "htmltotext": {"zh/wiki-baike-liqiu"},
    "big9": set(),
}


@pytest.fixture(scope="module", params=tuple(COUNTS))
def examples(request: pytest.FixtureRequest, datasets: Path) -> list[Example]:
    return list(dataset(request.param, datasets))


def test_every_dataset_is_counted() -> None:
    assert set(COUNTS) == set(RECORDS) == set(dataset_names())


def test_counts(examples: list[Example]) -> None:
    texts = [example.text for example in examples]
    comments = sum(example.comments is not None for example in examples)
    found = Count(len(texts), sum(t is not None for t in texts), texts.count(""), comments)

    assert found == COUNTS[examples[0].dataset]


def test_records(examples: list[Example]) -> None:
    chosen = (examples[0], examples[len(examples) // 2], examples[-1])

    assert tuple(map(record, chosen)) == RECORDS[examples[0].dataset]


def test_ids_are_unique(examples: list[Example]) -> None:
    assert Counter(example.id for example in examples).most_common(1)[0][1] == 1


def test_damaged_pairs_are_flagged_and_kept(examples: list[Example]) -> None:
    name = examples[0].dataset
    flagged = {example.id for example in examples if "damaged" in example.flags}

    assert flagged == DAMAGED.get(name, flagged)
    assert all(
        example.containment is None or example.containment >= 0.7 or example.id in flagged
        for example in examples
    )


def test_the_wrapper_of_cleaneval_is_gone(examples: list[Example]) -> None:
    assert not [e.id for e in examples if e.page.html.lstrip().startswith(("<text ", "\ufeff<text "))]


@pytest.mark.parametrize("name", dataset_names())
def test_length_needs_no_pages(name: str, datasets: Path) -> None:
    found = dataset(name, datasets)

    assert isinstance(found, Dataset)
    assert len(found) == COUNTS[name].pages
    assert found.licence
    assert found.origin
    assert 2000 < found.citation.year < 2030


def record(example: Example) -> Record:
    text = example.page.html
    digest = hashlib.blake2b(f"{text}\0{example.text}".encode(), digest_size=8).hexdigest()
    return Record(example.id, example.site, example.page_type, len(text), digest)
