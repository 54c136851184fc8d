from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
import tracemalloc
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from tests.serving import Server, serving

from marrow.errors import (
    AddressError,
    AnswerTooLargeError,
    ConnectionFailedError,
    ContentTypeError,
    EmptyInputError,
    FetchError,
    FetchTimeoutError,
    HttpStatusError,
    MarrowError,
    NameResolutionError,
    NotHtmlError,
    ParameterError,
    RedirectError,
    TlsError,
    TooLargeError,
    UrlError,
)
from marrow.fetch import Fetcher, FetchPolicy, fetch
from marrow.page import Page

LOCAL = FetchPolicy(allow_private=True, robots=False, delay_s=0)


def local(**changes: object) -> FetchPolicy:
    return FetchPolicy(**{"allow_private": True, "robots": False, "delay_s": 0, **changes})  # type: ignore[arg-type]


def failure(url: str, policy: FetchPolicy, kind: type[MarrowError]) -> str:
    """The message of the error that fetching raises: one line that names the URL."""
    with pytest.raises(kind) as caught:
        fetch(url, policy=policy)
    message = str(caught.value)
    assert message.isprintable()
    assert url in message
    return message


# --- what works


def test_a_page_comes_with_its_address_and_encoding(server: Server) -> None:
    server.page("/a", "<p>Знание".encode("cp1251"), Content_Type="text/html; charset=windows-1251")
    page = fetch(server.url("/a"), policy=LOCAL)
    assert isinstance(page, Page)
    assert (page.html, page.url) == ("<p>Знание", server.url("/a"))
    assert (page.encoding, page.encoding_source) == ("cp1251", "header")


def test_packed_answers_are_unpacked_also_in_several_members(server: Server) -> None:
    body = gzip.compress(b"<p>one ") + gzip.compress(b"two</p>") + b"\0\0"
    server.page("/", body, Content_Encoding="gzip")
    assert fetch(server.url(), policy=LOCAL).html == "<p>one two</p>"


def test_it_says_who_asks(server: Server) -> None:
    server.page("/")
    fetch(server.url(), policy=LOCAL)
    fetch(server.url(), policy=local(user_agent="Archive/2 (+https://archive.example)"))
    agents = [headers["user-agent"] for _, headers in server.asked]
    assert agents[0].startswith("Marrow/0.")
    assert "(+https://" in agents[0]
    assert agents[1] == "Archive/2 (+https://archive.example)"


def test_redirects_are_followed_and_the_last_address_counts(server: Server) -> None:
    server.redirect("/old", "/new?x=1", 301)
    server.page("/new?x=1")
    assert fetch(server.url("/old"), policy=LOCAL).url == server.url("/new?x=1")


def test_a_redirect_to_itself_after_a_cookie_is_no_circle(server: Server) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("Cookie") == "seen=1":
            server_page(handler)
        else:
            server_cookie(handler)

    server.page("/", Set_Cookie="other=2")
    server_page = server.answers["/"]
    server.redirect("/", "/", Set_Cookie="seen=1")
    server_cookie = server.answers["/"]
    server.answers["/"] = answer
    assert "marrow" in fetch(server.url(), policy=LOCAL).html


def test_own_headers_go_to_the_host_that_was_named_alone(server: Server) -> None:
    with serving() as other:
        other.page("/landing")
        server.redirect("/", other.url("/landing"))
        fetch(server.url(), policy=local(headers={"Authorization": "Basic c2VjcmV0", "X-Key": "k"}))
        assert server.asked[0][1]["authorization"] == "Basic c2VjcmV0"
        assert not {"authorization", "x-key"} & set(other.asked[0][1])


def test_a_connection_is_kept_for_the_next_page(server: Server) -> None:
    ports: list[int] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        ports.append(handler.client_address[1])
        page(handler)

    server.page("/")
    page = server.answers["/"]
    server.answers["/"] = answer
    with Fetcher(LOCAL) as fetcher:
        fetcher.fetch(server.url())
        fetcher.fetch(server.url())
    assert len(ports) == 2
    assert ports[0] == ports[1]


def test_a_kept_connection_that_the_server_closes_is_made_anew(server: Server) -> None:
    seen: set[int] = set()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.client_address[1] in seen:
            handler.close_connection = True
            return
        seen.add(handler.client_address[1])
        page(handler)

    server.page("/")
    page = server.answers["/"]
    server.answers["/"] = answer
    with Fetcher(LOCAL) as fetcher:
        fetcher.fetch(server.url())
        assert "marrow" in fetcher.fetch(server.url()).html
    assert len(server.asked) == 3


def test_a_new_connection_that_is_closed_is_a_failure_at_once(server: Server) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True

    server.answers["/"] = answer
    failure(server.url(), LOCAL, ConnectionFailedError)
    assert len(server.asked) == 1


# --- addresses


@pytest.mark.parametrize(
    "host", ("127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "0", "127.1")
)
def test_ways_to_write_this_machine_are_refused(server: Server, host: str) -> None:
    server.page("/")
    with pytest.raises((AddressError, UrlError), match=r"--allow-private|Invalid IPv4"):
        fetch(server.url(host=host))
    assert server.asked == []


@pytest.mark.parametrize("host", ("[::1]", "[::ffff:127.0.0.1]", "[::]", "[fe80::1]"))
def test_ipv6_ways_to_write_it_are_refused(server: Server, host: str) -> None:
    with pytest.raises(AddressError):
        fetch(server.url(host=host))
    assert server.asked == []


def test_a_public_looking_name_that_resolves_to_this_machine_is_refused(server: Server) -> None:
    server.page("/")
    with (
        Fetcher(FetchPolicy(robots=False), resolver=lambda _host, _port: ["127.0.0.1"]) as fetcher,
        pytest.raises(AddressError, match=r"www\.example\.org is 127\.0\.0\.1, a loopback address"),
    ):
        fetcher.fetch(server.url(host="www.example.org"))
    assert server.asked == []


def test_one_bad_address_among_good_ones_refuses_the_name(server: Server) -> None:
    with (
        Fetcher(FetchPolicy(robots=False), resolver=lambda *_: ["1.1.1.1", "10.0.0.7"]) as fetcher,
        pytest.raises(AddressError, match=r"10\.0\.0\.7, a private address"),
    ):
        fetcher.fetch(server.url(host="www.example.org"))


def test_a_name_is_resolved_once_so_a_second_answer_has_no_say(server: Server) -> None:
    """The first answer is connected to; were the name asked again, it would lead nowhere."""
    server.page("/")
    answers = [["127.0.0.1"], ["192.0.2.1"]]
    asked: list[tuple[str, int]] = []

    def resolver(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        return answers[len(asked) - 1]

    with Fetcher(LOCAL, resolver=resolver) as fetcher:
        page = fetcher.fetch(server.url(host="rebinding.example"))
    assert asked == [("rebinding.example", server.port)]
    assert page.url == server.url(host="rebinding.example")
    # The server is asked by name although the connection was made by address.
    assert server.asked[0][1]["host"] == f"rebinding.example:{server.port}"


def test_a_name_that_changes_its_answer_is_checked_at_each_connection(server: Server) -> None:
    server.page("/")
    answers = [["192.0.2.1"], ["127.0.0.1"]]
    policy = FetchPolicy(robots=False, delay_s=0, connect_timeout_s=1)
    with Fetcher(policy, resolver=lambda *_: answers.pop(0)) as fetcher:
        for address in ("192.0.2.1", "127.0.0.1"):
            with pytest.raises(AddressError, match=address):
                fetcher.fetch(server.url(host="rebinding.example"))
    assert server.asked == []


def test_a_redirect_into_the_private_network_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Let the first host, on this machine, count as a public one: only the redirect is to be judged.
    monkeypatch.setattr(
        "marrow.fetch.connecting.refused_address",
        lambda address: None if address == "127.0.0.1" else "a private address",
    )
    server.redirect("/", "http://192.168.0.1/admin")
    message = failure(server.url(), FetchPolicy(), AddressError)
    assert "192.168.0.1 is a private address" in message


@pytest.mark.parametrize(
    "location", ("ftp://example.org/", "file:///etc/passwd", "data:text/html,x", "http://h:22/")
)
def test_a_redirect_to_no_web_page_is_refused(server: Server, location: str) -> None:
    server.redirect("/", location)
    failure(server.url(), LOCAL, UrlError)


@pytest.mark.parametrize("location", ("http://[", "http://a b:c/"))
def test_a_redirect_to_no_url_is_an_error(server: Server, location: str) -> None:
    server.redirect("/", location)
    failure(server.url(), LOCAL, FetchError)


def test_a_dead_address_gives_way_to_the_next(server: Server) -> None:
    server.page("/")
    # Nothing listens on that address of the loopback network.
    with Fetcher(LOCAL, resolver=lambda *_: ["127.9.9.9", "127.0.0.1"]) as fetcher:
        assert "marrow" in fetcher.fetch(server.url(host="two.example")).html


# --- failures


def test_a_circle_of_redirects_is_told_as_such(server: Server) -> None:
    server.redirect("/a", "/b")
    server.redirect("/b", "/a")
    assert "in a circle" in failure(server.url("/a"), LOCAL, RedirectError)
    assert server.paths() == ["/a", "/b"]


def test_redirects_for_ever_end(server: Server) -> None:
    for i in range(10):
        server.redirect(f"/{i}", f"/{i + 1}")
    assert "more than 4 times" in failure(server.url("/0"), local(max_redirects=4), RedirectError)
    assert len(server.asked) == 5


@pytest.mark.parametrize(
    ("status", "remedy"),
    ((404, "check the address"), (403, "browser"), (410, "gone"), (500, "try later"), (429, "after 120 s")),
)
def test_other_answers_than_2xx(server: Server, status: int, remedy: str) -> None:
    server.page("/", b"<p>no", status, Retry_After="120")
    with pytest.raises(HttpStatusError, match=remedy) as caught:
        fetch(server.url(), policy=LOCAL)
    assert caught.value.status == status


def test_a_name_that_does_not_resolve() -> None:
    def resolver(*_: object) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with (
        Fetcher(LOCAL, resolver=resolver) as fetcher,
        pytest.raises(NameResolutionError, match=r"^http://nowhere\.example/: the name nowhere\.example"),
    ):
        fetcher.fetch("http://nowhere.example/")


def test_a_resolver_that_hangs_is_cut() -> None:
    done = threading.Event()

    def resolver(*_: object) -> list[str]:
        done.wait(60)
        return []

    start_s = time.monotonic()
    with (
        Fetcher(local(connect_timeout_s=0.2), resolver=resolver) as fetcher,
        pytest.raises(FetchTimeoutError, match=r"no connection within 0\.2 s"),
    ):
        fetcher.fetch("http://slow.example/")
    assert time.monotonic() - start_s < 10
    done.set()


def test_a_refused_connection() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    assert "refuses" in failure(f"http://127.0.0.1:{port}/", LOCAL, ConnectionFailedError)


def test_a_slow_connection_is_cut() -> None:
    """A listener whose queue is full lets a further connection wait."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(listener.getsockname())
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        failure(url, local(connect_timeout_s=0.3, read_timeout_s=0.3), FetchTimeoutError)
        for one in waiting:
            one.close()


def test_a_silent_server_is_cut(server: Server) -> None:
    server.endless("/", b"", 0.05)
    message = failure(server.url(), local(read_timeout_s=0.2), FetchTimeoutError)
    assert "silent for 0.2 s" in message


@pytest.mark.parametrize(
    "head", (b"", b"HTTP/1.1 200 OK\r\nX-Long: ", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
)
def test_a_server_that_drips_is_cut_at_the_deadline(server: Server, head: bytes) -> None:
    server.endless("/", b"H", 0.05, head)
    start_s = time.monotonic()
    message = failure(server.url(), local(deadline_s=0.5, read_timeout_s=60), FetchTimeoutError)
    assert "within 0.5 s" in message
    assert time.monotonic() - start_s < 10


def test_an_endless_body_is_cut_while_it_streams(server: Server) -> None:
    server.endless("/", b"<p>more</p>" * 10_000, 0, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    message = failure(server.url(), local(max_bytes=1_000_000), AnswerTooLargeError)
    assert "1,000,000 bytes" in message
    assert issubclass(AnswerTooLargeError, TooLargeError)


def test_endless_headers_are_cut(server: Server) -> None:
    server.endless("/", b"X-More: " + b"x" * 1000 + b"\r\n", 0, b"HTTP/1.1 200 OK\r\n")
    failure(server.url(), local(deadline_s=5), ConnectionFailedError)


def test_a_declared_size_over_the_limit_is_refused_before_reading(server: Server) -> None:
    server.page("/", b"<p>", Content_Length="10000000000")
    failure(server.url(), local(read_timeout_s=5), AnswerTooLargeError)


def test_a_gzip_bomb_is_cut_in_bounded_memory(server: Server) -> None:
    bomb = gzip.compress(b"<p>" + bytes(300_000_000), 9)
    assert len(bomb) < 400_000
    server.page("/", bomb, Content_Encoding="gzip")
    tracemalloc.start()
    failure(server.url(), local(max_bytes=5_000_000), AnswerTooLargeError)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 20_000_000


@pytest.mark.parametrize(
    ("headers", "body", "kind"),
    (
        ({"Content_Type": "application/pdf"}, b"%PDF-1.7", ContentTypeError),
        ({"Content_Type": "image/png"}, b"\x89PNG", ContentTypeError),
        ({"Content_Type": "application/json"}, b"{}", ContentTypeError),
        ({"Content_Type": "application/rss+xml"}, b"<rss/>", ContentTypeError),
        ({"Content_Encoding": "br"}, b"xxxx", ContentTypeError),
        ({"Content_Encoding": "gzip"}, b"<p>not packed", ContentTypeError),
        ({"Content_Encoding": "gzip"}, gzip.compress(b"<p>" * 100)[:-12], ConnectionFailedError),
        ({"Content_Length": "500"}, b"<p>cut short", ConnectionFailedError),
        ({}, b"%PDF-1.7 \xff\xfe", NotHtmlError),
        ({}, b"  \n", EmptyInputError),
    ),
)
def test_answers_that_are_no_page(
    server: Server, headers: dict[str, str], body: bytes, kind: type[MarrowError]
) -> None:
    server.page("/", body, Connection="close", **headers)

    page = server.answers["/"]

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        page(handler)

    server.answers["/"] = answer
    failure(server.url(), LOCAL, kind)


def test_an_answer_that_is_not_http(server: Server) -> None:
    server.endless("/", b"220 mail.example ESMTP\r\n\r\n", 0.01)
    failure(server.url(), local(deadline_s=2), ConnectionFailedError)


def test_no_tls_where_tls_is_asked_for(server: Server) -> None:
    failure(server.url(scheme="https"), LOCAL, TlsError)


@pytest.mark.parametrize(
    "wrong",
    ({"user_agent": "a\r\nX: y"}, {"user_agent": ""}, {"headers": {"X": "a\nb"}}, {"deadline_s": 0}),
)
def test_a_policy_that_cannot_be(wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        FetchPolicy(**wrong)  # type: ignore[arg-type]


# --- TLS


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A key and a certificate for secure.example, in one file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs the openssl program to make a certificate")
    path, key = tmp_path / "server.pem", tmp_path / "key.pem"
    made = subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-keyout", str(key), "-out", str(path), "-days", "2", "-subj", "/CN=secure.example"),
            *("-addext", "subjectAltName=DNS:secure.example"),
        ],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("this openssl cannot make the certificate")
    path.write_text(key.read_text() + path.read_text())
    return path


def test_tls_sees_the_name_though_the_connection_is_by_address(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with serving(context) as server, Fetcher(LOCAL, resolver=lambda *_: ["127.0.0.1"]) as fetcher:
        server.page("/")
        page = fetcher.fetch(server.url(host="secure.example", scheme="https"))
        assert "marrow" in page.html
        assert server.asked[0][1]["host"] == f"secure.example:{server.port}"
        assert names == ["secure.example"]
        with pytest.raises(TlsError, match="certificate is not valid"):
            fetcher.fetch(server.url(host="other.example", scheme="https"))


def test_a_certificate_that_nobody_vouches_for(certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with serving(context) as server, Fetcher(LOCAL, resolver=lambda *_: ["127.0.0.1"]) as fetcher:
        server.page("/")
        with pytest.raises(TlsError, match="certificate is not valid"):
            fetcher.fetch(server.url(host="secure.example", scheme="https"))
