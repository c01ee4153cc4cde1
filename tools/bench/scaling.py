"""Simulates a site of any size from the measured costs of its parts: `python -m tools.bench.scaling`.

An entry takes its companion's processor twice, before and after the database. Companions and PostgreSQL's processors
serve in the order of arrival; arrivals are Poisson processes. See docs/scaling.md.
"""

import heapq
from dataclasses import dataclass
from random import Random

# Milliseconds, from `make bench ARGS=processes` and from sending notices to eight listeners.
COMPANION, DATABASE, DISK = 4.1, 1.0, 1.0
HEARD, TOLD = 0.1, 0.04  # a notice, for each companion that receives it, and for PostgreSQL to send it to one
IDLE = 0.0085  # milliseconds a second for each listening phone
PHONES_AN_ENTRY = 100  # listening phones for each entry a second
SECONDS = 20


@dataclass(frozen=True)
class Cell:
    """Some companions on one database: the entries a second there, and PostgreSQL's processors.

    >>> ten_times = Cell(500, 10, 2)
    >>> round(ten_times.companion_load, 2), round(ten_times.database_load, 2)
    (0.29, 0.35)
    """

    rate: int
    companions: int
    processors: int

    @property
    def companion_load(self) -> float:
        """The share of a companion's processor that is used."""
        own, others = self.rate / self.companions, self.rate * (1 - 1 / self.companions)
        return (own * (COMPANION + PHONES_AN_ENTRY * IDLE) + others * HEARD) / 1000

    @property
    def database_load(self) -> float:
        """The share of PostgreSQL's processors that is used."""
        return self.rate * (DATABASE + self.companions * TOLD) / 1000 / self.processors

    def latencies(self, seed: int = 1) -> list[float]:
        """Milliseconds from each entry to the last phone, sorted."""
        random, free, servers = Random(seed), [0.0] * self.companions, [0.0] * self.processors
        # Work besides entries slows a companion down evenly.
        own = self.rate / self.companions * COMPANION / 1000
        half = COMPANION / 2 / (1 - (self.companion_load - own))
        waiting: list[tuple[float, int, int, float]] = []  # when, step, companion, when it was sent
        moment = 0.0
        while moment < 1000 * SECONDS:
            moment += random.expovariate(self.rate / 1000)
            waiting.append((moment, 0, random.randrange(self.companions), moment))
        heapq.heapify(waiting)
        done = []
        while waiting:
            moment, step, companion, sent = heapq.heappop(waiting)
            if step == 1:
                ready = max(moment, heapq.heappop(servers)) + (DATABASE + self.companions * TOLD)
                heapq.heappush(servers, ready)
                heapq.heappush(waiting, (ready + DISK, 2, companion, sent))
                continue
            free[companion] = max(moment, free[companion]) + half
            if step == 0:
                heapq.heappush(waiting, (free[companion], 1, companion, sent))
            else:
                done.append(free[companion] - sent)
        return sorted(done)


CASES = {
    "1 times": Cell(50, 2, 1),
    "10 times": Cell(500, 10, 2),
    "100 times, one cell": Cell(5000, 100, 32),
    "100 times, one cell, more companions": Cell(5000, 200, 64),
    "100 and 1,000 times, a cell of ten or a hundred": Cell(500, 10, 2),
}


def main() -> None:
    """Print a line for each case."""
    for name, cell in CASES.items():
        loads = f"companion {cell.companion_load:.0%}, PostgreSQL {cell.database_load:.0%}"
        if max(cell.companion_load, cell.database_load) >= 1:
            print(f"{name}: {loads}: cannot be kept up with")
            continue
        latencies = cell.latencies()
        p50, p99 = (latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
        print(f"{name}: {loads}: p50 {p50:.0f} ms, p99 {p99:.0f} ms")


if __name__ == "__main__":
    main()
