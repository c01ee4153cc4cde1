"""The engine of Ingenious: whose turn it is, where a tile may lie, what it moves, swaps, and the end of the game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Json, Message, Places, Seat, Setup, Standing, Step, Values, raise_if, rank, record
from companion.engine.ranking import by_seat
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
    empty_board,
    free_pairs,
    lay,
    read_spots,
    read_tile,
    score_tile,
)
from companion.games.ingenious.tracks import (
    DUEL_TOP,
    TEAMS,
    TOPS,
    Tokens,
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


@record
class ParsedEntry:
    """A parsed entry: its seat, and either the halves that scored or the tile on the board; neither for a swap."""

    seat: int
    halves: tuple[Half, ...] | None
    placed: Placed | None


def read_entry(entry: Any, seats: int, has_board: bool) -> ParsedEntry:
    """Parse an entry; raise `RuleError` if it is malformed. Whether the rules allow it is not checked."""
    if type(entry) is dict and "swap" in entry:
        entry_keys(entry, Message("the entry"), ("seat", "swap"))
        one_of(entry["swap"], Message("swap"), (True,))
        return ParsedEntry(integer(entry["seat"], Message("seat"), 0, seats - 1), None, None)
    entry_keys(entry, Message("the entry"), ("seat", "tile", "at") if has_board else ("seat", "points"))
    seat = integer(entry["seat"], Message("seat"), 0, seats - 1)
    if has_board:
        return ParsedEntry(seat, None, Placed(read_tile(entry["tile"]), read_spots(entry["at"])))
    if len(items(entry["points"], Message("points"))) > 2:
        raise RuleError("a tile has two halves, not {count}", count=len(entry["points"]))
    return ParsedEntry(seat, tuple([_read_half(half) for half in entry["points"]]), None)


def read_placed(value: Any, what: Message) -> Placed:
    """Parse a tile with its two spaces; raise `RuleError` if it is malformed. Whether it fits is not checked."""
    entry_keys(value, what, ("tile", "at"))
    return Placed(read_tile(value["tile"]), read_spots(value["at"]))


def _read_half(value: Any) -> Half:
    colour, points = items(value, Message("a half"), 2)
    colour = one_of(colour, Message("the colour"), COLOURS)
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
    totals = totals_of(mode, tracks, seats)
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
