"""What is taken for a page, and what is said about the rest."""

from __future__ import annotations

import gzip
import json
import time
from typing import Any

import pytest

from marrow.errors import EmptyInputError, InputError, NotHtmlError, TooLargeError
from marrow.page import Page

OTHER_FILES = {
    "PDF": (b"%PDF-1.7\n%\xe2\xe3", "a PDF", "pdftohtml"),
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image", "web page"),
    "JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image", "web page"),
    "GIF": (b"GIF89a\1\0", "a GIF image", "web page"),
    "WebP": (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP image", "web page"),
    "MP4": (b"\0\0\0\x20ftypisom", "an audio, video or image file", "web page"),
    "gzip": (gzip.compress(b"<p>x"), "gzip data", "unpack it"),
    "zip": (b"PK\3\4\x14\0", "a ZIP archive", "out of it"),
    "font": (b"wOF2\0\1\0\0", "a font", "web page"),
    "program": (b"\x7fELF\2\1\1\0", "a program", "web page"),
    "WARC": (b"WARC/1.0\r\nWARC-Type: response", "a WARC file", "records"),
    "RTF": (b"{\\rtf1\\ansi hello}", "an RTF document", "convert"),
    "numbers": (bytes(range(256)) * 20, "a binary file", "web page"),
    "RSS": (b"<?xml version='1.0'?>\n<rss version='2.0'><channel>", "a feed", "pages that it lists"),
    "Atom": (b"<!-- x -->\n<feed xmlns='http://www.w3.org/2005/Atom'>", "a feed", "pages that it lists"),
    "RDF": (b"<rdf:RDF xmlns='x'>", "a feed", "pages that it lists"),
    "styled feed": (b"<?xml version='1.0'?><?xml-stylesheet href='a'?><rss>", "a feed", "pages"),
    "sitemap": (b"<?xml version='1.0'?><urlset>", "a sitemap", "pages that it lists"),
    "sitemap index": (b"<sitemapindex>", "a sitemap", "pages that it lists"),
    "SVG": (b"<?xml version='1.0'?><svg xmlns='x'></svg>\n", "an SVG image", "web page"),
    "JSON": (json.dumps({"html": "<p>x</p>"}).encode(), "JSON", "HTML that it holds"),
    "JSON list": (b' [{"a": 1},\n {"a": 2}]\n', "JSON", "HTML that it holds"),
    "MHTML": (
        b"From: <Saved by Blink>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;",
        "MHTML",
        "save the page as HTML",
    ),
}


@pytest.mark.parametrize(("data", "kind", "remedy"), OTHER_FILES.values(), ids=OTHER_FILES)
def test_other_files_are_named_with_a_remedy(data: bytes, kind: str, remedy: str) -> None:
    with pytest.raises(NotHtmlError) as refused:
        Page.of(data, name="a.html")
    message = str(refused.value)
    assert message.startswith("a.html: ")
    assert kind in message
    assert remedy in message
    assert "\n" not in message


@pytest.mark.parametrize("source", ("", b"", " \n\t ", b"  \r\n", "\ufeff", b"\xef\xbb\xbf\n", " " * 50_000))
def test_empty_input(source: str | bytes) -> None:
    with pytest.raises(EmptyInputError, match=r"^stdin: is empty: give"):
        Page.of(source, name="stdin")


@pytest.mark.parametrize(
    "address",
    ("https://example.org/a?b=c", " http://example.org ", "page.html", "/a/b.HTM", "c:\\a.xhtml"),
)
def test_address_in_place_of_a_page(address: str) -> None:
    with pytest.raises(NotHtmlError, match=r"^input: .* is an address, not HTML: fetch"):
        Page.of(address)


@pytest.mark.parametrize("source", (None, 1, ["<p>"], object()))
def test_other_types(source: Any) -> None:
    with pytest.raises(InputError, match=r"^input: expected HTML as str or bytes, not \w+: read"):
        Page.of(source)


def test_too_large_input() -> None:
    with pytest.raises(TooLargeError, match=r"^big: 1,001 bytes is over the limit of 1,000: raise max_bytes"):
        Page.of("x" * 1_001, name="big", max_bytes=1_000)
    assert Page.of("x" * 1_000, max_bytes=1_000).html
    assert Page.of(b"x" * 1_001, max_bytes=None).html
    with pytest.raises(TooLargeError):
        Page.of(memoryview(b"x" * 1_001), max_bytes=1_000)


def test_type_of_the_answer() -> None:
    with pytest.raises(NotHtmlError, match=r"^a: has the type 'application/json', not HTML"):
        Page.of(b"plain", content_type="application/json; charset=utf-8", name="a")
    for media in ("text/html", "application/xhtml+xml", "TEXT/PLAIN;x", "", "application/octet-stream"):
        assert Page.of(b"plain", content_type=media).html == "plain"
    assert Page.of(b"\n<!DOCTYPE html><p>x", content_type="application/x-unknown").html


PAGES = {
    "plain text": "Just some words.",
    "fragment": "<p>x",
    "XHTML": "<?xml version='1.0'?><!DOCTYPE html><html><body>x",
    "words like a feed": "<p>rss feed</p><rss>",
    "words like magic": "GIF8 and RIFF and BZh and ID3 tags explained",
    "begins with a bracket": "[1] A note. [2] Another",
    "begins with a brace": "{ x } <p>text</p>",
    "a word with a dot": "See index.html for more",
    "begins with an image": "<svg><text>x</text></svg><p>x</p>",
    "stray NUL": "<p>" + "x" * 500 + "\0</p>",
}


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
def test_what_is_a_page(html: str) -> None:
    assert Page.of(html).html == html
    assert Page.of(html.encode()).html == html


def test_page_is_returned_as_it_is() -> None:
    page = Page("<p>x")
    assert Page.of(page) is page


def test_where_it_is_from() -> None:
    page = Page.of(
        "<p>ä".encode("latin-1"), url="http://a.example/", content_type="text/html; charset=latin1"
    )
    assert (page.html, page.url) == ("<p>ä", "http://a.example/")
    assert (page.encoding, page.encoding_source) == ("cp1252", "header")


def test_lone_surrogates() -> None:
    assert Page.of("<p>a\ud800b\udfff").html == "<p>a\ufffdb\ufffd"
    assert Page.of("<p>\ud83d\ude00").html == "<p>😀"


@pytest.mark.parametrize("source", (bytearray(b"<p>x"), memoryview(b"<p>x")))
def test_other_kinds_of_bytes(source: bytearray | memoryview) -> None:
    assert Page.of(source).html == "<p>x"


@pytest.mark.parametrize(
    "head",
    (
        "<!---->" * 2_000,
        "<?x>" * 3_000,
        "<!--a--> " * 1_000,
        "<!DOCTYPE x>" * 1_000,
        '{"' + "a" * 20_000,
        "[ " * 9_000,
    ),
)
def test_heads_are_looked_at_in_linear_time(head: str) -> None:
    start = time.perf_counter()
    assert Page.of(head + "<p>x").html
    assert time.perf_counter() - start < 5
