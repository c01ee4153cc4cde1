"""The rules of Azul that decide points, the end or a place: text, place in the rulebook, and what they refuse."""

from collections.abc import Mapping

from companion.engine import Message, Rulebook, Step, by

COLOUR_NAMES: Mapping[str, Message] = {
    "blue": Message("blue"),
    "yellow": Message("yellow"),
    "red": Message("red"),
    "black": Message("black"),
    "white": Message("white"),
}
FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10

RULES = Rulebook("azul", colour=COLOUR_NAMES, colours=COLOUR_NAMES)
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says
# A rule's id, place and title stand on its first line.
# fmt: off

rule("displays", "Azul, Setup", "factory displays",
    "Five factory displays lie in the middle with two players, seven with three, nine with four. Each round "
    "four tiles from the bag go on each.")
rule("first-player", "Azul, Setup; C, Preparing the next round", "who begins",
    "In the first round whoever was last in Portugal begins, in each later round whoever has the start marker. "
    "Turns go clockwise.")
rule("taking", "Azul A, Factory offer", "taking tiles",
    "A turn takes all tiles of one colour, from one display, whose others go to the middle, or from the "
    "middle. The first to take from the middle takes the start marker, too.")
rule("pattern-lines", "Azul A, Factory offer", "where taken tiles go",
    "All tiles of a turn go to one pattern line, which has one colour only and none that its row of the wall "
    "has already. What does not fit, or is not wanted there, falls to the floor line.")
rule("unfinished-lines", "Azul B, Tiling", "unfinished lines stay",
    "A pattern line that is not complete keeps its tiles for the next round. Of a complete one, one tile goes "
    "to the wall and the rest to the lid of the box.")
rule("empty-bag", "Azul C, Preparing the next round", "empty bag",
    "When the bag runs out, all tiles from the lid go back into it, and the displays are filled on. If there "
    "are none left there either, the round begins with displays that are not full.")

_SCORING = Message("Azul B, Scoring")
TILE = rule("tile", _SCORING, "tile",
    "A tile scores when it is moved to the wall. If a tile lies to its left or right, the whole run side by "
    "side counts, the new tile too; if one lies above or below it, that run counts as well. A direction "
    "without a neighbour counts nothing. With no tile beside it on any side it scores 1.",
    by(lambda step: (step.values["horizontal"] > 0, step.values["vertical"] > 0),
        {
            (True, True): says("Row {row}, {colour}: {horizontal} side by side and {vertical} one above the other."),
            (True, False): says("Row {row}, {colour}: {horizontal} side by side."),
            (False, True): says("Row {row}, {colour}: {vertical} one above the other."),
            (False, False): says("Row {row}, {colour}: no tile beside it."),
        },
    ))
LINES = rule("lines", "Azul B, Tiling", "one tile per row",
    "At the end of a round each completed pattern line moves one tile to its row of the wall, from the top "
    "down. So a row gets one tile per round at most.")
ROW_TWICE = refusal(LINES, "{seat} tiles row {row} twice in one round", title="two tiles of one round in one row")
TOO_FEW_ROUNDS = refusal(LINES,
    "row {row} has {tiles} tiles, one a round at most; {count} round is not enough",
    "row {row} has {tiles} tiles, one a round at most; {count} rounds are not enough",
    title="more tiles in a row than rounds")
SPACE = rule("space", "Azul A; Variant", "where a colour may lie",
    "Each row of the wall has each colour once. On the coloured wall every colour has its own space; on the "
    "grey wall any free space of the row will do, but each column has each colour once, too.",
    by("obstacle",
        {
            "row": says("Row {row} has a {colour} tile already."),
            "taken": says("Row {row}, column {column}: a tile lies there already."),
            "column": says("Column {column} has a {colour} tile already."),
            None: says("Row {row}, column {column} is free for {colour}."),
        },
    ))
COLOUR_IN_ROW = refusal(SPACE, "row {row} has a {colour} tile already", title="a colour that its row has already")
SPACE_TAKEN = refusal(SPACE, "row {row}, column {column} is taken already", title="a tile where one lies already")
COLOUR_IN_COLUMN = refusal(SPACE,
    "column {column} has a {colour} tile already", title="on the grey wall a colour that its column has already")
OTHER_SPACE = refusal(SPACE,
    "on the coloured wall {colour} lies in column {place} of row {row}, not in column {column}",
    title="on the coloured wall a colour in the space of another")
FELL = rule("line-fell", "Azul, Variant", "line without a space",
    "On the grey wall a colour lies once in a row and once in a column. "
    "If a completed line has no space left for its tile, all its tiles fall to the floor line at once.",
    says(
        "Row {row}, {colour}: no column is open, {count} tile falls to the floor.",
        "Row {row}, {colour}: no column is open, all {count} tiles fall to the floor.",
        counted="tiles",
    ))
COLUMN_OPEN = refusal(FELL,
    "{seat}: the {colour} line of row {row} may not fall, column {columns} is open",
    "{seat}: the {colour} line of row {row} may not fall, columns {columns} are open",
    title="on the grey wall a line that falls though a column is open")


def _costs(step: Step) -> str:
    return " + ".join([str(cost) for cost in FLOOR_COSTS[: step.values["taken"]]])


def _is_lowered(step: Step) -> bool:
    score = step.values.get("score")
    return score is not None and score < step.values["loss"]


_COST = by(lambda step: (step.values["taken"] == 1, step.values.get("marker", False)),
    {
        (True, True): says("The start marker on the floor costs {loss}."),
        (True, False): says("1 floor space taken, it costs {loss}."),
        (False, True): says("{taken} floor spaces taken, the start marker counted: {costs} = {loss}.", costs=_costs),
        (False, False): says("{taken} floor spaces taken: {costs} = {loss}.", costs=_costs),
    })
FLOOR = rule("floor", _SCORING, "floor line",
    "At the end of the tiling each taken space of the floor line costs: 1, 1, 2, 2, 2, 3, 3 from the left. "
    "The start marker counts as a tile, tiles beyond the seventh cost nothing, and the score never falls below "
    "0.",
    by(_is_lowered,
        {
            True: says(
                "{cost} The score stood at {total} and never falls below 0.",
                cost=_COST,
                total=lambda step: step.values["score"],
            )
        },
        _COST,
    ))
START_MARKER = rule("start-marker", "Azul A, Floor line", "start marker, full floor",
    "The start marker takes the leftmost free space of the floor line. The rulebook does not say what it "
    "costs where all seven are taken: here, nothing more.",
    says("All {spaces} floor spaces are taken; beyond them the start marker costs nothing."),
    is_ruling=True)
MARKER_OFF_FLOOR = refusal(START_MARKER,
    "{seat} took the start marker; it lies on the floor line, so floor is not 0",
    title="a start marker without a floor space")
TWO_MARKERS = refusal(START_MARKER, "two seats have the start marker")

_END = Message("Azul, End of the game")
FULL_ROW = rule("full-row", _END, "full row",
    "The game ends after the round in which somebody has filled a row of the wall, all five spaces.",
    says(
        "Row {rows} is full: this was the last round.", "Rows {rows} are full: this was the last round.", counted="rows"
    ))
BONUS_ROWS = rule("bonus-rows", _END, "bonus: rows",
    "When the game is over, each full row of the wall brings 2 points.",
    says("Row {rows} is full: {each}.", "Rows {rows} are full: {each} each.", each=ROW_BONUS, counted="rows"))
BONUS_COLUMNS = rule("bonus-columns", _END, "bonus: columns",
    "When the game is over, each full column of the wall brings 7 points.",
    says(
        "Column {columns} is full: {each}.",
        "Columns {columns} are full: {each} each.",
        each=COLUMN_BONUS,
        counted="columns",
    ))
BONUS_COLOURS = rule("bonus-colours", _END, "bonus: colours",
    "When the game is over, each colour with all five tiles on the wall brings 10 points.",
    says(
        "All five tiles of {colours}: {each}.",
        "All five tiles of {colours}: {each} each.",
        each=COLOUR_BONUS,
        counted="colours",
    ))
MOST_POINTS = rule("most-points", _END, "most points",
    "The most points win; with equal points the full rows are compared.",
    says("{seats} has the most points, {total}.", "{seats} have the most points, {total} each.", counted="seats"))
TIE_ROWS = rule("tie-rows", _END, "tie: rows",
    "With equal points, whoever has more full rows comes first.",
    says("{seats} before {over}: same total, {total}; more full rows, {value} against {other}."))
SHARED = rule("shared", _END, "shared place",
    "If the full rows are equal too, the place is shared.",
    says("{seats} share the place: same total, {total}; same number of full rows, {value}."))
