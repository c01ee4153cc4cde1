"""Finished games, and the results of their players."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.engine import Message
from companion.engine.figure import KIND, SIDE, TOTALS_ONLY, UNSCORED
from companion.engine.names import normalize_name
from companion.games import all_games
from companion.scoring.game_stats import game_of_kind, game_title


@dataclass(frozen=True)
class FinishedGame:
    """A finished session; tuples have one item per seat, `names` an empty one for a deleted name.

    `made` is when it began, `ended` when it ended (ISO 8601 in UTC), `game` the game's key. Equal numbers in `places`
    are a shared place; all are 0 in a game without opponents. `totals` are points as they are shown, `figures` the
    game's own as plain JSON, or empty. `is_counted` says whether these were computed.
    """

    session: str
    game: str
    made: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    figures: tuple[Mapping[str, Any], ...]
    ended: str = ""
    is_counted: bool = True

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The key of each seat's player, empty if the name was deleted."""
        return tuple(map(normalize_name, self.names))

    @cached_property
    def sides(self) -> tuple[Any, ...]:
        """An identifier per seat that team mates share."""
        sides = [figures.get(SIDE) for figures in self.figures]
        return tuple([("seat", seat) if side is None else ("side", side) for seat, side in enumerate(sides)])

    @property
    def kind(self) -> str:
        """The kind of the game, which is the same for all seats; empty for the usual game."""
        return str(self.figures[0].get(KIND, ""))

    @property
    def title(self) -> Message:
        """The title of the game with its kind, if it has one."""
        return game_title(self.game, self.kind)

    @property
    def is_scored(self) -> bool:
        """Whether it is known how many points each player had."""
        return UNSCORED not in self.figures[0]

    @property
    def is_totals_only(self) -> bool:
        """Whether nothing but the totals is known."""
        return TOTALS_ONLY in self.figures[0]

    @property
    def has_entries(self) -> bool:
        """Whether more than its totals is known, and its rules are installed."""
        return not self.is_totals_only and self.game in all_games()

    @property
    def ranked(self) -> list[int]:
        """The seats in the order of their places."""
        return sorted(range(len(self.places)), key=self.places.__getitem__)

    @property
    def is_tied_win(self) -> bool:
        """Whether several sides came first."""
        return len({side for side, place in zip(self.sides, self.places, strict=True) if place == 1}) > 1

    @cached_property
    def results(self) -> list[Result]:
        """The results of all seats; team mates count as one side, so the second team is second, not third."""
        sides = dict(zip(self.sides, self.places, strict=True))
        ranked = sorted(sides.values())
        totals = self.totals if self.is_scored else (None,) * len(self.totals)
        return [
            Result(self.game, self.kind, self.made, 1 + bisect_left(ranked, place), len(sides), total)
            for place, total in zip(self.places, totals, strict=True)
        ]


def finished_game(seats: Sequence[Mapping[str, Any]]) -> FinishedGame:
    """Return the game of these rows of its seats."""
    first, figures = seats[0], tuple(json.loads(row["figures"] or "{}") for row in seats)
    points = game_of_kind(first["game"], str(figures[0].get(KIND, "")))[0].points
    return FinishedGame(
        first["id"],
        first["game"],
        first["made"],
        tuple(row["name"] if row["key"] else "" for row in seats),
        tuple(row["place"] for row in seats),
        tuple(points(row["total"]) for row in seats),
        figures,
        first["ended"],
        all(row["figures"] is not None for row in seats),
    )


@dataclass(frozen=True)
class Result:
    """One game of a player; `place` is from 1 to `sides`, the number of players or, in team games, of teams.

    `kind` is empty for the usual game, `total` None if no points were recorded.
    """

    game: str
    kind: str
    made: str
    place: int
    sides: int
    total: int | None

    @property
    def is_contest(self) -> bool:
        """Whether there was an opponent."""
        return self.sides > 1

    @property
    def is_won(self) -> bool:
        """Whether the player came first against an opponent."""
        return self.is_contest and self.place == 1


@dataclass(frozen=True)
class HeadToHead:
    """A player's results against another player: ahead, behind or equal; `mates` counts games as partners."""

    name: str
    before: int = 0
    behind: int = 0
    equal: int = 0
    mates: int = 0

    @property
    def games(self) -> int:
        """How many games they played against each other."""
        return self.before + self.behind + self.equal

    def after(self, game: FinishedGame, seat: int, other: int) -> HeadToHead:
        """The results after a further game of the player on a seat against the one on the other."""
        own, theirs = game.places[seat], game.places[other]
        how = "equal" if own == theirs else "before" if own < theirs else "behind"
        how = "mates" if game.sides[seat] == game.sides[other] else how
        return replace(self, **{"name": game.names[other], how: getattr(self, how) + 1})
