"""The referee's questions about what a turn may do and costs, tapped: the fee for occupying, and a sale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Message
from companion.game.pages.form import Posted, number
from companion.game.pages.help import AskView, Fields, QuestionInput
from companion.games.salamanca.questions import FREED, IDLE, SQUIRES
from companion.games.salamanca.sales import MOST_FEE
from companion.games.salamanca.tiles import BUILDINGS, HUES, TILE_NAMES

_ANSWERS = {"yes": True, "no": False}


@dataclass(frozen=True, kw_only=True)
class FeeAsk(AskView):
    """A building, the squire that occupies it, and the money; from `enough` on it makes no difference."""

    building: str
    squire: str
    money: int | None
    is_freed: bool
    enough: int = MOST_FEE
    buildings: Sequence[str] = BUILDINGS
    squires: Sequence[str] = (IDLE, FREED)
    hues: Mapping[str, str] = field(default_factory=lambda: HUES)
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)


@dataclass(frozen=True, kw_only=True)
class SaleAsk(AskView):
    """Whether a building was occupied in this round, and fertile land of it counts; None before that is said."""

    occupied: bool | None
    fertile: bool | None


def ask_fee(posted: Posted) -> QuestionInput:
    """The building, which squire, and for one just freed the money; an idle one needs none."""
    building, squire = posted.get("building") or "", posted.get("squire") or ""
    building, squire = building if building in BUILDINGS else "", squire if squire in SQUIRES else ""
    money = number(posted, "money", 0, 9999) if squire == FREED else None
    entered = {"building": building, "squire": squire, "money": "" if money is None else str(money)}
    fields: Fields = tuple((key, value) for key, value in entered.items() if value)
    missing = None
    if not building:
        missing = Message("Tap the new building")
    elif not squire:
        missing = Message("Tap which squire occupies it")
    elif squire == FREED and money is None:
        missing = Message("Tap how much money there is")
    question = None if missing else {"building": building, "squire": squire, "money": money or 0}
    view = FeeAsk(building=building, squire=squire, money=money, is_freed=squire == FREED)
    return QuestionInput(fields, question, missing, view)


def ask_sale(posted: Posted) -> QuestionInput:
    """Whether the building was occupied in this round, and whether fertile land of this round counts."""
    answers = {name: _ANSWERS.get(posted.get(name) or "") for name in ("occupied", "fertile")}
    fields: Fields = tuple((name, "yes" if value else "no") for name, value in answers.items() if value is not None)
    missing = None
    if answers["occupied"] is None:
        missing = Message("Tap whether it was occupied in this round")
    elif answers["fertile"] is None:
        missing = Message("Tap whether fertile land of this round counts")
    question = None if missing else {f"{name}_this_round": value for name, value in answers.items()}
    return QuestionInput(fields, question, missing, SaleAsk(**answers))
