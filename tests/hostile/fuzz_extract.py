"""Coverage-guided fuzzing of the whole way from bytes to every output, with Atheris.

Run it by hand (``docs/safety.md`` has the command and the last results); it is no test of pytest::

    python tests/hostile/fuzz_extract.py -max_total_time=1200 -timeout=20 -rss_limit_mb=2048 CORPUS

libFuzzer reports what takes longer than ``-timeout`` seconds or more than ``-rss_limit_mb``
megabytes; everything but an ``InputError`` that comes out of :func:`check` is a crash. What it
finds is made small and kept in ``tests/hostile/cases/``.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import atheris

# Atheris never frees the result of a comparison of arrays that it has traced, so that what works on
# arrays alone is run as it is.
ARRAYS: Final = [
    f"marrow.{package}.{module.name}"
    for package in ("features", "predict")
    for module in pkgutil.iter_modules([str(Path(find_spec("marrow").origin).parent / package)])
]
with atheris.instrument_imports(include=["marrow"], exclude=ARRAYS):
    import marrow
    import marrow.methods
    import marrow.reading.metadata
    import marrow.render
    from marrow.errors import InputError
    from marrow.reading.detail import read_detail
    from marrow.render import FORMATS

    # What is imported when it is needed must be there now to be seen.
    for package in (marrow.methods, marrow.reading.metadata, marrow.render):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)

MAX_BYTES: Final = 1 << 20
OTHER_METHODS: Final = ("everything", "cetd", "cetr", "largest_subtree")

TAGS: Final = """
    html head body title base meta link script style template noscript p div span section article
    main nav aside header footer h1 h2 h3 h6 ul ol li dl dt dd table caption colgroup col thead tbody
    tfoot tr td th pre code listing xmp plaintext textarea blockquote q a b i em strong u s del ins
    sup sub small mark font nobr br hr img picture source figure figcaption video audio iframe object
    embed svg g path foreignObject math mi mo mfrac annotation semantics form fieldset legend label
    input button select optgroup option datalist details summary dialog ruby rb rt rp slot frameset
    frame noframes marquee center address time meter progress map area x-card
""".split()
FRAGMENTS: Final = (
    b"<!doctype html>", b'<?xml version="1.0" encoding="utf-8"?>', b"<![CDATA[ x ]]>", b"<!-- c -->",
    b"<!--", b"-->", b"]]>", b"&amp;", b"&#0;", b"&#xD800;", b"&nbsp;", b"&shy;", b"&#8203;", b"\x00",
    b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80", b"\xe4\xb8\xad\xe6\x96\x87",
    "שלום\u200f".encode(), "ไทย".encode(), b"\r\n", b"\t", b" ", b"\n\n", b"```", b"|", b"*_`[]()<>#\\",
    b' href="http://a.example/b?c#d"', b' href="javascript:x"', b' href="//[::1"', b' src="data:x"',
    b' src="a.png" srcset="b.png 2x"', b' alt="x|y"', b' class="a b"', b' style="display:none"',
    b' style="visibility : hidden;display:block"', b" hidden", b" hidden=until-found", b" popover",
    b" open", b' colspan="99999999999"', b' rowspan="0"', b' start="-5"', b' value="x"',
    b' shadowrootmode="open"', b' slot="s"', b' name="s"', b' class="katex-html"',
    b' class="language-py"', b' type="math/tex; mode=display"', b' encoding="application/x-tex"',
    b' alttext="x^2"', b' dir="rtl" lang="ar"', b' datetime="2026-11-20T10:00:00+01:00"',
    (b'<script type="application/ld+json">{"@type":"Article","headline":"h","author":[{"name":"n"}],'
    b'"datePublished":"2026-01-01"}</script>'),
    b'<script type="application/ld+json">{"@graph":[[[{"author":{"author":"x"}}', b"</script>",
    b'<meta property="og:title" content="t">', b'<meta name="date" content="2026-13-45">',
    b'<meta charset="shift_jis">', b'<meta charset="utf-16">', b'<link rel=canonical href="::">',
    b'<base href="http://[">', b'<span itemprop="author">x</span>', b"<time>20 Nov 2026</time>",
    b'<p class="byline">By A. B. and C</p>', b"<b id=1>", b"<table><tr><td>", b"</table>",
    b"%PDF-", b"\x1f\x8b", b"<rss>", b'{"a":', b"WARC/1.0",
)  # fmt: skip
WORDS: Final = b"The quick brown fox jumps over the lazy dog and some more words follow. "


def check(data: bytes) -> None:
    """Take one input the whole way; nothing but an error of its kind may come out."""
    try:
        page = marrow.Page.of(data, url="http://example.org/a/b.html", max_bytes=MAX_BYTES)
        extractions = [
            marrow.extract(page),
            marrow.extract(page, method=OTHER_METHODS[len(data) % len(OTHER_METHODS)]),
        ]
    except InputError as error:
        message = str(error)
    else:
        for extraction in extractions:
            check_extraction(extraction)
        return
    assert "\n" not in message, "a message is one line"


def check_extraction(extraction: marrow.Extraction) -> None:
    """Make every output, and check what must hold for each page."""
    assert 0.0 <= extraction.confidence <= 1.0
    blocks = extraction.blocks
    assert len(blocks) == len(blocks.n_chars) == len(extraction.scores) == len(extraction.kept)
    assert all(blocks.text)
    for format_name in FORMATS:
        extraction.render(format_name).encode()
    assert set(read_detail(blocks.page).block) <= set(range(len(blocks)))
    assert extraction.metadata is extraction.metadata


def mutate(data: bytes, max_size: int, seed: int) -> bytes:
    """Change an input as the structure of pages has it, or leave that to libFuzzer."""
    chance = random.Random(seed)  # noqa: S311
    if chance.random() < 0.4:
        return atheris.Mutate(data, max_size)
    for _ in range(chance.randint(1, 6)):
        data = _edited(data, chance)
    return data[:max_size]


def _edited(data: bytes, chance: random.Random) -> bytes:
    start = chance.randint(0, len(data))
    end = min(len(data), start + chance.choice((0, 1, 8, 64, 512)))
    kind = chance.randrange(6)
    if kind == 0:
        return data[:start] + chance.choice(FRAGMENTS) + data[start:]
    if kind == 1:
        tag = chance.choice(TAGS).encode()
        return data[:start] + b"<" + tag + b">" + data[start:end] + b"</" + tag + b">" + data[end:]
    if kind == 2:
        tag = chance.choice(TAGS).encode()
        return data[:start] + b"<" + tag + chance.choice(FRAGMENTS) + b">" + data[start:]
    if kind == 3:
        return data[:start] + data[start:end] * chance.choice((2, 3, 50, 500)) + data[end:]
    if kind == 4:
        n_chars = chance.choice((1, 20, len(WORDS), 400))
        return data[:start] + (WORDS * 6)[:n_chars] + data[start:]
    return data[:start] + data[end:]


def main() -> None:
    """Fuzz until libFuzzer's own limits end it."""

    def custom_mutator(data: bytes, max_size: int, seed: int) -> bytes:
        return mutate(data, max_size, seed)

    atheris.Setup(sys.argv, check, custom_mutator=custom_mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
