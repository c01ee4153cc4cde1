"""How many games a second `companion score --lines` scores on one core, and whether its memory stays constant."""

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.bench.figures import Figure
from tools.bench.sheets import random_sheets

# Game, games counted, different games among them, games a second that must be reached.
RUNS = [
    ("luz", 50_000, 500, 5000),
    ("5211", 10_000, 500, 700),
    ("azul", 8_000, 200, 1000),
    ("ingenious", 2_000, 25, 300),
]
RUNS += [("salamanca", 1_500, 40, 200), ("open", 20_000, 500, 2000)]
MILLION = 1_000_000


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        for game, number, different, bound in RUNS:
            path = _written(Path(folder) / f"{game}.jsonl", game, number, different)
            seconds, _ = _counted(path)
            yield Figure(
                f"companion score --lines, {game}, one core", number / seconds, "games/s", bound, at_least=True
            )
        few, many = (_counted(_written(Path(folder) / f"{n}.jsonl", "luz", n, 500))[1] for n in (10_000, MILLION))
        yield Figure("memory over 1,000,000 lines, of that over 10,000", many / few, "times", 1.05)
        yield Figure("memory over 1,000,000 lines", many, "MB")


def _written(path: Path, game: str, number: int, different: int) -> Path:
    lines = [json.dumps(sheet) + "\n" for sheet in random_sheets(game, different)]
    with path.open("w") as file:
        file.writelines(itertools.islice(itertools.cycle(lines), number))
    return path


def _counted(path: Path) -> tuple[float, float]:
    """The processor seconds and the maximum memory, in MB, for scoring a file."""
    command = [sys.executable, "-m", "companion.commands.cli", "score", "--lines", str(path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
