"""Errors travel: from a thread, from a process, into a log."""

from __future__ import annotations

import pickle

import pytest

from marrow import errors


def classes(root: type[errors.MarrowError]) -> list[type[errors.MarrowError]]:
    return [root, *(found for child in root.__subclasses__() for found in classes(child))]


@pytest.mark.parametrize("kind", sorted(set(classes(errors.MarrowError)), key=lambda kind: kind.__name__))
def test_every_error_survives_the_way_to_another_process(kind: type[errors.MarrowError]) -> None:
    error = kind("page: said", 404) if kind is errors.HttpStatusError else kind("page: said")  # type: ignore[call-arg]
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(again), str(again), vars(again)) == (kind, "page: said", vars(error))


def test_the_tree_in_the_docstring_names_every_error() -> None:
    drawn = errors.__doc__ or ""
    missing = [kind.__name__ for kind in classes(errors.MarrowError) if kind.__name__ not in drawn]
    assert not missing
