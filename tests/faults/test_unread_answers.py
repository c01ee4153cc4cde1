"""Whoever asks for large answers and hardly reads them takes little memory, and keeps nobody from playing."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.clients import Client
from tests.faults.served import FORKED, Served
from tests.support.long import long
from tests.support.phones import links_of

pytestmark = long

GAMES = 3000
CONNECTIONS = 40
MB = 1024 * 1024
_COPIES = (
    "INSERT INTO sessions (id, game, setup, made, generation, result, ended)"
    " SELECT id || '-' || n, game, setup, made, generation, '{}', made FROM sessions, numbers WHERE id = :session",
    "INSERT INTO seats SELECT session || '-' || n, seat, name, key, seat + 1, 9 - seat, '{}' FROM seats, numbers"
    " WHERE session = :session",
    "INSERT INTO group_sessions SELECT :grp, id, 0, made FROM sessions WHERE ended IS NOT NULL",
)


@pytest.fixture
def served(tmp_path: Path) -> Served:
    return Served(tmp_path, program=FORKED)


def club(served: Served) -> str:
    """The link of a group with thousands of games that anybody may look at."""
    served.start()
    host = Client(served.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    group = host.insist("POST", "/groups/new", {"name": "Club", "names": "Ann\nBen"}).location
    host.insist("POST", f"{group}/share", {"role": "watch", "make": "yes"})
    link = links_of(host.page(f"{group}/share").text)["watch"]
    host.hang_up()
    served.end()
    with sqlite3.connect(served.database) as database:
        numbers = f"WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {GAMES}) "
        for copy in _COPIES:
            database.execute(copy if copy is _COPIES[-1] else numbers + copy, {"session": session, "grp": group[8:]})
    database.close()
    return link


def memory(served: Served) -> int:
    resident = Path(f"/proc/{served.process.pid}/statm").read_text().split()[1]
    return int(resident) * 4096


def unread(port: int, path: str) -> socket.socket:
    """A connection that asks for something and takes as little of the answer as can be."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(60)
    client.bind(("127.0.0.2", 0))
    client.connect(("127.0.0.1", port))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return client


@pytest.mark.parametrize("file", ["games.csv", "games.ics"])
def test_large_files_that_are_not_read_take_little_memory(served: Served, file: str) -> None:
    link = club(served)
    served.start()
    phone = Client(served.port, "phone", source="127.0.0.3")
    before = memory(served)
    with ExitStack() as kept:
        clients = [kept.enter_context(unread(served.port, f"{link}/{file}")) for _ in range(CONNECTIONS)]
        statuses = [client.recv(12)[9:] for client in clients]
        grown = memory(served) - before
        assert statuses.count(b"200") == 32 and statuses.count(b"429") == CONNECTIONS - 32
        assert grown < 60 * MB, f"{grown / MB:.0f} MB"
        phone.open("luz", "Ann", "Ben", "Cleo")
    phone.hang_up()
    served.end()
    served.close()
