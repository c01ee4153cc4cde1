"""A damaged database is refused at the start; of a disk that fails later no more is claimed than is known."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.app import create_app
from companion.storage import sqlite_files as files
from companion.storage.error_messages import StoreError
from tests.support.phones import bets, notice
from tests.support.seeds import chance

PAGE = 4096


def opened(path):
    return create_app({"DATABASE": str(path), "TESTING": True})


def copied(app, folder):
    """The files of a server that was killed: the latest acts are in the log beside the database."""
    folder.mkdir()
    database = Path(app.config["DATABASE"])
    for path in database.parent.glob("companion.sqlite*"):
        if not path.name.endswith(("-shm", "-lock")):
            shutil.copy(path, folder)
    return folder / database.name


def overwrite(path, at, content):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(content)


def root(path, name):
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [name]).fetchone()[0])


def page_of(name):
    def damage(path):
        place = (root(path, name) - 1) * PAGE
        overwrite(path, place, chance("damage").randbytes(PAGE))

    return damage


def middle(path):
    overwrite(path, path.stat().st_size // 2 // PAGE * PAGE, b"\xff" * 2 * PAGE)


def cut(path):
    os.truncate(path, path.stat().st_size // 2 + 100)


DAMAGES = {
    "header": lambda path: overwrite(path, 0, b"\0" * 100),
    "middle": middle,
    "cut off": cut,
    "index": page_of("members_at"),
    "log": page_of("events"),
    "index of the log": page_of("sqlite_autoindex_events_1"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_database_is_refused_and_left_as_it_is(app, host, luz, tmp_path, damage):
    host.enter(luz, bets("3 2 1 0"))
    app.extensions["companion"].store.database._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path = copied(app, tmp_path / "copy")
    damage(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"put a backup in its place") as refused:
        opened(path)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == before
    assert not path.with_name(path.name + "-lock").exists()


def frames(log):
    return (log.stat().st_size - 32) // (24 + PAGE)


def test_a_log_that_was_cut_off_while_it_was_written_is_taken_up_to_there(app, host, luz, tmp_path):
    host.enter(luz, bets("3 2 1 0"))
    path = copied(app, tmp_path / "copy")
    log = path.with_name(path.name + "-wal")
    os.truncate(log, log.stat().st_size - 1000)
    again = opened(path)
    assert again.extensions["companion"].table(luz).version == 0
    again.extensions["companion"].store.close()


@pytest.mark.parametrize("how", ["zeroed", "header", "in its middle", "without its database"])
def test_a_damaged_log_is_refused_and_left_as_it_is(app, host, luz, tmp_path, how):
    for number in range(3):
        host.act(luz, "sit", {"seat": number})
    path = copied(app, tmp_path / "copy")
    log = path.with_name(path.name + "-wal")
    if how == "zeroed":
        log.write_bytes(bytes(log.stat().st_size))
    elif how == "header":
        overwrite(log, 0, b"\0" * 32)
    elif how == "in its middle":
        overwrite(log, 32 + frames(log) // 2 * (24 + PAGE) + 500, b"\xff" * 100)
    else:
        os.truncate(path, 0)
    before = log.read_bytes()
    with pytest.raises(StoreError, match=r"-wal of the database is damaged: .* restore a backup"):
        opened(path)
    assert log.read_bytes() == before


def test_a_large_file_is_looked_through_beside_the_serving(app, luz, tmp_path, monkeypatch):
    app.extensions["companion"].store.database._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path = copied(app, tmp_path / "copy")
    page_of("members_at")(path)
    monkeypatch.setattr(files, "_SMALL", 0)
    again = opened(path)
    store = again.extensions["companion"].store
    assert not store.database.is_checked
    fault = files.find_fault(path)
    assert fault is not None and "is damaged" in fault.message.text()
    store.close()


@pytest.fixture
def dead(store):
    """Lets the disk fail: all that is read from the database's files or written to them is an I/O error."""
    if not hasattr(os, "O_PATH"):
        pytest.skip("no file that is open can be made to fail here")

    def fail():
        for link in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                if os.readlink(link) in (str(store.database.path), f"{store.database.path}-wal"):
                    bad = os.open(link, os.O_PATH)  # neither to be read nor to be written
                    os.dup2(bad, int(link.name))
                    os.close(bad)
        store.database._reader.execute("PRAGMA shrink_memory")

    yield fail


def test_a_dead_disk_is_said_and_nothing_is_claimed(app, host, luz, dead):
    assert host.get("/healthz").status_code == 200
    dead()
    written, read = host.enter(luz, bets("3 2 1 0"), seen=0), host.get(f"/t/{luz}")
    for answer in (written, read):
        assert answer.status_code == 503
        assert "disk I/O error" in notice(answer) and "unless the disk itself has lost it" in notice(answer)
    assert host.get("/").status_code == 503
    health = host.get("/healthz")
    assert health.status_code == 503 and "disk I/O error" in health.text


def test_damage_found_while_it_runs_is_said_for_good(app, store, host, luz):
    host.enter(luz, bets("3 2 1 0"))
    store.database._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for name in ("events", "sqlite_autoindex_events_1", "sqlite_autoindex_events_2"):
        page_of(name)(store.database.path)
    store.database._reader.execute("PRAGMA shrink_memory")
    app.extensions["companion"].loader.cache.clear()
    answer = host.get(f"/t/{luz}")
    assert answer.status_code == 503 and "The database is damaged" in notice(answer)
    store.maintenance.set_instance_value("something", "that can still be written")
    assert host.get("/healthz").status_code == 503


@pytest.mark.parametrize("body", ["{", "", "[1", "\x00"])
def test_an_act_that_is_no_json_any_more_is_damage(app, store, host, luz, body):
    host.enter(luz, bets("3 2 1 0"))
    with closing(sqlite3.connect(store.database.path)) as db:
        db.execute("DROP TRIGGER events_stay_as_they_are")
        db.execute("UPDATE events SET body = ?", [body])
        db.commit()
    app.extensions["companion"].loader.cache.clear()
    assert host.get(f"/t/{luz}").status_code == 503 and host.get("/healthz").status_code == 503


def test_a_stored_game_that_is_no_json_any_more_is_damage_on_each_page(app, host, luz):
    host.act(luz, "end")
    paths = ("/", "/history", "/history.csv", "/players/ann")
    assert [host.get(path).status_code for path in paths] == [200] * 4
    app.extensions["companion"].store.write(lambda db: db.execute("UPDATE sessions SET setup = '{'"))
    app.extensions["companion"].loader.cache.clear()
    for path in paths:
        answer = host.get(path)
        assert answer.status_code == 503 and "The database is damaged" in notice(answer), path


def test_a_file_that_is_moved_away_takes_nothing_until_it_is_back(app, host, luz):
    path = Path(app.config["DATABASE"])
    path.rename(path.with_name("elsewhere"))
    answer = host.enter(luz, bets("3 2 1 0"))
    assert answer.status_code == 503 and "was moved, deleted or replaced" in notice(answer)
    assert host.get("/healthz").status_code == 503
    shutil.copy(path.with_name("elsewhere"), path)
    assert host.enter(luz, bets("3 2 1 0")).status_code == 503, "another file with its name is not it"
    path.with_name("elsewhere").rename(path)
    assert host.enter(luz, bets("3 2 1 0")).status_code == 303
    assert host.get("/healthz").text == "ok\n"


def test_a_full_disk_is_no_good_health_until_there_is_room(store, host, monkeypatch):
    store.database._writer.execute("PRAGMA query_only = 1")
    assert host.get("/healthz").status_code == 503
    store.database._writer.execute("PRAGMA query_only = 0")
    assert host.get("/healthz").status_code == 503, "not tried again at once"
    monkeypatch.setattr("companion.storage.maintenance._FAILING_INTERVAL", 0.0)
    assert host.get("/healthz").status_code == 200
