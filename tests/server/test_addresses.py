"""The address that a phone reaches comes first, and only this machine's own names are answered to."""

from unittest.mock import Mock

import ifaddr
import pytest
from flask import Flask

from companion.server import addresses
from tests.support.each_row import each_row


def adapter(name, *ips, nice=None):
    entries = [ifaddr.IP((ip, 0, 0) if ":" in ip else ip, 24, nice or name) for ip in ips]
    return ifaddr.Adapter(name, nice or name, entries)


@pytest.fixture
def network(monkeypatch):

    def set_to(*adapters):
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: list(adapters))

    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen")
    return set_to


@each_row(
    ("adapters", "ordered"),
    [
        # the room first, the machine itself left out
        (
            [
                adapter("lo", "127.0.0.1", "127.0.1.1", "::1"),
                adapter("docker0", "172.17.0.1"),
                adapter("br-7d1c", "172.18.0.1"),
                adapter("tun0", "10.8.0.2"),
                adapter("wg0", "10.9.0.2"),
                adapter("tailscale0", "100.101.102.103"),
                adapter("usb0", "169.254.7.7"),
                adapter("wlp2s0", "192.168.1.23", "fe80::1"),
                adapter("br0", "10.0.0.5"),
            ],
            "192.168.1.23 10.0.0.5 172.17.0.1 172.18.0.1 10.8.0.2 10.9.0.2 100.101.102.103 169.254.7.7",
        ),
        # a public address after private ones
        ([adapter("eth0", "8.8.4.4"), adapter("eth1", "192.168.1.23")], "192.168.1.23 8.8.4.4"),
        # Windows says in words what an adapter is
        *(
            ([adapter("{846EE342}", "192.168.56.1", nice=nice), adapter("{2}", "10.0.0.5", nice="Wi-Fi")],
             "10.0.0.5 192.168.56.1")
            for nice in ("VirtualBox Host-Only Ethernet Adapter", "Hyper-V Virtual Ethernet Adapter",
                         "vEthernet (WSL)", "TAP-Windows V9")
        ),
        # ... and its hotspot is a room
        ([adapter("{1}", "192.168.137.1", nice="Microsoft Wi-Fi Direct Virtual Adapter"),
          adapter("{2}", "172.20.0.1", nice="vEthernet (WSL)")], "192.168.137.1 172.20.0.1"),
        # an address once, by its better adapter
        ([adapter("docker0", "192.168.1.23"), adapter("veth1", "172.17.0.1"), adapter("eth0", "192.168.1.23")],
         "192.168.1.23 172.17.0.1"),
    ],
)  # fmt: skip
def test_the_address_that_a_phone_reaches_comes_first(network, adapters, ordered):
    network(*adapters)
    assert addresses.network_addresses() == ordered.split()


def test_ipv6_only_if_asked_and_never_link_local(network):
    network(adapter("eth0", "fe80::1", "fd00::5", "2001:4860::5", "192.168.1.23"))
    assert addresses.network_addresses() == ["192.168.1.23"]
    assert addresses.network_addresses(ipv6=True) == ["192.168.1.23", "fd00::5", "2001:4860::5"]


def test_without_the_extra_the_addresses_are_those_of_the_ways_out(monkeypatch):
    monkeypatch.setattr(addresses, "find_spec", lambda module: None)
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: pytest.fail("it is not there"))
    assert len(addresses.network_addresses()) <= 1 and len(addresses.network_addresses(ipv6=True)) <= 2


def test_a_machine_that_does_not_tell_has_no_addresses(monkeypatch):
    monkeypatch.setattr(ifaddr, "get_adapters", Mock(side_effect=OSError("not here")))
    assert addresses.network_addresses() == []
    assert addresses.join_bases("0.0.0.0", 5000) == ["http://localhost:5000"]


@each_row(
    ("host", "port", "public_url", "bases"),
    [
        ("0.0.0.0", 5000, None, ["http://192.168.1.23:5000", "http://172.17.0.1:5000"]),
        ("::", 5000, None, ["http://192.168.1.23:5000", "http://[fd00::5]:5000", "http://172.17.0.1:5000"]),
        ("0.0.0.0", 80, None, ["http://192.168.1.23", "http://172.17.0.1"]),
        ("172.17.0.1", 8000, None, ["http://172.17.0.1:8000"]),
        ("fd00::5", 8000, None, ["http://[fd00::5]:8000"]),
        ("localhost", 5000, None, ["http://localhost:5000"]),
        ("0.0.0.0", 5000, "https://games.example", ["https://games.example"]),
    ],
)
def test_what_is_offered(network, host, port, public_url, bases):
    network(adapter("docker0", "172.17.0.1"), adapter("eth0", "192.168.1.23", "fd00::5"))
    assert addresses.join_bases(host, port, public_url) == bases


def test_the_names_that_are_answered_to(network):
    network(adapter("eth0", "192.168.1.23", "fd00::5"))
    own = ["localhost", "127.0.0.1", "[::1]", "kitchen", "kitchen.local", "192.168.1.23", "[fd00::5]"]
    assert addresses.trusted_hosts("0.0.0.0") == own
    assert addresses.trusted_hosts("::", "https://Games.example:8443") == [*own, "games.example"]
    assert "table.lan" in addresses.trusted_hosts("Table.lan")
    assert "companion-2.local" in addresses.trusted_hosts("0.0.0.0", None, "http://companion-2.local:5000")


@each_row(
    ("host", "status"),
    [
        *(("localhost:5000", 200), ("kitchen.local:5000", 200), ("192.168.1.23:5000", 200), ("127.0.0.1", 200)),
        *(("[::1]:5000", 200), ("[fd00::5]:5000", 200), ("[fd00::5]", 200), ("games.example", 200)),
        *(("[fd00::6]:5000", 400), ("[", 400), ("[::1", 400), ("192.168.1.24:5000", 400), ("evil.example", 400)),
        *(("localhost.evil.example", 400), ("evil.kitchen.local", 400)),
    ],
)
def test_flask_answers_to_those_names_only(network, host, status):
    network(adapter("eth0", "192.168.1.23", "fd00::5"))
    app = Flask("names")
    app.config["TRUSTED_HOSTS"] = addresses.trusted_hosts("::", "https://games.example")
    app.add_url_rule("/", "home", lambda: "home")
    assert app.test_client().get("/", headers={"Host": host}).status_code == status


@each_row("name", ["", "x" * 64, ".", "a..b"])
def test_a_name_that_no_address_can_hold_is_left_out(network, monkeypatch, name):
    network()
    monkeypatch.setattr("socket.gethostname", lambda: name)
    hosts = addresses.trusted_hosts("0.0.0.0")
    assert all(host.encode("idna") for host in hosts)
    assert name not in hosts
    assert "localhost" in hosts
    monkeypatch.setattr("socket.gethostname", lambda: "Annas-Mac.local")
    assert addresses.trusted_hosts("0.0.0.0")[3:] == ["annas-mac.local"], "a Mac has its local name once"


@each_row(
    ("text", "url"),
    [
        ("https://games.example", "https://games.example"),
        ("https://games.example/", "https://games.example"),
        ("HTTP://Games.Example:8080/", "http://games.example:8080"),
        ("http://10.0.0.5:8000", "http://10.0.0.5:8000"),
        ("https://Home.example/My.Games/companion/", "https://home.example/My.Games/companion"),
        ("http://[fd00::5]:8000/", "http://[fd00::5]:8000"),
    ],
)
def test_a_public_url_is_tidied(text, url):
    assert addresses.read_public_url(text) == url


@each_row(
    "text",
    [
        *("", "games.example", "//games.example", "ftp://games.example", "https://", "https:///"),
        *("https://games.example?x=1", "https://games.example/#x", "https://games.example/?"),
        *("https://a.example/b?x", "https://a.example/b c", "https://a.example/%20", "https://a.example/../b"),
        *("https://a.example//b", "https://a.example/\N{LATIN SMALL LETTER E WITH ACUTE}"),
        *("javascript:alert(1)", "https://a@b.example"),
        *("https://games.example:0", "https://games.example:99999", "https://games.example:x", "https://[fd00::5"),
        *("https://games example", "https://games.example\n", "https://a..b", "https://" + "x" * 64, "http://x\x00y"),
    ],
)
def test_what_is_no_public_url_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError):
        addresses.read_public_url(text)


def test_the_name_leads_to_addresses_that_a_phone_in_the_room_reaches(network):
    network(adapter("docker0", "172.17.0.1"), adapter("wlp2s0", "192.168.1.23", "fe80::1"), adapter("eth0", "10.0.0.5"))
    assert addresses.room_addresses("0.0.0.0") == addresses.room_addresses("::") == ["10.0.0.5", "192.168.1.23"]
    assert addresses.room_addresses("10.0.0.5") == ["10.0.0.5"]
    assert addresses.room_addresses("kitchen") == addresses.room_addresses("fd00::5") == []
