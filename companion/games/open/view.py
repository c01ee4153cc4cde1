"""What the pages of an open score sheet show: the numbers of a side, the running entry, and one that was made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.game import Message, joined
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.open.sheet import WON


@dataclass(frozen=True)
class Cell:
    """A number that a side types at a place, or a line without one that follows from others.

    `worth` is what it gives if that is not hidden and `is_told`, `told` the sentences of its formula. What `is_kept` is
    secret and was typed by another phone; it stays while nothing is typed.
    """

    name: str | Message
    place: int | None
    text: str
    shown: str
    worth: int | None
    is_told: bool
    factor: int
    per: int
    told: Sequence[Message]
    is_kept: bool = False


@dataclass(frozen=True, kw_only=True)
class EndingView(EntryView):
    """The form that asks whether all won together; `won` is the answer to correct."""

    mode: str = WON
    is_cooperative: bool = True
    won: str | None
    can_stop: bool


@dataclass(frozen=True, kw_only=True)
class SideView(EntryView):
    """The numbers of one side with the keys; `at` is the cell that they change, `done` the seats whose are in.

    `sum` says what the round adds up to; `lines` are the formulas for the script, None where there are none.
    """

    mode: str
    is_saved: bool
    is_fresh: bool
    away: Collection[int]
    is_away: bool
    waiting: joined
    seat: int
    side: Sequence[int]
    has_sides: bool
    done: Collection[int]
    cells: Sequence[Cell]
    sum: Message | None
    lines: str | None
    at: int
    is_last: bool
    round: int
    has_halves: bool
    may_choose: bool
    is_cooperative: bool
    can_stop: bool


@dataclass(frozen=True, kw_only=True)
class RunningSheet(SheetView):
    """The running entry; `most` is the highest total and `most_int` its whole number, None if totals are hidden."""

    kind: str
    label: Message
    done: Collection[int]
    away: Collection[int]
    has_sides: bool
    sides: Sequence[Sequence[int]]
    has_teams: bool
    limit: int | None
    most: int | None
    most_int: int | None


@dataclass(frozen=True)
class LineRow:
    """A line of the closing entry: the number and the points of each side, None if they are hidden."""

    name: str
    cells: Sequence[tuple[int, int | None] | None]


@dataclass(frozen=True, kw_only=True)
class LinesView(OutcomeView):
    """The lines of a closing entry, none of any other; `tie` has the name of what breaks ties, and each side's."""

    rows: Sequence[LineRow]
    sides: Sequence[Sequence[int]]
    tie: tuple[str, Sequence[int | None]] | None
    won: bool | None
