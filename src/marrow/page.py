"""What came in: a page's HTML as text, and where it is from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from marrow.decoding import EncodingSource, decode
from marrow.errors import EmptyInputError, InputError, NotHtmlError, TooLargeError

DEFAULT_MAX_BYTES = 64 * 1024 * 1024
"""Largest input that is read unless the caller allows more."""

_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"RIFF", "a RIFF file (WebP, AVI, WAV)"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"BZh", "bzip2 data"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"OggS", "an Ogg file"),
    (b"ID3", "an MP3 file"),
    (b"wOF", "a font"),
    (b"SQLite format 3", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"WARC/", "a WARC file"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
)
_REMEDY = {
    "a PDF": "convert it to HTML first (for instance with pdftohtml)",
    "gzip data": "unpack it first",
    "zstd data": "unpack it first",
    "bzip2 data": "unpack it first",
}
# The root element after an XML declaration, comments and a doctype.
# The group is atomic: otherwise n comments can be split in 2^n ways.
_FEED = re.compile(
    r"\A\ufeff?\s*(?>(?:<\?[^>]{0,1000}>\s*|<!--[\s\S]{0,5000}?-->\s*|<!DOCTYPE[^>]{0,500}>\s*){0,20})"
    r"<(?:(rss)\b|(rdf:RDF)\b|(?:\w+:)?(feed)\b|(sitemapindex|urlset|opml)\b)",
    re.IGNORECASE,
)
_HEAD_CHARS = 20_000
# Text has no NUL; a page may carry a stray one.
_MAX_NUL_SHARE = 0.01
_SURROGATE = re.compile("[\ud800-\udfff]")
_HTML_TYPES = ("html", "xml", "text/", "application/octet-stream", "multipart/")


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it came in. Text is decoded here, once.

    Attributes
    ----------
    html
        The source text.
    url
        Address, if known; makes links absolute and helps metadata.
    encoding
        Python codec that decoded the bytes; ``None`` when text was given.
    encoding_source
        What named the codec: ``bom``, ``header``, ``meta``, ``detection``; or ``text``.
    """

    html: str
    url: str | None = None
    encoding: str | None = None
    encoding_source: EncodingSource = "text"

    @classmethod
    def of(
        cls,
        source: str | bytes | bytearray | memoryview | Page,
        *,
        url: str | None = None,
        content_type: str | None = None,
        name: str = "input",
        max_bytes: int | None = DEFAULT_MAX_BYTES,
    ) -> Page:
        """Make a page from text or bytes; a page is returned as it is.

        Parameters
        ----------
        source
            HTML as text, or the bytes of a file or answer.
        url
            Where it is from.
        content_type
            The HTTP header ``Content-Type``: its ``charset`` is taken before the page's own.
        name
            What error messages call the input (a path, a URL).
        max_bytes
            Refuse larger input; for text, counted as characters. ``None``: no limit.

        Raises
        ------
        EmptyInputError, NotHtmlError, TooLargeError
            The message names the input and the remedy.
        """
        if isinstance(source, Page):
            return source
        if not isinstance(source, (str, bytes, bytearray, memoryview)):
            raise InputError(
                f"{name}: expected HTML as str or bytes, not {type(source).__name__}: read the file first"
            )
        size = source.nbytes if isinstance(source, memoryview) else len(source)
        if max_bytes is not None and size > max_bytes:
            raise TooLargeError(
                f"{name}: {size:,} bytes is over the limit of {max_bytes:,}: raise max_bytes to read it"
            )
        if isinstance(source, str):
            page = cls(_well_formed(source), url)
        else:
            data = bytes(source)
            _refuse_binary(data, content_type, name)
            text, encoding, origin = decode(data, content_type)
            page = cls(_well_formed(text), url, encoding, origin)
        _refuse_other_text(page.html, name)
        return page


def _well_formed(text: str) -> str:
    """Replace what no HTML parser accepts: lone surrogates (a str can hold them)."""
    if text.isascii():
        return text
    return _SURROGATE.sub("\ufffd", text)


def _refuse_binary(data: bytes, content_type: str | None, name: str) -> None:
    head = data[:1024].lstrip()
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            remedy = _REMEDY.get(kind, "give the HTML of a web page")
            raise NotHtmlError(f"{name}: is {kind}, not HTML: {remedy}")
    media = (content_type or "").split(";")[0].strip().lower()
    if media and not any(known in media for known in _HTML_TYPES):
        raise NotHtmlError(f"{name}: has the type {media}, not HTML: give the HTML of a web page")
    nuls = data[:4096].count(0)
    looks_utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff") or nuls > 0.3 * len(data[:4096])
    if not looks_utf16 and nuls > _MAX_NUL_SHARE * len(data[:4096]):
        raise NotHtmlError(f"{name}: is a binary file, not HTML: give the HTML of a web page")


def _refuse_other_text(text: str, name: str) -> None:
    head = text[:_HEAD_CHARS]
    if not head.strip() and not text.strip():
        raise EmptyInputError(f"{name}: is empty: give the HTML of a web page")
    match = _FEED.match(head)
    if match:
        kind = "a sitemap or OPML file" if match[4] else "a feed (RSS or Atom)"
        raise NotHtmlError(f"{name}: is {kind}, not a page: give the pages that it lists")
    if "\x00" in head and head.count("\x00") > _MAX_NUL_SHARE * len(head):
        raise NotHtmlError(f"{name}: is a binary file, not HTML: give the HTML of a web page")
