"""Datasets by name. Nothing is imported until a dataset is asked for."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Final

from marrow.data.dataset import Dataset
from marrow.errors import DatasetError, UnknownNameError

FOLDER_VARIABLE: Final = "MARROW_DATASETS"

_BUILT_IN: Final = {
    "wcxb": "marrow.data.wcxb:Wcxb",
    "cleaneval": "marrow.data.cleaneval:CleanEval",
    "dragnet": "marrow.data.dragnet:Dragnet",
    "l3s-gn1": "marrow.data.l3s_gn1:L3sGn1",
    "cleanportaleval": "marrow.data.cleanportaleval:CleanPortalEval",
    "readability": "marrow.data.readability:Readability",
    "big9": "marrow.data.big9:Big9",
    "chinese": "marrow.data.chinese:Chinese",
    "htmltotext": "marrow.data.htmltotext:HtmlToText",
    "weblogs": "marrow.data.weblogs:Weblogs",
}


def dataset_names() -> tuple[str, ...]:
    """Names of all datasets."""
    return tuple(_BUILT_IN)


def dataset(name: str, folder: str | os.PathLike[str] | None = None) -> Dataset:
    """Make a dataset; its files are opened when it is iterated.

    Parameters
    ----------
    name
        One of :func:`dataset_names`.
    folder
        Where the files lie; without it, the environment variable ``MARROW_DATASETS``.

    Raises
    ------
    UnknownNameError
        With the nearest names.
    DatasetError
        No folder was named, or it does not exist.
    """
    target = _BUILT_IN.get(name)
    if target is None:
        raise UnknownNameError.nearest("dataset", name, _BUILT_IN)
    module, _, attribute = target.partition(":")
    found: Dataset = getattr(import_module(module), attribute)(datasets_folder(folder))
    return found


def datasets_folder(folder: str | os.PathLike[str] | None = None) -> Path:
    """Find the folder of the datasets: the one given, else the one that the environment names.

    Raises
    ------
    DatasetError
        No folder was named, or it does not exist.
    """
    named = folder or os.environ.get(FOLDER_VARIABLE)
    if not named:
        raise DatasetError(
            f"no folder of datasets was named: use --datasets FOLDER or set {FOLDER_VARIABLE};"
            " docs/benchmarks.md tells how to get them"
        )
    path = Path(named)
    if not path.is_dir():
        raise DatasetError(f"{path}: no such folder of datasets: correct --datasets or {FOLDER_VARIABLE}")
    return path
