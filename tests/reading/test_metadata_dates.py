from __future__ import annotations

import pytest

from marrow.page import Page
from marrow.reading import read
from marrow.reading.metadata.dates import find_date, find_modified
from marrow.reading.metadata.datetimes import date_in_address, parse_date
from marrow.reading.metadata.statements import Statements
from marrow.reading.metadata.titles import block_of, find_title


def date_of(html: str, url: str | None = None) -> str | None:
    page = Statements(read(Page.of(html, url=url)))
    claim = find_date(page, block_of(page, find_title(page)))
    return claim.value if claim else None


@pytest.mark.parametrize(
    ("text", "iso"),
    (
        ("2024-03-05", "2024-03-05"),
        ("2024-3-5", "2024-03-05"),
        ("2024-03-05T08:30:15.250Z", "2024-03-05T08:30:15Z"),
        ("2024-03-05T08:30:00+0100", "2024-03-05T08:30:00+01:00"),
        ("2024-03-05 08:30", "2024-03-05T08:30:00"),
        ("Tue, 05 Mar 2024 08:30:00 GMT", "2024-03-05"),
        ("20240305", "2024-03-05"),
        ("1709622000", "2024-03-05T07:00:00Z"),
        ("1709622000000", "2024-03-05T07:00:00Z"),
        ("March 5, 2024", "2024-03-05"),
        ("Mar. 5th 2024", "2024-03-05"),
        ("July 3rd , 2015", "2015-07-03"),
        ("5 March 2024", "2024-03-05"),
        ("5. März 2024", "2024-03-05"),
        ("5 de marzo de 2024", "2024-03-05"),
        ("le 5 août 2024 à 8 h", "2024-08-05"),
        ("5 марта 2024", "2024-03-05"),
        ("5 Mart 2024", "2024-03-05"),
        ("2024年3月5日", "2024-03-05"),
        ("2024년 3월 5일", "2024-03-05"),
        ("2024/3/5", "2024-03-05"),
        ("2024.03.05", "2024-03-05"),
        ("25/03/2024", "2024-03-25"),
        ("03/25/2024", "2024-03-25"),
        ("05.03.24", "2024-03-05"),
        ("Posted March 5, 2024, updated March 6, 2024", "2024-03-05"),
        ("2024-02-30", None),
        ("2024-13-01", None),
        ("1870-01-01", None),
        ("Version 2.4.1", None),
        ("0000-00-00", None),
        ("5 bananas 2024", None),
        ("March 2024", None),
        ("", None),
    ),
)
def test_dates_as_pages_write_them(text: str, iso: str | None) -> None:
    assert parse_date(text) == iso


def test_order_of_day_and_month() -> None:
    assert parse_date("03/04/2021") == "2021-04-03"
    assert parse_date("03/04/2021", month_first=True) == "2021-03-04"
    assert date_of('<html lang="en-GB"><h1>T</h1><p>03/04/2021') == "2021-04-03"
    assert date_of('<html lang="en-US"><h1>T</h1><p>03/04/2021') == "2021-03-04"


@pytest.mark.parametrize(
    ("url", "iso"),
    (
        ("https://a.example/2021/03/04/bones", "2021-03-04"),
        ("https://a.example/news/2021-03-04-bones.html", "2021-03-04"),
        ("https://a.example/20210304/bones.html", "2021-03-04"),
        ("https://a.example/2021/03/", None),
        ("https://a.example/item/20219999", None),
        ("https://a.example/?date=2021/03/04/", None),
    ),
)
def test_dates_in_addresses(url: str, iso: str | None) -> None:
    assert date_in_address(url) == iso


def test_order_of_sources() -> None:
    ld = '<script type="application/ld+json">{"@type":"Article","datePublished":"2020-01-01"}</script>'
    meta = '<meta property="article:published_time" content="2020-02-02">'
    item = '<meta itemprop="datePublished" content="2020-03-03">'
    shown = "<h1>T</h1><time datetime=2020-04-04>x</time>"
    url = "https://a.example/2020/05/05/t"
    assert date_of(item + meta + ld + shown, url) == "2020-01-01"
    assert date_of(item + meta + shown, url) == "2020-02-02"
    assert date_of(item + shown, url) == "2020-03-03"
    assert date_of(shown, url) == "2020-04-04"
    assert date_of("<h1>T</h1>", url) == "2020-05-05"


def test_the_address_has_the_day_where_the_author_was() -> None:
    html = '<meta property="article:published_time" content="2020-11-20T03:00:15+00:00"><h1>T</h1>'
    assert date_of(html, "https://a.example/2020/11/19/t") == "2020-11-19"
    assert date_of(html, "https://a.example/2020/11/17/t") == "2020-11-20T03:00:15+00:00"


def test_other_dates_on_the_page_tell_the_order_of_day_and_month() -> None:
    html = '<html lang="en"><h1>T</h1><p>03/04/2021</p><p>Text.</p><p>Comment of 25/04/2021</p>'
    assert date_of(html) == "2021-04-03"


@pytest.mark.parametrize(
    "shown",
    (
        '<abbr class="published" title="2021-03-05T07:00:00Z">last week</abbr>',
        '<span class="date" data-time="1614927600">last week</span>',
        '<div class="date"><b>5</b><b>Mar</b><b>2021</b></div>',
        "<p>5</p><p>Mar</p><p>2021</p>",
        '<span class="entry-date">5. März 2021</span>',
    ),
)
def test_dates_that_are_shown(shown: str) -> None:
    assert (date_of(f"<h1>Bones</h1>{shown}<p>Text.</p>") or "")[:10] == "2021-03-05"


@pytest.mark.parametrize(
    "meta",
    (
        '<meta name="date" content="2020-01-02">',
        '<meta name="DC.date.issued" content="2020-01-02">',
        '<meta name="citation_publication_date" content="2020/01/02">',
        '<meta name="parsely-pub-date" content="2020-01-02T00:00:00Z">',
        '<meta name="sailthru.date" content="2 January 2020">',
    ),
)
def test_meta(meta: str) -> None:
    assert (date_of(meta + "<p>x") or "")[:10] == "2020-01-02"


def test_the_line_beside_the_title_counts_not_the_one_in_the_text_or_the_footer() -> None:
    html = (
        "<p>Today is 9 May 2023</p>" + "<p>menu</p>" * 20 + "<h1>Bones</h1><p>Ann Lee, 5 March 2021</p>"
        "<p>On 7 April 2019 bones began to grow.</p><footer>© 1 January 2024</footer>"
    )
    assert date_of(html) == "2021-03-05"


def test_publication_comes_before_the_last_change() -> None:
    html = "<h1>Bones</h1><p>Updated 6 May 2022</p><p>5 March 2021</p>"
    assert date_of(html) == "2021-03-05"
    assert date_of("<h1>Bones</h1><p>Updated 6 May 2022</p>") == "2022-05-06"


def test_dates_of_comments_are_not_the_date() -> None:
    html = (
        '<h1>Bones</h1><div class="comments"><time datetime="2021-03-05">then</time></div>' + "<p>x</p>" * 40
    )
    later = "<p>Text without a date.</p>" * 30
    assert date_of(f'<h1>Bones</h1><time datetime="2021-03-01">x</time>{later}{html}') == "2021-03-01"


def test_modified() -> None:
    html = '<meta property="article:modified_time" content="2022-02-03"><p>x'
    claim = find_modified(Statements(read(Page.of(html))))
    assert claim is not None
    assert (claim.value, claim.source) == ("2022-02-03", "opengraph")
    assert find_modified(Statements(read(Page.of("<p>x")))) is None


def test_a_page_without_a_date_has_none() -> None:
    assert date_of("<title>Bones</title><h1>Bones</h1>" + "<p>Bones grow all the year.</p>" * 20) is None
