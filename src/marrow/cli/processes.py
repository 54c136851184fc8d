"""Many pages in several processes; results come in the order of the inputs."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

from marrow.cli.work import Job, Loaded, Outcome, process_guarded

# Enough that no process waits for the next page, and no more pages in memory than that.
_WAITING_PER_PROCESS: Final = 4


def outcomes(job: Job, pages: Iterable[Loaded], n_processes: int) -> Iterator[Outcome]:
    """Extract every page.

    Parameters
    ----------
    job
        What to do.
    pages
        Asked for one by one, never far ahead.
    n_processes
        How many work at a time.
    """
    rest = iter(pages)
    unfinished: deque[Loaded] = deque()
    while (yield from _until_a_process_dies(job, rest, unfinished, n_processes)):
        # One of these killed its process; alone, only the guilty one does it again.
        while unfinished:
            yield _alone(job, unfinished.popleft())


def _until_a_process_dies(
    job: Job, pages: Iterator[Loaded], unfinished: deque[Loaded], n_processes: int
) -> Generator[Outcome, None, bool]:
    """Give outcomes; return true when a process died and ``unfinished`` has what it left."""
    pool = _pool(n_processes)
    futures: deque[Future[Outcome]] = deque()
    try:
        for page in pages:
            unfinished.append(page)
            futures.append(pool.submit(process_guarded, job, page))
            if len(futures) >= _WAITING_PER_PROCESS * n_processes:
                outcome = futures.popleft().result()
                unfinished.popleft()
                yield outcome
        while futures:
            outcome = futures.popleft().result()
            unfinished.popleft()
            yield outcome
    except BrokenProcessPool:
        return True
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return False


def _alone(job: Job, page: Loaded) -> Outcome:
    with _pool(1) as pool:
        try:
            return pool.submit(process_guarded, job, page).result()
        except BrokenProcessPool:
            reason = "its process died, perhaps for want of memory: lower --max-bytes or --jobs"
            return Outcome(page.input, failure=f"{page.input.name}: {reason}")


def _pool(n_processes: int) -> ProcessPoolExecutor:
    # Started afresh, not forked: the same on every system and in every version of Python.
    return ProcessPoolExecutor(n_processes, mp_context=get_context("spawn"), initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that was called: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
