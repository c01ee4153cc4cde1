"""The scoresheet of one game: strict reading of its JSON values, and its replay into a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import sub
from typing import Any, cast

from companion.game import (
    Game,
    Message,
    RuleError,
    Setup,
    Standing,
    State,
    Step,
    entry_keys,
    items,
    one_of,
    record,
)
from companion.game.halves import plain
from companion.game.results import EntryResult, Result
from companion.games import all_games
from companion.scoring.setup_reader import read_setup
from companion.scoring.sheet_errors import InvalidJson, SheetError, parse

# The public names; those in docs/api.md come from here.
__all__ = [
    "END",
    "InvalidJson",
    "Played",
    "Scoresheet",
    "SheetError",
    "parse",
    "play",
    "read",
    "read_setup",
    "replay",
    "result",
    "result_of",
]

END = {"end": True}
_KEYS = ("format", "game", "players", "options", "entries")
NOTES = "notes"
"""The key of the players' notes on the game and its entries; scores do not depend on it."""
CLOCK = "clock"
"""The key of the clock that ran beside the game; scores do not depend on it."""

# Created once: these are passed along for every scoresheet, but used only in error messages.
_SHEET, _FORMAT, _GAME = Message("the scoresheet"), Message("format"), Message("game")
_ENTRIES = Message("entries")


@dataclass(frozen=True)
class Scoresheet:
    """A scoresheet whose game, players and options are valid; its entries are checked when they are played."""

    game: Game
    setup: Setup
    entries: Sequence[Any]

    def as_json(self) -> dict[str, Any]:
        """Return the scoresheet as the plain JSON values that `read` accepts."""
        return {
            "format": 1,
            "game": self.game.key,
            "players": list(self.setup.players),
            "options": dict(self.setup.options),
            "entries": list(self.entries),
        }


@record
class Played:
    """The result of one entry: the state after it, the change of each seat's total, and the steps that explain it."""

    state: State
    points: tuple[int, ...]
    steps: tuple[Step, ...]

    def as_json(self) -> EntryResult:
        """Return points and steps as the plain JSON values of a result."""
        return {"points": list(self.points), "steps": [step.as_json() for step in self.steps]}


def read(value: Any) -> Scoresheet:
    """Validate a scoresheet (plain JSON values) except its entries; raise `SheetError`. Does not modify `value`."""
    try:
        entry_keys(value, _SHEET, _KEYS, (NOTES, CLOCK))
        one_of(value["format"], _FORMAT, (1,))
        games = all_games()
        game = games[one_of(value["game"], _GAME, tuple(games))]
        entries = items(value["entries"], _ENTRIES)
        setup = read_setup(game, value["players"], value["options"])
    except RuleError as error:
        raise SheetError(error.message) from None
    return Scoresheet(game.with_options(setup.options), setup, entries)


def play(game: Game, state: State, entry: Any) -> Played:
    """Play one entry, which may be `{"end": true}`; raise `RuleError` if it is not allowed."""
    if state.finished:
        raise RuleError(Message("the game is over; nothing can follow"))
    if type(entry) is dict and "end" in entry:
        entry_keys(entry, Message("the entry"), ("end",))
        one_of(entry["end"], Message("end"), (True,))
        after: State = replace(state, finished=True)  # type: ignore[type-var]
        steps: tuple[Step, ...] = ()
    else:
        after, steps = game.engine.play(state, entry)
    return Played(after, tuple(map(sub, after.totals, state.totals)), steps)


def replay(sheet: Scoresheet, start: State | None = None) -> Iterator[Played]:
    """Play the entries one after the other; `start` is the initial state, if the caller has it already.

    Raises `SheetError` with the number of the first entry that is not allowed.
    """
    state = sheet.game.engine.start(sheet.setup) if start is None else start
    for number, entry in enumerate(sheet.entries, 1):
        try:
            played = play(sheet.game, state, entry)
        except RuleError as error:
            raise SheetError(error.message, number, sheet.setup.players) from None
        yield played
        state = played.state


def result(value: Any) -> Result:
    """Score a scoresheet and return the result, both plain JSON values; raise `SheetError` if it is invalid."""
    sheet = read(value)
    state = sheet.game.engine.start(sheet.setup)
    entries = []
    for played in replay(sheet, state):
        entries.append(played.as_json())
        state = played.state
    return result_of(sheet.game, state, sheet.game.engine.standing(state), entries)


def result_of(game: Game, state: State, standing: Standing, entries: list[EntryResult]) -> Result:
    """Return the result as JSON values from entries that have been played."""
    result: Result = {
        "game": game.key,
        "finished": state.finished,
        "totals": list(standing.totals),
        "ranking": [list(place) for place in standing.ranking],
        "entries": entries,
        "details": {**standing.details, "ranking_steps": [step.as_json() for step in standing.reasons]},
    }
    return result if game.points is int else cast(Result, plain(result))
