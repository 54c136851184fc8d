"""The second look gives the same blocks as the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from marrow.page import Page
from marrow.reading import read
from marrow.reading.detail import PieceKind, read_detail

PAGES = {
    "inline": "<p>a <b>b</b>c <i> d</i></p><div>e<p>f</p>g</div>",
    "breaks": "<p>a<br>b<br><br>c</p><br>",
    "preformatted": "<pre>\n  <b>a</b>\n\n b\n</pre>c",
    "lines in preformatted": "<pre><div>a</div><div>b<br>c</div></pre>",
    "blank preformatted": "<pre> \n </pre><p>a</p>",
    "formulas": "<p>a <math alttext=x></math> <script type=math/tex>y</script></p>",
    "noscript": "<noscript><p>Only here</p><p>is text</p></noscript>",
    "hidden": "<body style='display:none'><p>All of it</p><p>is hidden</p>",
    "shadow root": "<x-a><template shadowrootmode=open><p>a</p><slot></slot></template><p>b</p></x-a>",
    "frameset": "<frameset><frame src=x><noframes><p>No frames</p></noframes></frameset>",
    "nothing": "<img src=x>",
}


def check_same(page: Page) -> None:
    blocks, detail = read(page), read_detail(page)
    texts = [""] * len(blocks)
    assert len(detail.preformatted) == len(blocks)
    assert list(detail.block) == sorted(detail.block)
    for text, block, element, opened in zip(
        detail.text, detail.block, detail.element, detail.opened, strict=True
    ):
        texts[block] += text
        assert element < opened <= len(blocks.tree)
    for text, shown, is_preformatted in zip(blocks.text, texts, detail.preformatted, strict=True):
        assert (shown.strip() if is_preformatted else shown) == (text.strip() if is_preformatted else text)


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
def test_same_blocks(html: str) -> None:
    check_same(Page.of(html))


def test_same_blocks_on_real_pages(datasets: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = parquet.ParquetFile(datasets / "wcxb.parquet")
    for row in next(file.iter_batches(batch_size=40, columns=["html", "url"])).to_pylist():
        check_same(Page.of(row["html"], url=row["url"]))


def test_kinds_of_pieces() -> None:
    html = "<p>a<br>b <math alttext='x^2'></math> <script type='math/tex; mode=display'>y</script></p>"
    detail = read_detail(Page.of(html))
    kinds = [(text.strip(), kind) for text, kind in zip(detail.text, detail.kind, strict=True) if text != " "]
    assert kinds == [
        ("a", PieceKind.TEXT),
        ("", PieceKind.BREAK),
        ("b", PieceKind.TEXT),
        ("x^2", PieceKind.FORMULA),
        ("y", PieceKind.DISPLAY_FORMULA),
    ]


def test_elements_without_text_can_be_placed() -> None:
    detail = read_detail(Page.of("<div>a<img src=x>b<hr>c</div>"))
    tags = read(Page.of("<div>a<img src=x>b<hr>c</div>")).tree.tags
    image, rule = tags.index("img"), tags.index("hr")
    opened = dict(zip(detail.text, detail.opened, strict=True))
    assert opened["a"] <= image < opened["b"] <= rule < opened["c"]


@pytest.mark.parametrize(
    ("html", "url", "expected"),
    (
        ("<p>a", None, None),
        ("<p>a", "https://example.org/x", "https://example.org/x"),
        ("<base href=/y/><p>a", "https://example.org/x", "https://example.org/y/"),
        ("<base href=https://example.net/><p>a", None, "https://example.net/"),
        ("<base href=/y/><p>a", None, None),
        ("<base href='javascript:x'><p>a", "https://example.org/x", "https://example.org/x"),
        ("<base href='http://[x'><p>a", "https://example.org/x", "https://example.org/x"),
    ),
)
def test_base_address(html: str, url: str | None, expected: str | None) -> None:
    assert read_detail(Page.of(html, url=url)).base_url == expected
