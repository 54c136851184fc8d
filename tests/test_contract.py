"""Each part of the contract can fail: one broken method for each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np
import pytest

import marrow
from marrow import Blocks, Citation, Page, check_extractor, read
from marrow.contract import SAMPLES
from marrow.errors import ContractError, MethodError, MissingLayoutError
from marrow.registry import BUILT_IN, method, method_class

SOURCE = Citation("A. Tester", "A method for tests", "Proceedings of Testing", 2026)


@dataclass(frozen=True)
class Sound:
    """A method that keeps the contract; the broken ones differ from it in one thing each."""

    name: ClassVar[str] = "sound"
    citation: ClassVar[Citation | None] = SOURCE
    needs_layout: ClassVar[bool] = False

    share: float = 0.5

    def score(self, blocks: Blocks) -> Any:
        return np.full(len(blocks), self.share, np.float32)


@dataclass(frozen=True)
class NeedsLayout(Sound):
    needs_layout: ClassVar[bool] = True

    def score(self, blocks: Blocks) -> Any:
        if blocks.layout is None:
            raise MissingLayoutError("needs a rendered page")
        return (blocks.layout.width > 0).astype(np.float32)


@dataclass(frozen=True)
class Decides(Sound):
    def decide(self, blocks: Blocks, scores: Any) -> Any:  # noqa: ARG002
        return scores > 0, 0.5

    def explain(self, blocks: Blocks) -> Any:
        return {"length": blocks.n_chars}


@pytest.mark.parametrize("extractor", (Sound(), NeedsLayout(), Decides()))
def test_sound_methods_pass(extractor: Any) -> None:
    check_extractor(extractor)
    check_extractor(extractor, [read(Page("<p>one<p>two"))])


@pytest.mark.parametrize("name", [n for n, t in BUILT_IN.items() if find_spec(t.partition(":")[0])])
def test_every_registered_method_passes(name: str) -> None:
    assert method_class(name).name == name
    check_extractor(method(name))


@dataclass
class NotFrozen:
    name: ClassVar[str] = "not-frozen"
    citation: ClassVar[Citation | None] = SOURCE
    needs_layout: ClassVar[bool] = False

    def score(self, blocks: Blocks) -> Any:
        return np.zeros(len(blocks), np.float32)


class NoDataclass:
    name = "plain"
    citation = SOURCE
    needs_layout = False

    def score(self, blocks: Blocks) -> Any:
        return np.zeros(len(blocks), np.float32)


@dataclass(frozen=True)
class NoScore:
    name: ClassVar[str] = "no-score"
    citation: ClassVar[Citation | None] = SOURCE
    needs_layout: ClassVar[bool] = False


@dataclass(frozen=True)
class NoName(Sound):
    name: ClassVar[str] = ""


@dataclass(frozen=True)
class UndecidedLayout(Sound):
    needs_layout: ClassVar[Any] = None


@dataclass(frozen=True)
class NoCitation(Sound):
    citation: ClassVar[Citation | None] = None


@dataclass(frozen=True)
class TextCitation(Sound):
    citation: ClassVar[Any] = "Tester 2026"


@dataclass(frozen=True)
class TakenName(Sound):
    name: ClassVar[str] = "cetd"


@dataclass(frozen=True)
class DoesNotRefuse(Sound):
    needs_layout: ClassVar[bool] = True


def scoring(function: Callable[[Blocks], Any]) -> Sound:
    """Make a method that scores by a function."""

    @dataclass(frozen=True)
    class Broken(Sound):
        def score(self, blocks: Blocks) -> Any:
            return function(blocks)

    return Broken()


def refuse_nothing(blocks: Blocks) -> Any:
    """Fail on a page without blocks, as taking a mean or a maximum does."""
    return np.full(len(blocks), blocks.n_chars.argmax() >= 0, np.float32)


def writes(blocks: Blocks) -> Any:
    for mapping in blocks.tree.attributes:
        if isinstance(mapping, dict):
            mapping["class"] = "seen"
    return np.ones(len(blocks), np.float32)


def forces(blocks: Blocks) -> Any:
    if len(blocks):
        blocks.text[0] = "changed"  # type: ignore[index]
    return np.ones(len(blocks), np.float32)


@dataclass(frozen=True)
class Remembers(Sound):
    seen: list[int] = field(default_factory=list)

    def score(self, blocks: Blocks) -> Any:
        self.seen.append(len(blocks))
        return np.full(len(blocks), 1 / len(self.seen), np.float32)


@dataclass(frozen=True)
class RemembersInItsClass(Sound):
    calls: ClassVar[dict[str, int]] = {}

    def score(self, blocks: Blocks) -> Any:
        # The same again for pages seen before, so that only a page's place among others shows.
        first = self.calls.setdefault(blocks.page.html, len(self.calls))
        return np.full(len(blocks), 1 / (1 + first + 100 * (len(self.calls) == len(SAMPLES))), np.float32)


@dataclass(frozen=True)
class CannotBePickled(Sound):
    weigh: Any = field(default_factory=lambda: lambda n: n)


@dataclass(frozen=True)
class LosesItsParameters(Sound):
    def __reduce__(self) -> Any:
        return LosesItsParameters, (0.25,)


@dataclass(frozen=True)
class BadDecision(Decides):
    def decide(self, blocks: Blocks, scores: Any) -> Any:  # noqa: ARG002
        return scores, 0.5


@dataclass(frozen=True)
class BadConfidence(Decides):
    def decide(self, blocks: Blocks, scores: Any) -> Any:  # noqa: ARG002
        return scores > 0, float("nan")


@dataclass(frozen=True)
class BadColumns(Decides):
    def explain(self, blocks: Blocks) -> Any:
        return [blocks.n_chars]


@dataclass(frozen=True)
class BadColumn(Decides):
    def explain(self, blocks: Blocks) -> Any:  # noqa: ARG002
        return {"length": [1]}


@pytest.mark.parametrize(
    ("extractor", "problem"),
    (
        (NotFrozen(), "not a frozen dataclass"),
        (NoDataclass(), "not a frozen dataclass"),
        (NoScore(), "is no extractor: score missing"),
        (NoName(), "name is not a text"),
        (UndecidedLayout(), "needs_layout is neither"),
        (NoCitation(), "citation is missing"),
        (TextCitation(), "citation is not a marrow.Citation"),
        (TakenName(), "its name belongs to another method: marrow.methods.cetd:Cetd"),
        (DoesNotRefuse(), "scores a page without one"),
        (scoring(lambda b: [0.5] * len(b)), "are list, not a float32 array"),
        (scoring(lambda b: np.zeros(len(b))), "are float64, not a float32 array"),
        (scoring(lambda b: np.zeros((len(b), 1), np.float32)), r"have the shape \(0, 1\)"),
        (scoring(lambda _: np.zeros(1, np.float32)), "scores of an empty page have the shape"),
        (scoring(lambda b: np.full(len(b), np.nan, np.float32)), "are not all finite"),
        (scoring(lambda b: b.n_chars.astype(np.float32)), "not within 0..1"),
        (scoring(lambda b: np.full(len(b), -0.1, np.float32)), "not within 0..1"),
        (scoring(writes), "changed the blocks"),
        (scoring(forces), "changed the blocks"),
        (Remembers(), "it must keep no memory"),
        (RemembersInItsClass(), "it must keep no memory"),
        (CannotBePickled(), "cannot be pickled"),
        (LosesItsParameters(), "sees an? .* alone scores it otherwise"),
        (BadDecision(), "gives no bool array"),
        (BadConfidence(), "confidence in an empty page is nan"),
        (BadColumns(), "gives no dict"),
        (BadColumn(), "column 'length' is no array"),
    ),
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_each_fault_is_found(extractor: Any, problem: str) -> None:
    with pytest.raises(ContractError, match=problem) as caught:
        check_extractor(extractor)
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, MethodError)
    assert "\n" not in str(caught.value)


def test_a_method_that_fails_on_an_empty_page_shows_where() -> None:
    with pytest.raises(ValueError, match="argmax"):
        check_extractor(scoring(refuse_nothing))


def test_a_method_that_walks_by_recursion_fails_on_the_deep_page() -> None:
    def depth(parents: Any, row: int) -> int:
        return 0 if row < 0 else 1 + depth(parents, parents[row])

    def by_recursion(blocks: Blocks) -> Any:
        depths = [depth(blocks.tree.parent, row) for row in blocks.element]
        return (np.array(depths, np.float32) > 0).astype(np.float32)

    with pytest.raises(RecursionError):
        check_extractor(scoring(by_recursion))


@dataclass(frozen=True)
class FailsOnOddPages(Sound):
    def score(self, blocks: Blocks) -> Any:
        return np.full(len(blocks), 2.0 if "odd" in blocks.page.html else 0.5, np.float32)


def test_pages_of_the_caller_are_tried_too() -> None:
    check_extractor(FailsOnOddPages())
    with pytest.raises(ContractError, match=r"scores of pages\[1\]"):
        check_extractor(FailsOnOddPages(), [read(Page("<p>even")), read(Page("<p>odd"))])


def test_a_registered_method_has_its_registered_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "marrow.contract.method_targets", lambda: {"other": f"{Sound.__module__}:{Sound.__qualname__}"}
    )
    with pytest.raises(ContractError, match="registered under another name: other"):
        check_extractor(Sound())


def test_a_registered_method_has_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Wants(Sound):
        weight: float = field(kw_only=True)

    monkeypatch.setattr(
        "marrow.contract.method_targets", lambda: {"sound": f"{__name__}:{Wants.__qualname__}"}
    )
    with pytest.raises(ContractError, match="parameters without a default: weight"):
        check_extractor(Wants(weight=1.0))


def test_samples_are_what_they_say() -> None:
    blocks = {what: read(Page(html)) for what, html in SAMPLES.items()}
    assert len(blocks["an empty page"]) == 0
    assert len(blocks["a page of one block"]) == 1
    assert len(blocks["a page nested 3,000 deep"].tree) > 3000 > sys.getrecursionlimit()
    assert blocks["a page of links"].n_link_chars.tolist() == blocks["a page of links"].n_chars.tolist()
    assert len(blocks["a frameset"]) == 1


def test_the_facade_has_it() -> None:
    assert marrow.check_extractor is check_extractor
