"""How a play ended, as the entry of a game of which only the totals are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.transfer.past.play import Play, Score
from companion.transfer.past.reasons import LeftOut

Side = Sequence[int]


def entry_of(play: Play) -> dict[str, Any]:
    """Return the entry with totals, places, sides, and how it ended for all together. Raises `LeftOut`.

    Who is marked as a winner comes first, whatever the scores; the others follow by their places, if all have one,
    else by their scores. Where only some have a score, places alone are kept.
    """
    scores, seats = play.scores, range(len(play.scores))
    units = 1 if play.has_halves else 2
    entry: dict[str, Any] = {"totals": [(score.halves or 0) // units for score in scores]}
    if not play.is_scored:
        entry = {"totals": [0 for _ in seats], "scored": False}
    sides = _sides(scores)
    won = [any(scores[seat].is_winner for seat in side) for side in sides]
    is_nobody = play.undecided and not any(won)
    if len(seats) == 1:
        told = {"won": won[0]} if play.cooperative or is_nobody or not play.is_scored else {}
        return {**entry, **told, "ranking": [[0]]}
    if len(sides) == 1 or is_nobody or (play.cooperative and len(set(won)) == 1):
        return {**entry, "won": won[0], "ranking": [list(seats)], "sides": [list(seats)]}
    ranking = _ranking(play, sides, won)
    mates = {} if len(sides) == len(seats) else {"sides": [list(side) for side in sides]}
    return {**entry, **mates, "ranking": ranking}


def _sides(scores: Sequence[Score]) -> list[Side]:
    """Return the seats of each team, in the order of their first seats; who has none is a side alone."""
    sides: dict[Any, list[int]] = {}
    for seat, score in enumerate(scores):
        sides.setdefault(score.team or seat, []).append(seat)
    return list(sides.values())


def _ranking(play: Play, sides: Sequence[Side], won: Sequence[bool]) -> list[list[int]]:
    by_rank = _ranks(play.scores, sides)
    rest = [place for place, is_won in enumerate(won) if not is_won]
    if all(by_rank[place] for place in rest):
        keys: Mapping[int, int] = {place: by_rank[place] for place in rest}
    elif play.is_scored:
        keys = {place: _order(play, sides[place]) for place in rest}
    elif any(won):
        keys = dict.fromkeys(rest, 0)
    else:
        raise LeftOut("nothing" if all(score.halves is None for score in play.scores) else "some")
    first = [place for place, is_won in enumerate(won) if is_won]
    others = [list(same) for _, same in groupby(sorted(rest, key=keys.__getitem__), key=keys.__getitem__)]
    return [sorted(seat for place in places for seat in sides[place]) for places in ([first, *others]) if places]


def _ranks(scores: Sequence[Score], sides: Sequence[Side]) -> list[int]:
    """Return the best place of each side, 0 where none is told."""
    return [min((scores[seat].rank for seat in side if scores[seat].rank > 0), default=0) for side in sides]


def _order(play: Play, side: Side) -> int:
    """Return what orders a side by the best of its scores, the best first."""
    points = [play.scores[seat].halves or 0 for seat in side]
    return min(points) if play.lowest_wins else -max(points)
