from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from hypothesis import given, strategies as st

from marrow.errors import FetchError, UrlError
from marrow.fetch.exchange import _target
from marrow.fetch.urls import checked_url, origin_of, shown


@pytest.mark.parametrize(
    ("url", "said"),
    (
        ("ftp://example.org/page", "only http and https"),
        ("file:///etc/passwd", "only http and https"),
        ("javascript:alert(1)", "only http and https"),
        ("example.org/page", "only http and https"),
        ("http://", "no host"),
        ("http:///page", "no host"),
        ("http://[::1/page", "is no URL"),
        ("http://example.org:99999/", "is no URL"),
        ("http://example.org:port/", "is no URL"),
        ("http://example.org/a\r\nX-Evil: 1", "is no URL"),
        ("http://xn--/", "is no URL"),
        ("http://example.org:25/", "port 25"),
    ),
)
def test_what_cannot_be_fetched_is_refused_in_one_line(url: str, said: str) -> None:
    with pytest.raises(UrlError, match=said) as caught:
        checked_url(url)
    assert str(caught.value).isprintable()


def test_a_password_in_a_url_is_refused_and_not_repeated() -> None:
    with pytest.raises(UrlError, match="Authorization") as caught:
        checked_url("https://user:secret@example.org/")
    assert "secret" not in str(caught.value)


def test_names_of_other_scripts_and_blanks_around_are_fine() -> None:
    assert origin_of(checked_url(" https://bücher.example/ä b\n")) == ("https", "xn--bcher-kva.example", 443)


def test_shown_urls_stay_on_one_line_and_short() -> None:
    line = shown("http://example.org/\x1b[31m\n" + "a" * 1000)
    assert line.isprintable()
    assert len(line) == 200


PARTS = st.sampled_from(
    (
        "http:",
        "https:",
        "//",
        "/",
        "..",
        "?",
        "#",
        "@",
        ":",
        "[",
        "]",
        "%",
        "%00",
        "\\",
        "xn--",
        "::1",
        "80",
        "ä",
        "\x00",
        " ",
    )
)
NEARLY_URLS = st.lists(st.one_of(PARTS, st.text(max_size=3)), max_size=8).map("".join)


def judged(make: Callable[[], httpx.URL]) -> tuple[httpx.URL | None, str]:
    """A URL, or the message of the error instead."""
    try:
        return make(), ""
    except FetchError as error:
        return None, str(error)


@given(NEARLY_URLS)
def test_whatever_comes_in_is_a_url_or_one_line_about_it(text: str) -> None:
    url, message = judged(lambda: checked_url(text))
    assert url.scheme in ("http", "https") and origin_of(url)[1] if url else message.isprintable()


@given(NEARLY_URLS)
def test_wherever_a_redirect_leads_it_is_a_url_or_one_line_about_it(location: str) -> None:
    start = checked_url("http://example.org/a/b?c")
    url, message = judged(lambda: _target(start, location, str(start)))
    assert url.scheme in ("http", "https") if url else message.isprintable()
