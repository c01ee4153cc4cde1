"""The referee's questions: what a tile scores, who comes first, whether a hand may be swapped."""

from collections.abc import Sequence
from typing import Any

from companion.engine import Answer, Choice, Input, Message, Question, Seat, ranking_headline, ranking_verdict
from companion.engine.strict import RuleError, entry_keys, integer, items
from companion.games.ingenious.board import (
    COLOURS,
    RADIUS,
    Board,
    Placed,
    Tile,
    colour_names,
    copies,
    empty_board,
    lay,
    read_symbols,
    read_tile,
    score_tile,
    tile_name,
)
from companion.games.ingenious.rulebook import COLOUR_NAMES, DOUBLE_TOP, DRAW, RULES, TOO_MANY_HELD
from companion.games.ingenious.rules import hand_step, ranking, read_placed, total_step
from companion.games.ingenious.tracks import DUEL_TOP, PLAYERS, TOP, Track, half_step, seat_track

HAND = 6
MODES = ("base", "duel")


def _read_tiles(value: Any, area: str, symbols: Sequence[str] | None) -> Board:
    board = empty_board(area, symbols or COLOURS)
    for tile in items(value, Message("tiles")):
        placed = read_placed(tile, Message("a tile"))
        board = lay(board, placed.tile, placed.at)
    return board


def _read_place(value: Any, board: Board) -> Placed:
    placed = read_placed(value, Message("the tile to place"))
    lay(board, placed.tile, placed.at)
    return placed


def _read_tracks(value: Any, mode: str) -> tuple[Track, ...]:
    """Return one track per player (0 to 18), or the duel's as seat 0 sees it (-9 to 9); raise `RuleError`."""
    if mode == "duel":
        (track,) = items(value, Message("tracks"), 1)
        return (_read_track(track, Message("the track"), -DUEL_TOP, DUEL_TOP),)
    values = items(value, Message("tracks"))
    players = PLAYERS[mode]
    integer(len(values), Message("the number of tracks"), players[0], players[-1])
    return tuple(
        _read_track(track, Message("the track of {seat}", seat=Seat(seat)), 0, TOP) for seat, track in enumerate(values)
    )


def _read_track(value: Any, what: Message, low: int, high: int) -> Track:
    entry_keys(value, what, COLOURS)
    return tuple(
        integer(value[colour], Message("the {colour} marker", colour=COLOUR_NAMES[colour]), low, high)
        for colour in COLOURS
    )


def _read_hand(value: Any) -> tuple[Tile, ...]:
    """Return the tiles of a hand; raise `RuleError` for more than six, or more of a tile than the game has."""
    values = items(value, Message("hand"))
    integer(len(values), Message("the number of tiles in hand"), 0, HAND)
    hand = tuple(read_tile(tile) for tile in values)
    for tile in hand:
        count = sum(sorted(other) == sorted(tile) for other in hand)
        if count > copies(tile):
            raise RuleError(TOO_MANY_HELD.of(count, copies=copies(tile), tile=tile_name(tile)))
    return hand


def _placement(area: str, tiles: Board, place: Placed, symbols: Sequence[str] = COLOURS) -> Answer:
    halves = score_tile(tiles, place.tile, place.at)
    points = sum(half.points for half in halves)
    verdict = {
        "points": [[half.colour, half.points] for half in halves],
        "lines": [[line.as_json() for line in half.lines or ()] for half in halves],
    }
    first, second = [
        Message("{colour} {value}", colour=COLOUR_NAMES[half.colour], value=half.points) for half in halves
    ]
    subline = Message("{first} + {second}", first=first, second=second)
    headline = Message("{count} point", "{count} points", points)
    return Answer(verdict, tuple(half_step(half) for half in halves), headline, subline, points)


def _ranking(mode: str, tracks: Sequence[Track]) -> Answer:
    places, reasons = ranking(mode, tracks)
    seats = sorted(seat for place in places for seat in place)
    totals = tuple(total_step(mode, seat, seat_track(mode, tracks, seat)) for seat in seats)
    verdict = ranking_verdict(places, reasons, totals[0].rule)
    headline = Message("A draw") if verdict["decided_by"] == DRAW else ranking_headline(places)
    return Answer(verdict, (*totals, *reasons), headline, RULES[verdict["decided_by"]].title)


def _swap(track: Track, hand: Sequence[Tile]) -> Answer:
    step, total = hand_step(track, hand), total_step("base", None, track)
    allowed, lowest = not step.values["held"], step.values["colours"]
    headline = Message("All tiles may be swapped") if allowed else Message("No swap")
    return Answer(
        {"allowed": allowed, "lowest": lowest},
        (total, step),
        headline,
        Message("Lowest: {colours}", colours=colour_names(lowest)),
    )


QUESTIONS = (
    Question(
        "ingenious/placement",
        title="What does this tile score?",
        help="The tiles that lie there and the new one; a claim is the points of both halves together.",
        inputs=(
            Choice("area", RADIUS),
            Input("symbols", reads=lambda value: read_symbols(value, Message("symbols")), is_optional=True),
            Input("tiles", reads=_read_tiles, needs=("area", "symbols")),
            Input("place", reads=_read_place, needs=("tiles",)),
        ),
        answer=_placement,
        claims=True,
    ),
    Question(
        "ingenious/ranking",
        title="Who comes first?",
        help="Where the six markers of each player stand; in the duel, where they stand for the first player.",
        inputs=(Choice("mode", MODES), Input("tracks", reads=_read_tracks, needs=("mode",))),
        answer=_ranking,
    ),
    Question(
        "ingenious/swap",
        title="May this hand be swapped?",
        help="A player's six markers and the tiles in hand, after scoring and before drawing. "
        "In the duel another rule holds: single tiles of a colour at 9 may be swapped.",
        inputs=(
            Input("track", reads=lambda value: _read_track(value, Message("the track"), 0, DOUBLE_TOP)),
            Input("hand", reads=_read_hand),
        ),
        answer=_swap,
    ),
)
