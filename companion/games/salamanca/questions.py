"""The referee's questions: what an estate is worth, who acts when, where a hazard may lie, fees and sales."""

from collections.abc import Collection
from typing import Any

from companion.engine import Alternative, Answer, Message, Question, RuleError, Seat, Step, joined_seats, one_of
from companion.engine.question import Choice, Flag, Input, Known, Number
from companion.games.salamanca import estates, rulebook
from companion.games.salamanca.board import Board, read_board, read_space
from companion.games.salamanca.rulebook import hazard_refusal
from companion.games.salamanca.rules import order_step, turn_order
from companion.games.salamanca.tiles import BUILDING_VALUES, BUILDINGS, HAZARD_ON, HAZARDS, KINDS, TILE_NAMES

IDLE, FREED = SQUIRES = ("idle", "freed")


def _estate(tiles: Board, building: estates.Estate, noble_limit: str = estates.NOBLE_LIMITS[0]) -> Answer:
    open_to_noble = estates.noble_allowed(building.value, noble_limit)
    # Only at 7 do the two readings of the limit differ, so only there a ruling decides.
    other = _other_limit(building.value, noble_limit)
    limit_rule = rulebook.NOBLE_AT_SEVEN if other else rulebook.NOBLE_LIMIT
    verdict = {
        "value": building.value,
        "building_value": building.building_value,
        "land_value": building.land_value,
        "taxed": building.taxed,
        "noble_allowed": open_to_noble,
        "leaves": [list(space) for space in building.leaves],
    }
    steps = (
        *estates.sale_steps(building, None, None),
        *estates.fertile_steps(tiles, building, None),
        Step(rulebook.TAXED, values={"value": building.value, "taxed": building.taxed}),
        Step(limit_rule, values={"value": building.value, "limit": noble_limit, "allowed": open_to_noble}),
    )
    headline = Message("Worth {value}", value=building.value)
    parts = Message("Building {building}, lands {lands}", building=building.building_value, lands=building.land_value)
    return Answer(verdict, steps, headline, parts, building.value, other)


def _other_limit(value: int, limit: str) -> tuple[Alternative, ...]:
    """Return the verdict with the other limit for the noble, if it differs."""
    other = next(limit_choice for limit_choice in estates.NOBLE_LIMITS if limit_choice != limit)
    if estates.noble_allowed(value, other) == estates.noble_allowed(value, limit):
        return ()
    result = Message("A noble may come") if estates.noble_allowed(value, other) else Message("No noble may come")
    return (Alternative(rulebook.NOBLE_AT_SEVEN, "noble_limit", other, result),)


def _order(players: int, cards: Any, **told: Any) -> Answer:
    if players == 2 and told:
        raise RuleError("two players have no equal cards, so no order may be told")
    slots = turn_order(players, cards, told.get("order"), has_order=bool(told))
    seats = [slot.seat for slot in slots]
    headline = Message("{seat} acts first", seat=Seat(seats[0]))
    subline = Message("Then {seats}", seats=joined_seats(seats[1:]))
    return Answer({"order": seats}, (order_step(slots),), headline, subline)


def _hazard(hazard: str, tile: str, hazard_there: str | None = None) -> Answer:
    refusal = hazard_refusal(hazard_there, tile) if hazard_there is not None else None
    if refusal is not None:
        raise RuleError("this cannot be: {wrong}", wrong=refusal)
    allowed = hazard_refusal(hazard, tile, hazard_there) is None
    headline = Message("Allowed") if allowed else Message("Not allowed")
    values = {"hazard": hazard, "tile": tile, "allowed": allowed}
    values |= {} if hazard_there is None else {"there": hazard_there}
    return Answer({"allowed": allowed}, (Step(rulebook.HAZARD_LIES, values=values),), headline)


def _fee(building: str, squire: str, money: int) -> Answer:
    is_idle = squire == IDLE
    fee = 0 if is_idle else BUILDING_VALUES[building]
    allowed = fee <= money
    step = Step(rulebook.OCCUPY, values={"building": building}) if is_idle else estates.fee_step(None, building)
    if not allowed:
        step = Step(rulebook.FEE_UNPAID, values={"building": building, "fee": fee, "money": money})
    headline = Message("It costs {fee}", fee=fee) if allowed else Message("It costs {fee}: too much", fee=fee)
    return Answer({"fee": fee, "allowed": allowed}, (step,), headline, TILE_NAMES[building], fee)


def _sale(occupied_this_round: bool, fertile_this_round: bool) -> Answer:
    allowed = not (occupied_this_round or fertile_this_round)
    values = {"occupied_this_round": occupied_this_round, "fertile_this_round": fertile_this_round, "allowed": allowed}
    headline = Message("It may be sold") if allowed else Message("It may not be sold yet")
    return Answer({"allowed": allowed}, (Step(rulebook.FOR_SALE, values=values),), headline)


def hazards_on(known: Known) -> Collection[str]:
    """Return the hazards that can lie on the tile in question."""
    return [name for name in HAZARDS if known["tile"] in HAZARD_ON[name]]


QUESTIONS = (
    Question(
        "salamanca/estate",
        title="What is this estate worth?",
        help="The building and what lies around it: taxes, the noble, and what a sale takes off the board.",
        inputs=(
            Input("tiles", reads=read_board),
            Input(
                "building",
                reads=lambda value, tiles: estates.estate_at(tiles, read_space(tiles, value)),
                needs=("tiles",),
            ),
            Input(
                "noble_limit",
                reads=lambda value: one_of(value, Message("the option {key}", key="noble_limit"), estates.NOBLE_LIMITS),
                is_optional=True,
            ),
        ),
        answer=_estate,
        claims=True,
    ),
    Question(
        "salamanca/order",
        title="Who acts when?",
        help="The cards played, with two players two each.",
        inputs=(
            Number("players", 2, 5, usual=3),
            Input("cards", reads=lambda value: value),
            Input("order", reads=lambda value: value, is_optional=True),
        ),
        answer=_order,
    ),
    Question(
        "salamanca/hazard",
        title="May this hazard lie there?",
        help="The hazard, the tile, and what lies on it already.",
        inputs=(
            Choice("hazard", HAZARDS, name="the hazard", asks="Tap the hazard"),
            Choice("tile", KINDS, name="the tile", asks="Tap the tile"),
            Choice("hazard_there", HAZARDS, name="the hazard", field="there", offers=hazards_on, is_optional=True),
        ),
        answer=_hazard,
    ),
    Question(
        "salamanca/fee",
        title="What does occupying cost?",
        help="The new building, the squire that occupies it, and the money there is.",
        inputs=(
            Choice("building", BUILDINGS, name="the building", asks="Tap the new building"),
            Choice("squire", SQUIRES, asks="Tap which squire occupies it"),
            Number(
                "money",
                asks="Tap how much money there is",
                applies=lambda known: known["squire"] == FREED,
                otherwise=0,
            ),
        ),
        answer=_fee,
        claims=True,
    ),
    Question(
        "salamanca/sale",
        title="May this estate be sold?",
        help="Whether it was occupied in this round, and whether it counts fertile land placed in this round.",
        inputs=(
            Flag(
                "occupied_this_round",
                field="occupied",
                title="Was the building occupied in this round?",
                asks="Tap whether it was occupied in this round",
                labels=("It was", "It was not"),
            ),
            Flag(
                "fertile_this_round",
                field="fertile",
                title="Does the estate count fertile land that its owner placed in this round?",
                asks="Tap whether fertile land of this round counts",
                labels=("It does", "It does not"),
            ),
        ),
        answer=_sale,
    ),
)
