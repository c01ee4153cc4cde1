"""What a sheet asks for: its sides, rounds, lines and ties, made of the options of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.game import Halves, Json, Message, Setup
from companion.games.open.formulas.counting import Counting
from companion.games.open.formulas.formula import SheetLine, in_order, line_of

ROUND, LINES, ROUND_OR_LINES, WON = "round", "lines", "round or lines", "won"

END_LINES = Message("Lines at the end")


@dataclass(frozen=True)
class Tie:
    """What breaks ties besides the order of the seats: a line, or another number with this name."""

    name: str
    line: int | None
    fewest: bool


@dataclass(frozen=True)
class Sheet:
    """A sheet of a table. `rounds` is None without rounds and 0 for any number; `sides` play for one total each.

    `away` are the seats whose players have left or come later: they keep their points. `late` says of a seat that came
    in while the game ran after how many rounds that was. `sums` are what the numbers of a round may add up to, none if
    that is free; `fills` says whether the last number left of a round follows from it.
    """

    sides: tuple[tuple[int, ...], ...]
    rounds: int | None
    lines: tuple[SheetLine, ...]
    limit: int | None
    tie: Tie | None
    seats_break_ties: bool
    has_negative: bool
    has_halves: bool
    is_cooperative: bool
    away: frozenset[int] = frozenset()
    late: Mapping[int, int] = field(default_factory=dict)
    sums: tuple[int, ...] = ()
    fills: bool = False

    @cached_property
    def asked(self) -> tuple[tuple[int, ...], ...]:
        """The sides that numbers are asked of: those of which somebody is still there."""
        return tuple(side for side in self.sides if not self.away.issuperset(side))

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides that play against each other; empty where everybody plays alone, or all together."""
        has_mates = not self.is_cooperative and any(len(side) > 1 for side in self.sides)
        return self.sides if has_mates else ()

    @cached_property
    def asks_tie(self) -> bool:
        """Whether the closing entry has a number that only breaks ties."""
        return self.tie is not None and self.tie.line is None

    @cached_property
    def has_closing(self) -> bool:
        """Whether a closing entry follows the rounds."""
        return bool(self.lines) or self.asks_tie

    @cached_property
    def typed_lines(self) -> tuple[SheetLine, ...]:
        """The lines for which a number is typed; the others follow from these."""
        return tuple(line for line in self.lines if line.is_typed)

    @cached_property
    def is_plain(self) -> bool:
        """Whether no line has a formula."""
        return all(line.is_plain for line in self.lines)

    @cached_property
    def has_secret(self) -> bool:
        """Whether a line is shown to its own side alone until the game is over."""
        return any(line.is_secret for line in self.lines)

    @cached_property
    def counting(self) -> Counting:
        """What counts the lines."""
        order = in_order([line.needs for line in self.lines])
        assert order is not None, "lines in a circle are not read"
        return Counting(self.lines, order, self.unit)

    @property
    def unit(self) -> int:
        """What a point is stored as: 2 where halves are counted."""
        return 2 if self.has_halves else 1

    @property
    def zero(self) -> int:
        """No points, as the type in which this sheet counts."""
        return Halves(0) if self.has_halves else 0

    def points(self, number: int) -> int:
        """Return a number as the type in which this sheet counts."""
        return Halves(number) if self.has_halves else number

    def worth(self, line: SheetLine, number: int) -> int:
        """Return the points of a line with this number.

        >>> sheet = sheet_of(Setup(("Ann",), {"halves": True}))
        >>> sheet.worth(SheetLine("coins", 1, 3), 14), sheet.worth(SheetLine("cards", -2, 1), 3)
        (Halves(4), Halves(-6))
        """
        unit = self.unit
        if line.per == 1:
            return self.points(number * line.factor)
        return self.points(number // (line.per * unit) * line.factor * unit)

    def by_seat(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """Return what each seat's side has."""
        side = {seat: place for place, seats in enumerate(self.sides) for seat in seats}
        return tuple(values[side[seat]] for seat in range(len(side)))


def count_of(rounds: int | Json | None) -> int | None:
    """Return how many rounds the option says: None for none, 0 for any number."""
    return int(rounds["count"]) if isinstance(rounds, dict) else rounds


def sums_of(rounds: int | Json | None) -> tuple[int, ...]:
    """Return what the numbers of a round may add up to; none if that is free."""
    found = rounds["sum"] if isinstance(rounds, dict) else []
    return tuple(found) if isinstance(found, list) else (found,)


def sheet_of(setup: Setup) -> Sheet:
    """Return the sheet of a table; options that are missing have their default."""
    options = setup.options
    tie, teams, seats = options.get("tie"), options.get("teams"), range(setup.seats)
    lines, rounds = tuple(map(line_of, options.get("lines", ()))), options.get("rounds", 0)
    is_cooperative = options.get("cooperative", False)
    return Sheet(
        sides=(tuple(seats),) if is_cooperative else tuple(map(tuple, teams or [[seat] for seat in seats])),
        rounds=count_of(rounds),
        lines=lines,
        limit=options.get("limit"),
        tie=_tie_of(tie, lines) if type(tie) is dict else None,
        seats_break_ties=tie == "seats",
        has_negative=options.get("negative", False),
        has_halves=options.get("halves", False),
        is_cooperative=is_cooperative,
        away=frozenset(options.get("away", ())),
        late={newcomer["seat"]: newcomer["rounds"] for newcomer in options.get("late", ())},
        sums=sums_of(rounds),
        fills=isinstance(rounds, dict) and rounds["fill"],
    )


def _tie_of(tie: Json, lines: Sequence[SheetLine]) -> Tie:
    if "line" in tie:
        return Tie(lines[tie["line"]].name, tie["line"], tie["fewest"])
    return Tie(tie["number"], None, tie["fewest"])
