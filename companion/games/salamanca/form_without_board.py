"""The forms for a round of Salamanca without a board: sales, fees, optional cards, and the taxes that end it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Json, Message, RuleError, Seat, Step
from companion.forms.form import Filled, FormError, Part, Posted, Whole, number, number_in
from companion.forms.help import choice
from companion.forms.viewer import View, Viewer
from companion.games.salamanca.drawing import break_down, without_coins
from companion.games.salamanca.estates import SQUIRES, Estate, count_land
from companion.games.salamanca.rulebook import NOBLE_TAX, RULES, SQUIRE_TAX
from companion.games.salamanca.rules import highest_card, order_step, order_with, pay_tax, read_estate, sell, turn_order
from companion.games.salamanca.tiles import BUILDING_VALUES, BUILDINGS, HUES, LANDS_OF, LETTER_OF, LETTERS, TILE_NAMES
from companion.games.salamanca.turns import State, unpaid_refusal

SALE_FIELDS = ("seat", "b", "ruin", "noble", "lands")
MAX_LANDS, MAX_TILES = 4, 12
_LAND = re.compile(r"([fplov])([123]{0,12})(r?)")


def read_sale(query: Posted, seats: int) -> Json:
    """Restore the sale from form fields and apply the taps; invalid values are ignored.

    It has the seat and all that an entry has of the estate. The seat and the building may be missing, and lands may be
    without tiles.
    """
    building = choice(query, "b", BUILDINGS)
    sale: Json = {
        "seat": number(query, "seat", 0, seats - 1),
        "building": building,
        "ruin": bool(query.get("ruin")),
        "noble": number(query, "noble", 0, seats - 1),
        "lands": _read_lands(query.get("lands") or "", building),
    }
    for tap in query.getlist("tap"):
        sale |= _changed(sale, tap, seats)
    return sale if sale["noble"] != sale["seat"] else {**sale, "noble": None}


def _read_lands(text: str, building: str | None) -> list[Json]:
    """Read lands such as "f12r-p": a field with tiles of 1 and 2 and the rats, and a pasture without tiles."""
    if building is None:
        return []
    matches = [_LAND.fullmatch(part) for part in text.split("-")[:MAX_LANDS]]
    lands = [_land(LETTERS[land[1]], [*map(int, land[2])], bool(land[3])) for land in matches if land]
    return [land for land in lands if land["land"] in LANDS_OF[building]] or bare_lands(building)


def _land(kind: str, tiles: Sequence[int] = (), has_rats: bool = False) -> Json:
    return {"land": kind, "tiles": [*tiles], "rats": has_rats}


def bare_lands(building: str) -> list[Json]:
    """Return one land of each kind of a building, without tiles."""
    return [_land(kind) for kind in LANDS_OF[building]]


def _sale_fields(sale: Mapping[str, Any]) -> dict[str, str]:
    lands = [LETTER_OF[land["land"]] + "".join(map(str, land["tiles"])) + "r" * land["rats"] for land in sale["lands"]]
    values = (sale["seat"], sale["building"], 1 if sale["ruin"] else None, sale["noble"], "-".join(lands))
    return {name: "" if value is None else str(value) for name, value in zip(SALE_FIELDS, values, strict=True)}


def _sale_entry(sale: Mapping[str, Any]) -> Json:
    """Return the entry of a sale; a land without tiles does not count."""
    estate = {**sale, "lands": [land for land in sale["lands"] if land["tiles"]]}
    return {"seat": estate.pop("seat"), "sale": estate}


def _changed(sale: Json, tap: str, seats: int) -> Json:
    """Return what a tap changes in a sale; nothing if it is unknown."""
    target, _, value = tap.partition(".")
    building, lands = sale["building"], sale["lands"]
    if target in BUILDINGS and target != building:
        return {"building": target, "lands": bare_lands(target)}
    if target == "ruin":
        return {"ruin": not sale["ruin"]}
    if target in ("seat", "noble") and (seat := number_in(value, 0, seats - 1)) is not None:
        return {target: None if target == "noble" and seat == sale["noble"] else seat}
    if target == "new" and value in LANDS_OF.get(building or "", ()) and len(lands) < MAX_LANDS:
        return {"lands": [*lands, _land(value)]}
    place = number_in(target, 0, len(lands) - 1)
    return {} if place is None else {"lands": _lands_after(lands, place, value)}


def _lands_after(lands: Sequence[Json], place: int, action: str) -> list[Json]:
    """Return the lands after a tap on one: "3" adds a tile of 3, "x" removes its last tile, "r" toggles the rats."""
    land = lands[place]
    tiles, has_rats = land["tiles"], land["rats"]
    if action in ("1", "2", "3") and len(tiles) < MAX_TILES:
        tiles = [*tiles, int(action)]
    elif action == "x":
        tiles = tiles[:-1]
    elif action == "r":
        has_rats = not has_rats
        lands = [{**other, "rats": False} for other in lands]  # there is one rats token
    return [*lands[:place], _land(land["land"], tiles, has_rats), *lands[place + 1 :]]


def _with_values(lands: Sequence[Json]) -> list[Json]:
    """Return lands for the form, each with the value of the tiles entered so far."""
    return [{**land, "value": count_land(land["tiles"], land["rats"])} for land in lands]


def phase_view(**shown: Any) -> View:
    """Return the form of a phase: its `mode`, the keys of the bar, the main button, and hidden fields as `kept`.

    `kinds` are the kinds of entry to choose from without a board. `unseen` is the label of the main button while the
    companion cannot work out what is tapped; None if that does not change it.
    """
    usual = {"fault": None, "keys": (), "kept": {}, "unseen": None, "kinds": None, "tile_names": TILE_NAMES}
    return View(**usual | shown)


def read_tapped_cards(posted: Posted, state: State) -> Part | Whole:
    """Read the posted cards of each seat; the field `first` says which of two seats with equal cards acts first.

    Raises `FormError` if cards are missing or the field is.
    """
    hands, seats = _tapped(posted, state), state.setup.seats
    if missing := _missing_cards(hands):
        raise FormError(missing)
    if seats == 2:
        return Whole({"cards": hands})
    cards = [seat_cards[0] for seat_cards in hands]
    equal = _equal(cards)
    if not equal:
        return Whole({"cards": cards})
    first = number(posted, "first", 0, seats - 1)
    if first not in equal:
        raise FormError(WHO_FIRST)
    return Whole({"cards": cards, "order": order_with(seats, cards, first)})


WHO_FIRST = Message("Equal cards: who goes first?")


def _tapped(posted: Posted, state: State) -> list[list[int]]:
    """Return the tapped cards of each seat, highest first."""
    cards = range(highest_card(state.setup.seats), 0, -1)
    return [[card for card in cards if str(card) in posted.getlist(f"c{seat}")] for seat in range(state.setup.seats)]


def _missing_cards(hands: Sequence[Sequence[int]]) -> Message | None:
    """Return a sentence about the first seat with a wrong number of cards, None if all are right."""
    each = 2 if len(hands) == 2 else 1
    return next((need for need, cards in zip(_needs(len(hands)), hands, strict=True) if len(cards) != each), None)


def _needs(seats: int) -> list[Message]:
    each = 2 if seats == 2 else 1
    return [Message("{seat}: tap {count} card", "{seat}: tap {count} cards", each, seat=Seat(seat))
            for seat in range(seats)]  # fmt: skip


def _equal(cards: Sequence[int]) -> list[int]:
    return [seat for seat, card in enumerate(cards) if cards.count(card) == 2] if len(set(cards)) == 4 else []


def _fifth(state: State, equal: Sequence[int]) -> int | None:
    """Return which of two seats with equal cards played last, in either direction of play; None if unclear."""
    if state.leader is None:
        return None
    neighbours = {(state.leader + step) % state.setup.seats for step in (1, -1)}
    candidates = [seat for seat in equal if seat in neighbours]
    return candidates[0] if len(candidates) == 1 else None


def view_cards(state: State, query: Posted) -> View:
    """Return the form: the keys of each seat, the tapped cards, and the resulting order of turns."""
    seats, hands = state.setup.seats, _tapped(query, state)
    missing = _missing_cards(hands)
    equal = [] if seats == 2 or missing else _equal([cards[0] for cards in hands])
    first = number(query, "first", 0, seats - 1)
    order, fault = (None, None) if missing else _preview_order(query, state)
    asked = WHO_FIRST if equal else Message("Choose other cards")
    return phase_view(
        title=Message("Cards of round {round}", round=state.round),
        stage=f"cards-{state.round}-{state.begun}",
        mode="cards",
        cards=range(1, highest_card(seats) + 1),
        hands=hands,
        needs=_needs(seats),
        has_two_cards=seats == 2,
        equal=equal,
        chooser=_fifth(state, equal),
        first=first if first in equal else None,
        leader=state.leader,
        order=order,
        fault=fault,
        save=missing or (asked if fault else Message("Save the cards")),
        unseen=Message("Save the cards"),
        is_ready=order is not None,
    )


def _preview_order(query: Posted, state: State) -> tuple[Message | None, Message | None]:
    """Return the sentence about the order of the turns, or the fault of the cards."""
    try:
        parsed = read_tapped_cards(query, state)
        entry = parsed.entry if isinstance(parsed, Whole) else {}
        step = order_step(turn_order(state.setup.seats, entry["cards"], entry.get("order")))
    except (FormError, RuleError) as error:
        return None, error.message
    return RULES[step.rule].sentence(step), None


SALE, FEE, CARDS, TAX = ("sale", "fee", "cards", "tax")
KIND_NAMES = {SALE: Message("Sale"), FEE: Message("Fee"), CARDS: Message("Cards"), TAX: Message("Taxes")}


def read_boardless(posted: Posted, state: State) -> Part | Whole:
    """Read a posted sale, fee, taxes or cards; raise `FormError` if something is missing."""
    kind = choice(posted, "do", KIND_NAMES) or SALE
    if kind == CARDS:
        return read_tapped_cards(posted, state)
    if kind == TAX:
        return Whole({"tax": _taxed(posted, state)})
    if kind == FEE:
        return Whole(_read_fee(posted, state))
    sale = read_sale(posted, state.setup.seats)
    if missing := _missing(sale):
        raise FormError(missing)
    return Whole(_sale_entry(sale))


def _missing(sale: Mapping[str, Any]) -> Message | None:
    if sale["seat"] is None:
        return Message("Who sells?")
    return Message("Which building is sold?") if sale["building"] is None else None


def _read_fee(posted: Posted, state: State) -> Json:
    seat, building = number(posted, "seat", 0, state.setup.seats - 1), posted.get("building")
    if seat is None:
        raise FormError("Who pays for occupying?")
    if building not in BUILDINGS:
        raise FormError("Which building is occupied?")
    fee, coins = BUILDING_VALUES[building], state.totals[seat]
    if fee > coins:
        raise FormError(without_coins(unpaid_refusal(seat, building, fee, coins)))
    return {"seat": seat, "fee": building}


def _taxed(posted: Posted, state: State) -> list[dict[str, int]]:
    """Return the numbers of taxed squires and nobles of each seat; 0 if nothing is tapped."""
    return [
        {"squires": number(posted, f"q{seat}", 0, SQUIRES) or 0, "nobles": int(posted.get(f"n{seat}") is not None)}
        for seat in range(state.setup.seats)
    ]


def view_boardless(state: State, query: Posted, viewer: Viewer) -> View:
    """Return the form for the chosen kind of entry."""
    kind = choice(query, "do", KIND_NAMES) or SALE
    if kind == CARDS and (state.begun or state.slots):
        fault = Message("The cards come first in a round and once; round {round} has begun.", round=state.round)
        save = Message("Not in this round any more")
        view = phase_view(mode=CARDS, hands=None, order=None, fault=fault, save=save, is_ready=False)
    elif kind == CARDS:
        view = view_cards(state, query)
    elif kind == FEE:
        seat, building = number(query, "seat", 0, state.setup.seats - 1), query.get("building")
        view = phase_view(mode=FEE, seat=seat, building=building, save=Message("Save the fee"), is_ready=True)
    else:
        view = _tax_view(state, query, viewer) if kind == TAX else _sale_view(state, query, viewer)
    view.title, view.kinds = Message("Entries of round {round}", round=state.round), KIND_NAMES
    view.stage = f"{kind}-{state.round}" + (f"-{state.begun}" if kind == CARDS else "")
    view.hues, view.buildings = HUES, BUILDING_VALUES
    return view


@dataclass(frozen=True)
class SalePreview:
    """A sale as entered so far: its fault if it is not allowed, the sold estate, and the steps."""

    fault: Message | None = None
    estate: Estate | None = None
    steps: tuple[Step, ...] = ()


def preview_sale(state: State, sale: Mapping[str, Any]) -> SalePreview:
    """Return the result of the sale as entered so far."""
    if not sale["building"]:
        return SalePreview()
    entry, estate = _sale_entry({**sale, "seat": sale["seat"] or 0}), None
    try:
        estate = read_estate(entry["sale"])
        return SalePreview(None, estate, () if _missing(sale) else tuple(sell(state, entry)[0]))
    except RuleError as error:
        return SalePreview(error.message, estate)


def _sale_view(state: State, query: Posted, viewer: Viewer) -> View:
    sale = read_sale(query, state.setup.seats)
    building, lands = sale["building"] or "", sale["lands"]
    missing, sale_preview = _missing(sale), viewer.derive(preview_sale, state, sale)
    is_ready, estate = not missing and not sale_preview.fault, sale_preview.estate
    is_seen = viewer.sees_all or (sale["seat"] is not None and viewer.sees(sale["seat"]))
    ready = Message("Save the sale, +{count} coin", "Save the sale, +{count} coins", estate.value) if estate else None
    save = missing or (Message("This cannot be sold so") if sale_preview.fault else ready)
    return phase_view(
        mode=SALE,
        sale={**sale, "lands": _with_values(lands)},
        base=_sale_fields(sale),
        more=LANDS_OF.get(building, ()) if len(lands) < MAX_LANDS else (),
        lands_alone={kind: (_with_values(bare_lands(kind)), more) for kind, more in LANDS_OF.items()},
        breakdown=break_down(estate) if estate and is_seen else None,
        pays=[(step.seat, step.points) for step in sale_preview.steps],
        fault=sale_preview.fault,
        save=save if is_seen or not is_ready else Message("Save the sale"),
        unseen=Message("Save, coins come when you are online"),
        is_ready=is_ready,
    )


def _tax_view(state: State, query: Posted, viewer: Viewer) -> View:
    counts = _taxed(query, state)
    steps = pay_tax(state, {"tax": counts})
    gains = [sum(step.points or 0 for step in steps if step.seat == seat) for seat in range(state.setup.seats)]
    left = state.rounds - state.round
    save = Message("Pay taxes, end round {round}", round=state.round) if left else Message("Pay taxes, end the game")
    return phase_view(
        mode=TAX,
        counts=counts,
        gains=viewer.seen(gains),
        tax_rates=(SQUIRE_TAX, NOBLE_TAX),
        squires=range(SQUIRES + 1),
        save=save,
        is_ready=True,
    )


def fields_of_boardless(entry: Mapping[str, Any]) -> Filled:
    """Return the query parameters for an entry; of two equal cards, `first` is the seat that acted first."""
    if "cards" in entry:
        hands = [cards if type(cards) is list else [cards] for cards in entry["cards"]]
        order = entry.get("order") or [slot.seat for slot in turn_order(len(hands), entry["cards"])]
        equal = [seat for seat in order if entry["cards"].count(entry["cards"][seat]) > 1]
        first = {"first": str(equal[0])} if equal else {}
        return {"do": CARDS, **{f"c{seat}": [*map(str, hand)] for seat, hand in enumerate(hands)}, **first}
    if "fee" in entry:
        return {"do": FEE, "seat": str(entry["seat"]), "building": entry["fee"]}
    if "tax" in entry:
        squires = {f"q{seat}": str(paid["squires"]) for seat, paid in enumerate(entry["tax"])}
        return {"do": TAX, **squires, **{f"n{seat}": "1" for seat, paid in enumerate(entry["tax"]) if paid["nobles"]}}
    return {**_sale_fields({"seat": entry["seat"], **entry["sale"]})}
