"""The questions about a round of Azul: its tiles and floor lines; at the end also the bonuses and final walls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Message, Seat, Step
from companion.game.pages.help import Fields, QuestionLink, join_values, ranking_link
from companion.games.azul.drawing import place_tiles
from companion.games.azul.help.audit_form import fields_of
from companion.games.azul.help.form_state import TILE, WALL, WallQuestion
from companion.games.azul.rules import read_round
from companion.games.azul.scoring import FLOOR_SPACES, floor_loss
from companion.games.azul.state import State
from companion.games.azul.tiling import FLOOR, PatternLine
from companion.games.azul.walls import COLOURS, Wall, full_rows


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a round.

    There is a question for each line of each seat, from the top down, on the wall after the lines above it; for each
    floor line; and in the last round for each wall's bonuses, each final wall with its total, and the ranking.
    """
    kind = before.setup.options["wall"]
    tilings, _ = read_round(entry, before.setup)
    questions: list[QuestionLink] = []
    for seat, (wall, tiling) in enumerate(zip(before.walls, tilings, strict=True)):
        questions += _lines(seat, wall, sorted(tiling.lines, key=_row), kind)
    questions += [_floor(step) for step in steps if step.rule == FLOOR]
    if after.finished:
        questions += [_bonuses(seat, wall, kind) for seat, wall in enumerate(after.walls)]
        questions += [final_wall_check(seat, after) for seat in range(len(after.walls))]
        questions.append(ranking_question(after))
    return questions


def _floor(step: Step) -> QuestionLink:
    """Return the question about a floor line, with the score before it if that is less than a full line costs."""
    taken, score = step.values["taken"], step.values["score"]
    is_low = score < floor_loss(FLOOR_SPACES)
    fields: Fields = (("floor", str(taken)), *((("total", str(score)),) if is_low else ()))
    return QuestionLink("azul/floor", Message("the floor of {seat}", seat=Seat(step.seat or 0)), fields)


def ranking_question(state: State) -> QuestionLink:
    """Return the question "who comes first", with the totals and the full rows of each seat."""
    rows = [len(full_rows(wall)) for wall in state.walls]
    fields = (("players", str(state.setup.seats)), ("totals", join_values(state.totals)), ("rows", join_values(rows)))
    return ranking_link("azul", *fields)


def _row(line: PatternLine) -> int:
    return line.row


def _lines(seat: int, wall: Wall, lines: Sequence[PatternLine], kind: str) -> Iterator[QuestionLink]:
    for line in lines:
        fields = WallQuestion(kind, wall, TILE, line.colour, line).fields
        if line.column is None:
            title = Message("the line of {seat} in row {row}", seat=Seat(seat), row=line.row)
            yield QuestionLink("azul/columns", title, fields[1:])
        else:
            title = Message("the tile of {seat} in row {row}", seat=Seat(seat), row=line.row)
            yield QuestionLink("azul/tile", title, fields)
        wall = place_tiles(wall, [line])


def _bonuses(seat: int, wall: Wall, kind: str) -> QuestionLink:
    fields = WallQuestion(kind, wall, WALL, COLOURS[0], None).fields
    title = Message("the bonuses of {seat}", seat=Seat(seat))
    return QuestionLink("azul/bonuses", title, tuple((name, value) for name, value in fields if name != "put"))


def final_wall_check(seat: int, state: State) -> QuestionLink:
    """Return the question whether a final wall can have scored the total of its seat."""
    question = WallQuestion(state.setup.options["wall"], state.walls[seat], WALL, COLOURS[0], None)
    fields = fields_of(question, rounds=state.rounds, floor=state.lost[seat], claim=state.totals[seat])
    return QuestionLink("azul/audit", Message("the final wall of {seat}", seat=Seat(seat)), fields)
