"""The engine of Ingenious: one tile per entry, markers, extra placements, turns, and the end of the game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Json, Places, Setup, Standing, Step, Values, raise_if, rank
from companion.engine.ranking import by_seat
from companion.games.ingenious import rulebook
from companion.games.ingenious.board import COLOURS, Board, Half, empty_board, free_pairs, score_tile
from companion.games.ingenious.tracks import (
    DUEL_TOP,
    TEAMS,
    TOPS,
    Track,
    area_of,
    lowest_colours,
    own_colours,
    score_halves,
    seat_track,
    total_of,
    totals_of,
    with_track,
)
from companion.games.ingenious.turns import State, place, read_entry, swap_refusal, turn_refusal

Key = tuple[int, ...]


def track_key(mode: str, track: Track) -> Key:
    """Return the sort key of a track: the markers from the lowest up (Ingenious, End of the game).

    In the duel: the number of markers on the player's side, then these markers from the lowest up (Ingenious, Duel).

    >>> track_key("base", (12, 18, 14, 13, 12, 9))
    (9, 12, 12, 13, 14, 18)
    >>> track_key("duel", (2, 4, -2, 0, -3, 0))
    (2, 2, 4)
    """
    if mode == "duel":
        own_markers = sorted([value for value in track if value > 0])
        return (len(own_markers), *own_markers)
    return tuple(sorted(track))


def ranking(mode: str, tracks: Sequence[Track]) -> tuple[Places, tuple[Step, ...]]:
    """Return the places of the seats and the steps of ties; `tracks` has one track in a duel, two in a team game.

    >>> places, steps = ranking("base", [(9, 12, 18, 15, 14, 13), (9, 12, 18, 15, 12, 13), (10, 10, 10, 10, 10, 10)])
    >>> places, [(step.rule, step.values["column"], step.values["value"], step.values["other"]) for step in steps]
    (((2,), (0,), (1,)), [('ingenious/tie-column', 3, 13, 12)])
    """
    sides = [seat_track(mode, tracks, side) for side in range(2)] if mode == "duel" else list(tracks)
    keys = [track_key(mode, side) for side in sides]
    rules = (
        (*[rulebook.DUEL_COLUMN] * 6, rulebook.DRAW) if mode == "duel" else (*[rulebook.COLUMN] * 5, rulebook.SHARED)
    )
    places, steps = rank(keys, rules)
    explained = [replace(step, values={**step.values, **_deciding(step, keys, sides, mode)}) for step in steps]
    return by_seat(places, explained, TEAMS) if mode == "team" else (places, tuple(explained))


def _deciding(step: Step, keys: Sequence[Key], sides: Sequence[Track], mode: str) -> Values:
    """Return the number of the deciding marker, counted from the lowest, and the colours on its space."""
    if "over" not in step.values:
        return {}
    upper, lower = step.values["seats"], step.values["over"]
    first = next(index for index in range(1, 7) if keys[upper[0]][index] != keys[lower[0]][index])
    return {
        "column": first if mode == "duel" else first + 1,
        "colours": _standing_on(step.values["value"], [sides[seat] for seat in upper]),
        "other_colours": _standing_on(step.values["other"], [sides[seat] for seat in lower]),
    }


def _standing_on(value: int, sides: Sequence[Track]) -> list[str]:
    return [colour for index, colour in enumerate(COLOURS) if any(side[index] == value for side in sides)]


def start(setup: Setup) -> State:
    """Return the state before the first tile."""
    options, seats = setup.options, setup.seats
    mode = options["mode"]
    board = empty_board(area_of(mode, seats), options["symbols"]) if options["board"] else None
    return State(
        setup=setup,
        totals=(0,) * seats,
        tracks=((0,) * len(COLOURS),) * {"team": 2, "duel": 1}.get(mode, seats),
        tokens=(None,) * len(COLOURS),
        turn=options["start"],
        board=board,
    )


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one tile, given by its spaces or by its points, or a swap; raise `RuleError` if the rules forbid it."""
    parsed = read_entry(entry, state.setup.seats, state.board is not None)
    if parsed.placed is None and parsed.halves is None:
        return _swap(state, parsed.seat)
    raise_if(turn_refusal(state, parsed.seat))
    if parsed.placed is None or state.board is None:
        return _score(state, parsed.seat, parsed.halves or (), None, ())
    tile, at = parsed.placed.tile, parsed.placed.at
    board, first = place(state, state.board, tile, at)
    return _score(state, parsed.seat, score_tile(state.board, tile, at), board, first)


def _swap(state: State, seat: int) -> tuple[State, tuple[Step, ...]]:
    """Play a swap at the end of a turn; the hand is unknown and not checked (Ingenious 3, Swapping)."""
    raise_if(swap_refusal(state, seat))
    track, is_duel = state.track(seat), state.mode == "duel"
    colours = own_colours(track, DUEL_TOP) if is_duel else lowest_colours(track)
    step = Step(rulebook.DUEL_SWAP if is_duel else rulebook.SWAP, seat, values={"colours": list(colours)})
    return replace(state, swapped=True, swaps=state.swaps + 1), (step,)


def _score(
    state: State, seat: int, halves: Sequence[Half], board: Board | None, steps: tuple[Step, ...]
) -> tuple[State, tuple[Step, ...]]:
    """Move the markers for a tile, then determine whose turn it is and whether the game is over."""
    mode, seats = state.mode, state.setup.seats
    scored = score_halves(mode, seat, seat_track(mode, state.tracks, seat), state.tokens, halves)
    tracks = with_track(mode, state.tracks, seat, scored.track)
    is_same = mode != "duel" and total_of(mode, scored.track) == state.totals[seat]
    totals = state.totals if is_same else totals_of(mode, tracks, seats)
    owed = max(0, state.owed - 1) + scored.extra
    ending = _ending(mode, seat, scored.track, board, owed)
    after = State(
        setup=state.setup,
        totals=totals,
        finished=bool(ending),
        tracks=tracks,
        tokens=scored.tokens,
        turn=seat if owed else (seat + 1) % seats,
        owed=owed,
        turns=state.turns if owed else state.turns + 1,
        swapped=False,
        board=board,
        laid=state.laid + 1,
        swaps=state.swaps,
    )
    return after, steps + scored.steps + _changes(state, totals, tracks) + ending


def _changes(state: State, totals: Sequence[int], tracks: Sequence[Track]) -> tuple[Step, ...]:
    if totals is state.totals:
        return ()
    return tuple(
        total_step(state.mode, seat, seat_track(state.mode, tracks, seat), total - before)
        for seat, (total, before) in enumerate(zip(totals, state.totals, strict=True))
        if total != before
    )


def total_step(mode: str, seat: int | None, track: Track, change: int | None = None) -> Step:
    """Return the step with the total of a track, as its seat sees it, and the deciding colours (Ingenious, End, Duel).

    >>> dict(total_step("base", 0, (10, 12, 9, 14, 11, 18)).values)
    {'total': 9, 'colours': ['blue']}
    """
    rule = {"base": rulebook.LOWEST, "duel": rulebook.OWN_SIDE}.get(mode, rulebook.DOUBLE_LOWEST)
    colours = own_colours(track) if mode == "duel" else lowest_colours(track)
    return Step(rule, seat, change, {"total": total_of(mode, track), "colours": list(colours)})


def _ending(mode: str, seat: int, track: Track, board: Board | None, owed: int) -> tuple[Step, ...]:
    """Return the step that ends the game, if it is over (Ingenious, End of the game, Instant win)."""
    if min(track) == TOPS[mode][-1]:
        return (Step(rulebook.ALL_AT_TOP, seat, values={"mode": mode, "top": TOPS[mode][-1]}),)
    if board and next(free_pairs(board), None) is None:
        return (Step(rulebook.BOARD_FULL, values={"owed": owed}),)
    return ()


def standing(state: State) -> Standing:
    """Rank by the markers from the lowest up; equal seats share the place (Ingenious, End of the game, Duel)."""
    places, reasons = ranking(state.mode, state.tracks)
    seats = state.setup.seats
    details: Json = {
        "tracks": [dict(zip(COLOURS, state.track(seat), strict=True)) for seat in range(seats)],
        "next": None if state.finished else state.turn,
        "owed": 0 if state.finished else state.owed,
    }
    if state.mode == "duel":
        details["tokens"] = dict(zip(COLOURS, state.tokens, strict=True))
    return Standing(state.totals, places, reasons, details, sides=TEAMS if state.mode == "team" else ())
