"""The four modes of Ingenious: who shares a track, its total, and how markers move on it."""

from collections.abc import Mapping, Sequence

from companion.engine import Message, Step, Values, record
from companion.games.ingenious import rulebook
from companion.games.ingenious.board import COLOURS, PLACE_OF, Half

MODE_NAMES: Mapping[str, Message] = {
    "base": Message("Each for themselves"),
    "solo": Message("Solo"),
    "team": Message("Two teams"),
    "duel": Message("Duel"),
}
MODES = tuple(MODE_NAMES)
PLAYERS: Mapping[str, range] = {"base": range(2, 5), "solo": range(1, 2), "team": range(4, 5), "duel": range(2, 3)}
TOP = 18
DUEL_TOP = 9
TOPS = {"base": (TOP,), "solo": (TOP, rulebook.DOUBLE_TOP), "team": (TOP, rulebook.DOUBLE_TOP), "duel": (DUEL_TOP,)}
"""The spaces where a marker stops whatever it scores; on a double track also the left 18."""

Track = tuple[int, ...]
"""The spaces of the six markers, in the order of `COLOURS`; on a double track the right half continues from 18."""

TEAMS = ((0, 2), (1, 3))


def area_of(mode: str, players: int) -> str:
    """Return the area of a game: white for one or two players, with grey for three, all for four (Ingenious 1).

    >>> [area_of("base", players) for players in (2, 3, 4)], area_of("team", 4), area_of("solo", 1)
    (['white', 'grey', 'all'], 'all', 'white')
    """
    if mode == "team" or players == 4:
        return "all"
    return "grey" if players == 3 else "white"


def seat_track(mode: str, tracks: Sequence[Track], seat: int) -> Track:
    """Return the track as a seat sees it: its own, its team's, or the duel's with its own side positive.

    >>> seat_track("duel", [(3, -2, 0, 0, 0, 9)], 1)
    (-3, 2, 0, 0, 0, -9)
    """
    if mode == "duel":
        return tracks[0] if seat == 0 else tuple([-value for value in tracks[0]])
    return tracks[seat % 2 if mode == "team" else seat]


def with_track(mode: str, tracks: Sequence[Track], seat: int, track: Track) -> tuple[Track, ...]:
    """Return the tracks with a new track of a seat, given as that seat sees it."""
    if mode == "duel":
        return (seat_track(mode, [track], seat),)
    index = seat % 2 if mode == "team" else seat
    return (*tracks[:index], track, *tracks[index + 1 :])


def total_of(mode: str, track: Track) -> int:
    """Return the total of a track, as its seat sees it: the lowest marker, in the duel the markers on its side.

    >>> total_of("base", (10, 12, 9, 14, 11, 18)), total_of("duel", (3, -2, 0, 0, 0, 9))
    (9, 2)
    """
    if mode == "duel":
        return sum([value > 0 for value in track])
    return min(track)


def totals_of(mode: str, tracks: Sequence[Track], players: int) -> tuple[int, ...]:
    """Return the totals, one per seat (Ingenious, End of the game, Duel)."""
    return tuple([total_of(mode, seat_track(mode, tracks, seat)) for seat in range(players)])


def lowest_colours(track: Track, only_own: bool = False) -> tuple[str, ...]:
    """Return the colours whose markers are lowest; with `only_own`, for a duel, of those on the seat's side.

    >>> lowest_colours((4, 5, 9, 4, 6, 8)), lowest_colours((3, -2, 0, 1, 9, 1), only_own=True)
    (('red', 'orange'), ('orange', 'purple'))
    """
    lowest = min([value for value in track if value > 0 or not only_own], default=None)
    return tuple([colour for colour, value in zip(COLOURS, track, strict=True) if value == lowest])


def own_colours(track: Track, least: int = 1) -> tuple[str, ...]:
    """Return the colours whose markers are on `least` or further; in a duel, by default, those on the seat's side.

    >>> own_colours((3, -2, 0, 0, 0, 9)), own_colours((3, -2, 0, 0, 0, 9), least=9)
    (('red', 'purple'), ('purple',))
    """
    return tuple([colour for colour, value in zip(COLOURS, track, strict=True) if value >= least])


EXTRAS = (rulebook.EXTRA, rulebook.TEAM_EXTRA, rulebook.TOKEN)

Tokens = tuple[int | None, ...]
"""The seat that holds each duel token, in the order of `COLOURS`; None if it is beside the track."""


@record
class Scored:
    """The result of a tile: the seat's track and the tokens after it, earned extra placements, and the steps."""

    track: Track
    tokens: Tokens
    extra: int
    steps: tuple[Step, ...]


def advance(mode: str, value: int, points: int) -> int:
    """Return where a marker stops, as its player sees it (Ingenious 2, Extra placements; Solo; Duel).

    >>> advance("base", 16, 5), advance("team", 17, 4), advance("team", 18, 4), advance("duel", -2, 12)
    (18, 18, 22, 9)
    """
    stops = TOPS[mode]
    return min(value + points, stops[0] if value < stops[0] else stops[-1])


def score_halves(mode: str, seat: int, track: Track, tokens: Tokens, halves: Sequence[Half]) -> Scored:
    """Score the halves of a tile one after the other; `track` is the track as the seat sees it (Ingenious 2).

    >>> scored = score_halves("team", 0, (0, 16, 0, 0, 17, 0), (None,) * 6, [Half("green", 2, None),
    ...     Half("yellow", 4, None)])
    >>> scored.track, scored.extra
    ((0, 18, 0, 0, 18, 0), 2)
    """
    markers, holders, extra = list(track), list(tokens), 0
    steps: list[Step] = []
    for half in halves:
        if not half.points:
            continue
        place = PLACE_OF[half.colour]
        start = markers[place]
        to = markers[place] = advance(mode, start, half.points)
        steps.append(half_step(half, seat, {"from": start, "to": to}))
        if lost := start + half.points - to:
            past = rulebook.PAST_TOP if to == TOPS[mode][-1] else rulebook.PAST_LEFT
            rule = rulebook.PAST_NINE if mode == "duel" else past
            steps.append(Step(rule, seat, values={"colour": half.colour, "lost": lost, "top": to}))
        if start < to and to in TOPS[mode]:
            reached = _reached(mode, seat, half.colour, to, holders[place])
            steps.append(reached)
            extra += reached.rule in EXTRAS
            holders[place] = seat if mode == "duel" else None
    return Scored(tuple(markers), tuple(holders), extra, tuple(steps) or (Step(rulebook.NOTHING, seat),))


def half_step(half: Half, seat: int | None = None, moved: Mapping[str, int] | None = None) -> Step:
    """Return the step of a half (Ingenious 2, Scoring); `moved` holds "from" and "to" of its marker.

    Without `moved` the points of the half are the points of the step.
    """
    values: Values = {"colour": half.colour, "scored": half.points, **(moved or {})}
    if half.lines is not None:
        values["lines"] = [line.as_json() for line in half.lines]
    return Step(rulebook.HALF, seat, half.points if moved is None else None, values)


def _reached(mode: str, seat: int, colour: str, to: int, holder: int | None) -> Step:
    """Return the step for reaching a top; `holder` is the seat that has the colour's duel token."""
    values: Values = {"colour": colour, "top": to}
    if mode == "duel":
        if holder == seat:
            return Step(rulebook.TOKEN_HELD, seat, values=values)
        return Step(rulebook.TOKEN, seat, values={**values, "taken_from": holder})
    return Step({"solo": rulebook.TO_RIGHT, "team": rulebook.TEAM_EXTRA}.get(mode, rulebook.EXTRA), seat, values=values)
