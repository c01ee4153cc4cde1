"""The rules of Salamanca that decide coins, turns or places: their text, and their place in the rulebook."""

from companion.engine import Message, Rule, Seat, rule, says
from companion.games.salamanca import estates, refusals, sentences, turns
from companion.games.salamanca.board import TILE_NAMES
from companion.games.salamanca.rules import FIVE_FIRST, SHARED
from companion.games.salamanca.sentences import VERDICT_RULES

_CARDS = Message("Salamanca, Phase 2")
_ACTING = Message("Salamanca, Phase 3")
_LANDS = Message("Salamanca, Lands and estates")
_PLACING = Message("Salamanca, Action A, Placing")
_OCCUPYING = Message("Salamanca, Action A, Occupying")
_SELLING = Message("Salamanca, Action A, Selling")
_NOBLES = Message("Salamanca, Action B")
_SPECIAL = Message("Salamanca, Action C")
_HAZARDS = Message("Salamanca, Hazards")
_TAXES = Message("Salamanca, Phase 5")
_END = Message("Salamanca, End of the game")

_HAZARD_TEXTS = {
    "poison": (
        Message("card 1: poison"),
        Message(
            "Poison lies on a lake or a vineyard. The tile counts as if it were not there, so it can split a land."
        ),
    ),
    "rats": (
        Message("card 2: rats"),
        Message("Rats lie on any land. What remains of the whole land is worth half, rounded down."),
    ),
    "locusts": (
        Message("card 3: locusts"),
        Message(
            "Locusts lie on a field, a pasture or a forest. The tile counts as if it were not there, so it can split "
            "a land."
        ),
    ),
    "ruin": (Message("card 4: ruin"), Message("Ruin lies on a building, which is then worth 0; its lands count on.")),
}

RULES = {
    refusals.LAND_SETUP: rule(
        "Salamanca, Setup",
        "lands at the start",
        "Five lands lie on the board when the game begins; buildings come in the course of it.",
    ),
    refusals.TILES: rule(
        "Salamanca, Components",
        "the tiles of the game",
        "There are nine vineyards, six each of fields, lakes, forests and pastures, ten fertile lands, eight "
        "farms, eight castles and six monasteries, and each of the four hazards once.",
    ),
    "salamanca/number-cards": rule(
        "Salamanca, Setup",
        "number cards of each player",
        "The cards 1 to 8, twice each, are dealt out evenly; with three players one 7 stays out, with five the 9 "
        "and 10 come in. Two players use one set, four cards each. Hands are secret.",
    ),
    "salamanca/rounds": rule(
        "Salamanca, Phase 1; End of the game",
        "number of rounds",
        "The game has 15, 20, 15 or 12 rounds with 2, 3, 4 or 5 players. The round in which the last tile comes to "
        "the display is played to its end and is the last.",
    ),
    "salamanca/display": rule(
        "Salamanca, Phase 1",
        "tiles on display",
        "Each round brings one tile to each display space: as many spaces as players, four with two. Where tiles "
        "were left, the new one lies on top of them, and whoever takes the space takes all.",
    ),
    "salamanca/passing": rule(
        "Salamanca, Phase 4",
        "passing cards on",
        "When all have acted, everybody gives the card they played to the left neighbour, who has it in hand from "
        "the next round on.",
    ),
    refusals.EQUAL_CARDS: rule(
        _CARDS,
        "equal cards",
        "A card that another player has played in the round is not played again. Only with five players the fifth "
        "may have no other: that player shows the cards, plays one of them and decides with it who starts. In the "
        "rulebook's example 9, 7, 6 and 4 lie there: with the second 9 the fifth player starts, with another card "
        "the first 9 does.",
    ),
    refusals.ACTIONS: rule(
        _ACTING,
        "what a turn is",
        "A turn is one of three: to place tiles, and sell with that as much as one likes; to move the noble, once; "
        "or the card's own action. Nobody both places and moves the noble.",
    ),
    refusals.OWN_ACTION: rule(
        _SPECIAL,
        "the card's own action",
        "Cards 1 to 4 move a hazard and 6 draws a card, once in the turn; other cards have no such action.",
    ),
    refusals.ORDER: rule(
        _ACTING,
        "who acts when",
        "The highest card acts first, then the next lower one, and so on. With two players each has two cards and "
        "two turns. Only the last to act may use a card's own action beside placing or moving the noble.",
        sentences.order,
    ),
    FIVE_FIRST: rule(
        _ACTING,
        "5 as the lowest card",
        "Where 5 is the lowest card of the round it acts first of all; the others follow from the highest on.",
        sentences.order,
    ),
    estates.LEADS: rule(
        _CARDS,
        "who leads the cards",
        "The rulebook names the first round's leader only. Usually who acted last leads the cards of the next round.",
        says("{seat} acted last and leads the cards of round {round}."),
        is_ruling=True,
    ),
    refusals.PLACE: rule(
        _PLACING,
        "placing",
        "Who places takes all the tiles of one display space and lays each on a free space of the board. A "
        "building that nobody occupies at once can never be occupied.",
        sentences.place,
    ),
    refusals.OCCUPY: rule(
        _OCCUPYING,
        "occupying for nothing",
        "A squire that was idle when the turn began occupies a new building for nothing.",
        says("An idle squire occupies it for nothing ({building}).", building=TILE_NAMES),
    ),
    estates.FEE: rule(
        _OCCUPYING,
        "fee for occupying",
        "A squire that was freed by a sale in the same turn occupies a new building for its price: farm 2, "
        "castle 3, monastery 4, paid to the bank.",
        sentences.fee,
    ),
    refusals.LAND: rule(
        _LANDS,
        "what a land is",
        "A land is all tiles of one type that lie side by side or one above the other, fertile ones too. Lands of "
        "the same colour and different type, such as field and pasture, do not join. A land may belong to several "
        "estates.",
    ),
    refusals.ESTATE: rule(
        _LANDS,
        "what an estate is",
        "An estate is a building with the lands of its colour that touch its four sides. Sales, squires and nobles "
        "need a building.",
    ),
    refusals.OWN_BUILDING: rule(
        _SELLING, "whose building is sold", "A player sells only buildings on which an own squire stands."
    ),
    estates.SALE: rule(
        _SELLING,
        "sale of an estate",
        "A sale brings the building's value (farm 2, castle 3, monastery 4) and that of every land of its colour "
        "that touches it, each land counted whole: 1 a tile, fertile ones 2 or 3, less what the hazards take. "
        "Not for sale is what was occupied in this round, or an estate with a fertile tile placed in this round.",
        sentences.sale,
    ),
    estates.NOBLE_SHARE: rule(
        _SELLING,
        "the noble's share",
        "Whoever has a noble on a building that is sold gets the value of its lands from the bank, without the "
        "building and less the hazards, and takes the noble back. The seller gets the whole value all the same.",
        sentences.noble_share,
    ),
    estates.FERTILE_LEAVES: rule(
        _SELLING,
        "fertile land is used up",
        "Fertile tiles that a sale counted leave the board for good, and rats on them go back beside it. One "
        "under poison or locusts did not count and stays.",
        sentences.fertile_leaves,
    ),
    estates.SEVERAL_SALES: rule(
        _SELLING,
        "several sales in one turn",
        "The rulebook allows several sales in a turn and does not say when each is counted. Here one comes after "
        "the other, and each counts what the earlier ones have left on the board.",
        is_ruling=True,
    ),
    turns.SOLD_BUILDING: rule(
        _SELLING,
        "the building after a sale",
        "The rulebook takes squire and noble off a building that is sold and does not say what becomes of it. "
        "Usually it stays and is nobody's for good; at some tables it leaves the board, a ruin on it goes back.",
        sentences.sold_building,
        is_ruling=True,
    ),
    refusals.NOBLE: rule(
        _NOBLES,
        "placing the noble",
        "The noble goes to a building that another player occupies and where no noble stands, if its estate is not "
        "worth more than 7.",
        sentences.noble,
    ),
    refusals.DRAWN: rule(
        _SPECIAL,
        "card 6: drawing",
        "Who acts with a 6 may look at another player's hand, draw a card from it and give one of their own.",
        says("Draws a card from {other}'s hand and gives one of their own back.", other=Seat),
    ),
    **{
        turns.HAZARD_RULES[hazard]: Rule(_HAZARDS, title, text, sentences.hazard)
        for hazard, (title, text) in _HAZARD_TEXTS.items()
    },
    estates.HAZARDS_COUNT: rule(
        _HAZARDS,
        "what hazards act on",
        "The rulebook says what hazards take from a sale, and nothing of taxes and the noble's limit. Here an estate "
        "is worth the same for all three, less the hazards.",
        is_ruling=True,
    ),
    estates.TAX: rule(
        _TAXES,
        "taxes of a squire",
        "At the end of a round every squire on an estate worth 7 or more brings 2.",
        sentences.tax_squire,
    ),
    estates.NOBLES_TAX: rule(
        _TAXES,
        "taxes of a noble",
        "At the end of a round every noble on an estate worth 7 or more brings 1; the squire's 2 are paid too.",
        sentences.tax_noble,
    ),
    estates.UNSOLD: rule(
        _END,
        "what was not sold",
        "The rulebook says that the richest wins, and nothing of estates that were not sold. Here they are worth "
        "nothing at the end, and everybody starts with no coins unless the table says otherwise.",
        is_ruling=True,
    ),
    SHARED: rule(
        _END,
        "shared place",
        "The richest wins. The rulebook has nothing for equal coins, so the place is shared.",
        says("{seats} share the place with {total} each."),
        is_ruling=True,
    ),
    **VERDICT_RULES,
}
