"""robots.txt (RFC 9309): what a host asks programs not to fetch, and how fast it may be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import httpx
from protego import Protego

from marrow.errors import HttpStatusError, RobotsError
from marrow.fetch.policy import PRODUCT
from marrow.fetch.urls import origin_of

MAX_BYTES: Final = 500 * 1024
"""What lies beyond is not read (RFC 9309, 2.5)."""
MAX_REDIRECTS: Final = 5
"""RFC 9309, 2.3.1.2."""
_TOO_MANY_REQUESTS: Final = 429
_SERVER_FAULT: Final = 500

Load: TypeAlias = Callable[[httpx.URL, str], str]
"""The text behind a URL of a robots.txt; the name is for messages."""


class Robots:
    """The rules of every host asked so far.

    Parameters
    ----------
    load
        Fetches the text of a robots.txt.
    """

    def __init__(self, load: Load) -> None:
        self._load = load
        self._rules: dict[tuple[str, str, int], Protego | None] = {}

    def check(self, url: httpx.URL, name: str) -> None:
        """Refuse a URL that its host does not want fetched.

        Raises
        ------
        RobotsError
            Also when the host has a fault: then nothing of it is to be fetched (RFC 9309, 2.3.1.4).
        """
        rules = self._rules_of(url, name)
        if rules is None:
            raise RobotsError(f"{name}: the host has a fault and cannot give its robots.txt: try later")
        if not rules.can_fetch(str(url), PRODUCT):
            raise RobotsError(f"{name}: robots.txt of the host does not allow it: leave this page out")

    def delay_s(self, url: httpx.URL) -> float:
        """Seconds between two requests that the host asks for; 0 when it says nothing."""
        rules = self._rules.get(origin_of(url))
        return (rules.crawl_delay(PRODUCT) or 0.0) if rules is not None else 0.0

    def _rules_of(self, url: httpx.URL, name: str) -> Protego | None:
        origin = origin_of(url)
        if origin not in self._rules:
            address = url.copy_with(path="/robots.txt", query=None, fragment=None)
            self._rules[origin] = self._loaded(address, name)
        return self._rules[origin]

    def _loaded(self, address: httpx.URL, name: str) -> Protego | None:
        try:
            return Protego.parse(self._load(address, name))
        except HttpStatusError as error:
            # A host without robots.txt allows everything; one that is down or busy, nothing.
            busy = error.status >= _SERVER_FAULT or error.status == _TOO_MANY_REQUESTS
            return None if busy else Protego.parse("")
