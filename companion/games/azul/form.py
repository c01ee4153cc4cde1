"""The entry form of Azul: each seat enters its wall, its floor line and the start marker as one part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Setup, Step
from companion.game.pages.form import Draft, EntryForm, Filled, FormError, Part, Posted, Whole, number
from companion.games.azul.draft import SLOTS, draft_from_entry, parts_of, validate_draft, walls_of
from companion.games.azul.drawing import (
    GLYPHS,
    bonus_lines,
    current_bonuses,
    draw,
    final_bonuses,
    floor_glyphs,
    last_round,
    projected_end,
)
from companion.games.azul.entry_warnings import entry_warnings
from companion.games.azul.form_state import WallInput, input_from_form, input_from_part
from companion.games.azul.help.checks import final_wall_check
from companion.games.azul.pieces import AzulPieces
from companion.games.azul.preview import preview
from companion.games.azul.rules import BONUS_COLOURS, BONUS_COLUMNS, BONUS_ROWS, FULL_ROW, read_round
from companion.games.azul.scoring import bonuses
from companion.games.azul.state import State
from companion.games.azul.tiling import FLOOR, Line, read_tiling, score_tiling
from companion.games.azul.walls import COLOUR_NAMES, Wall

_BONUS_RULES = (BONUS_ROWS, BONUS_COLUMNS, BONUS_COLOURS)


def _tiling(part: Mapping[str, Any]) -> dict[str, Any]:
    return {"tiles": part["tiles"], "floor": part["floor"]}


def _marker_holder(state: State, draft: Draft, excluding: int | None = None) -> int | None:
    """Return the seat whose part in the draft has the start marker."""
    return next((seat for seat, part in parts_of(state, draft, excluding).items() if part["marker"]), None)


def _marker_taken(seat: int) -> Message:
    return Message(
        "{seat} has the start marker in this round already. If that is wrong, take it back on the wall of {seat}.",
        seat=Seat(seat),
    )


def _read_input(state: State, part: Mapping[str, Any] | None, query: Posted) -> WallInput:
    """Read the wall from the fields if they come from the form, else from the part in the draft."""
    return input_from_part(part) if query.get("typed") is None else input_from_form(query, state.setup.options["wall"])


def _marker_view(holder: int | None, entered: WallInput, is_last: bool) -> dict[str, Any]:
    """Return which other seat has the start marker, and whether the round would end without a holder."""
    return {
        "holder": holder,
        "taken_by": None if holder is None else _marker_taken(holder),
        "nobody": is_last and holder is None and not entered.has_marker,
    }


def _save_label(entered: WallInput, seat: int, number: int, is_last: bool) -> Message:
    """Return the label of the main button; it says if nothing was tiled, which may be a mistake."""
    if entered.without_colour:
        return Message("Row {row}: which colour?", row=entered.without_colour[0])
    is_empty = not entered.picks and not entered.taken
    if is_last:
        label = Message("Score round {round}", round=number)
        return Message("{seat} tiled nothing: {label}", seat=Seat(seat), label=label) if is_empty else label
    if is_empty:
        return Message("Save: {seat} tiled nothing", seat=Seat(seat))
    return Message("Save the wall of {seat}", seat=Seat(seat))


def _final(state: State) -> dict[str, Any]:
    """Return what is complete on each wall at the end; if a full row ended the game the bonuses, and the audits."""
    if not any(bonuses(wall).rows for wall in state.walls):
        stopped = Message("Stopped before a row was full: no bonus.")
        return {"bonus": None, "counted": [stopped for _ in state.walls], "audits": None}
    return {
        "bonus": _bonus(state.walls),
        "counted": [final_bonuses(wall) for wall in state.walls],
        "audits": [final_wall_check(seat, state) for seat in range(len(state.walls))],
    }


def _bonus(walls: Sequence[Wall]) -> dict[str, Any]:
    """Return the final bonuses of each seat, by kind and as sums."""
    return {"lines": bonus_lines(walls), "sums": [bonuses(wall).points for wall in walls]}


def _fallen_tiles(lines: tuple[Line, ...]) -> int:
    return sum(line.row for line in lines if line.column is None)


class Form(AzulPieces, EntryForm):
    """The entry form of Azul."""

    fields = ("seat",)
    slots = SLOTS

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted wall: the field `seat` and those of `form_state`."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose wall this is."))
        kind = state.setup.options["wall"]
        entered = input_from_form(posted, kind)
        if entered.without_colour:
            raise FormError(Message("Row {row}: say which colour lies there.", row=entered.without_colour[0]))
        holder = _marker_holder(state, draft, excluding=seat)
        if entered.has_marker and holder is not None:
            raise FormError(_marker_taken(holder))
        part = entered.as_part(kind)
        tiling = read_tiling(_tiling(part), kind, seat)
        score_tiling(state.walls[seat], state.totals[seat], tiling, seat, entered.has_marker)
        return Part(SLOTS.of(seat), part)

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's wall."""
        parts = parts_of(state, draft)
        if len(parts) < state.setup.seats:
            return None
        entry: dict[str, Any] = {"tiling": [_tiling(parts[seat]) for seat in range(state.setup.seats)]}
        first = _marker_holder(state, draft)
        return entry if first is None else {**entry, "first": first}

    def view(self, state: State, draft: Draft, query: Posted) -> dict[str, Any]:
        """Return the wall of one seat with the input so far and its score."""
        parts = parts_of(state, draft)
        missing = [seat for seat in range(state.setup.seats) if seat not in parts]
        seat = number(query, "seat", 0, state.setup.seats - 1)
        seat = next(iter(missing), 0) if seat is None else seat
        is_last = missing in ([seat], [])
        shown = preview(state, seat, _read_input(state, parts.get(seat), query))
        return {
            "title": Message("Wall of {seat}", seat=Seat(seat)),
            "stage": f"wall-{seat}-{state.rounds}-{seat in parts}",
            "seat": seat,
            "parts": parts,
            "round": state.rounds + 1,
            "kind": state.setup.options["wall"],
            "typed": shown.entered,
            "shown": shown,
            "glyphs": GLYPHS,
            "colour_names": COLOUR_NAMES,
            "sight": current_bonuses(shown.drawn.wall),
            "ending": last_round({**walls_of(state, draft), seat: shown.drawn.wall}.items()),
            "save": _save_label(shown.entered, seat, state.rounds + 1, is_last),
            **_marker_view(_marker_holder(state, draft, excluding=seat), shown.entered, is_last),
        }

    def sheet(self, state: State, draft: Draft) -> dict[str, Any]:
        """Return the walls, with the parts of this round that are in the draft."""
        parts, kind = parts_of(state, draft), state.setup.options["wall"]
        drawn = [draw(wall, input_from_part(parts.get(seat)).lines, kind) for seat, wall in enumerate(state.walls)]
        return {
            "next": None if state.finished else Message("Enter round {round}", round=state.rounds + 1),
            "first": state.first,
            "holder": _marker_holder(state, draft),
            "parts": parts,
            "walls": [one.rows for one in drawn],
            "sights": [current_bonuses(one.wall) for one in drawn],
            "ending": last_round(enumerate(one.wall for one in drawn)),
            "glyphs": GLYPHS,
            "rounds": state.rounds,
            "ended": projected_end(state.walls, state.totals),
            "final": _final(state) if state.finished else None,
        }

    def outcome(self, before: State, entry: Any, after: State, steps: Sequence[Step]) -> dict[str, Any]:
        """Return each wall with the tiles of the round, and its floor line."""
        tilings, first = read_round(entry, before.setup)
        kind = before.setup.options["wall"]
        drawn = [draw(wall, tiling.lines, kind) for wall, tiling in zip(before.walls, tilings, strict=True)]
        walls = [one.wall for one in drawn]
        is_last = any(step.rule == FULL_ROW for step in steps)
        lost = {step.seat: step.points for step in steps if step.rule == FLOOR}
        return {
            "walls": [one.rows for one in drawn],
            "floors": [
                floor_glyphs(one.floor, _fallen_tiles(one.lines), seat == first) for seat, one in enumerate(tilings)
            ],
            "lost": [lost.get(seat, 0) for seat in range(before.setup.seats)],
            "sights": [(final_bonuses if is_last else current_bonuses)(wall) for wall in walls],
            "ending": last_round(enumerate(walls)),
            "bonus": _bonus(walls) if is_last else None,
            "bonus_rules": _BONUS_RULES,
            "glyphs": GLYPHS,
        }

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """Return the points of each seat for full rows, columns and colours; None before the last round."""
        if all(step.rule != FULL_ROW for step in steps):
            return None
        earned = [step for step in steps if step.rule in _BONUS_RULES]
        return tuple(sum(step.points or 0 for step in earned if step.seat == seat) for seat in range(seats))

    def progress(self, state: State) -> Message:
        """Return the running round, at the end the number of rounds."""
        if state.finished:
            return Message("{count} round played", "{count} rounds played", state.rounds)
        return Message("Round {number}", number=state.rounds + 1)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Round 3"."""
        return Message("Round {number}", number=number)

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry."""
        return draft_from_entry(state, entry)

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Validate an imported draft."""
        return validate_draft(state, draft)

    def entry_warnings(self, state: State, entry: Any) -> Sequence[Message]:
        """Return why a round is probably a mistake."""
        return entry_warnings(state, entry)
