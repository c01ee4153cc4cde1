"""The views of an open score sheet's pages: the numbers of a side, the running entry, and a finished entry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.game import Message, joined
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.open.sheet import WON


@dataclass(frozen=True)
class Cell:
    """A number that a side types at `place`, or a line that is computed from others if `place` is None.

    `worth` are its points, None if hidden, and shown if `shows_worth`; `explanation` are the sentences about its
    formula. A number that `is_kept` is secret and was typed on another phone; it stays unless something is typed.
    """

    name: str | Message
    place: int | None
    text: str
    shown: str
    worth: int | None
    shows_worth: bool
    factor: int
    per: int
    explanation: Sequence[Message]
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
    """The numbers of one side and the keys; `at` is the cell that keys change, `done` the seats with numbers.

    `sum` is a sentence about the sum of the round; `lines` are the formulas as JSON for the script, None without any.
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
    longest: int
    at: int
    is_last: bool
    round: int
    has_halves: bool
    may_choose: bool
    is_cooperative: bool
    can_stop: bool


@dataclass(frozen=True, kw_only=True)
class RunningSheet(SheetView):
    """The running entry; `after_limit` says why a round follows the limit, None as long as none does.

    `most` is the highest total and `most_int` its whole number, None if totals are hidden.
    """

    kind: str
    label: Message
    done: Collection[int]
    away: Collection[int]
    has_sides: bool
    sides: Sequence[Sequence[int]]
    has_teams: bool
    limit: int | None
    after_limit: Message | None
    most: int | None
    most_int: int | None


@dataclass(frozen=True)
class LineRow:
    """A line of the closing entry: the number and the points of each side, None if they are hidden."""

    name: str
    cells: Sequence[tuple[int, int | None] | None]


@dataclass(frozen=True, kw_only=True)
class LinesView(OutcomeView):
    """The lines of a closing entry, empty for other entries; `tie` has the name and numbers of the tie-break."""

    rows: Sequence[LineRow]
    sides: Sequence[Sequence[int]]
    tie: tuple[str, Sequence[int | None]] | None
    won: bool | None
