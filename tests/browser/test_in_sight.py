"""What is asked and what was just tapped is in sight on a phone: no bar and no board pushes it away."""

import pytest
from playwright.sync_api import expect

from tests.browser import azul, ingenious, salamanca
from tests.browser.test_salamanca_board import FULL, NAMES
from tests.support.long import mostly_long

FIVE = [*NAMES, "Dan", "Eve"]
IN_SIGHT = """part => {
    const box = part.getBoundingClientRect(), ends = [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]];
    return ends.every(([x, y]) => part.contains(document.elementFromPoint(x, y)));
}"""
sizes = pytest.mark.parametrize("size", mostly_long([(320, 640), (390, 664), (390, 844)]))


def is_in_sight(parts, count):
    expect(parts).to_have_count(count)
    assert all(part.evaluate(IN_SIGHT) for part in parts.all())


@sizes
def test_a_placed_building_is_occupied_by_a_key_of_the_bar(phone, size):
    one = phone(viewport=size)
    one.go(f"/t/{one.brings(FULL).id}/enter")
    salamanca.tap_tile(one, "monastery", (6, 7))
    salamanca.step_is_in(one, 1)
    key, end = one.page.locator("[name=amend]"), one.page.locator("#bar .button[name=end]")
    is_in_sight(key, 1)
    expect(end).to_contain_text("monastery not occupied")
    one.tap(key)
    expect(one.page.locator("[name=amend][value='1.off'][aria-pressed=true]")).to_have_count(1)
    expect(end).not_to_contain_text("not occupied")


@sizes
def test_who_of_two_with_equal_cards_goes_first_is_asked_in_sight(phone, size):
    one = phone(viewport=size)
    setup = {**FULL, "players": FIVE, "entries": FULL["entries"][:1]}
    one.go(f"/t/{one.brings(setup).id}/enter")
    for seat, card in enumerate((9, 3, 3, 5, 10)):
        one.tap(f"label.key:has([name=c{seat}][value='{card}'])")
    is_in_sight(one.page.locator("label.key:has([name=first])"), 2)
    one.tap("label.key:has([name=first][value='2'])")
    expect(one.page.locator("#bar .button")).to_have_text("Save the cards")
    one.tap("label.key:has([name=c2][value='5'])")
    one.tap("label.key:has([name=c1][value='5'])")
    why = one.page.locator("#bar p")
    expect(why).to_contain_text("Two cards at most are equal")
    is_in_sight(why, 1)


@sizes
@pytest.mark.parametrize("board", mostly_long([1, 0]))
def test_the_points_of_both_halves_are_in_sight(phone, size, board):
    one = phone(viewport=size)
    one.go(f"/t/{one.opens('ingenious', NAMES, board=board).id}/enter")
    if board:
        ingenious.tap_tile(one, ("green", "yellow"), ((5, -4), (4, -4)))
    else:
        ingenious.tap_points(one, "red 3", "green 1")
    is_in_sight(one.page.locator("[data-half] [data-points]"), 2)
    is_in_sight(one.page.locator("[data-half] .key, [data-tap=flip]"), 3)


@sizes
@pytest.mark.parametrize("wall", mostly_long([0, 1]))
def test_the_floor_line_is_in_sight_in_each_round(phone, size, wall):
    one = phone(viewport=size)
    names = [*NAMES, "Dan"]
    invitation = one.opens("azul", names, wall=wall)
    for seat in range(len(names)):
        azul.post_wall(one, invitation, seat, [(2, seat + 1, "red")], 2 * (seat == 0), seat == 0)
    one.go(f"/t/{invitation.id}/enter?seat=0")
    one.see("#last[data-entry='1']")
    is_in_sight(one.page.locator("label.floor-space"), 7)


@sizes
def test_the_key_that_ends_an_open_sheet_is_in_sight_once_it_is_asked_for(phone, size):
    one = phone(viewport=size)
    one.go(f"/t/{one.opens('open', NAMES, title='Hearts').id}/enter")
    one.tap("#ending summary")
    one.page.wait_for_function(IN_SIGHT, arg=one.see("#ending [name=stop]").element_handle())


def test_a_tapped_space_of_a_drawing_has_no_frame_of_the_browser(phone):
    one = phone()
    one.go(f"/t/{one.opens('ingenious', NAMES, board=1).id}/enter")
    one.page.evaluate("() => import(document.body.dataset.boardKeys)")  # which comes with the first focus
    one.tap(".scroller [data-tap='0.-4']")
    expect(one.page.locator(".scroller [data-tap='0.-4'][aria-current=true]")).to_be_focused()
    assert one.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
