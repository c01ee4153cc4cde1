"""However much data a phone has, no request holds up the others: all addresses are walked on a real server.

What is measured is not a clock on the wall: see `tests.support.loop_holds`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> tuple[int, bytes]:
        kind = {} if fields is None else {"Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request(method, path, fields and urlencode(fields), {**self.headers, **kind})
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def held(self) -> dict[str, float]:
        """The longest hold of each kind of work since the last call."""
        return dict(json.loads(self.ask("GET", HOLDS)[1]))

    def rules(self) -> list[Rule]:
        """The addresses that a phone gets whole; a stream has no end."""
        every = self.app.url_map.iter_rules()
        return [rule for rule in every if "GET" in (rule.methods or ()) and rule.endpoint not in _NOT_WALKED]

    def paths(self, rule: Rule) -> Iterator[str]:
        """An address of a rule for each kind of thing that it may be about."""
        urls = self.app.url_map.bind("127.0.0.1")
        for session in (self.data.running, self.data.finished) if "session" in rule.arguments else ("",):
            known: dict[str, Any] = {"session": session, "group": self.data.group, "number": 250, "seat": 0}
            known |= {"token": self._token(rule), "kind": "correct", "code": "en", "filename": "style.css"}
            known |= {"key": "open", "name": "table", **_NAMED.get(rule.endpoint, {})}
            yield urls.build(rule.endpoint, {name: known[name] for name in rule.arguments}) + _QUERIES.get(
                rule.endpoint, ""
            )

    def _token(self, rule: Rule) -> str:
        first = rule.rule.split("/")[1]
        link = {"g": "watch", "groups": "join", "j": "scorer"}.get(first)
        if link:
            return self.data.links[link].rpartition("/")[2]
        return self.tokens.get({"r": "result"}.get(first, first), "")


_NOT_WALKED = ("stream.stream",)
_NAMED = {
    "home.game_file": {"name": "form.js"},
    "guide.rule": {"key": "luz", "name": "bets"},
    "guide.show": {"key": "luz"},
    "referee.question": {"key": "luz", "name": "round"},
    "referee.showing": {"key": "luz", "name": "round"},
    "players.player": {"key": "ann"},
    "players.asked_to_rename": {"key": "ann"},
    "players.asked_to_delete": {"key": "ann"},
}
_QUERIES = {"setups.asked_to_delete": "?setup=sheet+7", "setups.file": "?setup=sheet+7"}


def test_no_address_holds_up_others_however_much_data_a_phone_has(walk: Walk) -> None:
    walk.held()
    unanswered, held = [], {}
    for rule in walk.rules():
        import time

        t0 = time.time()
        statuses = [walk.ask("GET", path)[0] for path in walk.paths(rule)]
        print(f"{time.time() - t0:6.2f}", rule.rule) if time.time() - t0 > 0.2 else 0
        if min(statuses) >= 400:
            unanswered.append((rule.rule, statuses))
        held |= {(rule.rule, work): seconds for work, seconds in walk.held().items()}
    for of, seconds in sorted(held.items(), key=lambda one: -one[1])[:45]:
        print(f"{seconds * 1000:7.1f} {of}")
    print(unanswered)
    assert not {of: seconds for of, seconds in held.items() if seconds > LONGEST}
