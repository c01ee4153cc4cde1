"""What a keyboard types: numbers without a click into a field first."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.players import Phone

NAMES = ["Ann", "Ben"]
LAPTOP = (1366, 768)


def hold_answer(one: Phone) -> Callable[[], None]:
    """The next save reaches the table, but its answer does not come before what is returned is called."""
    held: list[tuple[Route, object]] = []
    one.page.route("**/enter", lambda route: held.append((route, route.fetch())), times=1)

    def answer() -> None:
        for route, response in held:
            route.fulfill(response=response)

    return answer


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
