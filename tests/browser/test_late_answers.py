"""The answer to what was saved comes late, or is lost: what is typed until then is kept as it was typed."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_open_game import BEN, KEYS, seated, types
from tests.browser.test_taps import counted
from tests.support.long import mostly_long

DORA = 2
CELL, SAVE = "[data-cell]", ".bar [data-save]"


def last_of_the_round(phone):
    host = phone()
    invitation = host.opens("open", ["Ann", "Ben"], title="Quiz")
    ann, ben, viewer = seated(phone, invitation, BEN, host=host)
    types(ann, "3")
    expect(ben.page.locator(SAVE)).to_have_text("Score round 1")
    return invitation, ann, ben, viewer


def newcomer_sits_down(ann, viewer, invitation):
    """The host gives Dora a seat at the table that runs."""
    ann.go(f"/t/{invitation.id}")
    ann.tap("#ways a[href$='/seats']")
    link = ann.see(f"a.cite[href='/t/{invitation.id}/options#newcomer']")
    assert link.bounding_box()["height"] >= 44
    ann.tap(link)
    ann.page.fill("#newcomer-name", "Dora")
    ann.tap(".bar button.button")
    ann.see("#stand")
    viewer.shows([3, 4, 0], [BEN, 0, DORA])
    expect(viewer.page.locator("main")).to_have_class("board players-3 open")
    expect(viewer.page.locator("#pad .score-pad.columns-3 summary b.number")).to_have_text(["+3", "+4", "0"])


def hold_answer(one):
    """The next save reaches the table, but its answer does not come before what is returned is called."""
    held = []
    one.page.route("**/enter", lambda route: held.append((route, route.fetch())), times=1)

    def answer():
        for route, response in held:
            route.fulfill(response=response)

    return answer


def digits(one, text):
    """Tap the keys of a number; `types` saves it as well."""
    for key in text:
        one.tap_still(f"[name=key][value={KEYS.get(key, f'd{key}')}]")


@pytest.mark.parametrize("is_saved", mostly_long([False, True], 1))
def test_what_is_typed_before_the_answer_is_a_number_of_its_own(phone, is_saved):
    """It was meant for the form that did not come, so it is entered on this one only where that is said."""
    invitation, ann, ben, viewer = last_of_the_round(phone)
    answer = hold_answer(ben)
    digits(ben, "4")
    ben.tap(SAVE)
    viewer.shows([3, 4], [BEN, 0])
    newcomer_sits_down(ann, viewer, invitation)
    digits(ben, "20")
    expect(ben.page.locator(CELL)).to_have_value("20")
    if is_saved:
        ben.tap(SAVE)
    answer()
    expect(ben.page.locator("#offer")).to_contain_text("You tapped 20 before this form came.")
    expect(ben.page.locator(CELL)).to_have_value("")
    ben.tap("#offer button >> nth=0")
    if not is_saved:
        expect(ben.page.locator(CELL)).to_have_value("20")
        ben.tap(SAVE)
    expect(ben.page.locator("#offer")).to_have_count(0)
    expect(ben.page.locator("#form .cells b.number")).to_have_text("20")


def green_marker_at(phone, place):
    """A phone for Ann and Ben at the form for Ann's second tile."""
    one = phone()
    entries = [{"seat": 0, "points": [["green", place]]}, {"seat": 1, "points": [["blue", 1]]}]
    sheet = {"format": 1, "game": "ingenious", "players": ["Ann", "Ben"], "options": {}, "entries": entries}
    invitation = one.brings(sheet)
    one.go(f"/t/{invitation.id}/enter")
    return invitation, one


@pytest.mark.parametrize("is_saved", mostly_long([True, False]))
def test_points_tapped_before_a_further_turn_is_known_are_asked_about(phone, is_saved):
    """Ann's green marker comes to 18, so it is her turn again; what is tapped until then may be meant for Ben."""
    invitation, one = green_marker_at(phone, 17)
    answer = hold_answer(one)
    one.tap("[data-tap=g1]")
    one.tap("#bar .button[form=entry]")
    one.tap("[data-tap=b2]")
    if is_saved:
        one.tap("#bar .button[form=entry]")
    answer()
    expect(one.page.locator("#offer")).to_contain_text("You tapped blue 2 before this form came.")
    expect(one.page.locator("h1")).to_contain_text("Ann again")
    assert [entry["seat"] for entry in counted(one, invitation)["entries"]] == [0, 1, 0]
    one.tap("#offer button >> nth=0")
    if not is_saved:
        one.tap("#bar .button[form=entry]")
    one.see("#last[data-entry='4']")
    assert [entry["seat"] for entry in counted(one, invitation)["entries"]] == [0, 1, 0, 0]


@pytest.mark.parametrize("is_saved", [True, False])
def test_what_is_tapped_until_a_connection_is_found_lost_is_for_the_next_tile(phone, is_saved):
    invitation, one = green_marker_at(phone, 3)
    one.tolerate("ERR_FAILED")
    held = []
    one.page.route("**/enter", lambda route: route.abort() if held else held.append(route))
    one.tap("[data-tap=g1]")
    with one.page.expect_request("**/enter"):
        one.tap("#bar .button[form=entry]")
    one.tap("[data-tap=b2]")
    if is_saved:
        one.tap("#bar .button[form=entry]")
    held[0].abort()
    expect(one.page.locator("#outbox li b")).to_have_count(1 + is_saved)
    expect(one.page.locator("h1")).to_contain_text("Tile of Ann" if is_saved else "Tile of Ben")
    if not is_saved:
        one.see("[data-tap=b2].on")
        one.tap("#bar .button[form=entry]")
    one.page.unroute("**/enter")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    one.see("#last[data-entry='4']")
    assert counted(one, invitation)["entries"][2:] == [
        {"seat": 0, "points": [["green", 1]]}, {"seat": 1, "points": [["blue", 2]]}
    ]  # fmt: skip
