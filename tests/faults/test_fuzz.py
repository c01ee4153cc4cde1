"""Thousands of requests with anything in them to every address: each is answered, none with 500, and no entry is lost.

`make test-long` sends 100,000; COMPANION_FUZZ=20000 another number, COMPANION_SEED=7 those of another seed. What fails
is printed with its seed and bytes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.games import all_games
from companion.scoring.referee import all_questions
from tests.faults.clients import Client
from tests.faults.rawhttp import Broken, Fuzzer, Reply, Wire
from tests.faults.served import Served
from tests.support.long import IS_LONG, long
from tests.support.phones import bets, hand, totals
from tests.support.seeds import SEED
from tests.support.world import field_names

pytestmark = long
REQUESTS = int(os.environ.get("COMPANION_FUZZ", "100000" if IS_LONG else "240"))
ROUND = 240  # requests to the same tables, as these may be deleted
EACH = 12  # requests after which somebody else enters something
FULL = 4000  # acts after which somebody else goes on at another table, as one takes no more than 5,000
PAGES = ("table", "enter", "sheet", "log")


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """The addresses are read from an application of its own."""
    return create_app({"DATABASE": str(tmp_path / "addresses.sqlite")})


def paths_of(app: Flask, sessions: list[str], link: str) -> list[str]:
    """An address for each rule and each of the sessions, games and questions that may stand in it."""
    urls = app.url_map.bind("localhost")
    questions = [dict(zip(("key", "name"), key.split("/"), strict=True)) for key in all_questions()]
    made: set[str] = set()
    for rule in app.url_map.iter_rules():
        token = link.rpartition("/")[2]
        values = {
            "number": 1,
            "seat": 0,
            "player": 1,
            "kind": "correct",
            "token": token,
            "code": "zh_Hant",
            "filename": "style.css",
        }
        for session in sessions:
            for place in ({"key": game, "name": page} for game in all_games() for page in PAGES):
                made.add(urls.build(rule.endpoint, _only(rule.arguments, {**values, **place, "session": session})))
        if "referee" in rule.endpoint:
            made |= {urls.build(rule.endpoint, _only(rule.arguments, question)) for question in questions}
    return sorted(made)


def _only(names: set[str], values: dict[str, object]) -> dict[str, object]:
    return {name: values.get(name, "x") for name in names}


class Victim:
    """Somebody else, who enters at a table of their own all the time."""

    def __init__(self, port: int) -> None:
        self.client = Client(port, "victim", source="127.0.0.3")
        self.open()

    def open(self) -> None:
        self.session, self.entered = self.client.open("luz", "Ida", "Kim", "Lou"), 0

    def enter(self) -> None:
        if self.entered == FULL:
            assert self.client.version(self.session) == self.entered
            self.open()
        what, fields = ("undo", {}) if self.entered % 2 else ("enter", bets("3 2 1"))
        answer = self.client.act(self.session, what, self.entered, fields)
        assert answer.status == 303, answer
        self.entered += 1


def opened(host: Client) -> tuple[list[str], str]:
    """Tables of every game, some with entries and one that is over; and a link to join one."""
    tables = {game: host.open(game, "Ann", "Ben", *["Cleo"] * (game == "luz")) for game in all_games()}
    for seen, fields in enumerate((bets("3 2 1"), totals("4 3 3"), bets("1 1 1"))):
        host.act(tables["luz"], "enter", seen, fields)
    host.act(tables["5211"], "enter", 0, hand(0, "G1 G2 Y3 O2"))
    return list(tables.values()), host.link(tables["luz"])


def test_whatever_is_sent_is_answered_and_nothing_is_lost(serve: Callable[..., Served], app: Flask) -> None:
    served = serve(options=["--request-limit", "0"])
    victim, wire, statuses = Victim(served.port), Wire(served.port), Counter[int]()
    host = Client(served.port, "host")
    print(f"\n{REQUESTS} requests from seed {SEED} on")
    for number in range(REQUESTS):
        if number % ROUND == 0:
            fuzzer = _fuzzer(SEED + number // ROUND, served.port, host, app)
        if number % EACH == 0:
            victim.enter()
        method, request = fuzzer.request()
        try:
            reply = wire.send(method, request)
        except Broken as broken:
            raise AssertionError(f"seed {SEED + number // ROUND}: {broken} to {request!r}") from broken
        assert is_sound(method, reply), f"seed {SEED + number // ROUND}: {reply} to {request!r}"
        statuses[reply.status] += 1
    print(", ".join(f"{count} times {status}" for status, count in sorted(statuses.items())))
    assert statuses[200] > REQUESTS / 50, "some got through"
    served.kill()
    served.start()
    assert victim.client.version(victim.session) == victim.entered
    for client in (victim.client, host, wire):
        client.close() if isinstance(client, Wire) else client.hang_up()
    assert "Traceback" not in served.output(), served.output()


def _fuzzer(seed: int, port: int, host: Client, app: Flask) -> Fuzzer:
    host.cookie = ""
    sessions, link = opened(host)
    other = Client(port, "other").join(host, sessions[list(all_games()).index("luz")])
    other.hang_up()
    cookies = (host.cookie, other.cookie, "phone=unknown")
    return Fuzzer(seed, f"127.0.0.1:{port}", paths_of(app, sessions, link), field_names(), cookies)


def is_sound(method: str, reply: Reply) -> bool:
    """No fault of the server, and where something is wrong, words that say so."""
    return reply.status < 500 and (reply.status < 400 or method == "HEAD" or len(reply.body) > 20)
