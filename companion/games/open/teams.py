"""Who is with whom on the form of a new table: a team is ticked for each player, by turns until one is tapped."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.form import Posted
from companion.game.pages.setup_form import FieldError

TEAMS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
"""How many teams the values of the field `teams` stand for; another value stands for none."""
_FIELD = "team:{}"


def _by_turns(seats: int, count: int) -> list[int]:
    """Return the number of each seat's team if teams take turns around the table.

    >>> _by_turns(5, 2)
    [1, 2, 1, 2, 1]
    """
    return [seat % count + 1 for seat in range(seats)]


def team_numbers(ticked: Sequence[str], count: int) -> list[int]:
    """Return the number of each player's team, from 1: as ticked, else by turns.

    What is ticked by turns for another number of teams was not tapped: the page came with it.

    >>> team_numbers(["1", "1", "2", "2"], 2), team_numbers(["1", "2", "1"], 3), team_numbers(["3", "", "1", "1"], 2)
    ([1, 1, 2, 2], [1, 2, 3], [1, 2, 1, 1])
    """
    turns = _by_turns(len(ticked), count)
    for other in TEAMS.values():
        if all(one in ("", str(turn)) for one, turn in zip(ticked, _by_turns(len(ticked), other), strict=True)):
            return turns
    chosen = {str(number): number for number in range(1, count + 1)}
    return [chosen.get(one, turn) for one, turn in zip(ticked, turns, strict=True)]


def _ticked(posted: Posted, players: Sequence[str]) -> list[str]:
    return [posted.get(_FIELD.format(player)) or "" for player in players]


def mates(query: Posted, players: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return each player with the field of the team and its number; by turns while there are no teams."""
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
    return [[seat for seat, one in enumerate(numbers) if one == number] for number in range(1, count + 1)]
