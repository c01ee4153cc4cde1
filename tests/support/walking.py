"""A phone with much data that asks a real server for everything, and what each of its requests held up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.routing import Rule

from companion.app import create_app
from companion.paths import is_address
from companion.sessions.photos.jpeg import MOST_BYTES
from companion.views.table import links
from tests.support.evenings import Club, names
from tests.support.jpegs import jpeg
from tests.support.loop_delays import metrics, pauses_over, writes_over
from tests.support.much_data import Amounts, MuchData, fill
from tests.support.page_tree import parse
from tests.support.past_plays import many_plays
from tests.support.phones import ORIGIN, Phone
from tests.support.photos import add, allow


def filled(folder: Path, address: str | None) -> tuple[Flask, MuchData, dict[str, str], str]:
    """Fill a database, a file in the folder unless it has an address: the application, data, shared links, a cookie."""
    app = create_app({"DATABASE": address or folder / "companion.sqlite", "PHOTOS": True})
    host = Phone(app)
    data = fill(app, host, Amounts())
    cookie = host.client.get_cookie("phone")
    assert cookie
    tokens = {page: shared_token(app, data.finished, page) for page in ("result", "replay", "overlay")}
    tokens["job"] = past_import(host)
    tokens["photo"] = large_photos(host, data.finished)
    tokens |= large_evening(host, data.group)
    app.extensions["companion"].store.close()
    return app, data, tokens, f"phone={cookie.value}; phone-fresh=1"


def large_photos(host: Phone, session: str) -> str:
    """Add as many photographs as a table has, each as large as may be; the number of the first."""
    assert allow(host, session).status_code == 303
    plain = jpeg(1600, 1200)
    for number in range(6):
        noise = bytes([number + 1]) * (MOST_BYTES - len(plain))
        assert add(host, session, plain[:-2] + noise + plain[-2:]).status_code == 303
    return re.findall(r"/photos/(\d+)\.jpg", host.page(f"/t/{session}/photos"))[0]


def large_evening(host: Phone, group: str) -> dict[str, str]:
    """Make an evening with as many players as there may be and two rounds, the first of them over; its id and link."""
    club = Club(host, names(200), group=f"/groups/{group}")
    for session in club.open_round():
        club.finish(session)
    club.open_round()
    return {"evening": club.id, "e": club.link.rpartition("/")[2]}


def past_import(host: Phone) -> str:
    """Send a file of many past plays, which is only looked at; the id of its import."""
    head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n'
    body, kind = head + many_plays(1000) + b"\r\n--cut--\r\n", "multipart/form-data; boundary=cut"
    answer = host.client.post("/import/past", data=body, content_type=kind, headers=ORIGIN)
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


def shared_token(app: Flask, session: str, page: str) -> str:
    with app.test_request_context():
        return links.shared_token(app.extensions["companion"].table(session), page)


class Walk:
    """A phone with much data that asks the server, and what each request held up."""

    def __init__(
        self, app: Flask, data: MuchData, tokens: dict[str, str], port: int, cookie: str, database: Any
    ) -> None:
        self.app, self.data, self.tokens, self.database = app, data, tokens, database
        self.headers = {"Cookie": cookie, "Accept-Encoding": "gzip", "Origin": f"http://127.0.0.1:{port}"}
        self.plain = {**self.headers, "Accept-Encoding": "identity"}
        self.port, self.location = port, ""
        self._waits: dict[str, float] = {}
        for path in ("/", "/new/open"):  # a process imports the forms of games once, with whatever data
            self.ask("GET", path, headers={})
        self.too_long()

    def ask(
        self,
        method: str,
        path: str,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        content: tuple[str, bytes] | None = None,
    ) -> tuple[int, bytes]:
        """Ask for a path, with the fields of a form or with content that `encode_multipart` made."""
        sent, body = {**(self.headers if headers is None else headers)}, fields and urlencode(fields).encode()
        if content is not None:
            sent["Content-Type"], body = f"multipart/form-data; boundary={content[0]}", content[1]
        elif fields is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            self.location = answer.headers.get("Location", self.location)
            return answer.status, answer.read()

    def too_long(self) -> dict[str, float]:
        """How often others had to wait for too long since the last call, by cause."""
        text, before = metrics(self.port), self._waits
        self._waits = {**pauses_over(text, "0.1"), "a transaction": writes_over(text, "0.5")}
        # The collector comes when it comes; a transaction of PostgreSQL keeps nobody else from writing.
        causes = self._waits.keys() - {"garbage collector", "a transaction" if is_address(self.database) else ""}
        return {cause: count for cause in causes if (count := self._waits[cause] - before.get(cause, 0))}

    def submit(self, page: str, form: str, **typed: str) -> str:
        """Send the form of a page whose address ends in `form`, with its hidden fields; the page that it leads to."""
        forms = [part for part in parse(page).find_all("form") if part["action"].partition("?")[0].endswith(f"/{form}")]
        assert forms, page
        status, answer = self.ask("POST", forms[0]["action"], {**dict(forms[0].fields), **typed}, self.plain)
        assert status == 303, answer
        return self.page(self.location)

    def page(self, path: str) -> str:
        """The text of a page that is there."""
        status, answer = self.ask("GET", path, headers=self.plain)
        assert status == 200, (path, status)
        return answer.decode()

    def rules(self) -> list[Rule]:
        """The addresses that a phone gets whole; a stream has no end."""
        every = self.app.url_map.iter_rules()
        return [rule for rule in every if "GET" in (rule.methods or ()) and rule.endpoint not in _NOT_WALKED]

    def paths(self, rule: Rule) -> Iterator[str]:
        """An address of a rule for each kind of thing that it may be about."""
        urls = self.app.url_map.bind("127.0.0.1")
        for session, number in self._tables(rule):
            known: dict[str, Any] = {"session": session, "group": self.data.group, "number": number, "seat": 0}
            known |= {"job": self.tokens["job"], "evening": self.tokens["evening"], "player": 1}
            known |= {"number": self.tokens["photo"]} if rule.endpoint == "photos.picture" else {}
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
        return self.tokens.get({"r": "result", "o": "overlay"}.get(first, first), "")


_NOT_WALKED = ("evenings.correct", "stream.stream", "overlay.stream", "evenings.stream", "evening_pages.stream")
_NAMED = {
    "evening_pages.parts": {"name": "shared"},
    "home.game_file": {"name": "form.js"},
    "guide.rule": {"key": "luz", "name": "bet-exact"},
    "guide.show": {"key": "luz"},
    "referee.question": {"key": "luz", "name": "bet"},
    "referee.showing": {"key": "luz", "name": "bet"},
    "players.player": {"key": "p7"},
    "players.asked_to_rename": {"key": "ann"},
    "players.asked_to_delete": {"key": "ann"},
}
_NAMING = "?named=the+7th+house+rule+of+all+tables"
_QUERIES = {
    "setup_templates.asked_to_delete": "?setup=sheet+7",
    "setup_templates.file": "?setup=sheet+7",
    "history.show": "?q=th+19th+the+house+rule+all+tables+of",
    "players.player": _NAMING,
    **dict.fromkeys(("groups.group", "groups.all_games", "groups.games", "groups.calendar", "groups.table"), _NAMING),
}
