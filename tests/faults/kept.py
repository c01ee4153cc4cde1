"""What is on disk, read beside the server: whole, each act once, and counted anew from its first event."""

import json
import shutil
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.live.live import Live
from companion.table.service import Tables
from tests.support.stores import open_store

# Sessions without both their links, or without their host.
HALF_OPENED = """
    SELECT id FROM sessions WHERE deleted IS NULL AND (
        (SELECT count(*) FROM links WHERE session = id) != 2
        OR (SELECT count(*) FROM members WHERE session = id AND role = 'host') != 1)
"""


@dataclass(frozen=True)
class Kept:
    """The log as it is on disk: of each event its session, number, act and kind, and what a rematch opened."""

    events: list[tuple[str, int, str, str, str | None]]
    sessions: list[str]

    @property
    def entered(self):
        """The keys of all acts but rematches, which several phones may ask for at once."""
        return {act for _, _, act, kind, _ in self.events if kind != "rematch"}

    def version(self, session):
        return sum(event[0] == session for event in self.events)


@contextmanager
def copied(database):
    """A copy of the files as they lie there: whoever opened the database itself would tidy up after the server."""
    with tempfile.TemporaryDirectory() as name:
        for end in ("", "-wal"):
            path = database.with_name(database.name + end)
            if path.exists():
                shutil.copyfile(path, Path(name) / path.name)
        yield Path(name) / database.name


def read(database):
    """What the database holds, after it has passed its own checks."""
    with copied(database) as copy, closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute(HALF_OPENED).fetchall() == []
        opened = "CASE kind WHEN 'rematch' THEN json_extract(body, '$.session') END"
        events = db.execute(f"SELECT session, number, act, kind, {opened} FROM events ORDER BY session, number")
        sessions = db.execute("SELECT id FROM sessions ORDER BY rowid")
        return Kept(events.fetchall(), [session for (session,) in sessions])


def check(kept, ledger):
    """Every acknowledged act is there once, at its own table; none twice, none that was refused, no gaps."""
    times = Counter(act for _, _, act, _, _ in kept.events)
    assert [act for act, count in times.items() if count > 1] == []
    places = {act: session for session, _, act, _, _ in kept.events}
    lost = {act for act, (session, _) in list(ledger.acknowledged.items()) if places.get(act) != session}
    assert not lost, f"acknowledged and not there: {sorted(lost)}"
    assert not ledger.refused.keys() & places.keys(), "refused and there all the same"
    for session in kept.sessions:
        numbers = [number for of, number, _, _, _ in kept.events if of == session]
        assert numbers == list(range(1, len(numbers) + 1)), session
    check_rematches(kept, ledger)


def check_rematches(kept, ledger):
    """A game has one rematch, it is there, and every phone that asked was led to it."""
    opened = [(session, other) for session, _, _, kind, other in kept.events if kind == "rematch"]
    assert len(dict(opened)) == len(opened)
    assert {other for _, other in opened} <= set(kept.sessions)
    assert set(ledger.rematches) <= set(opened)


@contextmanager
def replayed(database):
    """Every session counted anew from its log; a result that was stored with the last entry is the same."""
    with copied(database) as copy:
        store = open_store(copy)
        sessions = Tables(store, Live(lambda session, audience, pieces: (0, {})), b"x" * 32)
        tables = {row["id"]: sessions.table(row["id"]) for row in store.rows("SELECT id FROM sessions ORDER BY rowid")}
        yield {session: table for session, table in tables.items() if table is not None}
        for session, table in tables.items():
            row = store.session(session)
            assert table is not None and row is not None
            result = {"totals": table.standing.totals, "ranking": table.standing.ranking}
            assert row.result == (json.loads(json.dumps(result)) if table.state.finished else None), session
        store.close()
