"""The words of an evening: points in halves, what each round brought a player, and the tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.club.evening import SWISS, Settings
from companion.club.standings import Line, Outing
from companion.game import Halves, Message
from companion.sessions.club.state import EveningState
from companion.views.render.template_helpers import say

SYSTEM_NAMES = {"swiss": Message("Swiss system"), "all": Message("All against all")}
TIE_BREAKS = (
    (Message("Opponents"), Message("the points of all opponents added up (Buchholz)")),
    (
        Message("Mutual"),
        Message("how many of those who are level until then come behind by the games against each other"),
    ),
    (Message("Firsts"), Message("how often somebody came first at a table")),
)
"""The tie-breaks in their order: the head of the column, and what it counts."""


def settling(state: EveningState) -> list[int]:
    """Return which tie-breaks the standings show: direct encounter only where it settles something."""
    return [0, 1, 2] if any(line.mutual for line in state.lines) else [0, 2]


def called(state: EveningState, player: int) -> str:
    """Return how a player is called."""
    name = state.name(player)
    return say(name) if isinstance(name, Message) else name


def subtitle(state: EveningState) -> Message:
    """Return how far the evening is."""
    opened, rounds = len(state.evening.opened), state.settings.rounds
    if state.evening.is_over:
        return Message("over after {count} round", "over after {count} rounds", opened)
    if not opened:
        return Message("{count} round to play", "{count} rounds to play", rounds)
    return Message("in round {round} of {rounds}", round=opened, rounds=rounds)


def winners(state: EveningState) -> list[int]:
    """Return who came first, once the evening is over or all its tables have ended; nobody before that."""
    opened, lines = state.evening.opened, state.lines
    is_played = bool(opened) and len(opened) >= state.settings.rounds and not state.playing(opened[-1])
    if not (state.evening.is_over or is_played) or not lines or not lines[0].points:
        return []
    return [line.player for line in lines if line.place == 1]


def told_outings(state: EveningState, line: Line) -> Iterator[tuple[Message, Message, str]]:
    """Yield for each round of a player where it was, why it brought its points, and these."""
    for outing in line.outings:
        where = Message("Round {round}", round=outing.round)
        if outing.table is not None:
            where = Message("Round {round}, table {table}", round=outing.round, table=outing.table)
        is_open = outing.table is not None and outing.place is None
        yield where, _why(outing), "–" if is_open else str(Halves(outing.points))


def _why(outing: Outing) -> Message:
    if outing.table is None:
        return Message("Sat out, which counts as a win at a table of {size}.", size=outing.size)
    if outing.place is None:
        return Message("The table has no result yet.")
    if outing.level:
        return Message(
            "Place {place} of {size}; a point for each who is behind: {behind}; half a point for each who is level:"
            " {level}.",
            place=outing.place, size=outing.size, behind=outing.behind, level=outing.level,
        )  # fmt: skip
    return Message(
        "Place {place} of {size}; a point for each who is behind: {behind}.",
        place=outing.place, size=outing.size, behind=outing.behind,
    )  # fmt: skip


def pairing_rule(settings: Settings) -> Message:
    """Return by what the tables are made."""
    if settings.system == SWISS:
        return Message(
            "Swiss system: players with about the same points meet, and nobody meets anybody twice where that can be"
            " avoided. Who sits out has few points and has not sat out before."
        )
    return Message(
        "All against all: everybody meets as many others as possible, and nobody meets anybody twice where that can be"
        " avoided. Everybody sits out equally often."
    )
