"""The forms of the questions: tiles tapped on a board, markers set on tracks, and the tiles in hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine import Json, Message, Seat, if_allowed
from companion.forms.form import Posted, number
from companion.forms.help import Fields, QuestionInput, choice, filled, join_values
from companion.forms.viewer import View
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
from companion.games.ingenious.drawing import PartialTrack, around, partial_row, tracks_table
from companion.games.ingenious.form_state import Chosen
from companion.games.ingenious.questions import HAND, MODES
from companion.games.ingenious.rulebook import COLOUR_NAMES, DOUBLE_TOP
from companion.games.ingenious.tracks import DUEL_TOP, PLAYERS, TOP

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


def read_track_code(text: str, low: int, high: int) -> PartialTrack:
    """Parse the code of six markers, such as 4..-2.0.. for four of them; None for one that is missing or out of range.

    >>> read_track_code("4..-2.0", -9, 9), read_track_code("4..-2.0", 0, 18)
    ((4, None, -2, 0, None, None), (4, None, None, 0, None, None))
    """
    parts = [*text.split(".", len(COLOURS))[: len(COLOURS)], *[""] * len(COLOURS)][: len(COLOURS)]
    values = [int(part) if part.isascii() and _NUMBER.fullmatch(part) else None for part in parts]
    return tuple([value if value is not None and low <= value <= high else None for value in values])


AREAS: Mapping[str, Message] = {"white": Message("White"), "grey": Message("With grey"), "all": Message("All")}
_TURNS = [(symbols_code(turn), COLOUR_NAMES[turn[0]], turn) for turn in ROTATIONS]


def ask_placement(posted: Posted) -> QuestionInput:
    """Read the form; the tile in question is the last one tapped, or a placed tile that is tapped again."""
    name = choice(posted, "area", RADIUS) or "white"
    symbols = read_symbols_code(posted.get("symbols") or "")
    tiles = read_tiles(posted.get("tiles") or "")
    chosen = replace(form_state.read_chosen(empty_board("all"), posted, ()), wide="")
    tiles, chosen = _after_tap(_board(name, symbols, tiles), tiles, chosen, posted.get("tap") or "")
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


_MARKER = re.compile(r"([0-3])([rgboyp])")
_TAPPED = re.compile(r"n(-?[0-9]{1,2})")
_PLACES = {letter: place for place, letter in enumerate(form_state.LETTERS)}
_TILE_SIZE = 2


@dataclass
class TracksInput:
    """Tracks that are being entered; `chosen` is the tapped marker as (seat, colour index), None for the first gap."""

    tracks: list[PartialTrack]
    low: int
    high: int
    chosen: tuple[int, int] | None = None

    @property
    def next_place(self) -> tuple[int, int] | None:
        """The seat and colour index of the marker to enter next, None when all are entered."""
        gaps = [(seat, place) for seat, track in enumerate(self.tracks) for place in range(6) if track[place] is None]
        return self.chosen or next(iter(gaps), None)

    def tap(self, text: str) -> None:
        """Apply a tap: "c0b" chooses the blue marker of seat 0, "n12" enters 12 for the next marker; ignore others."""
        value, key = _TAPPED.fullmatch(text), _MARKER.fullmatch(text[1:]) if text[:1] == "c" else None
        if key:
            # In a duel both sides share one track.
            self.chosen = min(int(key[1]), len(self.tracks) - 1), _PLACES[key[2]]
        elif value and self.next_place and self.low <= int(value[1]) <= self.high:
            seat, place = self.next_place
            track = self.tracks[seat]
            self.tracks[seat] = (*track[:place], int(value[1]), *track[place + 1 :])
            self.chosen = None

    def fields(self) -> Fields:
        """Return the form fields that hold these tracks."""
        texts = [["" if value is None else value for value in track] for track in self.tracks]
        pairs = [(f"t{seat}", join_values(track)) for seat, track in enumerate(texts) if set(track) != {""}]
        at = [("at", f"{self.chosen[0]}{COLOURS[self.chosen[1]][0]}")] if self.chosen else []
        return (*pairs, *at)

    def missing(self) -> Message | None:
        """Return the sentence that asks for the next marker, None when all are entered."""
        if self.next_place is None or (self.chosen and all(None not in track for track in self.tracks)):
            return None
        seat, place = self.next_place
        colour = COLOUR_NAMES[COLOURS[place]]
        return Message("Tap where the {colour} marker of {seat} stands", colour=colour, seat=Seat(seat))


def _read_tracks(posted: Posted, count: int, low: int, high: int) -> TracksInput:
    tracks = [read_track_code(posted.get(f"t{seat}") or "", low, high) for seat in range(count)]
    entered = TracksInput(tracks, low, high)
    for tap in (f"c{posted.get('at') or ''}", posted.get("tap") or ""):
        entered.tap(tap)
    return entered


def _ask_ranking(posted: Posted) -> QuestionInput:
    """Read the form of "Who comes first?": mode, number of players and their tracks."""
    mode = choice(posted, "mode", MODES) or MODES[0]
    players = number(posted, "players", PLAYERS["base"][0], PLAYERS["base"][-1]) or 2
    is_duel = mode == "duel"
    low, high = (-DUEL_TOP, DUEL_TOP) if is_duel else (0, TOP)
    entered = _read_tracks(posted, 1 if is_duel else players, low, high)
    missing = entered.missing()
    tracks = [dict(zip(COLOURS, track, strict=True)) for track in entered.tracks]
    fields = (("mode", mode), *(() if is_duel else (("players", str(players)),)), *entered.fields())
    view = View(
        track_table=_table(entered, mode),
        keys=_keys(entered),
        fields=fields,
        mode=mode,
        players=players,
        sizes=PLAYERS["base"],
    )
    return QuestionInput(fields, None if missing else {"mode": mode, "tracks": tracks}, missing, view)


def _table(entered: TracksInput, mode: str) -> View:
    """Return the tracks as a table; the duel's track as each side sees it."""
    next_seat, place = entered.next_place or (None, None)
    tracks = enumerate(entered.tracks)
    rows = [partial_row(mode, seat, track, place if seat == next_seat else None) for seat, track in tracks]
    if mode == "duel":
        other = tuple([None if value is None else -value for value in entered.tracks[0]])
        rows.append(partial_row(mode, 1, other, None))
    return tracks_table(mode, rows)


def _keys(entered: TracksInput) -> View:
    """Return the numbers to tap for the marker asked next: the usual ones, and the others apart.

    Those are the numbers of the duel's other side, or of the right half of a double track.
    """
    if entered.next_place is None:
        return View(asked=None, numbers=(), others=())
    seat, place = entered.next_place
    others = range(-1, entered.low - 1, -1) if entered.low < 0 else range(TOP + 1, entered.high + 1)
    return View(asked=(seat, COLOURS[place]), numbers=range(min(entered.high, TOP) + 1), others=others)


def _ask_swap(posted: Posted) -> QuestionInput:
    """Read the form of "May this hand be swapped?": one track and the colours of the tiles in hand."""
    entered, hand = _read_tracks(posted, 1, 0, DOUBLE_TOP), _hand_after(posted)
    tiles = [hand[start : start + _TILE_SIZE] for start in range(0, len(hand), _TILE_SIZE)]
    missing = entered.missing()
    if not hand:
        missing = missing or Message("Tap the colours of the tiles in hand")
    elif len(hand) % _TILE_SIZE:
        missing = missing or Message("Tap the second colour of the tile")
    named = [[form_state.LETTERS[letter] for letter in tile] for tile in tiles]
    question = None if missing else {"track": dict(zip(COLOURS, entered.tracks[0], strict=True)), "hand": named}
    fields = (*entered.fields(), *((("hand", hand),) if hand else ()))
    view = View(
        track_table=_table(entered, "base"),
        keys=_keys(entered),
        fields=fields,
        hand=hand,
        tiles=named,
        is_full=len(hand) == _TILE_SIZE * HAND,
        marks=(hand[-1] if len(hand) % _TILE_SIZE else None, None),
    )
    return QuestionInput(fields, question, missing, view)


def _hand_after(posted: Posted) -> str:
    """Return the colours of the tiles in hand, two per tile, after a tap: a colour is added, "x0" removes a tile."""
    posted_hand, tap = (posted.get("hand") or "")[: _TILE_SIZE * HAND], posted.get("tap") or ""
    hand = "".join([letter for letter in posted_hand if letter in form_state.LETTERS])
    if tap in form_state.LETTERS and len(hand) < _TILE_SIZE * HAND:
        return hand + tap
    tiles = [hand[start : start + _TILE_SIZE] for start in range(0, len(hand), _TILE_SIZE)]
    return "".join([tile for place, tile in enumerate(tiles) if tap != f"x{place}"])


def ranking_fields(mode: str, tracks: Sequence[PartialTrack]) -> Fields:
    """Return the query parameters of the question "who comes first" for the tracks of a game."""
    size = () if mode == "duel" else (("players", str(len(tracks))),)
    return (("mode", mode), *size, *TracksInput(list(tracks), 0, 0).fields())


FORMS = {
    "ingenious/placement": ask_placement,
    "ingenious/ranking": _ask_ranking,
    "ingenious/swap": _ask_swap,
}
