"""Draws before the first entry: who begins, the order around the table, the teams. Anyone can draw again from the seed.

The seats are drawn in the order of the SHA-256 of "seed/seat", where the seed is text as in the event and seats count
from 0: `printf %s 5eed5eed5eed5eed/0 | sha256sum`. The first of them begins; teams keep their sizes and take the seats
in this order. What changes are options of the game, so a scoresheet tells the same without the log.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any

from companion.engine import (
    MOST_SEATS,
    Game,
    Message,
    RuleError,
    Seat,
    Setup,
    entry_keys,
    integer,
    joined_seats,
    one_of,
)
from companion.scoring.replay import Replay, Splice
from companion.scoring.scoresheet import read_setup

FIRST, ORDER, TEAMS = "first", "order", "teams"
SEED_BYTES = 8
_SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
TOO_LATE = Message("Something is entered already; who begins is drawn before that.")


@dataclass(frozen=True)
class Draw:
    """What was drawn: `seats` in their order, only the first one where the table chose it, without a `seed`."""

    what: str
    seats: tuple[int, ...]
    seed: str | None = None

    @property
    def is_of_teams(self) -> bool:
        """Whether teams were drawn, and not who begins."""
        return self.what == TEAMS

    @property
    def description(self) -> Message:
        """What was drawn in a few words."""
        if self.what == TEAMS:
            return Message("the teams are drawn by lot")
        if self.what == ORDER:
            return Message("the order is drawn by lot: {seats}", seats=joined_seats(self.seats))
        seat = Seat(self.seats[0])
        return Message("{seat} begins", seat=seat) if self.seed is None else Message("{seat} begins, by lot", seat=seat)


def drawn_order(seed: str, seats: int) -> tuple[int, ...]:
    """Return the seats in the order in which they are drawn with a seed.

    >>> drawn_order("5eed5eed5eed5eed", 4), drawn_order("5eed5eed5eed5eef", 4)
    ((0, 2, 3, 1), (3, 0, 1, 2))
    """
    return tuple(sorted(range(seats), key=lambda seat: sha256(f"{seed}/{seat}".encode()).digest()))


def drawn_teams(order: Sequence[int], teams: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return teams of the same sizes that take the seats in the drawn order.

    >>> drawn_teams((3, 0, 4, 2, 1), [[0, 2, 4], [1, 3]])
    [[0, 3, 4], [1, 2]]
    """
    drawn = iter(order)
    return sorted(sorted(islice(drawn, len(team))) for team in teams)


def read_draw(body: Any) -> Draw:
    """Read the body of a draw's event: with a `seed` and how many `seats`, or the `seat` that was chosen."""
    if type(body) is dict and "seat" in body:
        entry_keys(body, Message("a draw"), ("what", "seat"))
        one_of(body["what"], Message("what is drawn"), (FIRST,))
        return Draw(FIRST, (integer(body["seat"], Message("seat"), 0, MOST_SEATS - 1),))
    entry_keys(body, Message("a draw"), ("what", "seed", "seats"))
    what = one_of(body["what"], Message("what is drawn"), (FIRST, ORDER, TEAMS))
    seed, seats = body["seed"], integer(body["seats"], Message("the seats of a draw"), 2, MOST_SEATS)
    if type(seed) is not str or not _SEED.fullmatch(seed):
        raise RuleError("the seed of a draw has {count} characters, 0 to 9 and a to f", count=2 * SEED_BYTES)
    return Draw(what, drawn_order(seed, seats), seed)


def draw_splice(replay: Replay, draft: Mapping[str, Any], draw: Draw) -> Splice:
    """Return the splice of a draw, with the options that follow from it; raise `RuleError` where none can be."""
    if replay.lines or draft:
        raise RuleError(TOO_LATE)
    seats = replay.setup.seats
    if draw.seats[0] >= seats or len(draw.seats) not in (1, seats):
        raise RuleError("There is no such seat at this table.")
    changed = _options_of(replay.game, replay.setup, draw)
    if not changed:
        return Splice(0)
    options = {**replay.setup.options, **changed}
    return Splice(0, setup=read_setup(replay.game, list(replay.setup.players), options))


def _options_of(game: Game, setup: Setup, draw: Draw) -> Mapping[str, Any]:
    """Return the options that follow from a draw: the seat that starts, or the teams."""
    if draw.is_of_teams:
        option = game.form.teams_option
        if option is None or not setup.options[option]:
            raise RuleError("This table has no teams that could be drawn.")
        return {option: drawn_teams(draw.seats, setup.options[option])}
    start = game.form.start_option
    return {} if start is None else {start: draw.seats[0]}
