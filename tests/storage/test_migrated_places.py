"""A database from before teams had one place and games of one second an order: it is brought up to that once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlite_utils import Database

from companion.app import create_app
from tests.support.files import bring, example
from tests.support.phones import Phone

_EARLIER = "places_of_sides_and_the_order_of_games"


def seats(app: Flask) -> list[tuple[Any, ...]]:
    store = app.extensions["companion"].store
    return [tuple(row.values()) for row in store.rows("SELECT session, seat, place FROM seats ORDER BY session, seat")]


@pytest.mark.sqlite
def test_places_and_order_of_an_earlier_database(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    app = create_app({"DATABASE": str(file), "TESTING": True})
    host = Phone(app)
    for name in ("ingenious/team-instant-win", "ingenious/solo-left-18", "open/together-lost", "azul/shared-win"):
        bring(host, example(name))
    before, players = seats(app), host.page("/players")
    positions = app.extensions["companion"].store.rows("SELECT session, at FROM members ORDER BY session")
    app.extensions["companion"].store.close()
    db = Database(file)
    db.execute("UPDATE seats SET place = CASE WHEN place = 0 THEN 1 WHEN place = 2 THEN 3 ELSE place END")
    db.execute("UPDATE members SET at = (SELECT coalesce(ended, made) FROM sessions WHERE id = members.session)")
    db.execute("DELETE FROM _sqlite_migrations WHERE name = ?", [_EARLIER])
    db.conn.commit()
    db.close()
    app = create_app({"DATABASE": str(file), "TESTING": True})
    same, cookie = Phone(app), host.client.get_cookie("phone")
    assert cookie
    same.client.set_cookie("phone", cookie.value)
    assert seats(app) == before and same.page("/players") == players
    assert app.extensions["companion"].store.rows("SELECT session, at FROM members ORDER BY session") == positions
    app.extensions["companion"].store.close()
