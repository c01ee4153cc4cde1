"""What a keyboard types: numbers without a click into a field first, and words of an input method."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_late_answers import hold_answer

NAMES = ["Ann", "Ben"]
LAPTOP = (1366, 768)


def enter_ends_composition(page, text):
    """Compose a text, and take it over with an Enter that the input method had first."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    cdp.send("Input.insertText", {"text": text})
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
    cdp.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": "\r", **enter})
    cdp.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})


def test_numbers_are_typed_without_a_click_before_and_after_enter(phone):
    host = phone(viewport=LAPTOP)
    invitation = host.opens("open", NAMES, title="Harbour", count="both", rounds=1, line=["cards", "coins"])
    host.go(f"/t/{invitation.id}/enter")
    keyboard = host.page.keyboard
    for text in ("12+5", "7"):
        expect(host.page.locator("[data-cell]")).to_have_value("")
        keyboard.type(text)
        expect(host.page.locator("[data-cell]")).to_have_value(text)
        keyboard.press("Enter")
    for texts in (("1", "2"), ("3", "4")):
        expect(host.page.locator("[data-cell]")).to_have_count(2)
        expect(host.page.locator("[data-cell]").last).to_have_value("")
        for text in texts:
            keyboard.type(text)
            keyboard.press("Enter")
    host.shows([20, 14], [0, 1])


@pytest.mark.parametrize("at", [1, 2, 5, 6])
def test_an_answer_that_comes_between_two_keys_moves_no_number(phone, at):
    """The answer to Ann's numbers comes while Ben's, or Cleo's after them, are typed."""
    host = phone(viewport=LAPTOP)
    invitation = host.opens("open", ["Ann", "Ben", "Cleo"], title="Harbour", count="lines", line=["cards", "coins"])
    host.go(f"/t/{invitation.id}/enter")
    answer = hold_answer(host)
    for key in ("1", "Enter", "2", "Enter"):
        host.page.keyboard.press(key)
    expect(host.page.locator("#entry[data-next]")).to_have_count(1)
    for place, key in enumerate(("3", "Enter", "4", "Enter", "5", "Enter", "6", "Enter")):
        if place == at:
            answer()
            expect(host.page.locator("#entry [name=seat]")).to_have_value("1" if at < 4 else "2")
        host.page.keyboard.press(key)
    host.shows([3, 7, 11], [2, 1, 0])


def test_the_enter_that_ends_a_composition_neither_sends_nor_goes_on(phone):
    host = phone(viewport=LAPTOP)
    page = host.page
    invitation = host.opens("open", NAMES, title="Harbour", count="lines", line=["cards", "coins"])
    host.go(f"/t/{invitation.id}/enter")
    cells = page.locator("[data-cell]")
    cells.first.focus()
    enter_ends_composition(page, "１２＋５")
    expect(cells.first).to_be_focused()
    expect(page.locator("[data-worth]").first).to_have_text("= 17")
    page.keyboard.press("Enter")
    expect(cells.last).to_be_focused()


def test_digits_choose_the_bets_one_seat_after_the_other(phone):
    """And those of the seat that has the focus; a higher one opens its keys."""
    host = phone(viewport=LAPTOP)
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    host.go(f"/t/{invitation.id}/enter")
    host.page.keyboard.type("370")
    chosen = host.page.locator("#entry [type=radio]:checked")
    expect(chosen).to_have_count(3)
    assert chosen.evaluate_all("all => all.map(one => one.value)") == ["3", "7", "0"]
    expect(host.page.locator("#entry [value='7']:checked + span")).to_be_visible()
    host.page.locator("#entry [type=radio]:checked").last.focus()
    host.page.keyboard.press("2")
    assert chosen.evaluate_all("all => all.map(one => one.value)") == ["3", "7", "2"]


def test_one_tab_after_the_title_leads_to_the_keys_of_the_bar(phone):
    host = phone(viewport=LAPTOP)
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    host.go(f"/t/{invitation.id}")
    host.page.locator("h1").focus()
    host.page.keyboard.press("Tab")
    expect(host.page.locator(".skip:focus")).to_be_in_viewport()
    host.page.keyboard.press("Enter")
    host.page.keyboard.press("Tab")
    expect(host.page.locator("#bar :focus")).to_have_count(1)
