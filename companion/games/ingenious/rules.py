"""The engine of Ingenious: one tile per entry, markers, extra placements, turns, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.game import Json, Setup, Standing, Step, raise_if
from companion.games.ingenious.board import Board, Half, Placed, empty_board, score_tile
from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.entries import read_entry
from companion.games.ingenious.markers import score_halves
from companion.games.ingenious.ranking import ranking
from companion.games.ingenious.state import State
from companion.games.ingenious.tracks import (
    DUEL_TOP,
    TOPS,
    Track,
    area_of,
    first_tracks,
    is_at_top,
    lowest_colours,
    own_colours,
    seat_track,
    total_of,
    totals_of,
    with_track,
)
from companion.games.ingenious.turns import place, swap_refusal, turn_refusal

FIRST_TURN = "ingenious/first-turn"
LOWEST, DOUBLE_LOWEST, OWN_SIDE = "ingenious/lowest", "ingenious/lowest-double", "ingenious/own-side"
TEAMS = ((0, 2), (1, 3))
SWAP, DUEL_SWAP = "ingenious/swap", "ingenious/duel-swap"
ALL_AT_TOP, BOARD_FULL = "ingenious/instant-win", "ingenious/board-full"


def start(setup: Setup) -> State:
    """Return the state before the first tile."""
    options, seats = setup.options, setup.seats
    mode = options["mode"]
    board = empty_board(area_of(mode, seats), options["symbols"]) if options["board"] else None
    return State(
        setup=setup,
        totals=(0,) * seats,
        finished=False,
        tracks=first_tracks(mode, seats),
        tokens=(None,) * len(COLOURS),
        turn=options["start"],
        owed=0,
        turns=0,
        swapped=False,
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
    return _place(state, state.board, parsed.seat, parsed.placed)


def _swap(state: State, seat: int) -> tuple[State, tuple[Step, ...]]:
    """Play a swap at the end of a turn; the hand is unknown and not checked (Ingenious 3, Swapping)."""
    raise_if(swap_refusal(state, seat))
    track = state.track(seat)
    if state.mode == "duel":
        step = Step(DUEL_SWAP, seat, values={"colours": list(own_colours(track, DUEL_TOP))})
    else:
        step = Step(SWAP, seat, values={"colours": list(lowest_colours(track))})
    return replace(state, swapped=True, swaps=state.swaps + 1), (step,)


def _place(state: State, board: Board, seat: int, placed: Placed) -> tuple[State, tuple[Step, ...]]:
    after, symbol = place(state, board, placed.tile, placed.at)
    first: tuple[Step, ...] = ()
    if symbol:
        values = {"colour": symbol, "ruling": state.setup.options["first_turn"]}
        first = (Step(FIRST_TURN, seat, values=values),)
    return _score(state, seat, score_tile(board, placed.tile, placed.at), after, first)


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
    """Return a step for each seat whose total changed."""
    if totals is state.totals:
        return ()
    return tuple(
        [
            total_step(state.mode, seat, seat_track(state.mode, tracks, seat), total - before)
            for seat, (total, before) in enumerate(zip(totals, state.totals, strict=True))
            if total != before
        ]
    )


def total_step(mode: str, seat: int | None, track: Track, change: int | None = None) -> Step:
    """Return the step with the total of a track, as its seat sees it, and the deciding colours (Ingenious, End, Duel).

    >>> dict(total_step("base", 0, (10, 12, 9, 14, 11, 18)).values)
    {'total': 9, 'colours': ['blue']}
    """
    rule = {"base": LOWEST, "duel": OWN_SIDE}.get(mode, DOUBLE_LOWEST)
    colours = own_colours(track) if mode == "duel" else lowest_colours(track)
    return Step(rule, seat, change, {"total": total_of(mode, track), "colours": list(colours)})


def _ending(mode: str, seat: int, track: Track, board: Board | None, owed: int) -> tuple[Step, ...]:
    """Return the step that ends the game, if it is over (Ingenious, End of the game, Instant win)."""
    if is_at_top(mode, track):
        return (Step(ALL_AT_TOP, seat, values={"mode": mode, "top": TOPS[mode][-1]}),)
    if board and not board.free_pair_count:
        return (Step(BOARD_FULL, values={"owed": owed}),)
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
