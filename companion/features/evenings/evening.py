"""An evening, folded from its log: who is there, and the tables of each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine import MessageError

MOST_PLAYERS = 200
MOST_ROUNDS = 20
SIZES = (2, 3, 4, 5, 6)
"""How many players a table of an evening may have."""
SYSTEMS = SWISS, ALL = "swiss", "all"
RULES = SHARES, BEHIND = "shares", "behind"
"""How a table gives points: a win is worth the same at every table, or, before that was the rule, a point for each
player who is behind."""
STAGES = SEMI, FINAL = "semi", "final"
"""What is played after the rounds: two semi-finals, and the final of the best."""
LONGEST_SAID = 200
MOST_ACTS = 3000
"""How many acts the log of an evening takes; it can be ended after them."""
MOST_SETTINGS = 1000
"""How many of these may be of `SETTINGS`, so that rounds can go on."""


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

    `points`, in the units of the rule, are those by which it was drawn, without sessions then `unfinished`; None if
    they did not matter. `absent` has the table of who did not come: among its players unless it was opened anew; its
    session is empty if too few were left. A round of the final has a `stage`, and brings no points.
    """

    number: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    sessions: tuple[str, ...] = ()
    points: Mapping[int, int] | None = None
    unfinished: frozenset[str] = frozenset()
    absent: Mapping[int, int] = field(default_factory=dict)
    stage: str = ""

    @property
    def is_open(self) -> bool:
        """Whether its tables were opened."""
        return bool(self.sessions)

    @property
    def players(self) -> frozenset[int]:
        """All players of the round, also those who sit out or did not come."""
        return frozenset(player for table in (*self.tables, self.byes, tuple(self.absent)) for player in table)

    def table_of(self, player: int) -> int | None:
        """The number of a player's table, from 1; None for one who has none."""
        tables = enumerate(self.tables, 1)
        return next((number for number, table in tables if player in table), self.absent.get(player))

    def came_to(self, number: int) -> tuple[int, ...]:
        """The players of a table, from 1, who came to it, in the order of their seats."""
        return tuple(player for player in self.tables[number - 1] if player not in self.absent)

    def without(self, player: int, session: str | None, *, is_absent: bool) -> Round:
        """The round with a player who did not come, or came after all; `session` is that of the table opened anew."""
        number = self.table_of(player) or 0
        absent = {other: table for other, table in self.absent.items() if other != player}
        changed = replace(self, absent={**absent, player: number} if is_absent else absent)
        if session is None:
            return changed
        came = tuple(dict.fromkeys((*changed.came_to(number), *(() if is_absent else (player,)))))
        tables, sessions = list(self.tables), list(self.sessions)
        tables[number - 1], sessions[number - 1] = came, session
        return replace(changed, tables=tuple(tables), sessions=tuple(sessions))

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
    rule: str | None = None
    """How tables give points, where that was changed while the evening ran."""
    here: set[int] = field(default_factory=set)
    """Who has checked in."""
    fixed: dict[int, int] = field(default_factory=dict)
    """The number of the table of players who cannot move."""
    final: str = ""
    """The first of the `STAGES` that follow the rounds; empty where none does."""
    finalists: int = 0
    """How many play the final."""
    until: str = ""
    """When the time of the round is up; empty without a timer."""
    said: str = ""
    """What the host tells everybody."""
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
    def sessions(self) -> list[str]:
        """The sessions of all tables that were opened."""
        return [session for each in self.opened for session in each.sessions if session]

    @property
    def scored(self) -> list[Round]:
        """The opened rounds that bring points: all but those of the final."""
        return [each for each in self.opened if not each.stage]

    @property
    def draft(self) -> Round | None:
        """The round that was drawn and whose tables are not open yet."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_open else None

    @property
    def fewest_rounds(self) -> int:
        """The smallest number of rounds that it can have: those drawn so far, at least one."""
        return max(1, sum(not each.stage for each in self.rounds))

    def apply(self, kind: str, body: Mapping[str, Any]) -> None:
        """Apply the next act of the log. Raises ValueError for an unknown kind."""
        self.number += 1
        match kind:
            case "came":
                for player in body["players"]:
                    self.since.setdefault(player, len(self.scored) + 1)
                    self.gone.discard(player)
                if self.number > 1:  # the first act has those who are expected
                    self.here.update(body["players"])
            case "here":
                self.here.update(body["players"])
            case "left":
                self.gone.update(body["players"] if "players" in body else [body["player"]])
            case "drawn":
                self.rounds = [*self.opened, round_of(body)]
            case "swapped":
                self.rounds[-1] = self.rounds[-1].swapped(*body["players"])
            case "opened":
                self.rounds[-1] = replace(self.rounds[-1], sessions=tuple(body["sessions"]))
            case "taken" if self.draft is not None:
                self.rounds = self.opened
            case "taken":
                self.rounds[-1] = replace(self.rounds[-1], sessions=(), absent={})
                self.until = ""
            case "absent":
                at, player, is_absent = body["round"] - 1, body["player"], body["is_absent"]
                self.rounds[at] = self.rounds[at].without(player, body.get("session"), is_absent=is_absent)
                if at + 1 == len(self.opened):  # who did not come to an earlier round may be here since
                    (self.gone.add if is_absent else self.gone.discard)(player)
            case "fixed":
                self.fixed.pop(body["player"], None)
                if body["table"]:
                    self.fixed[body["player"]] = body["table"]
            case "final":
                self.final, self.finalists = body["final"], body["count"]
            case "ended":
                self.is_over = body["is_over"]
            case "rounds":
                self.planned = body["count"]
            case "rule":
                self.rule = body["rule"]
            case "timer":
                self.until = body["until"]
            case "said":
                self.said = body["text"]
            case _:
                raise ValueError(kind)


SETTINGS = frozenset(("ended", "final", "fixed", "rounds", "rule", "said", "timer"))
"""The kinds that a host can repeat for ever, as the latest of them replaces those before."""


def round_of(body: Mapping[str, Any]) -> Round:
    """Return the round of an act; one of an older log has no points."""
    tables = tuple(tuple(table) for table in body["tables"])
    points = dict(body["points"]) if "points" in body else None
    unfinished = frozenset(body.get("unfinished", ()))
    return Round(body["round"], tables, tuple(body["byes"]), (), points, unfinished, stage=body.get("stage", ""))


def evening_of(acts: Iterable[tuple[str, Mapping[str, Any]]]) -> Evening:
    """The evening after all events of a log."""
    evening = Evening()
    for kind, body in acts:
        evening.apply(kind, body)
    return evening
