"""Somebody comes late to a quiz, and somebody leaves: the host says so, and the phones of the guests go on with it."""

import json

from playwright.sync_api import expect

from companion.scoring.scoresheet import result
from tests.browser.test_entry_from_several_phones import without_connection
from tests.browser.test_live_pages import connected
from tests.browser.test_open_game import BEN, seated, types

DORA = 2


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


def newcomer_joins(phone, invitation):
    dora = phone()
    dora.go("/")
    dora.page.fill("#code", invitation.codes["scorer"])
    dora.tap("form:has(#code) button")
    dora.tap(f".rows [data-seat='{DORA}'] button")
    dora.see("#form")
    return dora


def test_a_fourth_phone_comes_with_a_seat_of_its_own(phone):
    host = phone()
    invitation = host.opens("open", ["Ann", "Ben"], title="Quiz")
    ann, ben, viewer = seated(phone, invitation, BEN, host=host)
    types(ann, "3")
    types(ben, "4")
    viewer.shows([3, 4], [BEN, 0])
    ben.see("#last[data-entry='1']")
    viewer.stays()
    ben.stays()
    without_connection(ben)
    types(ben, "20")
    newcomer_sits_down(ann, viewer, invitation)
    dora = newcomer_joins(phone, invitation)
    types(dora, "9")
    ann.enter()
    expect(ann.page.locator("#form .tabs a")).to_have_count(3)
    types(ann, "1")
    expect(ann.page.locator("#form")).to_contain_text("Waiting for Ben")

    # What was typed for two seats without a connection counts at the table of three.
    ben.context.set_offline(False)
    connected(ben)
    for player in (ann, ben, dora):
        player.see("#last[data-entry='2']")
    expect(ben.page.locator("#form .tabs a")).to_have_count(3)
    expect(ben.page.locator("main")).to_have_class("players-3")
    viewer.shows([4, 24, 9], [BEN, DORA, 0])
    assert viewer.stayed() and ben.stayed()

    sheet = json.loads(ann.context.request.get(f"/t/{invitation.id}/scoresheet.json").text())
    assert sheet["entries"] == [{"round": [3, 4, 0]}, {"round": [1, 20, 9]}]
    assert result(sheet)["totals"] == [4, 24, 9]
    viewer.go(f"/t/{invitation.id}/replay")
    expect(viewer.page.locator("main")).to_contain_text("Dora")
