"""The help for Azul: the guide with scored examples, the questions that a round raises, and what each seat needs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from operator import attrgetter
from typing import Any, NamedTuple

from companion.engine import Message, Seat, Step, joined
from companion.forms.help import Example, Help, Need, QuestionLink, chapter, filled, join_values, ranking_link
from companion.forms.viewer import EVERYTHING, Viewer
from companion.games.azul import rulebook, walls
from companion.games.azul.draft import drawn_wall, walls_of
from companion.games.azul.drawing import last_round, place_tiles
from companion.games.azul.question_forms import FORMS, TILE, WallQuestion, fields_of
from companion.games.azul.rules import PatternLine, State, read_round
from companion.games.azul.walls import Wall


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a round.

    There is a question for each line of each seat, from the top down, on the wall after the lines above it; for each
    floor line; and in the last round for each wall's bonuses, each final wall with its total, and the ranking.
    """
    kind = before.setup.options["wall"]
    tilings, _ = read_round(entry, before.setup)
    questions: list[QuestionLink] = []
    for seat, (wall, tiling) in enumerate(zip(before.walls, tilings, strict=True)):
        questions += _lines(seat, wall, sorted(tiling.lines, key=attrgetter("row")), kind)
    questions += [_floor(step) for step in steps if step.rule == rulebook.FLOOR]
    if after.finished:
        for seat, wall in enumerate(after.walls):
            title = Message("the bonuses of {seat}", seat=Seat(seat))
            questions.append(QuestionLink("azul/bonuses", title, fields_of(WallQuestion(kind, wall))))
        questions += [final_wall_check(seat, after) for seat in range(len(after.walls))]
        questions.append(ranking_question(after))
    return questions


_ENOUGH = walls.floor_loss(walls.FLOOR_SPACES)
"""A score from which on it makes no difference what the floor costs."""


def _floor(step: Step) -> QuestionLink:
    """Return the question about a floor line, with the score before it if that is less than a full line costs."""
    taken, score = step.values["taken"], step.values["score"]
    fields = filled(floor=taken, total=score if score < _ENOUGH else None)
    return QuestionLink("azul/floor", Message("the floor of {seat}", seat=Seat(step.seat or 0)), fields)


def ranking_question(state: State) -> QuestionLink:
    """Return the question "who comes first", with the totals and the full rows of each seat."""
    rows = [len(walls.full_rows(wall)) for wall in state.walls]
    fields = filled(players=state.setup.seats, totals=join_values(state.totals), rows=join_values(rows))
    return ranking_link("azul", *fields)


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


def final_wall_check(seat: int, state: State) -> QuestionLink:
    """Return the question whether a final wall can have scored the total of its seat."""
    question = WallQuestion(state.setup.options["wall"], state.walls[seat])
    fields = fields_of(question, rounds=state.rounds, floor=state.lost[seat], claim=state.totals[seat])
    return QuestionLink("azul/audit", Message("the final wall of {seat}", seat=Seat(seat)), fields)


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
    by_seat = [
        need
        for seat in filter(viewer.sees, range(state.setup.seats))
        for need in _seat_needs(seat, gaps(drawn_wall(state, draft, seat).wall))
    ]
    return [*viewer.disclose(round_ends, state, draft), *by_seat]


def round_ends(state: State, draft: Mapping[str, Any]) -> list[Need]:
    """Return who can end the game in this round; this is no secret, as the walls lie open.

    A row gets one tile per round, so it must lack only one tile.
    """
    sentences: list[Message] = []
    entered = walls_of(state, draft)
    for seat, wall in enumerate(state.walls):
        rows = [
            gap.name
            for gap in gaps(wall)
            if gap.rule == rulebook.BONUS_ROWS and len(gap.lacks) == 1 and gap.can_be_filled
        ]
        if seat in entered:
            ends = last_round([(seat, entered[seat])])
            sentences += [ends] if isinstance(ends, Message) else []
        elif rows:
            sentence = Message(
                "{seat} can end the game in this round with row {rows}.",
                "{seat} can end the game in this round with one of the rows {rows}.",
                len(rows),
                seat=Seat(seat),
                rows=joined(rows),
            )
            sentences.append(sentence)
    sentences = sentences or [Message("Nobody can fill a row in this round: it is not the last.")]
    return [Need(None, sentence, rulebook.FULL_ROW) for sentence in sentences]


def gaps(wall: Wall) -> Iterator[Gap]:
    """Yield each row, column and colour that lacks one or two tiles, after trying all arrangements of these tiles."""
    for row, line in enumerate(wall, 1):
        colours = [colour for colour in walls.COLOURS if colour not in line]
        spaces = [(row, column) for column in walls.PLACES if line[column - 1] is None]
        if 0 < len(spaces) <= _MAX_MISSING:
            yield Gap(rulebook.BONUS_ROWS, row, colours, _fits(wall, spaces, colours))
    for column, line in enumerate(zip(*wall, strict=True), 1):
        colours = [colour for colour in walls.COLOURS if colour not in line]
        rows = [row for row in walls.PLACES if line[row - 1] is None]
        if 0 < len(rows) <= _MAX_MISSING:
            yield Gap(rulebook.BONUS_COLUMNS, column, rows, _fits(wall, [(row, column) for row in rows], colours))
    for colour in walls.COLOURS:
        rows = [row for row in walls.PLACES if colour not in wall[row - 1]]
        columns = [column for column, line in enumerate(zip(*wall, strict=True), 1) if colour not in line]
        if 0 < len(rows) <= _MAX_MISSING:
            placings = (list(zip(rows, order, strict=True)) for order in permutations(columns))
            yield Gap(
                rulebook.BONUS_COLOURS,
                colour,
                rows,
                any(_fits(wall, placing, [colour] * len(placing)) for placing in placings),
            )


def _fits(wall: Wall, spaces: Sequence[tuple[int, int]], colours: Sequence[str]) -> bool:
    return any(
        all(walls.fault(wall, row, column, colour) is None for (row, column), colour in zip(spaces, order, strict=True))
        for order in permutations(colours)
    )


def _seat_needs(seat: int, wall_gaps: Iterator[Gap]) -> Iterator[Need]:
    """Yield what is nearly complete for each kind of bonus, then what can no longer be completed."""
    listed_gaps = list(wall_gaps)
    for rule, bonus in _BONUSES.items():
        if lines := [_line(gap) for gap in listed_gaps if gap.rule == rule and gap.can_be_filled]:
            yield Need(seat, Message("{bonus}; still lacking: {lines}.", bonus=bonus, lines=joined(lines)), rule)
    if lines := [_name(gap) for gap in listed_gaps if not gap.can_be_filled]:
        yield Need(seat, Message("Out of reach: {lines}.", lines=joined(lines)), rulebook.SPACE)


_BONUSES = {
    rulebook.BONUS_ROWS: Message("A full row brings {points}", points=rulebook.ROW_BONUS),
    rulebook.BONUS_COLUMNS: Message("A full column brings {points}", points=rulebook.COLUMN_BONUS),
    rulebook.BONUS_COLOURS: Message("All five of a colour bring {points}", points=rulebook.COLOUR_BONUS),
}


def _line(gap: Gap) -> Message:
    """Name a row with the colours that it lacks, a column or colour with the rows."""
    if gap.rule == rulebook.BONUS_ROWS:
        colours = joined([rulebook.COLOUR_NAMES[str(colour)] for colour in gap.lacks])
        return Message("{what} ({which})", what=_name(gap), which=colours)
    rows = joined(gap.lacks)
    return Message("{line} (row {rows})", "{line} (rows {rows})", len(gap.lacks), line=_name(gap), rows=rows)


def _name(gap: Gap) -> Message:
    if gap.rule == rulebook.BONUS_ROWS:
        return Message("row {row}", row=gap.name)
    if gap.rule == rulebook.BONUS_COLUMNS:
        return Message("column {column}", column=gap.name)
    return rulebook.COLOUR_NAMES[str(gap.name)]


def _example(ask: str, *rows: str, kind: str = "coloured", **more: str) -> Example:
    """Return an example on a wall given as five rows of letters."""
    fields = (("kind", kind), ("wall", "".join(rows)), ("put", "tile"), *more.items())
    return Example(ask, fields)


_BARE = "-----"

GUIDE = (
    chapter(
        "A tile on the wall",
        "When all tiles are taken, each full line sends one tile to the wall, the top line first, and each "
        "tile scores as it lands. Alone it is worth 1 point.",
        _example("azul/tile", "B----", _BARE, _BARE, _BARE, _BARE, tile="4B4"),
        "With neighbours it counts its whole run from side to side, itself included.",
        _example("azul/tile", "B-R--", _BARE, _BARE, _BARE, _BARE, tile="1Y2"),
        "It counts the run from top to bottom as well; a tile in both runs counts twice.",
        _example("azul/tile", _BARE, "---R-", "-WB-R", "---B-", _BARE, tile="3Y4"),
    ),
    chapter(
        "The grey wall",
        "Here you choose the column yourself, but no colour comes twice in a row or in a column. A tile "
        "scores as on the coloured wall.",
        _example("azul/tile", "---R-", "---K-", _BARE, _BARE, "W----", kind="grey", colour="blue", tile="3B4"),
        "A tile has to go to a column that is open to it.",
        _example("azul/columns", "R----", "-K---", _BARE, _BARE, _BARE, colour="red", tile="2R"),
        "Where none is open, the whole line falls to the floor and costs you there.",
        _example("azul/columns", "W---R", _BARE, _BARE, _BARE, "BYKW-", colour="red", tile="5R"),
    ),
    chapter(
        "The floor",
        "After your tiles have scored, what lies on your floor line is taken off: 1, 1, 2, 2, 2, 3 and 3 "
        "from left to right, the start marker like any tile. Nobody goes below 0.",
        Example("azul/floor", (("floor", "5"),)),
    ),
    chapter(
        "The end",
        "The round in which somebody fills a row is the last. Then 2 come for each full row, 7 for each "
        "full column and 10 for each colour that lies in all five rows.",
        _example("azul/bonuses", "BYRKW", "WB---", "K-B--", "R--B-", "Y---B"),
        "The most points win; if they are equal, more full rows do, else the win is shared.",
        Example("azul/ranking", (("players", "3"), ("totals", "58.62.62"), ("rows", "1.1.2"))),
    ),
)

HELP = Help(
    forms=FORMS,
    shows={"azul/floor": lambda **_: {"costs": rulebook.FLOOR_COSTS, "enough": _ENOUGH}},
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
    has_board=True,
)
