"""The views of an open score sheet's pages: the numbers of a side, the running entry, and a finished entry."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.game import Halves, Message, joined
from companion.game.pages.form import plain_number
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.open.numbers import Number, terms_of
from companion.games.open.sheet import WON

MOST_TYPED = 200
"""The most characters of a sum that are read."""
DIGITS = tuple("0123456789")
PLUS, MINUS_KEY, HALF, BACK, NEXT = "p", "m", "h", "x", "n"

_TERM = re.compile(r"[+-]?[0-9]+(?:\.[05])?", re.ASCII)
_SUM = re.compile(rf"{_TERM.pattern}(?:[+-][0-9]+(?:\.[05])?)*", re.ASCII)


def read_sum(text: str, *, has_halves: bool) -> Number | None:
    """Return the typed number, or the terms of a typed sum; None if the text is neither.

    >>> read_sum("１２＋5-3", has_halves=False), read_sum(" ー4 ", has_halves=False), read_sum("7½", has_halves=True)
    ([12, 5, -3], -4, 15)
    >>> read_sum("7.5", has_halves=False), read_sum("7+", has_halves=False)
    (None, None)
    """
    plain = re.sub(r"(?<![0-9])\.5", "0.5", plain_number(text[:MOST_TYPED]))
    if not _SUM.fullmatch(plain):
        return None
    terms = [_halves(term) for term in _TERM.findall(plain)]
    if not has_halves and any(term % 2 for term in terms):
        return None
    counted = terms if has_halves else [term // 2 for term in terms]
    return counted if len(counted) > 1 else counted[0]


def _halves(term: str) -> int:
    whole, _, fraction = term.lstrip("+-").partition(".")
    halves = int(whole) * 2 + (fraction == "5")
    return -halves if term.startswith("-") else halves


def as_typed(number: Number, *, has_halves: bool) -> str:
    """Return a number as it would be typed.

    >>> as_typed([12, 5, -3], has_halves=False), as_typed(15, has_halves=True)
    ('12+5-3', '7.5')
    """
    first, *others = [str(Halves(term)) if has_halves else str(term) for term in terms_of(number)]
    return first + "".join([term if term.startswith("-") else f"+{term}" for term in others])


def pressed(texts: Sequence[str], at: int, key: str, *, is_fresh: bool = False) -> tuple[list[str], int]:
    """Return the typed texts and the chosen cell after a key: "d7" types 7, the others are constants of this module.

    With `is_fresh` the first digit replaces the text of the cell.

    >>> pressed(["1", ""], 0, "d2"), pressed(["12", ""], 0, "n"), pressed(["12+", ""], 0, "m"), pressed(["7"], 0, "h")
    ((['12', ''], 0), (['12', ''], 1), (['12-', ''], 0), (['7.5'], 0))
    >>> pressed(["26"], 0, "d5", is_fresh=True), pressed(["26"], 0, "p", is_fresh=True)
    ((['5'], 0), (['26+'], 0))
    """
    new_texts, text = list(texts), texts[at]
    if is_fresh and (key == BACK or key[:1] == "d"):
        text = ""
    if key == NEXT:
        return new_texts, (at + 1) % len(new_texts)
    if key == BACK:
        new_texts[at] = text[:-2] if text.endswith(".5") else text[:-1]
    elif key[:1] == "d" and key[1:] in DIGITS:
        new_texts[at] = text if text.endswith(".5") else text + key[1:]
    elif key == HALF:
        new_texts[at] = text if text.endswith(".5") else text + (".5" if text[-1:] in DIGITS else "0.5")
    elif key in (PLUS, MINUS_KEY):
        sign = "+" if key == PLUS else "-"
        new_texts[at] = (text[:-1] if text[-1:] in ("+", "-") else text) + sign
    new_texts[at] = new_texts[at][:MOST_TYPED]
    return new_texts, at


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
