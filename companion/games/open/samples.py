"""Sample sheets with the names of other games: rounds, and the lines of a built-in template."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.game.pages.samples import Samples, SampleSetup
from companion.games.open.rules import due
from companion.games.open.sheet import LINES
from companion.games.open.state import State

_TEMPLATE = Path(__file__).parent / "setups" / "wingspan.json"


def _next_entry(state: State, random: Random) -> Any:
    sheet = state.sheet
    sides = range(len(sheet.sides))
    if due(state) != LINES:
        return {"round": [random.randint(1, 13) for _ in sides]}
    # The first line of the template has the most points.
    highest = [50, *[15] * (len(sheet.lines) - 1)]
    lines = [[random.randint(most // 3, most) for most in highest] for _ in sides]
    return {"lines": lines, **({"tie": [random.randint(0, 3) for _ in sides]} if sheet.asks_tie else {})}


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(
        SampleSetup(8, {"name": "6 nimmt!", "rounds": 5, "lowest_wins": True}),
        SampleSetup(5, {"name": "Mini golf", "rounds": 9, "lowest_wins": True}),
        SampleSetup(3, json.loads(_TEMPLATE.read_text("utf-8"))["options"]),
    ),
    # Players type the name of a sheet, so it is not translated; this one is Chinese.
    running=(SampleSetup(4, {"name": "大老二", "rounds": 10, "lowest_wins": True}),),
)
