"""Measures and tells: `python -m tests.bench [--json FILE] [PART ...]`; the parts are named below."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
from pathlib import Path

from tests.bench.figures import table_of

PARTS = {
    "rates": "tests.bench.rates",
    "start": "tests.bench.starting",
    "stored": "tests.bench.stored",
    "weight": "tests.bench.weight",
    "slow": "tests.bench.slowly",
    "live": "tests.bench.live",
    "saturate": "tests.bench.saturate",
    "processes": "tests.bench.processes",
}


def main() -> int:
    """Run the parts that are named, or all; the exit status is 1 where a figure misses its bound."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where the figures go for machines")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    figures = []
    for name in options.parts or PARTS:
        print(f"# {name}", file=sys.stderr, flush=True)
        for figure in importlib.import_module(PARTS[name]).measure():
            figures.append(figure)
            print(table_of([figure]), file=sys.stderr, flush=True)
    machine = {"processors": os.cpu_count(), "python": platform.python_version(), "load": os.getloadavg()}
    data = {"machine": machine, "figures": [figure.as_json() for figure in figures]}
    options.json.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    print(table_of(figures))
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    raise SystemExit(main())
