from __future__ import annotations

import subprocess
import sys

import pytest

import marrow
from marrow.metadata import Metadata
from marrow.page import Page
from marrow.reading import read
from marrow.reading.metadata import read_metadata


def metadata_of(html: str, url: str | None = None) -> Metadata:
    return read_metadata(read(Page.of(html, url=url)))


ARTICLE = """
<html lang="en-gb"><head><title>Bones grow in spring - The Daily Bone</title>
<meta property="og:site_name" content="The Daily Bone">
<meta property="og:type" content="article">
<meta property="og:image" content="/bones.jpg">
<meta property="article:published_time" content="2024-03-05T08:30:00+0100">
<meta property="article:modified_time" content="2024-03-06">
<meta name="description" content="Why bones &amp;amp; marrow grow.">
<meta name="keywords" content="bones, spring, Bones">
<link rel="canonical" href="https://daily.example/bones">
</head><body><h1>Bones grow in spring</h1>
<p class="byline">By <a href="/ann">Ann Lee</a> and <a href="/bo">Bo Chen</a></p>
<p>Text about bones.</p></body></html>
"""


def test_reads_every_field_of_an_article() -> None:
    found = metadata_of(ARTICLE, "https://daily.example/bones?from=feed")
    assert found.title == "Bones grow in spring"
    assert found.authors == ("Ann Lee", "Bo Chen")
    assert found.date == "2024-03-05T08:30:00+01:00"
    assert found.modified == "2024-03-06"
    assert found.description == "Why bones & marrow grow."
    assert found.site_name == "The Daily Bone"
    assert found.language == "en-GB"
    assert found.url == "https://daily.example/bones"
    assert found.image == "https://daily.example/bones.jpg"
    assert found.tags == ("bones", "spring")
    assert found.page_type == "article"


def test_names_a_source_for_every_field_that_was_found_and_no_other() -> None:
    found = metadata_of(ARTICLE)
    stated = {name for name in Metadata.__dataclass_fields__ if name != "sources" and getattr(found, name)}
    assert set(found.sources) == stated
    assert found.sources["date"] == "opengraph"
    assert found.sources["authors"] == "byline"
    assert found.sources["language"] == "html"


def test_a_page_that_says_nothing_has_no_metadata() -> None:
    assert metadata_of("<p>x") == Metadata()


def test_extraction_has_the_metadata() -> None:
    extraction = marrow.extract(ARTICLE, method="everything")
    assert extraction.metadata.title == "Bones grow in spring"
    assert extraction.metadata is extraction.metadata


@pytest.mark.parametrize(
    ("canonical", "expected"),
    (
        ("https://a.example/x", "https://a.example/x"),
        ("/x", "https://given.example/x"),
        ("http://[broken", "https://given.example/p"),
        ("javascript:alert(1)", "https://given.example/p"),
        ("", "https://given.example/p"),
    ),
)
def test_canonical_address(canonical: str, expected: str) -> None:
    html = f'<link rel="canonical" href="{canonical}"><p>x'
    assert metadata_of(html, "https://given.example/p").url == expected


def test_address_from_open_graph_and_none_where_nothing_is_known() -> None:
    assert metadata_of('<meta property="og:url" content="https://a.example/o"><p>x').url == (
        "https://a.example/o"
    )
    assert metadata_of('<link rel="canonical" href="/x"><p>x').url is None


def test_image_is_never_a_data_address() -> None:
    html = (
        '<meta property="og:image" content="data:image/gif;base64,R0lGODlh">'
        '<meta name="twitter:image" content="https://a.example/i.png"><p>x'
    )
    assert metadata_of(html).image == "https://a.example/i.png"


@pytest.mark.parametrize(
    ("head", "language"),
    (
        ('<html lang="pt_br">', "pt-BR"),
        ('<html lang="zh-hant-tw">', "zh-Hant-TW"),
        ('<html lang="en-US" xml:lang="de">', "en-US"),
        ('<html lang="und"><meta http-equiv="Content-Language" content="fr, en">', "fr"),
        ('<meta property="og:locale" content="sv_SE">', "sv-SE"),
        ('<meta name="dc.language" content="nl">', "nl"),
    ),
)
def test_declared_language(head: str, language: str) -> None:
    assert metadata_of(f"{head}<p>x").language == language


def test_language_of_the_text_when_none_is_declared() -> None:
    text = "Der Knochen wächst im Frühling, und das Mark wächst mit ihm, sagen die Ärzte der Stadt."
    found = metadata_of(f"<p>{text}")
    assert (found.language, found.sources["language"]) == ("de", "text")


def test_no_language_from_too_little_text() -> None:
    assert metadata_of("<p>ok</p>").language is None


@pytest.mark.parametrize(
    ("statement", "page_type"),
    (
        ('<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>', "forum"),
        ('<script type="application/ld+json">{"@type":["Thing","Recipe"]}</script>', "recipe"),
        ('<script type="application/ld+json">{"@type":"http://schema.org/Product"}</script>', "product"),
        ('<meta property="og:type" content="Article">', "article"),
        ('<meta property="og:type" content="website">', None),
        ('<div itemscope itemtype="https://schema.org/JobPosting">x</div>', "job"),
    ),
)
def test_page_type(statement: str, page_type: str | None) -> None:
    assert metadata_of(statement + "<p>x").page_type == page_type


def test_a_mentioned_node_does_not_make_the_page_type() -> None:
    html = '<script type="application/ld+json">{"@type":"WebPage","about":{"@type":"Product"}}</script><p>x'
    assert metadata_of(html).page_type is None


def test_site_name_from_json_ld() -> None:
    html = '<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Bone"}]}</script><p>x'
    assert metadata_of(html).site_name == "Bone"


def test_tags_from_links_and_json_ld() -> None:
    html = (
        '<script type="application/ld+json">{"@type":"Article","keywords":["Red","Blue"]}</script>'
        '<a rel="tag nofollow" href="/t">#green</a>'
    )
    assert metadata_of(html).tags == ("Red", "Blue", "green")


def test_nothing_heavy_is_imported_before_metadata_is_asked_for() -> None:
    code = (
        "import sys, marrow\n"
        "extraction = marrow.extract('<p>Text of a page.</p>', method='everything')\n"
        "extraction.text\n"
        "heavy = {'htmldate', 'py3langid', 'dateparser', 'marrow.reading.metadata'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
