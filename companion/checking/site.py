"""Site, a companion in this process and a phone that reads its pages, and the addresses of its GET routes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.checking.sheets import Sheet
from companion.game.pages.form import Part, Parts, Whole
from companion.scoring.replay import LoggedEntry, Record
from companion.sessions.actions import Action
from companion.sessions.service import Sessions
from companion.sessions.session_file import ImportedGame
from companion.sessions.table.table import Table
from companion.storage import credentials
from companion.views.http.identity import NAME

_ENDLESS = {"stream.stream"}
_LIVE = ("table", "enter", "needs")
_TABS = "stream.tabs"


def table_addresses(app: Flask, table: Table) -> Iterator[str]:
    """Return the addresses of a table except those of single entries."""
    for rule in _read_rules(app):
        if not rule.arguments <= {"session", "seat", "name"} or "session" not in rule.arguments:
            continue
        if "seat" in rule.arguments:
            yield from (_path(app, rule.endpoint, session=table.id, seat=seat) for seat in range(table.setup.seats))
        elif "name" in rule.arguments:
            yield from (_path(app, rule.endpoint, session=table.id, name=name) for name in _LIVE)
        elif rule.endpoint == _TABS:
            yield f"{_path(app, rule.endpoint, session=table.id)}?at=seat%3D0&at=totals%3D0"
        else:
            yield _path(app, rule.endpoint, session=table.id)
    yield from form_addresses(table)


def form_addresses(table: Table) -> Iterator[str]:
    """Return the addresses of the running entry's form, including each seat's if seats have their own parts."""
    yield f"/t/{table.id}/enter"
    if table.game.form.part_of_seat(0) is not None:
        yield from (f"/t/{table.id}/enter?seat={seat}" for seat in range(table.setup.seats))


def entry_addresses(app: Flask, table: Table, number: int) -> Iterator[str]:
    """Return the addresses of a table that show the entry with this number."""
    for rule in _read_rules(app):
        if {"session", "number"} <= rule.arguments <= {"session", "number", "kind"}:
            kinds = [{"kind": kind} for kind in ("correct", "insert")] if "kind" in rule.arguments else [{}]
            yield from (_path(app, rule.endpoint, session=table.id, number=number, **kind) for kind in kinds)
    yield f"/t/{table.id}/parts/entry?number={number}"


def game_addresses(app: Flask, key: str) -> Iterator[str]:
    """Return the addresses of a game that always exist."""
    yield from (f"/new/{key}", f"/rules/{key}", f"/referee?game={key}", f"/history?game={key}", "/")


def _read_rules(app: Flask) -> list[Any]:
    return [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in _ENDLESS and rule.rule.startswith("/t/")
    ]


def _path(app: Flask, endpoint: str, **values: Any) -> str:
    return app.url_map.bind("localhost").build(endpoint, values)


_ORIGIN = {"Origin": "http://localhost"}
LANGUAGES = {"en": "en", "zh_Hant": "zh-Hant"}


class Site:
    """An application that raises its errors, and two phones: the host of all tables, on seat 0, and one with none."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.service: Sessions = app.extensions["companion"]
        self._token = credentials.new_token()
        self._client = app.test_client()
        self._client.set_cookie(NAME, self._token)
        self._watcher, self._watching = app.test_client(), credentials.new_token()
        self._watcher.set_cookie(NAME, self._watching)

    def open(self, sheet: Sheet, entries: Sequence[Any], *, hidden: bool = False) -> str:
        """Open a table of a sheet with these entries; return the id of its session."""
        record = Record(sheet.game, sheet.setup)
        for number, entry in enumerate(entries, 1):
            record.add(LoggedEntry(number, entry))
        phone = credentials.token_hash(self._token)
        session = self.service.openings.import_game(
            ImportedGame(record, {}, hidden, None), phone, credentials.new_token()
        )
        self.act(session, "sit", {"seat": "0"})
        table = self.service.table(session)
        assert table is not None, "it was opened just now"
        self.service.invites.join_by_token(
            self.service.invites.link_token(table, "viewer"), credentials.token_hash(self._watching)
        )
        return session

    def get(self, path: str, language: str = "en", *, is_seated: bool = True) -> TestResponse:
        """Return the response of an address to the host or to the other phone; raises whatever the page raises."""
        client = self._client if is_seated else self._watcher
        return client.get(path, headers={"Accept-Language": LANGUAGES[language]})

    def post(self, path: str, fields: Any) -> TestResponse:
        """Post a form; raises whatever it raises."""
        return self._client.post(path, data=MultiDict(fields), headers=_ORIGIN)

    def enter(self, session: str, parsed: Part | Parts | Whole) -> None:
        """Enter a part or an entry as the host's phone; raises what the rules or the form raise."""
        phone, table = self.service.store.phone(credentials.token_hash(self._token)), self.service.table(session)
        assert phone is not None and table is not None, "the table was opened by this phone"
        self.service.enter(session, Action(phone, secrets.token_urlsafe(12), table.version, b""), parsed)

    def act(self, session: str, action: str, fields: Mapping[str, Any]) -> TestResponse:
        """Post an action such as "undo" on the table's current version."""
        table = self.service.table(session)
        version = str(table.version) if table else "0"
        return self.post(f"/t/{session}/{action}", {"act": secrets.token_urlsafe(12), "version": version, **fields})

    def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> TestResponse:
        """Answer a request of a browser; redirects are followed here because the browser would bypass this site."""
        forwarded = {name: value for name, value in headers.items() if name.lower() not in ("cookie", "host", "origin")}
        return self._client.open(
            path, method=method, data=body, headers={**forwarded, **_ORIGIN}, follow_redirects=True
        )


@contextmanager
def open_site() -> Iterator[Site]:
    """Open a companion with an empty database, which is deleted afterwards; raises `GameError` for a broken game."""
    with TemporaryDirectory(prefix="companion-check-") as folder:
        app = create_app({"DATABASE": Path(folder) / "check.sqlite", "TESTING": True})
        site = Site(app)
        try:
            yield site
        finally:
            site.service.store.close()
