from __future__ import annotations

import pytest

from marrow.page import Page
from marrow.reading import read
from marrow.reading.metadata.authors import MAX_AUTHORS, find_authors, names_in
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.titles import block_of, find_title


def authors_of(html: str) -> tuple[str, ...]:
    page = Statements(read(Page.of(html)))
    found = find_authors(page, block_of(page, find_title(page)))
    return found.names if found else ()


@pytest.mark.parametrize(
    ("line", "names"),
    (
        ("By Ann Lee", ("Ann Lee",)),
        ("by: Ann Lee", ("Ann Lee",)),
        ("Written by Ann Lee and Bo Chen", ("Ann Lee", "Bo Chen")),
        ("Ann Lee, Bo Chen & Cy Díaz", ("Ann Lee", "Bo Chen", "Cy Díaz")),
        ("Ann Lee; ann lee", ("Ann Lee",)),
        ("Ann Lee, PhD, RD", ("Ann Lee",)),
        ("Ann Lee | March 3, 2024", ("Ann Lee",)),
        ("By Ann Lee on March 3, 2024", ("Ann Lee",)),
        ("Ann Lee 4 August 2010", ("Ann Lee",)),
        ("Von Ann Lee und Bo Groß", ("Ann Lee", "Bo Groß")),
        ("Par Zoé Brun", ("Zoé Brun",)),
        ("作者：王小明", ("王小明",)),
        ("Автор: Иван Петров", ("Иван Петров",)),
        ("Byron Dixon", ("Byron Dixon",)),
        ("Parker Avery", ("Parker Avery",)),
        ("https://www.facebook.com/ann", ()),
        ("ann@news.example", ()),
        ("Author", ()),
        ("unknown", ()),
        ("2024", ()),
        ("", ()),
    ),
)
def test_names_in_a_line(line: str, names: tuple[str, ...]) -> None:
    assert names_in([line]) == names


def test_a_sentence_is_no_name() -> None:
    assert names_in(["Ann has written about bones for more than ten years in this paper"]) == ()


def test_names_are_limited() -> None:
    assert len(names_in([f"Name {i}" for i in range(1_000)])) == MAX_AUTHORS


LD = '<script type="application/ld+json">{}</script><p>x'


@pytest.mark.parametrize(
    ("author", "names"),
    (
        ('"Ann Lee"', ("Ann Lee",)),
        ('{"@type":"Person","name":"Ann Lee"}', ("Ann Lee",)),
        ('[{"name":"Ann Lee"},{"name":"Bo Chen"}]', ("Ann Lee", "Bo Chen")),
        ('{"name":["Ann Lee","Bo Chen"]}', ("Ann Lee", "Bo Chen")),
        ('{"name":null}', ()),
        ("5", ()),
    ),
)
def test_json_ld(author: str, names: tuple[str, ...]) -> None:
    assert authors_of(LD.replace("{}", f'{{"@type":"BlogPosting","author":{author}}}')) == names


def test_json_ld_by_reference() -> None:
    graph = (
        '{"@graph":[{"@type":"Article","author":{"@id":"#a"}},'
        '{"@type":"Person","@id":"#a","name":"Ann Lee"}]}'
    )
    assert authors_of(LD.replace("{}", graph)) == ("Ann Lee",)


def test_the_author_of_a_comment_or_review_is_not_the_author() -> None:
    ld = '{"@type":"Product","review":{"@type":"Review","author":{"name":"Ann Lee"}}}'
    assert authors_of(LD.replace("{}", ld)) == ()


def test_an_organisation_gives_way_to_a_person() -> None:
    ld = '{"@type":"Article","author":{"@type":"Organization","name":"Bone News"}}'
    page = LD.replace("{}", ld)
    assert authors_of(page) == ("Bone News",)
    assert authors_of(page + '<p class="byline">By Ann Lee</p>') == ("Ann Lee",)


@pytest.mark.parametrize(
    "meta",
    (
        '<meta name="author" content="By Ann Lee">',
        '<meta name="parsely-author" content="Ann Lee">',
        '<meta name="sailthru.author" content="Ann Lee">',
        '<meta name="DC.Creator" content="Ann Lee">',
        '<meta name="citation_author" content="Lee, Ann">',
        '<meta property="article:author" content="Ann Lee">',
        '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee">',
        '<meta property="article:author" content="https://f.example/ann"><span class="author">Ann Lee</span>',
    ),
)
def test_meta(meta: str) -> None:
    assert authors_of(meta + "<p>x") == ("Ann Lee",)


@pytest.mark.parametrize(
    "byline",
    (
        '<a rel="author" href="/a">Ann Lee</a>',
        '<span itemprop="author"><span itemprop="name">Ann Lee</span>, writes about bones</span>',
        '<span class="post-author">Posted by <a href="/a">Ann Lee</a> in <b>News</b></span>',
        '<div class="author vcard"><img alt=""><span class="fn">Ann Lee</span><p>Editor of bones</p></div>',
        '<div class="message" data-author="Ann Lee">Text</div>',
        "<p>By Ann Lee</p>",
        "<p>By</p><p>Ann Lee</p>",
        "<p>March 3, 2024 by Ann Lee</p>",
        "<p>Posté le 06/01/20 par Ann Lee</p>",
        "<p>作者：王小明 时间：2005-08-22</p>",
        "<p>作者:王小明 阅读(1660) 评论(5)</p>",
        "<p>□ 本报记者 王小明</p>",
        "<p>王小明</p>",
        "<p>文字。（王小明）</p>",
    ),
)
def test_bylines(byline: str) -> None:
    expected = ("王小明",) if "王小明" in byline else ("Ann Lee",)
    assert authors_of(f"<h1>Bones grow</h1>{byline}<p>Text.</p>") == expected


def test_a_byline_inside_comments_or_footer_is_none() -> None:
    html = '<h1>Bones</h1><p>Text.</p><div class="comments"><b class="comment-author">Ann Lee</b></div>'
    assert authors_of(html) == ()
    assert authors_of('<h1>Bones</h1><footer><span class="author">Ann Lee</span></footer>') == ()


def test_the_byline_after_the_title_comes_before_one_above_it() -> None:
    html = '<span class="author">Bo Chen</span><h1>Bones</h1><span class="author">Ann Lee</span>'
    assert authors_of(html) == ("Ann Lee",)
