"""The highest rate of entries for one process and the cost of each, compared with boardgame.io in the same run.

200 tables of five phones: the rate is raised until p95 is 250 ms or more. Each rate has the tails of both, and the
longest delay of the event loop.
"""

from collections.abc import Iterator
from typing import Any

from tools.bench.figures import Figure
from tools.bench.harness import DURABLE, PEER, REPETITIONS, Rows, is_here, loop_delays, measured, row_of, run

RATES = (100, 160, 200, 240, 280, 320, 360, 400, 440, 500, 560, 600)
_TAIL = range(100, 401)  # entries a second at which the tail has bounds
CALM = ("--tables", "200", "--rate", "20", "--posts", "400")
_CALM_REPETITIONS = 3  # at least, by turns: two servers of the same code differ by up to a quarter there


def measure() -> Iterator[Figure]:
    if not is_here():
        return
    cells: Rows = []
    for rate in RATES:
        both, p99, longest = loop_delays("saturate", "--tables", "200", "--rates", str(rate))
        cells += both["cells"]
        yield from _tail(both["cells"], rate, p99, longest)
        if not any(cell.get("keeps_up") for cell in both["cells"] if cell["target"] == "companion"):
            break
    own, peer = (fastest(cells, target) for target in ("companion", PEER))
    yield Figure("200 tables of five phones: entries a second kept up with", own["rate"], "/s", 600, at_least=True)
    yield Figure("of boardgame.io's", own["rate"] / peer["rate"] if peer["rate"] else 1, "times")
    yield Figure("processor an entry at that rate", own["server"]["cpu_ms_per_round"], "ms", 3.2)
    pooled = run("scale", *CALM, "--reps", str(max(_CALM_REPETITIONS, int(REPETITIONS))))["pooled"]
    calm, peer_calm = (row_of(pooled, target)["latency_ms"]["p50"] for target in ("companion", PEER))
    yield Figure("20 entries a second: p50", calm, "ms")
    yield Figure("20 entries a second: p50, of boardgame.io's", calm / peer_calm, "times", 1.6)


def _tail(cells: Rows, rate: int, p99: float, longest: float) -> Iterator[Figure]:
    """The tails of the servers at a rate, the processor an entry, and the delays of the event loop."""
    rows = [measured(cells, target) for target in ("companion", PEER, DURABLE)]
    own, peer, durable = (row["latency_ms"] for row in rows)
    used, peer_used, durable_used = (row["server"]["cpu_ms_per_round"] for row in rows)
    bounded = rate in _TAIL
    name = f"{rate} entries a second"
    yield Figure(f"{name}: p50", own["p50"], "ms")
    yield Figure(f"{name}: p99", own["p99"], "ms", 20 if bounded else None)
    yield Figure(f"{name}: p99, of boardgame.io's", own["p99"] / peer["p99"], "times", 2.0 if bounded else None)
    yield Figure(f"{name}: p99, of boardgame.io's on disk", own["p99"] / durable["p99"], "times")
    yield Figure(f"{name}: processor an entry", used, "ms")
    yield Figure(f"{name}: processor, of boardgame.io's", used / peer_used, "times")
    yield Figure(f"{name}: processor, of boardgame.io's on disk", used / durable_used, "times")
    yield Figure(f"{name}: longest", own["max"], "ms", 100 if bounded else None)
    yield Figure(f"{name}: p99 of the loop's delay, at most", p99, "ms")
    yield Figure(f"{name}: longest pause of the loop, at most", longest, "ms", 100 if bounded else None)


def fastest(cells: Rows, target: str) -> dict[str, Any]:
    """Return the row of the highest rate that a target kept up with; if there is none, the lowest one as rate 0.

    Raises `NotMeasured` if even the lowest was not measured.
    """
    lowest = measured(cells, target)
    kept = [cell for cell in cells if cell["target"] == target and cell.get("keeps_up")]
    return kept[-1] if kept else {**lowest, "rate": 0}
