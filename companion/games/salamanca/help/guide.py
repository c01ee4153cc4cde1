"""The guide to the scoring of Salamanca, with examples that the engine scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.help import Example

GUIDE: Sequence[tuple[Message, Sequence[Message | Example]]] = (
    (
        Message("Coins come from sales and taxes"),
        (
            Message(
                "The richest at the end wins. You lay tiles, put squires on new buildings, and sell an estate when it "
                "is worth much. What is not sold at the end is worth nothing, a ruling."
            ),
        ),
    ),
    (
        Message("What an estate is worth"),
        (
            Message(
                "A farm is worth 2, a castle 3, a monastery 4. To that comes every land of its colour that touches the "
                "building, each land whole: 1 a tile, 2 or 3 where it is fertile."
            ),
            Example(
                "salamanca/estate",
                (("tiles", "F33.f34.f35.f24.f23.p43.p533"), ("building", "3.3")),
            ),
            Message("Poison and locusts make a tile vanish: here the land behind it is cut off as well."),
            Example("salamanca/estate", (("tiles", "C22.l23p.l24.o212"), ("building", "2.2"))),
            Message("Rats halve what is left of the whole land, rounded down; ruin makes the building worth 0."),
            Example("salamanca/estate", (("tiles", "M22u.v23r.v24.v332"), ("building", "2.2"))),
            Message(
                "A sale pays the whole value. A noble's owner gets the value of the lands from the bank too. Fertile "
                "tiles that were counted leave the board."
            ),
        ),
    ),
    (
        Message("Occupying a new building"),
        (
            Message(
                "A squire that was idle when the turn began occupies the building for nothing. One that a sale in the "
                "same turn has just freed costs what the building is worth: farm 2, castle 3, monastery 4."
            ),
            Example("salamanca/fee", (("building", "castle"), ("squire", "freed"), ("money", "9"))),
            Message("A building is occupied when it is placed or never: without a squire it is nobody's for good."),
        ),
    ),
    (
        Message("When a sale is not allowed"),
        (
            Message(
                "You cannot sell what you occupied in this same round, nor an estate that counts a fertile tile you "
                "placed in it. From the next round on you can."
            ),
            Example("salamanca/sale", (("occupied", "no"), ("fertile", "yes"))),
        ),
    ),
    (
        Message("Taxes"),
        (
            Message(
                "At the end of a round every estate worth 7 or more brings its squire 2 and a noble that stands there "
                "1. A noble may only be put where the estate is not worth more than 7."
            ),
            Message("Hazards count for taxes and for the noble as in a sale, a ruling."),
            Example("salamanca/estate", (("tiles", "M22.v23.v24.v32"), ("building", "2.2"))),
        ),
    ),
    (
        Message("Who acts when"),
        (
            Message("High cards act before low ones; but where 5 is the lowest card, it goes first of all."),
            Example("salamanca/order", (("players", "4"), ("cards", "7.5.8.6"))),
            Message(
                "With five players the fifth may hold nothing but cards that lie there already. Then two are equal, "
                "and the fifth player decides who starts."
            ),
            Example("salamanca/order", (("players", "5"), ("cards", "9.7.6.4.9"), ("first", "4"))),
            Message(
                "Placing tiles, moving the noble or the card's own action: one of them a turn. Whoever acts last may "
                "also use the card's action."
            ),
        ),
    ),
    (
        Message("Where hazards lie"),
        (
            Message("Each hazard has its own tiles, and a space holds one hazard at most."),
            Example("salamanca/hazard", (("hazard", "locusts"), ("tile", "lake"))),
        ),
    ),
    (
        Message("The end"),
        (
            Message(
                "The round in which the last tile comes to the display, one of those with a blue star, is played to "
                "its end, taxes too, and is the last: round 15, 20, 15 or 12 with 2, 3, 4 or 5 players."
            ),
            Message(
                "Then only coins count. That what was not sold is worth nothing, and that equal coins share the win, "
                "are rulings."
            ),
        ),
    ),
)
