"""Games that ended in the same second are counted in the order of opening, also after an import in any order."""

import random
import re

import pytest

from tests.features.conftest import same_phone, shown
from tests.support.groups import luz_game, make_group, played, put, section
from tests.support.long import mostly_long
from tests.support.reading import parts

WHEN = "2026-11-21T20:00:00+00:00"
LATER = "2026-11-21T20:00:01+00:00"
WON, LOST = "0 10 0", "10 0 0"
"""Tricks in a deal in which everybody bets 0: Ann gets 10 or loses 50."""
# One longest streak of Ann, of four, in the middle of games that ended at once; her current one is 1.
COURSE = (LOST, WON, WON, WON, WON, LOST, LOST, WON)


@pytest.fixture
def group(host):
    """A group with eight games of one second and, opened before them, one that ended a second later."""
    made = make_group(host, "Ann", "Ben", "Cleo")
    late = played(host, luz_game(("Ann", "Ben", "Cleo"), LOST), LATER)
    for taken in COURSE:
        put(host, made, played(host, luz_game(("Ann", "Ben", "Cleo"), taken), WHEN))
    put(host, made, late)
    return made


def test_games_of_one_second_count_in_the_order_of_opening(host, group):
    assert re.search(r"Ann Most wins in a row.* 4$", section(host.page(group), "records"))
    rows = [link for link in parts(host.page("/history"), "link") if link["href"].startswith("/t/")]
    winners = [row.bold[0].split()[0] for row in rows]
    assert winners == ["Ben", *("Ann" if won == WON else "Ben" for won in reversed(COURSE))]


@pytest.mark.parametrize("seed", mostly_long(range(3), 1))
def test_an_import_in_any_order_gives_the_same_ratings_and_streaks(app, host, group, tmp_path, command, serve, seed):
    file, shuffled = tmp_path / "all.jsonl", tmp_path / "shuffled.jsonl"
    assert command("export", file, "--database", app.config["DATABASE"])[0] == 0
    lines = file.read_text().splitlines(keepends=True)
    sessions = [line for line in lines if line.startswith('{"session"')]
    first = lines.index(sessions[0])
    random.Random(seed).shuffle(sessions)
    shuffled.write_text("".join([*lines[:first], *sessions, *lines[first + len(sessions) :]]))
    database = tmp_path / "new" / "companion.sqlite"
    assert command("import", shuffled, "--database", database)[0] == 0
    same = same_phone(host, serve(database))
    for path in (group, f"{group}/table.csv", f"{group}/games.csv", "/players/ann", "/history", "/history.csv"):
        assert shown(same, path) == shown(host, path), path
    assert command("export", "--database", database)[1] == file.read_text()
