"""A database from before version 0.1.0 opens, and everybody finds everything again."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from companion.storage.credentials import token_hash
from companion.storage.sqlite_database import SqliteBuilder
from tests.support.page_tree import parse
from tests.support.phones import Phone, trick

# Written by that companion itself: a running table, a finished one with its rematch, and one that was deleted.
BEFORE = Path(__file__).with_name("before-0.1.sql")
COOKIES = {"host": "v1Igew4ejP3N5uODif0uTQ", "scorer": "Ysecmu4Sqv524fTXqqazcA", "viewer": "lyLgeZ4BfwvtyOcVr6pPCQ"}
LUZ, OVER, AGAIN, GONE = "SX4Z1-2M_yMA", "flndlZ_rrPoV", "dfZe2akcjEhb", "PEtr6NtyqM3j"


@pytest.fixture
def upgraded(tmp_path, serve):
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as db:
        db.executescript(BEFORE.read_text("utf-8"))
    return serve(tmp_path / "old.sqlite")


def known(app, role):
    phone = Phone(app)
    phone.client.set_cookie("phone", COOKIES[role])
    return phone


def test_who_was_at_a_table_goes_on_there(upgraded):
    host, scorer, viewer = (known(upgraded, role) for role in COOKIES)
    for phone in (host, scorer, viewer):
        assert phone.totals(LUZ) == [10, 10, -15, -15] and phone.version(LUZ) == 4
        assert phone.page(f"/t/{LUZ}/log").count("data-act") == 4
    assert scorer.enter(LUZ, trick(2, 0), key="new").status_code == 303 and host.version(LUZ) == 5
    assert viewer.enter(LUZ, trick(3, 0), key="newer").status_code == 403
    assert host.get(f"/t/{GONE}").status_code == 404


def test_a_further_device_that_earlier_versions_knew_goes_on_and_can_be_ended(upgraded):
    invites = upgraded.extensions["companion"].invites

    def signed(use):
        """What earlier versions gave to a further device of the host."""
        signer = TimestampSigner(invites.key, salt=f"device {use}")
        return signer.sign(token_hash(COOKIES["host"]).hex()).decode()

    tablet, laptop, host = Phone(upgraded), Phone(upgraded), known(upgraded, "host")
    tablet.client.set_cookie("phone", signed("cookie"))
    laptop.client.set_cookie("phone", f"{signed('cookie')}x")
    assert tablet.version(LUZ) == 4 and laptop.get(f"/t/{LUZ}").status_code == 404
    app = Phone(upgraded)
    assert app.post(f"/start/{signed('start')}").status_code == 303 and app.version(LUZ) == 4
    (found,) = parse(host.page(str(host.get("/devices").location))).find_all("button", "End all others")
    host.post("/devices/own/end", {"device": found["value"]})
    for one in (tablet, app):
        assert one.get(f"/t/{LUZ}").status_code == 404
    assert Phone(upgraded).post(f"/start/{signed('start')}").status_code == 410 and host.version(LUZ) == 4


def test_links_and_codes_shared_before_open_the_tables(upgraded):
    host = known(upgraded, "host")
    assert host.codes(LUZ) == {"scorer": "AXFYM4", "viewer": "E7KYY3"}
    assert Phone(upgraded).join(host, LUZ).version(LUZ) == 4
    assert Phone(upgraded).post("/join", {"code": "axf ym4"}).status_code == 303


def test_what_was_finished_stands_in_the_past(upgraded):
    host = known(upgraded, "host")
    assert host.page(f"/t/{OVER}") and host.version(AGAIN) == 0
    assert f"/t/{OVER}" in host.page("/history") and "王小明" in host.page("/players")
    assert host.page("/players/ann").count(f'href="/t/{OVER}"') == 1
    assert f",{OVER}" in host.get("/history.csv").text
    assert host.post("/players/ann/rename", {"name": "Anna"}).status_code == 303
    assert "Anna" in host.page(f"/t/{OVER}") and "Anna" in host.page(f"/t/{LUZ}")


def test_bets_of_luz_that_were_one_part_are_parts_of_the_seats(tmp_path, serve):
    bets = [{"beads": beads, "safety": False} for beads in (1, 2, 3, 4)]
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as db:
        db.executescript(BEFORE.read_text("utf-8"))
        db.execute(SqliteBuilder.allow_changes)
        one = json.dumps({"slot": "bets", "value": bets})
        db.execute("UPDATE events SET kind = 'part', body = ? WHERE session = ? AND number = 3", [one, LUZ])
        db.execute(SqliteBuilder.forbid_changes)
        db.commit()
    host = known(serve(tmp_path / "old.sqlite"), "host")
    assert host.page(f"/t/{LUZ}") and host.page(f"/t/{LUZ}/log").count("data-act") == 4
    assert host.enter(LUZ, trick(2, 0), key="new").status_code == 303
