"""Writes a full database of this version as SQL, for later versions to open: see CONTRIBUTING.md."""

import io
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.app import create_app
from tests.browser.sample_instance import NAMES, fill_database
from tests.support.past_plays import many_plays
from tests.support.phones import ORIGIN, Phone, bets, hand, totals

_FOLDER = Path(__file__).parents[1] / "tests/storage/dumps"
_PLAYS = 40
"""Plays of an import; the first 30 are imported in one transaction."""
_UPLOAD = "INSERT INTO past_imports (id, phone, source, file, state, made) VALUES ('cut-off', 1, '', '', 'reading', ?)"


def dump(target: Path) -> None:
    """Write the database, after the cookies of its phones as comments."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "full.sqlite")
        cookies = fill_database(database, NAMES).cookies
        app = create_app({"DATABASE": str(database), "TESTING": True})
        host = Phone(app)
        host.client.set_cookie("phone", cookies["host"])
        _amend(host)
        _leave_half_done(app, host)
        app.extensions["companion"].store.close()
        with closing(sqlite3.connect(database)) as db:
            lines = [*(f"-- {who}: {cookie}" for who, cookie in cookies.items()), *db.iterdump()]
    target.write_text("\n".join(lines) + "\n", "utf-8")


def _amend(host: Phone) -> None:
    """Leave entries corrected, removed, inserted, undone and redone, a renamed player, a deleted table, a webhook."""
    fifty, luz, gone = host.open("5211"), host.open("luz"), host.open("luz")
    for seat, cards in enumerate(("G4 G3 Y1 O1", "G1 G2 T2 T3", "Y6 Y5 O2 O3")):
        host.enter(fifty, hand(seat % 2, cards))
    _preview(host, fifty, "entries/1/correct", hand(0, "G4 G3 Y1 O4"))
    host.act(fifty, "undo")
    for _ in range(2):
        host.enter(luz, bets("3 2 1 0"))
        host.enter(luz, totals("3 2 0 5"))
    host.act(luz, "entries/1/remove")
    draft = host.post(f"/t/{luz}/entries/1/insert/form", bets("1 1 1 1")).location
    _preview(host, luz, "entries/1/insert", {**totals("3 2 0 5"), "draft": _draft(draft)})
    host.act(luz, "undo")
    host.act(luz, "redo")
    host.post("/players/cleo/rename", {"name": "Clio"})
    for path, form in ((f"/t/{gone}/delete", {"sure": "yes"}), (f"/t/{luz}/webhook", {"url": "https://1.1.1.1/"})):
        assert host.post(path, form).status_code == 303, path


def _preview(host: Phone, session: str, path: str, form: dict[str, Any]) -> None:
    preview = host.post(f"/t/{session}/{path}/form", form)
    assert host.act(session, path, {"draft": _draft(preview.location)}).status_code == 303, preview.text


def _draft(address: str) -> str:
    return parse_qs(urlsplit(address).query)["draft"][0]


def _leave_half_done(app: Any, host: Phone) -> None:
    """Leave an import as if the companion was killed during it, and an upload that was cut off."""
    runner, store = app.extensions["companion.past"], app.extensions["companion"].store
    file = {"file": (io.BytesIO(many_plays(_PLAYS)), "half-done.json")}
    job = host.client.post("/import/past", data=file, headers=ORIGIN).location
    host.post(f"{job}/start")
    done = "SELECT done FROM past_imports WHERE state = 'running'"
    while not store.rows(done)[0]["done"]:
        time.sleep(0.001)
    runner.close()
    assert 0 < store.rows(done)[0]["done"] < _PLAYS
    store.write(lambda db: db.execute(_UPLOAD, ["2026-01-01T00:00:00+00:00"]))


if __name__ == "__main__":
    dump(_FOLDER / f"{sys.argv[1]}.sql")
