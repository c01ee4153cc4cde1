"""A board is one stop of the Tab key; arrow keys go from space to space, and each says what lies there, and where."""

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keys
from tests.browser.test_every_page import axe_finds
from tests.browser.test_salamanca_board import FULL
from tests.features.referee.places import AUDIT
from tests.support.long import long

pytestmark = long

NAMES = ["Ann", "Ben"]
BOARD = "[role=application]"
STOPS = """board => [...document.querySelectorAll(board)].map(one =>
    [...one.querySelectorAll("[tabindex='0'], a[href], button, input")].filter(cell => cell.tabIndex === 0).length)"""


@pytest.fixture
def keys(phone):
    return Keys(phone(viewport=(1280, 800)))


def at_board(keys, path):
    """Tab on until the focus is on a board, which then is one stop."""
    keys.phone.go(path)
    keys.page.keyboard.press("Tab")
    expect(keys.page.locator(BOARD).first).to_be_attached()
    keys.to(f"{BOARD} *")
    assert set(keys.page.evaluate(STOPS, BOARD)) == {1}


def says(keys, pressed, *names):
    for name in names:
        keys.page.keyboard.press(pressed)
        expect(keys.page.locator(":focus")).to_have_accessible_name(name)
        assert keys.is_seen()


def test_the_board_of_ingenious(keys):
    """The rows lie shifted by half a space: Down and Up keep straight on between them, to the left first."""
    invitation = keys.phone.opens("ingenious", NAMES, board=1)
    at_board(keys, f"/t/{invitation.id}/enter")
    says(keys, "Control+Home", "Row 1, space 1: red")
    says(keys, "ArrowRight", *[f"Row 1, space {place}" for place in range(2, 6)], "Row 1, space 6: green")
    says(keys, "ArrowLeft", "Row 1, space 5")
    says(keys, "ArrowDown", "Row 2, space 5", "Row 3, space 6")
    says(keys, "ArrowUp", "Row 2, space 5", "Row 1, space 5")
    says(keys, "PageDown", "Row 11, space 5")
    says(keys, "End", "Row 11, space 6: orange")
    says(keys, "Home", "Row 11, space 1: yellow")
    says(keys, "Control+End", "Row 11, space 6: orange")
    says(keys, "ArrowRight", "Row 11, space 6: orange")
    assert not axe_finds(keys.page)
    keys.page.keyboard.press("Tab")
    expect(keys.page.locator(".pick [data-tap=r]")).to_be_focused()
    keys.page.keyboard.press("Shift+Tab")
    expect(keys.page.locator(":focus")).to_have_accessible_name("Row 11, space 6: orange")


def test_a_tap_and_the_tile_of_another_phone_leave_the_focus_where_it_is(keys, phone):
    invitation = keys.phone.opens("ingenious", NAMES, board=1)
    other = phone()
    other.joins(invitation)
    at_board(keys, f"/t/{invitation.id}/enter")
    keys.press(".pick [data-tap=r]")
    keys.page.keyboard.press("Shift+Tab")
    says(keys, "Control+Home", "Row 1, space 1: red")
    says(keys, "ArrowRight", "Row 1, space 2")
    keys.page.keyboard.press("Space")
    expect(keys.page.locator(":focus")).to_have_accessible_name("Row 1, space 2: red")
    expect(keys.page.locator("[aria-current=true]:focus")).to_have_count(1)
    keys.press("[data-tap=x0]")
    keys.to(".scroller [data-tap='0.-4']")
    keys.page.evaluate("document.querySelector('#form form').removeAttribute('data-dirty')")
    post_tile(other, invitation, ("r", "0.-4"), ("b", "0.-3"))
    expect(keys.page.locator(":focus")).to_have_accessible_name("Row 2, space 2: red")
    assert set(keys.page.evaluate(STOPS, BOARD)) == {1}


def post_tile(one, invitation, *halves):
    fields = {f"m{place}": colour for place, (colour, _) in enumerate(halves)}
    fields |= {f"s{place}": space for place, (_, space) in enumerate(halves)}
    one.post(invitation, "enter", seat=0, **fields)


def test_the_board_of_salamanca(keys):
    invitation = keys.phone.brings(FULL)
    at_board(keys, f"/t/{invitation.id}/enter?turn=0")
    says(keys, "Control+Home", "lake, row 1, column 1")
    says(keys, "ArrowRight", "lake, fertile, worth 2, row 1, column 2", "free, row 1, column 3")
    says(keys, "ArrowDown", "free, row 2, column 3")
    says(keys, "ArrowLeft", "castle of Ben, worth 6, row 2, column 2")
    keys.page.keyboard.press("Enter")
    expect(keys.page.locator(".land [aria-pressed=true]:focus")).to_have_attribute("data-tap", "2.2")
    says(keys, "End", "free, row 2, column 9")
    assert not axe_finds(keys.page)


def test_boards_to_look_at_are_walked_over_too(keys):
    """What was occupied leads on by Enter; a free space of Ingenious says where it is."""
    land = keys.phone.brings(FULL)
    at_board(keys, f"/t/{land.id}")
    says(keys, "Control+End", "free, row 8, column 9")
    board = keys.phone.opens("ingenious", NAMES, board=1)
    at_board(keys, f"/t/{board.id}")
    says(keys, "Control+Home", "Row 1, space 1: red")
    says(keys, "ArrowDown", "Row 2, space 1")
    assert not axe_finds(keys.page)


REFEREE = [
    ("ingenious/placement?", ".hex-board", "Row 1, space 1: red"),
    ("salamanca/estate?", ".land", "free, row 1, column 1"),
    (f"azul/audit?{AUDIT}", ".wall", "row 1, column 1: blue, a tile lies there"),
    ("azul/tile?kind=grey", ".wall", "row 1, column 1"),
    ("5211/round?", ".cards", "green 1, rooster, 5 copies left"),
]


@pytest.mark.parametrize(("question", "board", "first"), REFEREE)
def test_the_boards_of_the_referee(keys, question, board, first):
    at_board(keys, f"/referee/{question}")
    while not keys.page.evaluate("board => !!document.activeElement.closest(board)", board):
        keys.page.keyboard.press("Tab")
    keys.page.keyboard.press("Control+Home")
    expect(keys.page.locator(":focus")).to_have_accessible_name(first)
    before = keys.page.url
    keys.page.keyboard.press("ArrowDown")
    keys.page.keyboard.press("Space")
    keys.page.wait_for_url(lambda url: url != before or board == ".cards")
    assert not axe_finds(keys.page)
