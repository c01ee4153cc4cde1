"""Without a connection one phone enters round after round of Azul for its whole table."""

from random import Random

from playwright.sync_api import expect

from tests.browser.test_offline_keys import KEY, entries
from tests.browser.test_outbox import outage, waits
from tests.support import tap_games
from tests.support.tap_scripts import on_one_phone

GAME = tap_games.azul(Random(1), True)


def begun(one, posted=0, rounds=None):
    """A table of which this phone has all forms, and has already sent so many taps of the game; and what is left."""
    invitation, taps = one.brings(GAME.sheet), on_one_phone(GAME.key, GAME.entries[:rounds])
    one.go(f"/t/{invitation.id}/enter?seat=0")
    one.tap_all(taps[:posted])
    if posted:
        one.see("[data-tab='0'] > .glyph")
    one.page.wait_for_function("() => document.body.dataset.tabsKept !== undefined")
    outage(one)
    return invitation, taps[posted:]


def test_a_whole_game_is_entered_without_a_connection(phone):
    one = phone()
    invitation, taps = begun(one)
    one.tap_all(taps)
    expect(one.page.locator(KEY)).to_have_text("Waiting to be sent")
    one.context.set_offline(False)
    waits(one)
    one.see(".podium")
    assert entries(one, invitation) == GAME.entries


def test_rounds_are_entered_without_a_connection_from_the_second_wall_on(phone):
    one = phone()
    taps = on_one_phone(GAME.key, GAME.entries)
    first = next(place for place, tap in enumerate(taps, 1) if tap.key.startswith("#bar"))
    invitation, later = begun(one, first, rounds=2)
    one.tap_all(later)
    one.context.set_offline(False)
    waits(one)
    assert entries(one, invitation) == GAME.entries[:2]


# (row, column, colour) of each seat, with a start marker for the first of them, round after round.
GREY = [
    ([(1, 1, "red"), (2, 2, "red")], [(1, 2, "blue")]),
    ([(1, 2, "blue"), (2, 1, "black")], [(1, 1, "white"), (3, 2, "red")]),
    ([(1, 3, "white")], [(2, 2, "white")]),
]


def test_on_a_grey_wall_only_colours_are_offered_that_lie_nowhere_in_row_and_column(phone):
    one = phone()
    invitation = one.opens("azul", GAME.names, wall=1)
    one.go(f"/t/{invitation.id}/enter?seat=0")
    one.page.wait_for_function("() => document.body.dataset.tabsKept !== undefined")
    outage(one)
    for walls in GREY:
        for seat, tiles in enumerate(walls):
            expect(one.page.locator("#entry [name=seat]")).to_have_value(str(seat))
            for row, column, colour in tiles:
                one.tap(f"#space-{row}{column}")
                one.tap(f"#colours-{row} label:has([value={colour}])")
            if not seat:
                one.tap("label:has([name=marker])")
            one.tap(KEY)
    one.tap("#space-15")
    offered = one.page.locator("#colours-1 input")
    assert offered.evaluate_all("all => all.map(({ value }) => value)") == ["yellow", "black"]
    one.context.set_offline(False)
    waits(one)
    laid = [
        [[tuple(tile.values()) for tile in wall["tiles"]] for wall in each["tiling"]]
        for each in entries(one, invitation)
    ]
    assert laid == [[[(row, colour, column) for row, column, colour in wall] for wall in walls] for walls in GREY]


def test_who_entered_a_wall_meanwhile_leads_to_one_question(phone):
    one, two = phone(), phone()
    one.tolerate("409")
    invitation, taps = begun(one)
    two.joins(invitation)
    saves = [place for place, tap in enumerate(taps, 1) if tap.key.startswith("#bar")]
    one.tap_all(taps[: saves[3]])
    expect(one.page.locator("#outbox li b")).to_have_count(4)
    two.post_fields(invitation, "enter", [("seat", "0"), ("floor", "1"), ("marker", "1"), ("confirmed", "1")])
    one.context.set_offline(False)
    expect(one.see("#refused")).to_contain_text("meanwhile the table has Ann: floor line: 1")
    one.tap("#refused button:not([data-keep])")
    waits(one)
    assert entries(one, invitation) == GAME.entries[:2]
