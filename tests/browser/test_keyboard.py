"""An entry of each game by keys alone, from the table's page to the saved entry; and what a screen reader is told."""

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keys
from tests.support.long import long

NAMES = ["Ann", "Ben", "Cleo"]


@pytest.fixture
def keys(phone):
    return Keys(phone(viewport=(1280, 800)))


def at_form(keys, game, names=NAMES, **options):
    invitation = keys.phone.opens(game, names, **options)
    keys.phone.go(f"/t/{invitation.id}")
    keys.opens("#bar a.button", "#form")
    return invitation


def test_a_deal_of_luz(keys):
    invitation = at_form(keys, "luz")
    keys.press("[name=b0]", "Space")  # 0 beads
    keys.press("[name=b1]", "Space")
    keys.page.keyboard.press("ArrowRight")
    expect(keys.page.locator("[name=b1][value='1']")).to_be_checked()
    keys.press("[name=s2]", "Space")
    keys.press("[name=b2]", "Space")
    keys.press("fieldset:has([name=b2]) [data-more]", "Space")
    keys.page.keyboard.press("Shift+Tab")
    for _ in range(7):
        keys.page.keyboard.press("ArrowRight")
    expect(keys.page.locator("[name=b2][value='7']")).to_be_checked()
    keys.press("[data-save]")
    keys.reads("#step")
    for number in range(1, 9):
        keys.phone.post(invitation, "enter", stage="trick", trick=number, winner=number % 3)
    for number in (9, 10):
        expect(keys.page.locator("#entry [name=trick]")).to_have_value(str(number))
        keys.press(f"button.winner[value='{number % 3}']")
        expect(keys.page.locator(".tricks li a")).to_have_count(number)
        keys.reads("#step")
    keys.opens("#bar button.button", "#last[data-entry]")
    keys.reads("h1")
    expect(keys.page.locator(".gain li > b.number")).to_have_count(3)


@long
def test_a_card_that_is_taken_back_leaves_the_focus_on_the_deck(keys):
    at_form(keys, "5211", NAMES[:2])
    keys.press("[data-card=G6]")
    expect(keys.page.locator("[data-taken=G6]")).to_be_focused()  # the deck holds no other
    keys.page.keyboard.press("Enter")
    expect(keys.page.locator("[data-card=G6]")).to_be_focused()


def test_what_went_wrong_is_read_and_what_was_typed_stays(keys):
    invitation = at_form(keys, "luz")
    keys.phone.post_bets(invitation, 1, 2, 3)
    keys.phone.go(f"/t/{invitation.id}/enter?totals=1")
    keys.phone.tolerate("422")
    for seat in range(3):
        keys.press(f"[name=t{seat}]", "Space")
    # As from a page that does not count along; the preview, when it comes, must not close the button again.
    free = "button => { button.disabled = false; Object.defineProperty(button, 'disabled', {set() {}}); }"
    keys.page.locator("[data-save]").evaluate(free)
    keys.press("[data-save]")
    keys.reads("#notice[role=alert]")
    expect(keys.page.locator("#entry :checked")).to_have_count(3)


@long
def test_what_others_do_is_said_once_in_words(phone):
    one, other = phone(), phone()
    invitation = one.opens("luz", NAMES)
    one.go(f"/t/{invitation.id}")
    other.joins(invitation)
    other.page.evaluate(
        """() => {
            window.said = [];
            const place = document.getElementById("announcement");
            new MutationObserver(() => window.said.push(place.textContent)).observe(place, {childList: true});
        }"""
    )
    one.post_bets(invitation, 1, 2, 3)
    expect(other.page.locator("#announcement")).to_have_text(
        "Ann bets 1, Ben bets 2, Cleo bets 3. Deal 1, trick 1 of 10. Ann leads"
    )
    one.post(invitation, "enter", stage="totals", t0=1, t1=2, t2=7)
    expect(other.page.locator("#announcement")).to_have_text(
        "Deal 1 scored. Ann 10. Ben 10. Cleo −20. Deal 2: bets. Ben bets first"
    )
    assert other.page.evaluate("window.said.length") == 2
    assert other.page.locator("[aria-live] #stand, #now[aria-live], #pad[aria-live]").count() == 0
