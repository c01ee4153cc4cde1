"""What each seat of Ingenious needs: the markers that count, the way to the next place, extra placements nearby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from companion.game import Message, Seat, Step, joined, joined_seats
from companion.game.pages.help import Need
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.ingenious.board import Half
from companion.games.ingenious.colours import COLOUR_NAMES, COLOURS
from companion.games.ingenious.form_state import LIKELY
from companion.games.ingenious.markers import EXTRA, TEAM_EXTRA, TOKEN, score_halves
from companion.games.ingenious.ranking import DUEL_COLUMN, ranking, track_key
from companion.games.ingenious.rulebook import RULES
from companion.games.ingenious.rules import total_step
from companion.games.ingenious.state import State
from companion.games.ingenious.tracks import DUEL_TOP, TOPS, Track, seat_track

DUEL_REACH = 8
"""Up to how many points ahead the duel is searched."""

_EXTRA_RULES = {"base": EXTRA, "team": TEAM_EXTRA, "duel": TOKEN}


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """For each seat its lowest markers, the way to the next place, and the colours near an extra placement."""
    if state.finished:
        return []
    if not viewer.sees_all:
        return [need for seat in filter(viewer.sees, range(state.setup.seats)) if (need := _extras(state, seat))]
    places, _ = ranking(state.mode, state.tracks)
    needed = [
        (_total(state, seat), _way(state, seat, places), _extras(state, seat)) for seat in range(state.setup.seats)
    ]
    return [need for of_seat in needed for need in of_seat if need]


def _total(state: State, seat: int) -> Need:
    step = total_step(state.mode, seat, state.track(seat))
    return Need(seat, RULES[step.rule].sentence(step), step.rule)


def _way(state: State, seat: int, places: Sequence[Sequence[int]]) -> Need | None:
    """How far it is to stand alone on the place, where others share it, or on the next better one."""
    index = next(number for number, place in enumerate(places) if seat in place)
    others = [other for other in places[index] if state.mode != "team" or (other - seat) % 2]
    others = [other for other in others if other != seat] or list(places[index - 1] if index else ())
    if state.mode == "duel":
        return _duel_way(state.track(seat), seat, others[0]) if others else None
    own = state.track(seat)
    if not others:
        return _raise_total(state.mode, own, seat)
    after, step = cheapest_over(state.mode, own, state.track(others[0]))
    rule = step.rule if step else total_step(state.mode, seat, own).rule
    return Need(seat, _to_pass(others, own, after), rule)


def _to_pass(others: Sequence[int], own: Track, after: Track) -> Message:
    return Message(
        "At least {count} point to come before {seats}, such as {moves}.",
        "At least {count} points to come before {seats}, such as {moves}.",
        sum(after) - sum(own),
        seats=joined_seats(others),
        moves=_moves(own, after),
    )


def _raise_total(mode: str, own: Track, seat: int) -> Need:
    """What raises the total of a seat that nobody is before."""
    low = min(own)
    after = tuple([max(value, low + 1) for value in own])
    sentence = Message(
        "At least {count} point to raise the total, such as {moves}.",
        "At least {count} points to raise the total, such as {moves}.",
        sum(after) - sum(own),
        moves=_moves(own, after),
    )
    return Need(seat, sentence, total_step(mode, seat, own).rule)


def cheapest_over(mode: str, own: Track, target: Track) -> tuple[Track, Step | None]:
    """With the fewest points more, a track that comes before the target, and the tie that then decides, if one does.

    Compared from the lowest up, the first marker that differs stands at least one space further and so do all above
    it; those below it stand where the target's do. Each of these six ways is tried and judged by the ranking.

    >>> after, step = cheapest_over("base", (9, 9, 9, 9, 9, 15), (9, 9, 9, 9, 10, 18))
    >>> after, step.rule
    ((10, 10, 9, 9, 9, 15), 'ingenious/tie-column')
    """
    places, goals = sorted(range(len(own)), key=lambda place: (own[place], -place)), sorted(target)
    higher = []
    for first in range(len(own)):
        after = list(own)
        for rank, place in enumerate(places):
            after[place] = max(own[place], goals[rank] if rank < first else goals[first] + 1)
        order, steps = ranking(mode, [tuple(after), target])
        if max(after) <= TOPS[mode][-1] and order[0][0] == 0 and len(order) > 1:
            higher.append((sum(after), tuple(after), steps[0] if steps else None))
    _, best, step = min(higher, key=lambda track: track[0])
    return best, step


def _duel_way(own: Track, seat: int, other: int) -> Need:
    after = nearest_lead(own)
    if after is None:
        far = Message("More than {number} points from coming before {seat}.", number=DUEL_REACH, seat=Seat(other))
        return Need(seat, far, DUEL_COLUMN)
    _, steps = ranking("duel", [after])
    rule = steps[0].rule if steps else total_step("duel", seat, own).rule
    return Need(seat, _to_pass([other], own, after), rule)


def nearest_lead(own: Track) -> Track | None:
    """With the fewest points more, a duel's track that leads, as its player sees it; None where it takes too many.

    >>> nearest_lead((0, -1, 3, -2, 0, 0))
    (1, -1, 3, -2, 0, 0)
    """
    for points in range(1, DUEL_REACH + 1):
        for moved in combinations_with_replacement(range(len(own)), points):
            after = tuple([value + moved.count(place) for place, value in enumerate(own)])
            if max(after) > DUEL_TOP:
                continue
            if track_key("duel", after) > track_key("duel", seat_track("duel", [after], 1)):
                return after
    return None


def _moves(before: Track, after: Track) -> joined:
    """Where each marker has to stand that must move."""
    colours = [
        Message("{colour} to {value}", colour=COLOUR_NAMES[colour], value=value)
        for colour, old, value in zip(COLOURS, before, after, strict=True)
        if value != old
    ]
    return joined(colours)


def _extras(state: State, seat: int) -> Need | None:
    """The colours in which one half may bring an extra placement; alone there is none."""
    near = [(colour, _points_to_extra(state, seat, colour)) for colour in COLOURS]
    colours = [
        Message("{value} more {colour}", value=points, colour=COLOUR_NAMES[colour]) for colour, points in near if points
    ]
    if not colours:
        return None
    return Need(seat, Message("For an extra placement: {colours}.", colours=joined(colours)), _EXTRA_RULES[state.mode])


def _points_to_extra(state: State, seat: int, colour: str) -> int | None:
    """The fewest points of a half that bring an extra placement, None where that takes more than a half often has."""
    track = state.track(seat)
    for points in range(1, LIKELY + 1):
        if score_halves(state.mode, seat, track, state.tokens, [Half(colour, points, None)]).extra:
            return points
    return None
