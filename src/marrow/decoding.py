"""Bytes to text, once: byte order mark, HTTP header, ``meta``, detection, in this order.

A declaration is a claim, not a fact. A declared encoding is taken when the bytes fit it; bytes
that are valid UTF-8 (and not plain ASCII) are read as UTF-8 even where an 8-bit encoding is
declared, since text in another encoding is valid UTF-8 only by a freak of chance.
"""

from __future__ import annotations

import codecs
import re
from typing import Literal, NamedTuple

EncodingSource = Literal["text", "bom", "header", "meta", "detection"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The WHATWG Encoding Standard reads these labels as a superset that pages really use.
_SUPERSETS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    # A document whose meta element can be read as ASCII is not UTF-16.
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
# Labels of that standard that Python does not know.
_LABELS = {
    "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-8-sig": "utf-8",
    "iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i": "iso8859-6",
    "iso-8859-8-e iso-8859-8-i csiso88598e csiso88598i visual logical": "iso8859-8",
    "sun_eu_greek": "iso8859-7",
    "csisolatin9": "iso8859-15",
    "koi koi8": "koi8-r",
    "koi8-ru": "koi8-u",
    "mac csmacintosh x-mac-roman": "mac-roman",
    "x-mac-cyrillic x-mac-ukrainian": "mac-cyrillic",
    "dos-874 windows-874": "cp874",
    "csgb2312 gb_2312 gb_2312-80 x-gbk": "gb18030",
    "cn-big5 x-x-big5": "big5",
    "cseucpkdfmtjapanese x-euc-jp": "euc_jp",
    "windows-31j x-sjis": "cp932",
    "cseuckr csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601 windows-949": "cp949",
    "csunicode ucs-2 iso-10646-ucs-2 unicode unicodefeff unicodefffe": "utf-16",
}
_CODEC_OF_LABEL = {label: codec for labels, codec in _LABELS.items() for label in labels.split()}
# Codecs of Python that are not encodings of the web (utf-7, idna, rot13, ...).
_WEB_CODECS = re.compile(
    r"utf-8|cp\d+|iso8859-\d+|koi8-[ru]|mac-\w+|gb18030|hz|big5(hkscs)?|euc_jp|iso2022_jp\w*"
)
_META_CHARSET = re.compile(
    rb"""<meta[^>]{0,500}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([a-zA-Z0-9_:.\-]{1,40})""", re.IGNORECASE
)
_XML_ENCODING = re.compile(rb"""^\s{0,99}<\?xml[^>]{0,200}?encoding\s?=\s?["']([\w.\-]{1,40})["']""")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w.:\-]{1,40})""", re.IGNORECASE)
# Browsers look at 1,024 bytes only; many pages declare later, and the text is at hand.
_PRESCAN_BYTES = 16_384
_HIGH_BYTES = bytes(range(128, 256))
_EUC_JP_KANA = re.compile(rb"[\xa4\xa5][\xa1-\xf6]")
_MIN_KANA_SHARE = 0.25
# A declared encoding fits when at most this share of the characters cannot be decoded.
_MAX_UNDECODABLE_SHARE = 0.001
_DETECTION_SAMPLE_BYTES = 65_536
# Shorter input says too little about where its NULs stand.
_MIN_UTF16_BYTES = 8


class Decoded(NamedTuple):
    """Text, the Python codec that read it, and what named the codec."""

    text: str
    encoding: str
    source: EncodingSource


def codec_for(label: str) -> str | None:
    """Return the Python codec for a WHATWG encoding label, or ``None`` when it is no encoding."""
    label = label.strip().lower()
    # x-cp1251, iso88595
    label = re.sub(r"^x-(?=cp\d)", "", re.sub(r"^iso8859(?=\d)", "iso8859-", label))
    try:
        name = codecs.lookup(_CODEC_OF_LABEL.get(label, label)).name
    except (LookupError, ValueError):
        return None
    name = _SUPERSETS.get(name, name)
    return name if _WEB_CODECS.fullmatch(name) else None


def declared_in_header(content_type: str | None) -> str | None:
    """Codec named by the ``charset`` parameter of a Content-Type header, if any."""
    match = _HEADER_CHARSET.search(content_type or "")
    return codec_for(match[1]) if match else None


def declared_in_meta(data: bytes) -> str | None:
    """Codec named by ``<meta charset>``, ``http-equiv`` or the XML declaration, if any."""
    head = data[:_PRESCAN_BYTES]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    if match and b"<!--" in head[: match.start()]:
        match = _META_CHARSET.search(_COMMENT.sub(b"", head))
    return codec_for(match[1].decode("ascii")) if match else None


def _decode_if_it_fits(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
    if text.count("\ufffd") > max(1, _MAX_UNDECODABLE_SHARE * len(text)):
        return None
    return text


def _decode_utf8(data: bytes) -> str | None:
    """Decode UTF-8 whose last character may be cut off; ``None`` for anything else."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        is_cut = error.end == len(data) and error.reason == "unexpected end of data"
        return data[: error.start].decode("utf-8") if is_cut and error.start else None


def _is_euc_jp(sample: bytes) -> bool:
    """Half of Japanese text is kana; their first byte in EUC-JP is rare in other encodings' text."""
    n_high = len(sample) - len(sample.translate(None, _HIGH_BYTES))
    n_kana = len(_EUC_JP_KANA.findall(sample))
    return (
        n_kana > 0
        and 2 * n_kana > _MIN_KANA_SHARE * n_high
        and _decode_if_it_fits(sample, "euc_jp") is not None
    )


def _detect(data: bytes) -> str:
    """Guess the encoding of bytes that are not UTF-8."""
    from charset_normalizer import from_bytes  # 20 ms of imports that few pages need

    sample = data[:_DETECTION_SAMPLE_BYTES]
    if _is_euc_jp(sample):
        return "euc_jp"
    best = from_bytes(sample).best()
    codec = codec_for(best.encoding) if best is not None else None
    # UTF-8 was tried before; what is left is most often Western European.
    return codec if codec is not None and codec != "utf-8" else "cp1252"


def _utf16_without_bom(data: bytes) -> str | None:
    """UTF-16 text in Latin script has a NUL in nearly every second byte."""
    head = data[:512]
    if len(head) < _MIN_UTF16_BYTES:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > 0.8 * len(head) / 2 and even < 0.1 * len(head):
        return "utf-16-le"
    if even > 0.8 * len(head) / 2 and odd < 0.1 * len(head):
        return "utf-16-be"
    return None


def decode(data: bytes, content_type: str | None = None) -> Decoded:
    """Decode a page; never fails.

    Parameters
    ----------
    data
        The bytes as they came.
    content_type
        The HTTP header ``Content-Type``, if there was one.
    """
    for bom, codec in _BOMS:
        if data.startswith(bom):
            return Decoded(data[len(bom) :].decode(codec, "replace"), codec, "bom")
    utf16 = _utf16_without_bom(data)
    if utf16:
        return Decoded(data.decode(utf16, "replace"), utf16, "detection")
    header, meta = declared_in_header(content_type), declared_in_meta(data)
    claims: list[tuple[str | None, EncodingSource]] = [(header, "header"), (meta, "meta")]
    text = _decode_utf8(data)
    if text is None:
        for claim, source in claims:
            fitting = _decode_if_it_fits(data, claim) if claim else None
            if claim and fitting is not None:
                return Decoded(fitting, claim, source)
        # A few broken bytes in a UTF-8 page that declares nothing.
        mostly_utf8 = _decode_if_it_fits(data, "utf-8")
        if mostly_utf8 is not None:
            return Decoded(mostly_utf8, "utf-8", "detection")
        codec = _detect(data)
        return Decoded(data.decode(codec, "replace"), codec, "detection")
    for claim, source in claims:
        if claim == "utf-8":
            return Decoded(text, claim, source)
        if claim is not None and text.isascii():
            # Stateful 7-bit encodings (ISO-2022-JP, HZ) look like ASCII.
            return Decoded(data.decode(claim, "replace"), claim, source)
    return Decoded(text, "utf-8", "detection")
