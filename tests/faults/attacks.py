"""Run an attack, a function `attack(target)` at the top of a module, in a process of its own beside a phone that plays.

It comes from `target.source`, another address than the phone's; told is what the server did for others meanwhile.
"""

import importlib
import json
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from pathlib import Path

from tests.faults.clients import Client
from tests.support.phones import bets

ROOT = Path(__file__).parents[2]
VICTIM, ATTACKER = "127.0.0.3", "127.0.0.2"
AIM = 0.15  # seconds of its own processor time in which a server answers 9 of 10 acts, however busy the machine is
STALL = 5.0  # seconds of anybody's; before the limits the others waited for 16
SECONDS, WARM_UP = 5.0, 0.5  # that an attack takes, and before what is measured
BETS = ("3 2 1", "2s 2 2", "0 4 3", "1 1s 5", "2 0 0")
PAUSE = 0.1  # seconds between two acts; faster than that a phone meets its own limit in the long form
FEWEST = 10  # acts that are measured, however long they take: a busy machine may need longer for one than is asked for


@dataclass(frozen=True)
class Target:
    """Where an attack goes: the port; the session and cookie of a phone of the attacker's own, who hosts that table."""

    port: int
    session: str
    cookie: str
    source: str = ATTACKER

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(self.source, 0))

    def request(self, path, method="GET", body="", cookie=True):
        """A request as bytes, to be sent as often and in as many pieces as an attack likes."""
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"Cookie: {self.cookie}"] if cookie else []
        if method == "POST":
            head += [f"Origin: http://127.0.0.1:{self.port}", f"Content-Length: {len(body.encode())}"]
            head += ["Content-Type: application/x-www-form-urlencoded"]
        return "\r\n".join([*head, "", body]).encode()

    def http(self):
        return HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(self.source, 0))


def assert_nobody_waits(served, attack):
    """Play from one address while the attack comes from another one.

    What the server does for an attacker before it answers is bounded, which no clock tells on a busy machine.
    """
    victim, attacker = Client(served.port, "victim", source=VICTIM), Client(served.port, "attacker", source=ATTACKER)
    try:
        table = attacker.open("luz", "Ann", "Ben", "Cleo")
        own = victim.open("luz", "Ida", "Kim", "Lou")
        with running(attack, Target(served.port, table, attacker.cookie)):
            time.sleep(WARM_UP)
            waited, at_work = map(sorted, zip(*acts(victim, own, served.process.pid), strict=True))
    finally:
        victim.hang_up()
        attacker.hang_up()
    nine_of_ten = at_work[len(at_work) * 9 // 10]
    figures = (
        f"{attack.__name__}: of {len(waited)} acts 9 of 10 took {nine_of_ten:.3f} s of work, one {waited[-1]:.3f} s"
    )
    print(figures)
    assert waited[-1] < STALL and nine_of_ten < AIM, figures


def worked(process):
    """The processor time of a process and all threads that it has had, in seconds: its clock on Linux."""
    return time.clock_gettime(~process << 3 | 2)


def acts(client, session, process):
    """Enter bets and take them back; yields how long each act took, and how long the server was at work meanwhile."""
    seen = client.version(session)
    end = time.monotonic() + SECONDS
    number = 0
    while number < FEWEST or time.monotonic() < end:
        what, fields = ("undo", {}) if number % 2 else ("enter", bets(BETS[seen % len(BETS)]))
        begun, before = time.monotonic(), worked(process)
        answer = client.act(session, what, seen, fields)
        yield time.monotonic() - begun, worked(process) - before
        assert answer.status == 303, answer
        number, seen = number + 1, seen + 1
        time.sleep(PAUSE)


@contextmanager
def running(attack, target):
    """The attack in a process of its own; what it complains of is shown."""
    command = [sys.executable, "-m", "tests.faults.attacks", attack.__module__, attack.__name__]
    process = subprocess.Popen([*command, json.dumps(asdict(target))], cwd=ROOT, env={**os.environ})
    try:
        yield
        assert process.poll() in (None, 0), f"{attack.__name__} failed"
    finally:
        process.kill()
        process.wait()


def main(module, name, target):
    attack = getattr(importlib.import_module(module), name)
    with suppress(OSError):  # the server hung up, or the test has ended it
        attack(Target(**json.loads(target)))


if __name__ == "__main__":
    main(*sys.argv[1:])
