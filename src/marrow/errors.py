"""Every exception of Marrow, in one tree.

::

    MarrowError                     everything below; catch this one
    ├── InputError                  what came in cannot be read as a page
    │   ├── EmptyInputError         no bytes, or only white space
    │   ├── NotHtmlError            a PDF, an image, a feed, any other kind of file
    │   └── TooLargeError           larger than the limit that the caller set
    ├── FetchError                  a URL did not give a page
    │   ├── UrlError                not an http or https URL that can be fetched
    │   ├── NameResolutionError     the host's name does not resolve
    │   ├── AddressError            private, loopback, link-local or otherwise refused address
    │   ├── ConnectionFailedError   refused, unreachable, or cut before the answer was whole
    │   ├── TlsError                no secure connection: certificate or protocol
    │   ├── RobotsError             robots.txt of the host says no
    │   ├── RedirectError           redirects for ever, or to nowhere
    │   ├── HttpStatusError         an answer other than 2xx
    │   ├── ContentTypeError        an answer that is no page: a PDF, an image, JSON
    │   ├── AnswerTooLargeError     an answer larger than the limit (a TooLargeError, too)
    │   └── FetchTimeoutError       no answer in time
    ├── MethodError                 a method cannot do what was asked
    │   ├── UnknownNameError        no such method, dataset, metric or format (nearest names are told)
    │   ├── ParameterError          no such parameter, or a value of the wrong kind
    │   ├── MissingLayoutError      the method needs a rendered page
    │   └── ContractError           the method breaks the contract (an AssertionError, too)
    ├── WeightsError                weights are damaged or do not fit the features
    ├── DatasetError                a dataset is missing or damaged
    └── MissingExtraError           an optional dependency is not installed

Each message is one line: it names the input and says what to do about it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class MarrowError(Exception):
    """Base of every error that Marrow raises on purpose."""


class InputError(MarrowError):
    """What came in cannot be read as a page."""


class EmptyInputError(InputError):
    """The input has no characters, or only white space."""


class NotHtmlError(InputError):
    """The input is a file of another kind: PDF, image, archive, feed."""


class TooLargeError(InputError):
    """The input is larger than the limit."""


class FetchError(MarrowError):
    """A URL did not give a page."""


class UrlError(FetchError):
    """Not an http or https URL that can be fetched."""


class NameResolutionError(FetchError):
    """The name of the host does not resolve to an address."""


class AddressError(FetchError):
    """The address is private, loopback, link-local or otherwise refused."""


class ConnectionFailedError(FetchError):
    """The connection was refused, cannot be made, or was cut before the answer was whole."""


class TlsError(FetchError):
    """No secure connection: the certificate or the protocol is at fault."""


class RobotsError(FetchError):
    """The host's robots.txt does not allow the URL."""


class RedirectError(FetchError):
    """The server redirects for ever, or to nowhere."""


class HttpStatusError(FetchError):
    """The server answered with a status other than 2xx."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[type[HttpStatusError], tuple[str, int]]:
        """Survive the way from one process to another, where the message alone would not do."""
        return type(self), (str(self), self.status)


class ContentTypeError(FetchError):
    """The answer is no page: a PDF, an image, JSON, an encoding that is not understood."""


class AnswerTooLargeError(FetchError, TooLargeError):
    """The answer is larger than the limit."""


class FetchTimeoutError(FetchError):
    """The server did not answer in time."""


class MethodError(MarrowError):
    """A method cannot do what was asked of it."""


class UnknownNameError(MethodError):
    """No such method, dataset, metric or format."""

    @classmethod
    def nearest(cls, kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
        """Build the error with the known names nearest to ``name``."""
        names = sorted(known)
        close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(close)}?" if close else f"known: {', '.join(names)}"
        return cls(f"unknown {kind} {name!r}: {hint}")


class ParameterError(MethodError):
    """No such parameter, or a value of the wrong kind."""


class MissingLayoutError(MethodError):
    """The method needs a rendered page (a snapshot)."""


class ContractError(MethodError, AssertionError):
    """The method breaks the contract of extractors; see :func:`marrow.check_extractor`."""


class WeightsError(MarrowError):
    """Weights are damaged, or were trained for other features."""


class DatasetError(MarrowError):
    """A dataset is missing or damaged."""


class MissingExtraError(MarrowError):
    """An optional dependency is not installed."""

    @classmethod
    def of(cls, package: str, extra: str) -> MissingExtraError:
        """Build the error for ``package``, which the extra ``extra`` brings."""
        return cls(f"{package} is not installed: pip install 'marrow[{extra}]'")
