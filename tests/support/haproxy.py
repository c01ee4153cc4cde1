"""Two companions on one PostgreSQL database behind haproxy, which runs with the delivered configuration."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.faults.clients import Lost
from tests.faults.served import ROOT, Served
from tests.support import postgres
from tests.support.ports import free_port

_HAPROXY = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
NEEDED = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.skipif(_HAPROXY is None, reason="haproxy is not installed"),
]
"""Marks of tests that need both."""


def is_installed():
    return _HAPROXY is not None


def wait_until(holds, seconds=60):
    """Wait until something holds; returns the seconds that it took."""
    start = time.monotonic()
    while True:
        with suppress(Lost, OSError):
            if holds():
                return time.monotonic() - start
        assert time.monotonic() < start + seconds
        time.sleep(0.02)


def counters(port):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/internal/counters")
        answer = connection.getresponse()
        assert answer.status == 200
        counts = json.loads(answer.read())
    finally:
        connection.close()
    return counts | {"connections": counts["connections"] - 1, "open_files": counts["open_files"] - 1}


class Haproxy:
    """haproxy with the delivered file: only its ports, the user and the number of connections are others."""

    def __init__(self, folder, port, companions):
        self.folder, self.port, self.companions = folder, port, companions
        self.control = folder / "control"
        self.process = None

    def text(self):
        text = (ROOT / "deploy/haproxy.cfg").read_text("utf-8")
        changes = {
            r"bind :80$": f"bind 127.0.0.1:{self.port}",
            "/etc/haproxy/waiting.html": str(ROOT / "deploy/waiting.html"),
            r"maxconn \d+$": "maxconn 500",  # nobody but root may open files for more
            r"^ +(user|group) haproxy\n": "",
            r"^global$": f"global\n    stats socket {self.control} level admin",
            **{f"127.0.0.1:{5001 + n}$": f"127.0.0.1:{port}" for n, port in enumerate(self.companions[:2])},
        }
        for old, new in changes.items():
            text, count = re.subn(old, new, text, flags=re.MULTILINE)
            assert count, old
        for number, port in enumerate(self.companions[2:], 3):
            text = re.sub(r"(.*companion-)2 .*", rf"\g<0>\n\g<1>{number} 127.0.0.1:{port}", text)
        return text

    def start(self):
        path = self.folder / "haproxy.cfg"
        path.write_text(self.text(), "utf-8")
        with open(self.folder / "output.txt", "wb") as log:
            self.process = subprocess.Popen([_HAPROXY, "-db", "-f", str(path)], stdout=log, stderr=log)
        wait_until(self.is_whole)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait(60)

    def ask(self, command):
        with socket.socket(socket.AF_UNIX) as control, control.makefile("r") as answer:
            control.connect(str(self.control))
            control.sendall(f"{command}\n".encode())
            return list(answer)

    def healthy(self):
        """How many companions it takes for healthy."""
        states = [line.split(",")[17] for line in self.ask("show stat") if line.startswith("companions,companion-")]
        return states.count("UP")

    def is_whole(self):
        return self.healthy() == len(self.companions)

    def set_state(self, state):
        for number in range(len(self.companions)):
            self.ask(f"set server companions/companion-{number + 1} state {state}")


class Site:
    """The database, both companions and haproxy before them."""

    def __init__(self, database, companions, haproxy):
        self.database, self.companions, self.haproxy = database, companions, haproxy
        self.port = haproxy.port

    def listening(self):
        """How many streams the companions that run have open."""
        return sum(counters(each.port)["listeners"] for each in self.companions if each.process is not None)


@contextmanager
def running_site(folder, proxy=Haproxy, **settings):
    """A site of two companions behind a proxy; `settings` are those of PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as place:
        database = postgres.Server(Path(place), **settings)
        database.start()
        try:
            with _before(database, folder, proxy) as site:
                yield site
        finally:
            database.stop("immediate")


@contextmanager
def _before(database, folder, proxy):
    """Two companions on a database, and the proxy."""
    address, port = database.create("companion"), free_port()
    options = ("--behind-proxy", "127.0.0.1", "--public-url", f"http://127.0.0.1:{port}", "--photos")
    folders = [folder / name for name in ("companion-1", "companion-2", "haproxy")]
    for each in folders:
        each.mkdir()
    companions = [Served(each, options=options, address=address) for each in folders[:2]]
    haproxy = proxy(folders[2], port, [each.port for each in companions])
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
