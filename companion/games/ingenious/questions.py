"""The referee's questions: what a tile scores, who comes first, whether a hand may be swapped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Answer, Message, Question, one_of, ranking_headline, ranking_verdict
from companion.games.ingenious.board import score_tile
from companion.games.ingenious.colours import COLOUR_NAMES, colour_names
from companion.games.ingenious.markers import half_step
from companion.games.ingenious.question_fields import MODES, read_hand, read_table, read_track, read_tracks
from companion.games.ingenious.ranking import DRAW, ranking
from companion.games.ingenious.rulebook import RULES
from companion.games.ingenious.rules import total_step
from companion.games.ingenious.tracks import lowest_colours, seat_track
from companion.games.ingenious.turns import hand_step, may_swap_hand


def _placement(question: Mapping[str, Any]) -> Answer:
    board, placed = read_table(question)
    halves = score_tile(board, placed.tile, placed.at)
    points = sum(half.points for half in halves)
    verdict = {
        "points": [[half.colour, half.points] for half in halves],
        "lines": [[line.as_json() for line in half.lines or ()] for half in halves],
    }
    first, second = [
        Message("{colour} {value}", colour=COLOUR_NAMES[half.colour], value=half.points) for half in halves
    ]
    subline = Message("{first} + {second}", first=first, second=second)
    headline = Message("{count} point", "{count} points", points)
    return Answer(verdict, tuple(half_step(half) for half in halves), headline, subline, points)


def _ranking(question: Mapping[str, Any]) -> Answer:
    mode = one_of(question["mode"], Message("mode"), MODES)
    tracks = read_tracks(question["tracks"], mode)
    places, reasons = ranking(mode, tracks)
    seats = sorted(seat for place in places for seat in place)
    totals = tuple(total_step(mode, seat, seat_track(mode, tracks, seat)) for seat in seats)
    verdict = ranking_verdict(places, reasons, totals[0].rule)
    headline = Message("A draw") if verdict["decided_by"] == DRAW else ranking_headline(places)
    return Answer(verdict, (*totals, *reasons), headline, RULES[verdict["decided_by"]].title)


def _swap(question: Mapping[str, Any]) -> Answer:
    track, hand = read_track(question["track"]), read_hand(question["hand"])
    allowed, lowest = may_swap_hand(track, hand), lowest_colours(track)
    headline = Message("All tiles may be swapped") if allowed else Message("No swap")
    return Answer(
        {"allowed": allowed, "lowest": list(lowest)},
        (total_step("base", None, track), hand_step(track, hand)),
        headline,
        Message("Lowest: {colours}", colours=colour_names(lowest)),
    )


QUESTIONS = (
    Question(
        key="ingenious/placement",
        title=Message("What does this tile score?"),
        help=Message("The tiles that lie there and the new one; a claim is the points of both halves together."),
        words=Message("points of a tile, lines, same symbol, directions, count"),
        fields=("area", "tiles", "place"),
        optional=("symbols",),
        answer=_placement,
        claims=True,
    ),
    Question(
        key="ingenious/ranking",
        title=Message("Who comes first?"),
        help=Message("Where the six markers of each player stand; in the duel, where they stand for the first player."),
        words=Message("who wins, tie, lowest marker, second lowest, draw, duel"),
        fields=("tracks", "mode"),
        answer=_ranking,
    ),
    Question(
        key="ingenious/swap",
        title=Message("May this hand be swapped?"),
        help=Message(
            "A player's six markers and the tiles in hand, after scoring and before drawing. "
            "In the duel another rule holds: single tiles of a colour at 9 may be swapped."
        ),
        words=Message("swap tiles, exchange, lowest colour, no matching symbol, new tiles"),
        fields=("track", "hand"),
        answer=_swap,
    ),
)
