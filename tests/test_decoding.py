"""Encodings: byte order mark, header, meta, detection, in this order; never an error."""

from __future__ import annotations

import time

import pytest

from marrow.decoding import codec_for, decode

RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний."
CHINESE = "中华人民共和国的首都是北京,这是一座有着三千多年历史的古老城市,也是全国的政治文化中心。" * 3
TAIWANESE = "臺灣是一個位於東亞的島嶼,首都是臺北,這裡的人們說國語、臺語和客家話,物產豐富,風景秀麗。" * 3
JAPANESE = "日本の首都は東京です。東京には多くの人々が住んでいて、いろいろな文化を楽しむことができます。" * 3
KOREAN = "대한민국의 수도는 서울이며 많은 사람들이 살고 있고 다양한 문화를 즐길 수 있는 큰 도시입니다. " * 3
GERMAN = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, und fünf Bären schlafen schön. "

LEGACY = {
    "gb2312": (CHINESE, "gb18030"),
    "gbk": (CHINESE, "gb18030"),
    "gb18030": (CHINESE, "gb18030"),
    "shift_jis": (JAPANESE, "cp932"),
    "euc-jp": (JAPANESE, "euc_jp"),
    "iso-2022-jp": (JAPANESE, "iso2022_jp"),
    "euc-kr": (KOREAN, "cp949"),
    "big5": (TAIWANESE, "big5hkscs"),
    "koi8-r": (RUSSIAN, "koi8-r"),
    "windows-1251": (RUSSIAN, "cp1251"),
    "iso-8859-1": (GERMAN, "cp1252"),
}


@pytest.mark.parametrize("label", LEGACY)
def test_declared_in_meta(label: str) -> None:
    text, codec = LEGACY[label]
    html = f'<html><head><meta charset="{label}"></head><body><p>{text}</p>'
    assert decode(html.encode(label)) == (html, codec, "meta")


@pytest.mark.parametrize("label", LEGACY)
def test_declared_in_header(label: str) -> None:
    text, codec = LEGACY[label]
    html = f"<p>{text}</p>"
    assert decode(html.encode(label), f"text/html; charset={label}") == (html, codec, "header")


@pytest.mark.parametrize("label", ("gb2312", "shift_jis", "euc-jp", "euc-kr", "big5", "windows-1251"))
def test_detected(label: str) -> None:
    text, _ = LEGACY[label]
    html = f"<html><body><p>{text}</p>"
    decoded = decode(html.encode(label))
    assert (decoded.text, decoded.source) == (html, "detection")


@pytest.mark.parametrize(
    ("bom", "codec"), ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
)
def test_byte_order_mark_comes_first(bom: bytes, codec: str) -> None:
    html = "<meta charset=koi8-r><p>Größe</p>"
    assert decode(bom + html.encode(codec), "text/html; charset=big5") == (html, codec, "bom")


@pytest.mark.parametrize("codec", ("utf-16-le", "utf-16-be"))
def test_utf16_without_mark(codec: str) -> None:
    html = "<html><body><p>Größe and ordinary words</p></body></html>"
    assert decode(html.encode(codec)) == (html, codec, "detection")


def test_header_comes_before_meta() -> None:
    html = f"<meta charset=iso-8859-5><p>{RUSSIAN}</p>"
    assert decode(html.encode("windows-1251"), "text/html; charset=windows-1251").text == html


@pytest.mark.parametrize("claim", ("iso-8859-1", "windows-1251", "gb2312", "utf-16", "no-such-thing"))
def test_utf8_is_seen_whatever_is_claimed(claim: str) -> None:
    html = f"<meta charset={claim}><p>{GERMAN} – „€“</p>"
    assert decode(html.encode(), f"text/html;charset={claim}").text == html


def test_header_that_does_not_fit_is_passed_over() -> None:
    html = f"<meta charset=windows-1251><p>{RUSSIAN}</p>"
    decoded = decode(html.encode("windows-1251"), "text/html; charset=utf-8")
    assert decoded == (html, "cp1251", "meta")


def test_utf8_that_was_cut_within_a_character() -> None:
    data = f"<meta charset=iso-8859-1><p>{GERMAN}</p><p>€".encode()
    assert decode(data[:-1]).text == f"<meta charset=iso-8859-1><p>{GERMAN}</p><p>"


def test_some_broken_bytes_in_utf8() -> None:
    data = (f"<p>{RUSSIAN}</p>" * 30).encode() + b"\xff\xfe<p>x"
    decoded = decode(data)
    assert (decoded.encoding, decoded.text.count("\ufffd")) == ("utf-8", 2)


def test_late_declaration() -> None:
    html = f"<head><script>{'x' * 9_000}</script><meta charset=koi8-r></head><p>{RUSSIAN}</p>"
    assert decode(html.encode("koi8-r")).text == html


@pytest.mark.parametrize(
    "meta",
    (
        "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>",
        "<META CHARSET = 'koi8-r' >",
        "<?xml version='1.0' encoding='koi8-r'?>",
        "<!-- <meta charset=windows-1252> --><meta charset=koi8-r>",
        "<meta charset=x-no-such><meta charset=koi8-r>",
    ),
)
def test_ways_to_declare(meta: str) -> None:
    html = f"{meta}<p>{RUSSIAN}</p>"
    assert decode(html.encode("koi8-r")).text == html


def test_double_encoded_text_stays_as_it_is() -> None:
    mojibake = "Größe".encode().decode("cp1252")
    assert decode(f"<p>{mojibake}</p>".encode()).text == f"<p>{mojibake}</p>"


LABELS = {
    "utf-8": "utf8 UTF-8 unicode-1-1-utf-8 unicode20utf8 x-unicode20utf8",
    "cp1252": "ascii us-ascii latin1 l1 iso-8859-1 iso88591 cp819 windows-1252 x-cp1252 ansi_x3.4-1968",
    "cp1251": "windows-1251 x-cp1251 cp1251",
    "cp1254": "iso-8859-9 latin5 windows-1254",
    "cp866": "866 ibm866 csibm866",
    "cp874": "windows-874 dos-874 tis-620 iso-8859-11",
    "iso8859-2": "latin2 iso88592 iso_8859-2:1987",
    "iso8859-6": "arabic ecma-114 iso-8859-6-i",
    "iso8859-8": "hebrew visual logical iso-8859-8-i csiso88598e",
    "koi8-r": "koi koi8 cskoi8r",
    "koi8-u": "koi8-u koi8-ru",
    "mac-roman": "mac macintosh x-mac-roman",
    "gb18030": "gb2312 gbk x-gbk chinese csgb2312 gb_2312-80 gb18030",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "cp932": "shift_jis sjis x-sjis windows-31j ms_kanji csshiftjis",
    "cp949": "euc-kr ks_c_5601-1987 windows-949 korean ksc_5601",
}


@pytest.mark.parametrize("codec", LABELS)
def test_labels_of_the_encoding_standard(codec: str) -> None:
    assert {codec_for(label) for label in LABELS[codec].split()} == {codec}


@pytest.mark.parametrize("label", ("utf-7", "rot13", "idna", "zlib", "base64", "none", "", "\0", "a" * 40))
def test_what_is_no_encoding_of_the_web(label: str) -> None:
    assert codec_for(label) is None


@pytest.mark.parametrize(
    "data",
    (
        b"",
        b"\xff",
        b"\xff\xfe\x00",
        b"<meta charset=",
        bytes(range(256)) * 300,
        b"<meta " * 200_000,
        b"<meta charset   " * 200_000,
        b"<!--" * 300_000,
        b"\x81" * 1_000_000,
    ),
    ids=["empty", "byte", "half", "cut", "all bytes", "metas", "blanks", "comments", "undefined"],
)
def test_any_bytes_are_decoded_soon(data: bytes) -> None:
    start = time.perf_counter()
    assert isinstance(decode(data, "text/html; charset=" + "x" * 100).text, str)
    assert time.perf_counter() - start < 10
