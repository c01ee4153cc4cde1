"""The guide to the scoring of Azul, with examples that the engine scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.help import Example


def _example(ask: str, *rows: str, kind: str = "coloured", **more: str) -> Example:
    """Return an example on a wall given as five rows of letters."""
    fields = (("kind", kind), ("wall", "".join(rows)), ("put", "tile"), *more.items())
    return Example(ask, fields)


_BARE = "-----"

GUIDE: Sequence[tuple[Message, Sequence[Message | Example]]] = (
    (
        Message("A tile on the wall"),
        (
            Message(
                "When all tiles are taken, each full line sends one tile to the wall, the top line first, and each "
                "tile scores as it lands. Alone it is worth 1 point."
            ),
            _example("azul/tile", "B----", _BARE, _BARE, _BARE, _BARE, tile="4B4"),
            Message("With neighbours it counts its whole run from side to side, itself included."),
            _example("azul/tile", "B-R--", _BARE, _BARE, _BARE, _BARE, tile="1Y2"),
            Message("It counts the run from top to bottom as well; a tile in both runs counts twice."),
            _example("azul/tile", _BARE, "---R-", "-WB-R", "---B-", _BARE, tile="3Y4"),
        ),
    ),
    (
        Message("The grey wall"),
        (
            Message(
                "Here you choose the column yourself, but no colour comes twice in a row or in a column. A tile "
                "scores as on the coloured wall."
            ),
            _example("azul/tile", "---R-", "---K-", _BARE, _BARE, "W----", kind="grey", colour="blue", tile="3B4"),
            Message("A tile has to go to a column that is open to it."),
            _example("azul/columns", "R----", "-K---", _BARE, _BARE, _BARE, colour="red", tile="2R"),
            Message("Where none is open, the whole line falls to the floor and costs you there."),
            _example("azul/columns", "W---R", _BARE, _BARE, _BARE, "BYKW-", colour="red", tile="5R"),
        ),
    ),
    (
        Message("The floor"),
        (
            Message(
                "After your tiles have scored, what lies on your floor line is taken off: 1, 1, 2, 2, 2, 3 and 3 "
                "from left to right, the start marker like any tile. Nobody goes below 0."
            ),
            Example("azul/floor", (("floor", "5"),)),
        ),
    ),
    (
        Message("The end"),
        (
            Message(
                "The round in which somebody fills a row is the last. Then 2 come for each full row, 7 for each "
                "full column and 10 for each colour that lies in all five rows."
            ),
            _example("azul/bonuses", "BYRKW", "WB---", "K-B--", "R--B-", "Y---B"),
            Message("The most points win; if they are equal, more full rows do, else the win is shared."),
            Example("azul/ranking", (("players", "3"), ("totals", "58.62.62"), ("rows", "1.1.2"))),
        ),
    ),
)
