"""The forms for a round of Salamanca without a board: sales, fees, optional cards, and the taxes that end it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Json, Message, RuleError, Seat, Step
from companion.engine.pages.form import Filled, FormError, Part, Posted, Whole, number
from companion.engine.pages.help import choice
from companion.engine.pages.viewer import View, Viewer
from companion.games.salamanca.board import BUILDING_VALUES, BUILDINGS, HUES, LANDS_OF, LETTERS
from companion.games.salamanca.draft_steps import without_coins
from companion.games.salamanca.drawing import break_down
from companion.games.salamanca.estates import Estate, count_land
from companion.games.salamanca.rulebook import NOBLE_TAX, RULES, SQUIRE_TAX, TILE_NAMES
from companion.games.salamanca.rules import pay_tax, read_estate, sell
from companion.games.salamanca.state import SQUIRES, State, highest_card, order_step, order_with, turn_order
from companion.games.salamanca.turn_actions import unpaid_refusal

SALE_FIELDS = ("seat", "b", "ruin", "noble", "lands")
MAX_LANDS, MAX_TILES = 4, 12
_LAND = re.compile(r"([fplov])([123]{0,12})(r?)")
_LETTER_OF = {land: letter for letter, land in LETTERS.items()}


@dataclass(frozen=True)
class LandInput:
    """A land of a sale as entered so far."""

    kind: str
    tiles: tuple[int, ...] = ()
    has_rats: bool = False

    @property
    def value(self) -> int:
        """The value of the land with the tiles entered so far."""
        return count_land(self.tiles, self.has_rats)

    def as_text(self) -> str:
        """Return the land as in the form field: "f12r" is a field with tiles of 1 and 2 and the rats."""
        return _LETTER_OF[self.kind] + "".join(map(str, self.tiles)) + ("r" if self.has_rats else "")


@dataclass(frozen=True)
class SaleInput:
    """A sale as entered so far; a land without tiles does not count."""

    seat: int | None = None
    building: str | None = None
    has_ruin: bool = False
    noble: int | None = None
    lands: tuple[LandInput, ...] = ()

    def fields(self) -> dict[str, str]:
        """Return the form fields that hold this state."""
        return {
            "seat": "" if self.seat is None else str(self.seat),
            "b": self.building or "",
            "ruin": "1" if self.has_ruin else "",
            "noble": "" if self.noble is None else str(self.noble),
            "lands": "-".join(land.as_text() for land in self.lands),
        }

    def as_json(self) -> Json:
        """Return the estate as in an entry."""
        told = [land for land in self.lands if land.tiles]
        lands = [{"land": land.kind, "tiles": list(land.tiles), "rats": land.has_rats} for land in told]
        return {"building": self.building, "ruin": self.has_ruin, "noble": self.noble, "lands": lands}


def read_sale_input(query: Posted, seats: int) -> SaleInput:
    """Restore the sale from form fields and apply the taps; invalid values are ignored."""
    building = choice(query, "b", BUILDINGS)
    sale = SaleInput(
        number(query, "seat", 0, seats - 1),
        building,
        bool(query.get("ruin")),
        number(query, "noble", 0, seats - 1),
        _lands(query.get("lands") or "", building),
    )
    for tap in query.getlist("tap"):
        sale = _tap(sale, tap, seats)
    return sale if sale.noble != sale.seat else replace(sale, noble=None)


def _lands(text: str, building: str | None) -> tuple[LandInput, ...]:
    if building is None:
        return ()
    matches = [_LAND.fullmatch(part) for part in text.split("-")[:MAX_LANDS]]
    lands = [LandInput(LETTERS[land[1]], tuple(map(int, land[2])), bool(land[3])) for land in matches if land]
    fitting = tuple([land for land in lands if land.kind in LANDS_OF[building]])
    return fitting or bare_lands(building)


def bare_lands(building: str) -> tuple[LandInput, ...]:
    """Return one land of each kind of a building, without tiles."""
    return tuple([LandInput(kind) for kind in LANDS_OF[building]])


def _tap(before: SaleInput, tap: str, seats: int) -> SaleInput:
    """Return the sale after one more tap; an unknown tap changes nothing."""
    target, _, value = tap.partition(".")
    if target in BUILDINGS:
        return before if target == before.building else replace(before, building=target, lands=bare_lands(target))
    if target == "ruin":
        return replace(before, has_ruin=not before.has_ruin)
    if target in ("seat", "noble") and value.isascii() and value.isdigit() and len(value) < 3 and int(value) < seats:
        seat: int | None = int(value)
        if target == "seat":
            return replace(before, seat=seat)
        return replace(before, noble=None if seat == before.noble else seat)
    if target == "new":
        has_room = value in LANDS_OF.get(before.building or "", ()) and len(before.lands) < MAX_LANDS
        return replace(before, lands=(*before.lands, LandInput(value))) if has_room else before
    return _tap_land(before, target, value)


def _tap_land(before: SaleInput, number: str, action: str) -> SaleInput:
    """Apply a tap on a land: "0.3" adds a tile of 3 to the first, "0.x" removes its last tile, "0.r" toggles rats."""
    if not (len(number) == 1 and number.isascii() and number.isdigit() and int(number) < len(before.lands)):
        return before
    place = int(number)
    land = before.lands[place]
    if action in ("1", "2", "3") and len(land.tiles) < MAX_TILES:
        land = replace(land, tiles=(*land.tiles, int(action)))
    elif action == "x":
        land = replace(land, tiles=land.tiles[:-1])
    elif action == "r":
        # There is one rats token, so it leaves all other lands.
        before = replace(before, lands=tuple([replace(other, has_rats=False) for other in before.lands]))
        land = replace(land, has_rats=not land.has_rats)
    return replace(before, lands=(*before.lands[:place], land, *before.lands[place + 1 :]))


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
    hands = _tapped(posted, state)
    if missing := _missing_cards(hands, state.setup.seats):
        raise FormError(missing)
    if state.setup.seats == 2:
        return Whole({"cards": hands})
    cards = [seat_cards[0] for seat_cards in hands]
    equal = _equal(cards)
    if not equal:
        return Whole({"cards": cards})
    first = number(posted, "first", 0, state.setup.seats - 1)
    if first not in equal:
        raise FormError(_asked(equal))
    return Whole({"cards": cards, "order": order_with(state.setup.seats, cards, first)})


def _tapped(posted: Posted, state: State) -> list[list[int]]:
    """Return the tapped cards of each seat, highest first."""
    cards = range(highest_card(state.setup.seats), 0, -1)
    return [[card for card in cards if str(card) in posted.getlist(f"c{seat}")] for seat in range(state.setup.seats)]


def _missing_cards(hands: Sequence[Sequence[int]], seats: int) -> Message | None:
    """Return a sentence about the first seat with a wrong number of cards, None if all are right."""
    wrong = (_needs(seats)[seat] for seat, cards in enumerate(hands) if len(cards) != _cards_each(seats))
    return next(wrong, None)


def _cards_each(seats: int) -> int:
    return 2 if seats == 2 else 1


def _needs(seats: int) -> list[Message]:
    """Return for each seat how many cards of it have to be tapped."""
    count = _cards_each(seats)
    return [
        Message("{seat}: tap {count} card", "{seat}: tap {count} cards", count, seat=Seat(seat))
        for seat in range(seats)
    ]


def _equal(cards: Sequence[int]) -> list[int]:
    """Return the two seats with equal cards; empty if there is no such pair."""
    return [seat for seat, card in enumerate(cards) if cards.count(card) == 2] if len(set(cards)) == 4 else []


def _asked(equal: Sequence[int]) -> Message:
    """Return what has to be done about cards without an order: choose who goes first, or other cards."""
    return Message("Equal cards: who goes first?") if equal else Message("Choose other cards")


def _fifth(state: State, equal: Sequence[int]) -> int | None:
    """Return which of two seats with equal cards played last, in either direction of play; None if unclear."""
    if state.leader is None:
        return None
    neighbours = {(state.leader + step) % state.setup.seats for step in (1, -1)}
    candidates = [seat for seat in equal if seat in neighbours]
    return candidates[0] if len(candidates) == 1 else None


def view_cards(state: State, query: Posted) -> View:
    """Return the form: the keys of each seat, the tapped cards, and the resulting order of turns."""
    seats = state.setup.seats
    hands = _tapped(query, state)
    missing = _missing_cards(hands, seats)
    equal = [] if seats == 2 or missing else _equal([cards[0] for cards in hands])
    first = number(query, "first", 0, seats - 1)
    order, fault = (None, None) if missing else _preview_order(query, state)
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
        save=missing or (_asked(equal) if fault else Message("Save the cards")),
        unseen=Message("Save the cards"),
        is_ready=order is not None,
    )


def _preview_order(query: Posted, state: State) -> tuple[Message | None, Message | None]:
    """Return the sentence about the order of the turns, or the fault of the cards."""
    try:
        parsed = read_tapped_cards(query, state)
        entry = parsed.entry if isinstance(parsed, Whole) else {}
        slots = turn_order(state.setup.seats, entry["cards"], entry.get("order"))
    except (FormError, RuleError) as error:
        return None, error.message
    step = order_step(slots)
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
    sale = read_sale_input(posted, state.setup.seats)
    if missing := _missing(sale):
        raise FormError(missing)
    return Whole({"seat": sale.seat, "sale": sale.as_json()})


def _missing(sale: SaleInput) -> Message | None:
    if sale.seat is None:
        return Message("Who sells?")
    return Message("Which building is sold?") if sale.building is None else None


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
    view.title, view.kinds = Message("Round {round}", round=state.round), KIND_NAMES
    view.stage = f"{kind}-{state.round}" + (f"-{state.begun}" if kind == CARDS else "")
    view.hues, view.buildings = HUES, BUILDING_VALUES
    return view


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


def _sale_view(state: State, query: Posted, viewer: Viewer) -> View:
    sale = read_sale_input(query, state.setup.seats)
    missing, sale_preview = _missing(sale), viewer.derive(preview_sale, state, sale)
    is_ready, estate = not missing and not sale_preview.fault, sale_preview.estate
    is_seen = viewer.sees_all or (sale.seat is not None and viewer.sees(sale.seat))
    ready = Message("Save the sale, +{count} coin", "Save the sale, +{count} coins", estate.value) if estate else None
    save = missing or (Message("This cannot be sold so") if sale_preview.fault else ready)
    return phase_view(
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
    sale = entry["sale"]
    lands = tuple([LandInput(land["land"], tuple(land["tiles"]), land["rats"]) for land in sale["lands"]])
    return {**SaleInput(entry["seat"], sale["building"], sale["ruin"], sale["noble"], lands).fields()}
