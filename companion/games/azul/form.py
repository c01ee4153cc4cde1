"""The entry form of Azul: each seat enters its wall, its floor line and the start marker as one part."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, RuleError, Seat, Setup, Step, entry_keys, flag, joined
from companion.forms.form import Draft, Filled, FormError, Posted
from companion.forms.pieces import Pieces, PieceWords
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.azul import drawing, rulebook, rules
from companion.games.azul.draft import (
    SLOTS,
    WallInput,
    drawn_wall,
    input_from_form,
    input_from_part,
    marker_holder,
    preview,
    preview_without_points,
    walls_of,
)
from companion.games.azul.drawing import GLYPHS, last_round
from companion.games.azul.help import final_wall_check
from companion.games.azul.rules import State, Tiling
from companion.games.azul.walls import COLOURS, PLACES, Wall, bonuses

ON_DISPLAY, OF_A_COLOUR = 4, 20
_DISPLAYS = {2: 5, 3: 7, 4: 9}


def _too_many(state: State, tilings: Sequence[Tiling], first: int | None) -> Iterator[Message]:
    """Report more tiles than the factories held, in this round or in all rounds together."""
    supply, rounds = ON_DISPLAY * _DISPLAYS[state.setup.seats], state.rounds + 1
    count = sum(tiling.floor for tiling in tilings) - (first is not None)  # without the start marker
    lines = [line.row for tiling in tilings for line in tiling.lines]
    fresh = count + (len(lines) if state.rounds else sum(lines))
    if fresh > supply:
        yield Message(
            "This round takes at least {tiles} tiles; the factories hold {supply}.", tiles=fresh, supply=supply
        )
        return
    behind = sum(number for wall in state.walls for number, row in enumerate(wall, 1) for colour in row if colour)
    tiles = count + sum(lines) + behind
    if tiles > supply * rounds:
        yield Message(
            "All rounds together take at least {tiles} tiles; in {rounds} rounds the factories hold {supply}.",
            tiles=tiles, rounds=rounds, supply=supply * rounds,
        )  # fmt: skip


def _colours(state: State, tilings: Sequence[Tiling]) -> Iterator[Message]:
    """Report a colour with more tiles than the box holds, on the walls and in completed lines."""
    counts = Counter(colour for wall in state.walls for row in wall for colour in row)
    for line in [line for tiling in tilings for line in tiling.lines]:
        counts[line.colour] += line.row
    for colour in COLOURS:
        if counts[colour] > OF_A_COLOUR:
            yield Message(
                "{colour}: {tiles} tiles; the box has {most}.",
                colour=rulebook.COLOUR_NAMES[colour], tiles=counts[colour], most=OF_A_COLOUR,
            )  # fmt: skip


def _marker_taken(seat: int) -> Message:
    return Message(
        "{seat} has the start marker in this round already. If that is wrong, take it back on the wall of {seat}.",
        seat=Seat(seat),
    )


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


def _final(state: State) -> View:
    """Return what is complete on each final wall; with bonuses and audits if a full row ended the game."""
    if not any(bonuses(wall).rows for wall in state.walls):
        stopped = Message("Stopped before a row was full: no bonus.")
        return View(bonus=None, bonus_texts=[stopped] * len(state.walls), audits=None)
    return View(
        bonus=drawing.bonus_table(state.walls, [0] * len(state.walls)),
        bonus_texts=[drawing.final_bonuses(wall) for wall in state.walls],
        audits=[final_wall_check(seat, state) for seat in range(len(state.walls))],
    )


def last_round_in(state: State, draft: Draft, entered: Mapping[int, Wall]) -> Message | joined | None:
    """Say that this is the last round, and who filled which rows; this is no secret.

    The walls are those of the state, of the parts in the draft, and, before these, the `entered` ones.
    """
    return last_round({**dict(enumerate(state.walls)), **walls_of(state, draft), **entered}.items())


def tiling_of(part: Mapping[str, Any]) -> Json:
    """Return the tiles and the floor of a part, as an entry holds them."""
    return {"tiles": part["tiles"], "floor": part["floor"]}


_FIRST = "first"


def _wall_pieces(seat: int, wall: Mapping[str, Any]) -> Json:
    tiles = {tile["row"]: {key: tile[key] for key in tile if key != "row"} for tile in wall["tiles"]}
    rows = {f"{seat}.{row}": tiles.get(row) for row in PLACES}
    return {**rows, f"{seat}.floor": wall["floor"]}


def _row_words(row: int, tile: Mapping[str, Any] | None) -> Message:
    if tile is None:
        return Message("row {row}: nothing", row=row)
    colour = rulebook.COLOUR_NAMES[tile["colour"]]
    if "column" not in tile:
        return Message("row {row}: {colour}", row=row, colour=colour)
    if tile["column"] is None:
        return Message("row {row}: {colour}, onto the floor", row=row, colour=colour)
    return Message("row {row}: {colour} in column {column}", row=row, colour=colour, column=tile["column"])


class Form(SeatForm):
    """The entry form of Azul: the part of a seat is its wall. The pieces are finer: "0.3" is row 3 of seat 0's wall."""

    slots, key = SLOTS, "tiling"
    whose = Message("Choose whose wall this is.")

    def read_part(self, posted: Posted, state: State, draft: Draft, seat: int) -> Json:
        """Return the posted wall of a seat, from the fields of `input_from_form`."""
        kind = state.setup.options["wall"]
        entered = input_from_form(posted, kind)
        if entered.without_colour:
            raise FormError("Row {row}: say which colour lies there.", row=entered.without_colour[0])
        holder = marker_holder(state, draft, excluding=seat)
        if entered.has_marker and holder is not None:
            raise FormError(_marker_taken(holder))
        part = entered.as_part(kind)
        tiling = rules.read_tiling(tiling_of(part), kind, seat)
        rules.score_tiling(state.walls[seat], state.totals[seat], tiling, seat, entered.has_marker)
        return part

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the wall of one seat with the input so far and its score, which is left out if it is hidden."""
        typed, asked = viewer.typed(draft), self.asked(state, draft, query, state.rounds)
        seat, kind, is_drafted = asked.seat, state.setup.options["wall"], query.get("typed") is None
        entered = input_from_part(typed.get(SLOTS.of(seat))) if is_drafted else input_from_form(query, kind)
        if viewer.sees(seat):
            shown = preview(state, seat, entered)
        else:
            shown = viewer.disclose(preview_without_points, state, seat, entered)
        holder = marker_holder(state, typed, excluding=seat)
        return View(
            **vars(asked),
            title=Message("Wall of {seat}", seat=Seat(seat)),
            round=state.rounds + 1,
            kind=kind,
            is_saved=seat in asked.done and is_drafted,
            typed=shown.entered,
            shown=shown,
            bonus_text=drawing.current_bonuses(shown.drawn.wall) if viewer.sees(seat) else None,
            last_round=viewer.disclose(last_round_in, state, typed, {seat: shown.drawn.wall}),
            save=_save_label(shown.entered, seat, state.rounds + 1, asked.is_last),
            holder=holder,
            taken_by=None if holder is None else _marker_taken(holder),
            is_marker_missing=asked.is_last and holder is None and not shown.entered.has_marker,
            glyphs=GLYPHS,
            colour_names=rulebook.COLOUR_NAMES,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the walls, with the parts of this round that are in the draft."""
        seats = range(state.setup.seats)
        drawn = [drawn_wall(state, draft, seat) if viewer.sees(seat) else None for seat in seats]
        return View(
            next=None if state.finished else Message("Enter round {round}", round=state.rounds + 1),
            first=state.first,
            holder=viewer.disclose(marker_holder, state, draft),
            done=SLOTS.entered(draft, state.setup.seats),
            walls=[None if tiled is None else tiled.rows for tiled in drawn],
            bonus_texts=[None if tiled is None else drawing.current_bonuses(tiled.wall) for tiled in drawn],
            last_round=viewer.disclose(last_round_in, state, draft, {}),
            rounds=state.rounds,
            projection=drawing.bonus_table(viewer.seen(state.walls), viewer.seen(state.totals)),
            final=_final(state) if state.finished else None,
            glyphs=GLYPHS,
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return each wall with the tiles of the round, and its floor line."""
        seats, kind, first = range(before.setup.seats), before.setup.options["wall"], entry.get("first")
        tilings = {seat: rules.read_tiling(entry["tiling"][seat], kind, seat) for seat in seats if viewer.sees(seat)}
        drawn = {seat: drawing.draw(before.walls[seat], tiling.lines, kind) for seat, tiling in tilings.items()}
        is_last = viewer.sees_all and any(step.rule == rulebook.FULL_ROW for step in steps)
        bonus_text = drawing.final_bonuses if is_last else drawing.current_bonuses
        lost = {step.seat: step.points for step in steps if step.rule == rulebook.FLOOR}
        return View(
            walls=[drawn[seat].rows if seat in drawn else None for seat in seats],
            floors=[
                drawing.floor_glyphs(tilings[seat].floor, tilings[seat].fallen, seat == first)
                if seat in tilings
                else None
                for seat in seats
            ],
            lost=viewer.seen([lost.get(seat, 0) for seat in seats]),
            bonus_texts=[bonus_text(drawn[seat].wall) if seat in drawn else None for seat in seats],
            last_round=viewer.disclose(last_round_in, after, {}, {}),
            bonus=drawing.bonus_table(after.walls, [0] * len(seats)) if is_last else None,
            bonus_rules=tuple(rules.BONUSES),
            glyphs=GLYPHS,
        )

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """Return the points of each seat for full rows, columns and colours; None before the last round."""
        if all(step.rule != rulebook.FULL_ROW for step in steps):
            return None
        earned = [step for step in steps if step.rule in rules.BONUSES]
        return tuple(sum(step.points or 0 for step in earned if step.seat == seat) for seat in range(seats))

    def progress(self, state: State) -> Message:
        """Return the running round, at the end the number of rounds."""
        if state.finished:
            return Message("{count} round played", "{count} rounds played", state.rounds)
        return Message("Round {number}", number=state.rounds + 1)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Round 3"."""
        return Message("Round {number}", number=number)

    def entry_warnings(self, state: State, entry: Any) -> Sequence[Message]:
        """Return why an allowed round is probably a mistake; empty if it is possible (Azul, Setup, A, B).

        Tiles on unfinished pattern lines are not entered; any number that fits there is possible. So too few tiles
        cannot be detected: the pattern lines of all seats hold more tiles than the factories.
        """
        tilings, first = rules.read_round(entry, state.setup)
        warnings = [*_too_many(state, tilings, first), *_colours(state, tilings)]
        if not any(tiling.lines for tiling in tilings):
            warnings.insert(0, Message("Nobody completed a line."))
        if first is None:
            warnings.insert(
                0, Message("Nobody has the start marker; whoever first takes tiles from the middle gets it.")
            )
        return warnings

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry: the tiles and the floor of each seat, and whether it has the start marker."""
        first = entry.get("first")
        return {SLOTS.of(seat): {**tiling, "marker": seat == first} for seat, tiling in enumerate(entry["tiling"])}, {}

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's wall."""
        parts = SLOTS.parts(draft, state.setup.seats)
        if len(parts) < state.setup.seats:
            return None
        entry: Json = {"tiling": [tiling_of(parts[seat]) for seat in range(state.setup.seats)]}
        first = marker_holder(state, draft)
        return entry if first is None else {**entry, "first": first}

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Raise `RuleError` unless this is a wall with one line per row; a start marker takes a floor space."""
        seat = Seat(SLOTS.owner(slot))
        entry_keys(value, Message("the wall of {seat}", seat=seat), ("tiles", "floor", "marker"))
        tiling = rules.read_tiling(tiling_of(value), state.setup.options["wall"], seat.index)
        rows = [line.row for line in tiling.lines]
        if twice := next((row for row in rows if rows.count(row) > 1), None):
            raise RuleError(rulebook.ROW_TWICE.of(seat=seat, row=twice))
        if flag(value["marker"], Message("the start marker of {seat}", seat=seat)) and not tiling.floor:
            raise RuleError(rulebook.MARKER_OFF_FLOOR.of(seat=seat))

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the walls in seat order; raise `RuleError` if two of them have the start marker."""
        parts = super().validate_draft(state, draft)
        if [part["marker"] for part in parts.values()].count(True) > 1:
            raise RuleError(rulebook.TWO_MARKERS)
        return parts

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return rows and floor of each wall, and the seat with the start marker."""
        by_wall = [_wall_pieces(seat, wall) for seat, wall in enumerate(entry["tiling"])]
        return {name: value for pieces in by_wall for name, value in pieces.items()} | {_FIRST: entry.get("first")}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return rows, floor and marker of one wall."""
        seat = SLOTS.owner(slot)
        return {**_wall_pieces(seat, value), f"{seat}.marker": value["marker"] or None}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a row, a floor line or the start marker."""
        if name == _FIRST:
            text = Message("nobody has the start marker") if value is None else Message("start marker")
            return PieceWords(() if value is None else (value,), (text,))
        seat, _, part_name = name.partition(".")
        if part_name == "floor":
            words = Message("floor line: {floor}", floor=value or 0)
        elif part_name == "marker":
            words = Message("start marker") if value else Message("no start marker")
        else:
            words = _row_words(int(part_name), value)
        return PieceWords((int(seat),), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name the tiles and the floor of a wall."""
        seat = SLOTS.owner(slot)
        pieces = {name: piece for name, piece in self.pieces_of_part(None, slot, value).items() if piece is not None}
        piece_words = [self.describe_piece(None, name, piece) for name, piece in pieces.items()]
        return Message("{label}: {text}", label=Seat(seat), text=joined([words.phrases[0] for words in piece_words]))


FORM = Form()
