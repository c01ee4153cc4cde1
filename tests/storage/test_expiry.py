"""Where an instance is told so, tables that nobody uses go for good, with the phones that have none left."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from unittest.mock import Mock

from companion.commands.serving.background_jobs import tidy
from companion.engine import Message
from companion.engine.pause import pausing
from companion.storage.error_messages import StoreError
from companion.storage.records import Event
from tests.support.phones import Phone, bets

OLD = "2020-01-01T00:00:00+00:00"


def aged(sessions, session):
    """A session as if it had been opened and joined long ago."""
    for sql in (
        "UPDATE sessions SET made = :old WHERE id = :session",
        "UPDATE members SET joined = :old WHERE session = :session",
        "UPDATE phones SET made = :old",
    ):
        sessions.store.write(lambda db, sql=sql: db.execute(sql, {"old": OLD, "session": session}))
    return session


def phones(sessions):
    return [row["id"] for row in sessions.store.rows("SELECT id FROM phones ORDER BY id")]


def test_only_what_nobody_uses_goes_step_by_step(phone, sessions):
    hosts = [phone() for _ in range(6)]
    tables = [host.open("luz") for host in hosts]
    for session in tables[:5]:
        aged(sessions, session)
    hosts[1].enter(tables[1], bets("3 2 1 0"))  # entered today
    phone().join(hosts[2], tables[2], "viewer")  # joined today
    sessions.store.append(tables[3], Event(1, "old", b"", "seat", {"seat": 0, "taken": True}, 4, OLD))
    pauses = []
    with pausing(lambda: pauses.append(len(phones(sessions)))):
        sessions.deletion.delete_old(datetime.now(UTC) - timedelta(days=30), unused=True)
    assert [sessions.table(session) is not None for session in tables] == [False, True, True, False, False, True]
    assert pauses[:3] == [7, 7, 7] and phones(sessions) == [2, 3, 6, 7]
    assert hosts[0].get(f"/t/{tables[0]}").status_code == 404 and "Still open" not in hosts[0].page("/")
    assert sessions.store.rows("SELECT 1 FROM events WHERE session = ?", [tables[3]]) == []


def test_the_number_of_a_phone_is_not_given_again(phone, sessions):
    first, last = phone(), phone()
    first.open("luz")
    session = aged(sessions, last.open("luz"))
    sessions.deletion.delete_old(datetime.now(UTC) - timedelta(days=30), unused=True)
    assert sessions.table(session) is None and phones(sessions) == [1, 2]
    phone().open("luz")
    assert phones(sessions) == [1, 2, 3]


def test_a_clock_that_jumps_after_it_was_checked_deletes_nothing(host, sessions):
    session = aged(sessions, host.open("luz"))
    sessions.deletion.delete_old(datetime.fromisoformat(OLD) - timedelta(days=1), unused=True)
    assert sessions.table(session) is not None


def test_a_disk_that_is_full_ends_nothing(capsys, sessions):
    sessions.deletion.delete_old = Mock(side_effect=StoreError(Message("The disk is full.")))
    tidy(SimpleNamespace(extensions={"companion": sessions}), 30)
    assert "The disk is full." in capsys.readouterr().err


def test_people_are_told_before(host, luz, tmp_path, serve):
    assert "without use" not in host.page("/") + host.page(f"/t/{luz}/share")
    other = Phone(serve(tmp_path / "public.sqlite", DELETE_AFTER=30))
    session = other.open("luz")
    for path in ("/", f"/t/{session}/share"):
        assert "deleted for good after 30 days without use" in other.page(path)
