"""A web server in a thread, on 127.0.0.1, whose answers a test writes by itself."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<!doctype html><title>T</title><main><p>Bones are filled with marrow.</p></main>"


@dataclass
class Server:
    """Answers by path; ``asked`` lists the requests as (path, headers)."""

    port: int
    answers: dict[str, Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    # Set when the test ends: answers that go on for ever look at it.
    stopped: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str = "/", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]

    def page(self, path: str, body: bytes = PAGE, status: int = 200, **headers: str) -> None:
        """Answer ``path`` with a body; header names with ``_`` for ``-``."""
        headers = {"Content_Type": "text/html", "Content_Length": str(len(body)), **headers}

        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.end_headers()
            handler.wfile.write(body)

        self.answers[path] = answer

    def redirect(self, path: str, location: str, status: int = 302, **headers: str) -> None:
        self.page(path, b"", status, Location=location, **headers)

    def endless(self, path: str, pieces: bytes, pause_s: float, head: bytes = b"") -> None:
        """Send ``head``, then ``pieces`` over and over, with a pause after each."""

        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.close_connection = True
            handler.wfile.write(head)
            while not self.stopped.wait(pause_s):
                handler.wfile.write(pieces)

        self.answers[path] = answer


@contextmanager
def serving(context: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Start a server; with ``context``, it speaks TLS."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            server.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
            answer = server.answers.get(self.path)
            try:
                if answer is None:
                    self.send_error(404)
                else:
                    answer(self)
            except OSError:  # the client has cut the connection, as many tests want it
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    class Listener(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """Be quiet: cut connections and failed handshakes are what tests are about."""

    listener = Listener(("127.0.0.1", 0), Handler)
    if context is not None:
        listener.socket = context.wrap_socket(
            listener.socket, server_side=True, do_handshake_on_connect=False
        )
    server = Server(listener.server_address[1])
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        listener.shutdown()
        listener.server_close()
        thread.join()
