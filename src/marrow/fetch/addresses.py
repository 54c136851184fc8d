"""Which addresses a fetch may connect to: those of the public Internet.

Sources: the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates),
RFC 6052 (NAT64). The table is written out because what :mod:`ipaddress` calls global differs
between the versions of Python, and it does not know of addresses that are public in form only.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

_REFUSED_V4: Final = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("0.0.0.0/8", "an unspecified address"),
        ("10.0.0.0/8", "a private address"),
        ("100.64.0.0/10", "a shared address of a provider (CGNAT)"),
        ("127.0.0.0/8", "a loopback address"),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "a private address"),
        ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", "an address for documentation"),
        ("192.88.99.0/24", "a reserved address"),
        ("192.168.0.0/16", "a private address"),
        ("198.18.0.0/15", "an address for benchmarks"),
        ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
        # Public in form; virtual machines of one cloud reach the platform's own services there.
        ("168.63.129.16/32", "an address of a cloud platform's services"),
    )
)
# Of IPv6, only the space that is handed out may be asked; these parts of it are special.
_GLOBAL_UNICAST_V6: Final = ip_network("2000::/3")
_REFUSED_V6: Final = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("2001::/23", "a reserved address (Teredo, ORCHID, benchmarks)"),
        ("2001:db8::/32", "an address for documentation"),
        ("2002::/16", "an IPv4 address in an IPv6 one (6to4)"),
        ("3fff::/20", "an address for documentation"),
    )
)
# Said for the reader of the message; that they are outside 2000::/3 is what refuses them.
_NAMED_V6: Final = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("::/128", "an unspecified address"),
        ("::1/128", "a loopback address"),
        ("::ffff:0:0/96", "an IPv4 address in an IPv6 one"),
        ("64:ff9b:1::/48", "a private address (NAT64)"),
        ("fc00::/7", "a private address"),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "a private address"),
        ("ff00::/8", "a multicast address"),
    )
)
# Networks without IPv4 reach all of it through this prefix: the address inside is what counts.
_NAT64: Final = ip_network("64:ff9b::/96")

# The Fetch standard's port blocking: services that can be spoken to by accident through HTTP.
_BLOCKED_PORTS: Final = frozenset(
    int(port)
    for port in """
    0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111
    113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548
    554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566
    6665 6666 6667 6668 6669 6679 6697 10080
    """.split()
)


def refused_address(address: str) -> str | None:
    """Say what kind of special address this is; ``None`` for one of the public Internet.

    Parameters
    ----------
    address
        A numeric IPv4 or IPv6 address, as a resolver gives it; an IPv6 zone (``%eth0``) may follow.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return "no numeric address"
    return _refused_v4(parsed) if isinstance(parsed, IPv4Address) else _refused_v6(parsed)


def refused_port(port: int) -> bool:
    """Whether browsers refuse this port for HTTP, and so do we."""
    return port in _BLOCKED_PORTS


def _refused_v4(address: IPv4Address) -> str | None:
    return next((kind for network, kind in _REFUSED_V4 if address in network), None)


def _refused_v6(address: IPv6Address) -> str | None:
    if address in _NAT64:
        return _refused_v4(IPv4Address(int(address) & 0xFFFF_FFFF))
    for network, kind in _REFUSED_V6 + _NAMED_V6:
        if address in network:
            return kind
    return None if address in _GLOBAL_UNICAST_V6 else "a reserved address"
