"""Hide the coins of other seats, and what sales and taxes pay, at tables with secret totals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import Message, Refusal, Seat
from companion.game.pages.secrecy import Hidden, Secrecy
from companion.games.salamanca.draft_steps import Row, describe_part
from companion.games.salamanca.drawing import Cell, Drawing
from companion.games.salamanca.refusals import UNPAID
from companion.games.salamanca.tiles import TILE_NAMES

_LIMITS = Message(
    "Secret in Salamanca: coins and places, and without the board every sale, fee and tax. The board cannot be "
    "kept secret: whoever counts its estates can work out what sales and taxes bring."
)
_UNPAID = Refusal("{seat} has not enough coins to occupy a building with a squire just freed", rule=UNPAID.rule)


def sheet(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The table page without the estates of hidden seats."""
    estates = [one for one in values["estates"] if one["held"].owner not in hidden]
    return {**values, "board": _unvalued(values["board"], hidden), "estates": estates}


def _unvalued(board: Drawing | None, hidden: Hidden) -> Drawing | None:
    """A board without what the estates of hidden seats are worth."""
    if board is None:
        return None
    return replace(board, cells=tuple([_cell(cell) if cell.owner in hidden else cell for cell in board.cells]))


def _cell(cell: Cell) -> Cell:
    building = Message("{building} of {seat}", building=TILE_NAMES[cell.tile or ""], seat=Seat(cell.owner or 0))
    return replace(cell, worth=None, label=Message("{what}, {space}", what=building, space=cell.label.values["space"]))


def outcome(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The page of an entry without coins; for every entry that can move coins it says that some may have moved."""
    has_coins = not values["is_setup"] and not values["slots"]
    return {**values, "board": _unvalued(values["board"], hidden), "moves_coins": has_coins}


def view(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The form of what comes next, without the coins that it moves for hidden seats."""
    if values["mode"] == "turn":
        return _turn(values, hidden)
    if values["mode"] == "sale":
        return _sale(values, hidden)
    if values["mode"] == "tax":
        return {**values, "gains": [None if seat in hidden else n for seat, n in enumerate(values["gains"])]}
    return dict(values)


def _turn(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    offer, is_hidden = values["offer"], values["seat"] in hidden
    keys = tuple([replace(key, points=None) if is_hidden else key for key in offer.keys])
    if offer.sale:
        pays = tuple([(seat, coins) for seat, coins in offer.sale.pays if seat not in hidden])
        offer = replace(offer, sale=replace(offer.sale, pays=pays))
        offer = replace(offer, breakdown=None if offer.sale.owner in hidden else offer.breakdown)
    rows, board = [_row(row, hidden) for row in values["rows"]], _unvalued(values["board"], hidden)
    values = {**values, "board": board, "offer": replace(offer, keys=keys), "keys": keys, "rows": rows}
    return {**values, "coins": None, "save": _save(values["save"])} if is_hidden else values


def _row(row: Row, hidden: Hidden) -> Row:
    """A step of the turn, without the coins that it moves for hidden seats and the sentences that tell them."""
    if not any(seat in hidden for seat, _ in row.coins):
        return row
    sentence = Message("Coins move; how many is hidden until the end.")
    return replace(row, sentences=(sentence,), coins=tuple([one for one in row.coins if one[0] not in hidden]))


def _save(label: Message) -> Message:
    """The main button without the coins that the turn brings."""
    if "coins" not in label.values:
        return label
    if "round" in label.values:
        return Message("End round {round}", round=label.values["round"])
    return Message("End the turn")


def _sale(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    seller = values["sale"].seat
    pays = [(seat, coins) for seat, coins in values["pays"] if seat not in hidden]
    if seller is not None and seller not in hidden:
        return {**values, "pays": pays}
    save = Message("Save the sale") if values["is_ready"] else values["save"]
    return {**values, "pays": pays, "made": None, "save": save}


def part(slot: str, value: Any) -> Message:
    """A part of a draft in a few words; parts never contain coins."""
    return describe_part(slot, value)


def fault(message: Message) -> Message:
    """A fee that a seat cannot pay, without its coins; without the building too, which only a board shows to all."""
    if "coins" not in message.values:
        return message
    return _UNPAID.of(seat=message.values["seat"])


SECRECY = Secrecy(limits=_LIMITS, sheet=sheet, outcome=outcome, view=view, part=part, fault=fault)
