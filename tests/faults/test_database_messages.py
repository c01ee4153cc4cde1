"""What a server says of its database: a second server, a lost key, damage, a clock far ahead."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.storage.opening import open_store
from tests.faults.clients import Client
from tests.faults.served import COMPANION, ROOT, Served
from tests.support.long import IS_LONG, long
from tools.bench.filling import Group, fill, new_phone

pytestmark = long
Clients = Callable[..., Client]


def test_a_second_server_is_refused_and_a_backup_is_made(
    serve: Callable[..., Served], client: Clients, tmp_path: Path
) -> None:
    served = serve()
    session = client(served.port, "host").open("luz", "Ann", "Ben", "Cleo")
    other = Served(tmp_path)
    assert f"The database {served.database} is in use by another companion that is running." in other.refusal()
    for command in ("backup", "export"):
        arguments = [sys.executable, *COMPANION, command, tmp_path / command, "--database", served.database]
        subprocess.run(arguments, check=True, capture_output=True, cwd=ROOT)
    assert session in (tmp_path / "export").read_text()
    served.kill()
    served.start()


def test_a_large_damaged_database_ends_it_with_a_sentence(serve: Callable[..., Served], client: Clients) -> None:
    small = """
import sys
from companion.commands import cli
from companion.storage.sqlite import integrity
integrity._SMALL = 0
sys.exit(cli.main())
"""
    served = serve(program=("-c", small))
    client(served.port, "host").open("luz", "Ann", "Ben", "Cleo")
    served.end()
    with closing(sqlite3.connect(served.database)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'members_at'").fetchone()
    with open(served.database, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    assert served.begin().wait(60) == 2
    served.process = None
    assert f"companion serve: The database {served.database} is damaged (" in served.output()
    assert "put a backup in its place" in served.output() and "Traceback" not in served.output()


# deleting on a large database

GAMES = 300
PLAYER = "Ann"


def stored(database: Path, games: int) -> str:
    """Store games of one phone, which the same player played in all; returns the phone's token."""
    with closing(open_store(database)) as store:
        phone, token = new_phone(store)
        fill(store, [Group(PLAYER, ["Ben", "Cleo", "Dan", "Eve", "小雯"], [phone])] * games)
    return token


@contextmanager
def acts_elsewhere(host: Client) -> Iterator[list[float]]:
    """Another phone takes a seat and leaves it again and again; how many seconds each took."""
    session, times, enough = host.open("luz", "Ann", "Ben", "Cleo"), [], threading.Event()

    def act() -> None:
        while not enough.is_set():
            began = time.monotonic()
            fields = {"seat": 0} if len(times) % 2 == 0 else {"seat": 0, "leave": ""}
            answer = host.ask("POST", f"/t/{session}/sit", host.form(f"seat-{len(times)}", len(times), fields))
            assert answer.status in (200, 303), answer
            times.append(time.monotonic() - began)
            time.sleep(0.005)

    thread = threading.Thread(target=act)
    thread.start()
    try:
        yield times
    finally:
        enough.set()
        thread.join(20)


def slow(times: list[float]) -> float:
    """What 99 of 100 took at most."""
    return sorted(times)[int(len(times) * 0.99)]


def test_deleting_holds_up_nobody(serve: Callable[..., Served], client: Clients, tmp_path: Path, kills: int) -> None:
    """Six tables and then all games with a player are deleted; the long form has 10,000 games stored."""
    games = 10_000 if kills > 50 else GAMES
    token = stored(tmp_path / "companion.sqlite", games)
    served = serve()
    club = client(served.port, "club")
    club.cookie = f"phone={token}"
    with closing(sqlite3.connect(served.database)) as db:
        sessions = [session for (session,) in db.execute("SELECT id FROM sessions WHERE deleted IS NULL LIMIT 6")]
    with acts_elsewhere(client(served.port, "host")) as times:
        time.sleep(1)
        usual, began = slow(times), len(times)
        for session in sessions:
            assert club.insist("POST", f"/t/{session}/delete", club.form("gone", 0, {"sure": "yes"})).status == 303
        deleting, before = slow(times[began:] or times), len(times)
        fields = {"what": "games", "sure": "yes"}
        while club.ask("POST", f"/players/{PLAYER.lower()}/delete", fields).status != 303:
            pass
        all_games = slow(times[before:] or times)
    with closing(sqlite3.connect(served.database)) as db:
        assert db.execute("SELECT count(*) FROM sessions WHERE deleted IS NULL").fetchone() == (1,)
    print(
        f"{games} games, acts elsewhere, 99 of 100 within: {1000 * usual:.0f} ms; while six tables are deleted"
        f" {1000 * deleting:.0f} ms; while all games of a player are {1000 * all_games:.0f} ms"
    )
    # In the short form other tests run beside it: only a stall is told from a busy machine.
    aim = 0.25 if IS_LONG else 2.0
    assert max(deleting, all_games) < max(aim, 4 * usual)
