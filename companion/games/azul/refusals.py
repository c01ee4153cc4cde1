"""What the rules of Azul forbid."""

from __future__ import annotations

from companion.game import Message, Refusal

LINES = "azul/lines"
_SPACE, _FELL, _MARKER = "azul/space", "azul/line-fell", "azul/start-marker"

ROW_TWICE = Refusal(
    "{seat} tiles row {row} twice in one round", rule=LINES, title=Message("two tiles of one round in one row")
)
TOO_FEW_ROUNDS = Refusal(
    "row {row} has {tiles} tiles, one a round at most; {count} round is not enough",
    "row {row} has {tiles} tiles, one a round at most; {count} rounds are not enough",
    rule=LINES,
    title=Message("more tiles in a row than rounds"),
)
COLOUR_IN_ROW = Refusal(
    "row {row} has a {colour} tile already", rule=_SPACE, title=Message("a colour that its row has already")
)
SPACE_TAKEN = Refusal(
    "row {row}, column {column} is taken already", rule=_SPACE, title=Message("a tile where one lies already")
)
COLOUR_IN_COLUMN = Refusal(
    "column {column} has a {colour} tile already",
    rule=_SPACE,
    title=Message("on the grey wall a colour that its column has already"),
)
OTHER_SPACE = Refusal(
    "on the coloured wall {colour} lies in column {place} of row {row}, not in column {column}",
    rule=_SPACE,
    title=Message("on the coloured wall a colour in the space of another"),
)
COLUMN_OPEN = Refusal(
    "{seat}: the {colour} line of row {row} may not fall, column {columns} is open",
    "{seat}: the {colour} line of row {row} may not fall, columns {columns} are open",
    rule=_FELL,
    title=Message("on the grey wall a line that falls though a column is open"),
)
MARKER_OFF_FLOOR = Refusal(
    "{seat} took the start marker; it lies on the floor line, so floor is not 0",
    rule=_MARKER,
    title=Message("a start marker without a floor space"),
)
TWO_MARKERS = Refusal("two seats have the start marker", rule=_MARKER)

REFUSALS = (
    ROW_TWICE,
    TOO_FEW_ROUNDS,
    COLOUR_IN_ROW,
    SPACE_TAKEN,
    COLOUR_IN_COLUMN,
    OTHER_SPACE,
    COLUMN_OPEN,
    MARKER_OFF_FLOOR,
    TWO_MARKERS,
)
"""All refusals, in the order of the guide."""
