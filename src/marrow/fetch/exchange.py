"""One GET, redirects followed: the only place where requests are made."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Self, cast

import httpcore
import httpx

from marrow.errors import RedirectError
from marrow.fetch.body import ACCEPT, ACCEPT_ENCODING
from marrow.fetch.connecting import Deadline, GuardedBackend, Resolver
from marrow.fetch.failures import explained
from marrow.fetch.policy import FetchPolicy
from marrow.fetch.urls import checked_url, origin_of, shown

_REDIRECTS = frozenset((301, 302, 303, 307, 308))


class Exchange:
    """Connections under a policy. Holds open connections, so it is to be closed.

    The proxy settings and the ``.netrc`` of the environment are not read: behind a proxy, no
    address could be checked.
    """

    def __init__(self, policy: FetchPolicy, resolver: Resolver) -> None:
        self._policy = policy
        self.deadline = Deadline()
        self._backend = GuardedBackend(resolver, self.deadline, allow_private=policy.allow_private)
        self._pool = httpcore.ConnectionPool(
            ssl_context=_verifying_context(),
            max_connections=10,
            max_keepalive_connections=4,
            keepalive_expiry=15.0,
            network_backend=self._backend,
        )

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
        self._pool.close()

    @contextmanager
    def get(
        self,
        url: httpx.URL,
        name: str,
        *,
        max_redirects: int,
        allow: Callable[[httpx.URL], None] | None = None,
    ) -> Iterator[httpx.Response]:
        """Ask for a URL, follow redirects, and give the last answer, its body not yet read.

        Parameters
        ----------
        url
            A checked URL.
        name
            What messages call it.
        max_redirects
            Longest chain of redirects.
        allow
            Called with every further URL before it is asked for; may raise.

        Raises
        ------
        FetchError
        """
        cookies = httpx.Cookies()
        seen: set[tuple[str, str | None]] = set()
        own_origin = origin_of(url)
        for _ in range(max_redirects + 1):
            headers = self._policy.headers if origin_of(url) == own_origin else {}
            request = self._request(url, headers, cookies)
            # The same URL may be asked for again once the server has set a cookie: many do so.
            state = (str(url), request.headers.get("cookie"))
            if state in seen:
                raise RedirectError(
                    f"{name}: redirects in a circle: check the address, or open it in a browser"
                )
            seen.add(state)
            with explained(name, self._policy, self.deadline):
                response = self._sent(request)
                try:
                    if response.status_code not in _REDIRECTS or "location" not in response.headers:
                        yield response
                        return
                finally:
                    response.close()
            cookies.extract_cookies(response)
            url = _target(url, response.headers["location"], name)
            if allow is not None:
                allow(url)
        raise RedirectError(f"{name}: redirects more than {max_redirects} times: check the address")

    def _request(self, url: httpx.URL, headers: Mapping[str, str], cookies: httpx.Cookies) -> httpx.Request:
        own = {
            "User-Agent": self._policy.user_agent,
            "Accept": ACCEPT,
            "Accept-Encoding": ACCEPT_ENCODING,
            "Accept-Language": "*",
        }
        policy = self._policy
        timeout = httpx.Timeout(policy.read_timeout_s, connect=policy.connect_timeout_s)
        merged = httpx.Headers(own)
        merged.update(headers)
        request = httpx.Request("GET", url, headers=merged, extensions={"timeout": timeout.as_dict()})
        if "cookie" not in request.headers:
            cookies.set_cookie_header(request)
        return request

    def _sent(self, request: httpx.Request) -> httpx.Response:
        raw = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            extensions=request.extensions,
        )
        answer = self._answered(raw)
        stream = _Stream(cast("Iterable[bytes]", answer.stream), answer.close)
        return httpx.Response(answer.status, headers=answer.headers, stream=stream, request=request)

    def _answered(self, request: httpcore.Request) -> httpcore.Response:
        n_before = self._backend.n_connections
        try:
            return self._pool.handle_request(request)
        except (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError):
            # A server may close a kept connection just when it is used again; that says nothing.
            if self._backend.n_connections > n_before:
                raise
            return self._pool.handle_request(request)


class _Stream(httpx.SyncByteStream):
    def __init__(self, pieces: Iterable[bytes], close: Callable[[], None]) -> None:
        self._pieces = pieces
        self._close = close

    def __iter__(self) -> Iterator[bytes]:
        yield from self._pieces

    def close(self) -> None:
        self._close()


def _verifying_context() -> ssl.SSLContext:
    """Make a TLS context with the certificates of certifi, or those that SSL_CERT_FILE names."""
    return httpx.create_ssl_context()


def _target(url: httpx.URL, location: str, name: str) -> httpx.URL:
    try:
        joined = url.join(location)
    except (httpx.InvalidURL, ValueError):
        raise RedirectError(
            f"{name}: redirects to {shown(location)}, which is no URL: check the address"
        ) from None
    return checked_url(str(joined), f"{name}, redirected to {shown(str(joined))}")
