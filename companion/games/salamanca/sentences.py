"""The sentences that explain the steps of Salamanca, and the rules of the referee's answers."""

from collections.abc import Mapping
from typing import Any

from companion.engine import Message, Seat, Step, Values, joined, rule, says
from companion.games.salamanca.board import HAZARD_NAMES, TILE_NAMES, hazard_refusal, space_name
from companion.games.salamanca.estates import NOBLE_TAX, SQUIRE_TAX
from companion.games.salamanca.refusals import FEE_UNPAID, FOR_SALE, HAZARD_LIES, NOBLE_AT_SEVEN, NOBLE_LIMIT
from companion.games.salamanca.rules import FIVE_FIRST

_SPACES = (("at", "space"), ("from", "start"))
_PLACED = {
    "poison": Message("Poison placed"),
    "rats": Message("Rats placed"),
    "locusts": Message("Locusts placed"),
    "ruin": Message("Ruin placed"),
}
_MOVED = {
    "poison": Message("Poison moved"),
    "rats": Message("Rats moved"),
    "locusts": Message("Locusts moved"),
    "ruin": Message("Ruin moved"),
}


def _named(step: Step) -> Values:
    """Return a step's values with its tiles in words, and with `space` and `start` where it has "at" and "from"."""
    values: Values = {key: value for key, value in step.values.items() if key != "count"}
    values |= {key: TILE_NAMES[values[key]] for key in ("tile", "building") if key in values}
    return values | {name: space_name(values[key]) for key, name in _SPACES if values.get(key)}


def order(step: Step) -> Message:
    """The order of the turns in a round, also where 5 is the lowest card (Salamanca, Phase 3)."""
    pairs = zip(step.values["order"], step.values["cards"], strict=True)
    in_order = joined([Message("{seat} ({card})", seat=Seat(seat), card=card) for seat, card in pairs])
    if step.rule == FIVE_FIRST:
        return Message("5 is the lowest card and goes first. In turn: {order}.", order=in_order)
    return Message("In turn: {order}.", order=in_order)


def place(step: Step) -> Message:
    """A tile placed on the board."""
    values = _named(step)
    if "value" in values:
        return Message("Places on {space}: {tile}, fertile, worth {value}.", **values)
    if step.values.get("occupied") is False:
        return Message("Places on {space}: {tile}, not occupied, so nobody's for good.", **values)
    return Message("Places on {space}: {tile}.", **values)


def fee(step: Step) -> Message:
    """The fee for occupying with a squire that a sale has just freed."""
    fee = -(step.points or 0)
    return Message("A squire just freed occupies it ({building}): {fee} to the bank.", **_named(step), fee=fee)


def sale(step: Step) -> Message:
    """What a sale pays, with each land."""
    lands = joined([_land(land) for land in step.values["lands"]])
    values = {**_named(step), "lands": lands, "value": step.points}
    if not step.values["lands"]:
        return Message("Sale ({building}): {building_value} for the building, no land = {value}.", **values)
    return Message(
        "Sale ({building}): {building_value} for the building + {land_value} for lands ({lands}) = {value}.", **values
    )


def _land(land: Mapping[str, Any]) -> Message:
    sums = " + ".join([str(value) for value in land["tiles"]]) or "0"
    values: Values = {"land": TILE_NAMES[land["land"]], "value": land["value"], "sums": sums}
    if land["rats"]:
        return Message("{land} {sums}, halved by rats to {value}", **values)
    if land["struck"]:
        return Message("{land} {sums} without the tile under poison or locusts", **values)
    return Message("{land} {sums}", **values)


def noble_share(step: Step) -> Message:
    """What the owner of a noble gets from a sale."""
    values = {**_named(step), "seat": Seat(step.seat or 0), "seller": Seat(step.values["seller"]), "value": step.points}
    return Message(
        "The noble of {seat} stood on the building that {seller} sells ({building}): its lands, {value}.", **values
    )


def fertile_leaves(step: Step) -> Message:
    """The fertile tiles that a sale takes off the board."""
    spaces = joined([space_name(space) for space in step.values["spaces"]])
    if step.values["rats"]:
        return Message("Fertile land leaves the board, and the rats with it: {spaces}.", spaces=spaces)
    return Message("Fertile land leaves the board: {spaces}.", spaces=spaces)


def sold_building(step: Step) -> Message:
    """What happens to a sold building, by the table's ruling."""
    values = _named(step)
    if values["ruling"] == "stays":
        return Message("The building on {space} stays ({building}), nobody's for good.", **values)
    if values["ruin"]:
        return Message("The building on {space} leaves the board ({building}), and the ruin with it.", **values)
    return Message("The building on {space} leaves the board ({building}).", **values)


def noble(step: Step) -> Message:
    """A noble placed or moved."""
    values = _named(step)
    if values["from"]:
        return Message("The noble moves from {start} to {space} ({building}), an estate worth {value}.", **values)
    return Message("The noble goes to {space} ({building}), an estate worth {value}.", **values)


def hazard(step: Step) -> Message:
    """A hazard placed or moved."""
    name, values = step.rule.rpartition("/")[2], _named(step)
    if values["from"]:
        return Message("{hazard}: from {start} to {space}, {tile}.", **values, hazard=_MOVED[name])
    return Message("{hazard}: {space}, {tile}.", **values, hazard=_PLACED[name])


def tax_squire(step: Step) -> Message:
    """The taxes of a seat's squires."""
    if "at" in step.values:
        return Message("The estate of {space} is worth {value}: 2 for the squire.", **_named(step))
    return Message(
        "{count} squire on an estate worth 7 or more, 2 each.",
        "{count} squires on estates worth 7 or more, 2 each.",
        step.values["count"],
    )


def tax_noble(step: Step) -> Message:
    """The taxes of a seat's noble."""
    if "at" in step.values:
        return Message("The estate of {space} is worth {value}: 1 for the noble.", **_named(step))
    return Message("The noble stands on an estate worth 7 or more: 1.")


TAXED = "salamanca/taxed"


def _for_sale(step: Step) -> Message:
    was_occupied, has_new_fertile = step.values["occupied_this_round"], step.values["fertile_this_round"]
    if was_occupied and has_new_fertile:
        return Message(
            "It was occupied in this round and counts a fertile tile placed in it: not for sale before the next round."
        )
    if was_occupied:
        return Message("It was occupied in this round: not for sale before the next round.")
    if has_new_fertile:
        return Message("It counts a fertile tile that was placed in this round: not for sale before the next round.")
    return Message("Occupied in an earlier round, and no fertile tile of this round counts: it may be sold.")


def _taxed(step: Step) -> Message:
    if step.values["taxed"]:
        return Message(
            "Worth {value}: at the end of the round it brings the squire {squire} and a noble there {noble}.",
            value=step.values["value"], squire=SQUIRE_TAX, noble=NOBLE_TAX,
        )  # fmt: skip
    return Message("Worth {value}: no taxes, they begin at 7.", value=step.values["value"])


def _noble_limit(step: Step) -> Message:
    value = step.values["value"]
    if step.values["allowed"]:
        return Message("Worth {value}: another player's noble may come.", value=value)
    if step.rule == NOBLE_AT_SEVEN:
        return Message("Worth {value}: no noble may come; at this table that begins at 7.", value=value)
    return Message("Worth {value}: no noble may come, it is worth more than 7.", value=value)


def _hazard_lies(step: Step) -> Message:
    hazard, tile = step.values["hazard"], step.values["tile"]
    allowed = Message("It may lie there ({hazard}, {tile}).", hazard=HAZARD_NAMES[hazard], tile=TILE_NAMES[tile])
    return hazard_refusal(hazard, tile, step.values.get("there")) or allowed


VERDICT_RULES = {
    TAXED: rule(
        "Salamanca, Phase 5",
        "estates that are taxed",
        "An occupied estate worth 7 or more brings taxes at the end of each round.",
        _taxed,
    ),
    NOBLE_LIMIT: rule(
        "Salamanca, Action B",
        "the noble's limit",
        "No noble may go where the estate is worth more than 7.",
        _noble_limit,
    ),
    NOBLE_AT_SEVEN: rule(
        "Salamanca, Action B",
        "a noble at exactly 7",
        "No noble may go where the estate is worth more than 7. Taxes begin at 7, so some tables draw this line "
        "at 7 too; usually the words are taken as they stand, and 7 is still open.",
        _noble_limit,
        is_ruling=True,
    ),
    FEE_UNPAID: rule(
        "Salamanca, Action A, Occupying",
        "fee that cannot be paid",
        "Whoever cannot pay the fee for a squire just freed does not occupy the building. What the sale in the "
        "same turn brought counts as money.",
        says(
            "Occupying it ({building}) with a squire just freed costs {fee}; {money} is all there is.",
            building=TILE_NAMES,
        ),
    ),
    FOR_SALE: rule(
        "Salamanca, Action A, Selling",
        "when a sale is not allowed",
        "Two things are not for sale in a round: a building that was occupied in this same round, and an estate "
        "that counts a fertile tile which its owner placed in this round. From the next round on both are.",
        _for_sale,
    ),
    HAZARD_LIES: rule(
        "Salamanca, Hazards",
        "where hazards lie",
        "Ruin lies on a building, rats on any land, locusts on a field, pasture or forest, poison on a lake or "
        "vineyard; one hazard a space.",
        _hazard_lies,
    ),
}
