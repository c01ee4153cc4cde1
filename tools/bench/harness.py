"""The load harness: the same scenarios and definition of latency for the companion and boardgame.io.

Its folder is HARNESS, by default ../shared/bench. It runs in a copy with its npm packages, which is kept. One server
runs at a time.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
HARNESS = Path(os.environ.get("HARNESS", HERE.parents[2] / "shared" / "bench"))
COPY = Path(tempfile.gettempdir()) / "companion-bench-harness"
PEER = "bgio-flat-np310"
DURABLE = "bgio-durable"
"""The peer, made to write a move to the disk before it tells a phone of it, as the companion does."""
TARGETS = f"companion,{PEER}"
ALL_TARGETS = f"{TARGETS},{DURABLE}"
REPETITIONS = os.environ.get("BENCH_REPS", "1")

Rows = list[dict[str, Any]]


class NotMeasured(Exception):
    """Something could not be measured; the message says why."""


def is_here() -> bool:
    """Install the harness's packages if needed; return whether it can run, and print what is missing.

    Raises `NotMeasured` if they cannot be installed.
    """
    if not (HARNESS / "bench.js").is_file() or shutil.which("npm") is None:
        print(f"The load harness or npm is not here ({HARNESS}); this part is left out.", file=sys.stderr)
        return False
    if not (COPY / "node_modules").is_dir():
        shutil.copytree(HARNESS, COPY, dirs_exist_ok=True)
        if subprocess.run(["npm", "ci", "--silent"], cwd=COPY, check=False, stdout=sys.stderr).returncode:
            raise NotMeasured("npm could not install the packages of the load harness.")
    return True


def run(scenario: str, *options: str, targets: str = TARGETS, **settings: str) -> dict[str, Any]:
    """Run a scenario on the targets, with `settings` in the environment; return the measurements.

    Raises `NotMeasured` if the harness fails.
    """
    out = COPY / f"{scenario}.json"
    command = ["node", "bench.js", scenario, "--target-file", str(HERE / "companion-target.js"), "--targets", targets]
    python = Path(sys.executable)
    own = {"HARNESS": str(COPY), "COMPANION": str(python.with_name("companion")), "PYTHON": str(python)}
    environment = {**os.environ, **own, "ROOT": str(HERE.parents[1]), **settings}
    command += [*options, "--out", str(out), "--max-other", "30"]
    status = subprocess.run(command, cwd=COPY, env=environment, check=False, stdout=sys.stderr).returncode
    if status:
        raise NotMeasured(f"The load harness ended {scenario} with status {status}; what it said is above.")
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def loop_delays(scenario: str, *options: str) -> tuple[dict[str, Any], float, float]:
    """Run a scenario with one cell for each target; return the measurements, and p99 and maximum of the loop's delay.

    Both are in milliseconds: the upper bounds of their buckets in /metrics.
    """
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "delays.jsonl"
        measured = run(scenario, *options, targets=ALL_TARGETS, LOOP_DELAYS=str(told))
        lines = told.read_text().splitlines() if told.exists() else []
    if not lines:
        raise NotMeasured(f"The companion told no delays of its event loop in {scenario}.")
    reached: list[tuple[str, int]] = json.loads(lines[-1])  # after those of the warm-up
    total = reached[-1][1]
    return measured, _bound(reached, 0.99 * total), _bound(reached, total)


def _bound(reached: list[tuple[str, int]], count: float) -> float:
    return 1000 * next(float(bound) for bound, number in reached if number >= count)


def row_of(rows: Rows, target: str, **wanted: Any) -> dict[str, Any]:
    """Return the row of a target with these values, measured or failed. Raises `NotMeasured` if there is none."""
    found = [row for row in rows if row["target"] == target and wanted.items() <= row.items()]
    if not found:
        values = "".join(f", {name} {value}" for name, value in wanted.items())
        raise NotMeasured(f"{target}{values}: the load harness measured nothing; why is said above.")
    return found[0]


def measured(rows: Rows, target: str, **wanted: Any) -> dict[str, Any]:
    """Return the measured row of a target with these values. Raises `NotMeasured` with the reason if it failed."""
    row = row_of(rows, target, **wanted)
    if "failed" in row:
        raise NotMeasured(f"{target} could not be measured: {row['failed']}.")
    return row
