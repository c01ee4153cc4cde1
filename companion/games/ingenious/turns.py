"""The turns of Ingenious: whose turn it is, where a tile may be placed, and when tiles may be swapped."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.engine import Message, Seat, Setup, Step, record
from companion.engine.strict import Refusal, RuleError, entry_keys, fault_of, integer, items, one_of, shown
from companion.games.ingenious import rulebook
from companion.games.ingenious.board import (
    COLOURS,
    Board,
    Half,
    Placed,
    SpacePair,
    Tile,
    area,
    free_pairs,
    lay,
    read_spots,
    read_tile,
)
from companion.games.ingenious.tracks import DUEL_TOP, Tokens, Track, area_of, lowest_colours, own_colours, seat_track


@record
class State:
    """A game of Ingenious after some tiles.

    `tracks` holds one track per player or per team, or the duel's track as seat 0 sees it. `turn` is the seat whose
    turn it is, `owed` the number of extra placements that it still has to make, `turns` the number of finished turns,
    and `swapped` whether the last of them ended with a swap. `board` is None if entries have points instead of
    spaces; `laid` is the number of placed tiles, `swaps` the number of swaps.
    """

    setup: Setup
    totals: tuple[int, ...]
    tracks: tuple[Track, ...]
    tokens: Tokens
    turn: int
    board: Board | None
    finished: bool = False
    owed: int = 0
    turns: int = 0
    swapped: bool = False
    laid: int = 0
    swaps: int = 0

    @property
    def mode(self) -> str:
        """The mode of the game: base, solo, team or duel."""
        mode: str = self.setup.options["mode"]
        return mode

    def track(self, seat: int) -> Track:
        """Return a seat's markers as it sees them, in the order of `COLOURS`."""
        return seat_track(self.mode, self.tracks, seat)


_ENTRY, _SEAT, _SWAP = Message("the entry"), Message("seat"), Message("swap")
_POINTS, _HALF, _COLOUR = Message("points"), Message("a half"), Message("the colour")


@record
class ParsedEntry:
    """A parsed entry: its seat, and either the halves that scored or the tile on the board; neither for a swap."""

    seat: int
    halves: tuple[Half, ...] | None
    placed: Placed | None


def read_entry(entry: Any, seats: int, has_board: bool) -> ParsedEntry:
    """Parse an entry; raise `RuleError` if it is malformed. Whether the rules allow it is not checked."""
    if type(entry) is dict and "swap" in entry:
        entry_keys(entry, _ENTRY, ("seat", "swap"))
        one_of(entry["swap"], _SWAP, (True,))
        return ParsedEntry(integer(entry["seat"], _SEAT, 0, seats - 1), None, None)
    entry_keys(entry, _ENTRY, ("seat", "tile", "at") if has_board else ("seat", "points"))
    seat = integer(entry["seat"], _SEAT, 0, seats - 1)
    if has_board:
        return ParsedEntry(seat, None, Placed(read_tile(entry["tile"]), read_spots(entry["at"])))
    if len(items(entry["points"], _POINTS)) > 2:
        raise RuleError("a tile has two halves, not {count}", count=len(entry["points"]))
    return ParsedEntry(seat, tuple([_read_half(half) for half in entry["points"]]), None)


def read_placed(value: Any, what: Message) -> Placed:
    """Parse a tile with its two spaces; raise `RuleError` if it is malformed. Whether it fits is not checked."""
    entry_keys(value, what, ("tile", "at"))
    return Placed(read_tile(value["tile"]), read_spots(value["at"]))


def _read_half(value: Any) -> Half:
    colour, points = items(value, _HALF, 2)
    colour = one_of(colour, _COLOUR, COLOURS)
    if type(points) is not int:
        raise RuleError("the points of a half must be a whole number, not {value}", value=shown(points))
    if points < 0:
        raise RuleError(rulebook.BELOW_ZERO.of(value=shown(points)))
    return Half(colour, points, None)


def is_first_turn(state: State) -> bool:
    """Whether the seat on turn places its first tile."""
    return state.turns < state.setup.seats


def turn_refusal(state: State, seat: int) -> Refusal | None:
    """Return why a seat may not place a tile now, None if it may."""
    if seat == state.turn:
        return None
    return (rulebook.STILL_OWED if state.owed else rulebook.OTHER_TURN).of(next=Seat(state.turn), seat=Seat(seat))


def place(state: State, board: Board, tile: Tile, at: SpacePair) -> tuple[Board, tuple[Step, ...]]:
    """Return the board with a tile placed in this turn, and the step of a first one; raise `RuleError`."""
    after = lay(board, tile, at)
    if not is_first_turn(state):
        return after, ()
    ruling = state.setup.options["first_turn"]
    values = {"colour": first_symbol(board, at, ruling), "ruling": ruling}
    return after, (Step(rulebook.FIRST_TURN, state.turn, values=values),)


def first_symbol(board: Board, at: SpacePair, ruling: str) -> str:
    """Return the printed symbol beside a first tile, which is not on `board` yet; raise `RuleError` (Ingenious 1).

    With the ruling "apart" the tile may touch no other tile; with "own-symbol" its printed symbol may touch none.
    """
    board_area = area(board.area)
    neighbours = [place for space in at for place in board_area.neighbours[board_area.place[space]]]
    symbols = [place for place in neighbours if place in board_area.symbols]
    if not symbols:
        raise RuleError(rulebook.FIRST_AWAY)
    if ruling == "apart":
        if _has_tile(board, neighbours):
            raise RuleError(rulebook.FIRST_TOUCHES)
        return board.cells[symbols[0]] or ""
    for symbol in symbols:
        if not _has_tile(board, board_area.neighbours[symbol]):
            return board.cells[symbol] or ""
    raise RuleError(rulebook.SYMBOL_TAKEN.of(colour=rulebook.COLOUR_NAMES[board.cells[symbols[0]] or ""]))


def _has_tile(board: Board, places: Iterable[int]) -> bool:
    symbols = area(board.area).symbols
    return any(board.cells[place] is not None and place not in symbols for place in places)


def legal_places(state: State) -> Iterator[SpacePair]:
    """Yield every pair of spaces where the next tile may be placed, each pair once; nothing without a board."""
    if state.board is None or state.finished:
        return
    ruling = state.setup.options["first_turn"]
    for at in free_pairs(state.board):
        if not is_first_turn(state) or fault_of(first_symbol, state.board, at, ruling) is None:
            yield at


def last_seat(state: State) -> int | None:
    """Return the seat whose turn has just ended, None before the end of the first turn and during a turn."""
    return (state.turn - 1) % state.setup.seats if state.turns and not state.owed else None


def swap_refusal(state: State, seat: int) -> Refusal | None:
    """Return why a seat may not swap now as far as the entries show, None if it may (Ingenious 3, Swapping)."""
    if state.mode == "solo":
        return rulebook.SWAP_ALONE
    if seat == state.turn:
        return (rulebook.SWAP_OWED if state.owed else rulebook.SWAP_FIRST).of(seat=Seat(seat))
    if seat != last_seat(state):
        return turn_refusal(state, seat)
    if state.swapped:
        return rulebook.SWAP_TWICE.of(seat=Seat(seat))
    if state.mode == "duel" and not own_colours(state.track(seat), DUEL_TOP):
        return rulebook.SWAP_BELOW_NINE.of(seat=Seat(seat), top=DUEL_TOP)
    return None


def hand_step(track: Track, hand: Iterable[Tile]) -> Step:
    """Return the step with the lowest colours that are in a hand, which may be swapped without any (Ingenious 3).

    >>> hand_step((4, 5, 9, 4, 6, 8), [("green", "blue"), ("orange", "purple")]).values["held"]
    ['orange']
    """
    in_hand, lowest = {colour for tile in hand for colour in tile}, lowest_colours(track)
    held = [colour for colour in lowest if colour in in_hand]
    return Step(rulebook.SWAP_HAND, values={"colours": list(lowest), "held": held})


def max_tiles(state: State) -> int:
    """Return how many tiles fit on the area of this game without the printed symbols."""
    ground = area(area_of(state.mode, state.setup.seats))
    return (len(ground.spaces) - len(ground.symbols)) // 2


def tiles_left(state: State) -> int | None:
    """Return the maximum number of tiles that still fit; None with a board."""
    return None if state.board else max(0, max_tiles(state) - state.laid)


def can_be_full(state: State) -> bool:
    """Whether the board can be full: in the worst case, half of the maximum number of tiles fills it."""
    return state.board is None and not state.finished and 2 * state.laid >= max_tiles(state)
