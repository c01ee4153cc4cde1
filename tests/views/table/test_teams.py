"""Teams win as teams: one place a team, its members on one plate, on every page, in files and in pictures."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from typing import Any
from urllib.parse import unquote

import pytest

from tests.support.groups import make_group, put, section
from tests.support.page_tree import parse
from tests.support.phones import Phone, standings
from tests.support.reading import parts, read_text

NAMES = ["Ann", "Ben", "Cleo", "Dan"]
_OPEN = {"name": "Tichu", "rounds": 1, "teams": [[0, 2], [1, 3]]}
_THREES = {"name": "Quiz", "rounds": 1, "teams": [[0, 1, 4], [2, 3, 5]]}
_END = {"end": True}


def brought(host: Phone, game: str, options: dict[str, Any], entries: list[Any], players: list[str]) -> str:
    sheet = {"format": 1, "game": game, "players": players, "options": options, "entries": entries}
    answer = host.post("/import/open", {"text": json.dumps(sheet), "key": f"{game}-{len(players)}"})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def ingenious(host: Phone) -> str:
    """Ann and Cleo have 2, the others 1."""
    colours = [("red", "green"), ("blue", "orange"), ("yellow", "purple")]
    moves = [(2 * turn + seat) % 4 for turn in range(3) for seat in range(2)]
    entries = [
        {"seat": seat, "points": [[colour, 2 - seat % 2] for colour in colours[number // 2]]}
        for number, seat in enumerate(moves)
    ]
    return brought(host, "ingenious", {"mode": "team"}, [*entries, _END], NAMES)


def open_sheet(host: Phone) -> str:
    return brought(host, "open", _OPEN, [{"round": [2, 1]}], NAMES)


def plates(page: str) -> list[str]:
    """Place, total and names of each plate on the podium, the first place first."""
    return sorted(parse(page).find("region", "The first places").items)


@pytest.mark.parametrize("opened", [ingenious, open_sheet])
def test_a_team_wins_as_one(host: Phone, opened: Any) -> None:
    table = opened(host)
    page = host.page(table)
    assert "Ann + Cleo win" in next(part.text for part in parts(page, "heading") if part.tag == "h1")
    result = re.findall(r'href="(/r/[^"]+)"', page)[0]
    for shown in (page, host.page(result)):
        assert plates(shown) == ["1 2 Ann Cleo", "2 1 Ben Dan"]
        ranking = [text.removesuffix(" why") for text in standings(shown).values()]
        assert ranking == ["1 Ann 2", "1 Cleo 2", "2 Ben 1", "2 Dan 1"]
    assert "1. Ann + Cleo 2, 2. Ben + Dan 1" in host.page(result) and "1. Ann + Cleo 2, 2. Ben + Dan 1" in host.page(
        "/"
    )


@pytest.mark.parametrize("opened", [ingenious, open_sheet])
def test_files_and_pictures_have_the_place_of_the_team(host: Phone, opened: Any) -> None:
    table = opened(host)
    rows = list(csv.reader(StringIO(host.page(f"{table}/results.csv").lstrip("\ufeff"))))
    assert rows[-1][-4:] == ["1", "2", "1", "2"]
    links = [part["href"] for part in parts(host.page(f"{table}/out"), "link")]
    play = json.loads(unquote(next(link for link in links if "createPlay" in link).partition("data=")[2]))
    assert [(player["rank"], player["winner"]) for player in play["players"]] == [
        (1, True), (2, False), (1, True), (2, False),
    ]  # fmt: skip
    picture = host.page(re.findall(r'href="(/r/[^"]+)"', host.page(table))[0] + "/picture.svg")
    assert picture.count("Ann + Cleo") == 3 and "Ben + Dan" in picture, "its title twice, and its plate"
    assert "1. Ann" not in picture
    ranking = parse(host.page(f"{table}/print")).find("table", "Final ranking").rows
    assert ranking == [["1", "Ann", "2"], ["1", "Cleo", "2"], ["2", "Ben", "1"], ["2", "Dan", "1"]]
    assert "Teams Ann + Cleo Ben + Dan" in read_text(host.page(f"{table}/print"))


@pytest.mark.parametrize("opened", [ingenious, open_sheet])
def test_history_and_groups_have_the_place_of_the_team(host: Phone, opened: Any) -> None:
    session = opened(host).split("/")[2]
    group = make_group(host, *NAMES)
    put(host, group, session)
    latest = section(host.page(group), "latest")
    assert [f"{place}. {name}" in latest for name, place in zip(NAMES, "1212", strict=True)] == [True] * 4
    assert "3." not in latest and "2. Dan" in read_text(host.page(f"{group}/games"))
    for path in (f"{group}/games.csv", "/history.csv"):
        rows = list(csv.DictReader(StringIO(host.page(path).lstrip("\ufeff"))))
        assert {row["Name"]: row["Place"] for row in rows} == dict(zip(NAMES, "1212", strict=True)), path


def test_of_two_teams_that_share_the_win_each_has_its_plate(host: Phone) -> None:
    players = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Flo"]
    page = host.page(brought(host, "open", _THREES, [{"round": [5, 5]}], players))
    assert plates(page) == ["1 5 Ann Ben Eve", "1 5 Cleo Dan Flo"]
    assert "Ann + Ben + Eve, Cleo + Dan + Flo share the win" in page
