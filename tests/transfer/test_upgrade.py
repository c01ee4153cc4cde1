"""A database that the first version wrote is brought forward at the start, and everybody finds everything again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.storage.sqlite.migrations import MIGRATIONS
from tests.support.phones import Phone, trick

# Written by the first version itself: a running table, a finished one with its rematch, and one that was deleted.
FIRST = Path(__file__).with_name("first-version.sql")
KEY = bytes.fromhex("dcfaa939f393673b05ac1096edd8b26d7617558641344d33ca0658286ce03551")
COOKIES = {"host": "YedcD2tRNWSF33sOE6mN9g", "scorer": "N35Ui79kCSlzQ34XoOTc3w", "viewer": "5vVkHSG_-jBIuf6SHXA76w"}
LUZ, OVER, AGAIN, GONE = "MZEaB5CKe2XH", "8y9_8LwWh6PS", "oS4blPcuhJxF", "RvysXc7V6jMT"


@pytest.fixture
def upgraded(tmp_path: Path, serve: Callable[[Path], Flask]) -> Flask:
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as db:
        db.executescript(FIRST.read_text("utf-8"))
        applied = [row[0] for row in db.execute("SELECT name FROM _sqlite_migrations")]
    assert applied == [MIGRATIONS._migrations[0].name]
    (tmp_path / "old.key").write_bytes(KEY)
    return serve(tmp_path / "old.sqlite")


def known(app: Flask, role: str) -> Phone:
    phone = Phone(app)
    phone.client.set_cookie("phone", COOKIES[role])
    return phone


def test_who_was_at_a_table_goes_on_there(upgraded: Flask) -> None:
    host, scorer, viewer = (known(upgraded, role) for role in COOKIES)
    for phone in (host, scorer, viewer):
        assert phone.totals(LUZ) == [10, 5, -5, -25] and phone.version(LUZ) == 6
        assert phone.page(f"/t/{LUZ}/log").count("data-act") == 6
    assert scorer.enter(LUZ, trick(2, 0), key="new").status_code == 303 and host.version(LUZ) == 7
    assert viewer.enter(LUZ, trick(3, 0), key="newer").status_code == 403
    assert host.get(f"/t/{GONE}").status_code == 404


def test_links_and_codes_shared_before_open_the_tables(upgraded: Flask) -> None:
    host = known(upgraded, "host")
    assert host.codes(LUZ) == {"scorer": "Y7DTTR", "viewer": "FQXY9E"}
    assert Phone(upgraded).join(host, LUZ).version(LUZ) == 6
    assert Phone(upgraded).post("/join", {"code": "y7d ttr"}).status_code == 303


def test_what_was_finished_stands_in_the_past(upgraded: Flask) -> None:
    host = known(upgraded, "host")
    assert host.page(f"/t/{OVER}") and host.version(AGAIN) == 0
    assert f"/t/{OVER}" in host.page("/history") and "王小明" in host.page("/players")
    assert host.page("/players/ann").count(f'href="/t/{OVER}"') == 1
    assert f",{OVER}" in host.get("/history.csv").text
    assert host.post("/players/ann/rename", {"name": "Anna"}).status_code == 303
    assert "Anna" in host.page(f"/t/{OVER}") and "Anna" in host.page(f"/t/{LUZ}")
