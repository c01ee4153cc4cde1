"""What other phones enter moves no key that somebody is about to tap, on a page that is scrolled, too."""

import pytest
from playwright.sync_api import expect

from tests.browser import azul
from tests.browser.test_salamanca_board import FULL
from tests.support.long import mostly_long

SMALL = (320, 640)
# Where each key in view is; what came or went meanwhile is not compared.
PLACES = """keys => Object.fromEntries([...document.querySelectorAll(keys)].map(key => {
    const { x, y, height } = key.getBoundingClientRect();
    return [key.id || key.value, [Math.round(x), Math.round(y)], y > 0 && y + height < innerHeight];
}).filter(([, , isSeen]) => isSeen))"""

CHOSEN = "#form :is(button[value='7.1'][aria-pressed=true], #space-31 :checked)"


# What is entered first.
FIRST = {
    "azul": [("seat", "0"), ("r1", "1"), ("floor", "1"), ("confirmed", "1")],
    "5211": [("seat", "0"), *(("card", card) for card in ("G6", "G5", "Y1", "T1"))],
    "luz": [("stage", "bets"), *((f"b{seat}", "1") for seat in range(3))],
    "ingenious": [("seat", "0"), ("tap", "r2"), ("tap", "b1")],
    "salamanca": [("do", "sale"), ("end", "1"), ("tap", "seat.0"), ("tap", "farm")],
    "open": [("seat", "0"), ("n0", "7")],
}


def salamanca_steps():
    return [
        {"of": 2, "step": 1, "at": "5.1", "tile": "field", "v": 3},
        {"of": 2, "step": 2, "at": "6.2", "tile": "monastery"},
        {"of": 2, "amend": "2.on"},
        {"of": 2, "end": 1},
        {"of": 0, "end": 1},
    ]


def stay(one, keys, act, *, scrolled):
    """Scroll the page, let another phone act, and compare once this page shows the version that it made."""
    one.page.evaluate(f"scrollTo(0, {scrolled})")
    head = one.page.locator("#head")
    before, version = one.page.evaluate(PLACES, keys), head.get_attribute("data-version") or ""
    act()
    expect(head).not_to_have_attribute("data-version", version)
    expect(one.page.locator(CHOSEN)).to_have_count(1)
    one.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    after = one.page.evaluate(PLACES, keys)
    assert before
    for key, (x, y) in before.items():
        left, top = after.get(key, (x, y))
        assert abs(left - x) < 3 and abs(top - y) < 3, (key, (x, y), (left, top))


@pytest.mark.parametrize("scrolled", [0, 120])
def test_spaces_of_a_board_stay_while_a_turn_goes_on_elsewhere(phone, scrolled):
    one, two = phone(viewport=SMALL), phone()
    invitation = one.brings(FULL)
    two.joins(invitation)
    one.go(f"/t/{invitation.id}/enter")
    one.tap(".land button[value='7.1']")
    expect(one.page.locator(".land button[value='7.1'][aria-pressed=true]")).to_have_count(1)
    for number, step in enumerate(salamanca_steps()):
        stay(
            one, ".land button", lambda step=step: two.post(invitation, "enter", **step),
            scrolled=scrolled if not number else one.page.evaluate("scrollY"),
        )  # fmt: skip


@pytest.mark.parametrize("scrolled", [0, 120])
def test_spaces_of_a_wall_stay_while_others_save_theirs(phone, scrolled):
    one, two = phone(viewport=SMALL), phone()
    invitation = one.opens("azul", ["Ann", "Ben", "Cleo", "Dan"])
    two.joins(invitation)
    one.go(f"/t/{invitation.id}/enter?seat=0")
    one.tap("#space-31")
    for seat in (1, 2, 3):
        post = lambda seat=seat: azul.post_wall(two, invitation, seat, [(1, seat)], 2 * (seat == 1), seat == 1)  # noqa: E731
        stay(one, "#form .space", post, scrolled=scrolled if seat == 1 else one.page.evaluate("scrollY"))


@pytest.mark.parametrize("game", mostly_long(["azul", "5211", "luz", "ingenious", "salamanca", "open"]))
def test_the_main_key_stays_when_the_first_entry_brings_the_key_of_an_undo(phone, game):
    one, two = phone(viewport=SMALL), phone()
    invitation = one.opens(game, ["Ann", "Ben", "Cleo"], title="Hearts")
    two.joins(invitation)
    one.go(f"/t/{invitation.id}/enter?seat=1")
    key = one.page.locator("#bar-row > .button")
    before = key.bounding_box()
    two.post_fields(invitation, "enter", FIRST[game])
    one.see("#bar-row .square")
    after = key.bounding_box()
    assert before and after
    assert (before["x"], before["width"]) == (after["x"], after["width"])
