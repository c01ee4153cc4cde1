"""The forms of the questions about a wall: its tiles are tapped; and orders of a final wall, drawn round by round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, fault_of
from companion.forms.form import Posted
from companion.forms.help import Fields, QuestionInput, choice, filled, whole_number
from companion.forms.viewer import View
from companion.games.azul import rulebook, walls
from companion.games.azul.audit import MOST_ROUNDS, FinalWall, extreme_orders, shape_of, too_few_rounds
from companion.games.azul.drawing import GLYPHS, draw
from companion.games.azul.rulebook import RULES
from companion.games.azul.rules import PatternLine
from companion.games.azul.tiling_search import Order
from companion.games.azul.walls import PLACE_OF, Wall, fault

LETTERS = dict(zip(walls.COLOURS, "BYRKW", strict=True))
WALL, TILE = "wall", "tile"
_COLOUR_OF = {letter: colour for colour, letter in LETTERS.items()}
_FREE = "-"

Spaces = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class WallQuestion:
    """The wall, what the next tap places (`puts`, in the colour `brush`), and the tile in question."""

    kind: str
    wall: Wall
    puts: str = WALL
    brush: str = walls.COLOURS[0]
    tile: PatternLine | None = None

    @property
    def fields(self) -> Fields:
        """The wall and the tile as fields of the address."""
        brush, tile = self.brush if self.kind == walls.GREY else None, self.tile
        code = f"{tile.row}{LETTERS[tile.colour]}{tile.column or ''}" if tile else None
        return filled(kind=self.kind, wall=wall_text(self.wall), put=self.puts, colour=brush, tile=code)

    def colour_of(self, row: int, column: int) -> str:
        """Return the colour that a tap on a space places: on the coloured wall the printed one."""
        return self.brush if self.kind == walls.GREY else walls.printed_colour(row, column)


def wall_text(wall: Wall) -> str:
    """Return a wall as 25 letters.

    >>> wall_text((("blue", None, "black", None, None), *[(None,) * 5] * 4))
    'B-K----------------------'
    """
    return "".join(LETTERS[colour] if colour else _FREE for line in wall for colour in line)


def wall_from_text(text: str) -> Wall:
    """Read a wall from the letters of `wall_text`; any other character is a free space.

    >>> wall_from_text("B?K")[0]
    ('blue', None, 'black', None, None)
    """
    spaces = walls.SIZE * walls.SIZE
    colours = [_COLOUR_OF.get(letter) for letter in text[:spaces].ljust(spaces, _FREE)]
    return tuple(tuple(colours[start : start + walls.SIZE]) for start in range(0, spaces, walls.SIZE))


def _tile_from_text(text: str, kind: str) -> PatternLine | None:
    """Read the tile in question; on the coloured wall its column is the printed one."""
    row, colour, column = PLACE_OF.get(text[:1]), _COLOUR_OF.get(text[1:2]), PLACE_OF.get(text[2:])
    if row is None or colour is None:
        return None
    return PatternLine(row, colour, walls.column_of(row, colour) if kind == walls.COLOURED else column)


def read_question(posted: Posted, kind: str | None = None) -> WallQuestion:
    """Read the fields of the address, without the last tap; `kind` overrides the kind of the wall."""
    kind = kind or choice(posted, "kind", walls.KINDS) or walls.COLOURED
    tile = _tile_from_text(posted.get("tile") or "", kind)
    puts = choice(posted, "put", (WALL, TILE)) or WALL
    brush = choice(posted, "colour", walls.COLOURS)
    if brush is None:
        brush = tile.colour if tile and puts == TILE else walls.COLOURS[0]
    if kind == walls.GREY and tile and puts == TILE:
        tile = tile._replace(colour=brush)
    return WallQuestion(kind, wall_from_text(posted.get("wall") or ""), puts, brush, tile)


def apply_tap(question: WallQuestion, space: str) -> WallQuestion:
    """Return the state after a tap on a space, "34" for row 3, column 4; a second tap removes the tile."""
    row, column = PLACE_OF.get(space[:1]), PLACE_OF.get(space[1:])
    if row is None or column is None:
        return question
    line = PatternLine(row, question.colour_of(row, column), column)
    if question.puts == TILE:
        is_there = question.tile is not None and (question.tile.row, question.tile.column) == (row, column)
        return replace(question, tile=None if is_there else line)
    return _toggled(question, [(row, column)])


def _toggled(question: WallQuestion, spaces: Spaces) -> WallQuestion:
    """Return the question with all of these spaces filled, or cleared if all are filled."""
    is_full = all(question.wall[row - 1][column - 1] for row, column in spaces)
    after = {(row, column): None if is_full else question.colour_of(row, column) for row, column in spaces}
    rows = [
        tuple([after.get((row, column), colour) for column, colour in enumerate(line, 1)])
        for row, line in enumerate(question.wall, 1)
    ]
    return replace(question, wall=tuple(rows))


def wall_json(wall: Wall) -> list[list[str | None]]:
    """Return a wall as in the JSON of a question."""
    return [list(line) for line in wall]


def wall_view(question: WallQuestion, lines: Sequence[PatternLine], **more: Any) -> View:
    """Return the wall to tap with the tile in question; `blocked` and `open` are where it may not and may lie."""
    blocked = [(row, column) for row, colour, column in lines if column and fault(question.wall, row, column, colour)]
    return View(
        kind=question.kind,
        fields=dict(question.fields),
        puts=question.puts,
        brush=question.brush,
        tile=question.tile,
        rows=draw(question.wall, lines, question.kind).rows,
        blocked=blocked,
        glyphs=GLYPHS,
        colour_names=rulebook.COLOUR_NAMES,
        places=walls.PLACES,
        **{"open": (), "full": (), **more},
    )


_MOST_FLOOR = 999
_LONGEST = 8

_NUMBERS = {
    "rounds": (
        range(1, MOST_ROUNDS + 1),
        Message("How many rounds were played? Enter 1 to {most}, or nothing.", most=MOST_ROUNDS),
    ),
    "floor": (
        range(_MOST_FLOOR + 1),
        Message("How many points were lost on the floor? Enter 0 to {most}.", most=_MOST_FLOOR),
    ),
}
"""The optional numbers: what they may be, and what is said of anything else."""


def ask_audit(posted: Posted) -> QuestionInput:
    """Read the form: the wall, and optionally the number of rounds and the points lost on the floor."""
    tap = posted.get("tap") or ""
    question = apply_tap(replace(read_question(posted), puts=WALL, tile=None), tap)
    typed = {name: (posted.get(name) or "").strip()[:_LONGEST] for name in _NUMBERS}
    numbers = {name: number for name, text in typed.items() if (number := whole_number(text)) is not None}
    fields = fields_of(question, **{name: text for name, text in typed.items() if text})
    faults = _faults(question, typed, numbers)
    view = wall_view(question, [], typed=typed, faults=faults, orders=())
    if posted.get("wall") is None and not tap:
        return QuestionInput(fields, None, Message("Tap the tiles that lie on the wall"), view)
    if faults:
        return QuestionInput(fields, None, next(iter(faults.values())), view)
    view.final = FinalWall(question.wall, numbers.get("rounds"), numbers.get("floor", 0))
    view.orders = _orders(view.final, question.kind, whole_number(posted.get("claim")))
    return QuestionInput(fields, {"wall": wall_json(question.wall), "kind": question.kind, **numbers}, None, view)


def _faults(question: WallQuestion, typed: Mapping[str, str], numbers: Mapping[str, int]) -> dict[str, Message]:
    """Return what is wrong, by field: a number, too few rounds for the wall, or the wall itself."""
    faults: dict[str, Message | None] = {}
    faults["rounds"] = too_few_rounds(question.wall, numbers["rounds"]) if "rounds" in numbers else None
    for name, (allowed, sentence) in _NUMBERS.items():
        if typed[name] and numbers.get(name) not in allowed:
            faults[name] = sentence
    faults["wall"] = fault_of(walls.check_wall, wall_json(question.wall), question.kind)
    return {name: fault for name, fault in faults.items() if fault}


def _orders(final: FinalWall, kind: str, claim: int | None) -> list[View]:
    """Return the orders to show: for the lowest and highest total, and first for a claim between them."""
    least, most = extreme_orders(shape_of(final.wall), final.rounds)
    low, high = final.total(least), final.total(most)
    named = [("least", Message("An order that brings the least, {total}", total=low), least)]
    if low != high:
        named.append(("most", Message("An order that brings the most, {total}", total=high), most))
    if claim is not None and low < claim < high and (order := final.order_with(claim)) is not None:
        named.insert(0, ("claim", Message("An order that brings {total}", total=claim), order))
    return [_shown_order(name, title, final, order, kind) for name, title, order in named]


def _shown_order(name: str, title: Message, final: FinalWall, order: Order, kind: str) -> View:
    """Return an order with the points of its tiles, and those of its rounds that have a tile."""
    rounds = [
        View(
            number=number,
            rows=draw(tiled.wall, tiled.lines, kind).rows,
            points=sum(step.points or 0 for step in tiled.steps),
            reasons=[RULES[step.rule].sentence(step) for step in tiled.steps],
        )
        for number, tiled in enumerate(final.tiled(order), 1)
        if tiled.lines
    ]
    return View(name=name, title=title, total=final.total(order), tiles=order.points, rounds=rounds)


def fields_of(question: WallQuestion, **numbers: Any) -> tuple[tuple[str, str], ...]:
    """Return the query parameters of the form for a wall and the known numbers: `rounds`, `floor`, `claim`."""
    fields = ((name, value) for name, value in question.fields if name != "put")
    return (*fields, *((name, str(value)) for name, value in numbers.items()))


def _tile_form(posted: Posted) -> QuestionInput:
    """Read the form for the score of a tile: the wall before it, and its space."""
    entered = apply_tap(read_question(posted), posted.get("tap") or "")
    tile = entered.tile if entered.tile and entered.tile.column else None
    entered = replace(entered, tile=tile)
    view = wall_view(entered, [tile] if tile else [])
    if tile is None:
        missing = Message("Tap the wall, then choose the tile in question")
        if entered.puts == TILE:
            missing = Message("Tap the space of the tile in question")
        return QuestionInput(entered.fields, None, missing, view)
    question = {"wall": wall_json(entered.wall), "kind": entered.kind, "row": tile.row, "colour": tile.colour}
    question |= {"column": tile.column} if entered.kind == walls.GREY else {}
    return QuestionInput(entered.fields, question, None, view)


def _columns_form(posted: Posted) -> QuestionInput:
    """Read the form for the open columns of a line: its colour, and its row, chosen by a tap on any space of it."""
    question = read_question(posted, walls.GREY)
    space, before = posted.get("tap") or "", question.tile
    if question.puts == TILE and space and before and space[:1] == str(before.row):
        question = replace(question, tile=None)
    else:
        question = apply_tap(question, space)
    line = question.tile._replace(column=None) if question.tile else None
    question = replace(question, tile=line)
    fields = question.fields[1:]  # without the kind: the wall is always grey
    if line is None:
        missing = Message("Tap the wall, then choose the line in question")
        if question.puts == TILE:
            missing = Message("Choose the colour and tap the row of the line")
        return QuestionInput(fields, None, missing, wall_view(question, []))
    columns = walls.open_columns(question.wall, line.row, line.colour)
    view = wall_view(question, [], open=[(line.row, column) for column in columns])
    return QuestionInput(fields, {"wall": wall_json(question.wall), "row": line.row, "colour": line.colour}, None, view)


def _bonuses_form(posted: Posted) -> QuestionInput:
    """Read the form for the bonuses of a wall; on the coloured one a tap can fill a row, column or colour."""
    target = posted.get("tap") or ""
    question = apply_tap(replace(read_question(posted), puts=WALL, tile=None), target)
    if question.kind == walls.COLOURED and (spaces := _spaces_of_group(target)):
        question = _toggled(question, spaces)
    full = walls.bonuses(question.wall)
    names = [*(f"r{row}" for row in full.rows), *(f"c{place}" for place in full.columns), *full.colours]
    view = wall_view(question, [], full=names)
    if posted.get("wall") is None and not target:
        return QuestionInput((("kind", question.kind),), None, Message("Tap the tiles that lie on the wall"), view)
    return QuestionInput(fields_of(question), {"wall": wall_json(question.wall)}, None, view)


def _spaces_of_group(name: str) -> Spaces:
    """Return the spaces of the coloured wall in a row "r3", a column "c4" or a colour "red"; empty for other texts."""
    if name in walls.COLOURS:
        return [(row, walls.column_of(row, name)) for row in walls.PLACES]
    if name[:1] not in ("r", "c") or name[1:] not in map(str, walls.PLACES):
        return []
    return [(int(name[1:]), place) if name[0] == "r" else (place, int(name[1:])) for place in walls.PLACES]


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = {
    "azul/tile": _tile_form,
    "azul/columns": _columns_form,
    "azul/bonuses": _bonuses_form,
    "azul/audit": ask_audit,
}
