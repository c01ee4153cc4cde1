"""Memory of the process moves to huge pages, where the system has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.fast.huge_pages import HugePages

ROLLUP = Path("/proc/self/smaps_rollup")
# In a process of its own, as it moves all memory of the one it runs in.
MOVE = """
import re
from companion.fast.huge_pages import HugePages

def huge():
    return int(re.search(r"AnonHugePages:\\s+(\\d+)", open("/proc/self/smaps_rollup").read())[1])

kept = b"seven" * 5_000_000
before, pages = huge(), HugePages()
pages.run_due()
after = huge()
pages.run_due()
assert kept.count(b"seven") == 5_000_000
print(before, after, huge())
"""


@pytest.mark.skipif(not ROLLUP.exists(), reason="not Linux")
def test_memory_moves_and_stays_what_it_was() -> None:
    found = subprocess.run([sys.executable, "-c", MOVE], capture_output=True, text=True, check=True, timeout=60)
    before, after, again = map(int, found.stdout.split())
    if after == before:
        pytest.skip("this system has no huge pages to move to")
    assert after - before >= 8 * 1024 and again == after


def process_of(folder: Path, kilobytes: int, maps: str) -> HugePages:
    (folder / "status").write_text(f"Name:\tpython\nVmRSS:\t{kilobytes} kB\n")
    (folder / "maps").write_text(maps)
    return HugePages(folder)


def test_only_whole_pages_of_private_memory_are_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = advised(monkeypatch)
    maps = (
        "00400000-00800000 r-xp 00000000 fe:00 123 /usr/bin/python3.11\n"
        "00800000-00a00000 rw-p 00400000 fe:00 123 /usr/bin/python3.11\n"
        "01100000-01700000 rw-p 00000000 00:00 0 [heap]\n"
        "7f0000000000-7f0000200000 rw-p 00000000 00:00 0 \n"
        "7f0000300000-7f0000400000 rw-p 00000000 00:00 0\n"
        "7f0000600000-7f0000800000 rw-s 00000000 00:01 7 /dev/shm/other\n"
        "7f0000800000-7f0000a00000 ---p 00000000 00:00 0 \n"
        "7ffc00000000-7ffc00400000 rw-p 00000000 00:00 0 [stack]\n"
    )
    process_of(tmp_path, 50_000, maps).run_due()
    assert asked == [0x1200000, 0x1400000, 0x7F0000000000]


def test_nothing_is_moved_again_until_the_process_has_grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = advised(monkeypatch)
    maps = "7f0000000000-7f0000200000 rw-p 00000000 00:00 0 \n"
    pages = process_of(tmp_path, 50_000, maps)
    for kilobytes, times in ((50_000, 1), (53_000, 1), (54_096, 2), (20_000, 2)):
        process_of(tmp_path, kilobytes, maps)
        pages.run_due()
        assert len(asked) == times


def test_a_system_that_says_nothing_of_its_memory_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = advised(monkeypatch)
    HugePages(tmp_path).run_due()
    assert asked == []


def advised(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The addresses that the system is asked to move, which it refuses to."""
    asked: list[int] = []

    def madvise(address: int, length: int, advice: int) -> int:
        assert (length, advice) == (2 << 20, 25), "MADV_COLLAPSE of one page"
        asked.append(address)
        return -1

    monkeypatch.setattr("companion.fast.huge_pages.ctypes.CDLL", lambda _: type("C", (), {"madvise": madvise}))
    return asked
