"""The sheet of a table: its sides, rounds, lines and tie-breaks, built from the table's options."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine import Halves, Json, Message, Setup
from companion.games.open.formulas import Counting, SheetLine, line_of

ROUND, LINES, ROUND_OR_LINES, WON = "round", "lines", "round or lines", "won"

END_LINES = Message("Lines at the end")


@dataclass(frozen=True)
class Tie:
    """A number that breaks ties: that of a line, or another number with this name if `line` is None."""

    name: str
    line: int | None
    fewest: bool


class Bids(NamedTuple):
    """What a bid brings: `made` where it is kept, with `each` for a trick; `missed` for a trick too many or too few."""

    made: int
    each: int
    missed: int

    def points(self, bid: int, tricks: int) -> int:
        """Return the points of a bid and the tricks taken.

        >>> Bids(20, 10, -10).points(2, 2), Bids(20, 10, -10).points(0, 3)
        (40, -30)
        """
        return self.made + self.each * tricks if bid == tricks else self.missed * abs(bid - tricks)


@dataclass(frozen=True)
class Sheet:
    """A sheet of a table. `rounds` is None without rounds and 0 for any number; each side has one total.

    `away` are the seats of absent players, who keep their points. `sums` are the allowed sums of the numbers of a
    round, empty if any sum is allowed; with `fills` the last number of a round is computed from the sum. When a total
    has reached `limit`, `has_more` says whether one more round is played, and `plays_on` whether further ones follow
    while the first place is tied. With `bids` a side has a bid and its tricks in a round, in place of points.
    """

    sides: tuple[tuple[int, ...], ...]
    rounds: int | None
    lines: tuple[SheetLine, ...]
    limit: int | None
    ties: tuple[Tie, ...]
    seats_break_ties: bool
    has_negative: bool
    has_halves: bool
    is_cooperative: bool
    away: frozenset[int]
    sums: tuple[int, ...]
    fills: bool
    has_more: bool
    plays_on: bool
    bids: Bids | None

    @cached_property
    def entering_sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides that enter numbers: those with a player who is present."""
        return tuple(side for side in self.sides if not self.away.issuperset(side))

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides as teams; empty if everybody plays alone or the game is cooperative."""
        has_mates = not self.is_cooperative and any(len(side) > 1 for side in self.sides)
        return self.sides if has_mates else ()

    @cached_property
    def asked_tie(self) -> Tie | None:
        """The number that only breaks ties; None if only lines, or nothing, break them."""
        return next((tie for tie in self.ties if tie.line is None), None)

    @cached_property
    def closing_keys(self) -> tuple[str, ...]:
        """The keys of the closing entry, which follows the rounds; empty if none follows."""
        return tuple(key for key, what in (("lines", self.lines), ("tie", self.asked_tie)) if what)

    @cached_property
    def typed_lines(self) -> tuple[SheetLine, ...]:
        """The lines for which a number is typed; the others are computed from these."""
        return tuple(line for line in self.lines if line.is_typed)

    @cached_property
    def is_plain(self) -> bool:
        """Whether no line has a formula."""
        return all(line.is_plain for line in self.lines)

    @cached_property
    def counting(self) -> Counting:
        """The evaluation of the lines."""
        return Counting(self.lines, self.unit)

    @property
    def unit(self) -> int:
        """The integer that stands for one point: 2 with half points, else 1."""
        return 2 if self.has_halves else 1

    def points(self, number: int) -> int:
        """Return a number in the number type of this sheet: `Halves` or `int`."""
        return Halves(number) if self.has_halves else number

    def by_seat(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """Return values by seat from values by side."""
        side = {seat: place for place, seats in enumerate(self.sides) for seat in seats}
        return tuple(values[side[seat]] for seat in range(len(side)))


def count_of(rounds: int | Json | None) -> int | None:
    """Return the number of rounds in the option: None without rounds, 0 for any number."""
    return int(rounds["count"]) if isinstance(rounds, dict) else rounds


def sums_of(rounds: int | Json | None) -> tuple[int, ...]:
    """Return the allowed sums of the numbers of a round; empty if any sum is allowed."""
    sums = rounds["sum"] if isinstance(rounds, dict) else []
    return tuple(sums) if isinstance(sums, list) else (sums,)


LIMIT_FLAGS = ("more", "play_on")
"""The flags of a limit: one more round after it was reached, and further ones while the first place is tied."""


def limit_of(limit: int | Json | None) -> int | None:
    """Return the total in the option `limit`; None without a limit."""
    return int(limit["total"]) if isinstance(limit, dict) else limit


def tie_breaks(tie: str | Json | Sequence[Json]) -> Sequence[Json]:
    """Return the lines and numbers that break ties, the first one first; empty if none do."""
    if isinstance(tie, str):
        return []
    return [tie] if isinstance(tie, dict) else tie


def sheet_of(setup: Setup) -> Sheet:
    """Return the sheet of a table; missing options have their defaults."""
    options = setup.options
    tie, teams, seats = options.get("tie", "shared"), options.get("teams"), range(setup.seats)
    lines, rounds = tuple(map(line_of, options.get("lines", ()))), options.get("rounds", 0)
    bids = options.get("bids")
    is_cooperative, limit = options.get("cooperative", False), options.get("limit")
    has_more, plays_on = [isinstance(limit, dict) and limit[key] for key in LIMIT_FLAGS]
    return Sheet(
        sides=(tuple(seats),) if is_cooperative else tuple(map(tuple, teams or [[seat] for seat in seats])),
        rounds=count_of(rounds),
        lines=lines,
        limit=limit_of(limit),
        ties=tuple(_tie_of(each, lines) for each in tie_breaks(tie)),
        seats_break_ties=tie == "seats",
        has_negative=options.get("negative", False),
        has_halves=options.get("halves", False),
        is_cooperative=is_cooperative,
        away=frozenset(options.get("away", ())),
        sums=sums_of(rounds),
        fills=isinstance(rounds, dict) and rounds["fill"],
        has_more=has_more,
        plays_on=plays_on,
        bids=None if bids is None else Bids(**bids),
    )


def _tie_of(tie: Json, lines: Sequence[SheetLine]) -> Tie:
    if "line" in tie:
        return Tie(lines[tie["line"]].name, tie["line"], tie["fewest"])
    return Tie(tie["number"], None, tie["fewest"])
