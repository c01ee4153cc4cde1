"""Runs benchmarks: `python -m tools.bench [--json FILE] [PART ...]`; the parts are named below."""

import argparse
import importlib
import json
import os
import platform
import sys
from pathlib import Path

from tools.bench.figures import Figure, table_of
from tools.bench.harness import NotMeasured

PARTS = {
    "rates": "tools.bench.rates",
    "score": "tools.bench.scorers.beside",
    "start": "tools.bench.starting",
    "stored": "tools.bench.stored",
    "small": "tools.bench.small",
    "weight": "tools.bench.weight",
    "phone": "tools.bench.phone",
    "pocket": "tools.bench.pocket",
    "live": "tools.bench.live",
    "saturate": "tools.bench.saturate",
    "processes": "tools.bench.processes",
}


def main() -> int:
    """Run the named parts, or all; return 2 if something could not be measured, else 1 if a figure misses its bound."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where the figures go for machines")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    figures: list[Figure] = []
    left_out = [fault for name in options.parts or PARTS if (fault := _measure(name, figures))]
    machine = {"processors": os.cpu_count(), "python": platform.python_version(), "load": os.getloadavg()}
    data = {"machine": machine, "figures": [figure.as_json() for figure in figures], "not_measured": left_out}
    options.json.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    print("\n".join([table_of(figures), *left_out]))
    return 2 if left_out else 0 if all(figure.holds for figure in figures) else 1


def _measure(name: str, figures: list[Figure]) -> str:
    """Add the figures of a part as they come; return the reason if it stopped early, else ""."""
    print(f"# {name}", file=sys.stderr, flush=True)
    try:
        for figure in importlib.import_module(PARTS[name]).measure():
            figures.append(figure)
            print(table_of([figure]), file=sys.stderr, flush=True)
    except NotMeasured as error:
        print(error, file=sys.stderr, flush=True)
        return f"{name}: {error}"
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
