"""All inputs of one call: load, extract, write, report."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from marrow.cli.codes import FAILED, OK, UNSURE
from marrow.cli.inputs import Input, read_stdin
from marrow.cli.outputs import heading, print_result, write_file
from marrow.cli.terminal import complain
from marrow.cli.work import Job, Loaded, Outcome, process, process_guarded
from marrow.errors import MarrowError

if TYPE_CHECKING:
    from marrow.fetch import Fetcher, FetchPolicy


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """What one call of ``marrow extract`` has to do.

    Attributes
    ----------
    job
        The same for every page.
    inputs
        In the order of the command line.
    many
        Whether several pages were asked for, however many were found.
    n_processes
        1: this one.
    policy
        How URLs are fetched; ``None`` when there are none.
    """

    job: Job
    inputs: tuple[Input, ...]
    many: bool
    n_processes: int
    policy: FetchPolicy | None

    def run(self, paths: Sequence[Path] | None) -> int:
        """Do it, and return the exit code.

        Parameters
        ----------
        paths
            Where each result goes; ``None``: to stdout.
        """
        failures: list[str] = []
        unsure: list[str] = []
        n_printed = 0
        with ExitStack() as stack:
            outcomes = self._outcomes(stack)
            for index, outcome in enumerate(self._with_progress(outcomes, stack, quiet=paths is None)):
                failure = outcome.failure
                if outcome.text is not None and paths is not None:
                    failure = _write_failure(paths[index], outcome.text)
                elif outcome.text is not None:
                    self._print(outcome, first=n_printed == 0)
                    n_printed += 1
                if failure is not None:
                    failures.append(failure)
                if outcome.unsure is not None:
                    unsure.append(outcome.unsure)
        return self._report(failures, unsure)

    def _outcomes(self, stack: ExitStack) -> Iterator[Outcome]:
        pages = self._loaded(stack)
        if self.n_processes > 1:
            from marrow.cli.processes import outcomes  # multiprocessing, which one page does not need

            return outcomes(self.job, pages, self.n_processes)
        work = process_guarded if self.many else process
        return (work(self.job, page) for page in pages)

    def _loaded(self, stack: ExitStack) -> Iterator[Loaded]:
        """Read stdin and fetch URLs here, one after the other; files are read by who works on them."""
        fetcher: Fetcher | None = None
        for page in self.inputs:
            if page.kind in {"file", "nothing"}:
                yield Loaded(page)
                continue
            try:
                if page.kind == "stdin":
                    yield Loaded(page, read_stdin(self.job.max_bytes))
                else:
                    fetcher = fetcher or stack.enter_context(self._fetcher())
                    yield Loaded(page, fetcher.fetch(page.name))
            except MarrowError as error:
                yield Loaded(page, error)

    def _fetcher(self) -> Fetcher:
        from marrow.fetch import Fetcher, FetchPolicy

        n_urls = sum(page.kind == "url" for page in self.inputs)
        return Fetcher(dataclasses.replace(self.policy or FetchPolicy(), robots=n_urls > 1))

    def _with_progress(
        self, outcomes: Iterator[Outcome], stack: ExitStack, *, quiet: bool
    ) -> Iterator[Outcome]:
        """Show on a terminal how far it is, unless the results are printed there."""
        if not self.many or not sys.stderr.isatty() or (quiet and sys.stdout.isatty()):
            return outcomes
        bar = click.progressbar(outcomes, length=len(self.inputs), label="pages", file=sys.stderr)
        return iter(stack.enter_context(bar))

    def _print(self, outcome: Outcome, *, first: bool) -> None:
        head = heading(outcome.input.name, self.job.format, first=first) if self.many else ""
        print_result(head + (outcome.text or ""))

    def _report(self, failures: Sequence[str], unsure: Sequence[str]) -> int:
        for message in (*failures, *unsure):
            complain(message)
        if self.many and (failures or unsure):
            n_done = len(self.inputs) - len(failures) - len(unsure)
            complain(
                f"{n_done:,} of {len(self.inputs):,} pages done, {len(failures):,} failed, "
                f"{len(unsure):,} below the wanted confidence"
            )
        if failures:
            return FAILED
        return UNSURE if unsure else OK


def _write_failure(path: Path, text: str) -> str | None:
    try:
        write_file(path, text)
    except MarrowError as error:
        return str(error)
    return None
