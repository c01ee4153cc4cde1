"""The referee's questions: what a tile scores, who comes first, whether a hand may be swapped."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import (
    Answer,
    Message,
    Question,
    RuleError,
    Seat,
    entry_keys,
    integer,
    items,
    one_of,
    ranking_headline,
    ranking_verdict,
)
from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import Fields, QuestionInput, choice
from companion.engine.pages.viewer import View
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
from companion.games.ingenious.drawing import PartialTrack, partial_row, tracks_table
from companion.games.ingenious.form_state import LETTERS
from companion.games.ingenious.placement_form import ask_placement, read_track_code, track_code
from companion.games.ingenious.rulebook import COLOUR_NAMES, DOUBLE_TOP, DRAW, RULES, TOO_MANY_HELD
from companion.games.ingenious.rules import ranking, total_step
from companion.games.ingenious.tracks import DUEL_TOP, PLAYERS, TOP, Track, half_step, seat_track
from companion.games.ingenious.turns import hand_step, read_placed

HAND = 6
MODES = ("base", "duel")


def read_table(question: Mapping[str, Any]) -> tuple[Board, Placed]:
    """Return the board with its tiles and the tile to place; raise `RuleError` if one does not fit."""
    area = one_of(question["area"], Message("area"), tuple(RADIUS))
    symbols = read_symbols(question["symbols"], Message("symbols")) if "symbols" in question else COLOURS
    board = empty_board(area, symbols)
    for value in items(question["tiles"], Message("tiles")):
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


def _placement(question: Mapping[str, Any]) -> Answer:
    board, placed = read_table(question)
    halves = score_tile(board, placed.tile, placed.at)
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


def _ranking(question: Mapping[str, Any]) -> Answer:
    mode = one_of(question["mode"], Message("mode"), MODES)
    tracks = read_tracks(question["tracks"], mode)
    places, reasons = ranking(mode, tracks)
    seats = sorted(seat for place in places for seat in place)
    totals = tuple(total_step(mode, seat, seat_track(mode, tracks, seat)) for seat in seats)
    verdict = ranking_verdict(places, reasons, totals[0].rule)
    headline = Message("A draw") if verdict["decided_by"] == DRAW else ranking_headline(places)
    return Answer(verdict, (*totals, *reasons), headline, RULES[verdict["decided_by"]].title)


def _swap(question: Mapping[str, Any]) -> Answer:
    track, hand = _read_track(question["track"], Message("the track"), 0, DOUBLE_TOP), read_hand(question["hand"])
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
        key="ingenious/placement",
        title=Message("What does this tile score?"),
        help=Message("The tiles that lie there and the new one; a claim is the points of both halves together."),
        words=Message("points of a tile, lines, same symbol, directions, count"),
        fields=("area", "tiles", "place"),
        optional=("symbols",),
        answer=_placement,
        claims=True,
    ),
    Question(
        key="ingenious/ranking",
        title=Message("Who comes first?"),
        help=Message("Where the six markers of each player stand; in the duel, where they stand for the first player."),
        words=Message("who wins, tie, lowest marker, second lowest, draw, duel"),
        fields=("tracks", "mode"),
        answer=_ranking,
    ),
    Question(
        key="ingenious/swap",
        title=Message("May this hand be swapped?"),
        help=Message(
            "A player's six markers and the tiles in hand, after scoring and before drawing. "
            "In the duel another rule holds: single tiles of a colour at 9 may be swapped."
        ),
        words=Message("swap tiles, exchange, lowest colour, no matching symbol, new tiles"),
        fields=("track", "hand"),
        answer=_swap,
    ),
)


_KEY = re.compile(r"([0-3])([rgboyp])")
_NUMBER = re.compile(r"n(-?[0-9]{1,2})")
_PLACES = {letter: place for place, letter in enumerate(LETTERS)}
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
        value, key = _NUMBER.fullmatch(text), _KEY.fullmatch(text[1:]) if text[:1] == "c" else None
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
        pairs = [(f"t{seat}", track_code(track)) for seat, track in enumerate(self.tracks) if set(track) != {None}]
        at = [("at", f"{self.chosen[0]}{COLOURS[self.chosen[1]][0]}")] if self.chosen else []
        return (*pairs, *at)

    def missing(self) -> Message | None:
        """Return the sentence that asks for the next marker, None when all are entered."""
        if self.next_place is None or (self.chosen and all(None not in track for track in self.tracks)):
            return None
        seat, place = self.next_place
        colour = COLOUR_NAMES[COLOURS[place]]
        return Message("Tap where the {colour} marker of {seat} stands", colour=colour, seat=Seat(seat))

    def at(self, seat: int) -> int | None:
        """Return the colour index of the marker to enter next if it belongs to this seat, else None."""
        return self.next_place[1] if self.next_place and self.next_place[0] == seat else None


def _read_tracks(posted: Posted, count: int, low: int, high: int) -> TracksInput:
    tracks = [read_track_code(posted.get(f"t{seat}") or "", low, high) for seat in range(count)]
    entered = TracksInput(tracks, low, high)
    for tap in (f"c{posted.get('at') or ''}", *posted.getlist("tap")):
        entered.tap(tap)
    return entered


def ask_ranking(posted: Posted) -> QuestionInput:
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
    rows = [partial_row(mode, seat, track, entered.at(seat)) for seat, track in enumerate(entered.tracks)]
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


def ask_swap(posted: Posted) -> QuestionInput:
    """Read the form of "May this hand be swapped?": one track and the colours of the tiles in hand."""
    entered, hand = _read_tracks(posted, 1, 0, DOUBLE_TOP), _hand_after(posted)
    tiles = [hand[start : start + _TILE_SIZE] for start in range(0, len(hand), _TILE_SIZE)]
    missing = entered.missing()
    if not hand:
        missing = missing or Message("Tap the colours of the tiles in hand")
    elif len(hand) % _TILE_SIZE:
        missing = missing or Message("Tap the second colour of the tile")
    named = [[LETTERS[letter] for letter in tile] for tile in tiles]
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
    """Return the colours of the tiles in hand, two per tile, after the taps: a colour is added, "x0" removes a tile."""
    hand = "".join([letter for letter in (posted.get("hand") or "")[: _TILE_SIZE * HAND] if letter in LETTERS])
    for tap in posted.getlist("tap"):
        if tap in LETTERS and len(hand) < _TILE_SIZE * HAND:
            hand += tap
        elif tap[:1] == "x" and tap[1:] in tuple("012345"):
            start = int(tap[1:]) * _TILE_SIZE
            hand = hand[:start] + hand[start + _TILE_SIZE :]
    return hand


def ranking_fields(mode: str, tracks: Sequence[PartialTrack]) -> Fields:
    """Return the query parameters of the question "who comes first" for the tracks of a game."""
    size = () if mode == "duel" else (("players", str(len(tracks))),)
    return (("mode", mode), *size, *TracksInput(list(tracks), 0, 0).fields())


FORMS = {"ingenious/placement": ask_placement, "ingenious/ranking": ask_ranking, "ingenious/swap": ask_swap}
