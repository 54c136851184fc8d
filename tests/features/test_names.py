from __future__ import annotations

import pytest

from marrow import Page, read
from marrow.features.names import TOPIC_NAMES, TOPICS, read_names, topic_bits


def topics_in(bits: int) -> set[str]:
    return {name for i, name in enumerate(TOPIC_NAMES) if bits >> i & 1}


@pytest.mark.parametrize(
    ("name", "topics"),
    (
        ("post-content", {"content"}),
        ("mainContent", {"content"}),
        ("articleBody", {"content"}),
        ("HTMLContent", {"content"}),
        ("NAV", {"navigation"}),
        ("nav2", {"navigation"}),
        ("navbarLeft", {"navigation", "sidebar"}),
        ("comment_list-12", {"comment", "card"}),
        ("Comment12List", {"comment", "card"}),
        ("topic", {"tag", "forum"}),
        ("related-posts", {"related"}),
        ("h1", {"title"}),
        ("unavailable", set()),  # holds "nav", but is no such token
        ("x", set()),
        ("12", set()),
        ("内容", set()),
        ("", set()),
        ("--__--", set()),
        ("x" * 200 + "-nav", set()),  # generated names are cut
    ),
)
def test_topics_of_a_name(name: str, topics: set[str]) -> None:
    assert topics_in(topic_bits(name)) == topics


@pytest.mark.parametrize("topic", TOPIC_NAMES)
def test_every_token_of_a_topic_stands_for_it(topic: str) -> None:
    assert all(topic in topics_in(topic_bits(token)) for token in TOPICS[topic].split())


def test_class_id_role_and_itemprop_are_read() -> None:
    html = (
        "<body class='post x'><div id=sidebar class='post x'><p role=navigation>a<p itemprop=author>b"
        "<p class>c<p title=footer>d</div>"
    )
    tree = read(Page(html)).tree
    assert list(tree.tags) == ["html", "body", "div", "p", "p", "p", "p"]
    found = [topics_in(int(bits)) for bits in read_names(tree).topics]
    assert found == [set(), {"content"}, {"content", "sidebar"}, {"navigation"}, {"byline"}, set(), set()]


def test_the_signature_is_tag_and_class() -> None:
    html = "<div class=a><p class=b>1<p class=b id=nav>2<p class=c>3<p>4<p id=x>5</div><div class=a>6</div>"
    named = read_names(read(Page(html)).tree)
    first, p1, p2, p3, p4, p5, last = named.signature[2:].tolist()
    assert first == last
    assert p1 == p2
    assert p4 == p5
    assert len({first, p1, p3, p4}) == 4


def test_the_same_class_on_another_tag_is_another_signature() -> None:
    signature = read_names(read(Page("<div class=a>1</div><section class=a>2</section>")).tree).signature
    assert signature[2] != signature[3]


def test_nothing_is_remembered_between_pages() -> None:
    tree = read(Page("<p class=post>1<p class=nav>2")).tree
    before = read_names(tree)
    read_names(read(Page("<p class=nav>1<p class=footer>2")).tree)
    after = read_names(tree)
    assert after.topics.tolist() == before.topics.tolist()
    assert after.signature.tolist() == before.signature.tolist()
