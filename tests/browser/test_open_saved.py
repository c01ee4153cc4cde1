"""An open sheet on three phones: what is saved takes no key until "Change" is tapped. Counted by hand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_open_game import BEN, CLEO, NAMES, seated


def test_a_digit_after_saving_changes_nothing_and_change_begins_anew(phone):
    host = phone()
    invitation = host.opens("open", NAMES, title="Poker", limit="100")
    ann, ben, cleo, viewer = seated(phone, invitation, BEN, CLEO, host=host)
    for key in "26":
        ann.tap_still(f"[name=key][value=d{key}]")
    ann.tap(".bar [data-save]")
    expect(ann.page.locator("#form .cells b.number")).to_have_text("26")
    expect(ann.page.locator("#form [role=status]")).to_have_text("Waiting for Ben, Cleo")
    expect(ann.page.locator("[name=key]")).to_have_count(0)
    ann.page.keyboard.press("5")
    expect(ann.page.locator("#form [data-cell]")).to_have_count(0)

    ann.tap("#form a[href*='change=1']")
    expect(ann.page.locator("[data-cell]")).to_have_value("26")
    ann.tap_still("[name=key][value=d5]")
    expect(ann.page.locator("[data-cell]")).to_have_value("5")
    ann.tap_still("[name=key][value=d2]")
    expect(ann.page.locator("[data-cell]")).to_have_value("52")
    ann.page.reload()
    expect(ann.page.locator("[data-cell]")).to_have_value("52")
    ann.tap_still("[name=key][value=d1]")
    expect(ann.page.locator("[data-cell]")).to_have_value("521")
    ann.tap_still("[name=key][value=x]")
    ann.tap(".bar [data-save]")
    expect(ann.page.locator("#form .cells b.number")).to_have_text("52")

    ben.tap_still("[name=key][value=d7]")
    ben.tap(".bar [data-save]")
    expect(ann.page.locator("#form [role=status]")).to_have_text("Waiting for Cleo")
    expect(ben.page.locator("#form [role=status]")).to_have_text("Waiting for Cleo")
    cleo.tap_still("[name=key][value=d9]")
    expect(cleo.page.locator(".bar [data-save]")).to_have_text("Score round 1")
    cleo.tap(".bar [data-save]")
    expect(viewer.page.locator("#stand [data-seat] b.number")).to_have_text(["52", "9", "7"])
    expect(ann.page.locator("[data-cell]")).to_have_value("")
