"""The forms of the referee's questions about the results of a round: the loss on the floor, and who comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message
from companion.game.pages.form import Posted, number
from companion.game.pages.help import AskView, Fields, QuestionInput
from companion.game.pages.keypad import Column, read_grid, view_grid
from companion.games.azul.scoring import FLOOR_COSTS, FLOOR_SPACES, floor_loss

SEATS = range(2, 5)
_ENOUGH = floor_loss(FLOOR_SPACES)
_COLUMNS = (
    Column("totals", Message("Total"), lambda seat: Message("Tap the total of {seat}", seat=seat)),
    Column(
        "rows", Message("Full rows"), lambda seat: Message("Tap the full rows of {seat}", seat=seat), one_digit=True
    ),
)


@dataclass(frozen=True, kw_only=True)
class FloorAsk(AskView):
    """The taken floor spaces, and the score before them; from `enough` on it makes no difference."""

    floor: int | None
    total: int | None
    costs: Sequence[int] = FLOOR_COSTS
    enough: int = _ENOUGH


def ask_floor(posted: Posted) -> QuestionInput:
    """Read the form: the number of taken floor spaces, and the score before it, which may be left out."""
    floor, total = number(posted, "floor", 0, FLOOR_SPACES), number(posted, "total", 0, 9999)
    question = {key: value for key, value in (("floor", floor), ("total", total)) if value is not None}
    fields: Fields = tuple((key, str(value)) for key, value in question.items())
    view = FloorAsk(floor=floor, total=total)
    missing = Message("Tap how far the floor line is taken") if floor is None else None
    return QuestionInput(fields, None if missing else question, missing, view)


def ask_ranking(posted: Posted) -> QuestionInput:
    """Read the form: the total and the number of full rows of each seat."""
    players = number(posted, "players", SEATS[0], SEATS[-1]) or SEATS[0]
    grid = read_grid(posted, _COLUMNS, players)
    fields = (("players", str(players)), *grid.fields)
    return QuestionInput(fields, None if grid.missing else grid.lists(), grid.missing, view_grid(grid, players, SEATS))
