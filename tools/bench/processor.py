"""The processor time of a site's parts, from samples of /proc."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

_TICK = 1000 / os.sysconf("SC_CLK_TCK")
_IDLE = 10  # seconds before the measured entries in which nothing was entered


class Samples:
    """Processor milliseconds of each part at several moments; a part is some processes and their descendants."""

    def __init__(self, parts: Mapping[str, Sequence[int]]) -> None:
        self._parts = parts
        self._taken: list[tuple[float, dict[str, float]]] = []
        self.take()

    def take(self) -> None:
        """Take a sample."""
        used = {name: sum(map(_milliseconds, pids)) for name, pids in self._parts.items()}
        self._taken.append((time.time(), used))

    def costs(self, entries: Mapping[int, int]) -> dict[str, Any]:
        """The cost of an entry in the last consecutive seconds with entries, and of a second without, before them."""
        last = first = max(entries)
        while first - 1 in entries:
            first -= 1
        number = sum(entries[second] for second in range(first + 1, last))
        entering = self._between(first + 1, last)
        idle = self._between(first - _IDLE, first - 1)
        return {
            "rate": number / (last - first - 1),
            "ms_an_entry": {name: used / number for name, used in entering.items()},
            "idle_percent": {name: used / (_IDLE - 1) / 10 for name, used in idle.items()},
        }

    def _between(self, start: float, end: float) -> dict[str, float]:
        before, after = (min(self._taken, key=lambda each: abs(each[0] - moment)) for moment in (start, end))
        share = (end - start) / (after[0] - before[0])
        return {name: (after[1][name] - used) * share for name, used in before[1].items()}


def _milliseconds(pid: int) -> float:
    return sum(_ticks(each) for each in _tree(pid)) * _TICK


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _tree(int(child))
    except OSError:
        return  # it has ended


def _ticks(pid: int) -> int:
    """The ticks used by a process and its ended children."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15]))
