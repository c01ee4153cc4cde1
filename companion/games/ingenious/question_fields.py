"""Validation of the fields of the referee's questions: the board, the tracks, a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, RuleError, Seat, entry_keys, integer, items, one_of
from companion.games.ingenious.board import Board, Placed, empty_board, lay
from companion.games.ingenious.colours import COLOUR_NAMES, COLOURS, Tile, copies, read_symbols, read_tile, tile_name
from companion.games.ingenious.entries import read_placed
from companion.games.ingenious.hexes import RADIUS
from companion.games.ingenious.refusals import TOO_MANY_HELD
from companion.games.ingenious.tracks import DOUBLE_TOP, DUEL_TOP, PLAYERS, TOP, Track

HAND = 6
MODES = ("base", "duel")

_TILES = Message("tiles")


def read_table(question: Mapping[str, Any]) -> tuple[Board, Placed]:
    """Return the board with its tiles and the tile to place; raise `RuleError` if one does not fit."""
    area = one_of(question["area"], Message("area"), tuple(RADIUS))
    symbols = read_symbols(question["symbols"], Message("symbols")) if "symbols" in question else COLOURS
    board = empty_board(area, symbols)
    for value in items(question["tiles"], _TILES):
        placed = read_placed(value, Message("a tile"))
        board = lay(board, placed.tile, placed.at)
    placed = read_placed(question["place"], Message("the tile to place"))
    lay(board, placed.tile, placed.at)
    return board, placed


def read_tracks(value: Any, mode: str) -> tuple[Track, ...]:
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


def read_track(value: Any) -> Track:
    """Read the track of a player or of a team (up to 36); raise `RuleError` if it is invalid."""
    return _read_track(value, Message("the track"), 0, DOUBLE_TOP)


def _read_track(value: Any, what: Message, low: int, high: int) -> Track:
    entry_keys(value, what, COLOURS)
    return tuple(
        integer(value[colour], Message("the {colour} marker", colour=COLOUR_NAMES[colour]), low, high)
        for colour in COLOURS
    )


def read_hand(value: Any) -> tuple[Tile, ...]:
    """Return the tiles of a hand; raise `RuleError` for more than six, or more of a tile than the game has."""
    values = items(value, Message("hand"))
    integer(len(values), Message("the number of tiles in hand"), 0, HAND)
    hand = tuple(read_tile(tile) for tile in values)
    for tile in hand:
        count = sum(sorted(other) == sorted(tile) for other in hand)
        if count > copies(tile):
            raise RuleError(TOO_MANY_HELD.of(count, copies=copies(tile), tile=tile_name(tile)))
    return hand
