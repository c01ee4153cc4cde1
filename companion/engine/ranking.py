"""Ranking by several criteria, with a step that explains each broken or shared tie."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Standing, Step
from companion.engine.message import Message, Seat, Values, joined
from companion.engine.strict import Json

Key = tuple[Any, ...]
Places = tuple[tuple[int, ...], ...]
Sides = Sequence[Sequence[int]]
"""The seats of each side; empty where everybody plays alone."""


def rank(
    keys: Sequence[Key],
    rules: Sequence[str],
    extra_values: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    lowest_wins: bool = False,
) -> tuple[Places, tuple[Step, ...]]:
    """Rank the seats by their keys, highest first, and explain which criterion decided between equal totals.

    `keys` holds one tuple per seat; the first criterion is the total. `rules` names the rule of each further
    criterion, then the rule for sharing a place; omit that rule if the last criterion is never equal.
    `extra_values` gives further values for the steps of a rule. With `lowest_wins` the lowest total comes first; the
    further criteria do not change.

    A step describes two adjacent places with the same total: `seats` took `place` before `over`, with `value` against
    `other` in the first criterion that differs. Or it describes one place that several `seats` share, with `value` in
    the last criterion. Places with different totals have no step.

    >>> places, steps = rank([(5, 12), (9, 3), (5, 14)], ["more-cards", "shared"])
    >>> places
    ((1,), (2,), (0,))
    >>> [(step.rule, dict(step.values)) for step in steps]
    [('more-cards', {'place': 2, 'total': 5, 'seats': [2], 'over': [0], 'value': 14, 'other': 12})]
    >>> [(step.rule, dict(step.values)) for step in rank([(5, 1), (5, 1)], ["more-cards", "shared"])[1]]
    [('shared', {'place': 1, 'total': 5, 'seats': [0, 1], 'value': 1})]
    >>> rank([(5, 12), (9, 3), (5, 14)], ["more-cards", "shared"], lowest_wins=True)[0]
    ((2,), (0,), (1,))
    """
    compared = [(-total, *others) for total, *others in keys] if lowest_wins else keys
    places: list[list[int]] = []
    for seat in sorted(range(len(keys)), key=compared.__getitem__, reverse=True):
        if places and keys[places[-1][0]] == keys[seat]:
            places[-1].append(seat)
        else:
            places.append([seat])
    steps = _reasons([sorted(place) for place in places], keys, rules, extra_values or {})
    return tuple(tuple(sorted(place)) for place in places), tuple(steps)


def by_seat(places: Places, steps: Sequence[Step], sides: Sides) -> tuple[Places, tuple[Step, ...]]:
    """Return the places and steps that `rank` gives for sides with the seats of each side instead.

    >>> by_seat(((1,), (0,)), (), [(0, 2), (1, 3)])
    (((1, 3), (0, 2)), ())
    """

    def seats(place: Sequence[int]) -> list[int]:
        return sorted([seat for side in place for seat in sides[side]])

    told = [{key: seats(step.values[key]) for key in ("seats", "over") if key in step.values} for step in steps]
    named = [replace(step, values={**step.values, **own}) for step, own in zip(steps, told, strict=True)]
    return tuple(tuple(seats(place)) for place in places), tuple(named)


def seats_by_place(standing: Standing) -> dict[int, tuple[int, ...]]:
    """Return the seats of each place, best first. Places count from 1; the place after n equal sides is n higher.

    In a cooperative game that was lost all seats have place 2.

    >>> seats_by_place(Standing((5, 9, 5, 1), ((1,), (0, 2), (3,)), (), {}))
    {1: (1,), 2: (0, 2), 4: (3,)}
    >>> seats_by_place(Standing((9, 5, 9, 5), ((0, 2), (1, 3)), (), {}, sides=((0, 2), (1, 3))))
    {1: (0, 2), 2: (1, 3)}
    >>> seats_by_place(Standing((4, 4), ((0, 1),), (), {}, won=False))
    {2: (0, 1)}
    """
    places: dict[int, tuple[int, ...]] = {}
    place = 2 if standing.won is False else 1
    for seats in standing.ranking:
        places[place] = tuple(seats)
        place += len(_by_side(seats, standing.sides))
    return places


def _by_side(seats: Sequence[int], sides: Sides) -> list[tuple[int, ...]]:
    """Return seats with their team mates, in the order of the first of each."""
    side_of = {seat: tuple(side) for side in sides for seat in side}
    return list(dict.fromkeys([side_of.get(seat, (seat,)) for seat in seats]))


def ranked_totals(standing: Standing) -> list[tuple[int, int, int]]:
    """Return (place, seat, total) for every seat, best first; team mates are next to each other.

    >>> ranked_totals(Standing((5, 9, 5), ((1,), (0, 2)), (), {}))
    [(1, 1, 9), (2, 0, 5), (2, 2, 5)]
    """
    return [(place, seat, total) for place, seats, total in ranked_sides(standing) for seat in seats]


def ranked_sides(standing: Standing) -> list[tuple[int, tuple[int, ...], int]]:
    """Return (place, seats, total) for every side, best first.

    >>> ranked_sides(Standing((5, 9, 5, 9), ((0, 2), (1, 3)), (), {}, sides=((0, 2), (1, 3))))
    [(1, (0, 2), 5), (2, (1, 3), 9)]
    """
    return [
        (place, side, standing.totals[side[0]])
        for place, seats in seats_by_place(standing).items()
        for side in _by_side(seats, standing.sides)
    ]


def places_by_seat(standing: Standing) -> list[int]:
    """Return the place of each seat; empty if nobody is ranked.

    >>> places_by_seat(Standing((5, 9, 5, 1), ((1,), (0, 2), (3,)), (), {}))
    [2, 1, 2, 4]
    """
    places = {seat: place for place, seats in seats_by_place(standing).items() for seat in seats}
    return [places[seat] for seat in sorted(places)]


def _reasons(
    places: Sequence[list[int]],
    keys: Sequence[Key],
    rules: Sequence[str],
    extra_values: Mapping[str, Mapping[str, Any]],
) -> list[Step]:
    steps, number = [], 1
    for place, below in zip(places, [*places[1:], None], strict=True):
        key = keys[place[0]]
        values = {"place": number, "total": key[0], "seats": list(place)}
        if len(place) > 1:
            rule = rules[-1]
            steps.append(Step(rule, values={**values, "value": key[-1], **extra_values.get(rule, {})}))
        if below and keys[below[0]][0] == key[0]:
            rule, between = _between(key, keys[below[0]], rules)
            steps.append(Step(rule, values={**values, "over": below, **between, **extra_values.get(rule, {})}))
        number += len(place)
    return steps


def _between(upper: Key, lower: Key, rules: Sequence[str]) -> tuple[str, Values]:
    """Return the rule of the first criterion after the total that differs, and both values in it."""
    for rule, value, other in zip(rules, upper[1:], lower[1:], strict=False):
        if value != other:
            return rule, {"value": value, "other": other}
    raise ValueError("keys that are equal share a place")


def best_total_step(rule: str, totals: Sequence[int], *, lowest_wins: bool = False) -> Step:
    """Return the step of `rule` that says who has the best total: the highest, with `lowest_wins` the lowest.

    >>> dict(best_total_step("most-points", [5, 9, 9]).values)
    {'seats': [1, 2], 'total': 9}
    >>> dict(best_total_step("fewest-points", [5, 9, 9], lowest_wins=True).values)
    {'seats': [0], 'total': 5}
    """
    best = min(totals) if lowest_wins else max(totals)
    return Step(rule, values={"seats": [seat for seat, total in enumerate(totals) if total == best], "total": best})


def decided_by(reasons: Sequence[Step], otherwise: str) -> str:
    """Return the rule that decided the first place: `otherwise`, the rule of the totals, if there was no tie.

    >>> places, reasons = rank([(5, 12), (5, 14)], ["more-cards", "shared"])
    >>> decided_by(reasons, "most-points"), decided_by([], "most-points")
    ('more-cards', 'most-points')
    """
    return next((step.rule for step in reasons if step.values["place"] == 1), otherwise)


def ranking_verdict(places: Places, reasons: Sequence[Step], otherwise: str) -> Json:
    """Return the verdict of a question about places, as plain JSON."""
    return {"ranking": [list(place) for place in places], "decided_by": decided_by(reasons, otherwise)}


def ranking_headline(places: Places) -> Message:
    """Say who comes first, in one line."""
    first = [Seat(seat) for seat in places[0]]
    if len(first) > 1:
        return Message("{seats} share the first place", seats=joined(first))
    return Message("{seat} comes first", seat=first[0])
