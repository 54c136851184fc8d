"""One page from the command line, in this process or in another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from marrow.cli.inputs import Input, read_file
from marrow.errors import InputError, MarrowError
from marrow.extracting import extract
from marrow.extraction import Extraction
from marrow.metadata import Metadata
from marrow.page import Page
from marrow.protocols import Extractor
from marrow.registry import method
from marrow.render import RenderOptions, render

HEADED_FORMATS: Final = ("text", "markdown")
"""Formats that may begin with metadata; JSON and XML have a place of their own for it."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done with every page; the same for all of a call.

    Attributes
    ----------
    method, parameters
        As for :func:`marrow.method`; the parameters as pairs.
    format, options
        What is written.
    metadata
        Whether it is written; ``None``: as the format has it (see ``docs/cli.md``).
    min_confidence
        Pages below are not written.
    max_bytes
        Larger pages are refused.
    url
        Address of the page, when it is a file.
    as_line
        JSON only: one line that names its input.
    """

    method: str
    parameters: tuple[tuple[str, str], ...]
    format: str
    options: RenderOptions
    metadata: bool | None
    min_confidence: float
    max_bytes: int | None
    url: str | None
    as_line: bool


@dataclass(frozen=True, slots=True)
class Loaded:
    """An input, with what was read or fetched before: nothing for files, which workers read."""

    input: Input
    content: bytes | Page | MarrowError | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: a text, or the reason why there is none.

    Attributes
    ----------
    text
        What is to be written.
    failure
        Why the page could not be read.
    unsure
        Why it is not written although it was read: its confidence is too low.
    """

    input: Input
    text: str | None = None
    failure: str | None = None
    unsure: str | None = None


@lru_cache(maxsize=1)
def extractor_of(method_name: str, parameters: tuple[tuple[str, str], ...]) -> Extractor:
    """Make the method, once per process."""
    return method(method_name, **dict(parameters))


def process(job: Job, loaded: Loaded) -> Outcome:
    """Extract one page; what is wrong with the page becomes part of the outcome."""
    page = loaded.input
    try:
        extraction = _extracted(job, loaded)
        confidence = extraction.confidence
        if confidence < job.min_confidence:
            reason = f"{page.name}: confidence {confidence:.2f} is below {job.min_confidence:g}: not written"
            return Outcome(page, unsure=reason)
        return Outcome(page, text=_rendered(job, extraction, page.name))
    except MarrowError as error:
        return Outcome(page, failure=str(error))


def process_guarded(job: Job, loaded: Loaded) -> Outcome:
    """Extract one page of many: a fault of the program costs this page, not the others."""
    try:
        return process(job, loaded)
    except Exception as error:  # noqa: BLE001  (the one place where any fault is only told)
        reason = f"{loaded.input.name}: internal error ({type(error).__name__}: {error}): please report it"
        return Outcome(loaded.input, failure=" ".join(reason.split()))


def _extracted(job: Job, loaded: Loaded) -> Extraction:
    content, page = loaded.content, loaded.input
    if isinstance(content, MarrowError):
        raise content
    if page.kind == "nothing":
        raise InputError(page.failure)
    source = read_file(page.name, job.max_bytes) if content is None else content
    return extract(
        Page.of(source, url=job.url, name=page.name, max_bytes=job.max_bytes),
        method=extractor_of(job.method, job.parameters),
        options=job.options,
    )


def _rendered(job: Job, extraction: Extraction, name: str) -> str:
    text = render(_Silent(extraction) if job.metadata is False else extraction, job.format, job.options)
    text = text.rstrip("\n") + "\n"
    if job.format == "json" and (job.as_line or job.metadata is False):
        return _json(job, text, name)
    if job.format in HEADED_FORMATS and job.metadata:
        from marrow.cli.front_matter import front_matter

        return front_matter(extraction.metadata) + text
    return text


def _json(job: Job, text: str, name: str) -> str:
    import json

    document: dict[str, Any] = json.loads(text)
    if job.metadata is False:
        document.pop("metadata", None)
    return json.dumps({"input": name, **document} if job.as_line else document, ensure_ascii=False) + "\n"


class _Silent:
    """An extraction whose page says nothing about itself: metadata that nobody wants costs nothing."""

    def __init__(self, extraction: Extraction) -> None:
        self.blocks = extraction.blocks
        self.scores = extraction.scores
        self.kept = extraction.kept
        self.confidence = extraction.confidence
        self.method = extraction.method
        self.metadata = Metadata()
