"""The rules of Ingenious that decide points, turns or places: their text, and their place in the rulebook."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.engine import Message, Seat, Step, named_values, rule, says
from companion.games.ingenious import board, rules, tracks
from companion.games.ingenious.board import COLOUR_NAMES, MODES, NO_HAND, PLACING, TILES, TURNS, colour_names
from companion.games.ingenious.tracks import DOUBLE_TOP
from companion.games.ingenious.turns import SWAP_HAND

_MARKERS: Mapping[int, Message] = {
    1: Message("lowest"),
    2: Message("second-lowest"),
    3: Message("third-lowest"),
    4: Message("fourth-lowest"),
    5: Message("fifth-lowest"),
    6: Message("highest"),
}


_coloured = partial(named_values, colour=COLOUR_NAMES)


def _first_turn(step: Step) -> Message:
    if step.values["ruling"] == "apart":
        return Message("First tile: beside the printed {colour} and away from other tiles.", **_coloured(step))
    return Message("First tile: beside the printed {colour}, where nobody has started yet.", **_coloured(step))


def _half(step: Step) -> Message:
    """Say what a half scored; without its marker in an answer of the referee."""
    lines, values = step.values.get("lines"), _coloured(step)
    counts = " + ".join([str(len(line["spaces"])) for line in lines or ()])
    if step.points is not None and not lines:
        return Message("{colour}: nothing in line.", **values)
    if step.points is not None:
        return Message("{colour}: {counts} in line.", **values, counts=counts)
    values = {**values, "start": values["from"]}
    if lines is None:
        return Message("+{scored} {colour}: from {start} to {to}.", **values)
    return Message("+{scored} {colour} ({counts} in line): from {start} to {to}.", **values, counts=counts)


_LOST = says("{lost} past {top} ({colour}): lost.", colour=COLOUR_NAMES)


def _by_track(left: Callable[[Step], Message], right: Callable[[Step], Message]) -> Callable[[Step], Message]:
    """Return `left`, or `right` for a step at the end of the right half of a double track."""
    return lambda step: (right if step.values["top"] == DOUBLE_TOP else left)(step)


def _token(step: Step) -> Message:
    holder = step.values["taken_from"]
    if holder is None:
        return Message("Ingenious: {colour} reaches {top}, its token and an extra placement.", **_coloured(step))
    return Message(
        "Ingenious: {colour} reaches {top}, its token from {holder} and an extra placement.",
        **_coloured(step),
        holder=Seat(holder),
    )


def _own_side(step: Step) -> Message:
    if not step.values["colours"]:
        return Message("No marker is on the side of {seat} now.", seat=Seat(step.seat or 0))
    return Message(
        "{count} marker on the side of {seat} now: {colours}.",
        "{count} markers on the side of {seat} now: {colours}.",
        step.values["total"],
        seat=Seat(step.seat or 0),
        colours=colour_names(step.values["colours"]),
    )


def _swap_hand(step: Step) -> Message:
    lowest = colour_names(step.values["colours"])
    if not step.values["held"]:
        return Message("None of the lowest colours is in hand ({colours}): all tiles may be swapped.", colours=lowest)
    return Message(
        "Of the lowest colours ({colours}) the hand has {held}: no swap.",
        colours=lowest,
        held=colour_names(step.values["held"]),
    )


def _all_at_top(step: Step) -> Message:
    seat, top, mode = Seat(step.seat or 0), step.values["top"], step.values["mode"]
    if mode == "solo":
        return Message("All six markers are at the end of the right track: there is no more to reach.")
    if mode == "team":
        return Message("All six markers of {seat}'s team are at the end of the right track: an instant win.", seat=seat)
    return Message("All six markers of {seat} are on {top}: an instant win.", seat=seat, top=top)


def _board_full(step: Step) -> Message:
    if step.values["owed"]:
        return Message("No two free spaces lie side by side, not even for the extra placement: the game is over.")
    return Message("No two free spaces lie side by side: the game is over.")


def _tie(step: Step) -> Message:
    return Message(
        "{seats} before {over}: same total, {total}; the {marker} marker decides, "
        "{value} ({colours}) against {other} ({other_colours}).",
        **{
            **named_values(step),
            "marker": _MARKERS[step.values["column"]],
            "colours": colour_names(step.values["colours"]),
            "other_colours": colour_names(step.values["other_colours"]),
        },
    )


_SCORING = Message("Ingenious 2, Scoring")
_EXTRA = Message("Ingenious 2, Extra placements")
_SWAPPING = Message("Ingenious 3, No matching symbol")
_END = Message("Ingenious, End of the game")
_SOLO = Message("Ingenious, Solo")
_DOUBLE = Message("Ingenious, Solo and Team")
_TEAM = Message("Ingenious, Team")
_DUEL = Message("Ingenious, Duel")

RULES = {
    MODES: rule(
        "Ingenious, Variants",
        "players of each mode",
        "Two to four play the base game, one plays the solo game, four play in two teams, two play the duel.",
    ),
    TURNS: rule(
        "Ingenious, Course of the game",
        "whose turn it is",
        "Turns go clockwise; whoever still owes an extra placement goes on first.",
    ),
    TILES: rule(
        "Ingenious, Components",
        "how many tiles there are",
        "There are six tiles of each two different colours, and five doubles of each colour.",
    ),
    PLACING: rule(
        "Ingenious 1, Placing",
        "where a tile lies",
        "A tile lies on two free spaces side by side, in the area for the number of players. Printed symbols stay "
        "uncovered.",
    ),
    "ingenious/first-player": rule("Ingenious, Setup", "who begins", "The youngest begins; turns go clockwise."),
    "ingenious/refill": rule(
        "Ingenious 3, Drawing",
        "drawing tiles",
        "At the end of a turn tiles are drawn from the bag until the rack has six again, only after all extra "
        "placements.",
    ),
    "ingenious/team-talk": rule(
        _TEAM,
        "talking in the team game",
        "Partners may not talk about the game, unless the table agreed before it that they may.",
    ),
    NO_HAND: rule(
        _SOLO,
        "no swapping alone",
        "Alone nobody has a hand: each tile is drawn, laid and scored before the next, so none is swapped.",
    ),
    board.FIRST_TURN: rule(
        "Ingenious 1, Placing",
        "first tile",
        "The first tile of every player lies beside a printed symbol. The rulebook also keeps it away from other "
        "tiles; some tables give each player a printed symbol of their own instead.",
        _first_turn,
        is_ruling=True,
    ),
    board.HALF: rule(
        _SCORING,
        "points of a half",
        "Each half of the tile looks in the five directions away from the other half. In each, the same symbols "
        "count that follow without a gap, printed ones too; one point each, the tile itself counts nothing.",
        _half,
    ),
    tracks.NOTHING: rule(
        _SCORING,
        "no points",
        "A tile must be placed even where nothing beside it matches.",
        says("Nothing matches: no points."),
    ),
    board.SWAP: rule(
        _SWAPPING,
        "swap",
        "Whoever has none of their lowest colours in hand may show the tiles and swap all of them after scoring, "
        "once a turn. The hand is not told here, so it is not checked.",
        says("{seat} has none of the lowest colours in hand ({colours}) and swaps all tiles.", colours=COLOUR_NAMES),
    ),
    SWAP_HAND: rule(
        _SWAPPING,
        "hand that may be swapped",
        "Where several colours are lowest, the hand must have none of them.",
        _swap_hand,
    ),
    board.DUEL_SWAP: rule(
        _DUEL,
        "swap in the duel",
        "Whoever has a marker on 9 may swap tiles with its symbol before drawing.",
        says("{seat} has a marker on 9 and swaps tiles with its symbol ({colours}).", colours=COLOUR_NAMES),
    ),
    tracks.PAST_TOP: rule(
        _EXTRA,
        "end of the track",
        "No marker goes past the last space.",
        _by_track(_LOST, says("{lost} past 18 on the right ({colour}): lost.", colour=COLOUR_NAMES)),
    ),
    board.EXTRA: rule(
        _EXTRA,
        "extra placement",
        "A marker that reaches 18 is “Ingenious!”: another tile must be placed at once. One tile can bring two of "
        "these, and an extra tile can bring more.",
        says("Ingenious: {colour} reaches {top} and earns an extra placement.", colour=COLOUR_NAMES),
    ),
    tracks.PAST_LEFT: rule(
        _DOUBLE,
        "the left 18",
        "What goes past 18 on the left track is lost; the marker goes on from 0 on the right one.",
        _LOST,
    ),
    tracks.TO_RIGHT: rule(
        _SOLO,
        "no extra placement alone",
        "In the solo game 18 brings no extra placement, on neither track.",
        _by_track(
            says(
                "At 18, {colour} goes on from 0 on the right; alone that brings no extra placement.",
                colour=COLOUR_NAMES,
            ),
            says(
                "At 18 on the right, {colour} stays there; alone that brings no extra placement.", colour=COLOUR_NAMES
            ),
        ),
    ),
    tracks.TEAM_EXTRA: rule(
        _TEAM,
        "extra placement of a team",
        "A team's marker brings an extra placement twice: at 18 on the left track, from where it moves to 0 on "
        "the right one, and at 18 there. Whoever placed the tile places the extra one.",
        _by_track(
            says(
                "Ingenious: {colour} reaches 18, goes on from 0 on the right and earns an extra placement.",
                colour=COLOUR_NAMES,
            ),
            says("Ingenious: {colour} reaches 18 on the right and earns an extra placement.", colour=COLOUR_NAMES),
        ),
    ),
    tracks.PAST_NINE: rule(_DUEL, "end of the duel's track", "A marker stops on 9; the rest is lost.", _LOST),
    tracks.TOKEN: rule(
        _DUEL,
        "duel token",
        "A marker that reaches 9 brings its duel token, from beside the track or from the other player, and an "
        "extra placement.",
        _token,
    ),
    tracks.TOKEN_HELD: rule(
        _DUEL,
        "token held already",
        "Whoever has a colour's duel token gets no extra placement for this colour again.",
        says(
            "Back on {top} with {colour}: {seat} has its token already, so there is no extra placement.",
            colour=COLOUR_NAMES,
        ),
    ),
    rules.LOWEST: rule(
        _END,
        "lowest marker",
        "A player has as many points as the lowest of the six markers shows.",
        says("Lowest now {total}: {colours}.", colours=COLOUR_NAMES),
    ),
    rules.DOUBLE_LOWEST: rule(
        _DOUBLE,
        "lowest marker on the double track",
        "The lowest marker counts; on the right track its number is added to 18.",
        says("Lowest now {total}: {colours}.", colours=COLOUR_NAMES),
    ),
    rules.OWN_SIDE: rule(
        _DUEL,
        "markers on one's side",
        "In the duel each marker on one's own side counts 1. Those on 0 belong to nobody.",
        _own_side,
    ),
    rules.ALL_AT_TOP: rule(
        "Ingenious, Instant win",
        "all six at the top",
        "Whoever has all six markers at the end of the track wins at once.",
        _all_at_top,
    ),
    rules.BOARD_FULL: rule(
        _END,
        "no place left",
        "The game ends when no two free spaces lie side by side in the area of the game.",
        _board_full,
    ),
    rules.COLUMN: rule(
        _END,
        "tie: the next marker up",
        "With equal lowest markers the second lowest are compared, and so on. Of several markers on the same "
        "space each counts, so whoever has fewer of them there is ahead.",
        _tie,
    ),
    rules.SHARED: rule(
        _END,
        "shared place",
        "Where all six are equal, the place is shared.",
        says("{seats} share the place: all six markers are equal."),
    ),
    rules.DUEL_COLUMN: rule(
        _DUEL,
        "tie in the duel",
        "With as many markers on each side, each player's own ones are compared from the lowest up.",
        _tie,
    ),
    rules.DRAW: rule(
        _DUEL,
        "draw",
        "Where all these markers are equal too, the duel is a draw.",
        says("A draw: {total} on each side, and these are equal from the lowest up."),
    ),
}
