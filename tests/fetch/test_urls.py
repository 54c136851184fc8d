from __future__ import annotations

import pytest

from marrow.errors import UrlError
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
