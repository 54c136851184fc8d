"""The contract that every method keeps, as a check that anyone can run.

::

    import marrow
    marrow.check_extractor(MyMethod())

Each part of the contract is one function below; the first that fails raises
:class:`~marrow.errors.ContractError`, whose message says which method does what wrong.
"""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from marrow.blocks import Blocks, Layout
from marrow.errors import ContractError, MissingLayoutError
from marrow.page import Page
from marrow.protocols import Citation, Decider, Explainer, Extractor, Scores
from marrow.reading import read
from marrow.registry import method_targets

_PARAGRAPH: Final = "<p>Bones are filled with marrow, a soft tissue that makes the cells of the blood.</p>"
_LINKS: Final = "<ul><li><a href=/a>Home</a><li><a href=/b>Contact</a><li><a href=/c>Imprint</a></ul>"
SAMPLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "an empty page": "<!doctype html><html><body></body></html>",
        "a page of one block": "<p>One block.",
        "a page without tags": "Plain text, and nothing else in it.",
        "an article": f"<title>Marrow</title><body><nav>{_LINKS}</nav>\n<main><h1>Marrow</h1>\n"
        + f"{_PARAGRAPH}\n" * 6
        + f"<table><tr><th>Bone<td>Femur</table></main>\n<footer>{_LINKS}</footer>",
        "a page of links": _LINKS * 5,
        "text without blanks": "<p>骨髓是骨骼内部的软组织。</p><p>ไขกระดูกสร้างเม็ดเลือด</p>" * 3,
        "a page nested 3,000 deep": "<div>" * 3000 + _PARAGRAPH * 3,
        "a frameset": "<frameset><frame src=a><noframes><body>No frames here.</body></noframes></frameset>",
    }
)
"""Pages on which methods are tried: what each is, and its HTML."""


def check_extractor(extractor: Extractor, pages: Sequence[Blocks] = ()) -> None:
    """Check that a method keeps the contract of :class:`~marrow.protocols.Extractor`.

    * its class is a frozen dataclass with ``name``, ``citation`` and ``needs_layout``; every
      method of other packages names its source; a registered name belongs to it alone, and every
      parameter of a registered method has a default;
    * it gives one finite float32 in 0..1 for each block of any page, be it empty;
    * it leaves the blocks as they are, has no memory (scores do not depend on the calls before)
      and survives pickling;
    * if it needs a layout, it refuses pages without one;
    * where it decides or explains, it does that in the same manner.

    Time is not measured.

    Parameters
    ----------
    extractor
        An instance with the parameters to be checked.
    pages
        Further pages to try, besides :data:`SAMPLES`.

    Raises
    ------
    ContractError
        An ``AssertionError`` too; one line that says what is wrong.
    """
    _check_class(extractor)
    _check_citation(extractor)
    _check_name(extractor)
    samples = {what: read(Page(html)) for what, html in SAMPLES.items()}
    samples |= {f"pages[{i}]": blocks for i, blocks in enumerate(pages)}
    if extractor.needs_layout:
        _check_refusal(extractor, samples["an article"])
        samples = {what: _with_layout(blocks) for what, blocks in samples.items()}
    first = {what: _checked_scores(extractor, what, blocks) for what, blocks in samples.items()}
    _check_memory(extractor, samples, first)
    _check_pickling(extractor, samples, first)
    for what, blocks in samples.items():
        _check_decision(extractor, what, blocks, first[what])
        _check_explanation(extractor, what, blocks)


def _fail(extractor: Any, problem: str) -> ContractError:
    name = getattr(extractor, "name", None)
    who = f"method {name!r}" if isinstance(name, str) else type(extractor).__qualname__
    return ContractError(f"{who}: {problem}")


def _check_class(extractor: Any) -> None:
    kind = type(extractor)
    if not isinstance(extractor, Extractor):
        missing = [a for a in ("name", "citation", "needs_layout", "score") if not hasattr(extractor, a)]
        raise _fail(extractor, f"is no extractor: {', '.join(missing)} missing")
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise _fail(extractor, "its class is not a frozen dataclass")
    if not isinstance(extractor.name, str) or not extractor.name:
        raise _fail(extractor, "name is not a text")
    if not isinstance(extractor.needs_layout, bool):
        raise _fail(extractor, "needs_layout is neither True nor False")


def _check_citation(extractor: Extractor) -> None:
    if extractor.citation is None:
        if type(extractor).__module__.partition(".")[0] != "marrow":
            raise _fail(extractor, "citation is missing: name the paper, or whose idea the method is")
    elif not isinstance(extractor.citation, Citation):
        raise _fail(extractor, "citation is not a marrow.Citation")


def _check_name(extractor: Extractor) -> None:
    kind = type(extractor)
    own = f"{kind.__module__}:{kind.__qualname__}"
    targets = method_targets()
    registered = [name for name, target in targets.items() if target == own]
    if registered and extractor.name not in registered:
        raise _fail(extractor, f"is registered under another name: {', '.join(registered)}")
    if not registered and extractor.name in targets:
        raise _fail(extractor, f"its name belongs to another method: {targets[extractor.name]}")
    without_default = [
        field.name
        for field in dataclasses.fields(kind)  # type: ignore[arg-type]
        if field.init and field.default is field.default_factory is dataclasses.MISSING
    ]
    if registered and without_default:
        raise _fail(extractor, f"parameters without a default: {', '.join(without_default)}")


def _check_refusal(extractor: Extractor, blocks: Blocks) -> None:
    try:
        extractor.score(blocks)
    except MissingLayoutError:
        return
    raise _fail(extractor, "needs a layout but scores a page without one: raise MissingLayoutError")


def _checked_scores(extractor: Extractor, what: str, blocks: Blocks) -> Scores:
    before = _contents(blocks)
    scores = extractor.score(blocks)
    if not isinstance(scores, np.ndarray) or scores.dtype != np.float32:
        found = getattr(scores, "dtype", type(scores).__name__)
        raise _fail(extractor, f"scores of {what} are {found}, not a float32 array")
    if scores.shape != (len(blocks),):
        raise _fail(extractor, f"scores of {what} have the shape {scores.shape}, not ({len(blocks)},)")
    if not np.isfinite(scores).all():
        raise _fail(extractor, f"scores of {what} are not all finite")
    if ((scores < 0) | (scores > 1)).any():
        raise _fail(extractor, f"scores of {what} go from {scores.min()} to {scores.max()}, not within 0..1")
    if _contents(blocks) != before:
        raise _fail(extractor, f"changed the blocks of {what}: a method only scores")
    return scores.copy()


def _check_memory(extractor: Extractor, samples: dict[str, Blocks], first: dict[str, Scores]) -> None:
    for what in reversed(samples):
        if not np.array_equal(extractor.score(samples[what]), first[what]):
            raise _fail(extractor, f"scores {what} otherwise after other pages: it must keep no memory")


def _check_pickling(extractor: Extractor, samples: dict[str, Blocks], first: dict[str, Scores]) -> None:
    try:
        data = pickle.dumps(extractor)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise _fail(extractor, f"cannot be pickled: {error}") from error
    for what, blocks in samples.items():
        # A fresh copy for each page: it has seen no other page.
        alone = pickle.loads(data)  # noqa: S301  (our own pickle, made above)
        if not np.array_equal(alone.score(blocks), first[what]):
            raise _fail(extractor, f"a pickled copy that sees {what} alone scores it otherwise")


def _check_decision(extractor: Extractor, what: str, blocks: Blocks, scores: Scores) -> None:
    if not isinstance(extractor, Decider):
        return
    kept, confidence = extractor.decide(blocks, scores)
    if not isinstance(kept, np.ndarray) or kept.dtype != np.bool_ or kept.shape != (len(blocks),):
        raise _fail(extractor, f"decide on {what} gives no bool array with one value per block")
    if not np.isfinite(confidence) or not 0 <= confidence <= 1:
        raise _fail(extractor, f"its confidence in {what} is {confidence}, not within 0..1")


def _check_explanation(extractor: Extractor, what: str, blocks: Blocks) -> None:
    if not isinstance(extractor, Explainer):
        return
    columns = extractor.explain(blocks)
    if not isinstance(columns, dict):
        raise _fail(extractor, f"explain of {what} gives no dict of columns")
    for name, column in columns.items():
        if not isinstance(name, str) or not isinstance(column, np.ndarray) or column.ndim != 1:
            raise _fail(extractor, f"explain of {what}: column {name!r} is no array of one dimension")


def _contents(blocks: Blocks) -> tuple[Any, ...]:
    """All that a method could change, copied so that it can be compared."""
    tree, runs = blocks.tree, blocks.runs
    tables: tuple[Any, ...] = (blocks, tree, runs, *([blocks.layout] if blocks.layout else []))
    arrays = tuple(
        value.tobytes()
        for table in tables
        for field in dataclasses.fields(table)
        if isinstance(value := getattr(table, field.name), np.ndarray)
    )
    attributes = tuple(tuple(mapping.items()) for mapping in tree.attributes)
    return blocks.page, tuple(blocks.text), tuple(tree.tags), attributes, arrays


def _with_layout(blocks: Blocks) -> Blocks:
    """Lay the blocks below each other, as a browser without style sheets would."""
    n = len(blocks)
    height = 20.0 * (1 + blocks.n_chars.astype(np.float32) // 100)
    layout = Layout(
        left=np.zeros(n, np.float32),
        top=(np.cumsum(height) - height).astype(np.float32),
        width=np.full(n, 800, np.float32),
        height=height.astype(np.float32),
        style=np.zeros(n, np.int32),
        styles=[{}],
    )
    return dataclasses.replace(blocks, layout=layout)
