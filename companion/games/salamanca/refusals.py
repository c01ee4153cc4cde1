"""What the rules of Salamanca forbid."""

from companion.engine import Refusal
from companion.engine.strict import refusals_in

LAND_SETUP, TILES, EQUAL_CARDS = "salamanca/setup", "salamanca/tiles", "salamanca/equal-cards"
ACTIONS, OWN_ACTION = "salamanca/actions", "salamanca/own-action"
OWN_BUILDING, LAND, ESTATE = "salamanca/own-building", "salamanca/land", "salamanca/estate"
ORDER, PLACE, OCCUPY, FEE_UNPAID = "salamanca/order", "salamanca/place", "salamanca/occupy", "salamanca/fee-unpaid"
FOR_SALE, NOBLE = "salamanca/for-sale", "salamanca/noble"
NOBLE_LIMIT, NOBLE_AT_SEVEN = "salamanca/noble-limit", "salamanca/noble-at-7"
HAZARD_LIES, DRAWN = "salamanca/hazard-lies", "salamanca/draw"

BUILDING_AT_START = Refusal(
    "five lands lie on the board at the start, no building ({tile})",
    rule=LAND_SETUP,
    title="a building on the board at the start",
)
ALL_USED = Refusal(
    "the game has {limit} tiles of this kind ({tile}), and all of them are used",
    rule=TILES,
    title="a tile of which all are used",
)
HAZARD_TWICE = Refusal(
    "there is one of each hazard, and this one stands twice: {hazard}",
    rule=TILES,
    title="the same hazard on two spaces",
)

EQUAL = Refusal(
    "Two players cannot both play {card}", rule=EQUAL_CARDS, title="with fewer than five players, equal cards"
)
MORE_EQUAL = Refusal("two cards at most are equal, and no other two with them", rule=EQUAL_CARDS)
OTHER_ORDER = Refusal(
    "the order does not agree with the cards; they give {order}",
    rule=ORDER,
    title="an order that the cards do not give",
)
OTHER_TURN = Refusal(
    "it is the turn of {next}, not of {seat}", rule=ORDER, title="a turn of somebody whose turn it is not"
)
LAST_ONLY = Refusal("only the last to act in a round may use a card's own action beside another", rule=ORDER)

NOT_BOTH = Refusal("a turn cannot both place or sell and move the noble; one of the two", rule=ACTIONS)
PLACES_TOO = Refusal("a turn that sells also places: place what lay on the display, or sell nothing", rule=ACTIONS)
NOBLE_ONCE = Refusal("the noble moves once in a turn, and it has moved", rule=ACTIONS)
OWN_ACTION_ONCE = Refusal("a card's own action is done once in a turn, and it is done", rule=OWN_ACTION)
NO_OWN_ACTION = Refusal(
    "the card {card} has no action of its own", rule=OWN_ACTION, title="an own action of a card without one"
)
OTHER_ACTION = Refusal(
    "the card {card} is for {action}, not for {wanted}", rule=OWN_ACTION, title="another action than that of the card"
)
FROM_OTHERS = Refusal("a card is drawn from another player", rule=DRAWN)

OFF_BOARD = Refusal(
    "the space {space} is not on the board of {rows} rows and {columns} columns",
    rule=PLACE,
    title="a space that is not on the board",
)
SPACE_TAKEN = Refusal("{space} is taken: a tile lies there ({tile})", rule=PLACE, title="a tile on another tile")
NO_IDLE_SQUIRE = Refusal(
    "{seat} has no idle squire; sell a building first, and the new one ({building}) costs {fee}",
    rule=OCCUPY,
    title="occupying without an idle squire",
)
UNPAID = Refusal(
    "{seat} cannot pay {fee} for occupying this building ({building}) with a squire just freed: "
    "{coins} is all there is",
    rule=FEE_UNPAID,
    title="occupying with too few coins for the fee",
)

NO_BUILDING = Refusal("no building lies on {space}", rule=ESTATE, title="a sale or a noble on a space without a tile")
LAND_THERE = Refusal(
    "no building lies on {space} but a land ({land})", rule=ESTATE, title="a sale of a land, or a noble on it"
)
FIFTH_LAND = Refusal(
    "a building has four sides, so at most four lands touch it, not {number}",
    rule=ESTATE,
    title="more than four lands of one building",
)
OTHER_COLOUR = Refusal(
    "{land} has not the colour of the building ({building}), so it does not count there",
    rule=ESTATE,
    title="a land of another colour than the building",
)
NOBODYS = Refusal(
    "nobody occupies the building on {space} ({building}), so it cannot be sold",
    rule=OWN_BUILDING,
    title="a sale of a building that nobody occupies",
)
ANOTHERS = Refusal(
    "{owner} occupies the building on {space} ({building}), not {seat}",
    rule=OWN_BUILDING,
    title="a sale of another player's building",
)
NONE_OWNED = Refusal("{seat} occupies no building", rule=OWN_BUILDING, title="a sale without a building")
JUST_OCCUPIED = Refusal(
    "{seat} occupied the building on {space} ({building}) in this round; it can be sold from the next one on",
    rule=FOR_SALE,
    title="a sale of a building that was occupied in this round",
)
JUST_PLANTED = Refusal(
    "the estate of {space} ({building}) counts the fertile tile on {fertile} that {seat} placed in this "
    "round; it can be sold from the next one on",
    rule=FOR_SALE,
    title="a sale that counts an own fertile tile of this round",
)

NO_HOST = Refusal(
    "nobody occupies the building on {space} ({building}), so no noble may stand there",
    rule=NOBLE,
    title="a noble on a building that nobody occupies",
)
OWN_HOST = Refusal(
    "the building on {space} ({building}) is {seat}'s own; a noble stands with others",
    rule=NOBLE,
    title="a noble on a building of the own player",
)
OTHER_NOBLE = Refusal(
    "the noble of {noble} stands on {space} ({building}); a building holds one",
    rule=NOBLE,
    title="a second noble on a building",
)
NO_OPEN_BUILDING = Refusal(
    "no building of another player is open to the noble of {seat} now",
    rule=NOBLE,
    title="a noble while no building is open to it",
)
NOBLE_AT_HOME = Refusal("a noble never stands on a building of its own player", rule=NOBLE)
ABOVE_SEVEN = Refusal(
    "the estate of {space} ({building}) is worth {value}; a noble needs 7 or less",
    rule=NOBLE_LIMIT,
    title="a noble where the estate is worth more than 7",
)
FROM_SEVEN = Refusal(
    "the estate of {space} ({building}) is worth {value}; at this table a noble needs 6 or less",
    rule=NOBLE_AT_SEVEN,
    title="at some tables, a noble where the estate is worth 7",
)

NO_TILE = Refusal(
    "no tile lies on {space}; a hazard lies on a tile", rule=HAZARD_LIES, title="a hazard without a tile under it"
)
OTHER_TILE = Refusal(
    "{where_it_lies}, not here ({tile})", rule=HAZARD_LIES, title="a hazard on a tile that it does not lie on"
)
LIES_THERE = Refusal(
    "this hazard lies there already ({hazard})", rule=HAZARD_LIES, title="a hazard moved to its own space"
)
OTHER_HAZARD = Refusal(
    "another hazard lies there ({there}); a space holds one at most", rule=HAZARD_LIES, title="two hazards on one space"
)
RATS_TWICE = Refusal("the rats lie on one land at most", rule=HAZARD_LIES)

REFUSALS = refusals_in(globals())
"""All refusals, in the order of the guide."""
