"""Run an attack beside a phone that plays on, and tell how long its acts took.

An attack is a function at the top of a module, `attack(target)`; it runs in a process of its own, so that it does not
slow down the phone that is measured, until it is stopped. It comes from `target.source`, another address than the
phone's. In a test, with the fixture `attacked` of conftest.py:

    def test_one_connection_full_of_searches_stalls_nobody(attacked):
        attacked(pipelined_searches).assert_nobody_waits()
"""

from __future__ import annotations

import importlib
import json
import math
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from tests.faults.clients import Client
from tests.support.long import IS_LONG
from tests.support.loop_delays import longest, metrics
from tests.support.phones import bets

ROOT = Path(__file__).parents[2]
VICTIM, ATTACKER = "127.0.0.3", "127.0.0.2"
AIM = 0.25  # seconds that the slowest of a hundred acts may take
STALL = 5.0  # seconds; before the limits the others waited for 16
BETS = ("3 2 1", "2s 2 2", "0 4 3", "1 1s 5", "2 0 0")
PAUSE = 0.1  # seconds between two acts; faster than that a phone meets its own limit in the long form
FEWEST = 4  # acts that are measured, however long they take: a busy machine may need longer for one than is asked for


@dataclass(frozen=True)
class Target:
    """Where an attack goes: the port; the session and cookie of a phone of the attacker's own, who hosts that table."""

    port: int
    session: str
    cookie: str
    source: str = ATTACKER

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(self.source, 0))

    def request(self, path: str, method: str = "GET", body: str = "", cookie: bool = True) -> bytes:
        """A request as bytes, to be sent as often and in as many pieces as an attack likes."""
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"Cookie: {self.cookie}"] if cookie else []
        if method == "POST":
            head += [f"Origin: http://127.0.0.1:{self.port}", f"Content-Length: {len(body.encode())}"]
            head += ["Content-Type: application/x-www-form-urlencoded"]
        return "\r\n".join([*head, "", body]).encode()

    def http(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(self.source, 0))


Attack = Callable[[Target], None]


@dataclass
class Outcome:
    """How many seconds each act of the victim took before the attack and during it."""

    name: str
    before: list[float] = field(default_factory=list)
    during: list[float] = field(default_factory=list)
    pause: float = math.inf
    """No pause of the event loop was longer, in seconds, the machine's included."""

    @property
    def bound(self) -> float:
        """The aim, and more on a machine that is slow at the moment without any attack."""
        return AIM + 4 * percentile(self.before, 0.9)

    def assert_nobody_waits(self) -> None:
        """99 of 100 acts are answered in time; of a few acts, 9 of 10, as others may use the machine.

        In the short form other tests run beside it, so that only a stall is told from a busy machine.
        """
        print(self)
        if not IS_LONG:
            assert self.during and max(self.during) < STALL, str(self)
            return
        assert len(self.during) >= 5, str(self)
        share = 0.99 if len(self.during) >= 100 else 0.9
        assert percentile(self.during, share) < self.bound, str(self)

    def __str__(self) -> str:
        before, during = self.before, self.during
        middle, most, longest = (f"{1000 * percentile(during, share):.0f} ms" for share in (0.5, 0.99, 1))
        quiet = " and ".join(f"{1000 * percentile(before, share):.0f} ms" for share in (0.5, 0.99))
        return (
            f"{self.name}: {len(during)} acts beside it, p50 {middle}, p99 {most}, longest {longest};"
            f" p50 and p99 without it {quiet}; no pause of the loop over {1000 * self.pause:.0f} ms"
        )


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] if times else math.inf


def measure(port: int, attack: Attack, seconds: float, warm_up: float = 0.5) -> Outcome:
    """Play from one address, then play on while the attack runs from another one."""
    victim, attacker = Client(port, "victim", source=VICTIM), Client(port, "attacker", source=ATTACKER)
    try:
        table = attacker.open("luz", "Ann", "Ben", "Cleo")
        own = victim.open("luz", "Ida", "Kim", "Lou")
        outcome = Outcome(attack.__name__, list(acts(victim, own, min(seconds / 2, 3))))
        quiet = metrics(port)
        with running(attack, Target(port, table, attacker.cookie)):
            time.sleep(warm_up)
            outcome.during.extend(acts(victim, own, seconds))
        outcome.pause = longest(quiet, metrics(port))
    finally:
        victim.hang_up()
        attacker.hang_up()
    return outcome


def acts(client: Client, session: str, seconds: float) -> Iterator[float]:
    """Enter bets and take them back for so many seconds, a few times at least; yields how long each act took."""
    seen, number = client.version(session), 0
    end = time.monotonic() + seconds
    while number < FEWEST or time.monotonic() < end:
        what, fields = ("undo", {}) if number % 2 else ("enter", bets(BETS[seen % len(BETS)]))
        begun = time.monotonic()
        answer = client.act(session, what, seen, fields)
        yield time.monotonic() - begun
        assert answer.status == 303, answer
        number, seen = number + 1, seen + 1
        time.sleep(PAUSE)
    if number % 2:  # the next run begins without bets
        client.act(session, "undo", seen)


@contextmanager
def running(attack: Attack, target: Target) -> Iterator[None]:
    """The attack in a process of its own; what it complains of is shown."""
    command = [sys.executable, "-m", "tests.faults.attacks", attack.__module__, attack.__name__]
    process = subprocess.Popen([*command, json.dumps(asdict(target))], cwd=ROOT, env={**os.environ})
    try:
        yield
        assert process.poll() in (None, 0), f"{attack.__name__} failed"
    finally:
        process.kill()
        process.wait()


def main(module: str, name: str, target: str) -> None:
    attack: Attack = getattr(importlib.import_module(module), name)
    with suppress(OSError):  # the server hung up, or the test has ended it
        attack(Target(**json.loads(target)))


if __name__ == "__main__":
    main(*sys.argv[1:])
