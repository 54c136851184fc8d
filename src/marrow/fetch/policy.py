"""What a fetch may do, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import marrow
from marrow.errors import ParameterError
from marrow.page import DEFAULT_MAX_BYTES

# Operators of sites who see the name in their logs look here for what it is and does.
_PROJECT_URL: Final = "https://marrow.example/"
DEFAULT_USER_AGENT: Final = f"Marrow/{marrow.__version__} (+{_PROJECT_URL})"
PRODUCT: Final = "marrow"
"""The name that a robots.txt addresses, whatever the user agent says besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchPolicy:
    """What a fetch may do, and for how long.

    Attributes
    ----------
    user_agent
        Who asks: one line of ASCII. The default names the program, its version and its project.
    headers
        Further request headers. They are sent only to the scheme, host and port of the URL that was
        given, never to the target of a redirect elsewhere.
    connect_timeout_s
        Seconds for the name to resolve, and again for the connection to stand.
    read_timeout_s
        Longest silence of the server, in seconds.
    deadline_s
        Seconds for the whole fetch of one URL, redirects included. A server that sends one byte
        now and then is cut here.
    max_bytes
        Largest answer, counted after decompression. ``None``: no limit.
    max_redirects
        Longest chain of redirects.
    allow_private
        Whether private, loopback, link-local and other special addresses may be asked.
    robots
        Whether robots.txt is honoured; ``None``: when more than one page is fetched.
    delay_s
        Seconds between two pages of one host.
    max_delay_s
        A longer ``Crawl-delay`` of a robots.txt counts as this.
    """

    user_agent: str = DEFAULT_USER_AGENT
    headers: Mapping[str, str] = field(default_factory=dict)
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 20.0
    deadline_s: float = 60.0
    max_bytes: int | None = DEFAULT_MAX_BYTES
    max_redirects: int = 10
    allow_private: bool = False
    robots: bool | None = None
    delay_s: float = 1.0
    max_delay_s: float = 30.0

    def __post_init__(self) -> None:
        _refuse_unprintable("user agent", [self.user_agent])
        _refuse_unprintable("header", [*self.headers.keys(), *self.headers.values()])
        for name in ("connect_timeout_s", "read_timeout_s", "deadline_s"):
            if not getattr(self, name) > 0:
                raise ParameterError(f"{name}={getattr(self, name)}: give a number of seconds above 0")


def _refuse_unprintable(what: str, values: Iterable[str]) -> None:
    """Refuse line breaks above all: one in a header would begin another header."""
    for value in values:
        if not (value and value.isascii() and value.isprintable()):
            raise ParameterError(f"{what} {value!r}: give one line of printable ASCII")
