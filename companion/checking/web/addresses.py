"""The addresses that show a game and its tables: all GET routes with their parameters filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Flask

from companion.sessions.table.table import Table

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
