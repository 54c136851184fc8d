"""Marrow reads web pages: the main content of any page.

>>> import marrow
>>> extraction = marrow.extract("<nav><a href='/'>Home</a></nav><p>Bones are filled with marrow.")
>>> print(extraction.text)
Bones are filled with marrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marrow.blocks import Blocks as Blocks, Layout as Layout, Runs as Runs
    from marrow.contract import check_extractor as check_extractor
    from marrow.errors import MarrowError as MarrowError
    from marrow.extracting import extract as extract, extract_blocks as extract_blocks
    from marrow.extraction import Extraction as Extraction
    from marrow.metadata import Metadata as Metadata
    from marrow.page import Page as Page
    from marrow.protocols import Citation as Citation, Extractor as Extractor, Learner as Learner
    from marrow.reading import read as read
    from marrow.registry import method as method
    from marrow.render import RenderOptions as RenderOptions
    from marrow.tree import Tree as Tree

__version__ = "0.1.0"

# Names are imported when they are first used, so that "import marrow" costs next to nothing.
_HOME = {
    "Blocks": "marrow.blocks",
    "Citation": "marrow.protocols",
    "Extraction": "marrow.extraction",
    "Extractor": "marrow.protocols",
    "Layout": "marrow.blocks",
    "Learner": "marrow.protocols",
    "MarrowError": "marrow.errors",
    "Metadata": "marrow.metadata",
    "Page": "marrow.page",
    "RenderOptions": "marrow.render",
    "Runs": "marrow.blocks",
    "Tree": "marrow.tree",
    "check_extractor": "marrow.contract",
    "extract": "marrow.extracting",
    "extract_blocks": "marrow.extracting",
    "method": "marrow.registry",
    "read": "marrow.reading",
}

__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'marrow' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
