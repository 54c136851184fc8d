"""What came in: a page's HTML as text, and where it is from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from marrow.decoding import EncodingSource, decode
from marrow.errors import EmptyInputError, InputError, NotHtmlError, TooLargeError

DEFAULT_MAX_BYTES = 64 * 1024 * 1024
"""Largest input that is read unless the caller allows more."""

_UNPACK = "unpack it first"
_OTHER = "give the HTML of a web page"
# How files of other kinds begin, what they are, and what to do.
_MAGIC = (
    (rb"%PDF-", "a PDF", "convert it to HTML first (for instance with pdftohtml)"),
    (rb"\x89PNG", "a PNG image", _OTHER),
    (rb"GIF8[79]a", "a GIF image", _OTHER),
    (rb"\xff\xd8\xff", "a JPEG image", _OTHER),
    (rb"RIFF.{4}WEBP", "a WebP image", _OTHER),
    (rb"RIFF.{4}(?:WAVE|AVI )", "an audio or video file", _OTHER),
    (rb".{4}ftyp", "an audio, video or image file", _OTHER),
    (rb"\x00\x00\x01\x00", "an icon", _OTHER),
    (rb"ID3[\x02-\x04]|OggS|fLaC", "an audio file", _OTHER),
    (rb"PK\x03\x04", "a ZIP archive, e-book or office document", "give an HTML file out of it"),
    (rb"\x1f\x8b", "gzip data", _UNPACK),
    (rb"\x28\xb5\x2f\xfd", "zstd data", _UNPACK),
    (rb"\xfd7zXZ\x00", "xz data", _UNPACK),
    (rb"BZh[1-9]1AY", "bzip2 data", _UNPACK),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (rb"Rar!\x1a", "a RAR archive", _UNPACK),
    (rb".{257}ustar", "a tar archive", _UNPACK),
    (rb"\x7fELF|MZ\x90\x00|\x00asm", "a program", _OTHER),
    (rb"wOF[F2]|\x00\x01\x00\x00\x00", "a font", _OTHER),
    (rb"SQLite format 3\x00", "an SQLite database", _OTHER),
    (rb"PAR1", "a Parquet file", "give the HTML of one of its rows"),
    (rb"WARC/[01]", "a WARC file", "give the HTML of one of its records"),
    (rb"\{\\rtf", "an RTF document", "convert it to HTML first"),
    (rb"\xd0\xcf\x11\xe0", "an office document", "convert it to HTML first"),
    (rb"bplist00", "a property list (web archive)", "save the page as HTML"),
)
# The root element after an XML declaration, comments and a doctype. Atomic: one way to match.
_XML_ROOT = re.compile(
    r"\A\ufeff?\s*+(?>(?:<\?[^>]{0,1000}+>|<!--(?>[\s\S]{0,5000}?-->)|<!DOCTYPE[^>]{0,500}+>)\s*+){0,20}+"
    r"<(?:(?P<feed>rss\b|rdf:RDF\b|(?:\w{1,20}:)?feed\b)|(?P<list>(?:sitemapindex|urlset|opml)\b)"
    r"|(?P<image>svg\b))",
    re.IGNORECASE,
)
_JSON = re.compile(
    r"""\A\ufeff?\s*+(?:\{\s*+(?:"[^"]{0,1000}+"\s*+:|\})|\[\s*+(?:[\[{\]]|"[^"]{0,1000}+"\s*+[,\]]))"""
)
_MHTML = re.compile(
    r"\A(?:From|MIME-Version|Content-Type|Subject|Date): [\s\S]{0,2000}?multipart/related", re.IGNORECASE
)
_ADDRESS = re.compile(r"\s*+(?:https?://[^\s<>]++|[^\s<>]{1,200}\.x?html?)\s*", re.IGNORECASE)
_MAX_ADDRESS_CHARS = 2_000
_HEAD_CHARS = 20_000
# Text has no control characters (but for the escapes of ISO-2022-JP); a page may carry some.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))
_CONTROL = re.compile("[\\x00-\\x08\\x0b\\x0e-\\x1a\\x1c-\\x1f]")
_MAX_CONTROL_SHARE = 0.01
_MAX_CONTROLS = 8
_SURROGATE = re.compile("[\ud800-\udfff]")
_HTML_TYPES = ("html", "xml", "text/", "application/octet-stream", "binary/octet-stream", "multipart/")
_HTML_SIGN = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)


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
            _refuse_address(source, name)
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
    try:
        text.encode()  # a quarter of the time of a search
    except UnicodeEncodeError:
        # Pairs are one character that was cut in two.
        joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return _SURROGATE.sub("\ufffd", joined)
    return text


def _refuse_binary(data: bytes, content_type: str | None, name: str) -> None:
    head = data[:1024]
    if not head.lstrip().startswith(b"<"):
        for magic, kind, remedy in _MAGIC:
            if re.match(magic, head, re.DOTALL) or re.match(magic, head.lstrip(), re.DOTALL):
                raise NotHtmlError(f"{name}: is {kind}, not HTML: {remedy}")
    media = (content_type or "").split(";")[0].strip().lower()
    is_named_html = not media or any(known in media for known in _HTML_TYPES)
    # A type is a claim; what begins like a page is one.
    if not is_named_html and not _HTML_SIGN.search(head):
        raise NotHtmlError(f"{name}: has the type {media[:80]!r}, not HTML: {_OTHER}")
    sample = data[:4096]
    n_controls = len(sample) - len(sample.translate(None, _CONTROLS))
    looks_utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff") or sample.count(0) > 0.3 * len(sample)
    if not looks_utf16 and n_controls > max(_MAX_CONTROLS, _MAX_CONTROL_SHARE * len(sample)):
        raise NotHtmlError(f"{name}: is a binary file, not HTML: {_OTHER}")


def _refuse_other_text(text: str, name: str) -> None:
    head = text[:_HEAD_CHARS]
    if not head.strip("\ufeff \t\r\n\f") and not text.strip("\ufeff \t\r\n\f"):
        raise EmptyInputError(f"{name}: is empty: {_OTHER}")
    root = _XML_ROOT.match(head)
    # A page may begin with an image.
    if root and (not root["image"] or text.rstrip().endswith("</svg>")):
        kind, remedy = "a feed (RSS or Atom)", "give the pages that it lists"
        if root["list"]:
            kind = "a sitemap or OPML file"
        elif root["image"]:
            kind, remedy = "an SVG image", _OTHER
        raise NotHtmlError(f"{name}: is {kind}, not a page: {remedy}")
    if _JSON.match(head) and text.rstrip()[-1:] in ("}", "]"):
        raise NotHtmlError(f"{name}: is JSON, not HTML: give the HTML that it holds")
    if _MHTML.match(head):
        raise NotHtmlError(f"{name}: is a web archive (MHTML), not HTML: save the page as HTML")
    if head.startswith("%PDF-"):
        raise NotHtmlError(f"{name}: is a PDF, not HTML: convert it to HTML first")
    if len(_CONTROL.findall(head)) > max(_MAX_CONTROLS, _MAX_CONTROL_SHARE * len(head)):
        raise NotHtmlError(f"{name}: is a binary file, not HTML: {_OTHER}")


def _refuse_address(text: str, name: str) -> None:
    """Refuse an address or a path that was given in place of the page it leads to."""
    if len(text) < _MAX_ADDRESS_CHARS and _ADDRESS.fullmatch(text):
        raise NotHtmlError(
            f"{name}: {text.strip()[:200]!r} is an address, not HTML: fetch the page or read the file first"
        )
