"""A URL, or several, to pages."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

import httpx

from marrow.fetch.body import read_body, refuse_other_types
from marrow.fetch.connecting import Resolver, system_resolver
from marrow.fetch.exchange import Exchange
from marrow.fetch.failures import status_error
from marrow.fetch.policy import FetchPolicy
from marrow.fetch.robots import MAX_BYTES, MAX_REDIRECTS, Robots
from marrow.fetch.urls import checked_url, shown
from marrow.page import Page


def fetch(url: str, *, policy: FetchPolicy | None = None) -> Page:
    """Fetch one page.

    Parameters
    ----------
    url
        An http or https URL.
    policy
        Limits, user agent, whether private addresses are allowed.

    Returns
    -------
    Page
        Decoded by the answer's header or by the page itself; ``url`` is the address after redirects.

    Raises
    ------
    FetchError
        The kind says what happened: see :mod:`marrow.errors`.
    InputError
        The answer is empty, or not HTML although it says so.
    """
    policy = policy or FetchPolicy()
    if policy.robots is None:
        policy = dataclasses.replace(policy, robots=False)
    with Fetcher(policy) as fetcher:
        return fetcher.fetch(url)


class Fetcher:
    """Fetches several pages: honours robots.txt, and lets time pass between pages of one host.

    Holds open connections and the rules of the hosts; use it in a ``with`` statement, in one thread.

    Parameters
    ----------
    policy
        Limits, user agent, whether private addresses are allowed.
    resolver
        Turns a host's name into addresses; they are checked whoever names them.
    sleep
        Waits for a number of seconds.
    """

    def __init__(
        self,
        policy: FetchPolicy | None = None,
        *,
        resolver: Resolver = system_resolver,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._policy = policy or FetchPolicy()
        self._exchange = Exchange(self._policy, resolver)
        self._robots = Robots(self._robots_text) if self._policy.robots is not False else None
        self._sleep = sleep
        self._last_s: dict[bytes, float] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._exchange.close()

    def fetch(self, url: str) -> Page:
        """Fetch one page; see :func:`fetch`."""
        target = checked_url(url)
        name = shown(str(target))
        self._exchange.deadline.restart(self._policy.deadline_s)
        self._check_robots(target, name)
        self._wait_for(target)
        self._exchange.deadline.restart(self._policy.deadline_s)
        try:
            with self._exchange.get(
                target,
                name,
                max_redirects=self._policy.max_redirects,
                allow=lambda hop: self._check_robots(hop, name),
            ) as response:
                body = self._body(response, name)
        finally:
            self._last_s[target.raw_host] = time.monotonic()
        return Page.of(
            body,
            url=str(response.url),
            content_type=response.headers.get("content-type"),
            name=name,
            max_bytes=None,
        )

    def _body(self, response: httpx.Response, name: str) -> bytes:
        if not response.is_success:
            raise status_error(name, response.status_code, response.headers.get("retry-after"))
        refuse_other_types(response, name)
        return read_body(response, name, self._policy.max_bytes)

    def _check_robots(self, url: httpx.URL, name: str) -> None:
        if self._robots is not None:
            self._robots.check(url, name)

    def _wait_for(self, url: httpx.URL) -> None:
        """Let the time pass that the host, or courtesy, asks for between two pages."""
        last_s = self._last_s.get(url.raw_host)
        if last_s is None:
            return
        asked_s = self._robots.delay_s(url) if self._robots is not None else 0.0
        delay_s = max(self._policy.delay_s, min(asked_s, self._policy.max_delay_s))
        left_s = last_s + delay_s - time.monotonic()
        if left_s > 0:
            self._sleep(left_s)

    def _robots_text(self, url: httpx.URL, name: str) -> str:
        with self._exchange.get(url, name, max_redirects=MAX_REDIRECTS) as response:
            if not response.is_success:
                raise status_error(name, response.status_code, None)
            return read_body(response, name, MAX_BYTES, cut=True).decode("utf-8", "replace")
