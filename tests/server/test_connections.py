"""A full server accepts new connections by evicting one, first from the network that holds most."""

import pytest
from hypothesis import given, strategies as st

from companion.server.addresses import Networks, client_network
from companion.server.connections import Connection, Connections
from tests.support.each_row import each_row


class ConnectionLog:
    """A few connections, named by network and number; `closed` lists the evicted ones and "not NAME" if refused."""

    def __init__(self, limit, share, proxies=()):
        self.all = Connections(limit, share, lambda network: network in proxies)
        self.connections = {}
        self.closed = []

    def open(self, *names):
        for name in names:
            self.connections[name] = Connection(name[0], lambda name=name: self.closed.append(name))
            if not self.all.add(self.connections[name]):
                self.closed.append(f"not {name}")

    def answer(self, *names, done=False):
        for name in names:
            self.all.mark(self.connections[name], is_active=not done)


def test_nothing_is_evicted_below_the_limit():
    log = ConnectionLog(4, 1)
    log.open("a1", "a2", "a3", "b1")
    assert log.closed == []
    log.open("b2")
    assert log.closed == ["a1"]


def test_the_network_with_most_connections_loses_one_idle_ones_first():
    log = ConnectionLog(6, 2)
    log.open("a1", "a2", "a3", "a4", "b1", "b2")
    log.answer("a1", "a2", "b1", "b2")
    log.open("c1", "c2")
    assert log.closed == ["a3", "a4"]
    log.open("c3")
    assert log.closed == ["a3", "a4", "c1"], "no network holds more than its share"
    log.answer("c2", "c3")
    log.open("d1")
    assert log.closed[3:] == ["not d1"], "and none is idle"


def test_without_a_network_over_its_share_the_longest_idle_goes():
    log = ConnectionLog(4, 2)
    log.open("a1", "b1", "c1", "d1")
    log.answer("a1", "c1")
    log.answer("a1", done=True)
    log.open("e1", "f1")
    assert log.closed == ["b1", "d1"]
    log.open("g1")
    assert log.closed == ["b1", "d1", "a1"]


def test_active_streams_survive_a_flood_of_idle_connections():
    log = ConnectionLog(10, 5)
    table = [f"t{number}" for number in range(5)]
    log.open(*table)
    log.answer(*table)
    log.open(*(f"{chr(0x4E00 + number)}1" for number in range(200)))
    assert not set(log.closed) & set(table)


def test_a_proxy_has_no_share():
    log = ConnectionLog(4, 1, proxies=("p",))
    log.open("p1", "p2", "a1", "a2")
    log.answer("p1", "p2")
    log.open("p3", "p4")
    assert log.closed == ["a1", "a2"], "two of one address are more than its share"
    log.answer("p3", "p4")
    log.open("p5")
    assert log.closed[2:] == ["not p5"]


def test_an_evicted_connection_is_not_counted_twice():
    log = ConnectionLog(1, 1)
    log.open("a1", "b1")
    log.all.remove(log.connections["a1"])
    log.answer("a1")
    assert log.closed == ["a1"] and len(log.all) == 1
    log.all.remove(log.connections["b1"])
    log.all.remove(log.connections["b1"])
    assert len(log.all) == 0


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["open", "answer", "done", "close"])), max_size=60))
def test_the_count_never_exceeds_the_limit_and_none_is_lost(moves):
    connections, known, closed = Connections(4, 2), [], []
    for network, move in moves:
        own = [connection for connection in known if connection.network == network and connection not in closed]
        if move == "open":
            connection = Connection(network, lambda: None)
            connection.close = lambda connection=connection: closed.append(connection)
            known += [connection] * connections.add(connection)
        elif own and move == "close":
            connections.remove(own[0])
            known.remove(own[0])
        elif own:
            connections.mark(own[-1], is_active=move == "answer")
        assert len(connections) == len([connection for connection in known if connection not in closed]) <= 4


@each_row(
    ("address", "counts_as"),
    [
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.9", "10.0.0.9"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address, counts_as):
    assert client_network(address) == counts_as


def test_networks_of_proxies():
    proxies = Networks.read(["127.0.0.1", "172.16.0.0/12", "fd00::/8"])
    inside = ("127.0.0.1", "::ffff:127.0.0.1", "172.17.0.2", "fd12::1", client_network("fd12::1"))
    outside = ("127.0.0.2", "172.32.0.1", "fe80::1", "", "no address", "::1")
    assert all(map(proxies.has, inside)) and not any(map(proxies.has, outside))
    for text in ("", "proxy", "10.0.0.0/33", "1.2.3", "10.0.0.1,10.0.0.2"):
        with pytest.raises(ValueError, match="does not appear to be"):
            Networks.read([text])
