"""The rules of Ingenious that decide points, turns or places: their text, and their place in the rulebook."""

from __future__ import annotations

from companion.game import Message, Rule, says
from companion.games.ingenious import board, rules, sentences, tracks
from companion.games.ingenious.board import MODES, NO_HAND, PLACING, TILES, TURNS
from companion.games.ingenious.turns import SWAP_HAND

_SCORING = Message("Ingenious 2, Scoring")
_EXTRA = Message("Ingenious 2, Extra placements")
_SWAPPING = Message("Ingenious 3, No matching symbol")
_END = Message("Ingenious, End of the game")
_SOLO = Message("Ingenious, Solo")
_DOUBLE = Message("Ingenious, Solo and Team")
_TEAM = Message("Ingenious, Team")
_DUEL = Message("Ingenious, Duel")

_TURN_RULES = {
    MODES: Rule(
        Message("Ingenious, Variants"),
        Message("players of each mode"),
        Message("Two to four play the base game, one plays the solo game, four play in two teams, two play the duel."),
    ),
    TURNS: Rule(
        Message("Ingenious, Course of the game"),
        Message("whose turn it is"),
        Message("Turns go clockwise; whoever still owes an extra placement goes on first."),
    ),
    TILES: Rule(
        Message("Ingenious, Components"),
        Message("how many tiles there are"),
        Message("There are six tiles of each two different colours, and five doubles of each colour."),
    ),
    PLACING: Rule(
        Message("Ingenious 1, Placing"),
        Message("where a tile lies"),
        Message(
            "A tile lies on two free spaces side by side, in the area for the number of players. Printed symbols stay "
            "uncovered."
        ),
    ),
    "ingenious/first-player": Rule(
        Message("Ingenious, Setup"), Message("who begins"), Message("The youngest begins; turns go clockwise.")
    ),
    "ingenious/refill": Rule(
        Message("Ingenious 3, Drawing"),
        Message("drawing tiles"),
        Message(
            "At the end of a turn tiles are drawn from the bag until the rack has six again, only after all extra "
            "placements."
        ),
    ),
    "ingenious/team-talk": Rule(
        _TEAM,
        Message("talking in the team game"),
        Message("Partners may not talk about the game, unless the table agreed before it that they may."),
    ),
    NO_HAND: Rule(
        _SOLO,
        Message("no swapping alone"),
        Message("Alone nobody has a hand: each tile is drawn, laid and scored before the next, so none is swapped."),
    ),
}

_PLACING_RULES = {
    rules.FIRST_TURN: Rule(
        Message("Ingenious 1, Placing"),
        Message("first tile"),
        Message(
            "The first tile of every player lies beside a printed symbol. The rulebook also keeps it away from other "
            "tiles; some tables give each player a printed symbol of their own instead."
        ),
        sentences.first_turn,
        is_ruling=True,
    ),
    tracks.HALF: Rule(
        _SCORING,
        Message("points of a half"),
        Message(
            "Each half of the tile looks in the five directions away from the other half. In each, the same symbols "
            "count that follow without a gap, printed ones too; one point each, the tile itself counts nothing."
        ),
        sentences.half,
    ),
    tracks.NOTHING: Rule(
        _SCORING,
        Message("no points"),
        Message("A tile must be placed even where nothing beside it matches."),
        says(Message("Nothing matches: no points.")),
    ),
    rules.SWAP: Rule(
        _SWAPPING,
        Message("swap"),
        Message(
            "Whoever has none of their lowest colours in hand may show the tiles and swap all of them after scoring, "
            "once a turn. The hand is not told here, so it is not checked."
        ),
        says(
            Message("{seat} has none of the lowest colours in hand ({colours}) and swaps all tiles."),
            colours=board.COLOUR_NAMES,
        ),
    ),
    SWAP_HAND: Rule(
        _SWAPPING,
        Message("hand that may be swapped"),
        Message("Where several colours are lowest, the hand must have none of them."),
        sentences.swap_hand,
    ),
    rules.DUEL_SWAP: Rule(
        _DUEL,
        Message("swap in the duel"),
        Message("Whoever has a marker on 9 may swap tiles with its symbol before drawing."),
        says(
            Message("{seat} has a marker on 9 and swaps tiles with its symbol ({colours})."),
            colours=board.COLOUR_NAMES,
        ),
    ),
}

_TOP_RULES = {
    tracks.PAST_TOP: Rule(
        _EXTRA, Message("end of the track"), Message("No marker goes past the last space."), sentences.lost
    ),
    tracks.EXTRA: Rule(
        _EXTRA,
        Message("extra placement"),
        Message(
            "A marker that reaches 18 is “Ingenious!”: another tile must be placed at once. One tile can bring two of "
            "these, and an extra tile can bring more."
        ),
        says(Message("Ingenious: {colour} reaches {top} and earns an extra placement."), colour=board.COLOUR_NAMES),
    ),
    tracks.PAST_LEFT: Rule(
        _DOUBLE,
        Message("the left 18"),
        Message("What goes past 18 on the left track is lost; the marker goes on from 0 on the right one."),
        sentences.lost,
    ),
    tracks.TO_RIGHT: Rule(
        _SOLO,
        Message("no extra placement alone"),
        Message("In the solo game 18 brings no extra placement, on neither track."),
        sentences.to_right,
    ),
    tracks.TEAM_EXTRA: Rule(
        _TEAM,
        Message("extra placement of a team"),
        Message(
            "A team's marker brings an extra placement twice: at 18 on the left track, from where it moves to 0 on "
            "the right one, and at 18 there. Whoever placed the tile places the extra one."
        ),
        sentences.team_extra,
    ),
    tracks.PAST_NINE: Rule(
        _DUEL,
        Message("end of the duel's track"),
        Message("A marker stops on 9; the rest is lost."),
        sentences.lost,
    ),
    tracks.TOKEN: Rule(
        _DUEL,
        Message("duel token"),
        Message(
            "A marker that reaches 9 brings its duel token, from beside the track or from the other player, and an "
            "extra placement."
        ),
        sentences.token,
    ),
    tracks.TOKEN_HELD: Rule(
        _DUEL,
        Message("token held already"),
        Message("Whoever has a colour's duel token gets no extra placement for this colour again."),
        says(
            Message("Back on {top} with {colour}: {seat} has its token already, so there is no extra placement."),
            colour=board.COLOUR_NAMES,
        ),
    ),
}

_END_RULES = {
    rules.LOWEST: Rule(
        _END,
        Message("lowest marker"),
        Message("A player has as many points as the lowest of the six markers shows."),
        says(Message("Lowest now {total}: {colours}."), colours=board.COLOUR_NAMES),
    ),
    rules.DOUBLE_LOWEST: Rule(
        _DOUBLE,
        Message("lowest marker on the double track"),
        Message("The lowest marker counts; on the right track its number is added to 18."),
        says(Message("Lowest now {total}: {colours}."), colours=board.COLOUR_NAMES),
    ),
    rules.OWN_SIDE: Rule(
        _DUEL,
        Message("markers on one's side"),
        Message("In the duel each marker on one's own side counts 1. Those on 0 belong to nobody."),
        sentences.own_side,
    ),
    rules.ALL_AT_TOP: Rule(
        Message("Ingenious, Instant win"),
        Message("all six at the top"),
        Message("Whoever has all six markers at the end of the track wins at once."),
        sentences.all_at_top,
    ),
    rules.BOARD_FULL: Rule(
        _END,
        Message("no place left"),
        Message("The game ends when no two free spaces lie side by side in the area of the game."),
        sentences.board_full,
    ),
    rules.COLUMN: Rule(
        _END,
        Message("tie: the next marker up"),
        Message(
            "With equal lowest markers the second lowest are compared, and so on. Of several markers on the same "
            "space each counts, so whoever has fewer of them there is ahead."
        ),
        sentences.tie,
    ),
    rules.SHARED: Rule(
        _END,
        Message("shared place"),
        Message("Where all six are equal, the place is shared."),
        says(Message("{seats} share the place: all six markers are equal.")),
    ),
    rules.DUEL_COLUMN: Rule(
        _DUEL,
        Message("tie in the duel"),
        Message("With as many markers on each side, each player's own ones are compared from the lowest up."),
        sentences.tie,
    ),
    rules.DRAW: Rule(
        _DUEL,
        Message("draw"),
        Message("Where all these markers are equal too, the duel is a draw."),
        says(Message("A draw: {total} on each side, and these are equal from the lowest up.")),
    ),
}

RULES = {**_TURN_RULES, **_PLACING_RULES, **_TOP_RULES, **_END_RULES}
