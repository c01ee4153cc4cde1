"""Statistics and plots for the pages: of a player over finished games, and of one session."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from flask import request

from companion.engine import MINUS, Game, Message
from companion.engine.names import has_words, normalize_name
from companion.engine.scoring.game_stats import game_of_kind, game_title
from companion.features.history.aggregates import NumberSummary, PairsSummary, SplitRow, SplitSummary, usual_lengths
from companion.features.history.plots import bars, grid, strip, timeline
from companion.features.history.stats import MAX_TILES, MOST_LATEST, GameStats, PlayerStats, Result
from companion.views.render.plots import Drawing
from companion.views.render.template_helpers import full_date, say, total

MOST = 10
"""The most games with statistics on one page."""
_LONGEST = 80

Table = TypeVar("Table")
"""The statistics of the games with one title."""


def chosen_games(tables: Iterable[Table], told: Callable[[Table], tuple[Message, int]]) -> dict[str, Any]:
    """Return the statistics to show and, for the others, titles and counts; `tables` has the most played first.

    `told` returns a game's title and how often it was played. If there are many games, those played once are shown
    only in a search. An exact match of the search comes first.
    """
    words = request.args.get("find", "").strip()[:_LONGEST]
    titled = [(table, say(title), played) for table in tables for title, played in [told(table)]]
    found, most = titled, MOST
    if words:
        fitting = [one for one in titled if has_words(normalize_name(one[1]), words)]
        found = sorted(fitting, key=lambda one: normalize_name(one[1]) != normalize_name(words))
    elif len(titled) > MOST:
        most = min(MOST, sum(played > 1 for _, _, played in titled))
    shown, others = [table for table, _, _ in found[:most]], [(title, played) for _, title, played in found[most:]]
    return {"shown": shown, "others": others, "words": words, "count": len(titled)}


MOST_OPPONENTS = 30
"""How many opponents a page lists, the most frequent first."""
_SOME_OPPONENTS = 10
"""How many of these are shown until all are requested."""


def player_context(stats: PlayerStats) -> dict[str, Any]:
    """Return the context of player-stats.html."""
    line = timeline([result.place for result in stats.latest], MOST_LATEST) if stats.latest else None
    places = sorted(stats.places.items())
    opponents = stats.opponents
    games = chosen_games(stats.games, lambda game: (game_title(game.game, game.kind), game.count))
    return {
        "stats": stats,
        "games": games,
        "shown": [_shown_game(game) for game in games["shown"]],
        "tiles": MAX_TILES,
        "time": line,
        "latest": [_latest(result) for result in stats.latest],
        "opponents": opponents[:MOST_OPPONENTS],
        "some": _SOME_OPPONENTS,
        "more_opponents": len(opponents[MOST_OPPONENTS:]),
        "place_bars": list(zip(places, bars([times for _, times in places]) if places else (), strict=True)),
        "date": full_date,
        "tenth": tenth,
    }


def _latest(result: Result) -> tuple[Result, Message, int | None]:
    points = game_of_kind(result.game, result.kind)[0].points
    return result, game_title(result.game, result.kind), None if result.total is None else points(result.total)


def _shown_game(stats: GameStats) -> dict[str, Any]:
    """Return a game of a player with its plots: a strip from two games on, the game's figures by how they are shown."""
    figures = stats.figures
    game, kind = game_of_kind(stats.game, stats.kind)
    totals = {game.points(total): times for total, times in sorted(stats.totals.items())}
    return {
        "game": game,
        "kind": kind,
        "title": game_title(stats.game, stats.kind),
        "stats": stats,
        "lengths": usual_lengths(stats.lengths),
        "won": _counted_totals(totals, is_won=True),
        "others": _counted_totals(totals, is_won=False),
        "strip": strip(totals, stats.median / game.value_of(1)) if stats.scored > 1 else None,
        "numbers": [figure for figure in figures if isinstance(figure, NumberSummary)],
        "grids": [(figure, grid(figure.counts)) for figure in figures if isinstance(figure, PairsSummary)],
        "splits": [(figure, _with_bars(figure, game)) for figure in figures if isinstance(figure, SplitSummary)],
    }


def _counted_totals(totals: Mapping[int, Sequence[int]], *, is_won: bool) -> list[str]:
    """Return the totals of games that were won, or of all others, each with its number of games."""
    counts = [(total(points), times[is_won]) for points, times in totals.items() if times[is_won]]
    return [points if times == 1 else f"{points}\N{NO-BREAK SPACE}({times}×)" for points, times in counts]


def _with_bars(summary: SplitSummary, game: Game) -> list[tuple[SplitRow, Drawing]]:
    """Return the rows of a split with their bars; points are converted to those of the game."""
    rows: Sequence[SplitRow] = summary.rows
    if summary.figure.is_points:
        rows = [replace(row, sum=game.points(row.sum), mean=game.value_of(row.mean)) for row in rows]
    return list(zip(rows, bars([row.sum for row in rows]), strict=True))


def tenth(number: float) -> str:
    """Return a number with at most one decimal and a real minus sign."""
    text = f"{abs(number):.1f}".removesuffix(".0")
    return f"{MINUS}{text}" if number < 0 and text != "0" else text
