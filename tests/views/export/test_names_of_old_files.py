"""A file of an earlier companion, in which a name with NUL was stored as it is: its player has a page."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from tests.support.phones import Phone

NAME = "A\0nn"


@pytest.mark.sqlite  # PostgreSQL cannot store NUL
def test_a_player_with_nul_in_the_name_has_a_page(app: Flask, host: Phone, tmp_path: Path) -> None:
    tables = {host.open("5211", ["Ann", "Ben"]) for _ in range(2)}
    path = tmp_path / "companion.sqlite"
    app.extensions["companion"].store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE seats SET name = ?, key = ? WHERE seat = 0", [NAME, NAME.casefold()])
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'names_as_they_are_looked_up'")
        db.commit()
    anew = create_app({"DATABASE": str(path), "TESTING": True})
    host.move_to(anew)
    links = set(re.findall(r'href="(/players/[^"/?]+)"', host.page("/players")))
    assert len(links) == 2
    for link in links:
        assert set(re.findall(r'href="/t/([^"/?]+)', host.page(link))) == tables
    anew.extensions["companion"].store.close()
