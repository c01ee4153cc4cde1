"""The sentence that explains each step of Salamanca."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Step, Values, joined, joined_seats
from companion.games.salamanca.tiles import TILE_NAMES

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


def _where(space: Sequence[int]) -> Message:
    row, column = space
    return Message("row {row}, column {column}", row=row, column=column)


def _place_values(step: Step) -> Values:
    """Return the message values for a step's building and space."""
    values: Values = {}
    if "building" in step.values:
        values["building"] = TILE_NAMES[step.values["building"]]
    if step.values.get("at"):
        values["space"] = _where(step.values["at"])
    return values


def order(step: Step) -> Message:
    """The order of the turns in a round (Salamanca, Phase 3)."""
    return Message("In turn: {order}.", order=_in_order(step))


def five_first(step: Step) -> Message:
    """The order of the turns when 5 is the lowest card."""
    return Message("5 is the lowest card and goes first. In turn: {order}.", order=_in_order(step))


def _in_order(step: Step) -> joined:
    pairs = zip(step.values["order"], step.values["cards"], strict=True)
    return joined([Message("{seat} ({card})", seat=Seat(seat), card=card) for seat, card in pairs])


def leads(step: Step) -> Message:
    """Who leads the cards of the next round."""
    return Message(
        "{seat} acted last and leads the cards of round {round}.",
        seat=Seat(step.seat or 0),
        round=step.values["round"],
    )


def place(step: Step) -> Message:
    """A tile placed on the board."""
    values: Values = {"tile": TILE_NAMES[step.values["tile"]], "space": _where(step.values["at"])}
    if "value" in step.values:
        return Message("Places on {space}: {tile}, fertile, worth {value}.", **values, value=step.values["value"])
    if step.values.get("occupied") is False:
        return Message("Places on {space}: {tile}, not occupied, so nobody's for good.", **values)
    return Message("Places on {space}: {tile}.", **values)


def occupy(step: Step) -> Message:
    """A building occupied with an idle squire."""
    return Message("An idle squire occupies it for nothing ({building}).", **_place_values(step))


def fee(step: Step) -> Message:
    """The fee for occupying with a squire that a sale has just freed."""
    return Message(
        "A squire just freed occupies it ({building}): {fee} to the bank.", **_place_values(step), fee=_cost(step)
    )


def _cost(step: Step) -> int:
    return -(step.points or 0)


def sale(step: Step) -> Message:
    """What a sale pays, with each land."""
    values = {**step.values, **_place_values(step), "value": step.points}
    if not step.values["lands"]:
        return Message("Sale ({building}): {building_value} for the building, no land = {value}.", **values)
    lands = joined([_land(land) for land in step.values["lands"]])
    return Message(
        "Sale ({building}): {building_value} for the building + {land_value} for lands ({lands}) = {value}.",
        **{**values, "lands": lands},
    )


def _land(land: Mapping[str, Any]) -> Message:
    values: Values = {"land": TILE_NAMES[land["land"]], "value": land["value"]}
    sums = " + ".join([str(value) for value in land["tiles"]]) or "0"
    if land["rats"]:
        return Message("{land} {sums}, halved by rats to {value}", **values, sums=sums)
    if land["struck"]:
        return Message("{land} {sums} without the tile under poison or locusts", **values, sums=sums)
    return Message("{land} {sums}", **values, sums=sums)


def noble_share(step: Step) -> Message:
    """What the owner of a noble gets from a sale."""
    return Message(
        "The noble of {seat} stood on the building that {seller} sells ({building}): its lands, {value}.",
        **_place_values(step),
        seat=Seat(step.seat or 0),
        seller=Seat(step.values["seller"]),
        value=step.points,
    )


def fertile_leaves(step: Step) -> Message:
    """The fertile tiles that a sale takes off the board."""
    spaces = joined([_where(space) for space in step.values["spaces"]])
    if step.values["rats"]:
        return Message("Fertile land leaves the board, and the rats with it: {spaces}.", spaces=spaces)
    return Message("Fertile land leaves the board: {spaces}.", spaces=spaces)


def sold_building(step: Step) -> Message:
    """What happens to a sold building, by the table's ruling."""
    if step.values["ruling"] == "stays":
        return Message("The building on {space} stays ({building}), nobody's for good.", **_place_values(step))
    if step.values["ruin"]:
        return Message(
            "The building on {space} leaves the board ({building}), and the ruin with it.", **_place_values(step)
        )
    return Message("The building on {space} leaves the board ({building}).", **_place_values(step))


def noble(step: Step) -> Message:
    """A noble placed or moved."""
    values: Values = {**_place_values(step), "value": step.values["value"]}
    if step.values["from"]:
        return Message(
            "The noble moves from {start} to {space} ({building}), an estate worth {value}.",
            **values,
            start=_where(step.values["from"]),
        )
    return Message("The noble goes to {space} ({building}), an estate worth {value}.", **values)


def hazard(step: Step) -> Message:
    """A hazard placed or moved."""
    name = step.rule.rpartition("/")[2]
    values: Values = {"tile": TILE_NAMES[step.values["tile"]], "space": _where(step.values["at"])}
    if step.values["from"]:
        return Message(
            "{hazard}: from {start} to {space}, {tile}.",
            **values,
            start=_where(step.values["from"]),
            hazard=_MOVED[name],
        )
    return Message("{hazard}: {space}, {tile}.", **values, hazard=_PLACED[name])


def drawn(step: Step) -> Message:
    """A card drawn from another player's hand (card 6)."""
    return Message(
        "Draws a card from {other}'s hand and gives one of their own back.", other=Seat(step.values["other"])
    )


def tax_squire(step: Step) -> Message:
    """The taxes of a seat's squires."""
    if "at" in step.values:
        return Message(
            "The estate of {space} is worth {value}: 2 for the squire.",
            **_place_values(step),
            value=step.values["value"],
        )
    return Message(
        "{count} squire on an estate worth 7 or more, 2 each.",
        "{count} squires on estates worth 7 or more, 2 each.",
        step.values["count"],
    )


def tax_noble(step: Step) -> Message:
    """The taxes of a seat's noble."""
    if "at" in step.values:
        return Message(
            "The estate of {space} is worth {value}: 1 for the noble.",
            **_place_values(step),
            value=step.values["value"],
        )
    return Message("The noble stands on an estate worth 7 or more: 1.")


def shared(step: Step) -> Message:
    """Seats that share a place."""
    return Message(
        "{seats} share the place with {total} each.",
        seats=joined_seats(step.values["seats"]),
        total=step.values["total"],
    )
