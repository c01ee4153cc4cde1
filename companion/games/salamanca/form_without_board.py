"""Entering a round of Salamanca without a board: sales, fees, cards if wanted, and the taxes that end it."""

from __future__ import annotations

from typing import Any

from companion.game import Message, RuleError
from companion.game.pages.form import FormError, Part, Posted, Whole, number
from companion.games.salamanca import form_cards
from companion.games.salamanca.draft_steps import without_coins
from companion.games.salamanca.entries_without_board import pay_tax, read_estate, sell
from companion.games.salamanca.estate_breakdown import break_down
from companion.games.salamanca.estates import NOBLE_TAX, SQUIRE_TAX
from companion.games.salamanca.form_sale_state import MAX_LANDS, SaleInput, read_sale_input
from companion.games.salamanca.sales import can_pay
from companion.games.salamanca.state import SQUIRES, State
from companion.games.salamanca.tiles import BUILDING_VALUES, BUILDINGS, HUES, LANDS_OF, TILE_NAMES
from companion.games.salamanca.turn_refusals import unpaid_refusal

SALE, FEE, CARDS, TAX = WAYS = ("sale", "fee", "cards", "tax")
WAY_NAMES = {
    SALE: Message("Sale"),
    FEE: Message("Fee"),
    CARDS: Message("Cards"),
    TAX: Message("Taxes"),
}


def way_of(posted: Posted) -> str:
    """Which of the four is being entered."""
    way = posted.get("do")
    return way if way in WAYS else SALE


def read(posted: Posted, state: State) -> Part | Whole:
    """A posted sale, fee, taxes or cards."""
    way = way_of(posted)
    if way == CARDS:
        return form_cards.read(posted, state)
    if way == TAX:
        return Whole({"tax": _taxed(posted, state)})
    return Whole(_read_fee(posted, state) if way == FEE else _read_sale(posted, state))


def _read_sale(posted: Posted, state: State) -> dict[str, Any]:
    sale = read_sale_input(posted, state.setup.seats)
    missing = _missing(sale)
    if missing:
        raise FormError(missing)
    return {"seat": sale.seat, "sale": sale.as_json()}


def _missing(sale: SaleInput) -> Message | None:
    if sale.seat is None:
        return Message("Who sells?")
    return Message("Which building is sold?") if sale.building is None else None


def _read_fee(posted: Posted, state: State) -> dict[str, Any]:
    seat, building = number(posted, "seat", 0, state.setup.seats - 1), posted.get("building")
    if seat is None:
        raise FormError(Message("Who pays for occupying?"))
    if building not in BUILDINGS:
        raise FormError(Message("Which building is occupied?"))
    fee, coins = BUILDING_VALUES[building], state.totals[seat]
    if not can_pay(fee, coins):
        raise FormError(without_coins(unpaid_refusal(seat, building, fee, coins)))
    return {"seat": seat, "fee": building}


def _taxed(posted: Posted, state: State) -> list[dict[str, int]]:
    """The squires and nobles of each seat that bring taxes; what is not tapped is none."""
    return [
        {"squires": number(posted, f"q{seat}", 0, SQUIRES) or 0, "nobles": int(posted.get(f"n{seat}") is not None)}
        for seat in range(state.setup.seats)
    ]


def view(state: State, query: Posted) -> dict[str, Any]:
    """The values of the page for the kind of entry that is chosen."""
    way = way_of(query)
    shown = {SALE: _sale_view, FEE: _fee_view, TAX: _tax_view, CARDS: _cards_view}[way](state, query)
    return {
        "fault": None,
        "keys": (),
        "kept": {},
        "is_ready": True,
        "tile_names": TILE_NAMES,
        "hues": HUES,
        "buildings": BUILDING_VALUES,
        **shown,
        "title": Message("Round {round}", round=state.round),
        "stage": f"{way}-{state.round}" + (f"-{state.begun}" if way == CARDS else ""),
        "mode": way,
        "ways": WAY_NAMES,
    }


def _sale_view(state: State, query: Posted) -> dict[str, Any]:
    sale = read_sale_input(query, state.setup.seats)
    missing, fault, pays, estate = _missing(sale), None, [], None
    if sale.building:
        entry = {"seat": sale.seat or 0, "sale": sale.as_json()}
        try:
            estate = read_estate(entry["sale"])
            steps = [] if missing else sell(state, entry)[0]
            pays = [(step.seat, step.points) for step in steps]
        except RuleError as error:
            fault = error.message
    ready = Message("Save the sale, +{coins} coins", coins=estate.value) if estate else None
    return {
        "sale": sale,
        "base": sale.fields(),
        "more": LANDS_OF.get(sale.building or "", ()) if len(sale.lands) < MAX_LANDS else (),
        "made": break_down(estate) if estate else None,
        "pays": pays,
        "fault": fault,
        "save": missing or (Message("This cannot be sold so") if fault else ready),
        "is_ready": not missing and not fault,
    }


def _fee_view(state: State, query: Posted) -> dict[str, Any]:
    seat, building = number(query, "seat", 0, state.setup.seats - 1), query.get("building")
    return {"seat": seat, "building": building, "save": Message("Save the fee")}


def _tax_view(state: State, query: Posted) -> dict[str, Any]:
    counts = _taxed(query, state)
    gains = [0] * state.setup.seats
    for step in pay_tax(state, {"tax": counts}):
        gains[step.seat or 0] += step.points or 0
    left = state.rounds - state.round
    save = Message("Pay taxes, end round {round}", round=state.round) if left else Message("Pay taxes, end the game")
    return {
        "counts": counts,
        "gains": gains,
        "each": (SQUIRE_TAX, NOBLE_TAX),
        "squires": range(SQUIRES + 1),
        "save": save,
    }


def _cards_view(state: State, query: Posted) -> dict[str, Any]:
    if state.begun or state.slots:
        fault = Message("The cards come first in a round and once; round {round} has begun.", round=state.round)
        return {"counts": None, "fault": fault, "save": Message("Not in this round any more"), "is_ready": False}
    return form_cards.view(state, query)
