"""The body of an answer: of a kind that can be read, and never more of it than is allowed."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

import httpx

from marrow.errors import AnswerTooLargeError, ConnectionFailedError, ContentTypeError

ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,application/xml;q=0.4,*/*;q=0.1"
# Only what can be unpacked piece by piece with a bound on what comes out: zlib can, and a bomb in
# Brotli or Zstandard grows by a factor of a million before its decoder gives anything back.
ACCEPT_ENCODING: Final = "gzip"

_PAGE_TYPES: Final = frozenset(
    (
        "",  # not told: the first bytes decide
        "text/html",
        "application/xhtml+xml",
        "application/vnd.wap.xhtml+xml",
        "text/plain",
        "text/xml",
        "application/xml",
    )
)
_REMEDY: Final = {
    "application/pdf": "convert it to HTML first (for instance with pdftohtml)",
    "application/rss+xml": "is a feed: give the pages that it lists",
    "application/atom+xml": "is a feed: give the pages that it lists",
    "application/feed+json": "is a feed: give the pages that it lists",
}
_PIECE_BYTES: Final = 256 * 1024
_GZIP_WBITS: Final = zlib.MAX_WBITS | 16


def refuse_other_types(response: httpx.Response, name: str) -> None:
    """Refuse, before the body is read, what is no page by its Content-Type.

    Raises
    ------
    ContentTypeError
    """
    media = response.headers.get("content-type", "").split(";")[0].strip().lower()
    if media not in _PAGE_TYPES:
        remedy = _REMEDY.get(media, "give the address of a web page")
        # The header is the server's: it is shown only as far as a media type may go.
        readable = "".join(char for char in media[:80] if char.isprintable())
        raise ContentTypeError(f"{name}: has the type {readable}, not HTML: {remedy}")


def read_body(response: httpx.Response, name: str, max_bytes: int | None, *, cut: bool = False) -> bytes:
    """Read and unpack the body.

    Parameters
    ----------
    response
        Open, nothing read of it yet.
    name
        What messages call the URL.
    max_bytes
        Most bytes after decompression; ``None``: no limit.
    cut
        Give the first ``max_bytes`` of a larger body, rather than an error.

    Raises
    ------
    AnswerTooLargeError, ContentTypeError, ConnectionFailedError
    """
    declared = response.headers.get("content-length", "")
    if not cut and max_bytes is not None and declared.isdecimal() and int(declared[:20]) > max_bytes:
        raise _too_large(name, max_bytes)
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding in ("gzip", "x-gzip"):
        pieces = _unpacked(response.iter_raw(), name)
    elif encoding in ("", "identity"):
        pieces = response.iter_raw()
    else:
        readable = "".join(char for char in encoding[:40] if char.isprintable())
        raise ContentTypeError(f"{name}: is packed as {readable}, unasked: save the page from a browser")
    body = bytearray()
    for piece in pieces:
        body += piece
        if max_bytes is not None and len(body) > max_bytes:
            if cut:
                return bytes(body[:max_bytes])
            raise _too_large(name, max_bytes)
    return bytes(body)


def _too_large(name: str, max_bytes: int) -> AnswerTooLargeError:
    return AnswerTooLargeError(
        f"{name}: larger than the limit of {max_bytes:,} bytes: raise it to read the page (--max-bytes)"
    )


def _unpacked(packed: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Unpack gzip in pieces of bounded size; several members follow each other in one body."""
    stream = zlib.decompressobj(_GZIP_WBITS)
    started = False
    for chunk in packed:
        data = chunk
        while data:
            if stream.eof:
                if not data.startswith(b"\x1f"):
                    return  # padding after the last member
                stream, started = zlib.decompressobj(_GZIP_WBITS), False
            try:
                yield stream.decompress(data, _PIECE_BYTES)
            except zlib.error:
                raise ContentTypeError(f"{name}: is broken gzip data: save the page from a browser") from None
            started = True
            data = stream.unused_data if stream.eof else stream.unconsumed_tail
    if started and not stream.eof:
        raise ConnectionFailedError(f"{name}: the packed answer is cut short: try again")
