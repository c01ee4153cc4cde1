"""The entry form of an open score sheet: each side's numbers on its own phone, typed with keys on the page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import MINUS, Json, Message, Seat, Setup, Step, joined, joined_seats
from companion.game.pages.form import Draft, FormError, Part, Parts, Posted, Whole, number
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.open.draft import (
    KEPT,
    MOST_TYPED,
    NEXT,
    SLOTS,
    Cell,
    EndingView,
    LineRow,
    LinesView,
    RunningSheet,
    SidesDraft,
    SideView,
    kind_of,
    masked,
    missing_side,
    part_of,
    pressed,
    read_part,
    read_sum,
    side_of,
    texts_of,
)
from companion.games.open.formulas import SheetLine
from companion.games.open.line_fields import describe_line_briefly
from companion.games.open.numbers import HALF_POINTS, LINE_RULES, Number, either, points_of, total_of
from companion.games.open.rules import State, are_rounds_over, due
from companion.games.open.sheet import END_LINES, LINES, ROUND, ROUND_OR_LINES, WON, Sheet, count_of

POINTS = Message("Points")


def cells_of(sheet: Sheet, kind: str) -> list[str | Message]:
    """Return the names of the numbers that one side types."""
    if kind == ROUND:
        return [POINTS]
    return [*[line.name for line in sheet.typed_lines], *([sheet.asked_tie.name] if sheet.asked_tie else [])]


def view_cells(
    sheet: Sheet, kind: str, texts: Sequence[str], part: Mapping[str, Any] | None, *, is_hidden: bool
) -> list[Cell]:
    """Return the cells of one side: the typed numbers, and in their order the lines computed from them."""
    numbers = [None if is_hidden else read_sum(text, has_halves=sheet.has_halves) for text in texts]
    values = [None if number is None else total_of(number) for number in numbers]
    other_names = cells_of(sheet, kind)[0 if kind == ROUND else len(sheet.typed_lines) :]
    other_cells = [
        _cell(sheet, None, name, place, texts, numbers, values[place])
        for place, name in enumerate(other_names, len(texts) - len(other_names))
    ]
    if kind == ROUND:
        return other_cells
    line_points = _line_points(sheet, texts, values)
    places = iter(range(len(texts)))
    lines = [
        _cell(sheet, line, line.name, next(places) if line.is_typed else None, texts, numbers, points)
        for line, points in zip(sheet.lines, line_points, strict=True)
    ]
    kept_places = () if part is None else part.get(KEPT, ())
    return [replace(cell, is_kept=cell.place in kept_places) for cell in [*lines, *other_cells]]


def _line_points(sheet: Sheet, texts: Sequence[str], values: Sequence[int | None]) -> list[int | None]:
    """Return the points of each line, None if they do not follow from the typed texts; an empty line counts 0."""
    typed = [0 if not text.strip() else value for text, value in zip(texts, values, strict=True)]
    line_results = sheet.counting.count_side(typed[: len(sheet.typed_lines)])
    return [None if line_result.points is None else sheet.points(line_result.points) for line_result in line_results]


def _cell(
    sheet: Sheet, line: SheetLine | None, name: str | Message, place: int | None, texts: Sequence[str],
    numbers: Sequence[Number | None], worth: int | None,
) -> Cell:  # fmt: skip
    """Return the cell of a number that is typed at `place`, or of a line computed from others if that is None."""
    text, number = ("", None) if place is None else (texts[place], numbers[place])
    is_other = line is not None and (number is None or worth != total_of(number))
    is_typed = bool(text) or place is None
    return Cell(
        name=name,
        place=place,
        text=text,
        shown=text.replace("-", MINUS),
        worth=None if worth is None else sheet.points(worth),
        shows_worth=worth is not None and is_typed and (isinstance(number, list) or is_other),
        factor=1 if line is None else line.factor,
        per=1 if line is None else line.per,
        explanation=[]
        if line is None
        else describe_line_briefly(line, [sheet_line.name for sheet_line in sheet.lines]),
    )


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
        played = state.rounds + 1
        return Message("Round {round} of {rounds}", round=played, rounds=rounds) if rounds else Message(
            "Round {number}", number=played
        )  # fmt: skip
    if kind == WON:
        return Message("Won or lost?")
    return END_LINES if state.sheet.has_closing or kind is not None else Message("The end")


def can_stop(state: State) -> bool:
    """Whether the players decide when the game is over: with any number of rounds, no limit and no lines."""
    sheet = state.sheet
    return sheet.rounds == 0 and sheet.limit is None and not sheet.has_closing and not sheet.is_cooperative


def _side_view(state: State, typed: Draft, query: Posted, kind: str, viewer: Viewer) -> SideView:
    """Return the cells of one side as typed so far, and which of them the keys change.

    Saved numbers are read-only until "Change" is tapped; then the first digit replaces a number.
    """
    sheet = state.sheet
    seat = number(query, "seat", 0, state.setup.seats - 1)
    side = side_of(sheet, seat) if seat is not None else missing_side(sheet, typed) or sheet.sides[0]
    missing = _missing_sides(sheet, typed, side, kind)
    part, is_change = typed.get(SLOTS.of(side[0])), bool(query.get("change"))
    part = None if part is None else masked(part, sheet, knows=any(map(viewer.sees, side)))
    texts, at = _typed_texts(query, part, len(cells_of(sheet, kind)), is_fresh=bool(query.get("fresh")))
    is_saved = part is not None and bool(missing) and not is_change and query.get("n0") is None
    return SideView(
        mode=kind,
        stage=f"{kind}-{state.rounds}-{side[0]}{'-saved' if is_saved else ''}",
        title=entry_label(state) if kind == ROUND else END_LINES,
        is_saved=is_saved,
        is_fresh=_is_fresh(query),
        away=sheet.away,
        is_away=side not in sheet.entering_sides,
        waiting=joined([Seat(mate) for other in missing for mate in other]),
        seat=seat if seat is not None else side[0],
        side=side,
        has_sides=len(sheet.sides) > 1,
        done=_entered_seats(state, typed),
        cells=view_cells(sheet, kind, texts, part, is_hidden=not sees_side(viewer, side)),
        sum=_sum_words(sheet) if kind == ROUND else None,
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


def _missing_sides(sheet: Sheet, typed: Draft, side: Sequence[int], kind: str) -> list[tuple[int, ...]]:
    """Return the other sides whose numbers are missing, without a last side whose number follows from the others."""
    missing = [other for other in sheet.entering_sides if other != side and SLOTS.of(other[0]) not in typed]
    return [] if kind == ROUND and sheet.fills and len(missing) == 1 else missing


def sees_side(viewer: Viewer, side: Sequence[int]) -> bool:
    """Whether the numbers of a side may be shown: the viewer sees all of its seats."""
    return all(map(viewer.sees, side))


def _entered_seats(state: State, draft: Draft) -> set[int]:
    """Return the seats whose numbers are entered."""
    return {seat for seat in range(state.setup.seats) if SLOTS.of(seat) in draft}


def _typed_texts(query: Posted, part: Mapping[str, Any] | None, count: int, *, is_fresh: bool) -> tuple[list[str], int]:
    """Return the texts of the cells, after a key if one was tapped, and the cell that the keys change."""
    at = number(query, "at", 0, count - 1) or 0
    if query.get("n0") is None:
        return ([""] * count if part is None else texts_of(part)), at
    texts = [(query.get(f"n{place}") or "")[:MOST_TYPED] for place in range(count)]
    key = query.get("key")
    return (texts, at) if key is None else pressed(texts, at, key, is_fresh=is_fresh)


def _is_fresh(query: Posted) -> bool:
    """Whether the next digit replaces the text in the chosen cell."""
    key = query.get("key")
    if key is not None or query.get("n0") is not None:
        return key == NEXT or (key is None and query.get("fresh") is not None)
    return query.get("change") is not None


def _sum_words(sheet: Sheet) -> Message | None:
    """Return the sentence about the required sum of a round; None if there is none."""
    if not sheet.sums:
        return None
    if sheet.fills:
        return Message("The numbers of a round add up to {sum}; the last one follows from the others.",
                       sum=either(sheet.sums))  # fmt: skip
    return Message("The numbers of a round add up to {sum}.", sum=either(sheet.sums))


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
        raise FormError(Message("Another part of this table is being entered; load the page again."))
    side = side_of(sheet, seat) if seat is not None else missing_side(sheet, draft) or sheet.sides[0]
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
    if not text and name != POINTS:
        return "0"
    if read_sum(text, has_halves=state.sheet.has_halves) is None:
        if read_sum(text, has_halves=True) is not None:
            raise FormError(HALF_POINTS.of(what=points_of(side), value=text))
        cell_name = Message("{cell} of {side}", cell=name, side=joined_seats(side))
        raise FormError(Message("{what}: type a number, or a sum such as 12+5-3.", what=cell_name))
    return text


class Form(SidesDraft):
    """The entry form of an open score sheet. The fields n0, n1, ... hold the numbers of a side as they were typed."""

    fields = ("seat", "end", "won", "change")

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
        """Read the numbers of a side, the outcome of a cooperative game, or the end of the game."""
        if posted.get("won") in ("0", "1"):
            return Whole({"won": posted.get("won") == "1"})
        if posted.get("stop") is not None and can_stop(state):
            return Whole({"end": True})
        if due(state) == WON:
            raise FormError(Message("Tap whether you won or lost together."))
        return _read_part(posted, state, draft)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> EndingView | SideView:
        """Return the cells of a side and the keys, or the question how a cooperative game ended."""
        typed = viewer.typed(draft)
        kind = kind_of(state, typed, wants_lines=bool(query.get("end")) or query.get("kind") == LINES)
        won = query.get("won") if query.get("won") in ("0", "1") and state.sheet.is_cooperative else None
        if kind == WON or won:
            return EndingView(stage=WON, title=Message("Won or lost?"), won=won, can_stop=can_stop(state))
        return _side_view(state, typed, query, kind, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> RunningSheet:
        """Return the seats whose numbers are entered, and the progress to the limit."""
        sheet, kind = state.sheet, viewer.disclose(kind_of, state, draft)
        most = max(state.scores) if viewer.sees_all else None
        label = entry_label(state) if kind == ROUND else END_LINES
        ending = Message("End the game") if can_stop(state) else None
        enter = Message("Enter: {entry}", entry=END_LINES if kind == LINES else entry_label(state))
        return RunningSheet(
            next=None if state.finished else Message("Won or lost?") if kind == WON else enter,
            ending=Message("Won or lost") if sheet.is_cooperative else ending,
            kind=kind,
            label=label,
            done=_entered_seats(state, draft),
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
    ) -> LinesView:
        """Return the lines of the closing entry as a table, and the totals after any entry."""
        sides, sheet = after.sheet.sides, after.sheet
        steps_of_lines = {(step.seat, step.values["line"]): step for step in steps if step.rule in LINE_RULES}

        def cell(side: Sequence[int], place: int) -> tuple[int, int | None] | None:
            step = steps_of_lines[side[0], place] if sees_side(viewer, side) else None
            return None if step is None else (step.values["number"], step.points)

        ties = after.ties if "tie" in entry else None
        return LinesView(
            rows=[
                LineRow(line.name, [cell(side, place) for side in sides])
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
