"""Entering a round of Azul: each seat's wall a part of its own, with its floor and whether it took the start marker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Setup, Step
from companion.game.form import Draft, EntryForm, Filled, FormError, Part, Posted, Whole, number
from companion.games.azul.draft import draft_from_entry, parts_of, slot_of, validate_draft, walls_of
from companion.games.azul.drawing import (
    GLYPHS,
    bonus_lines,
    counted,
    draw,
    floor_glyphs,
    if_it_ended,
    in_sight,
    last_round,
)
from companion.games.azul.form_state import Typed, typed_in, typed_on
from companion.games.azul.plausible import doubts
from companion.games.azul.preview import preview
from companion.games.azul.rules import BONUS_COLOURS, BONUS_COLUMNS, BONUS_ROWS, FULL_ROW, State, read_round
from companion.games.azul.scoring import bonuses
from companion.games.azul.tiling import FLOOR, Line, read_tiling, score_tiling
from companion.games.azul.walls import COLOUR_NAMES, Wall

_BONUS_RULES = (BONUS_ROWS, BONUS_COLUMNS, BONUS_COLOURS)


def _tiling(part: Mapping[str, Any]) -> dict[str, Any]:
    return {"tiles": part["tiles"], "floor": part["floor"]}


def _holder(state: State, draft: Draft, but: int | None = None) -> int | None:
    """Who took the start marker in this round, as far as parts are in."""
    return next((seat for seat, part in parts_of(state, draft, but).items() if part["marker"]), None)


def _taken_by(seat: int) -> Message:
    return Message(
        "{seat} has the start marker in this round already. If that is wrong, take it back on the wall of {seat}.",
        seat=Seat(seat),
    )


def _typed(state: State, part: Mapping[str, Any] | None, asked: Posted) -> Typed:
    """What is tapped: the asked fields where they come from a form, else the part as it is in."""
    return typed_in(part) if asked.get("typed") is None else typed_on(asked, state.setup.options["wall"])


def _marker_view(holder: int | None, typed: Typed, is_last: bool) -> dict[str, Any]:
    """Who else has the start marker, and whether the round would close without anybody having it."""
    return {
        "holder": holder,
        "taken_by": None if holder is None else _taken_by(holder),
        "nobody": is_last and holder is None and not typed.has_marker,
    }


def _save(typed: Typed, seat: int, number: int, is_last: bool) -> Message:
    """The label of the main button; an empty wall says so, since it may be a slip."""
    if typed.without_colour:
        return Message("Row {row}: which colour?", row=typed.without_colour[0])
    is_empty = not typed.picks and not typed.taken
    if is_last:
        label = Message("Score round {round}", round=number)
        return Message("{seat} tiled nothing: {label}", seat=Seat(seat), label=label) if is_empty else label
    if is_empty:
        return Message("Save: {seat} tiled nothing", seat=Seat(seat))
    return Message("Save the wall of {seat}", seat=Seat(seat))


def _final(state: State) -> dict[str, Any]:
    """The walls as the game ended, with what of each is complete, and the bonus where a full row ended it."""
    if not any(bonuses(wall).rows for wall in state.walls):
        told = Message("Stopped before a row was full: no bonus.")
        return {"bonus": None, "counted": [told for _ in state.walls]}
    return {"bonus": _bonus(state.walls), "counted": [counted(wall) for wall in state.walls]}


def _bonus(walls: Sequence[Wall]) -> dict[str, Any]:
    """The final bonus by seat: rows, columns and colours apart, and all of it."""
    return {"lines": bonus_lines(walls), "sums": [bonuses(wall).points for wall in walls]}


def _fell(lines: tuple[Line, ...]) -> int:
    return sum(line.row for line in lines if line.column is None)


class Form(EntryForm):
    """The entry form of Azul."""

    fields = ("seat",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """A posted wall: `seat` and what was tapped on it."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose wall this is."))
        kind = state.setup.options["wall"]
        typed = typed_on(posted, kind)
        if typed.without_colour:
            raise FormError(Message("Row {row}: say which colour lies there.", row=typed.without_colour[0]))
        holder = _holder(state, draft, but=seat)
        if typed.has_marker and holder is not None:
            raise FormError(_taken_by(holder))
        part = typed.as_part(kind)
        tiling = read_tiling(_tiling(part), kind, seat)
        score_tiling(state.walls[seat], state.totals[seat], tiling, seat, typed.has_marker)
        return Part(slot_of(seat), part)

    def whole(self, state: State, draft: Draft) -> Any | None:
        """The round, once every seat's wall is in."""
        parts = parts_of(state, draft)
        if len(parts) < state.setup.seats:
            return None
        entry: dict[str, Any] = {"tiling": [_tiling(parts[seat]) for seat in range(state.setup.seats)]}
        first = _holder(state, draft)
        return entry if first is None else {**entry, "first": first}

    def view(self, state: State, draft: Draft, asked: Posted) -> dict[str, Any]:
        parts = parts_of(state, draft)
        missing = [seat for seat in range(state.setup.seats) if seat not in parts]
        seat = number(asked, "seat", 0, state.setup.seats - 1)
        seat = next(iter(missing), 0) if seat is None else seat
        is_last = missing in ([seat], [])
        shown = preview(state, seat, _typed(state, parts.get(seat), asked))
        return {
            "title": Message("Wall of {seat}", seat=Seat(seat)),
            "stage": f"wall-{seat}-{state.rounds}-{seat in parts}",
            "seat": seat,
            "parts": parts,
            "round": state.rounds + 1,
            "kind": state.setup.options["wall"],
            "typed": shown.typed,
            "shown": shown,
            "glyphs": GLYPHS,
            "colour_names": COLOUR_NAMES,
            "sight": in_sight(shown.drawn.wall),
            "ending": last_round({**walls_of(state, draft), seat: shown.drawn.wall}.items()),
            "save": _save(shown.typed, seat, state.rounds + 1, is_last),
            **_marker_view(_holder(state, draft, but=seat), shown.typed, is_last),
        }

    def sheet(self, state: State, draft: Draft) -> dict[str, Any]:
        """The walls as they stand, with what is in of this round, for the table's page."""
        parts, kind = parts_of(state, draft), state.setup.options["wall"]
        drawn = [draw(wall, typed_in(parts.get(seat)).lines, kind) for seat, wall in enumerate(state.walls)]
        return {
            "next": None if state.finished else Message("Enter round {round}", round=state.rounds + 1),
            "first": state.first,
            "holder": _holder(state, draft),
            "parts": parts,
            "walls": [one.rows for one in drawn],
            "sights": [in_sight(one.wall) for one in drawn],
            "ending": last_round(enumerate(one.wall for one in drawn)),
            "glyphs": GLYPHS,
            "rounds": state.rounds,
            "ended": if_it_ended(state.walls, state.totals),
            "final": _final(state) if state.finished else None,
        }

    def outcome(self, state: State, entry: Any, steps: tuple[Step, ...]) -> dict[str, Any]:
        """Each wall with what the round laid on it, and its floor line."""
        tilings, first = read_round(entry, state.setup)
        kind = state.setup.options["wall"]
        drawn = [draw(wall, tiling.lines, kind) for wall, tiling in zip(state.walls, tilings, strict=True)]
        walls = [one.wall for one in drawn]
        is_last = any(step.rule == FULL_ROW for step in steps)
        lost = {step.seat: step.points for step in steps if step.rule == FLOOR}
        return {
            "walls": [one.rows for one in drawn],
            "floors": [floor_glyphs(one.floor, _fell(one.lines), seat == first) for seat, one in enumerate(tilings)],
            "lost": [lost.get(seat, 0) for seat in range(state.setup.seats)],
            "sights": [(counted if is_last else in_sight)(wall) for wall in walls],
            "ending": last_round(enumerate(walls)),
            "bonus": _bonus(walls) if is_last else None,
            "bonus_rules": _BONUS_RULES,
            "glyphs": GLYPHS,
        }

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """What the full rows, columns and colours brought each seat in the last round."""
        if all(step.rule != FULL_ROW for step in steps):
            return None
        earned = [step for step in steps if step.rule in _BONUS_RULES]
        return tuple(sum(step.points or 0 for step in earned if step.seat == seat) for seat in range(seats))

    def progress(self, state: State) -> Message:
        if state.finished:
            return Message("{count} round played", "{count} rounds played", state.rounds)
        return Message("Round {number}", number=state.rounds + 1)

    def entry_title(self, setup: Setup, number: int) -> Message:
        return Message("Round {number}", number=number)

    def describe_part(self, slot: str, value: Any) -> Message:
        seat, count = Seat(int(slot.removeprefix("wall-"))), len(value["tiles"])
        return Message(
            "{seat}: {count} line, floor {floor}", "{seat}: {count} lines, floor {floor}", count,
            seat=seat, floor=value["floor"],
        )  # fmt: skip

    def part_of_seat(self, seat: int) -> str:
        return slot_of(seat)

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        return draft_from_entry(state, entry)

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        return validate_draft(state, draft)

    def doubts(self, state: State, entry: Any) -> Sequence[Message]:
        return doubts(state, entry)
