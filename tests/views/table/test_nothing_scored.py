"""Places: before the first points nobody has one, a game that stops before them has no winner, teams win as one."""

import re

import pytest

from companion.scoring.scoresheet import END
from tests.support.acting import enter
from tests.support.each_row import each_row
from tests.support.files import bring, example, examples, session_of
from tests.support.own_games import own_games
from tests.support.page_tree import parse
from tests.support.phones import bets, standings, totals
from tests.support.reading import parts

EACH_GAME = pytest.mark.parametrize("key", own_games())
STOPPED = "Stopped, nothing scored"


def opened(host, key, *entries):
    """A table of a game with the players and options of an example."""
    sheet = examples(key)[-1]
    return bring(host, session_of(sheet | {"entries": list(entries)}))


@EACH_GAME
def test_before_the_first_points_nobody_has_a_place_nor_a_total(host, key):
    session = opened(host, key)
    page, form = host.page(f"/t/{session}"), host.page(f"/t/{session}/enter")
    for plate in standings(page).values():
        assert not re.search(r"\d", plate), "no place and no zero, the name alone"
    plates = parse(page).by_id("stand").with_attribute("data-seat")
    assert len({plate["class"] for plate in plates}) == 1, "nobody looks as if in the lead"

    assert "pad-sum" not in page and "Nothing is entered yet." in page
    last = parse(form).by_id("last")
    assert "Nothing is scored yet" in last.text and not re.search(r"\d|total", last.text)
    assert form.count("Nothing is scored yet") == 1


def test_coins_from_the_start_are_shown_before_the_first_entry(host):
    session = host.open("salamanca", ["Ann", "Ben"], money=1)
    assert standings(host.page(f"/t/{session}")) == {0: "5 Ann", 1: "5 Ben"}


@EACH_GAME
def test_a_game_stopped_before_anything_was_scored_has_no_winner(host, sessions, key):
    session = opened(host, key)
    assert host.act(session, "end").status_code == 303
    page = host.page(f"/t/{session}")
    assert parse(page).find("heading").own_text == STOPPED and not parse(page).by_id("hero").items
    assert "wins" not in page and "share the win" not in page
    assert sessions.store.session(session).result["ranking"] == []
    for path in ("", "/sheet", "/print", "/out", "/scores.csv", "/scoresheet.json", "/totals/0"):
        assert host.get(f"/t/{session}{path}").status_code in (200, 404), path
    assert "bgstatsapp" not in host.page(f"/t/{session}/out"), "nor in other statistics"


def test_it_counts_in_nobodys_statistics(host, luz):
    host.act(luz, "end")
    for path in ("/players", "/players/Ann", "/history", "/"):
        page = host.page(path)
        assert "wins" not in page and not re.search(r"\b1 (win|won)", page), path
    assert STOPPED in host.page("/history") and STOPPED in host.page("/")
    result = parse(host.page(f"/t/{luz}")).find("link", "Share the result")["href"]
    assert STOPPED in host.page(result) and STOPPED in host.page(f"{result}/picture.svg")


def test_points_that_add_up_to_nothing_were_scored(host, luz):
    host.enter(luz, bets("3 2 5 0"))
    host.enter(luz, totals("3 2 5 0"))
    assert any(plate.startswith("1 ") for plate in standings(host.page(f"/t/{luz}")).values()), "somebody leads"
    host.act(luz, "end")
    assert STOPPED not in host.page(f"/t/{luz}")
    assert host.act(luz, "undo").status_code == 303
    tile = {"seat": 0, "points": [["red", 1]]}
    ingenious = opened(host, "ingenious", tile | {"points": [["red", 1], ["blue", 2]]}, END)
    assert STOPPED not in host.page(f"/t/{ingenious}"), "the total is still 0, the markers have moved"


def tiled(*tiles):
    """A round of Azul of two in which both tile the same; Ann has the start marker, which costs her what she has."""
    return {"first": 0, "tiling": [{"tiles": [*tiles], "floor": int(not seat)} for seat in range(2)]}


@each_row(
    ("key", "entry", "words"),
    [
        ("ingenious", {"seat": 0, "points": []}, "Move 1 entered"),
        ("ingenious", {"seat": 0, "points": [["red", 1]]}, "Move 1 scored"),
        ("salamanca", {"setup": [{"tile": "lake", "at": [1, place]} for place in range(1, 6)]}, "Entry 1 entered"),
        ("azul", tiled(), "Round 1 entered"),
        ("azul", tiled({"row": 1, "colour": "blue"}), "Round 1 scored"),
    ],
)
def test_an_entry_without_points_is_not_scored(host, sessions, key, entry, words):
    session = host.open(key, ["Ann", "Ben"], **({"board": 1} if key == "salamanca" else {}))
    enter(sessions, session, entry)
    assert words in host.page(f"/t/{session}/log")
    host.act(session, "undo")
    log = host.page(f"/t/{session}/log")
    assert "taken back" in log and "scored" not in log


@pytest.mark.parametrize(("name", "is_told"), [("azul/tie-by-rows", False), ("azul/shared-win", True)])
def test_the_total_settles_the_places_that_have_no_other_reason(host, name, is_told):
    """Of the two players of the first example both are named by the tie-break; of three two share a place."""
    page = host.page(f"/t/{bring(host, session_of(example(name)))}")
    assert "same total" in page
    assert ("Every other place is settled by the total." in page) == is_told


NAMES = ["Ann", "Ben", "Cleo", "Dan"]
_OPEN = {"name": "Tichu", "rounds": 1, "teams": [[0, 2], [1, 3]]}
_THREES = {"name": "Quiz", "rounds": 1, "teams": [[0, 1, 4], [2, 3, 5]]}


def teams(host, options=_OPEN, points=(2, 1)):
    players = [*NAMES, "Eve", "Flo"][: sum(map(len, options["teams"]))]
    sheet = {"format": 1, "game": "open", "players": players, "options": options, "entries": [{"round": [*points]}]}
    return f"/t/{bring(host, sheet)}"


def plates(page):
    """Place, total and names of each plate on the podium, the first place first."""
    return sorted(parse(page).find("region", "The first places").items)


def test_a_team_wins_as_one(host):
    table = teams(host)
    page = host.page(table)
    assert "Ann + Cleo win" in next(part.text for part in parts(page, "heading") if part.tag == "h1")
    result = re.findall(r'href="(/r/[^"]+)"', page)[0]
    for shown in (page, host.page(result)):
        assert plates(shown) == ["1 2 Ann Cleo", "2 1 Ben Dan"]
        ranking = [text.removesuffix(" why") for text in standings(shown).values()]
        assert ranking == ["1 Ann 2", "1 Cleo 2", "2 Ben 1", "2 Dan 1"]
    assert "1. Ann + Cleo 2, 2. Ben + Dan 1" in host.page(result)


def test_of_two_teams_that_share_the_win_each_has_its_plate(host):
    page = host.page(teams(host, _THREES, (5, 5)))
    assert plates(page) == ["1 5 Ann Ben Eve", "1 5 Cleo Dan Flo"]
    assert "Ann + Ben + Eve, Cleo + Dan + Flo share the win" in page
