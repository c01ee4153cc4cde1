"""An entry of an open score sheet: typed numbers, each seat's part, each side's numbers, and the views of its pages."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import MINUS, Halves, Json, Message, RuleError, Seat, entry_keys, items, joined, shown
from companion.game.pages.form import Draft, EntryForm, Filled, known_slots, plain_number
from companion.game.pages.pieces import Pieces, PieceWords, SeatSlots
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.open.numbers import Number, points_of, read_number, read_side, read_tie, terms_of
from companion.games.open.rules import State, due
from companion.games.open.sheet import LINES, ROUND, ROUND_OR_LINES, WON, Sheet

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


SLOTS = SeatSlots("seat")
"""The slots of the seats' parts; team mates have equal parts."""
_TIE, _END = "tie", "end"
KEPT = "kept"
"""The key in a masked part, and the form's field, with the places of numbers that stay unless something is typed."""


def side_of(sheet: Sheet, seat: int) -> tuple[int, ...]:
    """Return the seats of the side that a seat belongs to."""
    return next(side for side in sheet.sides if seat in side)


def _kind_of_part(part: Mapping[str, Any]) -> str:
    return ROUND if "round" in part else LINES


def kind_of(state: State, draft: Draft, *, wants_lines: bool = False) -> str:
    """Return what the form asks for: the kind of the entered parts, else what is due, or the lines if wanted."""
    for part in draft.values():
        return _kind_of_part(part)
    kind = due(state) or WON
    return (LINES if wants_lines else ROUND) if kind == ROUND_OR_LINES else kind


def missing_side(sheet: Sheet, draft: Draft) -> tuple[int, ...] | None:
    """Return the seats of the first side that is present and whose part is missing."""
    return next((side for side in sheet.entering_sides if SLOTS.of(side[0]) not in draft), None)


def texts_of(part: Mapping[str, Any]) -> list[str]:
    """Return the texts of a part, one per cell of the form."""
    return [part["round"]] if "round" in part else [*part.get("lines", ()), *([part["tie"]] if "tie" in part else ())]


def masked(part: Mapping[str, Any], sheet: Sheet, *, knows: bool) -> Mapping[str, Any]:
    """Return a part without the numbers of secret lines, and their places under `KEPT`; unchanged if `knows` is set."""
    if knows or "lines" not in part or not sheet.has_secret:
        return part
    secret = [place for place, line in enumerate(sheet.typed_lines) if line.is_secret]
    lines = ["" if place in secret else text for place, text in enumerate(part["lines"])]
    return {**part, "lines": lines, KEPT: secret}


def part_of(sheet: Sheet, kind: str, texts: Sequence[str]) -> Json:
    """Return the part of a side with these texts, one per cell of the form."""
    if kind == ROUND:
        return {"round": texts[0]}
    lines = {"lines": texts[: len(sheet.typed_lines)]} if sheet.lines else {}
    return {**lines, **({"tie": texts[-1]} if sheet.asks_tie else {})}


def find_computed_side(sheet: Sheet, draft: Draft) -> tuple[int, ...] | None:
    """Return the side whose number in the running round follows from all others.

    None if more than one part is missing, if all are entered, or if only one side enters.
    """
    if not sheet.fills or len(sheet.entering_sides) < 2 or {_kind_of_part(part) for part in draft.values()} != {ROUND}:
        return None
    missing = [side for side in sheet.entering_sides if SLOTS.of(side[0]) not in draft]
    return missing[0] if len(missing) == 1 else None


def _typed(value: Any, key: str, sheet: Sheet) -> Any:
    if key == "lines":
        return [as_typed(number, has_halves=sheet.has_halves) for number in value]
    return as_typed(value, has_halves=sheet.has_halves)


def read_part(part: Any, seats: Sequence[int], sheet: Sheet) -> Json:
    """Return the numbers of a side's part as in an entry; raise `RuleError` for invalid texts."""
    description = points_of(seats)
    if type(part) is dict and "round" in part:
        entry_keys(part, description, ("round",))
        return {"round": read_number(_number(part["round"], sheet), description, sheet)}
    entry_keys(part, description, [*["lines"] * bool(sheet.lines), *["tie"] * sheet.asks_tie])
    numbers: Json = {}
    if sheet.lines:
        numbers["lines"] = read_side([_number(text, sheet) for text in items(part["lines"], description)], seats, sheet)
    if sheet.asks_tie:
        numbers["tie"] = read_tie(_number(part["tie"], sheet), seats, sheet)
    return numbers


def _number(text: Any, sheet: Sheet) -> Number:
    number = read_sum(text, has_halves=sheet.has_halves) if type(text) is str else None
    if number is None:
        raise RuleError(Message("{value} is no number and no sum", value=shown(text)))
    return number


def _side_pieces(first: int, numbers: Mapping[str, Any]) -> Json:
    """Return the pieces of the side whose first seat is `first`: "round.0", "lines.0.2", "tie.0"."""
    pieces = {f"{key}.{first}": numbers[key] for key in (ROUND, _TIE) if numbers.get(key) is not None}
    return pieces | {f"{LINES}.{first}.{place}": number for place, number in enumerate(numbers.get(LINES, ()))}


def _numbers_of(sheet: Sheet, pieces: Pieces, first: int) -> Json:
    """Return the numbers of a side from the pieces: that of the round, or those of the lines and the tie."""
    numbers = {key: pieces.get(f"{key}.{first}") for key in (ROUND, _TIE)}
    numbers[LINES] = [pieces.get(f"{LINES}.{first}.{place}") for place in range(len(sheet.typed_lines))]
    return {key: numbers[key] for key in (ROUND, LINES, _TIE) if numbers[key] is not None and numbers[key] != []}


class SidesDraft(EntryForm):
    """The drafts of an entry by the slots of the seats, and its pieces: "round.0", "lines.0.2", "tie.0" of a side."""

    slots = SLOTS

    def mates(self, state: State, seat: int) -> tuple[int, ...]:
        """Return the seats that share one part."""
        return side_of(state.sheet, seat)

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the parts of an entry, ready to be changed, or the field with the outcome of a cooperative game."""
        keys = [key for key in (ROUND, LINES, _TIE) if key in entry]
        draft = {
            SLOTS.of(seat): {key: _typed(entry[key][place], key, state.sheet) for key in keys}
            for place, side in enumerate(state.sheet.sides)
            for seat in side
            if keys and entry[keys[0]][place] is not None
        }
        return draft, {"won": str(int(entry["won"]))} if "won" in entry else {"change": "1"}

    def whole(self, state: State, draft: Draft) -> Json | None:
        """Return the entry that consists of the parts of all sides, None while one is missing. Absent sides have 0.

        If the last number of a round follows from the others, it is None in the entry.
        """
        kinds = {_kind_of_part(part) for part in draft.values()}
        missing, computed_side = missing_side(state.sheet, draft), find_computed_side(state.sheet, draft)
        if missing != computed_side or len(kinds) != 1:
            return None
        absent_part = part_of(state.sheet, kinds.pop(), ["0"] * (len(state.sheet.typed_lines) + 1))
        parts = [
            {ROUND: None}
            if side == computed_side
            else read_part(draft.get(SLOTS.of(side[0]), absent_part), side, state.sheet)
            for side in state.sheet.sides
        ]
        return {key: [part[key] for part in parts] for key in parts[0]}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return an imported draft in seat order; raise `RuleError` if the form could not have produced it."""
        slots = known_slots(draft, SLOTS.all(state.setup.seats))
        for slot in slots:
            read_part(draft[slot], side_of(state.sheet, SLOTS.owner(slot)), state.sheet)
        kinds = {_kind_of_part(draft[slot]) for slot in slots}
        if len(kinds) > 1 or not kinds <= set((due(state) or "").split(" or ")):
            raise RuleError(Message("what is half entered is not due"))
        for side in state.sheet.sides:
            if any(draft.get(SLOTS.of(seat)) != draft.get(SLOTS.of(side[0])) for seat in side):
                raise RuleError(Message("the seats of a side have one part together"))
        return {slot: draft[slot] for slot in slots}

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the numbers of each side, or how the game ended."""
        pieces: Json = {key: entry[key] for key in (WON, _END) if key in entry}
        keys = [key for key in (ROUND, LINES, _TIE) if key in entry]
        for place, side in enumerate(state.sheet.sides):
            pieces |= _side_pieces(side[0], {key: entry[key][place] for key in keys})
        return pieces

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the entry with these pieces."""
        ending = {key: pieces[key] for key in (WON, _END) if pieces.get(key) is not None}
        if ending:
            return ending
        numbers_by_side = [_numbers_of(state.sheet, pieces, side[0]) for side in state.sheet.sides]
        kinds = (
            [ROUND]
            if any(ROUND in numbers for numbers in numbers_by_side)
            else [key for key in (LINES, _TIE) if key in numbers_by_side[0]]
        )
        return {key: [numbers.get(key) for numbers in numbers_by_side] for key in kinds}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return the numbers of a side, which all of its seats share."""
        side = side_of(state.sheet, SLOTS.owner(slot))
        return _side_pieces(side[0], read_part(value, side, state.sheet))

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe the number of a side, or how the game ended."""
        if name == WON:
            return PieceWords((), (Message("Won together") if value else Message("Lost together"),))
        if name == _END:
            return PieceWords((), (Message("the end of the game"),))
        kind, first, *place = name.split(".")
        sheet = state.sheet
        number = "–" if value is None else as_typed(value, has_halves=sheet.has_halves).replace("-", MINUS)
        line = sheet.typed_lines[int(place[0])].name if place else None
        if kind == _TIE and sheet.asked_tie:
            line = sheet.asked_tie.name
        words = joined((number,)) if line is None else Message("{line}: {number}", line=line, number=number)
        return PieceWords(side_of(sheet, int(first)), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe the numbers of a seat."""
        numbers = joined([text.replace("-", MINUS) for text in texts_of(value)])
        return Message("{numbers} for {seat}", numbers=numbers, seat=Seat(SLOTS.owner(slot)))
