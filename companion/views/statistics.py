"""Statistics and plots as the pages show them: of a player over finished games, and of one session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask_babel import format_date, get_locale

from companion.figures import kinds_of
from companion.forms import form_of
from companion.game import MINUS, Game, Message
from companion.games import all_games
from companion.plots import Bar, Grid, Lines, Strip, Timeline, bars, grid, strip, timeline, totals_plot
from companion.scoresheet import END
from companion.stats import GameStats, PlayerStats, Result
from companion.summing import Counted, Highest, Named, Paired, Parted, Shared
from companion.table import Table
from companion.views.words import total

MOST_TILES = 11


@dataclass(frozen=True)
class ShownGame:
    """A game of a player with its plots: `strip` from two games on, the games' own figures by how they are shown."""

    game: Game
    kind: Message | None
    stats: GameStats
    strip: Strip | None
    numbers: tuple[Counted | Shared | Highest, ...]
    grids: tuple[tuple[Paired, Grid], ...]
    splits: tuple[tuple[Parted, tuple[tuple[Named, Bar], ...]], ...]

    @property
    def title(self) -> Message:
        return _title(self.game, self.kind)

    @property
    def tiles(self) -> list[bool]:
        """Whether the latest games were won, those with opponents only."""
        return [result.is_won for result in self.stats.results if result.is_contest][-MOST_TILES:]

    def totals_where(self, is_won: bool) -> list[str]:
        """The totals of the games that were won, or of the others, from low to high."""
        return [total(points) for points in sorted(one.total for one in self.stats.results if one.is_won == is_won)]


@dataclass(frozen=True)
class SessionPlot:
    """The totals of a session as lines, and the same as rows: what the entry is called, and the totals after it."""

    drawing: Lines
    rows: tuple[tuple[Message, tuple[int, ...]], ...]


def session_plot(table: Table) -> SessionPlot | None:
    """The totals after each entry; nothing where totals are hidden, or with fewer than two entries."""
    totals = [state.totals for state in table.states]
    if table.entries and table.entries[-1].body == END:
        totals.pop()
    if table.hides or len(totals) < 3:
        return None
    drawing, title = totals_plot(totals), form_of(table.game).entry_title
    return SessionPlot(drawing, tuple([(title(number), totals[number]) for number in drawing.drawn if number]))


def player_context(stats: PlayerStats) -> dict[str, Any]:
    """What player-stats.html shows."""
    contests = [result for result in stats.results if result.is_contest]
    line = timeline([result.place for result in contests]) if contests else None
    times = [number for _, number in stats.places]
    return {
        "stats": stats,
        "games": [_shown(one) for one in stats.games],
        "time": line,
        "latest": _latest(contests, line),
        "place_bars": list(zip(stats.places, bars(times) if times else (), strict=True)),
        "date": date,
        "tenth": tenth,
    }


def _latest(contests: list[Result], line: Timeline | None) -> list[tuple[Result, Message]]:
    """The results that the line in time draws, each with what its game is called."""
    shown = contests[line.first :] if line else []
    return [(one, _title(all_games()[one.game], kinds_of(one.game).get(one.kind))) for one in shown]


def _title(game: Game, kind: Message | None) -> Message:
    return Message("{game}, {kind}", game=game.title, kind=kind) if kind else game.title


def _shown(stats: GameStats) -> ShownGame:
    won, figures = [result.is_won for result in stats.results], stats.figures
    return ShownGame(
        game=all_games()[stats.game],
        kind=kinds_of(stats.game).get(stats.kind),
        stats=stats,
        strip=strip(stats.totals, won, stats.middle) if len(won) > 1 else None,
        numbers=tuple([one for one in figures if isinstance(one, Counted | Shared | Highest)]),
        grids=tuple([(one, grid(one.counts)) for one in figures if isinstance(one, Paired)]),
        splits=tuple([(one, _barred(one.rows)) for one in figures if isinstance(one, Parted)]),
    )


def _barred(rows: Sequence[Named]) -> tuple[tuple[Named, Bar], ...]:
    return tuple(zip(rows, bars([row.sum for row in rows]), strict=True))


def date(moment: str) -> str:
    """The day of an ISO moment with its year, on the calendar of the machine that keeps the games."""
    local = datetime.fromisoformat(moment).astimezone().date()
    return str(format_date(local, "d MMM y" if str(get_locale()) == "en" else "y年M月d日"))


def tenth(number: float) -> str:
    """A number to the tenth, without .0, with a real minus sign."""
    text = f"{abs(number):.1f}".removesuffix(".0")
    return f"{MINUS}{text}" if number < 0 and text != "0" else text
