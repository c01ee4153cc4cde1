"""A full house lets others in, and the one who holds most of it makes room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.server.addresses import Networks, household
from companion.server.connections import Crowd, Visit


class House:
    """A crowd of a few, and what each of them was asked: visits are called by their network and a number."""

    def __init__(self, most: int, share: int, proxies: tuple[str, ...] = ()) -> None:
        self.crowd = Crowd(most, share, lambda network: network in proxies)
        self.visits: dict[str, Visit] = {}
        self.left: list[str] = []

    def come(self, *names: str) -> None:
        for name in names:
            self.visits[name] = Visit(name[0], lambda name=name: self.left.append(name))
            if not self.crowd.enter(self.visits[name]):
                self.left.append(f"not {name}")

    def answer(self, *names: str, done: bool = False) -> None:
        for name in names:
            self.crowd.turn(self.visits[name], is_answered=not done)


def test_nobody_goes_while_there_is_room():
    house = House(4, 1)
    house.come("a1", "a2", "a3", "b1")
    assert house.left == []
    house.come("b2")
    assert house.left == ["a1"]


def test_the_one_who_holds_most_makes_room_the_silent_first():
    house = House(6, 2)
    house.come("a1", "a2", "a3", "a4", "b1", "b2")
    house.answer("a1", "a2", "b1", "b2")
    house.come("c1", "c2")
    assert house.left == ["a3", "a4"]
    house.come("c3")
    assert house.left == ["a3", "a4", "c1"], "now nobody holds more than a share"
    house.answer("c2", "c3")
    house.come("d1")
    assert house.left[3:] == ["not d1"], "and nobody is silent"


def test_where_nobody_holds_many_the_longest_silent_goes():
    house = House(4, 2)
    house.come("a1", "b1", "c1", "d1")
    house.answer("a1", "c1")
    house.answer("a1", done=True)
    house.come("e1", "f1")
    assert house.left == ["b1", "d1"]
    house.come("g1")
    assert house.left == ["b1", "d1", "a1"]


def test_a_table_with_streams_stays_whoever_comes_in_silence():
    house = House(10, 5)
    table = [f"t{number}" for number in range(5)]
    house.come(*table)
    house.answer(*table)
    house.come(*(f"{chr(0x4E00 + number)}1" for number in range(200)))
    assert not set(house.left) & set(table)


def test_a_proxy_is_no_party():
    house = House(4, 1, proxies=("p",))
    house.come("p1", "p2", "a1", "a2")
    house.answer("p1", "p2")
    house.come("p3", "p4")
    assert house.left == ["a1", "a2"], "two of one address are more than its share"
    house.answer("p3", "p4")
    house.come("p5")
    assert house.left[2:] == ["not p5"]


def test_who_was_let_go_is_not_counted_twice():
    house = House(1, 1)
    house.come("a1", "b1")
    house.crowd.gone(house.visits["a1"])
    house.answer("a1")
    assert house.left == ["a1"] and len(house.crowd) == 1
    house.crowd.gone(house.visits["b1"])
    house.crowd.gone(house.visits["b1"])
    assert len(house.crowd) == 0


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["come", "answer", "done", "go"])), max_size=60))
def test_there_are_never_more_than_may_be_and_none_is_lost(moves):
    crowd, here, left = Crowd(4, 2), [], []
    for network, move in moves:
        own = [visit for visit in here if visit.network == network and visit not in left]
        if move == "come":
            visit = Visit(network, lambda: None)
            visit.leave = lambda visit=visit: left.append(visit)
            here += [visit] * crowd.enter(visit)
        elif own and move == "go":
            crowd.gone(own[0])
            here.remove(own[0])
        elif own:
            crowd.turn(own[-1], is_answered=move == "answer")
        assert len(crowd) == len([visit for visit in here if visit not in left]) <= 4


@pytest.mark.parametrize(
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
    assert household(address) == counts_as


def test_networks_of_proxies():
    proxies = Networks.read(["127.0.0.1", "172.16.0.0/12", "fd00::/8"])
    inside = ("127.0.0.1", "::ffff:127.0.0.1", "172.17.0.2", "fd12::1", household("fd12::1"))
    outside = ("127.0.0.2", "172.32.0.1", "fe80::1", "", "no address", "::1")
    assert all(map(proxies.has, inside)) and not any(map(proxies.has, outside))
    for text in ("", "proxy", "10.0.0.0/33", "1.2.3", "10.0.0.1,10.0.0.2"):
        with pytest.raises(ValueError, match="is neither an address nor a network"):
            Networks.read([text])
