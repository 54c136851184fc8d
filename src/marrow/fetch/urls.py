"""URLs that may be fetched, and URLs in messages."""

from __future__ import annotations

from typing import Final

import httpx

from marrow.errors import UrlError
from marrow.fetch.addresses import refused_port

_MAX_SHOWN_CHARS: Final = 200
_MAX_PORT: Final = 65_535
_PORTS: Final = {"http": 80, "https": 443}


def shown(url: str) -> str:
    """Make a URL fit for a one-line message: no control characters, not too long."""
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in url)
    return line if len(line) <= _MAX_SHOWN_CHARS else f"{line[: _MAX_SHOWN_CHARS - 3]}..."


def checked_url(url: str, name: str | None = None) -> httpx.URL:
    """Parse a URL that is to be fetched.

    Parameters
    ----------
    url
        As given by a user, or by a redirect.
    name
        What messages call it.

    Raises
    ------
    UrlError
        Not http or https, no host, a user name or password within, or a port that is not for HTTP.
    """
    name = name or shown(url)
    try:
        parsed = httpx.URL(url.strip())
        # The host in Unicode is worked out on demand; a malformed one fails only here.
        host = parsed.host
    except (httpx.InvalidURL, ValueError) as error:
        raise UrlError(f"{name}: is no URL ({error}): give one like https://example.org/page") from None
    if parsed.scheme not in _PORTS:
        raise UrlError(f"{name}: only http and https can be fetched: give a URL that begins with https://")
    if not host:
        raise UrlError(f"{name}: has no host: give a URL like https://example.org/page")
    if parsed.userinfo:
        raise UrlError(f"{host}: the URL holds a user name or password: send an Authorization header instead")
    if port_of(parsed) > _MAX_PORT:
        raise UrlError(f"{name}: is no URL (port {parsed.port}): give one like https://example.org/page")
    if refused_port(port_of(parsed)):
        raise UrlError(f"{name}: port {parsed.port} is not for web pages: give the address of a web server")
    return parsed


def port_of(url: httpx.URL) -> int:
    """Port of a checked URL: its own, or that of its scheme."""
    return _PORTS[url.scheme] if url.port is None else url.port


def origin_of(url: httpx.URL) -> tuple[str, str, int]:
    """Scheme, host and port of a checked URL: what cookies, robots.txt and secrets belong to."""
    return url.scheme, url.raw_host.decode("ascii").lower(), port_of(url)
