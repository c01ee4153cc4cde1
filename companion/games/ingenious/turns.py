"""The turns of Ingenious: whose turn it is, where a tile may be placed, and when tiles may be swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.game import Message, Refusal, RuleError, Seat, Step
from companion.games.ingenious.board import Board, SpacePair, free_pairs, lay
from companion.games.ingenious.colours import COLOUR_NAMES, Tile
from companion.games.ingenious.hexes import area
from companion.games.ingenious.refusals import (
    FIRST_AWAY,
    FIRST_TOUCHES,
    OTHER_TURN,
    STILL_OWED,
    SWAP_ALONE,
    SWAP_BELOW_NINE,
    SWAP_FIRST,
    SWAP_OWED,
    SWAP_TWICE,
    SYMBOL_TAKEN,
)
from companion.games.ingenious.state import State
from companion.games.ingenious.tracks import DUEL_TOP, Track, area_of, lowest_colours, own_colours

SWAP_HAND = "ingenious/swap-hand"


def is_first_turn(state: State) -> bool:
    """Whether the seat on turn places its first tile."""
    return state.turns < state.setup.seats


def turn_refusal(state: State, seat: int) -> Refusal | None:
    """Return why a seat may not place a tile now, None if it may."""
    if seat == state.turn:
        return None
    if state.owed:
        return STILL_OWED.of(next=Seat(state.turn), seat=Seat(seat))
    return OTHER_TURN.of(next=Seat(state.turn), seat=Seat(seat))


def place(state: State, board: Board, tile: Tile, at: SpacePair) -> tuple[Board, str | None]:
    """Return the board with a tile placed in this turn (Ingenious 1, Placing); raise `RuleError` if it may not be.

    Also return the printed symbol beside a first tile, None for any later tile.
    """
    after = lay(board, tile, at)
    if not is_first_turn(state):
        return after, None
    return after, first_symbol(board, at, state.setup.options["first_turn"])


def first_symbol(board: Board, at: SpacePair, ruling: str) -> str:
    """Return the printed symbol beside a first tile, which is not on `board` yet; raise `RuleError` (Ingenious 1).

    With the ruling "apart" the tile may touch no other tile; with "own-symbol" its printed symbol may touch none.
    """
    board_area = area(board.area)
    neighbours = [place for space in at for place in board_area.neighbours[board_area.place[space]]]
    symbols = [place for place in neighbours if place in board_area.symbols]
    if not symbols:
        raise RuleError(FIRST_AWAY)
    if ruling == "apart":
        if _has_tile(board, neighbours):
            raise RuleError(FIRST_TOUCHES)
        return board.cells[symbols[0]] or ""
    for symbol in symbols:
        if not _has_tile(board, board_area.neighbours[symbol]):
            return board.cells[symbol] or ""
    raise RuleError(SYMBOL_TAKEN.of(colour=COLOUR_NAMES[board.cells[symbols[0]] or ""]))


def _has_tile(board: Board, places: Iterable[int]) -> bool:
    symbols = area(board.area).symbols
    return any(board.cells[place] is not None and place not in symbols for place in places)


def placing_refusal(state: State, tile: Tile, at: SpacePair) -> Message | None:
    """Return why a tile may not be placed there now, None if it may; always None without a board."""
    try:
        if state.board:
            place(state, state.board, tile, at)
    except RuleError as error:
        return error.message
    return None


def legal_places(state: State) -> Iterator[SpacePair]:
    """Yield every pair of spaces where the next tile may be placed, each pair once; nothing without a board."""
    if state.board is None or state.finished:
        return
    for at in free_pairs(state.board):
        if not is_first_turn(state) or _may_start(state.board, at, state.setup.options["first_turn"]):
            yield at


def _may_start(board: Board, at: SpacePair, ruling: str) -> bool:
    try:
        first_symbol(board, at, ruling)
    except RuleError:
        return False
    return True


def last_seat(state: State) -> int | None:
    """Return the seat whose turn has just ended, None before the end of the first turn and during a turn."""
    return (state.turn - 1) % state.setup.seats if state.turns and not state.owed else None


def swap_refusal(state: State, seat: int) -> Refusal | None:
    """Return why a seat may not swap now as far as the entries show, None if it may (Ingenious 3, Swapping)."""
    if state.mode == "solo":
        return SWAP_ALONE
    if seat == state.turn:
        if state.owed:
            return SWAP_OWED.of(seat=Seat(seat))
        return SWAP_FIRST.of(seat=Seat(seat))
    if seat != last_seat(state):
        return turn_refusal(state, seat)
    if state.swapped:
        return SWAP_TWICE.of(seat=Seat(seat))
    if state.mode == "duel" and not own_colours(state.track(seat), DUEL_TOP):
        return SWAP_BELOW_NINE.of(seat=Seat(seat), top=DUEL_TOP)
    return None


def may_swap_hand(track: Track, hand: Iterable[Tile]) -> bool:
    """Whether a hand may be swapped: no tile in it has any of the lowest colours (Ingenious 3, Swapping).

    >>> may_swap_hand((4, 5, 9, 4, 6, 8), [("green", "blue"), ("purple", "purple")])
    True
    >>> may_swap_hand((4, 5, 9, 4, 6, 8), [("green", "blue"), ("orange", "purple")])
    False
    """
    return not held_lowest(track, hand)


def held_lowest(track: Track, hand: Iterable[Tile]) -> tuple[str, ...]:
    """Return the lowest colours that are in a hand."""
    hand_colours = {colour for tile in hand for colour in tile}
    return tuple([colour for colour in lowest_colours(track) if colour in hand_colours])


def hand_step(track: Track, hand: Iterable[Tile]) -> Step:
    """Return the step that says whether a hand may be swapped, and which colours forbid it (Ingenious 3, Swapping)."""
    values = {"colours": list(lowest_colours(track)), "held": list(held_lowest(track, hand))}
    return Step(SWAP_HAND, values=values)


TILES_IN_GAME = 120
"""The number of tiles in the game (Ingenious, Components)."""


def max_tiles(state: State) -> int:
    """Return how many tiles fit on the area of this game without the printed symbols, at most all tiles."""
    ground = area(area_of(state.mode, state.setup.seats))
    return min(TILES_IN_GAME, (len(ground.spaces) - len(ground.symbols)) // 2)


def tiles_left(state: State) -> int | None:
    """Return the maximum number of tiles that still fit; None with a board."""
    return None if state.board else max(0, max_tiles(state) - state.laid)


def can_be_full(state: State) -> bool:
    """Whether the board can be full: in the worst case, half of the maximum number of tiles fills it."""
    return state.board is None and not state.finished and 2 * state.laid >= max_tiles(state)
