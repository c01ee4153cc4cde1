"""Secrecy of Salamanca: at a table that hides totals, each seat sees only its own coins; the board is open."""

from __future__ import annotations

from companion.game import Message, Refusal
from companion.game.pages.secrecy import Readable, Secrecy, open_parts
from companion.games.salamanca.draft_steps import PlayedStep, PlayedTurn, describe_part
from companion.games.salamanca.form_turn import TurnEnd
from companion.games.salamanca.form_without_board import SalePreview
from companion.games.salamanca.refusals import UNPAID
from companion.games.salamanca.state import State
from companion.games.salamanca.turn import Turn

_LIMITS = Message(
    "Secret in Salamanca: coins and places, and without the board every sale, fee and tax. The board cannot be "
    "kept secret: whoever counts its estates can work out what sales and taxes bring."
)
_UNPAID = Refusal("{seat} has not enough coins to occupy a building with a squire just freed", rule=UNPAID.rule)
_STATE = ("setup", "finished", "round", "slots", "acted", "board", "occupations", "leader", "begun")
_TURN = ("state", "seat", "card", "is_last", "board", "occupations", "occupied", "planted", "spare")
_DONE = ("placed", "sold", "moved_noble", "did_special")
_END = ("seat", "round", "count", "is_last", "refused", "places_first", "is_over")


def _fault(message: Message) -> Message:
    """Return a fault without coins, and without the building, which is secret at a table without a board."""
    if "coins" not in message.values:
        return message
    return _UNPAID.of(seat=message.values["seat"])


SECRECY = Secrecy(
    limits=_LIMITS,
    types={
        State: Readable(open=_STATE, by_seat=("totals",)),
        Turn: Readable(open=_TURN + _DONE, by_seat=("totals",), steps=("steps",)),
        PlayedTurn: Readable(open=("turn", "fault", "order")),
        PlayedStep: Readable(open=("number", "paid", "occupying"), owned={"sentences": "paid"}, steps=("steps",)),
        TurnEnd: Readable(open=_END, owned={"gain": "seat"}),
        SalePreview: Readable(open=("fault", "estate"), steps=("steps",)),
    },
    entry=Readable(open=("seat", "setup", "cards", "order", "turn")),
    part_access=open_parts,
    part=describe_part,
    fault=_fault,
)
