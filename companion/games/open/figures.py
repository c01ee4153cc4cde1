"""The figures of an open score sheet, its sample games, and its secrecy."""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from companion.engine import Count, Figures, Game, Json, Message, Refusal, Seat, Split, Step
from companion.engine.figure import points_by_source
from companion.engine.names import shortened_in_middle
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy
from companion.games.open import GAME
from companion.games.open.draft import SLOTS, entered_seats, kind_of
from companion.games.open.numbers import LINE_RULES
from companion.games.open.options import LONGEST_NAME
from companion.games.open.rulebook import BID_POINTS, FILLED, ROUND_POINTS, SUM_OF_ROUND
from companion.games.open.rules import State, due
from companion.games.open.sheet import END_LINES, LINES


def _fault(message: Message) -> Message:
    """Return a refusal without the sum of the others' numbers."""
    if isinstance(message, Refusal) and message.rule == SUM_OF_ROUND:
        return Message("the numbers of the round do not add up as the sheet says; check what each one has")
    return message


_TEMPLATE = Path(__file__).parent / "setups" / "wingspan.json"


def _next_entry(state: State, random: Random) -> Any:
    sheet = state.sheet
    sides = range(len(sheet.sides))
    if due(state) != LINES:
        return {"round": [random.randint(1, 13) for _ in sides]}
    # The first line of the template has the most points.
    highest = [50, *[15] * (len(sheet.lines) - 1)]
    lines = [[random.randint(most // 3, most) for most in highest] for _ in sides]
    return {"lines": lines, **({"tie": [random.randint(0, 3) for _ in sides]} if sheet.asked_tie else {})}


_SHOWN = (
    Split("points", Message("Where the points came from"), {"rounds": Message("Rounds"), "lines": END_LINES}),
    Count("together", Message("Won together")),
    Count("lost", Message("Lost together")),
)
_LOWEST, _HALVES = "l", "h"
_SOURCES = {
    ROUND_POINTS: "rounds",
    FILLED: "rounds",
    BID_POINTS: "rounds",
    **dict.fromkeys(sorted(LINE_RULES), "lines"),
}


@lru_cache(256)
def kind_game(kind: str) -> Game:
    """Return the game for a kind: the marks of totals that are not comparable, a colon, and the sheet's name."""
    marks, _, name = kind.partition(":")
    return GAME.with_options({"name": name, "lowest_wins": _LOWEST in marks, "halves": _HALVES in marks})


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat; in a cooperative game all seats are one side."""
    state, options = states[-1], states[-1].setup.options
    marks = (_LOWEST if options["lowest_wins"] else "") + (_HALVES if options["halves"] else "")
    shared: Json = {"kind": f"{marks}:{options['name']}"}
    if state.won is not None:
        shared |= {"together": int(state.won), "lost": int(not state.won)}
    has_mates = any(len(side) > 1 for side in state.sheet.sides)
    rows = []
    for place, side in enumerate(state.sheet.sides):
        side_steps = [step for entry_steps in steps for step in entry_steps if step.seat == side[0]]
        points = {source: int(points) for source, points in points_by_source(side_steps, _SOURCES).items()}
        rows.append({**shared, **({"side": place} if has_mates else {}), "points": points})
    return state.sheet.by_seat(rows)


def options_for_totals(title: str, *, lowest_wins: bool, halves: bool) -> Json:
    """Return the options of a sheet with one round; its name is the title, cut to the longest allowed name."""
    name = shortened_in_middle(title, LONGEST_NAME)
    return {"name": name, "rounds": 1, "lowest_wins": lowest_wins, "halves": halves, "negative": True}


FIGURES = Figures(shown=_SHOWN, count=figures, kind_game=kind_game)

SECRECY = Secrecy(
    limits=Message(
        "Secret in Open score sheet: points, totals and places. The form shows those who keep score what is entered. "
        "A limit that ends the rounds tells all that a total has reached it. Where a round has a sum, whoever enters "
        "last knows what the others have together. A secret line is also hidden from those who keep score."
    ),
    types={
        State: Readable(
            open=("setup", "sheet", "finished", "rounds", "limit_round", "is_at_limit", "is_closed", "won"),
            by_seat=("totals",),
            by_side=("scores", "ties"),
        )
    },
    entry=Readable(open=("won",), by_side=("round", "lines", "tie")),
    part_access=SLOTS.owner,
    part=lambda slot, _: Message("the points of {side}", side=Seat(SLOTS.owner(slot))),
    disclosed=(kind_of, entered_seats),
    fault=_fault,
    sides=lambda state: state.sheet.sides,
    keeps=lambda options: any(line.get("secret") for line in options.get("lines", ())),
    is_kept=lambda part: "lines" in part,  # the form decides which of them are secret
)

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
