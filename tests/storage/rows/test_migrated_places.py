"""A database from before teams had one place and games of one second an order: it is brought up to that once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from flask import Flask
from sqlite_utils import Database

from companion.app import create_app
from companion.storage.postgres import migrations as postgres_migrations
from companion.storage.sqlite import migrations as sqlite_migrations
from tests.conftest import POSTGRESQL
from tests.support import postgres
from tests.support.files import bring, example
from tests.support.phones import Phone

# What the migration makes is put back as it was.
_EARLIER = (
    "UPDATE seats SET place = CASE WHEN place = 0 THEN 1 WHEN place = 2 THEN 3 ELSE place END",
    "UPDATE members SET at = (SELECT coalesce(ended, made) FROM sessions WHERE id = members.session)",
)
_FORGET = "DELETE FROM {table} WHERE name LIKE 'places_of_sides%' OR name LIKE 'counts_kept%'"
# The triggers that followed members and seats then.
_TRIGGERS = [
    f"CREATE TRIGGER following_{number} AFTER {change} BEGIN {'; '.join(statements)}; END"
    for number, (change, *statements) in enumerate(sqlite_migrations._FOLLOWING, 1)
]


def put_back(file: Path, engine: str) -> None:
    if engine == POSTGRESQL:
        with psycopg.connect(postgres.address_for(file)) as connection:
            for statement in (postgres_migrations._FOLLOW, *_EARLIER, _FORGET.format(table="_migrations")):
                connection.execute(statement)
        return
    with closing(Database(file).conn) as connection:
        forget = _FORGET.format(table="_sqlite_migrations")
        for statement in ("DROP INDEX sat_session", *_TRIGGERS, *_EARLIER, forget):
            connection.execute(statement)
        connection.commit()


def told(app: Flask) -> list[list[dict[str, Any]]]:
    store = app.extensions["companion"].store
    return [
        store.rows("SELECT session, seat, place FROM seats ORDER BY session, seat"),
        store.rows("SELECT session, at FROM members ORDER BY session"),
        store.rows("SELECT key, games, won FROM met ORDER BY key"),
    ]


def test_places_and_order_of_an_earlier_database(tmp_path: Path, engine: str) -> None:
    file = tmp_path / "companion.sqlite"
    app = create_app({"DATABASE": str(file), "TESTING": True})
    host = Phone(app)
    for name in ("ingenious/team-instant-win", "ingenious/solo-left-18", "open/together-lost", "azul/shared-win"):
        bring(host, example(name))
    before = told(app)
    app.extensions["companion"].store.close()
    put_back(file, engine)
    app = create_app({"DATABASE": str(file), "TESTING": True})
    assert told(app) == before and {row["place"] for row in before[0]} == {0, 1, 2, 3}
    app.extensions["companion"].store.close()
