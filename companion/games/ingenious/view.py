"""The views of Ingenious's pages: the form of a tile, the tracks and the board, and a played entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game import Message, Refusal
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.ingenious.drawing import Drawing
from companion.games.ingenious.form_state import MOST_POINTS, Chosen
from companion.games.ingenious.preview import HalfRow
from companion.games.ingenious.track_table import TracksTable


@dataclass(frozen=True)
class SwapView:
    """The seat that may swap tiles, or why not; the lowest `colours` are empty if they are hidden."""

    seat: int
    turns: int
    fault: Refusal | None
    colours: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class TileView(EntryView):
    """The form of a tile; for a hidden seat without its score, so that nobody can try out what scores.

    `labels_of_missing` say how many taps a tile on the board still needs, from one on.
    """

    seat: int
    owed: int
    base: Mapping[str, str]
    query: str
    chosen: Chosen
    halves: Sequence[HalfRow]
    board: Drawing | None
    is_first: bool
    most: int = MOST_POINTS
    fault: Message | None
    sentences: Sequence[Message]
    extra: int
    is_ready: bool
    save: Message
    labels_of_missing: Sequence[Message]
    swap: SwapView | None
    tiles_left: int | None
    can_be_full: bool
    track_table: TracksTable


@dataclass(frozen=True, kw_only=True)
class TracksSheet(SheetView):
    """The current tracks and board, and whose turn is next."""

    seat: int
    owed: int
    board: Drawing | None
    swap: SwapView | None
    tiles_left: int | None
    track_table: TracksTable


@dataclass(frozen=True, kw_only=True)
class TracksView(OutcomeView):
    """The tracks after an entry, the points that it added, and the board with the scored lines."""

    seat: int
    extra: int
    owed: int
    turn: int
    board: Drawing | None
    track_table: TracksTable
