"""The forms of the referee's questions about Ingenious: who comes first, and whether a hand may be swapped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message, Seat
from companion.game.pages.form import Posted, number
from companion.game.pages.help import AskView, Fields, QuestionInput
from companion.games.ingenious.colours import COLOUR_NAMES, COLOURS
from companion.games.ingenious.form_state import LETTERS, Pair
from companion.games.ingenious.help.address_codes import read_track_code, track_code
from companion.games.ingenious.help.placement_form import ask_placement
from companion.games.ingenious.question_fields import HAND, MODES
from companion.games.ingenious.track_table import PartialTrack, Row, TracksTable, partial_row
from companion.games.ingenious.tracks import DOUBLE_TOP, DUEL_TOP, PLAYERS, TOP

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
        pairs = [(f"t{seat}", track_code(track)) for seat, track in enumerate(self.tracks) if has_any_value(track)]
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


@dataclass(frozen=True)
class NumberKeys:
    """The usual numbers to tap, and the `others`, for the marker of the seat and colour in `asked`."""

    asked: tuple[int, str] | None = None
    numbers: Sequence[int] = ()
    others: Sequence[int] = ()


@dataclass(frozen=True, kw_only=True)
class TracksAsk(AskView):
    """The tracks that are entered, and the keys for the next marker."""

    track_table: TracksTable
    keys: NumberKeys
    fields: Fields


@dataclass(frozen=True, kw_only=True)
class RankingAsk(TracksAsk):
    """The form of the question who comes first."""

    mode: str
    players: int
    sizes: Sequence[int] = PLAYERS["base"]


@dataclass(frozen=True, kw_only=True)
class SwapAsk(TracksAsk):
    """The form of a swap: the hand as letters, its tiles by colours, and as `marks` the first half of a new tile."""

    hand: str
    tiles: Sequence[Sequence[str]]
    is_full: bool
    marks: Pair[str]


def has_any_value(track: PartialTrack) -> bool:
    """Whether at least one marker of a track has been entered."""
    return any(value is not None for value in track)


def _read_tracks(posted: Posted, count: int, low: int, high: int) -> TracksInput:
    tracks = [read_track_code(posted.get(f"t{seat}") or "", low, high) for seat in range(count)]
    entered = TracksInput(tracks, low, high)
    for tap in (f"c{posted.get('at') or ''}", *posted.getlist("tap")):
        entered.tap(tap)
    return entered


def ask_ranking(posted: Posted) -> QuestionInput:
    """Read the form of "Who comes first?": mode, number of players and their tracks."""
    mode = posted.get("mode") if posted.get("mode") in MODES else MODES[0]
    assert mode is not None
    players = number(posted, "players", PLAYERS["base"][0], PLAYERS["base"][-1]) or 2
    is_duel = mode == "duel"
    low, high = (-DUEL_TOP, DUEL_TOP) if is_duel else (0, TOP)
    entered = _read_tracks(posted, 1 if is_duel else players, low, high)
    missing = entered.missing()
    tracks = [dict(zip(COLOURS, track, strict=True)) for track in entered.tracks]
    rows = _duel_rows(entered) if is_duel else _rows(entered, mode)
    fields = (("mode", mode), *(() if is_duel else (("players", str(players)),)), *entered.fields())
    view = RankingAsk(
        track_table=TracksTable(mode, rows), keys=_keys(entered), fields=fields, mode=mode, players=players
    )
    return QuestionInput(fields, None if missing else {"mode": mode, "tracks": tracks}, missing, view)


def _rows(entered: TracksInput, mode: str) -> list[Row]:
    return [partial_row(mode, seat, track, entered.at(seat)) for seat, track in enumerate(entered.tracks)]


def _duel_rows(entered: TracksInput) -> list[Row]:
    """Return the duel's track as each side sees it."""
    (track,) = entered.tracks
    other = tuple([None if value is None else -value for value in track])
    return [partial_row("duel", 0, track, entered.at(0)), partial_row("duel", 1, other, None)]


def _keys(entered: TracksInput) -> NumberKeys:
    if entered.next_place is None:
        return NumberKeys()
    seat, place = entered.next_place
    return NumberKeys((seat, COLOURS[place]), range(min(entered.high, TOP) + 1), _others(entered))


def _others(entered: TracksInput) -> list[int]:
    """Return the less usual numbers: of the duel's other side, or of the right half of a double track."""
    if entered.low < 0:
        return list(range(-1, entered.low - 1, -1))
    return list(range(TOP + 1, entered.high + 1))


def ask_swap(posted: Posted) -> QuestionInput:
    """Read the form of "May this hand be swapped?": one track and the colours of the tiles in hand."""
    entered, hand = _read_tracks(posted, 1, 0, DOUBLE_TOP), _hand_after(posted)
    tiles = [hand[start : start + _TILE_SIZE] for start in range(0, len(hand), _TILE_SIZE)]
    missing = entered.missing()
    if not missing and not hand:
        missing = Message("Tap the colours of the tiles in hand")
    elif not missing and len(hand) % _TILE_SIZE:
        missing = Message("Tap the second colour of the tile")
    named = [[LETTERS[letter] for letter in tile] for tile in tiles]
    question = None if missing else {"track": dict(zip(COLOURS, entered.tracks[0], strict=True)), "hand": named}
    fields = (*entered.fields(), *((("hand", hand),) if hand else ()))
    view = SwapAsk(
        track_table=TracksTable("base", _rows(entered, "base")),
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


FORMS = {
    "ingenious/placement": ask_placement,
    "ingenious/ranking": ask_ranking,
    "ingenious/swap": ask_swap,
}
