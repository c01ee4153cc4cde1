"""The form of "What does this tile score?": the tiles on the board, and last the tile in question."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine import Json, Message, if_allowed
from companion.engine.pages.form import Posted
from companion.engine.pages.help import Fields, QuestionInput, choice, filled
from companion.engine.pages.viewer import View
from companion.games.ingenious import form_state
from companion.games.ingenious.board import (
    COLOURS,
    DIRECTIONS,
    RADIUS,
    ROTATIONS,
    Board,
    Placed,
    area,
    empty_board,
    lay,
    neighbours,
)
from companion.games.ingenious.drawing import PartialTrack, around, tracks_table
from companion.games.ingenious.form_state import Chosen
from companion.games.ingenious.rulebook import COLOUR_NAMES

MOST_TILES = 84
"""More than fit on the whole board."""

_REACH = RADIUS["all"]
_STEPS = "abcdefghijklmno"
_TILE = re.compile(r"([rgboyp])([rgboyp])([a-o])([a-o])([0-5])")
_NUMBER = re.compile(r"-?[0-9]{1,2}")


def tile_code(placed: Placed) -> str:
    """Return the code of a tile, five letters: its colours, the space of its first half, the direction of the second.

    >>> tile_code(Placed(("red", "blue"), ((3, 0), (4, 0))))
    'rbkh0'
    """
    (q, r), second = placed.at
    direction = neighbours((q, r)).index(second)
    return f"{placed.tile[0][0]}{placed.tile[1][0]}{_STEPS[q + _REACH]}{_STEPS[r + _REACH]}{direction}"


def read_tiles(text: str) -> list[Placed]:
    """Parse tile codes; invalid ones are ignored.

    >>> read_tiles("rbkh0" + "zzz!!" + "rb")
    [Placed(tile=('red', 'blue'), at=((3, 0), (4, 0)))]
    """
    codes = [text[start : start + 5] for start in range(0, min(len(text), 5 * MOST_TILES), 5)]
    matches = [_TILE.fullmatch(code) for code in codes]
    return [_placed(*match.groups()) for match in matches if match]


def _placed(first: str, second: str, column: str, row: str, direction: str) -> Placed:
    q, r = _STEPS.index(column) - _REACH, _STEPS.index(row) - _REACH
    dq, dr = DIRECTIONS[int(direction)]
    return Placed((form_state.LETTERS[first], form_state.LETTERS[second]), ((q, r), (q + dq, r + dr)))


def symbols_code(symbols: Sequence[str]) -> str:
    """Return the code of six printed symbols: their first letters."""
    return "".join([colour[0] for colour in symbols])


def read_symbols_code(text: str) -> tuple[str, ...]:
    """Parse the code of six printed symbols; return the usual ones if it is invalid."""
    if sorted(text) == sorted(symbols_code(COLOURS)):
        return tuple([form_state.LETTERS[letter] for letter in text])
    return COLOURS


def track_code(track: PartialTrack) -> str:
    """Return the code of six markers: numbers separated by dots, empty for missing markers.

    >>> track_code((4, None, -2, 0, None, None))
    '4..-2.0..'
    """
    return ".".join(["" if value is None else str(value) for value in track])


def read_track_code(text: str, low: int, high: int) -> PartialTrack:
    """Parse the code of six markers; None for each marker that is missing or out of range."""
    parts = [*text.split(".", len(COLOURS))[: len(COLOURS)], *[""] * len(COLOURS)][: len(COLOURS)]
    values = [int(part) if part.isascii() and _NUMBER.fullmatch(part) else None for part in parts]
    return tuple([value if value is not None and low <= value <= high else None for value in values])


AREAS: Mapping[str, Message] = {"white": Message("White"), "grey": Message("With grey"), "all": Message("All")}
_TURNS = [(symbols_code(turn), COLOUR_NAMES[turn[0]], turn) for turn in ROTATIONS]


def ask_placement(posted: Posted) -> QuestionInput:
    """Read the form; the tile in question is the last one tapped, or a placed tile that is tapped again."""
    name = choice(posted, "area", RADIUS) or "white"
    symbols = read_symbols_code(posted.get("symbols") or "")
    tiles, chosen = _after_taps(posted, name, symbols)
    board = _board(name, symbols, tiles)
    fault = _fault(board, tiles, chosen)
    fields = placement_fields(name, symbols, tiles, chosen)
    missing = _missing(board, chosen, fault)
    question: Json | None = None
    if chosen.placed and not missing:
        question = {"area": name, "tiles": [tile.as_json() for tile in tiles], "place": chosen.placed.as_json()}
        question |= {} if symbols == COLOURS else {"symbols": list(symbols)}
    kept_fields = tuple([(key, value) for key in ("name", "claim") for value in posted.getlist(key)[:5] if value])
    drawing = form_state.draw_chosen(board, chosen, fault)
    steps = max([1, *[ray.count for ray in drawing.rays]])
    near = around(drawing, chosen.at, steps) if chosen.at and not fault else drawing
    view = View(
        fields=fields,
        address=(*fields, *kept_fields),
        area=name,
        symbols=symbols_code(symbols),
        is_first=not tiles and chosen.is_empty,
        id=f"h{len(board.tiles)}{chosen.fields()['s0']}".replace(".", "_"),
        board=drawing,
        near=near,
        halves=form_state.half_rows(board, chosen, fault),
        marks=(chosen.marks[1], None) if chosen.placed else chosen.marks,
        is_whole=chosen.placed is not None,
        areas=AREAS,
        turns=_TURNS,
        track_table=tracks_table("base"),
    )
    return QuestionInput(fields, question, missing, view)


def placement_fields(name: str, symbols: Sequence[str], tiles: Sequence[Placed], chosen: Chosen) -> Fields:
    """Return the query parameters of the form: the area, the placed tiles, the tile in question, the symbols."""
    codes, turn = "".join(map(tile_code, tiles)), None if tuple(symbols) == COLOURS else symbols_code(symbols)
    return filled(area=name, tiles=codes, **{**chosen.fields(), "wide": ""}, symbols=turn)


def chosen_tile(placed: Placed) -> Chosen:
    """Return the state of the form in which a placed tile is the tile in question."""
    return Chosen((placed.tile[0][0], placed.tile[1][0]), placed.at)


def _after_taps(posted: Posted, name: str, symbols: Sequence[str]) -> tuple[list[Placed], Chosen]:
    tiles = read_tiles(posted.get("tiles") or "")
    chosen = replace(form_state.read_chosen(empty_board("all"), posted, ()), wide="")
    for tap in posted.getlist("tap"):
        tiles, chosen = _after_tap(_board(name, symbols, tiles), tiles, chosen, tap)
    return tiles, chosen


def _after_tap(board: Board, tiles: list[Placed], chosen: Chosen, tap: str) -> tuple[list[Placed], Chosen]:
    """Return the placed tiles and the tile in question after a tap on a placed tile, a colour or a space.

    If the tile in question is complete, the next tap places it and starts another; a tapped space then gets the last
    colour.
    """
    space = form_state.read_chosen(board, {"s0": tap}, ()).spaces[0]
    tapped_tile = next((tile for tile in tiles if space in tile.at), None)
    placed = None if _fault(board, tiles, chosen) else chosen.placed
    if tapped_tile:
        other_tiles = [tile for tile in tiles if tile != tapped_tile]
        return [*other_tiles, placed] if placed else other_tiles, chosen_tile(tapped_tile)
    if placed and (tap in form_state.LETTERS or (space and space not in chosen.spaces)):
        next_tile = Chosen((None if tap in form_state.LETTERS else chosen.marks[1], None))
        return [*tiles, placed], form_state.apply_tap(board, next_tile, tap)
    return tiles, form_state.apply_tap(board, chosen, tap)


def _fault(board: Board, tiles: Sequence[Placed], chosen: Chosen) -> Message | None:
    """Return why the tile in question or a placed tile is not allowed, in words without coordinates."""
    ground = area(board.area).place
    spaces = [space for space in (*chosen.spaces, *[space for tile in tiles for space in tile.at]) if space]
    if any(space not in ground for space in spaces):
        return Message("A tile lies outside these spaces: choose more of them.")
    return form_state.spaces_fault(board, chosen)


def _board(name: str, symbols: Sequence[str], tiles: Sequence[Placed]) -> Board:
    """Return the board with the tiles that fit; the answer to the question reports the others."""
    board = empty_board(name, symbols)
    for placed in tiles:
        board = if_allowed(lay, board, placed.tile, placed.at) or board
    return board


def _missing(board: Board, chosen: Chosen, fault: Message | None) -> Message | None:
    if fault:
        return fault
    count = form_state.count_missing(board, chosen)
    if count == 4 and not board.tiles:
        return Message("Tap the tiles that matter; the last one is asked about")
    return form_state.more_taps(count) if count else None
