"""However much data a phone has, no request holds up the others: all addresses are walked on a real server.

What is measured is not a clock on the wall: see `tests.support.loop_holds`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.app import create_app
from companion.views.table import links
from tests.faults.served import Served
from tests.support.loop_holds import HOLDS
from tests.support.much_data import Amounts, MuchData, fill
from tests.support.phones import Phone

LONGEST = 0.1
"""Seconds for which others may wait for one step of anybody's request."""


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    folder = tmp_path_factory.mktemp("much")
    app = create_app({"DATABASE": folder / "companion.sqlite"})
    host = Phone(app)
    data = fill(app, host, Amounts())
    cookie = host.client.get_cookie("phone")
    assert cookie
    tokens = {page: shared_token(app, data.finished, page) for page in ("result", "replay")}
    app.extensions["companion"].store.close()
    served = Served(folder, program=("-m", "tests.support.watched_companion"))
    served.start()
    try:
        yield Walk(app, data, tokens, served.port, f"phone={cookie.value}; phone-fresh=1")
    finally:
        served.close()


def shared_token(app: Flask, session: str, page: str) -> str:
    with app.test_request_context():
        return links.shared_token(app.extensions["companion"].table(session), page)


class Walk:
    """A phone with much data that asks the server, and what each request held up."""

    def __init__(self, app: Flask, data: MuchData, tokens: dict[str, str], port: int, cookie: str) -> None:
        self.app, self.data, self.tokens = app, data, tokens
        self.headers = {"Cookie": cookie, "Accept-Encoding": "gzip", "Origin": f"http://127.0.0.1:{port}"}
        self.port, self.location = port, ""
        for path in ("/", "/new/open"):  # a process imports the forms of games once, with whatever data
            self.ask("GET", path, headers={})
        self.too_long()

    def ask(
        self, method: str, path: str, fields: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        sent = {**(self.headers if headers is None else headers)}
        if fields is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.request(method, path, fields and urlencode(fields), sent)
            answer = connection.getresponse()
            self.location = answer.headers.get("Location", self.location)
            return answer.status, answer.read()

    def too_long(self) -> dict[str, float]:
        """What held others up for too long since the last call, and for how long they had to wait."""
        held = json.loads(self.ask("GET", HOLDS)[1])
        return {work: seconds for work, seconds in held.items() if seconds > LONGEST}

    def rules(self) -> list[Rule]:
        """The addresses that a phone gets whole; a stream has no end."""
        every = self.app.url_map.iter_rules()
        return [rule for rule in every if "GET" in (rule.methods or ()) and rule.endpoint not in _NOT_WALKED]

    def paths(self, rule: Rule) -> Iterator[str]:
        """An address of a rule for each kind of thing that it may be about."""
        urls = self.app.url_map.bind("127.0.0.1")
        for session, number in self._tables(rule):
            known: dict[str, Any] = {"session": session, "group": self.data.group, "number": number, "seat": 0}
            known |= {"token": self._token(rule), "kind": "correct", "code": "en", "filename": "style.css"}
            known |= {"key": "open", "name": "table", **_NAMED.get(rule.endpoint, {})}
            yield urls.build(rule.endpoint, {name: known[name] for name in rule.arguments}) + _QUERIES.get(
                rule.endpoint, ""
            )

    def _tables(self, rule: Rule) -> list[tuple[str, int]]:
        """The tables that a rule is tried with, and the entry of each."""
        if rule.endpoint.startswith("group_replays."):
            return [(self.data.in_group, 1)]
        return [(self.data.running, 250), (self.data.finished, 250)][: 2 if "session" in rule.arguments else 1]

    def _token(self, rule: Rule) -> str:
        first = rule.rule.split("/")[1]
        link = {"g": "watch", "groups": "join", "j": "scorer"}.get(first)
        if link:
            return self.data.links[link].rpartition("/")[2]
        return self.tokens.get({"r": "result"}.get(first, first), "")


_NOT_WALKED = ("stream.stream",)
_NAMED = {
    "home.game_file": {"name": "form.js"},
    "guide.rule": {"key": "luz", "name": "bet-exact"},
    "guide.show": {"key": "luz"},
    "referee.question": {"key": "luz", "name": "bet"},
    "referee.showing": {"key": "luz", "name": "bet"},
    "players.player": {"key": "p7"},
    "players.asked_to_rename": {"key": "ann"},
    "players.asked_to_delete": {"key": "ann"},
}
_QUERIES = {"setup_templates.asked_to_delete": "?setup=sheet+7", "setup_templates.file": "?setup=sheet+7"}


def test_no_address_holds_up_others_however_much_data_a_phone_has(walk: Walk) -> None:
    """Three phones of somebody with much data ask for everything at once."""
    urls = [(rule.rule, path) for rule in walk.rules() for path in walk.paths(rule)]
    with ThreadPoolExecutor(3) as phones:
        statuses = list(phones.map(lambda url: walk.ask("GET", url[1])[0], urls))
    answered = {rule for (rule, _), status in zip(urls, statuses, strict=True) if status < 400}
    assert {rule for rule, _ in urls} <= answered
    slow = walk.too_long()
    # Caches that other programs have emptied make one step of anything slow once: what is slow again is slow by itself.
    for work in slow:
        if work.startswith("GET "):
            walk.ask("GET", work.removeprefix("GET "))
    assert not (slow and walk.too_long()), slow


def test_no_large_change_holds_up_others(walk: Walk) -> None:
    names = "\n".join(["Ann", *(f"P{number}" for number in range(1, 60))])
    status, answer = walk.ask("POST", "/groups/new", {"name": "All", "names": names})
    assert status == 303, answer
    group = walk.location
    changes = [(f"{group}/tables", {"all": "yes"}), ("/players/p7/rename", {"name": "Zoe"})]
    changes += [(f"{group}/edit", {"name": "Others", "names": names}), (f"{group}/delete", {"sure": "yes"})]
    assert [walk.ask("POST", path, fields)[0] for path, fields in changes] == [303] * len(changes)
    assert not walk.too_long()
