"""What is kept: the log only grows, an act counts once, appends leave no gap, and a deleted session leaves nothing."""

import sqlite3
import threading
from contextlib import closing, nullcontext, suppress
from dataclasses import replace

import pytest

from companion.features.photos.rows import insert_photo, photos_of
from companion.storage.records import Event, NewSession, NotJoined, SessionRow, StaleVersion
from companion.storage.rows.memberships import links_where
from companion.storage.rows.seat_rows import change_seats
from tests.support.long import IS_LONG
from tests.support.members import add_phone, join
from tests.support.stores import open_store

ROW = SessionRow("s1", "luz", {"players": ["Ann", "Ben", "Cleo"], "options": {}}, "2026-11-20T12:00:00+00:00", None, 0)
EVENT = Event(1, "key-1", b"sent", "part", {"slot": "bets", "value": [{"beads": 3}]}, 1, "2026-11-20T12:05:00+00:00")
ACTS = 1000 if IS_LONG else 60  # of each of four that append at once


@pytest.fixture
def store(tmp_path):
    store = open_store(tmp_path / "c.sqlite")
    assert add_phone(store, b"host") == 1
    assert add_phone(store, b"other") == 2
    open_session(store, ROW)
    yield store
    store.close()


def open_session(store, row):
    links = {role: (f"{role}-{row.id}", f"{role}-{row.id}".encode()) for role in ("scorer", "viewer")}
    store.open_session(NewSession(row, links, {1: "host"}))


def elsewhere(tmp_path, sql):
    connection = sqlite3.connect(tmp_path / "c.sqlite")
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


@pytest.mark.sqlite
def test_an_event_is_in_the_file_when_append_returns(store, tmp_path):
    store.append("s1", EVENT)
    assert elsewhere(tmp_path, "SELECT number, act, kind, phone FROM events") == [(1, "key-1", "part", 1)]
    assert store.events("s1") == [EVENT]
    assert store.events("s1", after=1) == []


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET at = 'then' WHERE session = 's1'",
        "DELETE FROM events WHERE session = 's1' AND number = 1",
        "REPLACE INTO events (session, number, act, sent, kind, body, phone, at)"
        " VALUES ('s1', 1, 'key-2', x'', 'undo', '{}', 1, 'now')",
        "REPLACE INTO events (session, number, act, sent, kind, body, phone, at)"
        " VALUES ('s1', 2, 'key-1', x'', 'undo', '{}', 1, 'now')",
    ],
)
@pytest.mark.sqlite
def test_the_log_only_grows(store, tmp_path, sql):
    store.append("s1", EVENT)
    connection = sqlite3.connect(tmp_path / "c.sqlite")
    with pytest.raises(sqlite3.IntegrityError, match="the log is append-only"):
        connection.execute(sql)
    connection.close()
    assert store.events("s1") == [EVENT]


@pytest.mark.parametrize("sql", ["UPDATE events SET body = '{}'", "UPDATE events SET number = 2", "DELETE FROM events"])
def test_no_statement_changes_the_log(store, sql):
    store.append("s1", EVENT)
    with pytest.raises(Exception, match="the log is append-only"):
        store.write(lambda db: db.execute(sql))
    assert store.events("s1") == [EVENT]


def test_the_same_act_is_one_event_of_its_session(store):
    store.append("s1", EVENT)
    again = replace(EVENT, number=2, body="something else")
    with pytest.raises(StaleVersion):
        store.append("s1", again)
    assert store.events("s1") == [EVENT]
    open_session(store, replace(ROW, id="s2"))
    store.append("s2", EVENT)


@pytest.mark.parametrize("number", [0, 1, 3, 99])
def test_only_the_next_number_is_taken(store, number):
    store.append("s1", EVENT)
    with pytest.raises(StaleVersion):
        store.append("s1", replace(EVENT, number=number, act="key-2"))
    store.append("s1", replace(EVENT, number=2, act="key-2"))


def result_of(store):
    return store.session("s1").result


def test_the_result_stands_until_the_next_event_but_a_rematch(store):
    result = {"totals": [10, -5, 0], "ranking": [[0], [2], [1]]}
    store.append("s1", replace(EVENT, kind="entry"), result=result)
    assert result_of(store) == result
    store.append("s1", replace(EVENT, number=2, act="key-2", kind="rematch"))
    assert result_of(store) == result
    store.append("s1", replace(EVENT, number=3, act="key-3", kind="undo"))
    assert result_of(store) is None


def test_a_deleted_session_leaves_nothing_of_itself(store):
    open_session(store, replace(ROW, id="s2"))
    for session in ("s1", "s2"):
        store.append(session, EVENT)
        join(store, session, 2, "viewer")
    store.delete_session("s1")
    for table in ("events", "links", "members"):
        assert {row["session"] for row in store.rows(f"SELECT session FROM {table}")} == {"s2"}, table
    left = {"setup": "{}", "result": None}
    assert store.rows("SELECT setup, result FROM sessions WHERE id = 's1'") == [left]
    assert store.session("s1") is None and store.role("s1", 1) is None and store.links("s1") == {}
    assert not links_where(store.rows, "code", "scorer-s1") and not links_where(store.rows, "token", b"scorer-s1")
    assert [row.id for row in store.sessions_of(1)] == ["s2"]
    with pytest.raises(StaleVersion):
        store.append("s1", EVENT)
    assert store.events("s1") == [], "and nothing is added to it"


def test_a_code_is_used_while_its_session_is_there(store):
    code = store.links("s1")["scorer"].code
    assert store.used_codes([code, "nobody's"]) == {code}


@pytest.mark.parametrize(("roles", "kept"), [("viewer", "viewer"), ("viewer scorer viewer", "scorer")])
def test_a_member_keeps_the_stronger_role(store, roles, kept):
    for role in roles.split():
        join(store, "s1", 2, role)
    join(store, "s1", 1, "viewer")
    join(store, "s1", 1, "scorer")
    assert store.members("s1") == {1: (1, "host"), 2: (2, kept)}


def test_sessions_of_a_phone_come_latest_used_first(store):
    for id in ("s2", "s3"):
        open_session(store, replace(ROW, id=id))
    assert [row.id for row in store.sessions_of(1)] == ["s3", "s2", "s1"]
    store.append("s2", EVENT)
    assert [row.id for row in store.sessions_of(1)] == ["s2", "s3", "s1"]
    assert store.sessions_of(2) == []
    for session, number, order in (("s2", 2, "s2 s3 s1"), ("s1", 1, "s1 s2 s3"), ("s2", 3, "s2 s1 s3")):
        store.append(session, replace(EVENT, number=number, act=f"key-{number}"))
        assert [row.id for row in store.sessions_of(1)] == order.split()


def test_a_phone_of_hundreds_of_sessions_has_the_latest_20(store):
    ids = [f"t{number}" for number in range(220)]
    for id in ids:
        open_session(store, replace(ROW, id=id))
    store.append("t3", EVENT)
    store.delete_session("t219")
    assert [row.id for row in store.sessions_of(1)] == ["t3", *ids[218:199:-1]]


@pytest.mark.sqlite
def test_of_two_sessions_with_one_place_the_one_used_now_comes_first(store, tmp_path):
    open_session(store, replace(ROW, id="s2"))
    store.write(lambda db: db.execute("UPDATE sessions SET used = 7"))
    for session in ("s1", "s2"):
        store.append(session, EVENT)
        assert store.sessions_of(1)[0].id == session


def test_names_seen_are_those_of_the_latest_tables_first_and_twelve(store):
    setup = {"players": ["Zoë", "Ben", "王小明"], "options": {}}
    open_session(store, replace(ROW, id="s2", setup=setup))
    assert store.recent_names(1) == ["Zoë", "Ben", "王小明", "Ann", "Cleo"]
    store.delete_session("s1")
    assert store.recent_names(1) == ["Zoë", "Ben", "王小明"]
    many = {"players": [f"P{number}" for number in range(20)], "options": {}}
    open_session(store, replace(ROW, id="s3", setup=many))
    assert len(store.recent_names(1)) == 12


def test_the_last_use_is_when_something_was_entered_last(store):
    store.append("s1", replace(EVENT, at="2099-01-01T00:00:00+00:00"))
    assert store.maintenance.last_used() == "2099-01-01T00:00:00+00:00"


def test_tables_of_a_feature_are_made_when_they_are_missing(store, tmp_path):
    store.write(lambda db: db.execute("DROP TABLE photos"))
    store.close()
    with closing(open_store(tmp_path / "c.sqlite")) as again:
        assert again.rows("SELECT * FROM photos") == []


def test_what_a_removed_feature_stored_of_a_table_goes_with_it_and_keeps_its_phone(store):
    add_phone(store, b"unused")
    add_phone(store, b"last")
    relics = "CREATE TABLE relics (session TEXT REFERENCES sessions (id), phone INTEGER REFERENCES phones (id))"
    store.write(lambda db: [db.execute(sql) for sql in (relics, "INSERT INTO relics VALUES ('s1', 2)")])
    store.maintenance.forget_phones("2100-01-01")
    assert [row["id"] for row in store.rows("SELECT id FROM phones ORDER BY id")] == [1, 2, 4]
    store.delete_session("s1")
    assert store.rows("SELECT * FROM relics") == []
    store.write(lambda db: db.execute("DROP TABLE relics"))


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


def test_a_result_is_stored_for_the_seats_that_are_written_beside_it(store):
    def add_seat(db, session, event):
        change_seats(db, session, [*ROW.setup["players"], "Dora"])

    result = {"totals": [4, 3, 2, 1], "ranking": [[0], [1], [2], [3]]}
    store.append("s1", replace(EVENT, kind="options"), result=result, beside=add_seat)
    rows = store.rows("SELECT name, place FROM seats WHERE session = 's1' ORDER BY seat")
    assert [(row["name"], row["place"]) for row in rows] == [("Ann", 1), ("Ben", 2), ("Cleo", 3), ("Dora", 4)]


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
