"""Drafts of an open score sheet: each seat's part as it was typed, entries made of parts, and parts made of entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Json, Message, RuleError, entry_keys, items, shown
from companion.game.pages.form import Draft, known_slots
from companion.game.pages.seat_slots import SeatSlots
from companion.games.open.numbers import Number, points_of, read_number, read_side, read_tie
from companion.games.open.rules import due
from companion.games.open.sheet import LINES, ROUND, ROUND_OR_LINES, WON, Sheet
from companion.games.open.state import State
from companion.games.open.typed import as_typed, read_sum

SLOTS = SeatSlots("seat")
"""The slots of the seats' parts; team mates have equal parts."""


def side_of(sheet: Sheet, seat: int) -> tuple[int, ...]:
    """Return the seats of the side of a seat."""
    return next(side for side in sheet.sides if seat in side)


def _kind_of_part(part: Mapping[str, Any]) -> str:
    return ROUND if "round" in part else LINES


def kind_of(state: State, draft: Draft, *, wants_lines: bool = False) -> str:
    """Return what the form asks for: what is half entered, else what is due, or the lines if they are wanted."""
    for part in draft.values():
        return _kind_of_part(part)
    kind = due(state) or WON
    return (LINES if wants_lines else ROUND) if kind == ROUND_OR_LINES else kind


def missing_side(sheet: Sheet, draft: Draft) -> tuple[int, ...] | None:
    """Return the seats of the first side whose part is missing, and that is not away."""
    return next((side for side in sheet.asked if SLOTS.of(side[0]) not in draft), None)


def texts_of(part: Mapping[str, Any]) -> list[str]:
    """Return the texts of a part, one a cell of the form."""
    return (
        [part["round"]] if "round" in part else [*part.get("lines", ()), *[part[key] for key in part if key == "tie"]]
    )


def entry_of(state: State, draft: Draft) -> Json | None:
    """Return the entry that the parts of all sides make up; None while one is missing. Who is away has 0 in it."""
    kinds = {_kind_of_part(part) for part in draft.values()}
    if missing_side(state.sheet, draft) is not None or len(kinds) != 1:
        return None
    nothing = _nothing(state.sheet, kinds.pop())
    parts: list[Any] = [draft.get(SLOTS.of(side[0]), nothing) for side in state.sheet.sides]
    read = [read_part(part, side, state.sheet) for part, side in zip(parts, state.sheet.sides, strict=True)]
    return {key: [part[key] for part in read] for key in read[0]}


def _nothing(sheet: Sheet, kind: str) -> Json:
    """Return the part of a side that is away."""
    if kind == ROUND:
        return {"round": "0"}
    lines = {"lines": ["0"] * len(sheet.lines)} if sheet.lines else {}
    return {**lines, **({"tie": "0"} if sheet.asks_tie else {})}


def draft_of(state: State, entry: Mapping[str, Any]) -> Json:
    """Return the parts of an entry; none of one without numbers."""
    keys = [key for key in ("round", "lines", "tie") if key in entry]
    return {
        SLOTS.of(seat): {key: _typed(entry[key][place], key, state.sheet) for key in keys}
        for place, side in enumerate(state.sheet.sides)
        for seat in side
        if keys
    }


def _typed(value: Any, key: str, sheet: Sheet) -> Any:
    if key == "lines":
        return [as_typed(number, has_halves=sheet.has_halves) for number in value]
    return as_typed(value, has_halves=sheet.has_halves)


def read_part(part: Any, seats: Sequence[int], sheet: Sheet) -> Json:
    """Return the numbers of a side's part, as they stand in an entry; raise `RuleError`."""
    what = points_of(seats)
    if type(part) is dict and "round" in part:
        entry_keys(part, what, ("round",))
        return {"round": read_number(_number(part["round"], sheet), what, sheet)}
    entry_keys(part, what, [*["lines"] * bool(sheet.lines), *["tie"] * sheet.asks_tie])
    read: Json = {}
    if sheet.lines:
        read["lines"] = read_side([_number(text, sheet) for text in items(part["lines"], what)], seats, sheet)
    if sheet.asks_tie:
        read["tie"] = read_tie(_number(part["tie"], sheet), seats, sheet)
    return read


def _number(text: Any, sheet: Sheet) -> Number:
    number = read_sum(text, has_halves=sheet.has_halves) if type(text) is str else None
    if number is None:
        raise RuleError(Message("{value} is no number and no sum", value=shown(text)))
    return number


def validate_draft(state: State, draft: Draft) -> Json:
    """Return an imported draft in the order of the seats; raise `RuleError` if the form could not have made it."""
    slots = known_slots(draft, SLOTS.all(state.setup.seats))
    for slot in slots:
        read_part(draft[slot], side_of(state.sheet, int(slot.removeprefix("seat-"))), state.sheet)
    kinds = {_kind_of_part(draft[slot]) for slot in slots}
    if len(kinds) > 1 or not kinds <= set((due(state) or "").split(" or ")):
        raise RuleError(Message("what is half entered is not due"))
    for side in state.sheet.sides:
        if any(draft.get(SLOTS.of(seat)) != draft.get(SLOTS.of(side[0])) for seat in side):
            raise RuleError(Message("the seats of a side have one part together"))
    return {slot: draft[slot] for slot in slots}
