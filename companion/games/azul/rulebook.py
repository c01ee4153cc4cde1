"""The rules of Azul that decide points, the end or a place: their text, and their place in the rulebook."""

from typing import Any

from companion.engine import Message, Step, rule, says
from companion.games.azul import rules, walls
from companion.games.azul.walls import COLOUR_NAMES, FLOOR_COSTS


def tile(step: Step) -> Message:
    """What a new tile scored, across and down."""
    values = {**step.values, "colour": COLOUR_NAMES[step.values["colour"]]}
    if values["horizontal"] and values["vertical"]:
        return Message("Row {row}, {colour}: {horizontal} side by side and {vertical} one above the other.", **values)
    if values["horizontal"]:
        return Message("Row {row}, {colour}: {horizontal} side by side.", **values)
    if values["vertical"]:
        return Message("Row {row}, {colour}: {vertical} one above the other.", **values)
    return Message("Row {row}, {colour}: no tile beside it.", **values)


def space(step: Step) -> Message:
    """Whether a tile may lie on a space."""
    values = {**step.values, "colour": COLOUR_NAMES[step.values["colour"]]}
    if values["obstacle"] == "row":
        return Message("Row {row} has a {colour} tile already.", **values)
    if values["obstacle"] == "taken":
        return Message("Row {row}, column {column}: a tile lies there already.", **values)
    if values["obstacle"] == "column":
        return Message("Column {column} has a {colour} tile already.", **values)
    return Message("Row {row}, column {column} is free for {colour}.", **values)


def floor(step: Step) -> Message:
    """What the floor line costs."""
    cost, score = _floor_cost(step.values), step.values.get("score")
    if score is not None and score < step.values["loss"]:
        return Message("{cost} The score stood at {total} and never falls below 0.", cost=cost, total=score)
    return cost


def _floor_cost(values: Any) -> Message:
    taken, loss, has_marker = values["taken"], values["loss"], values.get("marker", False)
    if taken == 1 and has_marker:
        return Message("The start marker on the floor costs {loss}.", loss=loss)
    if taken == 1:
        return Message("1 floor space taken, it costs {loss}.", loss=loss)
    costs = " + ".join(str(cost) for cost in FLOOR_COSTS[:taken])
    if has_marker:
        return Message(
            "{taken} floor spaces taken, the start marker counted: {costs} = {loss}.",
            taken=taken,
            costs=costs,
            loss=loss,
        )
    return Message("{taken} floor spaces taken: {costs} = {loss}.", taken=taken, costs=costs, loss=loss)


_SCORING = Message("Azul B, Scoring")
_END = Message("Azul, End of the game")

RULES = {
    "azul/displays": rule(
        "Azul, Setup",
        "factory displays",
        "Five factory displays lie in the middle with two players, seven with three, nine with four. Each round "
        "four tiles from the bag go on each.",
    ),
    "azul/first-player": rule(
        "Azul, Setup; C, Preparing the next round",
        "who begins",
        "In the first round whoever was last in Portugal begins, in each later round whoever has the start marker. "
        "Turns go clockwise.",
    ),
    "azul/taking": rule(
        "Azul A, Factory offer",
        "taking tiles",
        "A turn takes all tiles of one colour, from one display, whose others go to the middle, or from the "
        "middle. The first to take from the middle takes the start marker, too.",
    ),
    "azul/pattern-lines": rule(
        "Azul A, Factory offer",
        "where taken tiles go",
        "All tiles of a turn go to one pattern line, which has one colour only and none that its row of the wall "
        "has already. What does not fit, or is not wanted there, falls to the floor line.",
    ),
    "azul/unfinished-lines": rule(
        "Azul B, Tiling",
        "unfinished lines stay",
        "A pattern line that is not complete keeps its tiles for the next round. Of a complete one, one tile goes "
        "to the wall and the rest to the lid of the box.",
    ),
    "azul/empty-bag": rule(
        "Azul C, Preparing the next round",
        "empty bag",
        "When the bag runs out, all tiles from the lid go back into it, and the displays are filled on. If there "
        "are none left there either, the round begins with displays that are not full.",
    ),
    rules.TILE: rule(
        _SCORING,
        "tile",
        "A tile scores when it is moved to the wall. If a tile lies to its left or right, the whole run side by "
        "side counts, the new tile too; if one lies above or below it, that run counts as well. A direction "
        "without a neighbour counts nothing. With no tile beside it on any side it scores 1.",
        tile,
    ),
    walls.LINES: rule(
        "Azul B, Tiling",
        "one tile per row",
        "At the end of a round each completed pattern line moves one tile to its row of the wall, from the top "
        "down. So a row gets one tile per round at most.",
    ),
    walls.SPACE: rule(
        "Azul A; Variant",
        "where a colour may lie",
        "Each row of the wall has each colour once. On the coloured wall every colour has its own space; on the "
        "grey wall any free space of the row will do, but each column has each colour once, too.",
        space,
    ),
    walls.FELL: rule(
        "Azul, Variant",
        "line without a space",
        "On the grey wall a colour lies once in a row and once in a column. "
        "If a completed line has no space left for its tile, all its tiles fall to the floor line at once.",
        says(
            "Row {row}, {colour}: no column is open, {count} tile falls to the floor.",
            "Row {row}, {colour}: no column is open, all {count} tiles fall to the floor.",
            counted="tiles",
            colour=COLOUR_NAMES,
        ),
    ),
    rules.FLOOR: rule(
        _SCORING,
        "floor line",
        "At the end of the tiling each taken space of the floor line costs: 1, 1, 2, 2, 2, 3, 3 from the left. "
        "The start marker counts as a tile, tiles beyond the seventh cost nothing, and the score never falls below "
        "0.",
        floor,
    ),
    walls.START_MARKER: rule(
        "Azul A, Floor line",
        "start marker, full floor",
        "The start marker takes the leftmost free space of the floor line. The rulebook does not say what it "
        "costs where all seven are taken: here, nothing more.",
        says("All {spaces} floor spaces are taken; beyond them the start marker costs nothing."),
        is_ruling=True,
    ),
    rules.FULL_ROW: rule(
        _END,
        "full row",
        "The game ends after the round in which somebody has filled a row of the wall, all five spaces.",
        says(
            "Row {rows} is full: this was the last round.",
            "Rows {rows} are full: this was the last round.",
            counted="rows",
        ),
    ),
    rules.BONUS_ROWS: rule(
        _END,
        "bonus: rows",
        "When the game is over, each full row of the wall brings 2 points.",
        says("Row {rows} is full: {each}.", "Rows {rows} are full: {each} each.", each=walls.ROW_BONUS, counted="rows"),
    ),
    rules.BONUS_COLUMNS: rule(
        _END,
        "bonus: columns",
        "When the game is over, each full column of the wall brings 7 points.",
        says(
            "Column {columns} is full: {each}.",
            "Columns {columns} are full: {each} each.",
            each=walls.COLUMN_BONUS,
            counted="columns",
        ),
    ),
    rules.BONUS_COLOURS: rule(
        _END,
        "bonus: colours",
        "When the game is over, each colour with all five tiles on the wall brings 10 points.",
        says(
            "All five tiles of {colours}: {each}.",
            "All five tiles of {colours}: {each} each.",
            each=walls.COLOUR_BONUS,
            counted="colours",
            colours=COLOUR_NAMES,
        ),
    ),
    rules.MOST_POINTS: rule(
        _END,
        "most points",
        "The most points win; with equal points the full rows are compared.",
        says("{seats} has the most points, {total}.", "{seats} have the most points, {total} each.", counted="seats"),
    ),
    rules.TIE_ROWS: rule(
        _END,
        "tie: rows",
        "With equal points, whoever has more full rows comes first.",
        says("{seats} before {over}: same total, {total}; more full rows, {value} against {other}."),
    ),
    rules.SHARED: rule(
        _END,
        "shared place",
        "If the full rows are equal too, the place is shared.",
        says("{seats} share the place: same total, {total}; same number of full rows, {value}."),
    ),
}
