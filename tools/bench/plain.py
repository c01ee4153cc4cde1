"""What `companion/fast` takes off an entry: two companions by turns, one of them with COMPANION_PLAIN.

Both are on one machine at the same time, and a turn is short, so that whatever else runs there slows both alike. The
processor's time is counted, not how long an entry takes.
"""

from __future__ import annotations

import re
import statistics
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from tools.bench.figures import Figure
from tools.bench.serving import Served, Visitor, serving

TURNS, ENTRIES = 24, 20  # a game takes 600 entries at most
_HALVES = "rgboyp"  # a tile of two colours scores nothing, so that the game goes on
_LINK = re.compile(r'data-link="scorer"\s+href="https?://[^/"]+([^"]+)"')


def measure() -> Iterator[Figure]:
    with ExitStack() as kept:
        plain, fast = (kept.enter_context(_table(setting)) for setting in ("1", ""))
        for table in (plain, fast):
            table.turn()  # to warm up
        turns = [(plain.turn(), fast.turn()) for _ in range(TURNS)]
    yield Figure("processor an entry, with companion/fast", statistics.median(turn[1] for turn in turns), "ms")
    without = statistics.median(slow / quick for slow, quick in turns)
    yield Figure("an entry with COMPANION_PLAIN, of one without", without, "times", 1.05, at_least=True)


class Stream:
    """A phone that looks at a page of a table."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        self._answer, self._unpack = self._connection.getresponse(), zlib.decompressobj(16 + zlib.MAX_WBITS)
        self.wait_for(b"event: version")

    def wait_for(self, event: bytes) -> None:
        text = b""
        while event not in text:
            part = self._answer.read1()
            assert part, "the stream has ended"
            text += self._unpack.decompress(part)


class Table:
    """A game of Ingenious on five phones; the first of them enters."""

    def __init__(self, served: Served) -> None:
        self._process, port, self._version = served.process.pid, served.port, 0
        host = Visitor(port)
        host.post("/new/ingenious", [("player", name) for name in ("Ann", "Ben", "Cleo", "Dan")])
        self.path = "/t/" + host.location.split("/")[2]
        found = _LINK.search(host.get(f"{self.path}/share")[1].decode())
        assert found
        others = [Visitor(port) for _ in range(4)]
        for other in others:
            other.post(found[1], {})
        form = {"HX-Request": "true", "HX-Current-URL": f"http://127.0.0.1:{port}{self.path}/enter"}
        self._form = Visitor(port, host.cookie, form)
        self._streams = [Stream(port, f"{self.path}/live/enter", host.cookie)]
        self._streams += [Stream(port, f"{self.path}/live/table", other.cookie) for other in others]

    def turn(self) -> float:
        """Enter some tiles; returns the milliseconds of the processor that each took."""
        before = self._used()
        for _ in range(ENTRIES):
            self._enter()
        return (self._used() - before) / ENTRIES

    def _enter(self) -> None:
        at = self._version
        tile = {"m0": f"{_HALVES[at % 6]}0", "m1": f"{_HALVES[(at + 1) % 6]}0"}
        status, answer = self._form.post(f"{self.path}/enter", {"act": f"tile{at}", "version": at, **tile})
        assert status == 200, answer
        for stream in self._streams:
            stream.wait_for(b"event: change")
        self._version += 1

    def _used(self) -> float:
        tasks = Path(f"/proc/{self._process}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1_000_000


@contextmanager
def _table(plain: str) -> Iterator[Table]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), COMPANION_PLAIN=plain) as served:
        yield Table(served)
