"""The standings of an evening: points, tie-breaks, and the final of the best, which decides the first places.

A table gives everybody the share of the others who are behind, and half of that for those who are level: a win is
worth 1 at every table, the last place nothing, and the places between evenly. Whoever sits out, or whose table too few
came to, has 1 for the round. Then count the tables won, the average points of the opponents, and direct encounter. So
whoever was there in every round and alone won all games is alone first: others have 1 for each round only by rounds
without a table, and these are not among the tables won.

Evenings of before have a point for each who is behind and half a point for each who is level; then the sum of the
opponents' points, direct encounter, and first places. See FIDE's Handbook, C.07.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, permutations
from typing import Any

from companion.engine import Game, Message
from companion.engine.halves import DECIMAL_MARK
from companion.features.evenings.evening import (
    BEHIND,
    FINAL,
    SEMI,
    SHARES,
    SIZES,
    Evening,
    EveningRefused,
    Round,
)

Places = Mapping[str, Sequence[int | None]]
"""The places by seat of finished sessions: 0 for all who won together, None where nothing was scored."""
TIE = 1
UNITS = {BEHIND: 2, SHARES: 120}
"""How many units a point has, so that all points are whole numbers of them: two to six players share by 1 to 5."""
COLUMNS = {BEHIND: ("opponents", "mutual", "firsts"), SHARES: ("wins", "opponents", "mutual")}
"""The tie-breaks in their order."""
OPEN, PLAYED, VOID, BYE, FORFEIT, ABSENT = "open", "played", "void", "bye", "forfeit", "absent"
WON, LOST = "won", "lost"
"""What a round was for a player: a table without a result or with one, or that ended before anything was scored; no
table; no opponents who came; not there; a table at which all won or lost together."""


@dataclass(frozen=True)
class RoundResult:
    """The result of a round for a player; `table` is None if the player sat out.

    `place` is None until the table is over. `size` is the number of players who came to the table; for a player who
    sat out it is that of the smallest table of the round.
    """

    round: int
    table: int | None
    opponents: tuple[int, ...] = ()
    place: int | None = None
    behind: int = 0
    level: int = 0
    points: int = 0
    size: int = 0
    kind: str = OPEN
    is_won: bool = False


def is_together(places: Sequence[int | None]) -> bool:
    """Return whether a table has a result in which nobody came first: all won, or all lost."""
    return None not in places and 1 not in places


@dataclass(frozen=True)
class Line:
    """A player in the standings: place, points in units of the rule, and the tie-breaks.

    Of these `opponents` are points too. `mutual` is the number of tied players who are behind by direct encounter.
    `firsts` are the first places, shared ones too, `wins` the tables won.
    """

    player: int
    place: int
    points: int
    ties: Mapping[str, Fraction | int]
    results: tuple[RoundResult, ...]
    is_here: bool
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return the place with all that decided it, as files and programs get it."""
        halves = [_plain(Fraction(2 * units, UNITS[self.rule])) for units in (self.points, self.ties["opponents"])]
        told = {"place": self.place, "half_points": halves[0], "opponents": halves[1]}
        return told | {name: self.ties[name] for name in ("mutual", "firsts", "wins")}

    def shown(self, units: int | Fraction) -> str:
        """Return points as people read them, with at most two decimals."""
        text = f"{float(Fraction(units) / UNITS[self.rule]):.2f}".rstrip("0").rstrip(".")
        return text.replace(".", DECIMAL_MARK.get())

    def tie_break(self, name: str) -> str:
        """Return the value of one of the `COLUMNS`, as people read it."""
        return self.shown(self.ties[name]) if name == "opponents" else str(self.ties[name])


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else round(float(number), 4)


def results_of(evening: Evening, places: Places, rule: str) -> dict[int, list[RoundResult]]:
    """Return the results of all rounds for each player who ever came."""
    results: dict[int, list[RoundResult]] = {player: [] for player in evening.since}
    for each in evening.scored:
        smallest = min(map(len, each.tables), default=1)
        bye = RoundResult(each.number, None, points=_a_win(rule, smallest), size=smallest, kind=BYE)
        for player in each.byes:
            results[player].append(bye)
        for player, number in each.absent.items():
            results[player].append(RoundResult(each.number, number, kind=ABSENT))
        for number, session in enumerate(each.sessions, 1):
            for player in each.came_to(number):
                results[player].append(_at_table(each, number, player, places.get(session), rule))
    return results


def _at_table(round_: Round, number: int, player: int, stored: Sequence[int | None] | None, rule: str) -> RoundResult:
    """Return a player's result at a table of a round; `stored` are the places there, None without a result."""
    came = round_.came_to(number)
    others = tuple(other for other in came if other != player)
    if not others or not round_.sessions[number - 1]:
        return RoundResult(round_.number, number, points=_a_win(rule, 2), size=len(came), kind=FORFEIT)
    open_ = RoundResult(round_.number, number, others, size=len(came))
    if stored is None:
        return open_
    if None in stored and rule == SHARES:
        return replace(open_, kind=VOID)
    seats = [place or 0 for place in stored]
    # The first seats are the players of the evening.
    by_player = {one: place for one, place in zip(round_.tables[number - 1], seats, strict=False) if one in came}
    scored = _scored(open_, seats, by_player[player], list(by_player.values()), rule)
    return replace(scored, kind=WON if 0 in stored else LOST) if is_together(stored) else scored


def _a_win(rule: str, size: int) -> int:
    """Return what a win at a table of this size is worth."""
    return UNITS[rule] * (1 if rule == SHARES else size - 1)


def _scored(open_: RoundResult, seats: Sequence[int], own: int, places: Sequence[int], rule: str) -> RoundResult:
    behind, level = sum(place > own for place in places), places.count(own)
    is_lost = min(seats) > 1  # together with all others: nobody comes first
    place = 1 + is_lost + sum(place < own for place in places)
    points, is_won = UNITS[BEHIND] * behind + TIE * (level - 1), False
    if rule == SHARES:
        side = _side(seats)
        share = Fraction(own == 0)  # a game without opponents is won or lost by all of the table
        if own and not is_lost:
            share = Fraction(2 * behind + level - side, 2 * (len(places) - side)) if len(places) > side else Fraction(1)
        points, is_won = int(UNITS[SHARES] * share), share == 1
    return replace(open_, kind=PLAYED, place=place, behind=behind, level=level - 1, points=points, is_won=is_won)


def _side(seats: Sequence[int]) -> int:
    """Return how many players a side has: where two share the first place and the next is the second, they are one."""
    ranked = sorted(seats)
    first = ranked.count(ranked[0])
    return first // (ranked[first] - ranked[0]) or 1 if first < len(ranked) else 1


def standings(evening: Evening, places: Places, rule: str = SHARES) -> list[Line]:
    """Return the lines of all players who ever came, best first."""
    results = results_of(evening, places, rule)
    points = {player: sum(result.points for result in own) for player, own in results.items()}
    known: dict[str, Mapping[int, Fraction | int]] = {
        "opponents": {player: _opponents(own, points, rule) for player, own in results.items()},
        "wins": {player: sum(result.is_won for result in own) for player, own in results.items()},
        "firsts": {player: sum(result.place == 1 for result in own) for player, own in results.items()},
    }

    def key(player: int, names: Sequence[str]) -> tuple[Fraction | int, ...]:
        return (-points[player], *(-known[name][player] for name in names))

    before, columns = COLUMNS[rule][: COLUMNS[rule].index("mutual")], COLUMNS[rule]
    known["mutual"] = _mutual(list(evening.since), lambda player: key(player, before), _scores(evening, places))
    ranked = sorted(results, key=lambda player: (key(player, columns), player))
    keys = [key(player, columns) for player in ranked]
    return [
        Line(
            player=player,
            place=1 + keys.index(own),
            points=points[player],
            results=tuple(sorted(results[player], key=lambda result: result.round)),
            is_here=player not in evening.gone,
            rule=rule,
            ties={name: values[player] for name, values in known.items()},
        )
        for player, own in zip(ranked, keys, strict=True)
    ]


def _opponents(results: Sequence[RoundResult], points: Mapping[int, int], rule: str) -> Fraction:
    """Return the points of all opponents at tables that are over: their average or, by the rule of before, the sum."""
    met = [points[other] for result in results if result.place is not None for other in result.opponents]
    return Fraction(sum(met), len(met) if met and rule == SHARES else 1)


def _mutual(players: Sequence[int], key: Callable[[int], tuple[Fraction | int, ...]], scores: Scores) -> dict[int, int]:
    """Return for each player the number of tied players who are behind by direct encounter; `key` tells who is tied."""
    mutual = {}
    for _, level in groupby(sorted(players, key=key), key=key):
        behind = list(level)
        for group in ordered(behind, scores):
            behind = [player for player in behind if player not in group]
            mutual.update(dict.fromkeys(group, len(behind)))
    return mutual


def _scores(evening: Evening, places: Places) -> Scores:
    """Return the players' mean scores against each other, at tables that are over."""
    results: dict[int, dict[int, list[int]]] = {}
    for each in evening.scored:
        for table, session in zip(each.tables, each.sessions, strict=True):
            came = [seat for seat in zip(places.get(session, ()), table, strict=False) if seat[1] not in each.absent]
            for (own, player), (others, other) in permutations(came, 2):
                points = WIN if (own or 0) < (others or 0) else TIE if own == others else 0
                results.setdefault(player, {}).setdefault(other, []).append(points)
    return {
        player: {other: Fraction(sum(points), len(points)) for other, points in met.items()}
        for player, met in results.items()
    }


WIN = 2
Scores = Mapping[int, Mapping[int, Fraction]]
"""The mean score of each player against each opponent so far."""


def ordered(tied: Sequence[int], scores: Scores) -> list[list[int]]:
    """Return tied players in order of direct encounter; players who stay tied share a list.

    If all have met, they are ordered by their scores against each other (6.2). Otherwise a player comes first only if
    no result of the missing games could change that, then likewise the next one (6.3). Then the rest is ordered.
    """
    if len(tied) < 2:
        return [list(tied)] if tied else []
    group = frozenset(tied)
    met = {one: [score for other, score in scores.get(one, {}).items() if other in group] for one in tied}
    low = {one: sum(against, Fraction(0)) for one, against in met.items()}
    missing = {one: len(tied) - 1 - len(against) for one, against in met.items()}
    if any(missing.values()):
        high = {one: low[one] + WIN * missing[one] for one in tied}
        first = _ahead(tied, low, high)
        rest = [one for one in tied if one not in first]
        return [[one] for one in first] + (ordered(rest, scores) if first else [rest])
    levels = [[one for one in tied if low[one] == score] for score in sorted({*low.values()}, reverse=True)]
    return levels if len(levels) == 1 else [part for level in levels for part in ordered(level, scores)]


def _ahead(tied: Sequence[int], low: Mapping[int, Fraction], high: Mapping[int, Fraction]) -> list[int]:
    """Return the players, best first, who stay ahead of the rest whatever the results of the missing games."""
    first: list[int] = []
    while rest := [one for one in tied if one not in first]:
        best = max(rest, key=lambda one: low[one])
        if any(high[other] >= low[best] for other in rest if other != best):
            break
        first.append(best)
    return first


_TABLES = 2  # of the semi-finals


def finals_tables(evening: Evening, lines: Sequence[Line], places: Places, stage: str) -> list[tuple[int, ...]]:
    """Return the tables of a stage, each in the order of the standings. Raises `EveningRefused` if too few are there.

    The first and the fourth, fifth and eighth of the standings play one semi-final, those between the other. Of each
    the better half plays the final; who is level there is ordered by the standings.
    """
    seeds = [line.player for line in lines if line.is_here]
    count = evening.finalists * (_TABLES if stage == SEMI else 1)
    semi = next((each for each in evening.opened if each.stage == SEMI), None)
    if semi is not None:
        best = [player for number in (1, 2) for player in _better_half(semi, number, seeds, places)]
        return [tuple(player for player in seeds if player in best)]
    if len(seeds) < count:
        raise EveningRefused("The final needs {count} players who are there.", count=count)
    best = seeds[:count]
    if stage == FINAL:
        return [tuple(best)]
    return [tuple(player for at, player in enumerate(best) if (at % 4 in (0, 3)) == is_first) for is_first in (1, 0)]


def _better_half(semi: Round, number: int, seeds: Sequence[int], places: Places) -> list[int]:
    """Return who goes on from a table of the semi-finals; without a result those who are higher in the standings."""
    by_player = _places_at(semi, number, places)
    came = [player for player in seeds if player in semi.came_to(number)]
    return sorted(came, key=lambda player: by_player.get(player, 0))[: len(semi.tables[0]) // _TABLES]


def _places_at(round_: Round, number: int, places: Places) -> Mapping[int, int]:
    seats = places.get(round_.sessions[number - 1], ())
    return {player: seat for player, seat in zip(round_.tables[number - 1], seats, strict=False) if seat is not None}


def after_final(evening: Evening, lines: Sequence[Line], places: Places) -> list[Line]:
    """Return the lines in the order of the final, once it has a result: first who played it, then the semi-finals."""
    stages = {each.stage: each for each in evening.opened if each.stage}
    final, semi = stages.get(FINAL), stages.get(SEMI)
    if final is None or not (result := _places_at(final, 1, places)):
        return list(lines)

    def key(line: Line) -> tuple[int, int]:
        if line.player in final.came_to(1):
            return 0, max(result[line.player], 1)
        group = 1 if line.player in final.players else 2 if semi is not None and line.player in semi.players else 3
        return group, line.place

    ranked = sorted(lines, key=key)
    keys = [key(line) for line in ranked]
    return [replace(line, place=1 + keys.index(own)) for line, own in zip(ranked, keys, strict=True)]


def finals_of(game: Game) -> list[tuple[str, int]]:
    """Return the finals that a game allows: none, or the stage that begins and how many play at the last table."""
    sizes = [size for size in SIZES if size in game.seats]
    return [("", 0), *((FINAL, size) for size in sizes), *((SEMI, size) for size in sizes if size % 2 == 0)]


STAGE_NAMES = {SEMI: Message("Semi-finals"), FINAL: Message("Final")}


def round_name(round_: Round) -> Message:
    """Return the name of a round."""
    return STAGE_NAMES.get(round_.stage) or Message("Round {number}", number=round_.number)
