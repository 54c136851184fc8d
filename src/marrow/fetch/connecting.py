"""From a host's name to a connection that was checked.

A name is resolved once, every address that it has is checked, and the connection is made to one of
the addresses checked: there is no second look-up between check and connection that a name server
could answer otherwise (DNS rebinding). TLS and the Host header go on seeing the name.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import httpcore

from marrow.errors import AddressError, NameResolutionError
from marrow.fetch.addresses import refused_address

Resolver: TypeAlias = Callable[[str, int], Sequence[str]]
"""Host and port to numeric addresses, best first; raises OSError when there is none."""

_MAX_ADDRESSES: Final = 4
_MIN_ATTEMPT_S: Final = 1.0


def system_resolver(host: str, port: int) -> list[str]:
    """Ask the resolver of the operating system."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Deadline:
    """The moment by which one fetch must be done; set anew for each."""

    def __init__(self) -> None:
        self._end_s = 0.0

    def restart(self, seconds: float) -> None:
        """Begin to count."""
        self._end_s = time.monotonic() + seconds

    @property
    def expired(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end_s

    def within(self, timeout: float | None, error: type[httpcore.TimeoutException]) -> float:
        """Shorten a time-out (seconds) to the time that is left; raise ``error`` when none is."""
        left = self._end_s - time.monotonic()
        if left <= 0:
            raise error
        return left if timeout is None else min(timeout, left)


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to public addresses only, and never beyond the deadline.

    Attributes
    ----------
    n_connections
        How many connections were made so far.
    """

    def __init__(self, resolver: Resolver, deadline: Deadline, *, allow_private: bool) -> None:
        self._resolver = resolver
        self._deadline = deadline
        self._allow_private = allow_private
        self.n_connections = 0
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Resolve, check, connect.

        Raises
        ------
        AddressError, NameResolutionError, httpcore.ConnectError, httpcore.ConnectTimeout
        """
        addresses = self._resolved(host, port, timeout)
        if not self._allow_private:
            # One bad address among good ones is no oversight: the answer as a whole is refused.
            for address in addresses:
                kind = refused_address(address)
                if kind is not None:
                    literal = address == host
                    what = f"{host} is {kind}" if literal else f"{host} is {address}, {kind}"
                    raise AddressError(what)
        # Some addresses of a host may be dead: none may use up the time of the others.
        share = None if timeout is None else max(min(timeout, _MIN_ATTEMPT_S), timeout / len(addresses))
        for address in addresses[:-1]:
            try:
                return self._connected(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._connected(addresses[-1], port, share, local_address, socket_options)

    def _connected(
        self,
        address: str,
        port: int,
        timeout: float | None,
        local_address: str | None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None,
    ) -> httpcore.NetworkStream:
        left = self._deadline.within(timeout, httpcore.ConnectTimeout)
        stream = self._sockets.connect_tcp(address, port, left, local_address, socket_options)
        self.n_connections += 1
        return TimedStream(stream, self._deadline)

    def _resolved(self, host: str, port: int, timeout: float | None) -> list[str]:
        """Resolve in a thread of its own: the system's resolver knows no time limit."""
        answers: queue.SimpleQueue[Sequence[str] | OSError | UnicodeError] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answers.put(self._resolver(host, port))
            except (OSError, UnicodeError) as error:
                answers.put(error)

        threading.Thread(target=ask, name=f"resolve {host}", daemon=True).start()
        try:
            answer = answers.get(timeout=self._deadline.within(timeout, httpcore.ConnectTimeout))
        except queue.Empty:
            raise httpcore.ConnectTimeout from None
        if isinstance(answer, (OSError, UnicodeError)) or not answer:
            raise NameResolutionError(host)
        return list(answer[:_MAX_ADDRESSES])

    def connect_unix_socket(self, *_args: Any, **_kwargs: Any) -> httpcore.NetworkStream:
        """Refuse: a URL has no way to say so."""
        raise AddressError("a socket of this machine")


class TimedStream(httpcore.NetworkStream):
    """A connection whose every wait ends at the deadline, however small the bits that arrive."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read up to ``max_bytes``."""
        return self._stream.read(max_bytes, self._deadline.within(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all of ``buffer``."""
        self._stream.write(buffer, self._deadline.within(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Begin TLS; the certificate is checked against the host's name."""
        left = self._deadline.within(timeout, httpcore.ConnectTimeout)
        return TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """Pass on what the socket knows."""
        return self._stream.get_extra_info(info)
