"""Statistics of single games: the figures of each seat, their names, and the result to store."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Figure, Game, Message
from companion.games import get_game
from companion.scoring.replay import Replay


def seat_figures(replay: Replay) -> Sequence[Mapping[str, Any]]:
    """Return the figures of a game so far, plain JSON values by seat; empty ones if the game has none."""
    figures, played = replay.game.figures, [entry.steps for entry in replay.played]
    if figures is None:
        return ({},) * replay.setup.seats
    return figures.count(replay.states, [line.body for line in replay.lines], played)


def stored_result(replay: Replay) -> Mapping[str, Any] | None:
    """Return the result to store for a finished game, None while it runs; its ranking is empty if nobody scored."""
    state = replay.states[-1]
    if not state.finished:
        return None
    standing = replay.standing
    return {
        "totals": standing.totals,
        "ranking": standing.ranking,
        "won": standing.won,
        "sides": standing.sides or None,
        "figures": seat_figures(replay),
    }


def shown_figures(key: str) -> tuple[Figure, ...]:
    """Return the figures to show for the players of the game with this key, in order."""
    figures = get_game(key).figures
    return () if figures is None else figures.shown


def kinds_of(key: str) -> Mapping[str, Message]:
    """Return the kinds of a game whose totals are not comparable with the usual ones, with their names."""
    figures = get_game(key).figures
    return {} if figures is None else figures.kinds


def game_of_kind(key: str, kind: str) -> tuple[Game, Message | None]:
    """Return the game under which results of a kind are counted, and the kind's name to show beside its title."""
    game = get_game(key)
    if kind and game.figures and game.figures.kind_game:
        return game.figures.kind_game(kind), None
    return game, kinds_of(key).get(kind)


def game_title(key: str, kind: str) -> Message:
    """Return the title of a game with its kind, if it has one."""
    game, name = game_of_kind(key, kind)
    return Message("{first}, {second}", first=game.title, second=name) if name else game.title
