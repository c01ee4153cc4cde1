"""A round whose tables are being opened when the database fails: whatever follows, no empty table stays."""

import pytest

from companion.storage.database import Transaction
from companion.storage.store import Store
from tests.support.evenings import Club, names
from tests.support.phones import Phone


class Full(Exception):
    """What a write raises that finds no room."""


@pytest.fixture
def club(host: Phone) -> Club:
    """Sixty-six players at 22 tables, which are stored in three writes; a fourth notes that the round is open."""
    return Club(host, names(66))


def cut_off(club: Club, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Open the tables with a disk that is full at a write, before or after its job ran."""
    write, done = Store.write, []

    def fails(store: Store, job, session=None, **kind):
        def full(db: Transaction) -> None:
            job(db)
            raise Full

        done.append(job)
        return write(store, full if len(done) == at else job, session, **kind)

    with monkeypatch.context() as patch, pytest.raises(Full):
        patch.setattr(Store, "write", fails)
        club.post("open")


def sessions(club: Club) -> int:
    sql = "SELECT count(*) AS n FROM sessions WHERE deleted IS NULL"
    return int(club.app.extensions["companion"].store.rows(sql)[0]["n"])


@pytest.mark.parametrize("way", ["open", "draw", "draw at an earlier one", "swap", "delete"])
@pytest.mark.parametrize(("at", "left"), [(1, 0), (2, 10), (3, 20), (4, 22)])
def test_what_was_not_opened_goes(club: Club, monkeypatch: pytest.MonkeyPatch, at: int, left: int, way: str) -> None:
    club.post("draw")
    cut_off(club, monkeypatch, at)
    assert (sessions(club), club.state.evening.opened) == (left, [])
    if "earlier" in way:  # which did not note such tables
        club.app.extensions["companion"].store.write(lambda db: db.execute("DELETE FROM evening_sessions"))
    if way == "delete":
        club.post("delete", {"sure": "yes"})
        assert sessions(club) == 0
        return
    if way.startswith("draw"):
        club.post("draw")
        assert sessions(club) == 0, "the next draw takes them away"
    if way == "swap":
        first, second = (table[0] for table in club.state.evening.draft.tables[:2])
        club.post("swap", {"first": first, "second": second})
    club.post("open")
    assert sessions(club) == len(club.state.evening.opened[0].sessions) == 22
    assert set(club.state.evening.opened[0].sessions) == club.state.present
