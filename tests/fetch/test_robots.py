from __future__ import annotations

import pytest
from tests.serving import PAGE, Server

from marrow.errors import RobotsError
from marrow.fetch import Fetcher, FetchPolicy, fetch

LOCAL = FetchPolicy(allow_private=True)


class Clock:
    """Notes how long it was asked to sleep, and does not."""

    def __init__(self) -> None:
        self.slept_s: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)


def robots(server: Server, text: str, status: int = 200) -> None:
    server.page("/robots.txt", text.encode(), status, Content_Type="text/plain")
    server.page("/open")
    server.page("/closed/page")


def test_rules_are_kept_and_asked_for_once(server: Server) -> None:
    robots(server, "User-agent: *\nDisallow: /closed/\n")
    with Fetcher(LOCAL, sleep=Clock().sleep) as fetcher:
        assert fetcher.fetch(server.url("/open")).html == PAGE.decode()
        with pytest.raises(RobotsError, match=r"/closed/page: robots\.txt"):
            fetcher.fetch(server.url("/closed/page"))
        fetcher.fetch(server.url("/open"))
    assert server.paths() == ["/robots.txt", "/open", "/open"]


def test_rules_for_this_program_come_before_those_for_all(server: Server) -> None:
    robots(server, "User-agent: *\nDisallow: /\n\nUser-agent: Marrow\nDisallow: /closed/\n")
    with Fetcher(LOCAL, sleep=Clock().sleep) as fetcher:
        fetcher.fetch(server.url("/open"))
        with pytest.raises(RobotsError):
            fetcher.fetch(server.url("/closed/page"))


def test_a_redirect_does_not_lead_around_the_rules(server: Server) -> None:
    robots(server, "User-agent: *\nDisallow: /closed/\n")
    server.redirect("/short", "/closed/page")
    with Fetcher(LOCAL) as fetcher, pytest.raises(RobotsError):
        fetcher.fetch(server.url("/short"))
    assert "/closed/page" not in server.paths()


def test_no_robots_file_allows_everything(server: Server) -> None:
    server.page("/open")
    with Fetcher(LOCAL) as fetcher:
        assert fetcher.fetch(server.url("/open")).html == PAGE.decode()


@pytest.mark.parametrize("status", (500, 503, 429))
def test_a_host_with_a_fault_allows_nothing(server: Server, status: int) -> None:
    robots(server, "", status)
    with Fetcher(LOCAL) as fetcher, pytest.raises(RobotsError, match="try later"):
        fetcher.fetch(server.url("/open"))
    assert "/open" not in server.paths()


def test_what_lies_beyond_500_kib_is_not_read(server: Server) -> None:
    robots(server, "User-agent: *\nDisallow: /closed/\n" + "# filler\n" * 60_000 + "Disallow: /open\n")
    with Fetcher(LOCAL, sleep=Clock().sleep) as fetcher:
        fetcher.fetch(server.url("/open"))
        with pytest.raises(RobotsError):
            fetcher.fetch(server.url("/closed/page"))


def test_one_page_alone_does_not_ask_for_robots(server: Server) -> None:
    robots(server, "User-agent: *\nDisallow: /\n")
    fetch(server.url("/open"), policy=LOCAL)
    assert server.paths() == ["/open"]
    with pytest.raises(RobotsError):
        fetch(server.url("/open"), policy=FetchPolicy(allow_private=True, robots=True))


@pytest.mark.parametrize(
    ("delay_s", "asked", "expected_s"),
    ((20, "", 20), (1, "Crawl-delay: 25", 25), (1, "Crawl-delay: 900", 30)),
)
def test_time_passes_between_pages_of_one_host(
    server: Server, delay_s: float, asked: str, expected_s: float
) -> None:
    robots(server, f"User-agent: *\n{asked}\nDisallow: /closed/\n")
    clock = Clock()
    with Fetcher(FetchPolicy(allow_private=True, delay_s=delay_s), sleep=clock.sleep) as fetcher:
        fetcher.fetch(server.url("/open"))
        assert clock.slept_s == []
        fetcher.fetch(server.url("/open"))
    # What the second page itself took before it had to wait is counted.
    (slept_s,) = clock.slept_s
    assert expected_s - 10 < slept_s <= expected_s
