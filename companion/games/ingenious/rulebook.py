"""The rules of Ingenious that decide points, turns or places: text, place in the rulebook, and what they refuse."""

from collections.abc import Mapping

from companion.engine import Message, Rulebook, Seat, Step, by

COLOUR_NAMES: Mapping[str, Message] = {
    "red": Message("red"),
    "green": Message("green"),
    "blue": Message("blue"),
    "orange": Message("orange"),
    "yellow": Message("yellow"),
    "purple": Message("purple"),
}
DOUBLE_TOP = 36
"""The end of the right half of a double track."""
_MARKERS: Mapping[int, Message] = {
    1: Message("lowest"),
    2: Message("second-lowest"),
    3: Message("third-lowest"),
    4: Message("fourth-lowest"),
    5: Message("fifth-lowest"),
    6: Message("highest"),
}

RULES = Rulebook(
    "ingenious",
    colour=COLOUR_NAMES,
    colours=COLOUR_NAMES,
    held=COLOUR_NAMES,
    other_colours=COLOUR_NAMES,
    counts=lambda step: " + ".join([str(len(line["spaces"])) for line in step.values["lines"]]),
    start=lambda step: step.values["from"],
)
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says
# A rule's id, place and title stand on its first line.
# fmt: off

MODES_SEATS = rule("modes", "Ingenious, Variants", "players of each mode",
    "Two to four play the base game, one plays the solo game, four play in two teams, two play the duel.")
BASE_SEATS = refusal(MODES_SEATS, "the mode base is for two to four players")
SOLO_SEATS = refusal(MODES_SEATS, "the mode solo is for one player")
TEAM_SEATS = refusal(MODES_SEATS, "the mode team is for four players")
DUEL_SEATS = refusal(MODES_SEATS, "the mode duel is for two players")
TURNS = rule("turns", "Ingenious, Course of the game", "whose turn it is",
    "Turns go clockwise; whoever still owes an extra placement goes on first.")
OTHER_TURN = refusal(TURNS, "it is the turn of {next}, not of {seat}", title="a tile of somebody whose turn it is not")
TILES = rule("tiles", "Ingenious, Components", "how many tiles there are",
    "There are six tiles of each two different colours, and five doubles of each colour.")
ALL_LAID = refusal(TILES,
    "the game has {copies} tiles of {tile}, and all of them lie there",
    title="a tile of which all lie on the board already")
TOO_MANY_HELD = refusal(TILES,
    "the game has {copies} tiles of {tile}, not {count}", title="more tiles of a kind in hand than there are")
PLACING = rule("placing", "Ingenious 1, Placing", "where a tile lies",
    "A tile lies on two free spaces side by side, in the area for the number of players. Printed symbols stay "
    "uncovered.")
OUTSIDE = refusal(PLACING,
    "the space {space} is outside the area of this game", title="a tile outside the area of this game")
APART = refusal(PLACING,
    "the spaces {first} and {second} are not side by side",
    title="a tile on two spaces that are not side by side")
PRINTED = refusal(PLACING, "the space {space} has a printed symbol", title="a tile on a printed symbol")
TAKEN = refusal(PLACING, "the space {space} is taken", title="a tile on a space that is taken")
rule("first-player", "Ingenious, Setup", "who begins", "The youngest begins; turns go clockwise.")
rule("refill", "Ingenious 3, Drawing", "drawing tiles",
    "At the end of a turn tiles are drawn from the bag until the rack has six again, only after all extra placements.")
_TEAM = Message("Ingenious, Team")
rule("team-talk", _TEAM, "talking in the team game",
    "Partners may not talk about the game, unless the table agreed before it that they may.")
_SOLO = Message("Ingenious, Solo")
NO_HAND = rule("no-hand", _SOLO, "no swapping alone",
    "Alone nobody has a hand: each tile is drawn, laid and scored before the next, so none is swapped.")
SWAP_ALONE = refusal(NO_HAND, "there is no swapping in the solo game; each tile is laid as it is drawn")

FIRST_TURN = rule("first-turn", "Ingenious 1, Placing", "first tile",
    "The first tile of every player lies beside a printed symbol. The rulebook also keeps it away from other "
    "tiles; some tables give each player a printed symbol of their own instead.",
    by("ruling",
        {"apart": says("First tile: beside the printed {colour} and away from other tiles.")},
        says("First tile: beside the printed {colour}, where nobody has started yet."),
    ),
    is_ruling=True)
FIRST_AWAY = refusal(FIRST_TURN, "the first tile of every player lies beside a printed symbol")
FIRST_TOUCHES = refusal(FIRST_TURN, "in the first turn a tile may not lie beside another tile")
SYMBOL_TAKEN = refusal(FIRST_TURN,
    "a first tile lies beside the printed {colour} already; each player starts at another symbol",
    title="at some tables, two first tiles beside the same printed symbol")


def _told(step: Step) -> tuple[bool, bool]:
    """Whether a half moved a marker, as in a game, and whether its lines are told, as on a board."""
    lines = step.values.get("lines")
    return step.points is None, bool(lines) if step.points is not None else lines is not None


_SCORING = Message("Ingenious 2, Scoring")
HALF = rule("half", _SCORING, "points of a half",
    "Each half of the tile looks in the five directions away from the other half. In each, the same symbols "
    "count that follow without a gap, printed ones too; one point each, the tile itself counts nothing.",
    by(_told,
        {
            (False, False): says("{colour}: nothing in line."),
            (False, True): says("{colour}: {counts} in line."),
            (True, False): says("+{scored} {colour}: from {start} to {to}."),
            (True, True): says("+{scored} {colour} ({counts} in line): from {start} to {to}."),
        },
    ))
BELOW_ZERO = refusal(HALF, "a half never scores less than 0, so not {value}", title="a half with less than 0 points")
NOTHING = rule("nothing", _SCORING, "no points",
    "A tile must be placed even where nothing beside it matches.",
    says("Nothing matches: no points."))

_SWAPPING = Message("Ingenious 3, No matching symbol")
SWAP = rule("swap", _SWAPPING, "swap",
    "Whoever has none of their lowest colours in hand may show the tiles and swap all of them after scoring, "
    "once a turn. The hand is not told here, so it is not checked.",
    says("{seat} has none of the lowest colours in hand ({colours}) and swaps all tiles."))
SWAP_FIRST = refusal(SWAP, "{seat} may swap only after placing a tile", title="a swap before a tile is placed")
SWAP_TWICE = refusal(SWAP, "{seat} has swapped in this turn already", title="a second swap in one turn")
SWAP_HAND = rule("swap-hand", _SWAPPING, "hand that may be swapped",
    "Where several colours are lowest, the hand must have none of them.",
    by("held",
        {0: says("None of the lowest colours is in hand ({colours}): all tiles may be swapped.")},
        says("Of the lowest colours ({colours}) the hand has {held}: no swap."),
    ))
_DUEL = Message("Ingenious, Duel")
DUEL_SWAP = rule("duel-swap", _DUEL, "swap in the duel",
    "Whoever has a marker on 9 may swap tiles with its symbol before drawing.",
    says("{seat} has a marker on 9 and swaps tiles with its symbol ({colours})."))
SWAP_BELOW_NINE = refusal(DUEL_SWAP,
    "{seat} has no marker on {top} and so may not swap", title="in the duel a swap without a marker on 9")

_EXTRA = Message("Ingenious 2, Extra placements")
_LOST = says("{lost} past {top} ({colour}): lost.")
PAST_TOP = rule("past-top", _EXTRA, "end of the track",
    "No marker goes past the last space.",
    by("top", {DOUBLE_TOP: says("{lost} past 18 on the right ({colour}): lost.")}, _LOST))
EXTRA = rule("extra", _EXTRA, "extra placement",
    "A marker that reaches 18 is “Ingenious!”: another tile must be placed at once. One tile can bring two of "
    "these, and an extra tile can bring more.",
    says("Ingenious: {colour} reaches {top} and earns an extra placement."))
STILL_OWED = refusal(EXTRA,
    "{next} still owes an extra placement; it is not the turn of {seat}",
    title="a tile of somebody else while an extra placement is owed")
SWAP_OWED = refusal(EXTRA,
    "{seat} still owes an extra placement; swapping comes after it",
    title="a swap while an extra placement is owed")
_DOUBLE = Message("Ingenious, Solo and Team")
PAST_LEFT = rule("past-left-top", _DOUBLE, "the left 18",
    "What goes past 18 on the left track is lost; the marker goes on from 0 on the right one.",
    _LOST)
TO_RIGHT = rule("to-right-track", _SOLO, "no extra placement alone",
    "In the solo game 18 brings no extra placement, on neither track.",
    by("top",
        {DOUBLE_TOP: says("At 18 on the right, {colour} stays there; alone that brings no extra placement.")},
        says("At 18, {colour} goes on from 0 on the right; alone that brings no extra placement."),
    ))
TEAM_EXTRA = rule("team-extra", _TEAM, "extra placement of a team",
    "A team's marker brings an extra placement twice: at 18 on the left track, from where it moves to 0 on "
    "the right one, and at 18 there. Whoever placed the tile places the extra one.",
    by("top",
        {DOUBLE_TOP: says("Ingenious: {colour} reaches 18 on the right and earns an extra placement.")},
        says("Ingenious: {colour} reaches 18, goes on from 0 on the right and earns an extra placement."),
    ))
PAST_NINE = rule("past-nine", _DUEL, "end of the duel's track", "A marker stops on 9; the rest is lost.", _LOST)
TOKEN = rule("token", _DUEL, "duel token",
    "A marker that reaches 9 brings its duel token, from beside the track or from the other player, and an "
    "extra placement.",
    by("taken_from",
        {None: says("Ingenious: {colour} reaches {top}, its token and an extra placement.")},
        says(
            "Ingenious: {colour} reaches {top}, its token from {holder} and an extra placement.",
            holder=lambda step: Seat(step.values["taken_from"]),
        ),
    ))
TOKEN_HELD = rule("token-held", _DUEL, "token held already",
    "Whoever has a colour's duel token gets no extra placement for this colour again.",
    says("Back on {top} with {colour}: {seat} has its token already, so there is no extra placement."))

_END = Message("Ingenious, End of the game")
_LOWEST = says("Lowest now {total}: {colours}.")
LOWEST = rule("lowest", _END, "lowest marker",
    "A player has as many points as the lowest of the six markers shows.", _LOWEST)
DOUBLE_LOWEST = rule("lowest-double", _DOUBLE, "lowest marker on the double track",
    "The lowest marker counts; on the right track its number is added to 18.",
    _LOWEST)
OWN_SIDE = rule("own-side", _DUEL, "markers on one's side",
    "In the duel each marker on one's own side counts 1. Those on 0 belong to nobody.",
    by("colours",
        {0: says("No marker is on the side of {seat} now.")},
        says(
            "{count} marker on the side of {seat} now: {colours}.",
            "{count} markers on the side of {seat} now: {colours}.",
            counted="total",
        ),
    ))
ALL_AT_TOP = rule("instant-win", "Ingenious, Instant win", "all six at the top",
    "Whoever has all six markers at the end of the track wins at once.",
    by("mode",
        {
            "solo": says("All six markers are at the end of the right track: there is no more to reach."),
            "team": says("All six markers of {seat}'s team are at the end of the right track: an instant win."),
        },
        says("All six markers of {seat} are on {top}: an instant win."),
    ))
BOARD_FULL = rule("board-full", _END, "no place left",
    "The game ends when no two free spaces lie side by side in the area of the game.",
    by("owed",
        {0: says("No two free spaces lie side by side: the game is over.")},
        says("No two free spaces lie side by side, not even for the extra placement: the game is over."),
    ))
_TIE = says(
    "{seats} before {over}: same total, {total}; the {marker} marker decides, "
    "{value} ({colours}) against {other} ({other_colours}).",
    marker=lambda step: _MARKERS[step.values["column"]])
COLUMN = rule("tie-column", _END, "tie: the next marker up",
    "With equal lowest markers the second lowest are compared, and so on. Of several markers on the same "
    "space each counts, so whoever has fewer of them there is ahead.",
    _TIE)
SHARED = rule("shared", _END, "shared place",
    "Where all six are equal, the place is shared.",
    says("{seats} share the place: all six markers are equal."))
DUEL_COLUMN = rule("duel-tie", _DUEL, "tie in the duel",
    "With as many markers on each side, each player's own ones are compared from the lowest up.",
    _TIE)
DRAW = rule("duel-draw", _DUEL, "draw",
    "Where all these markers are equal too, the duel is a draw.",
    says("A draw: {total} on each side, and these are equal from the lowest up."))
