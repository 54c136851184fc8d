from __future__ import annotations

import pytest

from marrow.fetch.addresses import refused_address, refused_port


@pytest.mark.parametrize(
    "address",
    (
        "0.0.0.0",  # noqa: S104
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::808:808",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "not an address",
        "",
    ),
)
def test_special_addresses_are_refused(address: str) -> None:
    assert refused_address(address)


@pytest.mark.parametrize(
    "address",
    (
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.1",
        "198.20.0.0",
        "223.255.255.255",
        "2606:2800:220:1::1",
        "2a00:1450:4001::1",
        # A public IPv4 host, as a network that has IPv6 alone sees it (RFC 6052).
        "64:ff9b::808:808",
    ),
)
def test_public_addresses_pass(address: str) -> None:
    assert refused_address(address) is None


def test_ports_of_other_services_are_refused() -> None:
    assert [port for port in (0, 22, 25, 80, 443, 6667, 8000, 8080, 8443) if refused_port(port)] == [
        0,
        22,
        25,
        6667,
    ]
