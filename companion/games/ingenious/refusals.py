"""What the rules of Ingenious forbid."""

from __future__ import annotations

from companion.game import Message, Refusal

TURNS, PLACING, TILES, MODES = "ingenious/turns", "ingenious/placing", "ingenious/tiles", "ingenious/modes"
NO_HAND = "ingenious/no-hand"
_EXTRA, _FIRST, _HALF = "ingenious/extra", "ingenious/first-turn", "ingenious/half"
_SWAP, _DUEL_SWAP = "ingenious/swap", "ingenious/duel-swap"

OTHER_TURN = Refusal(
    "it is the turn of {next}, not of {seat}", rule=TURNS, title=Message("a tile of somebody whose turn it is not")
)
STILL_OWED = Refusal(
    "{next} still owes an extra placement; it is not the turn of {seat}",
    rule=_EXTRA,
    title=Message("a tile of somebody else while an extra placement is owed"),
)
OUTSIDE = Refusal(
    "the space {space} is outside the area of this game",
    rule=PLACING,
    title=Message("a tile outside the area of this game"),
)
APART = Refusal(
    "the spaces {first} and {second} are not side by side",
    rule=PLACING,
    title=Message("a tile on two spaces that are not side by side"),
)
PRINTED = Refusal("the space {space} has a printed symbol", rule=PLACING, title=Message("a tile on a printed symbol"))
TAKEN = Refusal("the space {space} is taken", rule=PLACING, title=Message("a tile on a space that is taken"))
ALL_LAID = Refusal(
    "the game has {copies} tiles of {tile}, and all of them lie there",
    rule=TILES,
    title=Message("a tile of which all lie on the board already"),
)
TOO_MANY_HELD = Refusal(
    "the game has {copies} tiles of {tile}, not {count}",
    rule=TILES,
    title=Message("more tiles of a kind in hand than there are"),
)
FIRST_AWAY = Refusal("the first tile of every player lies beside a printed symbol", rule=_FIRST)
FIRST_TOUCHES = Refusal("in the first turn a tile may not lie beside another tile", rule=_FIRST)
SYMBOL_TAKEN = Refusal(
    "a first tile lies beside the printed {colour} already; each player starts at another symbol",
    rule=_FIRST,
    title=Message("at some tables, two first tiles beside the same printed symbol"),
)
BELOW_ZERO = Refusal(
    "a half never scores less than 0, so not {value}", rule=_HALF, title=Message("a half with less than 0 points")
)
SWAP_ALONE = Refusal("there is no swapping in the solo game; each tile is laid as it is drawn", rule=NO_HAND)
SWAP_OWED = Refusal(
    "{seat} still owes an extra placement; swapping comes after it",
    rule=_EXTRA,
    title=Message("a swap while an extra placement is owed"),
)
SWAP_FIRST = Refusal(
    "{seat} may swap only after placing a tile", rule=_SWAP, title=Message("a swap before a tile is placed")
)
SWAP_TWICE = Refusal("{seat} has swapped in this turn already", rule=_SWAP, title=Message("a second swap in one turn"))
SWAP_BELOW_NINE = Refusal(
    "{seat} has no marker on {top} and so may not swap",
    rule=_DUEL_SWAP,
    title=Message("in the duel a swap without a marker on 9"),
)
BASE_SEATS = Refusal("the mode base is for two to four players", rule=MODES)
SOLO_SEATS = Refusal("the mode solo is for one player", rule=MODES)
TEAM_SEATS = Refusal("the mode team is for four players", rule=MODES)
DUEL_SEATS = Refusal("the mode duel is for two players", rule=MODES)

REFUSALS = (
    OTHER_TURN,
    STILL_OWED,
    OUTSIDE,
    APART,
    PRINTED,
    TAKEN,
    ALL_LAID,
    TOO_MANY_HELD,
    FIRST_AWAY,
    FIRST_TOUCHES,
    SYMBOL_TAKEN,
    BELOW_ZERO,
    SWAP_ALONE,
    SWAP_OWED,
    SWAP_FIRST,
    SWAP_TWICE,
    SWAP_BELOW_NINE,
    BASE_SEATS,
    SOLO_SEATS,
    TEAM_SEATS,
    DUEL_SEATS,
)
"""All refusals, in the order of the guide."""
