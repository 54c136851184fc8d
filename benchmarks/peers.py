"""Extractors of others, each with its own defaults, and a worker that survives their crashes."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from marrow.errors import MissingExtraError, UnknownNameError

Extract = Callable[[str], str | None]
# A fresh process has nothing of this one: neither its threads nor its memory.
START_METHOD = "spawn"


def _trafilatura() -> Extract:
    import trafilatura

    # Nothing is remembered from page to page: deduplication is off unless it is asked for.
    return trafilatura.extract


def _resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html: extract_plain_text(html, main_content=True)


def _readability() -> Extract:
    import lxml.html
    from readability import Document

    # Words of neighbouring paragraphs must not run together; those of inline elements may.
    inline = set("a abbr b bdi bdo cite code em font i kbd mark q s small span strong sub sup u var".split())

    def extract(html: str) -> str:
        summary = Document(html).summary()
        if not summary.strip():
            return ""
        tree = lxml.html.fromstring(summary)
        for element in tree.iter():
            if element.tag not in inline:
                element.text = "\n" + (element.text or "")
                element.tail = "\n" + (element.tail or "")
        return tree.text_content()

    return extract


def _justext() -> Extract:
    import justext

    stoplist = justext.get_stoplist("English")

    def extract(html: str) -> str:
        return "\n".join(p.text for p in justext.justext(html, stoplist) if not p.is_boilerplate)

    return extract


@dataclass(frozen=True)
class Peer:
    """An extractor of others: the distribution it comes from, and how it is called."""

    name: str
    distribution: str
    call: str
    load: Callable[[], Extract]

    @property
    def version(self) -> str:
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            raise MissingExtraError.of(self.distribution, "peers") from None


PEERS = {
    peer.name: peer
    for peer in (
        Peer("trafilatura", "trafilatura", "extract(html)", _trafilatura),
        Peer("resiliparse", "resiliparse", "extract_plain_text(html, main_content=True)", _resiliparse),
        Peer("readability-lxml", "readability-lxml", "Document(html).summary(), its text", _readability),
        Peer("justext", "justext", 'justext(html, get_stoplist("English"))', _justext),
    )
}


def known(names: Iterable[str]) -> tuple[str, ...]:
    """Check names of peers, and that they are installed."""
    found = tuple(names)
    for name in found:
        if name not in PEERS:
            raise UnknownNameError.nearest("extractor", name, PEERS)
        _ = PEERS[name].version
    return found


class Answer(NamedTuple):
    """What an extractor gave for one page; ``status`` is ok, timeout, crash, or error: ..."""

    text: str
    status: str
    ms: float


def _serve(name: str, pipe: Connection) -> None:
    import logging
    import warnings

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    extract = PEERS[name].load()
    while True:
        html = pipe.recv()
        if html is None:
            return
        start = time.perf_counter()
        try:
            text, status = extract(html) or "", "ok"
        except Exception as error:  # noqa: BLE001  (whatever a peer raises is its empty answer)
            text, status = "", f"error: {type(error).__name__}: {error}"[:200]
        pipe.send(Answer(text, status, 1000 * (time.perf_counter() - start)))


class Worker:
    """Runs one peer in one process; a hang or a crash costs one page, not the run."""

    def __init__(self, name: str, timeout_s: float = 60.0) -> None:
        self.name = name
        self.timeout_s = timeout_s
        self._process: Any = None
        self._pipe: Any = None

    def __call__(self, html: str) -> Answer:
        if self._process is None:
            self._start()
        try:
            self._pipe.send(html)
            if self._pipe.poll(self.timeout_s):
                return self._pipe.recv()
            status = "timeout"
        except (EOFError, BrokenPipeError, ConnectionResetError):
            status = "crash"
        self._stop()
        return Answer("", status, 1000 * self.timeout_s if status == "timeout" else 0.0)

    def close(self) -> None:
        self._stop()

    def _start(self) -> None:
        context = multiprocessing.get_context(START_METHOD)
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self.name, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
        self._process = self._pipe = None
