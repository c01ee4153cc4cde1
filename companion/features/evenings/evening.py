"""An evening, folded from its log: who is there, and the tables of each round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine import MessageError

MOST_PLAYERS = 200
MOST_ROUNDS = 20
SIZES = (2, 3, 4, 5, 6)
"""How many players a table of an evening may have."""
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
SYSTEMS = SWISS, ALL = "swiss", "all"


class EveningRefused(MessageError):
    """An action that the current state of an evening does not allow; `message` says why, and what to do."""


@dataclass(frozen=True)
class Settings:
    """How an evening is played; `least` and `most` are the numbers of players that the game takes."""

    system: str
    size: int
    least: int
    most: int
    rounds: int
    seed: int


@dataclass(frozen=True)
class Round:
    """The tables of a round, players by seat, and who sits out; `sessions` are empty until the tables are open.

    `points`, in halves, are those by which it was drawn, without sessions that were then `unfinished`; None if points
    did not matter.
    """

    number: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    sessions: tuple[str, ...] = ()
    points: Mapping[int, int] | None = None
    unfinished: frozenset[str] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether its tables were opened."""
        return bool(self.sessions)

    @property
    def players(self) -> frozenset[int]:
        """All players of the round, those who sit out too."""
        return frozenset(player for table in (*self.tables, self.byes) for player in table)

    def table_of(self, player: int) -> int | None:
        """The number of a player's table, from 1; None for one who has none."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table), None)

    def swapped(self, first: int, second: int) -> Round:
        """The round with two players swapped."""
        other = {first: second, second: first}
        tables = tuple(tuple(other.get(player, player) for player in table) for table in self.tables)
        return replace(self, tables=tables, byes=tuple(other.get(player, player) for player in self.byes))


@dataclass
class Evening:
    """The fold of an evening's log; `since` has the first round that each player who ever came could play."""

    since: dict[int, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    rounds: list[Round] = field(default_factory=list)
    is_over: bool = False
    planned: int | None = None
    """How many rounds are played, where that was changed while the evening ran."""
    number: int = 0
    """The number of its latest act."""

    @property
    def present(self) -> list[int]:
        """Who is there, in the order of coming."""
        return [player for player in self.since if player not in self.gone]

    @property
    def opened(self) -> list[Round]:
        """The rounds whose tables were opened."""
        return [each for each in self.rounds if each.is_open]

    @property
    def draft(self) -> Round | None:
        """The round that was drawn and whose tables are not open yet."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_open else None

    @property
    def fewest_rounds(self) -> int:
        """The smallest number of rounds that it can have: those drawn so far, at least one."""
        return max(1, len(self.rounds))

    def apply(self, kind: str, body: Mapping[str, Any]) -> None:
        """Apply the next act of the log, which is of one of the `KINDS`."""
        self.number += 1
        if kind == "came":
            for player in body["players"]:
                self.since.setdefault(player, len(self.opened) + 1)
                self.gone.discard(player)
        elif kind == "left":
            self.gone.add(body["player"])
        elif kind == "drawn":
            self.rounds = [*self.opened, _round_of(body)]
        elif kind == "swapped":
            self.rounds[-1] = self.rounds[-1].swapped(*body["players"])
        elif kind == "opened":
            self.rounds[-1] = replace(self.rounds[-1], sessions=tuple(body["sessions"]))
        elif kind == "ended":
            self.is_over = body["is_over"]
        else:
            self.planned = body["count"]


def _round_of(body: Mapping[str, Any]) -> Round:
    """Return the round of an act; one of an older log has no points."""
    tables = tuple(tuple(table) for table in body["tables"])
    points = dict(body["points"]) if "points" in body else None
    return Round(body["round"], tables, tuple(body["byes"]), (), points, frozenset(body.get("unfinished", ())))


KINDS = ("came", "left", "drawn", "swapped", "opened", "ended", "rounds")
"""The kinds of acts in an evening's log."""


def evening_of(acts: Iterable[tuple[str, Mapping[str, Any]]]) -> Evening:
    """The evening after all events of a log."""
    evening = Evening()
    for kind, body in acts:
        evening.apply(kind, body)
    return evening


def check_change(evening: Evening, kind: str, body: Mapping[str, Any]) -> None:
    """Raise `EveningRefused` if an evening does not allow this swap of players or this number of rounds."""
    if kind == "rounds" and not evening.fewest_rounds <= body["count"] <= MOST_ROUNDS:
        fewest = evening.fewest_rounds
        raise EveningRefused("This evening can have {fewest} to {most} rounds now.", fewest=fewest, most=MOST_ROUNDS)
    if kind != "swapped":
        return
    draft, (first, second) = evening.draft, body["players"]
    if draft is None:
        raise EveningRefused("The tables of this round are open already, so their players stay.")
    if first == second or not {first, second} <= draft.players:
        raise EveningRefused("Tap two different players of this round to swap them.")
    if draft.table_of(first) == draft.table_of(second):
        raise EveningRefused("These two sit together already. Tap players of two tables.")


def check_act(evening: Evening, kind: str, body: Any, players: Sequence[int]) -> None:
    """Raise ValueError unless an act of an imported log fits what came before it; `players` are all of the evening."""
    known = set(players)
    if kind not in KINDS or type(body) is not dict:
        raise ValueError(kind)
    if kind == "came":
        _require({*body["players"]} <= known)
    elif kind == "left":
        _require(body["player"] in evening.since)
    elif kind == "drawn":
        round_ = _round_of(body)
        seated = sum(map(len, round_.tables)) + len(round_.byes)
        _require(round_.players <= set(evening.since) and seated == len(round_.players))
        _require(round_.number == len(evening.opened) + 1)
        _require(all(type(halves) is int and player in known for player, halves in (round_.points or {}).items()))
        _require(all(_ID.fullmatch(session) for session in round_.unfinished))
    elif kind == "swapped":
        _require(evening.draft is not None and {*body["players"]} <= evening.rounds[-1].players)
        _require(len(body["players"]) == 2)
    elif kind == "opened":
        _require(evening.draft is not None and len(body["sessions"]) == len(evening.rounds[-1].tables))
        _require(all(_ID.fullmatch(session) for session in body["sessions"]))
    elif kind == "rounds":
        _require(type(body["count"]) is int and evening.fewest_rounds <= body["count"] <= MOST_ROUNDS)
    else:
        _require(type(body["is_over"]) is bool)


def _require(condition: object) -> None:
    if not condition:
        raise ValueError
