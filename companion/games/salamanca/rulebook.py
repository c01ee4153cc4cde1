"""The rules of Salamanca that decide coins, turns or places: text, place in the rulebook, and what they refuse."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Message, Refusal, Rulebook, Seat, Sentence, Step, Values, by, joined
from companion.games.salamanca.tiles import HAZARD_NAMES, HAZARD_ON, TILE_NAMES

SQUIRE_TAX, NOBLE_TAX = 2, 1


def space_name(space: Sequence[int]) -> Message:
    """Return the row and column of a space in words."""
    row, column = space
    return Message("row {row}, column {column}", row=row, column=column)


def _points(step: Step) -> int | None:
    return step.points


RULES = Rulebook(
    "salamanca",
    tile=TILE_NAMES,
    building=TILE_NAMES,
    space=lambda step: space_name(step.values["at"]),
    start=lambda step: step.values["from"] and space_name(step.values["from"]),
)
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says
# A rule's id, place and title stand on its first line.
# fmt: off

LAND_SETUP = rule("setup", "Salamanca, Setup", "lands at the start",
    "Five lands lie on the board when the game begins; buildings come in the course of it.")
BUILDING_AT_START = refusal(LAND_SETUP,
    "five lands lie on the board at the start, no building ({tile})",
    title="a building on the board at the start")
TILES = rule("tiles", "Salamanca, Components", "the tiles of the game",
    "There are nine vineyards, six each of fields, lakes, forests and pastures, ten fertile lands, eight "
    "farms, eight castles and six monasteries, and each of the four hazards once.")
ALL_USED = refusal(TILES,
    "the game has {limit} tiles of this kind ({tile}), and all of them are used",
    title="a tile of which all are used")
HAZARD_TWICE = refusal(TILES,
    "there is one of each hazard, and this one stands twice: {hazard}", title="the same hazard on two spaces")
rule("number-cards", "Salamanca, Setup", "number cards of each player",
    "The cards 1 to 8, twice each, are dealt out evenly; with three players one 7 stays out, with five the 9 "
    "and 10 come in. Two players use one set, four cards each. Hands are secret.")
rule("rounds", "Salamanca, Phase 1; End of the game", "number of rounds",
    "The game has 15, 20, 15 or 12 rounds with 2, 3, 4 or 5 players. The round in which the last tile comes to "
    "the display is played to its end and is the last.")
rule("display", "Salamanca, Phase 1", "tiles on display",
    "Each round brings one tile to each display space: as many spaces as players, four with two. Where tiles "
    "were left, the new one lies on top of them, and whoever takes the space takes all.")
rule("passing", "Salamanca, Phase 4", "passing cards on",
    "When all have acted, everybody gives the card they played to the left neighbour, who has it in hand from "
    "the next round on.")

_CARDS = Message("Salamanca, Phase 2")
EQUAL_CARDS = rule("equal-cards", _CARDS, "equal cards",
    "A card that another player has played in the round is not played again. Only with five players the fifth "
    "may have no other: that player shows the cards, plays one of them and decides with it who starts. In the "
    "rulebook's example 9, 7, 6 and 4 lie there: with the second 9 the fifth player starts, with another card "
    "the first 9 does.")
EQUAL = refusal(EQUAL_CARDS, "Two players cannot both play {card}", title="with fewer than five players, equal cards")
MORE_EQUAL = refusal(EQUAL_CARDS, "two cards at most are equal, and no other two with them")
_ACTING = Message("Salamanca, Phase 3")
ACTIONS = rule("actions", _ACTING, "what a turn is",
    "A turn is one of three: to place tiles, and sell with that as much as one likes; to move the noble, once; "
    "or the card's own action. Nobody both places and moves the noble.")
NOT_BOTH = refusal(ACTIONS, "a turn cannot both place or sell and move the noble; one of the two")
PLACES_TOO = refusal(ACTIONS, "a turn that sells also places: place what lay on the display, or sell nothing")
NOBLE_ONCE = refusal(ACTIONS, "the noble moves once in a turn, and it has moved")
_SPECIAL = Message("Salamanca, Action C")
OWN_ACTION = rule("own-action", _SPECIAL, "the card's own action",
    "Cards 1 to 4 move a hazard and 6 draws a card, once in the turn; other cards have no such action.")
OWN_ACTION_ONCE = refusal(OWN_ACTION, "a card's own action is done once in a turn, and it is done")
NO_OWN_ACTION = refusal(OWN_ACTION,
    "the card {card} has no action of its own", title="an own action of a card without one")
OTHER_ACTION = refusal(OWN_ACTION,
    "the card {card} is for {action}, not for {wanted}", title="another action than that of the card")


def _turns(step: Step) -> joined:
    pairs = zip(step.values["order"], step.values["cards"], strict=True)
    return joined([Message("{what} ({which})", what=Seat(seat), which=card) for seat, card in pairs])


ORDER = rule("order", _ACTING, "who acts when",
    "The highest card acts first, then the next lower one, and so on. With two players each has two cards and "
    "two turns. Only the last to act may use a card's own action beside placing or moving the noble.",
    lambda step: Message("In turn: {order}.", order=_turns(step)))
OTHER_ORDER = refusal(ORDER,
    "the order does not agree with the cards; they give {order}", title="an order that the cards do not give")
OTHER_TURN = refusal(ORDER, "it is the turn of {next}, not of {seat}", title="a turn of somebody whose turn it is not")
LAST_ONLY = refusal(ORDER, "only the last to act in a round may use a card's own action beside another")
FIVE_FIRST = rule("five-first", _ACTING, "5 as the lowest card",
    "Where 5 is the lowest card of the round it acts first of all; the others follow from the highest on.",
    lambda step: Message("5 is the lowest card and goes first. In turn: {order}.", order=_turns(step)))
LEADS = rule("leads", _CARDS, "who leads the cards",
    "The rulebook names the first round's leader only. Usually who acted last leads the cards of the next round.",
    says("{seat} acted last and leads the cards of round {round}."),
    is_ruling=True)

PLACE = rule("place", "Salamanca, Action A, Placing", "placing",
    "Who places takes all the tiles of one display space and lays each on a free space of the board. A "
    "building that nobody occupies at once can never be occupied.",
    by("value",
        {
            None: by("occupied",
                {False: says("Places on {space}: {tile}, not occupied, so nobody's for good.")},
                says("Places on {space}: {tile}."),
            )
        },
        says("Places on {space}: {tile}, fertile, worth {value}."),
    ))
OFF_BOARD = refusal(PLACE,
    "the space {space} is not on the board of {rows} rows and {columns} columns",
    title="a space that is not on the board")
SPACE_TAKEN = refusal(PLACE, "{space} is taken: a tile lies there ({tile})", title="a tile on another tile")
_OCCUPYING = Message("Salamanca, Action A, Occupying")
OCCUPY = rule("occupy", _OCCUPYING, "occupying for nothing",
    "A squire that was idle when the turn began occupies a new building for nothing.",
    says("An idle squire occupies it for nothing ({building})."))
NO_IDLE_SQUIRE = refusal(OCCUPY,
    "{seat} has no idle squire; sell a building first, and the new one ({building}) costs {fee}",
    title="occupying without an idle squire")
FEE = rule("fee", _OCCUPYING, "fee for occupying",
    "A squire that was freed by a sale in the same turn occupies a new building for its price: farm 2, "
    "castle 3, monastery 4, paid to the bank.",
    says("A squire just freed occupies it ({building}): {fee} to the bank.", fee=lambda step: -(step.points or 0)))
_LANDS = Message("Salamanca, Lands and estates")
rule("land", _LANDS, "what a land is",
    "A land is all tiles of one type that lie side by side or one above the other, fertile ones too. Lands of "
    "the same colour and different type, such as field and pasture, do not join. A land may belong to several "
    "estates.")
ESTATE = rule("estate", _LANDS, "what an estate is",
    "An estate is a building with the lands of its colour that touch its four sides. Sales, squires and nobles "
    "need a building.")
NO_BUILDING = refusal(ESTATE, "no building lies on {space}", title="a sale or a noble on a space without a tile")
LAND_THERE = refusal(ESTATE,
    "no building lies on {space} but a land ({land})", title="a sale of a land, or a noble on it")
FIFTH_LAND = refusal(ESTATE,
    "a building has four sides, so at most four lands touch it, not {number}",
    title="more than four lands of one building")
OTHER_COLOUR = refusal(ESTATE,
    "{land} has not the colour of the building ({building}), so it does not count there",
    title="a land of another colour than the building")

_SELLING = Message("Salamanca, Action A, Selling")
OWN_BUILDING = rule("own-building", _SELLING, "whose building is sold",
    "A player sells only buildings on which an own squire stands.")
NOBODYS = refusal(OWN_BUILDING,
    "nobody occupies the building on {space} ({building}), so it cannot be sold",
    title="a sale of a building that nobody occupies")
ANOTHERS = refusal(OWN_BUILDING,
    "{owner} occupies the building on {space} ({building}), not {seat}",
    title="a sale of another player's building")


def _land(land: Mapping[str, Any]) -> Message:
    sums = " + ".join([str(value) for value in land["tiles"]]) or "0"
    values: Values = {"land": TILE_NAMES[land["land"]], "value": land["value"], "sums": sums}
    if land["rats"]:
        return Message("{land} {sums}, halved by rats to {value}", **values)
    if land["struck"]:
        return Message("{land} {sums} without the tile under poison or locusts", **values)
    return Message("{name} {number}", name=values["land"], number=sums)


SALE = rule("sale", _SELLING, "sale of an estate",
    "A sale brings the building's value (farm 2, castle 3, monastery 4) and that of every land of its colour "
    "that touches it, each land counted whole: 1 a tile, fertile ones 2 or 3, less what the hazards take. "
    "Not for sale is what was occupied in this round, or an estate with a fertile tile placed in this round.",
    by("lands",
        {0: says("Sale ({building}): {building_value} for the building, no land = {value}.", value=_points)},
        says(
            "Sale ({building}): {building_value} for the building + {land_value} for lands ({lands}) = {value}.",
            lands=_land,
            value=_points,
        ),
    ))
NOBLE_SHARE = rule("noble-share", _SELLING, "the noble's share",
    "Whoever has a noble on a building that is sold gets the value of its lands from the bank, without the "
    "building and less the hazards, and takes the noble back. The seller gets the whole value all the same.",
    says(
        "The noble of {seat} stood on the building that {seller} sells ({building}): its lands, {value}.",
        seller=Seat,
        value=_points,
    ))
FERTILE_LEAVES = rule("fertile-leaves", _SELLING, "fertile land is used up",
    "Fertile tiles that a sale counted leave the board for good, and rats on them go back beside it. One "
    "under poison or locusts did not count and stays.",
    by("rats",
        {True: says("Fertile land leaves the board, and the rats with it: {spaces}.", spaces=space_name)},
        says("Fertile land leaves the board: {spaces}.", spaces=space_name),
    ))
rule("several-sales", _SELLING, "several sales in one turn",
    "The rulebook allows several sales in a turn and does not say when each is counted. Here one comes after "
    "the other, and each counts what the earlier ones have left on the board.",
    is_ruling=True)
_LEAVES = by("ruin",
    {True: says("The building on {space} leaves the board ({building}), and the ruin with it.")},
    says("The building on {space} leaves the board ({building})."))
SOLD_BUILDING = rule("sold-building", _SELLING, "the building after a sale",
    "The rulebook takes squire and noble off a building that is sold and does not say what becomes of it. "
    "Usually it stays and is nobody's for good; at some tables it leaves the board, a ruin on it goes back.",
    by("ruling", {"stays": says("The building on {space} stays ({building}), nobody's for good.")}, _LEAVES),
    is_ruling=True)

_NOBLES = Message("Salamanca, Action B")
NOBLE = rule("noble", _NOBLES, "placing the noble",
    "The noble goes to a building that another player occupies and where no noble stands, if its estate is not "
    "worth more than 7.",
    by("from",
        {None: says("The noble goes to {space} ({building}), an estate worth {value}.")},
        says("The noble moves from {start} to {space} ({building}), an estate worth {value}."),
    ))
NO_HOST = refusal(NOBLE,
    "nobody occupies the building on {space} ({building}), so no noble may stand there",
    title="a noble on a building that nobody occupies")
OWN_HOST = refusal(NOBLE,
    "the building on {space} ({building}) is {seat}'s own; a noble stands with others",
    title="a noble on a building of the own player")
OTHER_NOBLE = refusal(NOBLE,
    "the noble of {noble} stands on {space} ({building}); a building holds one",
    title="a second noble on a building")
NO_OPEN_BUILDING = refusal(NOBLE,
    "no building of another player is open to the noble of {seat} now",
    title="a noble while no building is open to it")
NOBLE_AT_HOME = refusal(NOBLE, "a noble never stands on a building of its own player")
DRAWN = rule("draw", _SPECIAL, "card 6: drawing",
    "Who acts with a 6 may look at another player's hand, draw a card from it and give one of their own.",
    says("Draws a card from {other}'s hand and gives one of their own back.", other=Seat))
FROM_OTHERS = refusal(DRAWN, "a card is drawn from another player")


def _hazard(placed: Message, moved: Message) -> Sentence:
    """Return the sentence for a hazard that is laid on a tile, or comes to it from another."""
    return by("from",
        {None: says("{hazard}: {space}, {tile}.", hazard=placed)},
        says("{hazard}: from {start} to {space}, {tile}.", hazard=moved),
    )


_HAZARDS = Message("Salamanca, Hazards")
POISON = rule("poison", _HAZARDS, "card 1: poison",
    "Poison lies on a lake or a vineyard. The tile counts as if it were not there, so it can split a land.",
    _hazard(Message("Poison placed"), Message("Poison moved")))
RATS = rule("rats", _HAZARDS, "card 2: rats",
    "Rats lie on any land. What remains of the whole land is worth half, rounded down.",
    _hazard(Message("Rats placed"), Message("Rats moved")))
LOCUSTS = rule("locusts", _HAZARDS, "card 3: locusts",
    "Locusts lie on a field, a pasture or a forest. The tile counts as if it were not there, so it can split a land.",
    _hazard(Message("Locusts placed"), Message("Locusts moved")))
RUIN = rule("ruin", _HAZARDS, "card 4: ruin",
    "Ruin lies on a building, which is then worth 0; its lands count on.",
    _hazard(Message("Ruin placed"), Message("Ruin moved")))
HAZARD_RULES: Mapping[str, str] = {"poison": POISON, "rats": RATS, "locusts": LOCUSTS, "ruin": RUIN}
rule("hazards-count", _HAZARDS, "what hazards act on",
    "The rulebook says what hazards take from a sale, and nothing of taxes and the noble's limit. Here an estate "
    "is worth the same for all three, less the hazards.",
    is_ruling=True)

_TAXES = Message("Salamanca, Phase 5")
TAX = rule("tax-squire", _TAXES, "taxes of a squire",
    "At the end of a round every squire on an estate worth 7 or more brings 2.",
    by("at",
        {
            None: says(
                "{count} squire on an estate worth 7 or more, 2 each.",
                "{count} squires on estates worth 7 or more, 2 each.",
            )
        },
        says("The estate of {space} is worth {value}: 2 for the squire."),
    ))
NOBLES_TAX = rule("tax-noble", _TAXES, "taxes of a noble",
    "At the end of a round every noble on an estate worth 7 or more brings 1; the squire's 2 are paid too.",
    by("at",
        {None: says("The noble stands on an estate worth 7 or more: 1.")},
        says("The estate of {space} is worth {value}: 1 for the noble."),
    ))
_END = Message("Salamanca, End of the game")
UNSOLD = rule("unsold", _END, "what was not sold",
    "The rulebook says that the richest wins, and nothing of estates that were not sold. Here they are worth "
    "nothing at the end, and everybody starts with no coins unless the table says otherwise.",
    is_ruling=True)
SHARED = rule("shared", _END, "shared place",
    "The richest wins. The rulebook has nothing for equal coins, so the place is shared.",
    says("{seats} share the place with {total} each"),
    is_ruling=True)

TAXED = rule("taxed", _TAXES, "estates that are taxed",
    "An occupied estate worth 7 or more brings taxes at the end of each round.",
    by("taxed",
        {
            True: says(
                "Worth {value}: at the end of the round it brings the squire {squire} and a noble there {noble}.",
                squire=SQUIRE_TAX,
                noble=NOBLE_TAX,
            )
        },
        says("Worth {value}: no taxes, they begin at 7."),
    ))
_MAY_COME = says("Worth {value}: another player's noble may come.")
NOBLE_LIMIT = rule("noble-limit", _NOBLES, "the noble's limit",
    "No noble may go where the estate is worth more than 7.",
    by("allowed", {True: _MAY_COME}, says("Worth {value}: no noble may come, it is worth more than 7.")))
ABOVE_SEVEN = refusal(NOBLE_LIMIT,
    "the estate of {space} ({building}) is worth {value}; a noble needs 7 or less",
    title="a noble where the estate is worth more than 7")
NOBLE_AT_SEVEN = rule("noble-at-7", _NOBLES, "a noble at exactly 7",
    "No noble may go where the estate is worth more than 7. Taxes begin at 7, so some tables draw this line "
    "at 7 too; usually the words are taken as they stand, and 7 is still open.",
    by("allowed", {True: _MAY_COME}, says("Worth {value}: no noble may come; at this table that begins at 7.")),
    is_ruling=True)
FROM_SEVEN = refusal(NOBLE_AT_SEVEN,
    "the estate of {space} ({building}) is worth {value}; at this table a noble needs 6 or less",
    title="at some tables, a noble where the estate is worth 7")
FEE_UNPAID = rule("fee-unpaid", _OCCUPYING, "fee that cannot be paid",
    "Whoever cannot pay the fee for a squire just freed does not occupy the building. What the sale in the "
    "same turn brought counts as money.",
    says("Occupying it ({building}) with a squire just freed costs {fee}; {money} is all there is."))
UNPAID = refusal(FEE_UNPAID,
    "{seat} cannot pay {fee} for occupying this building ({building}) with a squire just freed: "
    "{coins} is all there is",
    title="occupying with too few coins for the fee")
FOR_SALE = rule("for-sale", _SELLING, "when a sale is not allowed",
    "Two things are not for sale in a round: a building that was occupied in this same round, and an estate "
    "that counts a fertile tile which its owner placed in this round. From the next round on both are.",
    by(lambda step: (step.values["occupied_this_round"], step.values["fertile_this_round"]),
        {
            (True, True): says(
                "It was occupied in this round and counts a fertile tile placed in it: not for sale before the next "
                "round."
            ),
            (True, False): says("It was occupied in this round: not for sale before the next round."),
            (False, True): says(
                "It counts a fertile tile that was placed in this round: not for sale before the next round."
            ),
            (False, False): says(
                "Occupied in an earlier round, and no fertile tile of this round counts: it may be sold."
            ),
        },
    ))
JUST_OCCUPIED = refusal(FOR_SALE,
    "{seat} occupied the building on {space} ({building}) in this round; it can be sold from the next one on",
    title="a sale of a building that was occupied in this round")
JUST_PLANTED = refusal(FOR_SALE,
    "the estate of {space} ({building}) counts the fertile tile on {fertile} that {seat} placed in this "
    "round; it can be sold from the next one on",
    title="a sale that counts an own fertile tile of this round")


def _hazard_lies(step: Step) -> Message:
    hazard, tile = step.values["hazard"], step.values["tile"]
    allowed = Message("It may lie there ({hazard}, {tile}).", hazard=HAZARD_NAMES[hazard], tile=TILE_NAMES[tile])
    return hazard_refusal(hazard, tile, step.values.get("there")) or allowed


HAZARD_LIES = rule("hazard-lies", _HAZARDS, "where hazards lie",
    "Ruin lies on a building, rats on any land, locusts on a field, pasture or forest, poison on a lake or "
    "vineyard; one hazard a space.",
    _hazard_lies)
NO_TILE = refusal(HAZARD_LIES,
    "no tile lies on {space}; a hazard lies on a tile", title="a hazard without a tile under it")
OTHER_TILE = refusal(HAZARD_LIES,
    "{where_it_lies}, not here ({tile})", title="a hazard on a tile that it does not lie on")
LIES_THERE = refusal(HAZARD_LIES, "this hazard lies there already ({hazard})", title="a hazard moved to its own space")
OTHER_HAZARD = refusal(HAZARD_LIES,
    "another hazard lies there ({there}); a space holds one at most", title="two hazards on one space")
RATS_TWICE = refusal(HAZARD_LIES, "the rats lie on one land at most")

_LIES_ON = {
    "poison": Message("poison lies on a lake or a vineyard"),
    "rats": Message("rats lie on a land"),
    "locusts": Message("locusts lie on a field, a pasture or a forest"),
    "ruin": Message("ruin lies on a building"),
}


def hazard_refusal(hazard: str, tile: str, hazard_there: str | None = None) -> Refusal | None:
    """Return why a hazard may not lie on a tile, None if it may (Salamanca, Hazards).

    >>> hazard_refusal("poison", "lake"), str(hazard_refusal("rats", "lake", "poison"))
    (None, 'another hazard lies there (poison); a space holds one at most')
    """
    if tile not in HAZARD_ON[hazard]:
        return OTHER_TILE.of(where_it_lies=_LIES_ON[hazard], tile=TILE_NAMES[tile])
    if hazard_there == hazard:
        return LIES_THERE.of(hazard=HAZARD_NAMES[hazard])
    if hazard_there is not None:
        return OTHER_HAZARD.of(there=HAZARD_NAMES[hazard_there])
    return None
