"""The figures of a group in a span of days are those of a group that has only the games of these days."""

from random import Random

from companion.features.groups import rows as group_rows
from companion.features.groups.rows import ALWAYS, games_in
from companion.features.history.figures import group_stats
from companion.features.history.search import day_start, finished_games
from tests.support.groups import azul_game, luz_game, make_group, played, put

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
TAKEN = ("0 0 10", "0 3 7", "1 1 8", "10 0 0")


def stored(host, random):
    """Fourteen games in the order of their days in March, some with a guest, some tied: the day and the table."""
    made = []
    for number, day in enumerate(sorted(random.choices(range(1, 29), k=14))):
        names = random.sample([*PLAYERS, "Guest"], 2 + number % 2)
        points = [random.randint(1, 2) for _ in names]
        sheet = luz_game(names, random.choice(TAKEN)) if number % 2 else azul_game(names, points)
        made.append((day, played(host, sheet, f"2026-03-{day:02}T12:{number:02}:00+00:00")))
    return made


def figures(sessions, address, period=ALWAYS):
    group = address.rsplit("/", 1)[1]
    rows = sessions.store.rows
    return group_stats(finished_games(rows, games_in(rows, group, period)), group_rows.players_of(rows, group))


def test_a_span_of_days_counts_its_games_and_no_others(host, sessions):
    random = Random(1)
    games, whole = stored(host, random), make_group(host, *PLAYERS)
    put(host, whole, *(table for _, table in games))
    for first, last in ((1, 28), (5, 20), (20, 5), (random.randint(2, 28), 28)):
        part = make_group(host, *PLAYERS)
        put(host, part, *(table for day, table in games if first <= day <= last))
        period = (day_start(f"2026-03-{first:02}", 0), day_start(f"2026-03-{last + 1:02}", 0))
        assert figures(sessions, whole, period) == figures(sessions, part), (first, last)
    assert figures(sessions, whole).games == 14
