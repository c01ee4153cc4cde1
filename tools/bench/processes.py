"""Two companions on PostgreSQL behind haproxy: the latency of an entry, and its cost.

Everything, including the phones, shares the processors of one machine. So the throughput of two companions is not
measured: it is computed from the processor time of an entry, as if each companion had a processor for itself.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support import haproxy, postgres
from tools.bench.figures import Figure
from tools.bench.harness import PEER, REPETITIONS, NotMeasured, is_here, measured, row_of, run
from tools.bench.saturate import fastest

ONE, TWO, FILE = "companions-1", "companions-2", "companion"
NAMES = {TWO: "two on PostgreSQL", ONE: "one on PostgreSQL", FILE: "one on a file", PEER: "boardgame.io"}
CROWD = ("--tables", "1000", "--rate", "50", "--posts", "1000", "--seed-rounds", "1")
RATE = 80  # entries a second for each companion, which leaves processor time for the rest
RATES = (RATE, 120, 2 * RATE, 200, 240, 280)

Costs = list[dict[str, Any]]


def measure() -> Iterator[Figure]:
    if is_here() and postgres.is_installed() and haproxy.is_installed():
        yield from _crowd()
        yield from _rates()


def _crowd() -> Iterator[Figure]:
    """5,000 phones at 1,000 tables."""
    found, costs = _run("scale", *CROWD, "--reps", REPETITIONS)
    for target, name in NAMES.items():
        cell = measured(found["cells"], target, rep=0)
        latency, is_aim = row_of(found["pooled"], target)["latency_ms"], target == TWO
        yield Figure(f"5,000 phones, 50 entries/s, {name}: p50", latency["p50"], "ms")
        yield Figure(f"5,000 phones, 50 entries/s, {name}: p99", latency["p99"], "ms", 40 if is_aim else None)
        yield Figure(f"{name}: entries lost", cell["lost"], "", 0)
        idle = cell["idle_connected"]["cpu_pct"]
        yield Figure(f"{name}: idle, of a core", idle, "%", 10 if is_aim else None)
    for each in costs[:1]:
        for part, percent in each["idle_percent"].items():
            yield Figure(f"two on PostgreSQL: idle, {part}", percent, "%")


def _rates() -> Iterator[Figure]:
    """200 tables: the highest rate on this machine, and the cost of an entry for each part."""
    found, costs = _run("saturate", "--tables", "200", "--rates", ",".join(map(str, RATES)))
    for target, name in NAMES.items():
        yield Figure(
            f"{name}, with the phones on one machine: kept up with", fastest(found["cells"], target)["rate"], "/s"
        )
    one, two = (_cost(costs, companions) for companions in (1, 2))
    for part in one:
        yield Figure(f"processor an entry, one companion: {part}", one[part], "ms")
        yield Figure(f"processor an entry, two companions: {part}", two[part], "ms")
    yield Figure(
        "two companions on a core each, of what one carries",
        2 * one["companions"] / two["companions"],
        "times",
        1.7,
        True,
    )


def _cost(costs: Costs, companions: int) -> dict[str, float]:
    """The cost of an entry for each part, with RATE entries a second for each companion."""
    own = [each for each in costs if each["companions"] == companions]
    found: dict[str, float] = min(own, key=lambda each: abs(each["rate"] - RATE * companions))["ms_an_entry"]
    return found


def _run(scenario: str, *options: str) -> tuple[dict[str, Any], Costs]:
    """The measurements of the harness, and the costs of each site."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "costs.jsonl"
        found = run(scenario, *options, targets=",".join(NAMES), SITE_REPORT=str(report))
        if not report.exists():
            raise NotMeasured(f"{ONE} and {TWO}: no site came to its end, so nothing is known of their costs.")
        return found, [json.loads(line) for line in report.read_text().splitlines()]
