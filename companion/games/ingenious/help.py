"""The help for Ingenious: the guide with scored examples, the questions that an entry raises, and each seat's needs."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from companion.engine import Message, Seat, Step, joined, joined_seats
from companion.forms.help import Example, Help, Need, QuestionLink, chapter, ranking_link
from companion.forms.viewer import EVERYTHING, Viewer
from companion.games.ingenious.board import COLOURS, Half
from companion.games.ingenious.form_state import LIKELY
from companion.games.ingenious.question_forms import FORMS, chosen_tile, placement_fields, ranking_fields
from companion.games.ingenious.questions import MODES
from companion.games.ingenious.rulebook import COLOUR_NAMES, DUEL_COLUMN, EXTRA, RULES, TEAM_EXTRA, TOKEN
from companion.games.ingenious.rules import State, ranking, read_entry, total_step, track_key
from companion.games.ingenious.tracks import DUEL_TOP, TOPS, Track, score_halves, seat_track


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a tile: its points, if there is a board, and the ranking after it; none for a swap."""
    parsed = read_entry(entry, before.setup.seats, before.board is not None)
    if parsed.placed is None and parsed.halves is None:
        return []
    questions = [ranking_question(after)]
    if parsed.placed and (board := before.board):
        title, symbols = Message("the tile of {seat}", seat=Seat(parsed.seat)), before.setup.options["symbols"]
        fields = placement_fields(board.area, symbols, board.tiles, chosen_tile(parsed.placed))
        questions.insert(0, QuestionLink("ingenious/placement", title, fields))
    return [question for question in questions if question]


def ranking_question(state: State) -> QuestionLink | None:
    """Return the question "who comes first" with the current markers; None in the team and solo games."""
    if state.mode not in MODES:
        return None
    return ranking_link("ingenious", *ranking_fields(state.mode, state.tracks))


DUEL_REACH = 8
"""The most points for which a lead in the duel is searched."""

_EXTRA_RULES = {"base": EXTRA, "team": TEAM_EXTRA, "duel": TOKEN}


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """Return for each seat its total, the points to the next place, and the colours near an extra placement."""
    if not viewer.sees_all:
        return [need for seat in filter(viewer.sees, range(state.setup.seats)) if (need := _extras(state, seat))]
    places, _ = ranking(state.mode, state.tracks)
    needed: list[Need | None] = []
    for seat in range(state.setup.seats):
        step = total_step(state.mode, seat, state.track(seat))
        total = Need(seat, RULES[step.rule].sentence(step), step.rule)
        needed += total, _next_place(state, seat, places), _extras(state, seat)
    return [need for need in needed if need]


def _next_place(state: State, seat: int, places: Sequence[Sequence[int]]) -> Need | None:
    """Return the points to come before the seats that share the place, else to reach the next better place."""
    index = next(number for number, place in enumerate(places) if seat in place)
    others = [other for other in places[index] if state.mode != "team" or (other - seat) % 2]
    others = [other for other in others if other != seat] or list(places[index - 1] if index else ())
    if state.mode == "duel":
        return _duel_next_place(state.track(seat), seat, others[0]) if others else None
    track = state.track(seat)
    if not others:
        return _raise_total(state.mode, track, seat)
    after, step = cheapest_over(state.mode, track, state.track(others[0]))
    rule = step.rule if step else total_step(state.mode, seat, track).rule
    return Need(seat, _to_pass(others, track, after), rule)


def _to_pass(others: Sequence[int], track: Track, after: Track) -> Message:
    return Message(
        "At least {count} point to come before {seats}, such as {moves}.",
        "At least {count} points to come before {seats}, such as {moves}.",
        sum(after) - sum(track),
        seats=joined_seats(others),
        moves=_moves(track, after),
    )


def _raise_total(mode: str, track: Track, seat: int) -> Need:
    """Return what raises the total of a seat that is alone in first place."""
    low = min(track)
    after = tuple([max(value, low + 1) for value in track])
    sentence = Message(
        "At least {count} point to raise the total, such as {moves}.",
        "At least {count} points to raise the total, such as {moves}.",
        sum(after) - sum(track),
        moves=_moves(track, after),
    )
    return Need(seat, sentence, total_step(mode, seat, track).rule)


def cheapest_over(mode: str, track: Track, target: Track) -> tuple[Track, Step | None]:
    """Return the track that comes before `target` with the fewest added points, and the step of a tie, if one decides.

    Compared from the lowest up, the first marker that differs and all above it stand at least one space further than
    the target's; the markers below it are equal. Each of the six positions is tried and ranked.

    >>> after, step = cheapest_over("base", (9, 9, 9, 9, 9, 15), (9, 9, 9, 9, 10, 18))
    >>> after, step.rule
    ((10, 10, 9, 9, 9, 15), 'ingenious/tie-column')
    """
    places, goals = sorted(range(len(track)), key=lambda place: (track[place], -place)), sorted(target)
    higher = []
    for first in range(len(track)):
        after = list(track)
        for rank, place in enumerate(places):
            after[place] = max(track[place], goals[rank] if rank < first else goals[first] + 1)
        order, steps = ranking(mode, [tuple(after), target])
        if max(after) <= TOPS[mode][-1] and order[0][0] == 0 and len(order) > 1:
            higher.append((sum(after), tuple(after), steps[0] if steps else None))
    _, best, step = min(higher, key=lambda track: track[0])
    return best, step


def _duel_next_place(track: Track, seat: int, other: int) -> Need:
    after = nearest_lead(track)
    if after is None:
        sentence = Message("More than {number} points from coming before {seat}.", number=DUEL_REACH, seat=Seat(other))
        return Need(seat, sentence, DUEL_COLUMN)
    _, steps = ranking("duel", [after])
    rule = steps[0].rule if steps else total_step("duel", seat, track).rule
    return Need(seat, _to_pass([other], track, after), rule)


def nearest_lead(track: Track) -> Track | None:
    """Return a duel's track that leads with the fewest added points, as its player sees it; None if it needs too many.

    >>> nearest_lead((0, -1, 3, -2, 0, 0))
    (1, -1, 3, -2, 0, 0)
    """
    for points in range(1, DUEL_REACH + 1):
        for moved in combinations_with_replacement(range(len(track)), points):
            after = tuple([value + moved.count(place) for place, value in enumerate(track)])
            if max(after) > DUEL_TOP:
                continue
            if track_key("duel", after) > track_key("duel", seat_track("duel", [after], 1)):
                return after
    return None


def _moves(before: Track, after: Track) -> joined:
    moved = [(colour, value) for colour, old, value in zip(COLOURS, before, after, strict=True) if value != old]
    return joined([Message("{colour} to {value}", colour=COLOUR_NAMES[colour], value=value) for colour, value in moved])


def _extras(state: State, seat: int) -> Need | None:
    colours = [
        Message("{value} more {colour}", value=points, colour=COLOUR_NAMES[colour])
        for colour in COLOURS
        if (points := _points_to_extra(state, seat, colour))
    ]
    if not colours:
        return None
    return Need(seat, Message("For an extra placement: {colours}.", colours=joined(colours)), _EXTRA_RULES[state.mode])


def _points_to_extra(state: State, seat: int, colour: str) -> int | None:
    """Return the fewest points of a half that earn an extra placement; None if more than `LIKELY` are needed."""
    track = state.track(seat)
    for points in range(1, LIKELY + 1):
        if score_halves(state.mode, seat, track, state.tokens, [Half(colour, points, None)]).extra:
            return points
    return None


GUIDE = (
    chapter(
        "What a tile scores",
        "A tile covers two free spaces. Each half then looks along straight lines, in every direction but that "
        "of its other half, and scores one point for each symbol like itself until the row breaks.",
        Example("ingenious/placement", (("m0", "r"), ("m1", "b"), ("s0", "3.0"), ("s1", "4.0"))),
        "The symbols printed on the board count like those on tiles. The new tile itself counts nothing.",
        Example(
            "ingenious/placement", (("tiles", "rbkh0rbki0"), ("m0", "b"), ("m1", "r"), ("s0", "3.2"), ("s1", "2.2"))
        ),
        "Both halves are counted, one after the other in the order that the player likes.",
    ),
    chapter(
        "Where a tile may lie",
        "Two players use the white spaces, three the grey ring too, four the whole board. The first tile of "
        "each player lies beside a printed symbol; later ones lie anywhere, whether they score or not.",
    ),
    chapter(
        "The lowest marker counts",
        "Points move the marker of their colour. In the end a player is worth no more than the colour that is "
        "furthest behind; the highest of these wins.",
        Example(
            "ingenious/ranking",
            (("mode", "base"), ("players", "2"), ("t0", "12.15.14.13.12.9"), ("t1", "14.13.9.12.15.16")),
        ),
        "A marker on 18 goes no further; reaching it brings one more tile to place at once.",
    ),
    chapter(
        "How it ends",
        "The game ends when no tile fits on the board any more.",
        "It ends at once when all six markers of a player stand at the end of the track, on 18 or in the duel "
        "on the player's own 9: whoever does that wins, whatever the others have.",
    ),
    chapter(
        "Swapping the hand",
        "Nothing in hand for the colours that are furthest behind? Then all tiles may be swapped after "
        "scoring. One tile with one of these colours is enough to forbid it.",
        Example("ingenious/swap", (("t0", "4.5.9.4.6.8"), ("hand", "gbppyggb"))),
        Example("ingenious/swap", (("t0", "4.5.9.4.6.8"), ("hand", "gbop"))),
    ),
    chapter(
        "Alone, in teams, as a duel",
        "Alone and in teams a track is twice as long: at 18 a marker goes on from 0 on the right half, and "
        "what it had left over is lost. Teams place an extra tile at both ends, a single player never.",
        "In the duel one track stands between the two. Each marker on one's own side counts 1, those on 0 "
        "count for nobody; equal numbers are compared marker by marker, from the lowest.",
        Example("ingenious/ranking", (("mode", "duel"), ("t0", "2.4.-2.0.-3.0"))),
    ),
)

HELP = Help(
    forms=FORMS,
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
    unknown=Message("Nobody knows the hidden tiles."),
    has_board=True,
)
