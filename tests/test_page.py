from __future__ import annotations

import pytest

from marrow.errors import NotHtmlError
from marrow.page import Page


@pytest.mark.timeout(10)
def test_many_comments_before_the_root_are_passed_over_at_once() -> None:
    page = Page.of("<!-- a -->\n" * 60 + "<p>Text</p>")

    assert page.html.endswith("<p>Text</p>")


def test_a_feed_behind_comments_is_refused() -> None:
    with pytest.raises(NotHtmlError, match="is a feed"):
        Page.of('<?xml version="1.0"?>\n<!-- one -->\n<!-- two --><rss version="2.0"></rss>')
