"""What a screen reader is told where a page shows a picture, a sign or a number in a column."""

from __future__ import annotations

import re

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import Phone, bets, totals
from tests.support.reading import named

NAMES = ["Ann", "Ben", "Cleo"]


def labels(page: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"', page)


def test_a_row_of_the_score_pad_names_each_seat_with_its_points(host: Phone) -> None:
    luz = host.open("luz", NAMES)
    host.enter(luz, bets("1 2 3"))
    host.enter(luz, totals("1 2 7"))
    for path, total in (("", "padsum"), ("/sheet", "pad-sum")):
        page = host.page(f"/t/{luz}{path}")
        assert "Deal 1: Ann +10, Ben +10, Cleo \u221220" in labels(page)
        assert parse(page).by_id(total).text == "Total Ann 10 Ben 10 Cleo −20"


def test_hidden_points_say_so_in_the_row(host: Phone) -> None:
    luz = host.open("luz", NAMES, hidden=1)
    host.enter(luz, bets("1 2 3"))
    host.enter(luz, totals("1 2 7"))
    assert any("Ben hidden until the end" in label for label in labels(host.page(f"/t/{luz}")))


def test_a_small_wall_says_row_by_row_what_lies_where(host: Phone) -> None:
    azul = host.open("azul", NAMES[:2])
    host.enter(azul, {"seat": 0, "typed": 1, "r1": 1, "r2": 2})
    walls = [label for label in labels(host.page(f"/t/{azul}")) if label.startswith("Wall of")]
    assert walls == [
        "Wall of Ann: row 1: blue in column 1, new, +1; row 2: blue in column 2, new, +1",
        "Wall of Ben: no tiles",
    ]


@each_row(("cards", "left"), [("", "5 copies left"), ("G1", "4 copies left"), ("G6", "5 copies left")])
def test_a_card_of_5211_says_how_many_copies_are_left(host: Phone, cards: str, left: str) -> None:
    fifty = host.open("5211", NAMES[:2])
    keys = labels(host.page(f"/t/{fifty}/enter" + (f"?card={cards}" if cards else "")))
    assert f"green 1, rooster, {left}" in keys
    assert f"green 6, {'no copies left' if cards == 'G6' else '1 copy left'}" in keys
    assert "place 4, no card yet" in keys


def test_keys_of_luz_and_salamanca_say_whose_and_what_they_are(host: Phone) -> None:
    luz, coins = host.open("luz", NAMES), host.open("salamanca", NAMES)
    page = host.page(f"/t/{luz}/enter")
    assert labels(page).count("6 or more") == 3 and "Bet of Ben, in yellow beads" in named(page, "group")
    assert "card 8" in labels(host.page(f"/t/{coins}/enter?do=cards"))


def test_a_half_of_a_tile_says_which_one_it_is(host: Phone) -> None:
    for options, address in (({"board": 1}, "?m0=r&m1=b"), ({}, "?m0=r2&m1=b3")):
        session = host.open("ingenious", NAMES, **options)
        keys = labels(host.page(f"/t/{session}/enter{address}"))
        assert any(re.fullmatch(r"red( 2)?, 1st", label) for label in keys), keys


def test_a_tile_on_the_board_is_named_where_it_is_only_looked_at(host: Phone) -> None:
    session = host.open("ingenious", NAMES, board=1)
    page = host.page(f"/t/{session}")
    assert "Row 2, space 2: red" in labels(page)
    assert 'data-space="Row {0}, space {1}"' in page
