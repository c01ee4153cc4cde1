"""A sheet on which points below 0 were forgotten: the host allows them from the refusal, and all play on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_open_game import BEN, CLEO, NAMES, seated
from tests.support.long import long


def types(one, keys: str) -> None:
    for key in keys:
        one.tap_still(f"[name=key][value={'m' if key == '-' else f'd{key}'}]")


@long
def test_below_zero_is_allowed_while_all_play(phone):
    host = phone()
    invitation = host.opens("open", NAMES, title="Hearts", limit="100")
    ann, ben, cleo, viewer = seated(phone, invitation, BEN, CLEO, host=host)
    for player in (ann, ben):
        player.tolerate("422")
    types(ben, "-26")
    ben.tap(".bar [data-save]")
    expect(ben.page.locator("#notice")).to_contain_text("The host can allow it while the game runs.")
    expect(ben.page.locator("#notice [name=allow]")).to_have_count(0)
    expect(ben.page.locator("[data-cell]")).to_have_value("-26")

    types(ann, "-5")
    ann.tap(".bar [data-save]")
    ann.tap("#notice button[name=allow]")
    expect(ann.page.locator("[data-cell]")).to_have_value("-5")
    ann.tap(".bar [data-save]")
    expect(ann.page.locator("#form .cells b.number")).to_have_text("−5")
    ben.tap(".bar [data-save]")
    expect(ben.page.locator("#form .cells b.number")).to_have_text("−26")
    types(cleo, "31")
    expect(cleo.page.locator(".bar [data-save]")).to_have_text("Score round 1")
    cleo.tap(".bar [data-save]")
    expect(viewer.page.locator("#stand [data-seat] b.number")).to_have_text(["31", "−5", "−26"])

    # From the host's page: the limit is lifted, and half points come in; nobody's points change.
    ann.go(f"/t/{invitation.id}/host")
    ann.tap("a[href$='/options']")
    ann.tap("label.key:has([name=halves])")
    ann.page.fill("#limit", "")
    ann.tap(".bar button.button")
    ann.see("#stand")
    expect(viewer.page.locator("#stand [data-seat] b.number")).to_have_text(["31", "−5", "−26"])
    expect(ben.page.locator("[name=key][value=h]")).to_have_count(1)
    ben.tap_still("[name=key][value=d7]")
    ben.tap_still("[name=key][value=h]")
    ben.tap(".bar [data-save]")
    expect(ben.page.locator("#form .cells b.number")).to_have_text("7.5")
