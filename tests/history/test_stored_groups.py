"""The figures of a group from what is stored, of all games and of spans of days, against a plain recount."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from companion.history.group_stats import GroupStats, group_stats
from companion.history.groups import ALWAYS, Period, games_of, players_of
from companion.sessions.service import Sessions
from companion.views.render.days import day_start
from tests.support.each_row import each_row
from tests.support.groups import azul_game, luz_game, make_group, played, put
from tests.support.phones import Phone

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
GUEST = "Guest"


class Told(NamedTuple):
    """A game as it was played: the day in March, the points by name."""

    game: str
    day: int
    points: dict[str, int]


def _games(random: Random) -> list[Told]:
    """Games in the order of their days, some with a guest, some tied."""
    told = []
    for day in sorted(random.choices(range(1, 29), k=14)):
        names = random.sample([*PLAYERS, GUEST], random.choice((2, 3)))
        if len(names) == 2:
            told.append(Told("azul", day, {name: random.randint(1, 2) for name in names}))
        else:
            taken = random.choice(((0, 0, 10), (0, 3, 7), (1, 1, 8), (10, 0, 0)))
            told.append(Told("luz", day, {name: -5 * n if n else 10 for name, n in zip(names, taken, strict=True)}))
    return told


def _store(host: Phone, group: str, games: list[Told]) -> None:
    for number, one in enumerate(games):
        names = list(one.points)
        taken = " ".join("0" if total == 10 else str(-total // 5) for total in one.points.values())
        sheet = azul_game(names, one.points.values()) if one.game == "azul" else luz_game(names, taken)
        put(host, group, played(host, sheet, f"2026-03-{one.day:02}T12:{number:02}:00+00:00"))


def _recount(games: list[Told], name: str) -> tuple[int, int, int, int]:
    """Games, wins, shared wins and points of a player; the start card or a full row may break ties of Luz and Azul."""
    own = [game for game in games if name in game.points]
    won = [one for one in own if one.points[name] == max(one.points.values())]
    shared = [one for one in won if list(one.points.values()).count(one.points[name]) > 1]
    return len(own), len(won), len(shared), sum(one.points[name] for one in own)


def _counted(stats: GroupStats, name: str) -> tuple[int, int, int, int]:
    row = stats.rows.get(name.lower())
    return (row.games, row.wins, row.shared, row.points) if row else (0, 0, 0, 0)


@each_row("seed", range(2))
def test_figures_of_any_days_are_what_a_recount_says(host: Phone, sessions: Sessions, seed: int) -> None:
    random = Random(seed)
    address = make_group(host, *PLAYERS)
    told = [one for one in _games(random) if one.game == "azul" or not _is_tied(one)]
    _store(host, address, told)
    group = address.rsplit("/", 1)[1]
    names = players_of(sessions.store, group)
    for first, last in ((1, 28), (5, 20), (20, 5), (random.randint(1, 28), 28)):
        period: Period = ALWAYS if (first, last) == (1, 28) else (_start(first), _start(last + 1))
        stats = group_stats(games_of(sessions.store, group, period).games, names)
        part = [one for one in told if first <= one.day <= last]
        for name in PLAYERS:
            assert _counted(stats, name) == _recount(part, name), (name, first, last)
        assert {of[0]: table.played for of, table in stats.tables.items()} == {
            game: count for game in ("azul", "luz") if (count := sum(one.game == game for one in part))
        }


def _is_tied(one: Told) -> bool:
    """Whether a tie of Luz is settled by its start card, which is another test's business."""
    return list(one.points.values()).count(max(one.points.values())) > 1


def _start(day: int) -> str:
    return day_start(f"2026-03-{day:02}", 0)
