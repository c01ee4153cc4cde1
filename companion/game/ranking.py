"""Ranking by keys that name their criteria, so that the reason comes out of the same comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.game import Step
from companion.game.message import Message, Seat, joined

Key = tuple[Any, ...]
Places = tuple[tuple[int, ...], ...]


def rank(
    keys: Sequence[Key],
    rules: Sequence[str],
    told: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    lowest_wins: bool = False,
) -> tuple[Places, tuple[Step, ...]]:
    """Rank the seats by their keys, higher first, and say which criterion settled each close place.

    With `lowest_wins` a lower total comes first; in the further criteria the higher value does all the same.

    `keys` holds one tuple a seat, its first criterion the total. `rules` names, for each further criterion,
    the rule it stands on and, after these, the rule for sharing a place; a game whose last criterion never ends
    equal leaves that one out. `told` gives, by rule, further values for its steps.

    A step tells of two neighbouring places with the same total: `seats` took `place` before `over`, with
    `value` against `other` in the first criterion that differs. Or of one place that several `seats` share,
    with `value` in the last criterion. Places that the totals settle have no step.

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
    sign = -1 if lowest_wins else 1
    places: list[list[int]] = []
    for seat in sorted(range(len(keys)), key=lambda seat: (sign * keys[seat][0], *keys[seat][1:]), reverse=True):
        if places and keys[places[-1][0]] == keys[seat]:
            places[-1].append(seat)
        else:
            places.append([seat])
    steps = _reasons([sorted(place) for place in places], keys, rules, told or {})
    return tuple(tuple(sorted(place)) for place in places), tuple(steps)


def seats_by_place(ranking: Sequence[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """The seats on each place, best first. Places count from 1; seats that share one take up as many places.

    >>> seats_by_place([[1], [0, 2], [3]])
    {1: (1,), 2: (0, 2), 4: (3,)}
    """
    places: dict[int, tuple[int, ...]] = {}
    place = 1
    for seats in ranking:
        places[place] = tuple(seats)
        place += len(seats)
    return places


def ranked_totals(ranking: Sequence[Sequence[int]], totals: Sequence[int]) -> list[tuple[int, int, int]]:
    """(place, seat, total) of every seat, best first.

    >>> ranked_totals([[1], [0, 2]], [5, 9, 5])
    [(1, 1, 9), (2, 0, 5), (2, 2, 5)]
    """
    return [(place, seat, totals[seat]) for place, seats in seats_by_place(ranking).items() for seat in seats]


def places_by_seat(ranking: Sequence[Sequence[int]]) -> list[int]:
    """The place of each seat; nothing where nobody is ranked.

    >>> places_by_seat([[1], [0, 2], [3]])
    [2, 1, 2, 4]
    """
    places = {seat: place for place, seats in seats_by_place(ranking).items() for seat in seats}
    return [places[seat] for seat in sorted(places)]


def _reasons(
    places: Sequence[list[int]], keys: Sequence[Key], rules: Sequence[str], told: Mapping[str, Mapping[str, Any]]
) -> list[Step]:
    steps = []
    for (number, place), below in zip(seats_by_place(places).items(), [*places[1:], None], strict=True):
        key = keys[place[0]]
        values = {"place": number, "total": key[0], "seats": list(place)}
        if len(place) > 1:
            rule = rules[-1]
            steps.append(Step(rule, values={**values, "value": key[-1], **told.get(rule, {})}))
        if below and keys[below[0]][0] == key[0]:
            rule, between = _between(key, keys[below[0]], rules)
            steps.append(Step(rule, values={**values, "over": below, **between, **told.get(rule, {})}))
    return steps


def _between(upper: Key, lower: Key, rules: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The rule of the first criterion after the total that differs, and what stood against what in it."""
    for rule, value, other in zip(rules, upper[1:], lower[1:], strict=False):
        if value != other:
            return rule, {"value": value, "other": other}
    raise ValueError("keys that are equal share a place")


def best_total_step(rule: str, totals: Sequence[int], *, lowest_wins: bool = False) -> Step:
    """Who has the best total, as a step of `rule`: the highest, with `lowest_wins` the lowest.

    >>> dict(best_total_step("most-points", [5, 9, 9]).values)
    {'seats': [1, 2], 'total': 9}
    >>> dict(best_total_step("fewest-points", [5, 9, 9], lowest_wins=True).values)
    {'seats': [0], 'total': 5}
    """
    best = min(totals) if lowest_wins else max(totals)
    return Step(rule, values={"seats": [seat for seat, total in enumerate(totals) if total == best], "total": best})


def decided_by(reasons: Sequence[Step], otherwise: str) -> str:
    """The rule that settled the first place: `otherwise`, that of the total, unless a tie was broken or is shared.

    >>> places, reasons = rank([(5, 12), (5, 14)], ["more-cards", "shared"])
    >>> decided_by(reasons, "most-points"), decided_by([], "most-points")
    ('more-cards', 'most-points')
    """
    return next((step.rule for step in reasons if step.values["place"] == 1), otherwise)


def ranking_verdict(places: Places, reasons: Sequence[Step], otherwise: str) -> dict[str, Any]:
    """The verdict of a question about places, as plain JSON."""
    return {"ranking": [list(place) for place in places], "decided_by": decided_by(reasons, otherwise)}


def ranking_headline(places: Places) -> Message:
    """Who comes first, in one line."""
    first = [Seat(seat) for seat in places[0]]
    if len(first) > 1:
        return Message("{seats} share the first place", seats=joined(first))
    return Message("{seat} comes first", seat=first[0])
