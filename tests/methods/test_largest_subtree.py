from __future__ import annotations

import pytest

from marrow import Page, read
from marrow.methods.largest_subtree import LargestSubtree

PAGE = (
    "<body><nav><a href=/a>Ten chars.</a></nav>"
    "<main><p>A paragraph of thirty characte.</p><p>Another one, of thirty charact.</p></main>"
    "<footer><a href=/b>Ten chars.</a></footer>"
)


def kept(html: str, **parameters: float) -> list[str]:
    blocks = read(Page(html))
    scores = LargestSubtree(**parameters).score(blocks)
    return [text for text, score in zip(blocks.text, scores, strict=True) if score]


def test_keeps_the_container_of_the_paragraphs_and_nothing_around_it() -> None:
    assert kept(PAGE) == ["A paragraph of thirty characte.", "Another one, of thirty charact."]


def test_gain_is_text_less_links_less_elements() -> None:
    blocks = read(Page(PAGE))
    gain = dict(zip(blocks.tree.tags, LargestSubtree(2, 5).explain(blocks)["gain"], strict=True))
    # Two paragraphs of 31 characters; main and its paragraphs are three elements.
    assert gain["main"] == 62 - 15
    # One link of 10 characters; nav and a are two elements.
    assert gain["nav"] == -20 - 10
    assert gain["body"] == gain["main"] + gain["nav"] + gain["footer"] - 5


def test_links_without_a_cost_keep_the_page_together() -> None:
    assert kept(PAGE, link_cost=-1.0, element_cost=0.0)[0] == "Ten chars."


@pytest.mark.parametrize("html", ("", "<body>", "<ul><li><a href=/>Home</a></ul>"))
def test_keeps_nothing_where_no_subtree_is_worth_it(html: str) -> None:
    assert kept(html) == []
