"""What each wall lacks for a bonus, and who could end the game in the running round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from companion.game import Message, Seat, joined
from companion.game.pages.help import Need
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.azul.draft import wall_of, walls_of
from companion.games.azul.drawing import last_round
from companion.games.azul.rules import BONUS_COLOURS, BONUS_COLUMNS, BONUS_ROWS, FULL_ROW
from companion.games.azul.scoring import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS
from companion.games.azul.state import State
from companion.games.azul.tiling import SPACE
from companion.games.azul.walls import COLOUR_NAMES, COLOURS, PLACES, Wall, fault

_MAX_MISSING = 2  # a row, column or colour that lacks more tiles is not mentioned


class Gap(NamedTuple):
    """A row, column or colour that lacks one or two tiles.

    `lacks` holds the missing colours of a row, or the rows that a column or colour lacks. `can_be_filled` says
    whether the rules still allow these tiles.
    """

    rule: str
    name: int | str
    lacks: Sequence[int | str]
    can_be_filled: bool


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """Return who could end the game in this round, and for each seat what is nearly complete."""
    if state.finished:
        return []
    by_seat = [
        need
        for seat in filter(viewer.sees, range(state.setup.seats))
        for need in _seat_needs(seat, gaps(wall_of(state, draft, seat)))
    ]
    return [*viewer.disclose(round_ends, state, draft), *by_seat]


def round_ends(state: State, draft: Mapping[str, Any]) -> list[Need]:
    """Return who can end the game in this round; this is no secret, as the walls lie open."""
    seats = range(state.setup.seats)
    return [*_ending(walls_of(state, draft), [list(gaps(wall_of(state, draft, seat))) for seat in seats])]


def gaps(wall: Wall) -> Iterator[Gap]:
    """Yield each row, column and colour that lacks one or two tiles, after trying all arrangements of these tiles."""
    for row, line in enumerate(wall, 1):
        colours = [colour for colour in COLOURS if colour not in line]
        spaces = [(row, column) for column in PLACES if line[column - 1] is None]
        if 0 < len(spaces) <= _MAX_MISSING:
            yield Gap(BONUS_ROWS, row, colours, _fits(wall, spaces, colours))
    for column, line in enumerate(zip(*wall, strict=True), 1):
        colours = [colour for colour in COLOURS if colour not in line]
        rows = [row for row in PLACES if line[row - 1] is None]
        if 0 < len(rows) <= _MAX_MISSING:
            yield Gap(BONUS_COLUMNS, column, rows, _fits(wall, [(row, column) for row in rows], colours))
    for colour in COLOURS:
        rows = [row for row in PLACES if colour not in wall[row - 1]]
        columns = [column for column, line in enumerate(zip(*wall, strict=True), 1) if colour not in line]
        if 0 < len(rows) <= _MAX_MISSING:
            placings = (list(zip(rows, order, strict=True)) for order in permutations(columns))
            yield Gap(
                BONUS_COLOURS, colour, rows, any(_fits(wall, placing, [colour] * len(placing)) for placing in placings)
            )


def _fits(wall: Wall, spaces: Sequence[tuple[int, int]], colours: Sequence[str]) -> bool:
    """Whether some arrangement of these colours is allowed in these spaces."""
    return any(
        all(fault(wall, row, column, colour) is None for (row, column), colour in zip(spaces, order, strict=True))
        for order in permutations(colours)
    )


def _seat_needs(seat: int, wall_gaps: Iterator[Gap]) -> Iterator[Need]:
    """Yield what is nearly complete for each kind of bonus, then what can no longer be completed."""
    listed_gaps = list(wall_gaps)
    for rule, bonus in _BONUSES.items():
        if lines := [_line(gap) for gap in listed_gaps if gap.rule == rule and gap.can_be_filled]:
            yield Need(seat, Message("{bonus}; still lacking: {lines}.", bonus=bonus, lines=joined(lines)), rule)
    if lines := [_name(gap) for gap in listed_gaps if not gap.can_be_filled]:
        yield Need(seat, Message("Out of reach: {lines}.", lines=joined(lines)), SPACE)


_BONUSES = {
    BONUS_ROWS: Message("A full row brings {points}", points=ROW_BONUS),
    BONUS_COLUMNS: Message("A full column brings {points}", points=COLUMN_BONUS),
    BONUS_COLOURS: Message("All five of a colour bring {points}", points=COLOUR_BONUS),
}


def _line(gap: Gap) -> Message:
    """Name a row with the colours that it lacks, a column or colour with the rows."""
    if gap.rule == BONUS_ROWS:
        colours = joined([COLOUR_NAMES[str(colour)] for colour in gap.lacks])
        return Message("{line} ({colours})", line=_name(gap), colours=colours)
    rows = joined(gap.lacks)
    return Message("{line} (row {rows})", "{line} (rows {rows})", len(gap.lacks), line=_name(gap), rows=rows)


def _name(gap: Gap) -> Message:
    if gap.rule == BONUS_ROWS:
        return Message("row {row}", row=gap.name)
    return Message("column {column}", column=gap.name) if gap.rule == BONUS_COLUMNS else COLOUR_NAMES[str(gap.name)]


def _ending(entered_walls: Mapping[int, Wall], gaps_by_seat: Sequence[Sequence[Gap]]) -> Iterator[Need]:
    """Yield who can end the game in this round: a row gets one tile per round, so it must lack only one tile."""
    is_possible = False
    for seat, wall_gaps in enumerate(gaps_by_seat):
        rows = [gap.name for gap in wall_gaps if gap.rule == BONUS_ROWS and len(gap.lacks) == 1 and gap.can_be_filled]
        if seat in entered_walls:
            ends = last_round([(seat, entered_walls[seat])])
            rows = []
            if isinstance(ends, Message):
                is_possible = True
                yield Need(None, ends, FULL_ROW)
        if rows:
            is_possible = True
            yield Need(None, _could_end(seat, rows), FULL_ROW)
    if not is_possible:
        yield Need(None, Message("Nobody can fill a row in this round: it is not the last."), FULL_ROW)


def _could_end(seat: int, rows: Sequence[int | str]) -> Message:
    return Message(
        "{seat} can end the game in this round with row {rows}.",
        "{seat} can end the game in this round with one of the rows {rows}.",
        len(rows),
        seat=Seat(seat),
        rows=joined(rows),
    )
