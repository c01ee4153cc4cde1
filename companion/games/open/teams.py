"""The teams on the setup form: each player is assigned to a team, in turns around the table until somebody taps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.form import Posted
from companion.game.pages.setup_form import FieldError

TEAMS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
"""The number of teams for each value of the field `teams`; other values mean no teams."""
_FIELD = "team:{}"


def _by_turns(seats: int, count: int) -> list[int]:
    """Return the number of each seat's team, from 1, if teams alternate around the table.

    >>> _by_turns(5, 2)
    [1, 2, 1, 2, 1]
    """
    return [seat % count + 1 for seat in range(seats)]


def team_numbers(ticked: Sequence[str], count: int) -> list[int]:
    """Return the number of each player's team, from 1: as ticked, else alternating.

    Ticks that alternate for another number of teams were not tapped: they are the defaults of an earlier page.

    >>> team_numbers(["1", "1", "2", "2"], 2), team_numbers(["1", "2", "1"], 3), team_numbers(["3", "", "1", "1"], 2)
    ([1, 1, 2, 2], [1, 2, 3], [1, 2, 1, 1])
    """
    turns = _by_turns(len(ticked), count)
    for other in TEAMS.values():
        if all(tick in ("", str(turn)) for tick, turn in zip(ticked, _by_turns(len(ticked), other), strict=True)):
            return turns
    chosen = {str(number): number for number in range(1, count + 1)}
    return [chosen.get(tick, turn) for tick, turn in zip(ticked, turns, strict=True)]


def _ticked(posted: Posted, players: Sequence[str]) -> list[str]:
    return [posted.get(_FIELD.format(player)) or "" for player in players]


def mates(query: Posted, players: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return each player with the field and the number of the team; alternating while there are no teams."""
    count = TEAMS.get(query.get("teams") or "")
    numbers = team_numbers(_ticked(query, players), count) if count else _by_turns(len(players), 2)
    return [(player, _FIELD.format(player), str(number)) for player, number in zip(players, numbers, strict=True)]


def read_teams(posted: Posted, players: Sequence[str]) -> list[list[int]] | None:
    """Return the seats of each team, None if each plays alone; raise `FieldError` for a team without a player."""
    count = TEAMS.get(posted.get("teams") or "")
    if count is None or not players:
        return None
    if len(players) < count:
        raise FieldError("teams", Message("{count} teams need {count} players or more.", count=count))
    numbers = team_numbers(_ticked(posted, players), count)
    for number in range(1, count + 1):
        if number not in numbers:
            raise FieldError("teams", Message("Nobody is in team {number}. Tap who is.", number=number))
    return [[seat for seat, team in enumerate(numbers) if team == number] for number in range(1, count + 1)]
