"""The running entry of an open score sheet: typed numbers, the part of each side, and the form that shows them."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import (
    MINUS,
    Halves,
    Json,
    Message,
    RuleError,
    Seat,
    entry_keys,
    items,
    joined,
    joined_seats,
    shown,
)
from companion.engine.halves import DECIMAL_MARK
from companion.forms.form import Draft, Posted, number, plain_number
from companion.forms.pieces import SeatSlots
from companion.forms.viewer import View, Viewer
from companion.games.open.formulas import SheetLine
from companion.games.open.line_fields import describe_line
from companion.games.open.numbers import (
    Number,
    either,
    points_of,
    read_bid,
    read_number,
    read_side,
    read_tie,
    terms_of,
    total_of,
)
from companion.games.open.rules import State, due
from companion.games.open.sheet import END_LINES, LINES, ROUND, ROUND_OR_LINES, WON, Sheet

MOST_TYPED = 200
"""The most characters of a sum that are read."""
DIGITS = tuple("0123456789")
_HALF = (".5", ",5")
PLUS, MINUS_KEY, HALF, BACK, NEXT = "p", "m", "h", "x", "n"

_TERM = re.compile(r"[+-]?[0-9]+(?:\.[05]0?)?", re.ASCII)
_SUM = re.compile(rf"{_TERM.pattern}(?:[+-][0-9]+(?:\.[05]0?)?)*", re.ASCII)


def read_sum(text: str, *, has_halves: bool) -> Number | None:
    """Return the typed number, or the terms of a typed sum; None if the text is neither.

    >>> read_sum("１２＋5-3", has_halves=False), read_sum(" ー4 ", has_halves=False), read_sum("7½", has_halves=True)
    ([12, 5, -3], -4, 15)
    >>> read_sum("12,50", has_halves=True), read_sum("7.5", has_halves=False), read_sum("7+", has_halves=False)
    (25, None, None)
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
    halves = int(whole) * 2 + (fraction[:1] == "5")
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
        new_texts[at] = text[:-2] if text.endswith(_HALF) else text[:-1]
    elif key[:1] == "d" and key[1:] in DIGITS:
        new_texts[at] = text if text.endswith(_HALF) else text + key[1:]
    elif key == HALF:
        half = f"{DECIMAL_MARK.get()}5"
        new_texts[at] = text if text.endswith(_HALF) else text + (half if text[-1:] in DIGITS else f"0{half}")
    elif key in (PLUS, MINUS_KEY):
        sign = "+" if key == PLUS else "-"
        new_texts[at] = (text[:-1] if text[-1:] in ("+", "-") else text) + sign
    new_texts[at] = new_texts[at][:MOST_TYPED]
    return new_texts, at


SLOTS = SeatSlots("seat")
"""The slots of the seats' parts; team mates have equal parts."""
KEPT = "kept"
"""The key in a masked part, and the form's field, with the places of numbers that stay unless something is typed."""


def side_of(sheet: Sheet, seat: int) -> tuple[int, ...]:
    """Return the seats of the side that a seat belongs to."""
    return next(side for side in sheet.sides if seat in side)


def kind_of_part(part: Mapping[str, Any]) -> str:
    """Return whether a part has the number of a round or those of the lines."""
    return ROUND if "round" in part else LINES


def kind_of(state: State, draft: Draft, *, wants_lines: bool = False) -> str:
    """Return what the form asks for: the kind of the entered parts, else what is due, or the lines if wanted."""
    for part in draft.values():
        return kind_of_part(part)
    kind = due(state) or WON
    return (LINES if wants_lines else ROUND) if kind == ROUND_OR_LINES else kind


def missing_sides(sheet: Sheet, draft: Draft) -> list[tuple[int, ...]]:
    """Return the sides that are present and whose part is missing, then those whose bid waits for its tricks."""
    parts = [(side, draft.get(SLOTS.of(side[0]))) for side in sheet.entering_sides]
    bid_only = [side for side, part in parts if part is not None and is_bid_only(part)]
    return [side for side, part in parts if part is None] + bid_only


def shown_side(sheet: Sheet, draft: Draft, seat: int | None) -> tuple[int, ...]:
    """Return the side of a seat; without a seat the first one that is missing, else the first of all."""
    if seat is not None:
        return side_of(sheet, seat)
    return next(iter(missing_sides(sheet, draft)), sheet.sides[0])


def is_bid_only(part: Mapping[str, Any]) -> bool:
    """Whether a part has a bid whose tricks are not taken yet."""
    return isinstance(part.get("round"), list) and not part["round"][1]


def entered_seats(sheet: Sheet, draft: Draft, seats: int) -> list[int]:
    """Return the seats that are done: with their bids, then with the tricks, on a sheet that has these."""
    entered = SLOTS.entered(draft, seats)
    if any(SLOTS.of(side[0]) not in draft for side in sheet.entering_sides):
        return entered
    return [seat for seat in entered if not is_bid_only(draft[SLOTS.of(seat)])]


def bid_words(numbers: Sequence[int | str]) -> Message:
    """Return the words for a bid, and for its tricks where they are known."""
    bid, *tricks = numbers
    return Message("bid {bid}, took {tricks}", bid=bid, tricks=tricks[0]) if tricks else Message("bid {bid}", bid=bid)


def told_bids(sheet: Sheet, draft: Draft, viewer: Viewer) -> Message | None:
    """Return what each side bid in the running round, as far as the viewer may know it; None without bids."""
    if not sheet.bids:
        return None
    seen = [(side, draft[SLOTS.of(side[0])]["round"]) for side in sheet.sides
            if SLOTS.of(side[0]) in draft and sees_side(viewer, side)]  # fmt: skip
    bids = [Message("{side} {bid}", side=joined_seats(side), bid=texts[0]) for side, texts in seen]
    return Message("Bids: {bids}", bids=joined(bids)) if bids else None


def texts_of(part: Mapping[str, Any]) -> list[str]:
    """Return the texts of a part, one per cell of the form."""
    if "round" in part:
        return [*part["round"]] if isinstance(part["round"], list) else [part["round"]]
    return [*part.get("lines", ()), *([part["tie"]] if "tie" in part else ())]


def masked(part: Mapping[str, Any], sheet: Sheet, *, knows: bool) -> Mapping[str, Any]:
    """Return a part without the numbers of secret lines, and their places under `KEPT`; unchanged if `knows` is set."""
    secret = [place for place, line in enumerate(sheet.typed_lines) if line.is_secret]
    if knows or not secret or "lines" not in part:
        return part
    lines = ["" if place in secret else text for place, text in enumerate(part["lines"])]
    return {**part, "lines": lines, KEPT: secret}


def part_of(sheet: Sheet, kind: str, texts: Sequence[str]) -> Json:
    """Return the part of a side with these texts, one per cell of the form."""
    if kind == ROUND:
        return {"round": list(texts) if sheet.bids else texts[0]}
    lines = {"lines": texts[: len(sheet.typed_lines)]} if sheet.lines else {}
    return {**lines, **({"tie": texts[-1]} if sheet.asked_tie else {})}


def read_part(part: Any, seats: Sequence[int], sheet: Sheet) -> Json:
    """Return the numbers of a side's part as in an entry; raise `RuleError` for invalid texts."""
    description = points_of(seats)
    if type(part) is dict and "round" in part:
        entry_keys(part, description, ("round",))
        if sheet.bids:
            return {"round": _read_bid_part(part["round"], seats, sheet)}
        return {"round": read_number(_number(part["round"], sheet), description, sheet)}
    entry_keys(part, description, sheet.closing_keys)
    numbers: Json = {}
    if sheet.lines:
        numbers["lines"] = read_side([_number(text, sheet) for text in items(part["lines"], description)], seats, sheet)
    if sheet.asked_tie:
        numbers["tie"] = read_tie(_number(part["tie"], sheet), seats, sheet)
    return numbers


def _read_bid_part(texts: Any, seats: Sequence[int], sheet: Sheet) -> Number:
    """Return a bid and its tricks, the bid alone before they are taken, 0 of a side that does not play."""
    if texts == NOT_PLAYED:
        return 0
    bid, tricks = items(texts, points_of(seats), 2)
    numbers = [total_of(_number(text, sheet)) for text in ([bid, tricks] if tricks else [bid])]
    read_bid([*numbers, 0][:2], seats)
    return numbers


def _number(text: Any, sheet: Sheet) -> Number:
    number = read_sum(text, has_halves=sheet.has_halves) if type(text) is str else None
    if number is None:
        raise RuleError("{value} is no number and no sum", value=shown(text))
    return number


POINTS, BID, TRICKS = Message("Points"), Message("Bid"), Message("Tricks")
NOT_PLAYED = "0"
"""The text of a side that is away in a round."""


def cells_of(sheet: Sheet, kind: str) -> list[str | Message]:
    """Return the names of the numbers that one side types."""
    if kind == ROUND:
        return [BID, TRICKS] if sheet.bids else [POINTS]
    return [*[line.name for line in sheet.typed_lines], *([sheet.asked_tie.name] if sheet.asked_tie else [])]


def view_cells(
    sheet: Sheet, kind: str, texts: Sequence[str], part: Mapping[str, Any] | None, *, is_hidden: bool
) -> list[View]:
    """Return the cells of one side: the typed numbers, and in their order the lines computed from them.

    A cell has the `place` of its number, None if it is computed. `worth` are its points if they are shown beside it. A
    number that `is_kept` is secret and was typed on another phone; it stays unless something is typed.
    """
    numbers = [None if is_hidden else read_sum(text, has_halves=sheet.has_halves) for text in texts]
    values = [None if number is None else total_of(number) for number in numbers]
    kept_places, names = (part or {}).get(KEPT, ()), [line.name for line in sheet.lines]

    def cell(name: str | Message, place: int | None, worth: int | None, line: SheetLine | None = None) -> View:
        text, number = ("", None) if place is None else (texts[place], numbers[place])
        is_other = line is not None and (number is None or worth != total_of(number))
        is_shown = (text or place is None) and (is_other or isinstance(number, list))
        return View(
            name=name,
            place=place,
            text=text,
            shown=text.replace("-", MINUS),
            worth=sheet.points(worth) if worth is not None and is_shown else None,
            factor=1 if line is None else line.factor,
            per=1 if line is None else line.per,
            explanation=[] if line is None else describe_line(line, names, briefly=True),
            is_kept=place in kept_places,
        )

    if kind == ROUND:
        return [cell(name, place, values[place]) for place, name in enumerate(cells_of(sheet, kind))]
    typed = [0 if not text.strip() else value for text, value in zip(texts, values, strict=True)]
    results, places = sheet.counting.count_side(typed[: len(sheet.typed_lines)]), iter(range(len(texts)))
    cells = [
        cell(line.name, next(places) if line.is_typed else None, result.points, line)
        for line, result in zip(sheet.lines, results, strict=True)
    ]
    return [*cells, *[cell(sheet.asked_tie.name, place, values[place]) for place in places if sheet.asked_tie]]


def _lines_as_json(state: State) -> str:
    """Return the lines for the form's script, which counts them on the page."""
    keys, lines = ("factor", "per", "formula", "when"), state.setup.options["lines"]
    return json.dumps([{key: line[key] for key in keys if key in line} for line in lines], separators=(",", ":"))


def entry_label(state: State) -> Message:
    """Return the label of the running entry: "Round 3 of 5", or what follows the rounds."""
    rounds, kind = state.sheet.rounds, due(state)
    if kind is None and state.rounds:
        return Message("{count} round", "{count} rounds", state.rounds)
    if kind in (ROUND, ROUND_OR_LINES):
        if rounds:
            return Message("Round {round} of {rounds}", round=state.rounds + 1, rounds=rounds)
        return Message("Round {number}", number=state.rounds + 1)
    if kind == WON:
        return Message("Won or lost?")
    return END_LINES if state.sheet.closing_keys or kind is not None else Message("The end")


def can_stop(state: State) -> bool:
    """Whether the players decide when the game is over: with any number of rounds, no limit and no lines."""
    sheet = state.sheet
    return sheet.rounds == 0 and sheet.limit is None and not sheet.closing_keys and not sheet.is_cooperative


def side_view(state: State, typed: Draft, query: Posted, kind: str, viewer: Viewer) -> View:
    """Return the cells of one side as typed so far, and which of them the keys change.

    Saved numbers are read-only until "Change" is tapped; then the first digit replaces a number. `note` is a sentence
    about the bids or the sum of the round, `lines` the formulas as JSON for the script.
    """
    sheet = state.sheet
    seat = number(query, "seat", 0, state.setup.seats - 1)
    side = shown_side(sheet, typed, seat)
    missing = [other for other in missing_sides(sheet, typed) if other != side]
    if kind == ROUND and sheet.fills and len(missing) == 1:
        missing = []  # its number follows from the others
    part, is_change = typed.get(SLOTS.of(side[0])), bool(query.get("change"))
    part = None if part is None else masked(part, sheet, knows=any(map(viewer.sees, side)))
    texts, at = _typed_texts(query, part, len(cells_of(sheet, kind)))
    is_bid = part is not None and is_bid_only(part)
    is_saved = part is not None and bool(missing) and not (is_change or is_bid) and query.get("n0") is None
    return View(
        mode=kind,
        stage=f"{kind}-{state.rounds}-{side[0]}{'-saved' if is_saved else '-tricks' if is_bid else ''}",
        title=entry_label(state) if kind == ROUND else END_LINES,
        is_saved=is_saved,
        is_fresh=_is_fresh(query),
        away=sheet.away,
        is_away=side not in sheet.entering_sides,
        waiting=joined([Seat(mate) for other in missing for mate in other]),
        seat=seat if seat is not None else side[0],
        side=side,
        has_sides=len(sheet.sides) > 1,
        done=entered_seats(sheet, typed, state.setup.seats),
        cells=view_cells(sheet, kind, texts, part, is_hidden=not sees_side(viewer, side)),
        note=(told_bids(sheet, typed, viewer) or _sum_words(sheet)) if kind == ROUND else None,
        is_bidding=kind == ROUND and sheet.bids is not None and part is None,
        lines=None if kind == ROUND or sheet.is_plain else _lines_as_json(state),
        longest=MOST_TYPED,
        at=at,
        is_last=not missing,
        round=state.rounds + 1,
        has_halves=sheet.has_halves,
        may_choose=due(state) == ROUND_OR_LINES and not typed,
        is_cooperative=sheet.is_cooperative,
        can_stop=can_stop(state),
    )


def sees_side(viewer: Viewer, side: Sequence[int]) -> bool:
    """Whether the numbers of a side may be shown: the viewer sees all of its seats."""
    return all(map(viewer.sees, side))


def _typed_texts(query: Posted, part: Mapping[str, Any] | None, count: int) -> tuple[list[str], int]:
    """Return the texts of the cells, after a key if one was tapped, and the cell that the keys change."""
    at = number(query, "at", 0, count - 1)
    if query.get("n0") is None:
        kept = [] if part is None else texts_of(part)
        shown = kept if len(kept) == count else [""] * count
        return shown, (int(part is not None and is_bid_only(part)) if at is None else at)
    at = at or 0
    texts = [(query.get(f"n{place}") or "")[:MOST_TYPED] for place in range(count)]
    key = query.get("key")
    return (texts, at) if key is None else pressed(texts, at, key, is_fresh=bool(query.get("fresh")))


def _is_fresh(query: Posted) -> bool:
    key = query.get("key")
    if key is not None or query.get("n0") is not None:
        return key == NEXT or (key is None and query.get("fresh") is not None)
    return query.get("change") is not None


def _sum_words(sheet: Sheet) -> Message | None:
    if not sheet.sums:
        return None
    if sheet.fills:
        return Message("The numbers of a round add up to {sum}; the last one follows from the others.",
                       sum=either(sheet.sums))  # fmt: skip
    return Message("The numbers of a round add up to {sum}.", sum=either(sheet.sums))
