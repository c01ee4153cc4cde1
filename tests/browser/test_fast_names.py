"""Names and searches are typed without a pause: each name stands, one table is opened, the last words are asked for."""

import re
from contextlib import suppress
from itertools import product

import pytest
from playwright.sync_api import Error, expect

from tests.browser.test_taps import slowed
from tests.support.long import long, mostly_long

MIDDLE = """key => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def type_names(one, names):
    one.page.locator("#name").focus()
    for name in names:
        one.page.keyboard.type(name, delay=0)
        one.page.keyboard.press("Enter")


def start(one):
    """Tap the start as it stands there now: nothing waits until it takes taps."""
    x, y = one.page.locator(".bar [name=opens]").evaluate(MIDDLE)
    one.page.touchscreen.tap(x, y)


def held_answers(one, address=r"/new/\w+/form$"):
    """What the form asks for is answered only once the returned function is called."""
    held = []
    brought = []

    def hold(route):
        if brought:  # it was asked for after the function was called
            route.continue_()
        else:
            held.append(route)

    def bring():
        brought.append(True)
        for route in held:
            with suppress(Error):  # an earlier one, which the page waits for no more
                route.continue_()

    one.page.route(re.compile(address), hold)
    return bring


def opened(one, names):
    one.invitation()
    one.tap(".bar a.button")
    expect(one.page.locator("#stand .name")).to_have_text(names)
    one.go("/history")
    expect(one.page.locator("main a[href^='/t/']")).to_have_count(1)


@pytest.mark.parametrize(("game", "is_slow"), mostly_long([*product(("luz", "open"), (False, True))], 1, names=2))
def test_every_name_stands_and_the_start_counts(phone, game, is_slow):
    one = phone()
    one.go(f"/new/{game}")
    if is_slow:
        slowed(one)
    if game == "open":
        one.page.fill("#title", "Hearts")
    type_names(one, NAMES)
    start(one)
    opened(one, NAMES)


@long
def test_who_leaves_before_the_answer_and_comes_back_finds_the_names(phone):
    one = phone()
    one.go("/new/luz?player=Ann")
    held_answers(one)
    type_names(one, NAMES[1:])
    one.go("/referee")
    one.page.go_back()
    expect(one.page.locator("[data-sort] li .ellipsis")).to_have_text(NAMES)
    start(one)
    opened(one, NAMES)


@long
def test_lines_of_a_sheet_are_typed_as_fast(phone):
    one = phone()
    one.go("/new/open")
    one.page.fill("#title", "Harbour")
    one.choose("count", "lines")
    one.page.locator("[name=line]").focus()
    for name in ("coins", "cards", "cattle"):
        one.page.keyboard.type(name, delay=0)
        one.page.keyboard.press("Enter")
    expect(one.page.locator("[name=line]")).to_have_count(4)
    assert [line.input_value() for line in one.page.locator("[name=line]").all()] == ["coins", "cards", "cattle", ""]


# A page, its field, three texts of which each is asked about, and what only the last one brings.
SEARCHES = {
    "rules": ("/referee", "#q", ("zzz", "tie", "ingenious"), "#found a[href*='ingenious']"),
    "templates": ("/setups", "[name=find]", ("zzz", "golf", "wonders"), "#found :text('7 Wonders')"),
    "form": ("/new/open", "[name=find]", ("zzz", "golf", "wonders"), "#templates :text('7 Wonders')"),
}


@pytest.mark.parametrize("search", mostly_long(list(SEARCHES), 1))
def test_the_last_words_are_looked_for(phone, search):
    address, field, texts, brought = SEARCHES[search]
    one = phone()
    one.go(address)
    one.tolerate("ERR_ABORTED|aborted")
    held = []
    one.page.route(re.compile(rf"{address}\?"), lambda route: held.append(route))
    for text in texts:
        with one.page.expect_request(re.compile(rf"{address}\?")):
            one.page.fill(field, text)
    one.page.unroute_all(behavior="ignoreErrors")
    for route in held:
        with suppress(Error):  # an earlier one, which the page waits for no more
            route.continue_()
    one.see(one.page.locator(brought).first)
