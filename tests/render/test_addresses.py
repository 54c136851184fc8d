from __future__ import annotations

import pytest

from marrow.render.addresses import image_address, safe_address

BASE = "https://example.org/a/b?c=d"


@pytest.mark.parametrize(
    ("address", "expected"),
    (
        ("/x", "https://example.org/x"),
        ("x", "https://example.org/a/x"),
        ("#top", "https://example.org/a/b?c=d#top"),
        ("?p=2", "https://example.org/a/b?p=2"),
        ("//cdn.example.net/x", "https://cdn.example.net/x"),
        ("  /x\n", "https://example.org/x"),
        ("/a b", "https://example.org/a%20b"),
        ("mailto:me@example.org", "mailto:me@example.org"),
        ("tel:+441", "tel:+441"),
        ("HTTPS://example.net", "https://example.net"),
    ),
)
def test_addresses_become_absolute(address: str, expected: str) -> None:
    assert safe_address(address, BASE) == expected


@pytest.mark.parametrize(
    "address",
    (
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript\t:alert(1)",
        "vbscript:x",
        "data:text/html,<script>x</script>",
        "file:///etc/passwd",
        "http://[::1",
        "",
        None,
    ),
)
def test_unsafe_addresses_are_none(address: str | None) -> None:
    assert safe_address(address, BASE) is None


def test_without_a_base_relative_addresses_stay() -> None:
    assert safe_address("/x", None) == "/x"


@pytest.mark.parametrize(
    ("attributes", "expected"),
    (
        ({"src": "/x.png"}, "https://example.org/x.png"),
        ({"src": "data:image/gif;base64,R0", "data-src": "/x.png"}, "https://example.org/x.png"),
        ({"src": "/blank.gif", "data-src": "/x.png"}, "https://example.org/x.png"),
        ({"srcset": "/s.png 320w, /l.png 1280w, /m.png 640w"}, "https://example.org/l.png"),
        ({"src": "data:image/gif;base64,R0", "data-srcset": "/x.png 2x"}, "https://example.org/x.png"),
        ({"src": "data:image/gif;base64,R0"}, None),
        ({"src": "/beacon.gif", "width": "1", "height": "1"}, None),
        ({"alt": "nothing"}, None),
    ),
)
def test_images(attributes: dict[str, str], expected: str | None) -> None:
    assert image_address(attributes, BASE) == expected
