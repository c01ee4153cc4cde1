"""A dispute of Azul settled by tapping: what a tile scores, on either wall, with script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone

MOST = 12  # taps from the referee's list on


def choose(phone: Phone, name: str, value: str) -> None:
    phone.tap(f"#ask label.key:has([name={name}][value='{value}'])")


def says(phone: Phone, text: str) -> None:
    expect(phone.page.locator(".answer")).to_contain_text(text)


def lays(phone: Phone, at: str) -> None:
    """A tap on a space of the wall; waits until the tile lies there."""
    phone.tap(f".wall [value='{at}']")
    phone.see(f".wall .has[value='{at}']")


def to_the_question(phone: Phone, name: str) -> None:
    """From the home page to the list, from where taps count, and to the question."""
    phone.go("/")
    phone.tap("a.referee, .referee a, a[href='/referee']")
    phone.taps = 0
    phone.tap(f"a[href='/referee/azul/{name}']")
    phone.see("#ask")


def test_a_tile_in_two_runs(phone) -> None:
    one = phone()
    to_the_question(one, "tile")
    one.stays()
    # Yellow in row 3 between blue and red, red above and blue below: four across and three down.
    for at in ("24", "32", "33", "35", "44"):
        lays(one, at)
    choose(one, "put", "tile")
    says(one, "Tap the space of the tile in question")
    one.tap(".wall [value='34']")
    says(one, "7 points")
    says(one, "4 across, 3 down")
    assert one.taps == 8 <= MOST and one.stayed()
    expect(one.page.locator("#why li")).to_have_count(2)
    expect(one.page.locator(".wall .run")).to_have_count(6)
    # The address is the question: another phone, which reads Chinese, sees the same.
    other = phone(locale="zh-TW", scheme="dark")
    other.page.goto(one.page.url)
    says(other, "7")
    # A claim is typed, and where it goes wrong is told.
    one.page.fill("[name=claim]", "8")
    one.page.press("[name=claim]", "Enter")
    expect(one.page.locator("[data-claim=wrong]")).to_be_visible()
    one.tap(".bar a.square")
    one.see(".qr-plate svg")


def test_where_a_colour_may_lie_and_a_wall_that_cannot_be(phone) -> None:
    one = phone()
    to_the_question(one, "columns")
    for colour, at in (("red", "11"), ("black", "22")):
        choose(one, "colour", colour)
        expect(one.page.locator(f"[name=colour][value={colour}]")).to_be_checked()
        lays(one, at)
    choose(one, "put", "tile")
    says(one, "Choose the colour and tap the row of the line")
    choose(one, "colour", "red")
    one.tap(".wall [value='21']")
    says(one, "Open: columns 3, 4, 5")
    assert one.taps == 8 <= MOST
    # A second red tile in column 1 is a sentence.
    choose(one, "put", "wall")
    expect(one.page.locator("[name=put][value=wall]")).to_be_checked()
    one.tap(".wall [value='41']")
    says(one, "This cannot be")
    expect(one.page.locator("#ask .note.bad")).to_contain_text("Column 1 has a red tile already")


def test_the_bonuses_of_a_wall(phone) -> None:
    one = phone()
    to_the_question(one, "bonuses")
    for key, points in (("r1", "2 points"), ("c1", "9 points"), ("blue", "19 points")):
        one.tap(f".pick [value='{key}']")
        says(one, points)
    assert one.taps == 4 <= MOST


def test_a_tile_without_script(phone) -> None:
    plain = phone(script=False)
    to_the_question(plain, "tile")
    for at in ("11", "13"):
        with plain.page.expect_navigation():
            plain.tap(f".wall [value='{at}']")
    choose(plain, "put", "tile")
    with plain.page.expect_navigation():
        plain.tap(".wall [value='12']")
    says(plain, "3 points")
    assert plain.page.url.endswith("?kind=coloured&wall=B-R----------------------&put=tile&tile=1Y2")
    assert plain.taps == 5 <= MOST


@pytest.mark.parametrize("script", [True, False], ids=["script", "without script"])
def test_a_final_wall_by_taps_and_a_claim_in_between(phone, script) -> None:
    one = phone(script=script)
    to_the_question(one, "audit")
    for at in ("11", "12", "13", "14"):
        lays(one, at)
    assert one.taps == 5, "one tap a tile"
    says(one, "8 to 10 points")
    type_into(one, "rounds", "3")
    expect(one.page.locator("#rounds-fault")).to_contain_text("3 rounds are not enough")
    expect(one.page.locator("[name=rounds]")).to_have_value("3")
    type_into(one, "rounds", "4")
    type_into(one, "claim", "9")
    expect(one.page.locator("[data-claim=right]")).to_have_text("9 is possible.")
    expect(one.page.locator("#order-claim .wall")).to_have_count(4)
    expect(one.page.locator("#order-least h2")).to_have_text("An order that brings the least, 8")


def type_into(phone: Phone, name: str, text: str) -> None:
    """A number and Enter, which asks with and without script."""
    phone.page.fill(f"[name={name}]", text)
    phone.page.press(f"[name={name}]", "Enter")
