"""Appends at the same time: no number is left out or given twice, and only who may score appends."""

import threading
from contextlib import closing, nullcontext, suppress
from dataclasses import replace

import pytest

from companion.features.photos.rows import insert_photo, photos_of
from companion.storage.records import Event, NewSession, NotJoined, SessionRow, StaleVersion
from tests.support.long import IS_LONG
from tests.support.members import add_phone, join
from tests.support.stores import open_store

ROW = SessionRow("s1", "luz", {"players": ["Ann", "Ben", "Cleo"], "options": {}}, "2026-11-20T12:00:00+00:00", None, 0)
EVENT = Event(1, "key-1", b"sent", "part", {"slot": "bets", "value": 3}, 1, "2026-11-20T12:05:00+00:00")
ACTS = 1000 if IS_LONG else 60  # of each of four


@pytest.fixture
def store(tmp_path):
    with closing(open_store(tmp_path / "c.sqlite")) as store:
        add_phone(store, b"host")
        add_phone(store, b"other")
        store.open_session(NewSession(ROW, {}, {1: "host"}))
        yield store


def append_next(store, act):
    """Append an act at whatever number is the next one, as sessions do."""
    while True:
        with suppress(StaleVersion):
            store.append("s1", replace(EVENT, number=store.versions(["s1"])["s1"] + 1, act=act))
            return


def test_simultaneous_appends_leave_no_gap(store, tmp_path):
    with closing(open_store(tmp_path / "c.sqlite")) as other:
        threads = [
            threading.Thread(
                target=lambda store=each, name=name: [append_next(store, f"{name}-{n}") for n in range(ACTS)]
            )
            for name, each in enumerate((store, other, store, other))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    events = store.events("s1")
    assert [event.number for event in events] == list(range(1, 4 * ACTS + 1))
    assert {event.act for event in events} == {f"{name}-{n}" for name in range(4) for n in range(ACTS)}
    for name in range(4):  # of one phone's acts none overtakes another
        assert [event.act for event in events if event.act.startswith(f"{name}-")] == [
            f"{name}-{n}" for n in range(ACTS)
        ]


def test_what_follows_from_an_event_is_stored_with_it_or_not_at_all(store):
    following = Event(2, "key-2", b"", "clock", {"do": "end", "at": 5, "auto": True}, 1, EVENT.at)
    with pytest.raises(NotJoined):
        store.append("s1", replace(EVENT, phone=2), following=[replace(following, phone=2)])
    assert store.events("s1") == []
    store.append("s1", EVENT, following=[following])
    assert store.events("s1") == [EVENT, following]


def test_what_is_written_beside_an_event_is_stored_with_it_or_not_at_all(store):
    def write(db, session, event):
        insert_photo(db, session, event.number, "", (1, 1), b"picture")

    def fail(db, session, event):
        write(db, session, event)
        raise ZeroDivisionError

    for beside, refused in ((fail, ZeroDivisionError), (write, None)):
        with pytest.raises(refused) if refused else nullcontext():
            store.append("s1", EVENT, beside=beside)
        is_stored = refused is None
        assert store.events("s1") == [EVENT] * is_stored
        assert len(photos_of(store.rows, "s1")) == is_stored


@pytest.mark.parametrize("role", ["viewer", None])
def test_only_who_may_score_appends(store, role):
    if role:
        join(store, "s1", 2, role)
    with pytest.raises(NotJoined):
        store.append("s1", replace(EVENT, phone=2))
    assert store.versions(["s1"])["s1"] == 0
    join(store, "s1", 2, "scorer")
    store.append("s1", replace(EVENT, phone=2))


def test_an_event_is_stored_as_it_is(store):
    event = replace(
        EVENT, act="key \U0001f600 '%s", sent=bytes(range(256)), kind="names", body={"seats": ["\0", 2**70]}
    )
    store.append("s1", event)
    assert store.events("s1") == [event]
