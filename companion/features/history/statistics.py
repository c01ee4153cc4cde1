"""Statistics of a player for the pages, and the geometry of their plots: coordinates without texts and colours."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from math import ceil
from typing import Any

from flask import request

from companion.engine import MINUS, Game, Pairs, Split
from companion.engine.halves import DECIMAL_MARK
from companion.engine.names import has_words, normalize_name
from companion.engine.pause import in_slices
from companion.features.history.figures import GameTable, NumberSummary, PlayerStats, SplitRow, Tally
from companion.scoring.game_stats import game_of_kind, game_title
from companion.time_zone import day_of
from companion.views.render.plots import DIGIT, TOP, WIDTH, Drawing, Point, Tick, label_width, ticks
from companion.views.render.template_helpers import say, total

MOST = 10
"""The most games with statistics on one page."""
_LONGEST = 80


def chosen_games(tables: Sequence[GameTable]) -> dict[str, Any]:
    """Return the statistics to show and, for the others, titles and counts; `tables` has the most played first.

    If there are many games, those played once are shown only in a search. An exact match of the search comes first.
    """
    words = request.args.get("find", "").strip()[:_LONGEST]
    titled = [(table, say(table.title), table.played) for table in tables]
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
_MOST_TILES = 11
"""How many of the latest games of each game have a tile."""
_SOME_OPPONENTS = 10
"""How many of these are shown until all are requested."""


def player_context(stats: PlayerStats) -> dict[str, Any]:
    """Return the context of player-stats.html."""
    row, opponents, games = stats.row, stats.opponents, chosen_games(stats.by_game)
    line = timeline([result.place for result in row.latest]) if row.latest else None
    places = sorted(row.places.items())
    return {
        "stats": stats,
        "tally": row,
        "games": games,
        "shown": [_shown_game(table, table.rows[row.key], stats) for table in in_slices(games["shown"])],
        "tiles": _MOST_TILES,
        "time": line,
        "latest": [(result, game_title(result.game, result.kind)) for result in row.latest],
        "months": months(stats.played) if stats.played else [],
        "opponents": opponents[:MOST_OPPONENTS],
        "some": _SOME_OPPONENTS,
        "more_opponents": len(opponents[MOST_OPPONENTS:]),
        "place_bars": list(zip(places, bars([times for _, times in places]), strict=True)),
    }


def _shown_game(table: GameTable, tally: Tally, stats: PlayerStats) -> dict[str, Any]:
    """Return a game of a player with its plots: a strip from two games on, the game's figures by how they are shown."""
    figures, totals = stats.figures[table.game, table.kind], dict(sorted(tally.totals.items()))
    game, kind = game_of_kind(table.game, table.kind)
    return {
        "game": game,
        "kind": kind,
        "table": table,
        "stats": tally,
        "won": _counted_totals(totals, is_won=True),
        "others": _counted_totals(totals, is_won=False),
        "strip": strip(totals, tally.median / game.value_of(1)) if tally.scored > 1 else None,
        "numbers": [(figure, made) for figure, made in figures if isinstance(made, NumberSummary)],
        "grids": [(figure, made, grid(made)) for figure, made in figures if isinstance(figure, Pairs)],
        "splits": [(figure, _with_bars(figure, made, game)) for figure, made in figures if isinstance(figure, Split)],
    }


def _counted_totals(totals: Mapping[int, Sequence[int]], *, is_won: bool) -> list[str]:
    """Return the totals of games that were won, or of all others, each with its number of games."""
    counts = [(total(points), times[is_won]) for points, times in totals.items() if times[is_won]]
    return [points if times == 1 else f"{points}\N{NO-BREAK SPACE}({times}×)" for points, times in counts]


def _with_bars(split: Split, rows: Sequence[SplitRow], game: Game) -> list[tuple[SplitRow, Drawing]]:
    """Return the rows of a split with their bars; points are converted to those of the game."""
    if split.is_points:
        rows = [replace(row, sum=game.points(row.sum), mean=game.value_of(row.mean)) for row in rows]
    return list(zip(rows, bars([row.sum for row in rows]), strict=True))


def tenth(number: float) -> str:
    """Return a number with at most one decimal and a real minus sign."""
    text = f"{abs(number):.1f}".removesuffix(".0").replace(".", DECIMAL_MARK.get())
    return f"{MINUS}{text}" if number < 0 and text != "0" else text


_MONTHS = 12


def months(played: Sequence[str]) -> list[Drawing]:
    """Return a column for each of the last months until the latest game; `played` has when each began, at least one."""
    counts = Counter(12 * day.year + day.month - 1 for day in map(day_of, played))
    shown = range(max(counts) - _MONTHS + 1, max(counts) + 1)
    scale, pitch = 60 / max(counts[month] for month in shown), WIDTH / _MONTHS
    return [
        Drawing(
            x=round(pitch * (place + 0.5), 1),
            height=round(counts[month] * scale, 1),
            number=counts[month],
            month=date(month // 12, month % 12 + 1, 1),
        )
        for place, month in enumerate(shown)
    ]


SIZE = 12.0
_PITCH = SIZE + 2


def timeline(places: Sequence[int]) -> Drawing:
    """Return the timeline of places, given oldest first, at least one: a tile a game, first place on top."""
    last, row = max(2, *places), 26.0
    left, right = 34.0, WIDTH - 8.0
    pitch = (right - left) / max(8, len(places))
    rows = [Tick(TOP + row * (place - 1) + SIZE / 2, place) for place in range(1, last + 1)]
    squares = [
        Drawing(x=round(left + pitch * (at + 0.5) - SIZE / 2, 1), y=rows[place - 1].at - SIZE / 2, is_filled=place == 1)
        for at, place in enumerate(places)
    ]
    return Drawing(height=int(TOP + row * last + 22), left=left, right=right, rows=rows, squares=squares)


def strip(totals: Mapping[int, Sequence[int]], middle: float, high: int = 8) -> Drawing:
    """Return all totals as tiles above an axis, equal ones stacked, won games on top; at least one total.

    `totals` gives for each total how many games were not won and how many were. If a stack would be higher than `high`,
    a tile stands for `each` games, and is filled if all were won. `middle` is the position of the median.
    """
    low, top = min(totals), max(totals)
    # A round number beyond the outermost total can have one digit more.
    label = label_width([low, top]) + DIGIT
    edge = label / 2 + 6
    values = ticks(low, top, max(1, int((WIDTH - 2 * edge) / (label + 4)) - 1))
    across = (WIDTH - 2 * edge) / (values[-1] - values[0])
    stacks: dict[int, list[int]] = {}
    for points, times in totals.items():
        stack = stacks.setdefault(round((points - values[0]) * across / _PITCH), [0, 0])
        stack[0], stack[1] = stack[0] + times[0], stack[1] + times[1]
    highest = max(map(sum, stacks.values()))
    each = ceil(highest / high)
    floor = TOP + _PITCH * ceil(highest / each)
    squares = [
        Drawing(x=round(edge + at * _PITCH - SIZE / 2, 1), y=floor - _PITCH * (number + 1), is_filled=first >= others)
        for at, (others, won) in sorted(stacks.items())
        for number, first in enumerate(range(0, others + won, each))
    ]
    columns = [Tick(round(edge + (value - values[0]) * across, 1), value) for value in values]
    middle_at = round(edge + (middle - values[0]) * across, 1)
    return Drawing(height=int(floor + 28), floor=floor, columns=columns, squares=squares, middle=middle_at, each=each)


def grid(counts: Sequence[tuple[int, int, int]]) -> Drawing:
    """Return the dot plot of pairs (across, up, frequency), at least one, and how many there are in all, and `equal`.

    Each cell has its corner and whether its two numbers are equal, each dot a radius that grows with the frequency.
    """
    last = max(4, *[max(across, up) for across, up, _ in counts])
    most = max(times for _, _, times in counts)
    side = round(min(40.0, (WIDTH - 72) / (last + 1)), 1)
    left, bottom = 40.0, 18 + side * (last + 1)
    columns = [Tick(round(left + side * (number + 0.5), 1), number) for number in range(last + 1)]
    rows = [Tick(round(bottom - side * (number + 0.5), 1), number) for number in range(last + 1)]
    cells = [
        (Point(round(x.at - side / 2 + 1.5, 1), round(y.at - side / 2 + 1.5, 1)), x.value == y.value)
        for x in columns
        for y in rows
    ]
    dots = [
        Drawing(x=columns[across].at, y=rows[up].at, radius=_radius(side, times, most), times=times)
        for across, up, times in counts
    ]
    equal, pairs = (sum(times for across, up, times in counts if is_any or across == up) for is_any in (False, True))
    drawn = {"columns": columns, "rows": rows, "cells": cells, "dots": dots}
    return Drawing(height=int(bottom + 26), side=round(side - 3, 1), equal=equal, pairs=pairs, **drawn)


def _radius(side: float, times: int, most: int) -> float:
    """Return the radius of a dot: it grows with the frequency, has room for the number and fits the cell."""
    radius: float = (side / 2 - 3) * (0.6 + 0.4 * (times / most) ** 0.5)
    return round(min(max(radius, DIGIT / 2 * len(str(times)) + 2), side / 2 - 1), 1)


def bars(numbers: Sequence[int], width: float = 96.0) -> list[Drawing]:
    """Return a bar for each number, all on one scale; losses are to the left of the zero line.

    >>> [(bar.x, bar.width, bar.is_loss) for bar in bars([30, -10], 80)]
    [(20.0, 60.0, False), (0.0, 20.0, True)]
    """
    low, high = min((0, *numbers)), max((0, *numbers))
    scale = width / max(1, high - low)
    zero = -low * scale
    return [
        Drawing(x=round(zero + min(0, number) * scale, 1), width=round(abs(number) * scale, 1), is_loss=number < 0)
        for number in numbers
    ]
