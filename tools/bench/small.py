"""A small computer: the companion on one processor as slow as a Raspberry Pi Zero 2 W's, with 512 MB and a slow card.

The server is stopped after each slice in which it used the processor, so long that `loop` would take `LOOP` seconds.
No figure of Python on that board is published where we looked. A Pi 3B+ (the same Cortex-A53, at 1.4 GHz) does 687
events a second in sysbench, a Pi 4 1,478 (leoncode.co.uk); at 1 GHz that makes 491, a third of a Pi 4. `LOOP` is a
cautious guess from these. Storage is slowed by a library that is loaded first: fdatasync and fsync take 30 ms longer,
and writes no less than 10 MB/s allow.

Modules and templates that were compiled stay so. A second run is that of a computer on which the companion ran before.
"""

import os
import random
import resource
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.faults.clients import Answer, Client
from tests.faults.test_club_evening import PHONES, Hall
from tests.support.phones import bets
from tests.support.ports import free_port
from tools.bench.figures import Figure
from tools.bench.serving import COMMAND, Served, answers

LOOP = 0.35  # seconds of `loop` on the small computer
MEMORY = 512 * 1024**2
ENTRIES, ROUND = 60, 90  # entries at the table of six; seconds in which the phones of a club enter
LONGEST = 300  # milliseconds
# As deploy/companion.service sets them; the compiled modules are kept.
SETTINGS = {"PYTHONOPTIMIZE": "2", "PYTHONNODEBUGRANGES": "1", "PYTHONDONTWRITEBYTECODE": ""}
SLOW_CARD = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
int fsync(int file) { usleep(30000); return ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(file); }
int fdatasync(int file) { usleep(30000); return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off_t at) {
    usleep(size / 10);
    return ((ssize_t (*)(int, const void *, size_t, off_t)) dlsym(RTLD_NEXT, "pwrite64"))(file, bytes, size, at);
}
"""


class Phone(Client):
    """A phone that notes how long each answer took, in ms."""

    def __init__(self, port: int, name: str, times: list[float], number: int) -> None:
        super().__init__(port, name, source=f"127.0.2.{number}")
        self.times = times

    def ask(self, method: str, path: str, fields: Any = None) -> Answer:
        begun = time.perf_counter()
        try:
            return super().ask(method, path, fields)
        finally:
            self.times.append(1000 * (time.perf_counter() - begun))


class Club(Hall):
    """An evening whose phones start a clock, and enter at any time of the round."""

    def __init__(self, port: int, times: list[float]) -> None:
        self.times = times
        super().__init__(port, lambda port, name: Phone(port, name, times, 250))

    def arrive(self, number: int) -> Client:
        phone = Phone(self.port, f"phone{number}", self.times, number)
        assert phone.insist("POST", f"{self.link}/who", {"player": number, "phone": f"{number:032}"}).status == 303
        return phone

    def play(self, phone: Client, together: threading.Barrier) -> str:
        time.sleep(random.uniform(0, ROUND))
        session = phone.insist("POST", f"{self.link}/seat", {}).location.split("/")[2]
        clock = {"do": "start", "turns": "some", "game": 90, "seconds": 1}
        assert phone.act(session, "clock", phone.version(session), clock).status in (200, 303)
        phone.act(session, "enter", phone.version(session), bets("0 0 0"))
        phone.page(self.link)
        return session


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, _small(Path(folder)):
        pass  # the first start compiles all modules
    with tempfile.TemporaryDirectory() as folder, _small(Path(folder)) as served:
        yield Figure("small computer: from companion serve to the first answer", served.seconds_to_answer, "s")
        yield Figure("small computer: memory at rest", served.memory, "MB", 45)
        yield from _six(served)
        yield from _evening(served.port)
        yield Figure("small computer: memory after the evening", served.memory, "MB", 512)


def _figures(what: str, times: Sequence[float]) -> Iterator[Figure]:
    yield Figure(f"small computer: {what}, p99", statistics.quantiles(times, n=100)[98], "ms")
    yield Figure(f"small computer: {what}, longest answer", max(times), "ms", LONGEST)


def _six(served: Served) -> Iterator[Figure]:
    """Six phones enter in turn, and each looks at the table after each entry."""
    times = list[float]()
    phones = [Phone(served.port, f"six{number}", times, 100 + number) for number in range(6)]
    session = phones[0].open("open", *(f"Player {number}" for number in range(6)))
    for phone in phones[1:]:
        phone.join(phones[0], session)
    _enter(phones, session, 0)
    yield Figure("small computer: opening a table, its first pages after the start, longest answer", max(times), "ms")
    times.clear()
    written = _written(served)
    for number in range(1, ENTRIES + 1):
        _enter(phones, session, number)
    yield from _figures("a table of six", times)
    yield Figure("small computer: written an entry", (_written(served) - written) / ENTRIES / 1024, "kB")


def _enter(phones: Sequence[Phone], session: str, number: int) -> None:
    phone = phones[number % 6]
    assert phone.act(session, "enter", phone.version(session), {"n0": str(number % 30)}).status in (200, 303)
    for other in phones:
        other.page(f"/t/{session}")
        time.sleep(0.1)


def _evening(port: int) -> Iterator[Figure]:
    """A round is drawn and opened by the host, then entered by the players' phones."""
    times = list[float]()
    club = Club(port, times)
    phones = [club.arrive(number) for number in range(1, PHONES + 1)]
    yield from _figures(f"{PHONES} phones arrive one after the other", times)
    times.clear()
    for what in ("draw", "open"):
        club.post(what)
    yield Figure("small computer: a round of 67 tables is drawn and opened, longest answer", max(times), "ms")
    times.clear()
    together = threading.Barrier(1)
    threads = [threading.Thread(target=club.play, args=(phone, together)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    yield from _figures(f"a club evening of {PHONES} phones", times)


@contextmanager
def _small(folder: Path) -> Iterator[Served]:
    """A companion on the small computer."""
    (folder / "card.c").write_text(SLOW_CARD)
    card = folder / "card.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", card, folder / "card.c", "-ldl"], check=True)
    port, slower, begun = free_port(), LOOP / min(loop() for _ in range(9)), time.perf_counter()
    command = [*COMMAND, "--port", str(port), "--database", str(folder / "companion.sqlite")]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, **SETTINGS, "LD_PRELOAD": str(card)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    threading.Thread(target=_slow_down, args=(process, slower), daemon=True).start()
    try:
        while not answers(port):
            assert process.poll() is None, "the companion did not start"
            time.sleep(0.02)
        yield Served(process, port, time.perf_counter() - begun)
    finally:
        process.kill()
        process.wait(10)


def loop() -> float:
    """The processor seconds of a fixed loop."""
    begun = time.process_time()
    sum(number * number % 7 for number in range(1_000_000))
    return time.process_time() - begun


def _slow_down(process: subprocess.Popen[bytes], slower: float) -> None:
    """Stop the process after what it used of the processor, for so many times as long, until it ends."""
    used = owed = 0.0
    with suppress(OSError):
        while process.poll() is None:
            time.sleep(0.001)
            now = _used(process.pid)
            owed, used = owed + (slower - 1) * (now - used), now
            if owed > 0:
                process.send_signal(signal.SIGSTOP)
                begun = time.perf_counter()
                time.sleep(owed)
                process.send_signal(signal.SIGCONT)
                owed = max(owed - (time.perf_counter() - begun), -0.05)  # others may use the machine meanwhile


def _used(pid: int) -> float:
    """The processor seconds of a process and all threads that it has had, to the nanosecond: its clock on Linux."""
    return time.clock_gettime(~pid << 3 | 2)


def _written(served: Served) -> int:
    fields = Path(f"/proc/{served.process.pid}/io").read_text().split()
    return int(fields[fields.index("write_bytes:") + 1])
