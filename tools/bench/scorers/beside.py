"""Compares `companion score` with plain scorers: the time for a scoresheet as JSON text.

The companion reads it strictly, refuses what the rules forbid, and returns steps, ranking and details; a plain scorer
only adds up totals. Both score examples and random games, by turns in one run.
"""

import json
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.commands.scoring import score
from tools.bench.figures import Figure
from tools.bench.scorers import azul, g5211, ingenious, luz, salamanca
from tools.bench.sheets import random_sheets

SCORERS: dict[str, Callable[[dict[str, Any]], list[int]]] = {
    "luz": luz.totals,
    "5211": g5211.totals,
    "azul": azul.totals,
    "ingenious": ingenious.totals,
    "salamanca": salamanca.totals,
}
EXAMPLES = Path(__file__).parents[3] / "tests/examples"
WHOLE_GAMES = 20
TURNS = 25
SECONDS = 0.02  # of a turn, at least


def measure() -> Iterator[Figure]:
    for game, totals in SCORERS.items():
        sheets = examples(game) + list(random_sheets(game, WHOLE_GAMES))
        texts = [json.dumps(sheet).encode() for sheet in sheets]

        def plainly(text: bytes, totals: Callable[[dict[str, Any]], list[int]] = totals) -> list[int]:
            return totals(json.loads(text))

        turns = [(_seconds(score, texts), _seconds(plainly, texts)) for _ in range(TURNS)]
        # Other work makes a turn longer, never shorter, and affects both halves of it.
        with_steps, plain = (1e6 * min(turn[way] for turn in turns) / len(texts) for way in (0, 1))
        yield Figure(f"companion score with all steps, {game}, a game", with_steps, "µs")
        yield Figure(f"plain scorer without reasons, {game}, a game", plain, "µs")
        ratio = statistics.median(quick / steps for steps, quick in turns)
        yield Figure(f"games a second of companion score, of the plain scorer's, {game}", ratio, "times")


def examples(game: str) -> list[dict[str, Any]]:
    """The scoresheets of a game in tests/examples."""
    return [json.loads(path.read_text("utf-8"))["sheet"] for path in sorted((EXAMPLES / game).glob("*.json"))]


def _seconds(work: Callable[[bytes], object], texts: list[bytes]) -> float:
    """The processor seconds for all scoresheets."""
    rounds, begun = 0, time.process_time()
    while (used := time.process_time() - begun) < SECONDS or not rounds:
        for text in texts:
            work(text)
        rounds += 1
    return used / rounds
