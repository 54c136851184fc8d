"""What peers answer is kept; what they break costs one page."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from marrow.data import Example
from marrow.errors import MissingExtraError, UnknownNameError
from marrow.page import Page


def echo(html: str) -> str:
    if html == "hang":
        time.sleep(60)
    if html == "die":
        os._exit(1)
    if html == "raise":
        raise ValueError("not this page")
    return html.upper()


def load_echo() -> Callable[[str], str | None]:
    return echo


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("trafilatura", reason="the extra peers is not installed")
    import peers

    # Under fork the worker has the peer that was put in here.
    monkeypatch.setattr(peers, "START_METHOD", "fork")
    monkeypatch.setitem(peers.PEERS, "echo", peers.Peer("echo", "pytest", "echo(html)", load_echo))


@pytest.mark.usefixtures("peers")
def test_a_worker_goes_on_after_a_crash_an_error_and_a_hang() -> None:
    from peers import Worker

    worker = Worker("echo", timeout_s=1.0)
    answers = [worker(html) for html in ("one", "die", "raise", "hang", "two")]
    worker.close()

    assert [answer.text for answer in answers] == ["ONE", "", "", "", "TWO"]
    assert [answer.status for answer in answers] == [
        "ok",
        "crash",
        "error: ValueError: not this page",
        "timeout",
        "ok",
    ]


@pytest.mark.usefixtures("peers")
def test_answers_are_kept_and_nothing_runs_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import answers

    pages = [Example(Page(html), html, "made-up") for html in ("one", "two")]
    first = [found.text for _, found in answers.peer_answers(pages, "made-up", "echo", tmp_path)]
    monkeypatch.setattr(answers, "Worker", NoWorker)
    second = [found.text for _, found in answers.peer_answers(pages, "made-up", "echo", tmp_path)]

    assert first == second == ["ONE", "TWO"]


@pytest.mark.usefixtures("peers")
def test_a_changed_page_and_a_line_cut_short_are_done_again(tmp_path: Path) -> None:
    import answers

    def run(*pages: Example) -> list[str]:
        return [found.text for _, found in answers.peer_answers(pages, "made-up", "echo", tmp_path)]

    one, two = Example(Page("one"), "1", "made-up"), Example(Page("two"), "2", "made-up")
    run(one, two)
    path = answers.answers_path(tmp_path, "made-up", "echo")
    path.write_text(path.read_text("utf-8")[:-20], "utf-8")

    assert run(one, two) == ["ONE", "TWO"]
    assert run(Example(Page("other"), "1", "made-up")) == ["OTHER"]
    assert len(answers.load_answers(path)) == 3


def test_an_unknown_extractor_suggests_the_nearest() -> None:
    from peers import known

    with pytest.raises(UnknownNameError, match=r"unknown extractor 'trafilatur': did you mean trafilatura"):
        known(["trafilatur"])


def test_an_extractor_that_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import peers

    monkeypatch.setitem(peers.PEERS, "absent", peers.Peer("absent", "no-such-package", "", load_echo))

    with pytest.raises(
        MissingExtraError, match=r"no-such-package is not installed: pip install 'marrow\[peers\]'"
    ):
        peers.known(["absent"])


class NoWorker:
    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, html: str) -> None:
        raise AssertionError(f"{self.name} ran again on {html}")

    def close(self) -> None:
        pass
