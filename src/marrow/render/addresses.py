"""Addresses of links and images: absolute where possible, and only of schemes that are safe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urljoin

LINK_SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
IMAGE_SCHEMES: Final = frozenset({"http", "https"})
"""Images inside the address (``data:``) are left out: mostly placeholders, and long."""

# Browsers drop tabs and line feeds inside addresses, and control characters around them.
_DROPPED = re.compile("[\x00-\x1f\x7f]")
_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*)\s*:")
_LAZY_SOURCES: Final = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "src")
_SOURCE_SETS: Final = ("data-srcset", "data-lazy-srcset", "srcset")
_MAX_BEACON_PX: Final = 2


def safe_address(address: str | None, base: str | None, schemes: frozenset[str] = LINK_SCHEMES) -> str | None:
    """Make an address absolute; ``None`` if there is none, or one with another scheme."""
    if not address:
        return None
    address = _DROPPED.sub("", address).strip()
    if not address or not _is_safe(address, schemes):
        return None
    if base:
        try:
            address = urljoin(base, address)
        except ValueError:  # such as a wrong IPv6 address
            return None
    return address.replace(" ", "%20") if _is_safe(address, schemes) else None


def _is_safe(address: str, schemes: frozenset[str]) -> bool:
    scheme = _SCHEME.match(address)
    return scheme is None or scheme[1].lower() in schemes


def image_address(attributes: Mapping[str, str | None], base: str | None) -> str | None:
    """Address of an ``img``, lazily loaded or not; ``None`` for invisible ones (beacons)."""
    if _is_beacon(attributes):
        return None
    for name in _LAZY_SOURCES:
        address = safe_address(attributes.get(name), base, IMAGE_SCHEMES)
        if address:
            return address
    for name in _SOURCE_SETS:
        address = safe_address(_largest(attributes.get(name) or ""), base, IMAGE_SCHEMES)
        if address:
            return address
    return None


def _is_beacon(attributes: Mapping[str, str | None]) -> bool:
    sizes = [(attributes.get(name) or "").removesuffix("px") for name in ("width", "height")]
    return any(size.isdecimal() and int(size[:9]) <= _MAX_BEACON_PX for size in sizes)


def _largest(source_set: str) -> str:
    """Address with the largest width or density of a ``srcset``."""
    best, best_size = "", -1.0
    for candidate in re.split(r",\s+", source_set):
        address, _, descriptor = candidate.strip().rstrip(",").partition(" ")
        number = re.match(r"\d{1,9}(?:\.\d{1,9})?", descriptor.strip())
        size = float(number[0]) if number else 1.0
        if address and size > best_size:
            best, best_size = address, size
    return best
