"""What a screen reader is told of pictures, signs and numbers; names from right to left; marks of seats."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import Phone, bets, totals
from tests.support.reading import labels
from tests.support.world import World

NAMES = ["Ann", "Ben", "Cleo"]


def test_a_row_of_the_score_pad_names_each_seat_with_its_points(host: Phone) -> None:
    luz = host.open("luz", NAMES)
    host.enter(luz, bets("1 2 3"))
    host.enter(luz, totals("1 2 7"))
    for path, total in (("", "padsum"), ("/sheet", "pad-sum")):
        page = host.page(f"/t/{luz}{path}")
        assert "Deal 1: Ann +10, Ben +10, Cleo \u221220" in labels(page)
        assert parse(page).by_id(total).text == "Total Ann 10 Ben 10 Cleo −20"


# A table of two, the page that is looked at, and what is told on it.
TOLD: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("5211", {}, "/enter", ["green 1, rooster, 5 copies left", "green 6, 1 copy left", "place 4, no card yet"]),
    ("5211", {}, "/enter?card=G1", ["green 1, rooster, 4 copies left", "green 6, 1 copy left"]),
    ("5211", {}, "/enter?card=G6", ["green 1, rooster, 5 copies left", "green 6, no copies left"]),
    ("azul", {}, "", ["Wall of Ben: no tiles"]),
    ("salamanca", {}, "/enter?do=cards", ["card 8"]),
    ("ingenious", {"board": 1}, "/enter?m0=r&m1=b", ["red, 1st"]),
    ("ingenious", {}, "/enter?m0=r2&m1=b3", ["red 2, 1st"]),
    ("ingenious", {"board": 1}, "", ["Row 1, space 1: red"]),
]


@each_row(("game", "options", "path", "told"), TOLD)
def test_keys_cards_and_spaces_say_what_they_are(
    host: Phone, game: str, options: dict[str, Any], path: str, told: list[str]
) -> None:
    assert set(told) <= {*labels(host.page(f"/t/{host.open(game, NAMES[:2], **options)}{path}"))}


HEBREW = "עלמה"
ALONE = f"\u2068{HEBREW}\u2069"


def test_seats_in_sentences_and_lists_are_isolated(host: Phone) -> None:
    session = host.open("luz", ["Ann", HEBREW, "Cleo"])
    host.enter(session, bets("1 2 3"))
    page = host.page(f"/t/{session}/enter?totals=1")
    assert f"How many did {ALONE} take?" in page
    assert f"Ann bets 1, {ALONE} bets 2, Cleo bets 3" in page  # what undo takes back
    host.enter(session, totals("1 2 7"))
    host.act(session, "end")
    assert f"1. Ann 10, 2. {ALONE} 10" in host.page("/")
    assert HEBREW in parse(host.page(f"/new/luz?player={HEBREW}&player=Ann")).values("player"), "sent as it is"


ALIKE, MARKS = ("Anna", "Andy", "Amy", "Alex", "Abe"), ("An", "Ad", "Am", "Al", "Ab")
MARK = re.compile(r'<b class="mark seat-(\d+)[^>]*>([^<]*)</b>')
PAGES = ("", "/sheet", "/enter", "/log", "/needs", "/seats", "/share", "/print", "/replay/1", "/entries/1", "/totals/0")


def test_no_page_shows_two_seats_alike(app: Flask) -> None:
    world, faults, seen = World(app, ALIKE), [], 0
    for session in world.tables:
        for path in PAGES:
            marks = set(MARK.findall(world.phones["host"].get(f"/t/{session}{path}").text))
            seen += len(marks)
            faults += [f"{path}: {text} on seat {seat}" for seat, text in marks if text != MARKS[int(seat) - 1]]
    assert seen > 100 and not faults, "\n".join(faults)
