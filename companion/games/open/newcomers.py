"""Late players on an open score sheet: they get a new seat, with 0 for everything scored before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import MOST_SEATS, Json, Message, RuleError, Setup
from companion.game.pages.form import Draft
from companion.game.pages.widening import Newcomer
from companion.games.open.sheet import sheet_of
from companion.games.open.state import State


def options_with(state: State, draft: Draft, newcomer: Newcomer) -> Json:
    """Return the options that change when somebody joins; raise `RuleError` if nobody can, or without a team."""
    options, seat = state.setup.options, state.setup.seats
    if seat >= MOST_SEATS:
        raise RuleError(Message("{count} players are the most that this sheet takes.", count=MOST_SEATS))
    late = [*options["late"], {"seat": seat, "rounds": state.rounds}]
    if not options["teams"]:
        return {"late": late}
    if newcomer.side is None:
        raise RuleError(Message("Tap the team in which {name} plays.", name=newcomer.name))
    if draft:
        # The seats of a team share one part, and a new seat would not have it.
        raise RuleError(
            Message("Score or take back the running round first; then {name} can join.", name=newcomer.name)
        )
    return {"late": late, "teams": [[*team, *[seat] * (newcomer.side in team)] for team in options["teams"]]}


def seats_after(before: Setup, options: Mapping[str, Any]) -> int:
    """Return the number of seats with changed options: one more for each new late player."""
    return before.seats + len(options.get("late", before.options["late"])) - len(before.options["late"])


def check_newcomers(before: Setup, after: Setup) -> None:
    """Raise `RuleError` unless exactly the new seats are added to the late ones and the other teams are unchanged."""
    earlier, late = before.options["late"], after.options["late"]
    new_seats = [newcomer["seat"] for newcomer in late[len(earlier) :]]
    if late[: len(earlier)] != earlier or new_seats != list(range(before.seats, after.seats)):
        raise RuleError(Message("Who comes late sits behind the others."))
    teams = after.options["teams"]
    if before.options["teams"] != (teams and [[seat for seat in team if seat < before.seats] for team in teams]):
        raise RuleError(Message("Who plays together stays as the table was opened."))


def with_newcomers(entry: Any, before: Setup, after: Setup) -> Any:
    """Return an entry with 0 for each new side; a player who joins a side adds none."""
    more = len(sheet_of(after).sides) - len(sheet_of(before).sides)
    if not more:
        return entry
    return {key: [*value, *_nothing(key, after, more)] if _is_by_side(key) else value for key, value in entry.items()}


def _is_by_side(key: str) -> bool:
    return key in ("round", "lines", "tie")


def _nothing(key: str, after: Setup, sides: int) -> Sequence[Any]:
    return [[0] * len(sheet_of(after).typed_lines) if key == "lines" else 0 for _ in range(sides)]
