"""How soon an entry is on all phones of its table, beside boardgame.io in the same run.

The load harness (folder in HARNESS, by default ../shared/bench) drives both with the same definition of latency, one
server alive at a time; its packages come from npm into a copy of it, which is kept for the next time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.figures import Figure

HERE = Path(__file__).parent
HARNESS = Path(os.environ.get("HARNESS", HERE.parents[2] / "shared" / "bench"))
COPY = Path(tempfile.gettempdir()) / "companion-bench-harness"
PEER = "bgio-flat-np310"
TARGETS = f"companion,{PEER}"
TABLES = (1, 20, 200, 1000)
LONG_TABLES = ("--tables", "2", "--per-table", "50")
REPETITIONS = os.environ.get("BENCH_REPS", "1")


def measure() -> Iterator[Figure]:
    if not (HARNESS / "bench.js").is_file() or shutil.which("npm") is None:
        print(f"The load harness or npm is not here ({HARNESS}); this part is left out.", file=sys.stderr)
        return
    _install()
    scaled = _run("scale", "--tables", ",".join(map(str, TABLES)), "--reps", REPETITIONS)
    yield from _beside_peer(scaled["pooled"], [("tables", number) for number in TABLES])
    yield from _crowd(scaled["cells"])
    # Two tables: the peer loses rounds when ten of them are filled at once, and its cell then fails.
    grown = _run("history", *LONG_TABLES, "--history", "5,500", "--reps", REPETITIONS)["cells"]
    yield from _long(grown)


def _install() -> None:
    if not (COPY / "node_modules").is_dir():
        shutil.copytree(HARNESS, COPY, dirs_exist_ok=True)
        subprocess.run(["npm", "ci", "--silent"], cwd=COPY, check=True, stdout=sys.stderr)


def _run(scenario: str, *options: str) -> dict[str, Any]:
    out = COPY / f"{scenario}.json"
    command = ["node", "bench.js", scenario, "--target-file", str(HERE / "companion-target.js"), "--targets", TARGETS]
    environment = {**os.environ, "HARNESS": str(COPY), "COMPANION": str(Path(sys.executable).with_name("companion"))}
    command += [*options, "--out", str(out), "--max-other", "30"]
    subprocess.run(command, cwd=COPY, env=environment, check=True, stdout=sys.stderr)
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def _of(rows: list[dict[str, Any]], target: str, **wanted: Any) -> dict[str, Any]:
    return next(row for row in rows if row["target"] == target and wanted.items() <= row.items())


def _beside_peer(rows: list[dict[str, Any]], cases: list[tuple[str, int]]) -> Iterator[Figure]:
    for key, number in cases:
        own, peer = (_of(rows, target, **{key: number})["latency_ms"] for target in ("companion", PEER))
        name = f"{number} {key} of five phones"
        yield Figure(f"{name}: p50", own["p50"], "ms")
        yield Figure(f"{name}: p50, of boardgame.io's", own["p50"] / peer["p50"], "times", 1.5)
        yield Figure(f"{name}: p99", own["p99"], "ms")
        yield Figure(f"{name}: p99, of boardgame.io's", own["p99"] / peer["p99"], "times", 1.0)


def _crowd(cells: list[dict[str, Any]]) -> Iterator[Figure]:
    cell = _of(cells, "companion", tables=1000)
    yield Figure("5,000 phones at 1,000 tables, 50 entries a second: p99", cell["latency_ms"]["p99"], "ms", 25)
    yield Figure("5,000 phones: processor", cell["server"]["cpu_pct"], "% of a core", 40)
    yield Figure("5,000 phones: memory", cell["server"]["rss_max_mb"], "MB", 250)
    yield Figure("5,000 phones: entries lost or not as sent", cell["lost"] + cell["wrong_content"], "", 0)


def _long(cells: list[dict[str, Any]]) -> Iterator[Figure]:
    few, many = (_of(cells, "companion", history=number) for number in (5, 500))
    peer = _of(cells, PEER, history=500)
    if "failed" in peer:
        print(
            f"boardgame.io could not play 500 rounds ({peer['failed']}); there is nothing to compare.", file=sys.stderr
        )
    else:
        for name, bound in (("p50", 1.5), ("p99", 1.0)):
            ratio = many["latency_ms"][name] / peer["latency_ms"][name]
            yield Figure(f"500 entries ahead: {name}, of boardgame.io's", ratio, "times", bound)
    for name, one, other in (
        ("time, p50", many["latency_ms"]["p50"], few["latency_ms"]["p50"]),
        ("processor", many["server"]["cpu_ms_per_round"], few["server"]["cpu_ms_per_round"]),
        ("bytes to a phone", many["bytes_down_per_phone_update"], few["bytes_down_per_phone_update"]),
    ):
        yield Figure(f"an entry after 500 of one after 5: {name}", one / other, "times", 1.2)
