"""The preview of a tile that is being entered: whether it fits, the score of its halves, and the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Message, Refusal, RuleError, Step
from companion.games.ingenious.board import Board, Half, score_half, score_tile
from companion.games.ingenious.drawing import Drawing, draw
from companion.games.ingenious.form_state import Chosen, entry_of
from companion.games.ingenious.hexes import Space, neighbours
from companion.games.ingenious.refusals import PLACING
from companion.games.ingenious.rules import play
from companion.games.ingenious.turns import State, first_symbol, is_first_turn


@dataclass(frozen=True)
class HalfRow:
    """A half in the form: its colour, its points once known, and a note on how they are counted or what is missing."""

    colour: str | None
    points: int | None
    note: Message | None
    is_empty: bool


@dataclass(frozen=True)
class TilePreview:
    """A tapped tile of a seat: the fault if it is not allowed, or the state after it and its steps."""

    seat: int
    fault: Message | None
    after: State | None = None
    steps: tuple[Step, ...] = ()


def preview(state: State, chosen: Chosen) -> TilePreview:
    """Return the result of playing the tapped tile."""
    fault, entry = tile_fault(state, chosen), entry_of(state, chosen)
    if fault or entry is None:
        return TilePreview(state.turn, fault)
    try:
        after, steps = play(state, entry)
    except RuleError as error:
        return TilePreview(state.turn, error.message)
    return TilePreview(state.turn, None, after, () if chosen.is_empty else steps)


def spaces_fault(board: Board, chosen: Chosen) -> Message | None:
    """Return why no tile fits the tapped spaces, whatever its colours, in words without coordinates; else None."""
    if any(space is not None and board.colour(space) is not None for space in chosen.spaces):
        return Refusal("There lies a symbol already: tap a free space.", rule=PLACING)
    if chosen.at and chosen.at[1] not in neighbours(chosen.at[0]):
        return Refusal(
            "The two spaces are not side by side: tap one of them again, then a space beside the other.", rule=PLACING
        )
    return None


def tile_fault(state: State, chosen: Chosen) -> Message | None:
    """Return why the tapped tile is not allowed in this turn, in words without coordinates; None without a board."""
    if state.board is None:
        return None
    fault = spaces_fault(state.board, chosen)
    if fault or chosen.at is None or not is_first_turn(state):
        return fault
    try:
        first_symbol(state.board, chosen.at, state.setup.options["first_turn"])
    except RuleError as error:
        return error.message
    return None


def score_chosen(board: Board | None, chosen: Chosen, fault: Message | None) -> tuple[Half | None, Half | None]:
    """Return the score of each half whose colour is tapped, if both spaces are tapped and there is no `fault`."""
    if board is None or chosen.at is None or fault:
        return None, None
    first, second = chosen.at
    first_colour, second_colour = chosen.colours
    return (
        score_half(board, first_colour, first, second) if first_colour else None,
        score_half(board, second_colour, second, first) if second_colour else None,
    )


def half_rows(board: Board | None, chosen: Chosen, fault: Message | None) -> list[HalfRow]:
    """Return the two halves in the order in which they score."""
    if board is None:
        scored = [int(mark[1:]) if mark else None for mark in chosen.marks]
        return [
            HalfRow(colour, points, None, colour is None) for colour, points in zip(chosen.colours, scored, strict=True)
        ]
    halves = score_chosen(board, chosen, fault)
    return [
        HalfRow(
            colour, half.points if half else None, _half_note(colour, space, half), colour is None and space is None
        )
        for colour, space, half in zip(chosen.colours, chosen.spaces, halves, strict=True)
    ]


def _half_note(colour: str | None, space: Space | None, half: Half | None) -> Message | None:
    if half is not None and half.lines:
        return Message("{counts} in line", counts=" + ".join(str(len(line.spaces)) for line in half.lines))
    if half is not None:
        return Message("nothing in line")
    if colour and space:
        return None
    if colour:
        return Message("now tap its space")
    return Message("now tap its colour") if space else Message("tap a colour and a space")


def draw_chosen(board: Board, chosen: Chosen, fault: Message | None) -> Drawing:
    """Draw the board with the tile that is being tapped and the lines that it would score."""
    tile = list(zip(chosen.spaces, chosen.colours, strict=True))
    scored = zip(chosen.spaces, score_chosen(board, chosen, fault), strict=True)
    return draw(board, tile, [(space, half) for space, half in scored if space and half])


def without_lines(board: Drawing) -> Drawing:
    """Return a drawing without scoring lines."""
    return replace(board, rays=())


def draw_board(board: Board) -> Drawing:
    """Draw the current board with the latest tile marked."""
    return draw(board, marked=board.tiles[-1].at if board.tiles else ())


def draw_after(state: State, after: State, entry: Mapping[str, Any]) -> Drawing:
    """Draw the board after a tile, with the lines that it scored."""
    assert state.board is not None and after.board is not None
    (first, second), tile = [tuple(space) for space in entry["at"]], tuple(entry["tile"])
    halves = score_tile(state.board, tile, (first, second))
    return draw(after.board, halves=list(zip((first, second), halves, strict=True)), marked=(first, second))
