"""A formula tapped together on a phone and entered on two. Counted by hand."""

from playwright.sync_api import expect

from tests.browser.test_fast_names import held_answers
from tests.browser.test_open_game import ANN, BEN, seated, types

NAMES = ["Ann", "Ben"]


def taps_together(host):
    """A sheet with castles that count by steps, and banners times the castles; its invitation."""
    host.go("/new/open")
    host.page.fill("#title", "Harbour")
    for name in NAMES:
        host.add_player(name)
    host.choose("count", "lines")
    for place, name in enumerate(("castles", "banners")):
        host.page.fill(f"#line{place}", name)
        host.tap(f".field.line:has(#line{place}) .icon-button")
        expect(host.page.locator(f"#line{place + 1}")).to_have_value("")
    bring = held_answers(host)
    host.tolerate("ERR_ABORTED|aborted")
    for place, kind in enumerate(("steps", "times")):
        row = host.page.locator(".formula").nth(place)
        row.locator("summary").click()
        row.locator("[name=formula]").select_option(kind)
        if kind == "steps":
            row.locator("[name=numbers]").fill("0 1 3 6")
            row.locator("[name=beyond]").fill("2")
        else:
            expect(row.locator("[name=numbers]")).to_be_hidden()
            row.locator("[name=with]").select_option("0")
        row.locator("[name=with], [name=beyond]").locator("visible=true").blur()
    bring()
    expect(host.page.locator("#told0")).to_have_text("castles 0, 1, 2 and so on: 0, 1, 3, 6 points. Each more adds 2.")
    expect(host.page.locator("#told1")).to_have_text("banners × castles.")
    host.tap(".bar button.button")
    return host.invitation()


def test_a_formula_is_tapped_together_and_the_form_shows_what_it_makes(phone):
    host = phone()
    invitation = taps_together(host)
    ann, ben, viewer = seated(phone, invitation, BEN, host=host)
    worth = ann.page.locator("[data-worth]")
    ann.tap_still("[name=key][value=d5]")
    expect(worth).to_have_text(["= 10", ""])
    ann.tap_still("[name=key][value=n]")
    ann.tap_still("[name=key][value=d3]")
    expect(worth).to_have_text(["= 10", "= 30"])
    ann.tap(".bar [data-save]")
    types(ben, "2|4")
    # Ann: 5 castles are 6 + 2 x 2 = 10, 3 banners x 10 = 30. Ben: 2 castles are 3, 4 banners x 3 = 12.
    for player in (ann, viewer):
        player.see(".podium")
        player.shows([40, 15], [ANN, BEN])
