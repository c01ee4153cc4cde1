"""The time from an entry to all phones of its table, compared with boardgame.io in the same run."""

import sys
from collections.abc import Iterator
from typing import Any

from tools.bench.figures import Figure
from tools.bench.harness import ALL_TARGETS, DURABLE, PEER, REPETITIONS, is_here, measured, row_of, run

TABLES = (1, 20, 200, 1000)
LONG_TABLES = ("--tables", "2", "--per-table", "50")


def measure() -> Iterator[Figure]:
    if not is_here():
        return
    scaled = run("scale", "--tables", ",".join(map(str, TABLES)), "--reps", REPETITIONS, targets=ALL_TARGETS)
    yield from _beside_peer(scaled["pooled"], [("tables", number) for number in TABLES])
    yield from _crowd(scaled["cells"])
    # Two tables: the peer loses rounds when ten of them are filled at once, and its cell then fails.
    grown = run("history", *LONG_TABLES, "--history", "5,500", "--reps", REPETITIONS)["cells"]
    yield from _long(grown)


def _beside_peer(rows: list[dict[str, Any]], cases: list[tuple[str, int]]) -> Iterator[Figure]:
    for key, number in cases:
        own, peer, durable = (
            row_of(rows, target, **{key: number})["latency_ms"] for target in ("companion", PEER, DURABLE)
        )
        name = f"{number} {key} of five phones"
        yield Figure(f"{name}: p50", own["p50"], "ms")
        yield Figure(f"{name}: p50, of boardgame.io's", own["p50"] / peer["p50"], "times", 1.6)
        yield Figure(f"{name}: p99", own["p99"], "ms")
        yield Figure(f"{name}: p99, of boardgame.io's", own["p99"] / peer["p99"], "times", 2.0)
        for part in ("p50", "p99"):
            yield Figure(f"{name}: {part}, of boardgame.io's on disk", own[part] / durable[part], "times")


def _crowd(cells: list[dict[str, Any]]) -> Iterator[Figure]:
    cell = measured(cells, "companion", tables=1000)
    yield Figure("5,000 phones at 1,000 tables, 50 entries a second: p99", cell["latency_ms"]["p99"], "ms", 20)
    yield Figure("5,000 phones: processor", cell["server"]["cpu_pct"], "% of a core", 40)
    yield Figure("5,000 phones: memory", cell["server"]["rss_max_mb"], "MB", 200)
    yield Figure("5,000 phones: entries lost or not as sent", cell["lost"] + cell["wrong_content"], "", 0)


def _long(cells: list[dict[str, Any]]) -> Iterator[Figure]:
    few, many = (measured(cells, "companion", history=number) for number in (5, 500))
    peer = row_of(cells, PEER, history=500)
    if "failed" in peer:
        print(
            f"boardgame.io could not play 500 rounds ({peer['failed']}); there is nothing to compare.", file=sys.stderr
        )
    else:
        for name, bound in (("p50", 1.6), ("p99", 2.0)):
            ratio = many["latency_ms"][name] / peer["latency_ms"][name]
            yield Figure(f"500 entries ahead: {name}, of boardgame.io's", ratio, "times", bound)
    for name, one, other in (
        ("time, p50", many["latency_ms"]["p50"], few["latency_ms"]["p50"]),
        ("processor", many["server"]["cpu_ms_per_round"], few["server"]["cpu_ms_per_round"]),
        ("bytes to a phone", many["bytes_down_per_phone_update"], few["bytes_down_per_phone_update"]),
    ):
        yield Figure(f"an entry after 500 of one after 5: {name}", one / other, "times", 1.2)
