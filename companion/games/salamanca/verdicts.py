"""Steps and rules of the referee's answers: taxes, the noble's limit, hazards, fees and sales."""

from __future__ import annotations

from companion.game import Message, Rule, Step
from companion.games.salamanca.estates import NOBLE_TAX, SQUIRE_TAX, is_taxed, noble_allowed
from companion.games.salamanca.sales import may_be_sold
from companion.games.salamanca.tiles import HAZARD_NAMES, TILE_NAMES, hazard_refusal

TAXED, HAZARD_LIES = "salamanca/taxed", "salamanca/hazard-lies"
NOBLE_LIMIT, NOBLE_AT_SEVEN = "salamanca/noble-limit", "salamanca/noble-at-7"
FEE_UNPAID, FOR_SALE = "salamanca/fee-unpaid", "salamanca/for-sale"


def taxed_step(value: int) -> Step:
    """Return the step that says whether an estate of this value is taxed (Salamanca, Phase 5)."""
    return Step(TAXED, values={"value": value, "taxed": is_taxed(value)})


def noble_step(value: int, limit: str) -> Step:
    """Return the step that says whether a noble may come to an estate of this value (Salamanca, Action B).

    Only at 7 do the two readings of the limit differ, so only there a ruling decides.
    """
    rule = NOBLE_AT_SEVEN if noble_allowed(value, "over-7") != noble_allowed(value, "from-7") else NOBLE_LIMIT
    return Step(rule, values={"value": value, "limit": limit, "allowed": noble_allowed(value, limit)})


def hazard_step(hazard: str, tile: str, there: str | None) -> Step:
    """Return the step that says whether a hazard may lie on a tile with the hazard `there` (Salamanca, Hazards)."""
    values = {"hazard": hazard, "tile": tile, "allowed": hazard_refusal(hazard, tile, there) is None}
    return Step(HAZARD_LIES, values=values if there is None else {**values, "there": there})


def unpaid_step(building: str, fee: int, money: int) -> Step:
    """Return the step of a fee that cannot be paid, so that the building is not occupied (Salamanca, Action A)."""
    return Step(FEE_UNPAID, values={"building": building, "fee": fee, "money": money})


def for_sale_step(*, was_occupied: bool, has_new_fertile: bool) -> Step:
    """Return the step that says whether an estate may be sold in this round (Salamanca, Action A, Two players)."""
    allowed = may_be_sold(was_occupied=was_occupied, has_new_fertile=has_new_fertile)
    values = {"occupied_this_round": was_occupied, "fertile_this_round": has_new_fertile, "allowed": allowed}
    return Step(FOR_SALE, values=values)


def _fee_unpaid(step: Step) -> Message:
    return Message(
        "Occupying it ({building}) with a squire just freed costs {fee}; {money} is all there is.",
        building=TILE_NAMES[step.values["building"]],
        fee=step.values["fee"],
        money=step.values["money"],
    )


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
            value=step.values["value"],
            squire=SQUIRE_TAX,
            noble=NOBLE_TAX,
        )
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
    fault = hazard_refusal(hazard, tile, step.values.get("there"))
    if fault is not None:
        return fault
    return Message("It may lie there ({hazard}, {tile}).", hazard=HAZARD_NAMES[hazard], tile=TILE_NAMES[tile])


VERDICT_RULES = {
    TAXED: Rule(
        Message("Salamanca, Phase 5"),
        Message("estates that are taxed"),
        Message("An occupied estate worth 7 or more brings taxes at the end of each round."),
        _taxed,
    ),
    NOBLE_LIMIT: Rule(
        Message("Salamanca, Action B"),
        Message("the noble's limit"),
        Message("No noble may go where the estate is worth more than 7."),
        _noble_limit,
    ),
    NOBLE_AT_SEVEN: Rule(
        Message("Salamanca, Action B"),
        Message("a noble at exactly 7"),
        Message(
            "No noble may go where the estate is worth more than 7. Taxes begin at 7, so some tables draw this line "
            "at 7 too; usually the words are taken as they stand, and 7 is still open."
        ),
        _noble_limit,
        is_ruling=True,
    ),
    FEE_UNPAID: Rule(
        Message("Salamanca, Action A, Occupying"),
        Message("fee that cannot be paid"),
        Message(
            "Whoever cannot pay the fee for a squire just freed does not occupy the building. What the sale in the "
            "same turn brought counts as money."
        ),
        _fee_unpaid,
    ),
    FOR_SALE: Rule(
        Message("Salamanca, Action A, Selling"),
        Message("when a sale is not allowed"),
        Message(
            "Two things are not for sale in a round: a building that was occupied in this same round, and an estate "
            "that counts a fertile tile which its owner placed in this round. From the next round on both are."
        ),
        _for_sale,
    ),
    HAZARD_LIES: Rule(
        Message("Salamanca, Hazards"),
        Message("where hazards lie"),
        Message(
            "Ruin lies on a building, rats on any land, locusts on a field, pasture or forest, poison on a lake or "
            "vineyard; one hazard a space."
        ),
        _hazard_lies,
    ),
}
