"""What went wrong on the wire, as one line that names the URL and the remedy."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpcore

from marrow.errors import (
    AddressError,
    ConnectionFailedError,
    FetchError,
    FetchTimeoutError,
    HttpStatusError,
    NameResolutionError,
    TlsError,
)
from marrow.fetch.connecting import Deadline
from marrow.fetch.policy import FetchPolicy

_SERVER_FAULT: Final = 500
_MAX_RETRY_DIGITS: Final = 6
_STATUS_REMEDY: Final = {
    401: "the page wants a login: send an Authorization or Cookie header, or save it from a browser",
    403: "the server does not let this program in: save the page from a browser",
    404: "there is no such page: check the address",
    407: "a proxy wants a login",
    410: "the page is gone: check the address",
    429: "too many requests: wait, then ask less often",
    451: "the page is blocked for legal reasons",
}


@contextmanager
def explained(name: str, policy: FetchPolicy, deadline: Deadline) -> Iterator[None]:
    """Turn failures of the connection into errors of this project.

    Parameters
    ----------
    name
        What messages call the URL.
    policy, deadline
        The limits that may have been reached.
    """
    try:
        yield
    except AddressError as error:
        remedy = "only public addresses are fetched unless private ones are allowed (--allow-private)"
        raise AddressError(f"{name}: {error}: {remedy}") from None
    except NameResolutionError as error:
        remedy = "check the spelling and the network"
        raise NameResolutionError(f"{name}: the name {error} does not resolve: {remedy}") from None
    except httpcore.TimeoutException as error:
        raise FetchTimeoutError(f"{name}: {_timeout(error, policy, deadline)}") from None
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise _failed(name, error) from None


def _timeout(error: httpcore.TimeoutException, policy: FetchPolicy, deadline: Deadline) -> str:
    if deadline.expired:
        return f"no whole answer within {policy.deadline_s:g} s: try later, or allow more time (--timeout)"
    if isinstance(error, httpcore.ConnectTimeout):
        return f"no connection within {policy.connect_timeout_s:g} s: check the address, or try later"
    return f"the server was silent for {policy.read_timeout_s:g} s: try later, or allow more time (--timeout)"


def _failed(name: str, error: Exception) -> FetchError:
    cause = error.__cause__ or error.__context__
    if isinstance(cause, ssl.SSLCertVerificationError):
        return TlsError(f"{name}: the certificate is not valid ({cause.verify_message}): check the address")
    if isinstance(cause, ssl.SSLError):
        reason = (cause.reason or "protocol error").replace("_", " ").lower()
        return TlsError(f"{name}: no secure connection ({reason}): check the address, or try http://")
    if isinstance(cause, ConnectionRefusedError):
        return ConnectionFailedError(f"{name}: the server refuses the connection: check address and port")
    if isinstance(error, httpcore.ConnectError):
        reason = getattr(cause, "strerror", None) or "unreachable"
        return ConnectionFailedError(f"{name}: no connection ({reason}): check the address and the network")
    if isinstance(error, httpcore.NetworkError):
        return ConnectionFailedError(f"{name}: the server cut the connection: try again")
    return ConnectionFailedError(
        f"{name}: the answer is broken or cut short: try again, or save the page from a browser"
    )


def status_error(name: str, status: int, retry_after: str | None) -> HttpStatusError:
    """Build the error for an answer other than 2xx."""
    remedy = _STATUS_REMEDY.get(status)
    if remedy is None:
        remedy = "the server has a fault: try later" if status >= _SERVER_FAULT else "check the address"
    if retry_after is not None and retry_after.isdecimal() and len(retry_after) <= _MAX_RETRY_DIGITS:
        remedy += f" (the server says: after {retry_after} s)"
    return HttpStatusError(f"{name}: answered {status}: {remedy}", status)
