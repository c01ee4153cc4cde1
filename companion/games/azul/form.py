"""The entry form of Azul: each seat enters its wall, its floor line and the start marker as one part."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Setup, Step, joined
from companion.game.pages.form import Draft, FormError, Part, Posted, Whole, number
from companion.game.pages.viewer import EVERYTHING, View, Viewer
from companion.games.azul import drawing, rules
from companion.games.azul.draft import (
    SLOTS,
    Preview,
    WallInput,
    WallsDraft,
    drawn_wall,
    input_from_form,
    input_from_part,
    marker_holder,
    parts_of,
    preview,
    preview_without_points,
    tiling_of,
    wall_of,
    walls_of,
)
from companion.games.azul.drawing import GLYPHS, last_round
from companion.games.azul.help import final_wall_check
from companion.games.azul.rules import State, Tiling
from companion.games.azul.walls import COLOUR_NAMES, COLOURS, Wall, bonuses

BONUS_RULES = (rules.BONUS_ROWS, rules.BONUS_COLUMNS, rules.BONUS_COLOURS)


ON_DISPLAY, OF_A_COLOUR = 4, 20
_DISPLAYS = {2: 5, 3: 7, 4: 9}


def _unused(tilings: Sequence[Tiling], first: int | None) -> Iterator[Message]:
    if first is None:
        yield Message("Nobody has the start marker; whoever first takes tiles from the middle gets it.")
    if not any(tiling.lines for tiling in tilings):
        yield Message("Nobody completed a line.")


def _too_many(state: State, tilings: Sequence[Tiling], first: int | None) -> Iterator[Message]:
    """Report more tiles than the factories held, in this round or in all rounds together."""
    supply = ON_DISPLAY * _DISPLAYS[state.setup.seats]
    count = sum(tiling.floor for tiling in tilings) - (first is not None)  # without the start marker
    lines = [line for tiling in tilings for line in tiling.lines]
    fresh = count + (sum(line.row for line in lines) if state.rounds == 0 else len(lines))
    if fresh > supply:
        yield Message(
            "This round takes at least {tiles} tiles; the factories hold {supply}.", tiles=fresh, supply=supply
        )
        return
    behind = sum(number for wall in state.walls for number, row in enumerate(wall, 1) for colour in row if colour)
    tiles = count + sum(line.row for line in lines) + behind
    rounds = state.rounds + 1
    if tiles > supply * rounds:
        yield Message(
            "All rounds together take at least {tiles} tiles; in {rounds} rounds the factories hold {supply}.",
            tiles=tiles, rounds=rounds, supply=supply * rounds,
        )  # fmt: skip


def _colours(state: State, tilings: Sequence[Tiling]) -> Iterator[Message]:
    """Report a colour with more tiles than the box holds, on the walls and in completed lines."""
    counts = Counter(colour for wall in state.walls for row in wall for colour in row if colour)
    for tiling in tilings:
        for line in tiling.lines:
            counts[line.colour] += line.row
    for colour in COLOURS:
        if counts[colour] > OF_A_COLOUR:
            yield Message(
                "{colour}: {tiles} tiles; the box has {most}.",
                colour=COLOUR_NAMES[colour], tiles=counts[colour], most=OF_A_COLOUR,
            )  # fmt: skip


def _marker_taken(seat: int) -> Message:
    return Message(
        "{seat} has the start marker in this round already. If that is wrong, take it back on the wall of {seat}.",
        seat=Seat(seat),
    )


def _read_input(state: State, part: Mapping[str, Any] | None, query: Posted) -> WallInput:
    """Read the wall from the fields if they come from the form, else from the part in the draft."""
    return input_from_part(part) if query.get("typed") is None else input_from_form(query, state.setup.options["wall"])


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
        bonus=_bonus(state.walls),
        bonus_texts=[drawing.final_bonuses(wall) for wall in state.walls],
        audits=[final_wall_check(seat, state) for seat in range(len(state.walls))],
    )


def _bonus(walls: Sequence[Wall]) -> View:
    """Return the final bonuses of each seat, by kind and as sums."""
    return View(lines=drawing.bonus_lines(walls), sums=[bonuses(wall).points for wall in walls])


def last_round_in(state: State, draft: Draft) -> Message | joined | None:
    """Say that this is the last round, and who filled which rows, from the parts in the draft; this is no secret."""
    return last_round((seat, wall_of(state, draft, seat)) for seat in range(state.setup.seats))


def last_round_entered(state: State, draft: Draft, seat: int, wall: Wall) -> Message | joined | None:
    """Say the same of the entered walls and the wall that is being entered for a seat."""
    return last_round({**walls_of(state, draft), seat: wall}.items())


def last_round_played(before: State, entry: Any) -> Message | joined | None:
    """Say the same of the walls after a round."""
    tilings, _ = rules.read_round(entry, before.setup)
    kind = before.setup.options["wall"]
    drawn = [drawing.draw(wall, tiling.lines, kind) for wall, tiling in zip(before.walls, tilings, strict=True)]
    return last_round(enumerate(tiled.wall for tiled in drawn))


def _preview_for(state: State, seat: int, entered: WallInput, viewer: Viewer) -> Preview:
    """Return the input for a seat with its score, without the score if it is hidden."""
    if viewer.sees(seat):
        return preview(state, seat, entered)
    return viewer.disclose(preview_without_points, state, seat, entered)


class Form(WallsDraft):
    """The entry form of Azul."""

    fields = ("seat",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted wall: the field `seat` and those of `form_state`."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose wall this is."))
        kind = state.setup.options["wall"]
        entered = input_from_form(posted, kind)
        if entered.without_colour:
            raise FormError(Message("Row {row}: say which colour lies there.", row=entered.without_colour[0]))
        holder = marker_holder(state, draft, excluding=seat)
        if entered.has_marker and holder is not None:
            raise FormError(_marker_taken(holder))
        part = entered.as_part(kind)
        tiling = rules.read_tiling(tiling_of(part), kind, seat)
        rules.score_tiling(state.walls[seat], state.totals[seat], tiling, seat, entered.has_marker)
        return Part(SLOTS.of(seat), part)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the wall of one seat with the input so far and its score, which is left out if it is hidden."""
        typed = viewer.typed(draft)
        parts = parts_of(state, typed)
        seats = state.setup.seats
        seat, is_last = SLOTS.to_enter(typed, seats, number(query, "seat", 0, seats - 1))
        wall_preview = _preview_for(state, seat, _read_input(state, parts.get(seat), query), viewer)
        holder = marker_holder(state, typed, excluding=seat)
        return View(
            title=Message("Wall of {seat}", seat=Seat(seat)),
            stage=f"wall-{seat}-{state.rounds}-{seat in parts}",
            seat=seat,
            parts=[*parts],
            round=state.rounds + 1,
            kind=state.setup.options["wall"],
            is_saved=seat in parts and query.get("typed") is None,
            typed=wall_preview.entered,
            shown=wall_preview,
            bonus_text=drawing.current_bonuses(wall_preview.drawn.wall) if viewer.sees(seat) else None,
            last_round=viewer.disclose(last_round_entered, state, typed, seat, wall_preview.drawn.wall),
            save=_save_label(wall_preview.entered, seat, state.rounds + 1, is_last),
            holder=holder,
            taken_by=None if holder is None else _marker_taken(holder),
            is_marker_missing=is_last and holder is None and not wall_preview.entered.has_marker,
            glyphs=GLYPHS,
            colour_names=COLOUR_NAMES,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the walls, with the parts of this round that are in the draft."""
        seats = range(state.setup.seats)
        drawn = [drawn_wall(state, draft, seat) if viewer.sees(seat) else None for seat in seats]
        return View(
            next=None if state.finished else Message("Enter round {round}", round=state.rounds + 1),
            first=state.first,
            holder=viewer.disclose(marker_holder, state, draft),
            parts=[seat for seat in seats if SLOTS.of(seat) in draft],
            walls=[None if tiled is None else tiled.rows for tiled in drawn],
            bonus_texts=[None if tiled is None else drawing.current_bonuses(tiled.wall) for tiled in drawn],
            last_round=viewer.disclose(last_round_in, state, draft),
            rounds=state.rounds,
            projection=drawing.projected_end(viewer.seen(state.walls), viewer.seen(state.totals)),
            final=_final(state) if state.finished else None,
            glyphs=GLYPHS,
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return each wall with the tiles of the round, and its floor line."""
        seats, kind, first = range(before.setup.seats), before.setup.options["wall"], entry.get("first")
        tilings = [
            rules.read_tiling(entry["tiling"][seat], kind, seat) if viewer.sees(seat) else None for seat in seats
        ]
        drawn = [
            None if tiling is None else drawing.draw(before.walls[seat], tiling.lines, kind)
            for seat, tiling in enumerate(tilings)
        ]
        is_last = viewer.sees_all and any(step.rule == rules.FULL_ROW for step in steps)
        lost = {step.seat: step.points for step in steps if step.rule == rules.FLOOR}
        return View(
            walls=[None if tiled is None else tiled.rows for tiled in drawn],
            floors=[
                None if tiling is None else drawing.floor_glyphs(tiling.floor, tiling.fallen, seat == first)
                for seat, tiling in enumerate(tilings)
            ],
            lost=viewer.seen([lost.get(seat, 0) for seat in seats]),
            bonus_texts=[
                None if tiled is None else (drawing.final_bonuses if is_last else drawing.current_bonuses)(tiled.wall)
                for tiled in drawn
            ],
            last_round=viewer.disclose(last_round_played, before, entry),
            bonus=_bonus([tiled.wall for tiled in drawn if tiled]) if is_last else None,
            bonus_rules=BONUS_RULES,
            glyphs=GLYPHS,
        )

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """Return the points of each seat for full rows, columns and colours; None before the last round."""
        if all(step.rule != rules.FULL_ROW for step in steps):
            return None
        earned = [step for step in steps if step.rule in BONUS_RULES]
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
        return [*_unused(tilings, first), *_too_many(state, tilings, first), *_colours(state, tilings)]
