"""Without a connection one phone plays on a game of Ingenious tile by tile, also where a seat places again."""

import pytest
from playwright.sync_api import expect

from tests.browser.ingenious import short_game, tap_points, tap_tile
from tests.browser.test_offline_keys import KEY, LATER, entries
from tests.browser.test_outbox import outage, waits

NAMES = ["Ann", "Ben"]


def tiles(seed, board):
    return [
        {"seat": seat, "tile": tile, "at": [list(space) for space in at]}
        if board
        else {"seat": seat, "points": [[colour, number] for colour, number in zip(tile, points, strict=True) if number]}
        for seat, tile, at, points, _ in short_game(seed)
    ]


def tap(one, tile):
    if "tile" in tile:
        tap_tile(one, tile["tile"], tile["at"])
    else:
        tap_points(one, *(f"{colour} {points}" for colour, points in tile["points"]))


# In each of them a seat that has reached the end of a colour places again; the first is played to its end.
GAMES = {"on the board": (1, True, slice(34, 38)), "by points": (2, False, slice(18, 21))}
ORDINARY = {"one tile each": (2, False, slice(2, 5))}


def begun(one, name):
    seed, board, part = (GAMES | ORDINARY)[name]
    game = tiles(seed, board)
    sheet = {"format": 1, "game": "ingenious", "players": NAMES, "options": {"board": board}}
    invitation = one.brings({**sheet, "entries": game[: part.start]})
    one.go(f"/t/{invitation.id}/enter")
    one.see("#form")
    return invitation, game[: part.stop], game[part]


@pytest.mark.parametrize("name", GAMES)
def test_tiles_are_placed_without_a_connection_and_sent_in_order(phone, name):
    one = phone()
    invitation, played, later = begun(one, name)
    assert len({tile["seat"] for tile in later}) == 2
    outage(one)
    for number, tile in enumerate(later, 1):
        title = f"{NAMES[tile['seat']]} again" if is_again(later, number - 1) else f"Tile of {NAMES[tile['seat']]}"
        expect(one.page.locator("#head h1")).to_contain_text(title)
        tap(one, tile)
        expect(one.page.locator(KEY)).to_have_text(LATER)
        one.tap(KEY)
        expect(one.page.locator("#outbox li b")).to_have_count(number)
    one.context.set_offline(False)
    waits(one)
    if GAMES[name][1]:
        one.see(".podium")
    assert entries(one, invitation) == played


def is_again(later, place):
    return place > 0 and later[place]["seat"] == later[place - 1]["seat"]


def test_tiles_that_wait_are_there_after_the_page_was_left(phone):
    one = phone(keeps_pages=True)
    invitation, played, later = begun(one, "by points")
    one.page.wait_for_function("() => navigator.serviceWorker.controller")
    one.page.reload()
    outage(one)
    for tile in later[:2]:
        tap(one, tile)
        one.tap(KEY)
    expect(one.page.locator("#outbox li b")).to_have_count(2)
    one.page.reload()
    expect(one.page.locator("#entry [name=seat]")).to_have_value(str(later[2]["seat"]))
    tap(one, later[2])
    one.tap(KEY)
    one.context.set_offline(False)
    waits(one)
    assert entries(one, invitation) == played


def test_a_tile_half_tapped_stays_while_those_before_it_are_sent(phone):
    one = phone()
    invitation, played, later = begun(one, "by points")
    outage(one)
    for tile in later[:2]:
        tap(one, tile)
        one.tap(KEY)
    tap(one, later[2])
    one.context.set_offline(False)
    waits(one)
    one.tap(KEY)
    one.see(f"#last[data-entry='{len(played)}']")
    assert entries(one, invitation) == played


def test_who_placed_a_tile_meanwhile_leads_to_one_question(phone):
    one, two = phone(), phone()
    one.tolerate("409")
    invitation, played, later = begun(one, "one tile each")
    two.joins(invitation)
    outage(one)
    for tile in later:
        tap(one, tile)
        one.tap(KEY)
    expect(one.page.locator("#outbox li b")).to_have_count(len(later))
    two.post_fields(invitation, "enter", [("seat", str(later[0]["seat"])), ("tap", "p1")])
    one.context.set_offline(False)
    expect(one.see("#refused")).to_contain_text("meanwhile the table has Move 3 scored (phone 2)")
    one.tap("#refused a[data-keep]")
    waits(one)
    other = {"seat": later[0]["seat"], "points": [["purple", 1]]}
    assert entries(one, invitation) == [*played[: -len(later)], other, *later[1:]]
