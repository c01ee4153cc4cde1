"""A season of thirty games against a table that was counted by hand."""

from __future__ import annotations

import re

import pytest

from tests.support.groups import azul_game, luz_game, make_group, part_of, played, put, section, table
from tests.support.phones import Phone

# Who came first, second, third and fourth in twenty games of Luz, with 10, −5, −10 and −35 points.
LUZ = 5 * ["Ann Ben Cleo Dan"] + 4 * ["Ben Ann Cleo Dan"] + 3 * ["Ann Cleo Ben Dan"] + 3 * ["Cleo Dan Ann Ben"]
LUZ += 3 * ["Dan Ben Ann Cleo"] + 2 * ["Ann Dan Cleo Ben"]
# Ten games of Azul: who had how many points, the winner first; the last is a tie.
AZUL = 4 * [("Ann Ben", 4, 2)] + 3 * [("Ben Cleo", 5, 1)] + 2 * [("Cleo Ann", 3, 1)] + [("Ben Dan", 2, 2)]

# By hand. Luz, of 20 games each: Ann first 5 + 3 + 2, second 4, third 3 + 3. Ben first 4, second 5 + 3, third 3, fourth
# 3 + 2. Cleo first 3, second 3, third 5 + 4 + 2, fourth 3. Dan first 3, second 3 + 2, fourth 5 + 4 + 3.
# Points: Ann 100 − 20 − 60 = 20; Ben 40 − 40 − 30 − 175 = −205; Cleo 30 − 15 − 110 − 105 = −200;
# Dan 30 − 25 − 420 = −415; each divided by 20.
BY_LUZ = [
    ["Ann", "20", "10", "50", "1", "4", "6", "0"],
    ["Ben", "20", "4", "20", "−10.2", "8", "3", "5"],
    ["Cleo", "20", "3", "15", "−10", "3", "11", "3"],
    ["Dan", "20", "3", "15", "−20.8", "5", "0", "12"],
]
# Azul: Ann won 4 of 6 with 4 × 4 + 2 × 1 = 18 points; Ben 3 and the tie of 8 with 4 × 2 + 3 × 5 + 2 = 25; Cleo 2 of 5
# with 3 × 1 + 2 × 3 = 9; Dan the tie, 2. A player's wins in percent: 4 of 6 are 67.
BY_AZUL = [
    ["Ann", "6", "4", "67", "3", "2"],
    ["Ben", "8", "4 1 shared", "50", "3.1", "4"],
    ["Cleo", "5", "2", "40", "1.8", "3"],
    ["Dan", "1", "1 1 shared", "100", "2", "0"],
]
BY_ALL = [
    ["Ann", "26", "14", "54", "6", "6", "0"],
    ["Ben", "28", "8 1 shared", "29", "12", "3", "5"],
    ["Cleo", "25", "5", "20", "6", "11", "3"],
    ["Dan", "21", "4 1 shared", "19", "5", "0", "12"],
]


def evening(number: int) -> str:
    """Game by game, an evening each of September."""
    return f"2026-09-{number:02}T19:00:00+00:00"


def season(host: Phone) -> list[str]:
    """Play the thirty games; returns the sessions in their order."""
    luz = [luz_game(sorted(order.split()), taken(order)) for order in LUZ]
    azul = [azul_game(order.split(), points) for order, *points in AZUL]
    return [played(host, sheet, evening(number)) for number, sheet in enumerate([*luz, *azul], 1)]


def taken(order: str) -> str:
    """How many tricks each player took, by seat; the seats are in the order of the alphabet."""
    tricks = dict(zip(order.split(), "0127", strict=True))
    return " ".join(tricks[name] for name in sorted(tricks))


@pytest.mark.timeout(240)
def test_thirty_games_come_to_what_was_counted_by_hand(host: Phone) -> None:
    sessions = season(host)
    group = make_group(host, "Ann", "Ben", "Cleo", "Dan")
    assert host.post(f"{group}/tables", {"all": "yes", "replay": "yes"}).status_code == 303
    page = host.page(group)
    assert "30 games" in page
    assert table(page, "standings") == BY_ALL
    for game, rows in (("luz", BY_LUZ), ("azul", BY_AZUL)):
        assert [[*row[:5], *row[6:]] for row in table(page, game)] == rows, "beside each rating"
    records = section(page, "records")
    assert "Ann Highest total in Luz, 1 Sep 2026 Replay 10" in records
    assert "Ben Highest total in Azul, 25 Sep 2026 Replay 5" in records
    assert "Ann Most wins in a row, 24 Sep 2026 Replay 6" in records, "games 19 to 24"
    replays = part_of(page, "records").find_all("link", "Replay")
    assert [link["href"] for link in replays] == [f"/t/{sessions[at]}/replay" for at in (0, 24, 23)]

    upright = [part for part in part_of(page, "ratings") if re.match(r"M0 [-\d.]+V", part.attributes.get("d", ""))]
    assert len(upright) == 4, "how uncertain the rating of each of the four is"
    assert "30 Sep 2026, Shared win, 1. Ben 2, 1. Dan 2 Replay" in section(page, "latest")
    _check_the_file(host, group)


def _check_the_file(host: Phone, group: str) -> None:
    rows = host.get(f"{group}/table.csv").text.splitlines()
    assert rows[0].startswith(
        "\ufeffGame,Name,Played,Games with opponents,Won,Win rate in percent,Shared wins,Place 2,Place 3,"
    )
    assert rows[0].endswith("Place 4,Points,Rating,Uncertainty (±)")
    assert rows[1].startswith("All games,Ann,26,26,14,54,0,6,6,0,,")
    for start in ("Luz,Ben,20,20,4,20,0,8,3,5,-205,", "Azul,Ben,8,8,4,50,1,4,0,0,25,"):
        assert [row for row in rows if row.startswith(start)], start
    games = host.get(f"{group}/games.csv").text.splitlines()
    assert len(games) == 1 + 20 * 4 + 10 * 2 and games[-1] == "30,2026-09-30,Azul,Dan,1,2"
    assert put(host, group, "nothing") == [403]
