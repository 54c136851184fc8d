"""Properties that hold for any page: text is never lost or doubled, and outputs are safe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from selectolax.lexbor import LexborHTMLParser
from tests.render.keeping import keep, markdown_as_html, of_blocks, shown, shown_of_tei

from marrow.extraction import Extraction
from marrow.metadata import Metadata
from marrow.page import Page
from marrow.reading import read
from marrow.render.html import to_html

_BLOCK_TAGS = "p div h2 h5 ul ol li blockquote pre table tr td th section details summary figure".split()
# A caption is shown above its table wherever it stands; so it is left out here.
_INLINE_TAGS = "b i em strong a code s sup sub span u kbd q".split()
_VOID = ("<br>", "<hr>", "<img src='/x.png' alt='an image'>", "<input type=checkbox disabled>")
_ATTRIBUTES = (
    "",
    " onclick='alert(1)'",
    " href='javascript:alert(1)'",
    " href='/x y(z)'",
    " href='https://example.org/?a=b&amp;c'",
    " class='language-py\" onload=x'",
    " colspan=3",
    " rowspan=2",
    " start=7",
    " style='color:red'",
)
_TEXT = st.text("ab c.,*_`[]()!#|\\~&-+1中\n", min_size=1, max_size=9).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)


def _wrap(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tag = st.sampled_from((*_BLOCK_TAGS, *_INLINE_TAGS))
    return st.builds(
        lambda name, attribute, inner: f"<{name}{attribute}>{''.join(inner)}</{name}>",
        tag,
        st.sampled_from(_ATTRIBUTES),
        st.lists(children, max_size=4),
    )


PAGES = st.lists(st.recursive(_TEXT | st.sampled_from(_VOID), _wrap, max_leaves=25), max_size=5).map("".join)
HOSTILE = st.text(st.sampled_from("<>/ap'\"=&;:\x00\x0b\x85\ufffe\n scriptonhef"), max_size=80)


def without_metadata(extraction: Extraction) -> Extraction:
    """Spare the search for metadata, which is kept once it was made."""
    extraction.__dict__["metadata"] = Metadata(title="A title")
    return extraction


def letters(words: list[str]) -> str:
    """Text without white space: what may not change."""
    return "".join(words)


@settings(max_examples=400)
@given(PAGES)
def test_markdown_reads_back_as_the_kept_text(html: str) -> None:
    page = keep(html, url="https://example.org/")
    assert letters(_untouched(shown(markdown_as_html(page.markdown)))) == letters(
        _untouched(page.text.split())
    )


def _untouched(words: list[str]) -> list[str]:
    """Leave out the hyphens and boxes that items in cells and tasks get."""
    return [re.sub(r"\[[ x]?\]|[-\[\]]", "", word) for word in words]


@settings(max_examples=300)
@given(PAGES)
def test_html_and_tei_show_the_kept_text(html: str) -> None:
    page = without_metadata(keep(html, url="https://example.org/"))
    want = letters(page.text.split())
    assert letters(shown(page.html)) == want
    assert letters(shown_of_tei(page.xml)) == want


@settings(max_examples=300)
@given(PAGES | HOSTILE, st.booleans())
def test_html_is_safe_and_xml_parses(html: str, images: bool) -> None:
    page = without_metadata(keep(html, images=images))
    root = LexborHTMLParser(page.html).root
    assert root is not None
    for node in root.traverse():
        assert node.tag not in ("script", "style", "iframe", "object", "form", "link", "meta")
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            assert name != "style"
            assert not re.match(r"\s*(javascript|vbscript|data):", value or "", re.IGNORECASE)
    shown_of_tei(page.xml)


@settings(max_examples=150)
@given(PAGES, st.randoms(use_true_random=False))
def test_only_kept_blocks_show(html: str, random: object) -> None:
    blocks = read(Page(html))
    kept = [random.random() < 0.5 for _ in range(len(blocks))]  # type: ignore[attr-defined]
    page = of_blocks(blocks, kept)
    assert letters(shown(page.html)) == letters(page.text.split())


@pytest.fixture(scope="module")
def pages(datasets: Path) -> list[Page]:
    """Some pages of the open web."""
    parquet = pytest.importorskip("pyarrow.parquet")
    file = parquet.ParquetFile(datasets / "wcxb.parquet")
    rows = next(file.iter_batches(batch_size=25, columns=["html", "url"])).to_pylist()
    return [Page.of(row["html"], url=row["url"]) for row in rows]


def _words(words: list[str]) -> list[str]:
    return re.findall(r"[^\W_]+", " ".join(words))


def test_real_pages_have_the_same_words_in_all_formats(pages: list[Page]) -> None:
    for page in pages:
        blocks = read(page)
        extraction = of_blocks(blocks, [True] * len(blocks))
        want = _words(re.sub(r"(?m)[#¶§]$", "", extraction.text).split())
        assert _words(shown(markdown_as_html(extraction.markdown))) == want
        assert _words(shown(to_html(extraction, extraction.options))) == want
        assert _words(shown_of_tei(extraction.xml)) == want
