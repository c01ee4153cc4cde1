"""Several companions on one PostgreSQL database, phones that play at them, and the ledger of what these were told."""

import json
import re
import socket
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psycopg

from companion.live.live import Live
from companion.table.service import Tables
from tests.faults.clients import Client, Ledger, Lost
from tests.faults.kept import Kept, check
from tests.faults.players import Onlooker, Player
from tests.faults.served import Served
from tests.support import postgres
from tests.support.stores import open_store

TABLES = (("luz", ["Ann", "Ben", "Cleo"]), ("5211", ["Dan", "Eve"]), ("luz", ["Fay", "Gus", "Hal"]))
MOST = 12  # seconds, the bound of docs/postgresql.md
RETURN = 12  # seconds, on a busy machine, after the return of a database or a companion within which an act succeeds


class ProxiedClient(Client):
    """A phone that asks the next companion where one does not answer, or says that it cannot save now.

    With the port of a proxy alone it asks that again. It thinks before each act.
    """

    def __init__(self, ports, name, ledger, source, thinks):
        super().__init__(ports[0], name, ledger, source)
        self.ports, self.thinks = ports, thinks
        self.longest = 0.0
        """Seconds that the slowest request took, answered or not."""
        self.sentences = set()
        """What it was told where nothing could be saved."""

    def ask(self, method, path, fields=None):
        begun = time.monotonic()
        try:
            answer = super().ask(method, path, fields)
            if answer.status >= 500:
                assert answer.status in (502, 503, 504), answer
                self.sentences.add(answer.notice)
                raise Lost
            return answer
        except Lost:
            self.hang_up()
            self.port = self.ports[(self.ports.index(self.port) + 1) % len(self.ports)]
            time.sleep(0.05)
            raise
        finally:
            self.longest = max(self.longest, time.monotonic() - begun)

    def act(self, *asked):
        time.sleep(self.thinks)
        return super().act(*asked)


@contextmanager
def running_server(**settings):
    """A PostgreSQL server that keeps what it acknowledged."""
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as folder:
        server = postgres.Server(Path(folder), fsync="on", **settings)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")


@contextmanager
def running(companions):
    """Companions that start at once, and end with the context."""
    try:
        for each in companions:
            each.begin()
        for each in companions:
            each.wait()
        yield companions
    finally:
        for each in companions:
            if each.process is not None:
                each.kill()


@contextmanager
def running_on(addresses, folder, **options):
    """A companion for each address, which believes this machine where a phone is."""
    folders = [folder / f"companion-{number}" for number in range(len(addresses))]
    for each in folders:
        each.mkdir(parents=True)
    proxied = {"options": ("--behind-proxy", "127.0.0.1"), **options}
    with running([Served(each, address=at, **proxied) for each, at in zip(folders, addresses, strict=True)]) as made:
        yield made


def answer(address, sql, seconds=60):
    """The one value that a query gives, as soon as it gives one."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as connection:
            row = connection.execute(sql).fetchone()
            if row is not None:
                return row[0]
        time.sleep(0.1)
    raise AssertionError(f"no answer to {sql}")


def kept_in(address):
    store = open_store(address)
    try:
        rows = store.rows("SELECT session, number, act, kind, body FROM events ORDER BY session, number")
        sessions = [row["id"] for row in store.rows("SELECT id FROM sessions ORDER BY rowid")]
    finally:
        store.close()
    return Kept([(row["session"], row["number"], row["act"], row["kind"], _opened(row)) for row in rows], sessions)


def _opened(row):
    return json.loads(row["body"])["session"] if row["kind"] == "rematch" else None


class Evening:
    """Three tables with three phones each that play, spread over the ports, and one more that looks on at each."""

    def __init__(self, ports, thinks=0.05):
        self.ledger, self.players = Ledger(), []
        self.onlookers = []
        for place, (game, names) in enumerate(TABLES):
            phones = [
                self._phone([*ports[n % len(ports) :], *ports[: n % len(ports)]], place, n, thinks) for n in range(3)
            ]
            session = phones[0].open(game, *names)
            for phone in phones[1:]:
                phone.join(phones[0], session)
            self.players += [Player(phone, session, 7 * place + n) for n, phone in enumerate(phones)]
            self.onlookers.append(Onlooker(phones[1], self.players[-1]))
        for thread in (*self.players, *self.onlookers):
            thread.start()

    def _phone(self, ports, place, number, thinks):
        # Each from an address of its own, as a single one may not make so many requests.
        source = f"127.0.1.{1 + 3 * place + number}"
        return ProxiedClient(ports, f"{time.monotonic_ns()}-{place}-{number}", self.ledger, source, thinks)

    @property
    def clients(self):
        return [player.client for player in self.players if isinstance(player.client, ProxiedClient)]

    @property
    def longest(self):
        return max(client.longest for client in self.clients)

    @property
    def sentences(self):
        return set().union(*(client.sentences for client in self.clients))

    def seconds_until_acts(self, acts=1):
        """Wait until so many more acts are done at each table; return the seconds that took."""
        begun, known = time.monotonic(), self._acts()
        while any(now < before + acts for now, before in zip(self._acts(), known, strict=True)):
            assert time.monotonic() < begun + 3 * RETURN, (self._acts(), known, self.sentences)
            for player in self.players:
                if player.fault is not None:
                    raise player.fault
            time.sleep(0.02)
        return time.monotonic() - begun

    def _acts(self):
        """How many acts were acknowledged at each table and its rematches."""
        acknowledged = list(self.ledger.acknowledged)
        return [sum(key.split("-")[1] == str(place) for key in acknowledged) for place in range(len(TABLES))]

    def stop_playing(self):
        for player in self.players:
            player.enough.set()
        for player in self.players:
            player.stop()

    def stop(self):
        for onlooker in self.onlookers:
            onlooker.enough.set()
        self.stop_playing()
        for player in self.players:
            player.client.hang_up()

    def check(self, address):
        """Check the log: each acknowledged act is there once and in order, and each table can be counted from it.

        No stream has gone backward. Returns the figures.
        """
        self.stop()
        kept = kept_in(address)
        check(kept, self.ledger)
        own = {session for session, _ in self.ledger.acknowledged.values()}
        entered = {act for session, _, act, kind, _ in kept.events if session in own and kind != "rematch"}
        assert entered == self.ledger.acknowledged.keys()
        store = open_store(address)
        sessions = Tables(store, Live(lambda session, audience, pieces: (0, {})), b"x" * 32)
        for session in own:
            assert sessions.table(session).version == kept.version(session)
        store.close()
        seen = [versions for onlooker in self.onlookers for versions in onlooker.seen.values()]
        assert seen and all(versions == sorted(versions) for versions in seen), "a stream went backward"
        acts, again = len(self.ledger.acknowledged), len(self.ledger.retried)
        streams = sum(onlooker.streams for onlooker in self.onlookers)
        return f"{acts} acts, {again} sent again, none lost or doubled; {streams} streams, none backward"


class Listener(threading.Thread):
    """A phone's stream: when each version came."""

    def __init__(self, phone, session, port):
        super().__init__(daemon=True)
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/t/{session}/live/table", headers={"Cookie": phone.cookie})
        self.response = self.connection.getresponse()
        self.came = {}
        self.events = []

    def run(self):
        with suppress(HTTPException, OSError, ValueError, AttributeError):  # closed by the test
            while line := self.response.readline():
                self.events.append(line.decode())
                if found := re.search(rb'"version": ?(\d+)', line):
                    self.came.setdefault(int(found[1]), time.perf_counter())

    def hang_up(self):
        """Close the stream; a read of it, which would hold up the closing, ends first."""
        if self.connection.sock is not None:
            with suppress(OSError):  # ended by the other side
                self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.join(RETURN)
        self.response.close()
        self.connection.close()
