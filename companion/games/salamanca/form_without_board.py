"""The forms for a round of Salamanca without a board: sales, fees, optional cards, and the taxes that end it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Json, Message, RuleError, Step
from companion.game.pages.form import Filled, FormError, Part, Posted, Whole, number
from companion.game.pages.viewer import Viewer
from companion.games.salamanca import form_cards
from companion.games.salamanca.draft_steps import without_coins
from companion.games.salamanca.entries_without_board import pay_tax, read_estate, sell
from companion.games.salamanca.estate_breakdown import break_down
from companion.games.salamanca.estates import NOBLE_TAX, SQUIRE_TAX, Estate
from companion.games.salamanca.form_sale_state import MAX_LANDS, LandInput, SaleInput, bare_lands, read_sale_input
from companion.games.salamanca.sales import can_pay
from companion.games.salamanca.state import SQUIRES, State
from companion.games.salamanca.tiles import BUILDING_VALUES, BUILDINGS, LANDS_OF
from companion.games.salamanca.turn_refusals import unpaid_refusal
from companion.games.salamanca.view import CardsView, FeeView, PhaseView, SaleView, TaxView

SALE, FEE, CARDS, TAX = KINDS = ("sale", "fee", "cards", "tax")
KIND_NAMES = {
    SALE: Message("Sale"),
    FEE: Message("Fee"),
    CARDS: Message("Cards"),
    TAX: Message("Taxes"),
}


def kind_of(posted: Posted) -> str:
    """Return the kind of entry that the form is for; a sale by default."""
    kind = posted.get("do")
    return kind if kind in KINDS else SALE


def read(posted: Posted, state: State) -> Part | Whole:
    """Read a posted sale, fee, taxes or cards; raise `FormError` if something is missing."""
    kind = kind_of(posted)
    if kind == CARDS:
        return form_cards.read(posted, state)
    if kind == TAX:
        return Whole({"tax": _taxed(posted, state)})
    return Whole(_read_fee(posted, state) if kind == FEE else _read_sale(posted, state))


def _read_sale(posted: Posted, state: State) -> Json:
    sale = read_sale_input(posted, state.setup.seats)
    missing = _missing(sale)
    if missing:
        raise FormError(missing)
    return {"seat": sale.seat, "sale": sale.as_json()}


def _missing(sale: SaleInput) -> Message | None:
    if sale.seat is None:
        return Message("Who sells?")
    return Message("Which building is sold?") if sale.building is None else None


def _read_fee(posted: Posted, state: State) -> Json:
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
    """Return the numbers of taxed squires and nobles of each seat; 0 if nothing is tapped."""
    return [
        {"squires": number(posted, f"q{seat}", 0, SQUIRES) or 0, "nobles": int(posted.get(f"n{seat}") is not None)}
        for seat in range(state.setup.seats)
    ]


def view(state: State, query: Posted, viewer: Viewer) -> PhaseView:
    """Return the form for the chosen kind of entry."""
    kind, title = kind_of(query), Message("Round {round}", round=state.round)
    if kind == CARDS:
        phase_view: PhaseView = _cards_view(state, query)
        return replace(phase_view, title=title, stage=f"{kind}-{state.round}-{state.begun}", kinds=KIND_NAMES)
    if kind == FEE:
        phase_view = _fee_view(state, query)
    else:
        phase_view = _tax_view(state, query, viewer) if kind == TAX else _sale_view(state, query, viewer)
    return replace(phase_view, title=title, stage=f"{kind}-{state.round}", kinds=KIND_NAMES)


@dataclass(frozen=True)
class SalePreview:
    """A sale as entered so far: its fault if it is not allowed, the sold estate, and the steps."""

    fault: Message | None = None
    estate: Estate | None = None
    steps: tuple[Step, ...] = ()


def preview_sale(state: State, sale: SaleInput) -> SalePreview:
    """Return the result of the sale as entered so far."""
    if not sale.building:
        return SalePreview()
    entry, estate = {"seat": sale.seat or 0, "sale": sale.as_json()}, None
    try:
        estate = read_estate(entry["sale"])
        return SalePreview(None, estate, () if _missing(sale) else tuple(sell(state, entry)[0]))
    except RuleError as error:
        return SalePreview(error.message, estate)


def _sale_view(state: State, query: Posted, viewer: Viewer) -> SaleView:
    sale = read_sale_input(query, state.setup.seats)
    missing, sale_preview = _missing(sale), viewer.derive(preview_sale, state, sale)
    is_ready, estate = not missing and not sale_preview.fault, sale_preview.estate
    is_seen = viewer.sees_all or (sale.seat is not None and viewer.sees(sale.seat))
    ready = Message("Save the sale, +{count} coin", "Save the sale, +{count} coins", estate.value) if estate else None
    save = missing or (Message("This cannot be sold so") if sale_preview.fault else ready)
    return SaleView(
        mode=SALE,
        sale=sale,
        base=sale.fields(),
        more=LANDS_OF.get(sale.building or "", ()) if len(sale.lands) < MAX_LANDS else (),
        lands_alone={building: (bare_lands(building), lands) for building, lands in LANDS_OF.items()},
        breakdown=break_down(estate) if estate and is_seen else None,
        pays=[(step.seat, step.points) for step in sale_preview.steps],
        fault=sale_preview.fault,
        save=save if is_seen or not is_ready else Message("Save the sale"),
        unseen=Message("Save, coins come when you are online"),
        is_ready=is_ready,
    )


def _fee_view(state: State, query: Posted) -> FeeView:
    seat, building = number(query, "seat", 0, state.setup.seats - 1), query.get("building")
    return FeeView(mode=FEE, seat=seat, building=building, save=Message("Save the fee"), is_ready=True)


def _tax_view(state: State, query: Posted, viewer: Viewer) -> TaxView:
    counts = _taxed(query, state)
    gains = [0] * state.setup.seats
    for step in pay_tax(state, {"tax": counts}):
        gains[step.seat or 0] += step.points or 0
    left = state.rounds - state.round
    save = Message("Pay taxes, end round {round}", round=state.round) if left else Message("Pay taxes, end the game")
    return TaxView(
        mode=TAX,
        counts=counts,
        gains=viewer.seen(gains),
        tax_rates=(SQUIRE_TAX, NOBLE_TAX),
        squires=range(SQUIRES + 1),
        save=save,
        is_ready=True,
    )


def _cards_view(state: State, query: Posted) -> CardsView:
    if state.begun or state.slots:
        fault = Message("The cards come first in a round and once; round {round} has begun.", round=state.round)
        save = Message("Not in this round any more")
        return CardsView(mode=CARDS, hands=None, fault=fault, save=save, is_ready=False)
    return form_cards.view(state, query)


def fields_of(entry: Mapping[str, Any]) -> Filled:
    """Return the query parameters for the cards, the sale, the fee or the taxes of an entry."""
    if "cards" in entry:
        return {"do": CARDS, **form_cards.fields_of(entry)}
    if "fee" in entry:
        return {"do": FEE, "seat": str(entry["seat"]), "building": entry["fee"]}
    if "tax" in entry:
        return {"do": TAX, **_tax_fields(entry["tax"])}
    sale = entry["sale"]
    lands = tuple([LandInput(land["land"], tuple(land["tiles"]), land["rats"]) for land in sale["lands"]])
    return {**SaleInput(entry["seat"], sale["building"], sale["ruin"], sale["noble"], lands).fields()}


def _tax_fields(taxes: Sequence[Mapping[str, int]]) -> dict[str, str]:
    fields = {f"q{seat}": str(paid["squires"]) for seat, paid in enumerate(taxes)}
    return fields | {f"n{seat}": "1" for seat, paid in enumerate(taxes) if paid["nobles"]}
