"""Two companions on one PostgreSQL database behind haproxy, as deploy/haproxy.cfg sets it up; one of them is killed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.clients import Client, Ledger, Lost
from tests.faults.served import ROOT, Served
from tests.faults.test_processes import Listener, kept_in
from tests.support import postgres
from tests.support.phones import bets
from tests.support.streams import counters

_HAPROXY = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.skipif(_HAPROXY is None, reason="haproxy is not installed"),
]
PATIENCE = 5  # seconds within which a table goes on


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_until(holds: Callable[[], bool], seconds: float = 10) -> float:
    """Wait until something holds; returns the seconds that it took."""
    start = time.monotonic()
    while True:
        with suppress(Lost, OSError):
            if holds():
                return time.monotonic() - start
        assert time.monotonic() < start + seconds
        time.sleep(0.02)


class Haproxy:
    """haproxy with the delivered file: only its ports, the user and the number of connections are others."""

    def __init__(self, folder: Path, port: int, companions: list[int]) -> None:
        self.folder, self.port, self.companions = folder, port, companions
        self.control = folder / "control"
        self.process: subprocess.Popen[bytes] | None = None

    def text(self) -> str:
        text = (ROOT / "deploy/haproxy.cfg").read_text("utf-8")
        changes = {
            r"bind :80$": f"bind 127.0.0.1:{self.port}",
            r"maxconn \d+$": "maxconn 500",  # nobody but root may open files for more
            r"^ +(user|group) haproxy\n": "",
            r"^global$": f"global\n    stats socket {self.control} level admin",
            **{f"127.0.0.1:{5001 + n}$": f"127.0.0.1:{port}" for n, port in enumerate(self.companions)},
        }
        for old, new in changes.items():
            text, count = re.subn(old, new, text, flags=re.MULTILINE)
            assert count, old
        return text

    def start(self) -> None:
        assert _HAPROXY is not None
        path = self.folder / "haproxy.cfg"
        path.write_text(self.text(), "utf-8")
        with open(self.folder / "told.txt", "wb") as told:
            self.process = subprocess.Popen([_HAPROXY, "-db", "-f", str(path)], stdout=told, stderr=told)
        wait_until(lambda: self.healthy() == len(self.companions))

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(5)

    def ask(self, command: str) -> list[str]:
        """What haproxy says to a command of its operator."""
        with socket.socket(socket.AF_UNIX) as control, control.makefile("r") as answer:
            control.connect(str(self.control))
            control.sendall(f"{command}\n".encode())
            return list(answer)

    def healthy(self) -> int:
        """How many companions it takes for healthy."""
        states = [line.split(",")[17] for line in self.ask("show stat") if line.startswith("companions,companion-")]
        return states.count("UP")

    def set_state(self, state: str) -> None:
        """Set the state of both companions, as health checks do."""
        for number in range(len(self.companions)):
            self.ask(f"set server companions/companion-{number + 1} state {state}")


class Site:
    """The database, both companions and haproxy before them."""

    def __init__(self, database: postgres.Server, companions: list[Served], haproxy: Haproxy) -> None:
        self.database, self.companions, self.haproxy = database, companions, haproxy
        self.port = haproxy.port

    def listening(self) -> int:
        """How many streams the companions that run have open."""
        return sum(counters(each.port)["listeners"] for each in self.companions if each.process is not None)


@pytest.fixture(scope="module")
def database() -> Iterator[postgres.Server]:
    """A server of its own that keeps what it acknowledged."""
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as folder:
        server = postgres.Server(Path(folder), fsync="on")
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")


@pytest.fixture(scope="module")
def site(database: postgres.Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    address, port = database.create("companion"), free_port()
    options = ("--behind-proxy", "127.0.0.1", "--public-url", f"http://127.0.0.1:{port}")
    companions = [Served(tmp_path_factory.mktemp("companion"), options=options, address=address) for _ in range(2)]
    haproxy = Haproxy(tmp_path_factory.mktemp("haproxy"), port, [each.port for each in companions])
    try:
        for each in companions:
            each.begin()
        for each in companions:
            wait_until(each.answers, 20)
        haproxy.start()
        yield Site(database, companions, haproxy)
    finally:
        haproxy.stop()
        for each in companions:
            if each.process is not None:
                each.kill()


class Table:
    """A table of Luz: a phone that enters, and one with a stream, both by way of haproxy."""

    def __init__(self, site: Site, name: str) -> None:
        self.port, self.ledger, self.version = site.port, Ledger(), 0
        self.host, self.other = (Client(site.port, f"{name}-{n}", self.ledger) for n in range(2))
        self.session = self.host.open("luz", "Ann", "Ben", "Cleo")
        self.other.join(self.host, self.session)
        self.listen()

    def listen(self) -> None:
        self.stream = Listener(self.other, self.session, self.port)
        self.stream.start()

    def listen_on(self) -> None:
        """Listen again if the stream ended with its companion."""
        self.stream.join(0.3)
        if not self.stream.is_alive():
            self.hang_up()
            self.listen()

    def enter(self) -> None:
        """One act, which the next one takes back; haproxy never answers in the place of a companion."""
        what, fields = ("undo", None) if self.version % 2 else ("enter", bets("2 3 4"))
        answer = self.host.act(self.session, what, self.version, fields)
        assert answer.status in (200, 303), answer
        self.version += 1

    def is_seen(self) -> bool:
        """Whether the stream has shown the latest version."""
        return self.version in self.stream.came

    def hang_up(self) -> None:
        """Close the stream; a read of it, which would hold up the closing, ends first."""
        if self.stream.connection.sock is not None:
            with suppress(OSError):  # ended by the other side
                self.stream.connection.sock.shutdown(socket.SHUT_RDWR)
        self.stream.join(PATIENCE)
        self.stream.response.close()
        self.stream.connection.close()

    def close(self) -> None:
        self.hang_up()
        for phone in (self.host, self.other):
            phone.hang_up()


def test_both_companions_know_the_phones_by_their_own_addresses(site: Site) -> None:
    guesser, neighbour = (Client(site.port, source, source=source) for source in ("127.0.0.2", "127.0.0.3"))
    answers = []
    for number in range(14):  # at each companion in turn
        answers.append(guesser.ask("POST", "/join", {"code": f"{number:06d}"}).status)
        time.sleep(0.03)
    assert answers == [404] * 10 + [429] * 4
    assert neighbour.ask("POST", "/join", {"code": "000000"}).status == 404
    session = guesser.open("luz", "Ann", "Ben", "Cleo")
    assert f'href="http://127.0.0.1:{site.port}/j/' in guesser.page(f"/t/{session}/share").text
    for phone in (guesser, neighbour):
        phone.hang_up()


def test_a_table_goes_on_where_its_companion_is_killed(site: Site, kills: int) -> None:
    tables = [Table(site, f"table-{n}") for n in range(4)]
    for table in tables:
        table.enter()
    assert wait_until(lambda: all(table.is_seen() for table in tables)) < 2, "events are not held up"
    assert site.listening() == len(tables)
    waits = [_killed(site, tables) for _ in range(max(1, kills // 8))]
    kept = kept_in(str(site.companions[0].database))
    for table in tables:
        acts = [act for session, _, act, _, _ in kept.events if session == table.session]
        assert acts == list(table.ledger.acknowledged)
        assert len(acts) == table.version
        table.close()
    again = sum(len(table.ledger.retried) for table in tables)
    print(f"{len(waits)} kills: tables went on after {max(waits):.2f} s at most; phones sent {again} acts again")
    assert max(waits) < PATIENCE
    assert wait_until(lambda: site.listening() == 0) < 4, "phones that leave are not counted until the next heartbeat"


def _killed(site: Site, tables: list[Table]) -> float:
    """Kill the companion that was not killed last; the seconds until each table's stream has shown a new act."""
    one, other = site.companions
    if other.process is None:
        other.start()
        wait_until(lambda: site.haproxy.healthy() == 2)
    one.kill()
    start = time.monotonic()
    for table in tables:
        table.enter()
    for table in tables:
        table.listen_on()
    wait_until(lambda: all(table.is_seen() for table in tables))
    site.companions.reverse()
    return time.monotonic() - start


def test_phones_read_the_companions_own_sentence_while_the_database_is_away(site: Site) -> None:
    table = Table(site, "away")
    table.enter()
    site.database.stop("immediate")
    site.haproxy.set_state("maint")
    try:
        assert site.haproxy.healthy() == 0
        answer = table.host.ask("POST", f"/t/{table.session}/undo", table.host.form("away", table.version))
        assert answer.status == 503
        assert "The database cannot be reached" in answer.text
    finally:
        site.database.start()
        site.haproxy.set_state("ready")
    back = time.monotonic()
    wait_until(lambda: table.host.ask("GET", f"/t/{table.session}").status == 200)
    table.enter()
    assert time.monotonic() < back + PATIENCE
    table.close()
