"""The entry form of an open score sheet: each side's numbers on its own phone, typed with keys on the page."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import MINUS, Json, Message, RuleError, Seat, Setup, Step, joined, joined_seats
from companion.engine.halves import DECIMAL_MARK
from companion.forms.form import (
    Draft,
    EntryForm,
    Filled,
    FormError,
    Part,
    Parts,
    Posted,
    Whole,
    known_slots,
    number,
    plain_number,
)
from companion.forms.pieces import Pieces, PieceWords
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.open.draft import (
    BID,
    KEPT,
    NOT_PLAYED,
    POINTS,
    SLOTS,
    TRICKS,
    as_typed,
    bid_words,
    can_stop,
    cells_of,
    entered_seats,
    entry_label,
    kind_of,
    kind_of_part,
    missing_sides,
    part_of,
    read_part,
    read_sum,
    sees_side,
    shown_side,
    side_of,
    side_view,
    texts_of,
    told_bids,
)
from companion.games.open.numbers import LINE_RULES, points_of
from companion.games.open.rulebook import HALF_POINTS
from companion.games.open.rules import State, are_rounds_over, due
from companion.games.open.sheet import END_LINES, LINES, ROUND, WON, Sheet, count_of

_TIE, _END = "tie", "end"
_IN_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}\.[0-9]{3}", re.ASCII)


def _after_limit(state: State) -> Message | None:
    """Return why a round is entered although a total has reached the limit, None if none has or the rounds are over."""
    if state.limit_round is None or are_rounds_over(state):
        return None
    if state.limit_round == state.rounds and state.sheet.has_more:
        return Message("A total has reached the limit: one more round.")
    return Message("The first place is tied: another round.")


def _ties(after: State, ties: Sequence[Sequence[int]], viewer: Viewer) -> list[int | None]:
    """Return the number of each side that was typed only to break ties, None if it is hidden."""
    at = next(place for place, tie in enumerate(after.sheet.ties) if tie.line is None)
    sides = zip(ties, after.sheet.sides, strict=True)
    return [numbers[at] if sees_side(viewer, side) else None for numbers, side in sides]


def _read_part(posted: Posted, state: State, draft: Draft) -> Parts:
    """Read the numbers of one side; they become the parts of all of its seats."""
    sheet, seat = state.sheet, number(posted, "seat", 0, state.setup.seats - 1)
    kind = kind_of(state, draft, wants_lines=posted.get("kind") == LINES)
    if posted.get("kind") in (ROUND, LINES) and posted.get("kind") != kind:
        raise FormError("Another part of this table is being entered; load the page again.")
    side = shown_side(sheet, draft, seat)
    saved = draft.get(SLOTS.of(side[0]))
    kept_places = posted.getlist(KEPT) if saved is not None and kind == LINES else []
    texts = [
        texts_of(saved)[place]
        if saved is not None and str(place) in kept_places and not posted.get(f"n{place}")
        else _text(posted, place, name, side, state)
        for place, name in enumerate(cells_of(sheet, kind))
    ]
    part = part_of(sheet, kind, texts)
    read_part(part, side, sheet)
    return Parts({SLOTS.of(mate): part for mate in side})


def _text(posted: Posted, place: int, name: str | Message, side: Sequence[int], state: State) -> str:
    """Return the typed text of a cell, "0" for an empty line; raise `FormError` if it is not a number or a sum."""
    text = (posted.get(f"n{place}") or "").strip()
    if not text and name not in (POINTS, BID):
        return "" if name == TRICKS else "0"
    if read_sum(text, has_halves=state.sheet.has_halves) is None:
        if _IN_THOUSANDS.fullmatch(plain := plain_number(text)):
            readings = {"whole": plain.replace(".", ""), "small": _shown(plain.rstrip("0").rstrip("."))}
            raise FormError("Is “{typed}” {whole} or {small}? Type it without a separator.", typed=text, **readings)
        if read_sum(text, has_halves=True) is not None:
            raise FormError(HALF_POINTS.of(what=points_of(side), value=text))
        cell_name = Message("{what} of {seat}", what=name, seat=joined_seats(side))
        raise FormError("{what}: type a number, or a sum such as 12+5-3.", what=cell_name)
    return text


def _shown(plain: str) -> str:
    return plain.replace(".", DECIMAL_MARK.get())


def _typed(value: Any, key: str, sheet: Sheet) -> Any:
    if key == "lines":
        return [as_typed(number, has_halves=sheet.has_halves) for number in value]
    if key == ROUND and sheet.bids:
        return [str(number) for number in value] if isinstance(value, list) else NOT_PLAYED
    return as_typed(value, has_halves=sheet.has_halves)


def _side_pieces(first: int, numbers: Mapping[str, Any]) -> Json:
    """Return the pieces of the side whose first seat is `first`: "round.0", "lines.0.2", "tie.0"."""
    pieces = {f"{key}.{first}": numbers[key] for key in (ROUND, _TIE) if numbers.get(key) is not None}
    return pieces | {f"{LINES}.{first}.{place}": number for place, number in enumerate(numbers.get(LINES, ()))}


class Form(EntryForm):
    """The entry form of an open score sheet. The fields n0, n1, ... hold the numbers of a side as they were typed.

    The pieces of an entry are the numbers of a side, by its first seat: "round.0", "lines.0.2", "tie.0".
    """

    slots = SLOTS
    teams_option = "teams"

    fields = ("seat", "end", "won", "change")

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
        """Read the numbers of a side, the outcome of a cooperative game, or the end of the game."""
        if posted.get("won") in ("0", "1"):
            return Whole({"won": posted.get("won") == "1"})
        if posted.get("stop") is not None and can_stop(state):
            return Whole({"end": True})
        if due(state) == WON:
            raise FormError("Tap whether you won or lost together.")
        return _read_part(posted, state, draft)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the cells of a side and the keys, or the question how a cooperative game ended."""
        typed = viewer.typed(draft)
        kind = kind_of(state, typed, wants_lines=bool(query.get("end")) or query.get("kind") == LINES)
        won = query.get("won") if query.get("won") in ("0", "1") and state.sheet.is_cooperative else None
        if kind == WON or won:
            return View(mode=WON, stage=WON, title=Message("Won or lost?"), won=won, is_cooperative=True,
                        can_stop=can_stop(state))  # fmt: skip
        return side_view(state, typed, query, kind, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the seats whose numbers are entered, and the progress to the limit."""
        sheet, kind = state.sheet, viewer.disclose(kind_of, state, draft)
        most = max(state.scores) if viewer.sees_all else None
        label = entry_label(state) if kind == ROUND else END_LINES
        ending = Message("End the game") if can_stop(state) else None
        enter = Message("Enter: {entry}", entry=END_LINES if kind == LINES else entry_label(state))
        return View(
            next=None if state.finished else Message("Won or lost?") if kind == WON else enter,
            ending=Message("Won or lost") if sheet.is_cooperative else ending,
            kind=kind,
            label=label,
            bids=told_bids(sheet, draft, viewer) if kind == ROUND else None,
            done=viewer.disclose(entered_seats, sheet, draft, state.setup.seats),
            away=sheet.away,
            has_sides=len(sheet.sides) > 1,
            sides=sheet.sides,
            has_teams=any(len(side) > 1 for side in sheet.sides),
            limit=sheet.limit,
            after_limit=_after_limit(state) if viewer.sees_all else None,
            most=most,
            most_int=None if most is None else int(most) // (2 if sheet.has_halves else 1),
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the lines of the closing entry as a table, and the totals after any entry."""
        sides, sheet = after.sheet.sides, after.sheet
        steps_of_lines = {(step.seat, step.values["line"]): step for step in steps if step.rule in LINE_RULES}

        def cell(side: Sequence[int], place: int) -> tuple[int, int | None] | None:
            step = steps_of_lines[side[0], place] if sees_side(viewer, side) else None
            return None if step is None else (step.values["number"], step.points)

        ties = after.ties if "tie" in entry else None
        return View(
            rows=[
                View(name=line.name, cells=[cell(side, place) for side in sides])
                for place, line in enumerate(sheet.lines)
                if "lines" in entry
            ],
            sides=sides,
            tie=None if ties is None or sheet.asked_tie is None else (sheet.asked_tie.name, _ties(after, ties, viewer)),
            won=entry.get("won"),
        )

    def progress(self, state: State) -> Message:
        """Return the running round, "Round 3 of 5", or what follows the rounds."""
        return entry_label(state)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return the title of the entry with this number, as far as it follows from the sheet."""
        rounds = count_of(setup.options["rounds"])
        if rounds is None or 0 < rounds < number:
            return END_LINES if setup.options["lines"] else Message("The end")
        return Message("Round {number}", number=number)

    def title_of_entry(self, before: State, entry: Any, number: int) -> Message:
        """Return the title: the round, the lines, or the outcome of a cooperative game."""
        if "won" in entry:
            return Message("Won together") if entry["won"] else Message("Lost together")
        return Message("Round {number}", number=before.rounds + 1) if "round" in entry else END_LINES

    def rematch(self, options: Mapping[str, Any], seats: int) -> Json:
        """Return the same options, with all players present from the start."""
        return {**options, "away": [], "late": []}

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
            if keys and place < len(entry[keys[0]]) and entry[keys[0]][place] is not None  # as in `pieces`
        }
        if "won" in entry:
            return draft, {"won": str(int(entry["won"]))}
        typed = min(map(SLOTS.owner, draft), default=0)  # one that follows from the others has nothing to be changed
        return draft, {"change": "1", "seat": str(typed)}

    def whole(self, state: State, draft: Draft) -> Json | None:
        """Return the entry that consists of the parts of all sides, None while one is missing. Absent sides have 0.

        If the last number of a round follows from the others, it is None in the entry.
        """
        sheet, kinds = state.sheet, {kind_of_part(part) for part in draft.values()}
        missing = missing_sides(sheet, draft)
        is_computed = sheet.fills and kinds == {ROUND} and len(missing) == 1 < len(sheet.entering_sides)
        if len(kinds) != 1 or (missing and not is_computed):
            return None
        is_round = kinds.pop() == ROUND
        absent_part = {ROUND: NOT_PLAYED} if is_round else part_of(sheet, LINES, ["0"] * (len(sheet.typed_lines) + 1))
        parts = [
            {ROUND: None} if side in missing else read_part(draft.get(SLOTS.of(side[0]), absent_part), side, sheet)
            for side in sheet.sides
        ]
        return {key: [part[key] for part in parts] for key in parts[0]}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return an imported draft in seat order; raise `RuleError` if the form could not have produced it."""
        slots = known_slots(draft, SLOTS.all(state.setup.seats))
        for slot in slots:
            read_part(draft[slot], side_of(state.sheet, SLOTS.owner(slot)), state.sheet)
        kinds = {kind_of_part(draft[slot]) for slot in slots}
        if len(kinds) > 1 or not kinds <= set((due(state) or "").split(" or ")):
            raise RuleError("what is half entered is not due")
        for side in state.sheet.sides:
            if any(draft.get(SLOTS.of(seat)) != draft.get(SLOTS.of(side[0])) for seat in side):
                raise RuleError("the seats of a side have one part together")
        return {slot: draft[slot] for slot in slots}

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the numbers of each side, or how the game ended."""
        pieces: Json = {key: entry[key] for key in (WON, _END) if key in entry}
        keys = [key for key in (ROUND, LINES, _TIE) if key in entry]
        for place, side in enumerate(state.sheet.sides):
            if keys and place < len(entry[keys[0]]):  # those of an act before somebody came late are fewer
                pieces |= _side_pieces(side[0], {key: entry[key][place] for key in keys})
        return pieces

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
        if isinstance(value, list) and kind == ROUND and sheet.bids:
            return PieceWords(side_of(sheet, int(first)), (bid_words(value),))
        if kind == _TIE and sheet.asked_tie:
            line = sheet.asked_tie.name
        words = joined((number,)) if line is None else Message("{label}: {text}", label=line, text=number)
        return PieceWords(side_of(sheet, int(first)), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe the numbers of a seat."""
        if isinstance(value.get(ROUND), list):
            bid = bid_words([text for text in value[ROUND] if text])
            return Message("{numbers} for {seat}", numbers=bid, seat=Seat(SLOTS.owner(slot)))
        numbers = joined([text.replace("-", MINUS) for text in texts_of(value)])
        return Message("{numbers} for {seat}", numbers=numbers, seat=Seat(SLOTS.owner(slot)))


FORM = Form()
