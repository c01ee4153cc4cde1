"""A round whose tables are being opened when the database fails: no table of it is there, and it can be opened then."""

import pytest

from tests.support.evenings import Club, names


class Full(Exception):
    """What a write raises that finds no room."""


def sessions(club):
    sql = "SELECT count(*) AS n FROM sessions WHERE deleted IS NULL"
    return int(club.app.extensions["companion"].store.rows(sql)[0]["n"])


def test_what_was_not_opened_goes(host, monkeypatch):
    club = Club(host, names(66))
    database = club.app.extensions["companion"].store.database
    write = database.write
    club.post("draw")

    def fails(job, session=None, **kind):
        def full(db):
            job(db)
            raise Full

        return write(full, session, **kind)

    with monkeypatch.context() as patch, pytest.raises(Full):
        patch.setattr(database, "write", fails)
        club.post("open")
    assert (sessions(club), club.state.evening.opened) == (0, [])
    club.post("open")
    assert sessions(club) == len(club.state.evening.opened[0].sessions) == 22
    assert set(club.state.evening.opened[0].sessions) == club.state.present
