"""Who begins is drawn: phones at once, a late one, one without connection, one that watches, one that is still."""

import re

from playwright.sync_api import expect

FOUR = ("Ann", "Ben", "Cleo", "Dan")
DRAWN = "#beginning [data-drawn]"
# Each text that the place for what is read out has had, and whether names went round.
WATCH = """() => {
    window.told = [], window.reels = 0;
    const place = document.getElementById("announcement");
    new MutationObserver(() => told.push(place.textContent)).observe(place, {childList: true, characterData: true});
    new MutationObserver(all => all.forEach(({addedNodes}) => addedNodes.forEach(node => {
        if (node.className === "reel") reels += 1;
    }))).observe(document.body, {childList: true, subtree: true});
}"""


def watching(one, invitation, role="scorer", motion="no-preference"):
    """A phone on the page of the table, which notes what it tells and shows."""
    one.page.emulate_media(reduced_motion=motion)
    if role:
        one.joins(invitation, role)
    one.go(f"/t/{invitation.id}")
    expect(one.page.locator("#people")).to_have_attribute("data-state", "")
    one.page.evaluate(WATCH)
    return one


def test_all_phones_see_who_begins(phone):
    host = phone()
    invitation = host.opens("luz", FOUR)
    watching(host, invitation, role=None)
    still, viewer = watching(phone(), invitation, motion="reduce"), watching(phone(scheme="dark"), invitation, "viewer")
    expect(viewer.page.locator("#beginning form")).to_have_count(0)
    away = watching(phone(), invitation)
    away.goes_offline()
    expect(host.page.locator("#beginning button:visible")).to_have_count(0)  # one small link before it is wanted
    host.tap("#beginning summary")
    host.tap("#beginning button[value=first]")
    host.see(DRAWN)
    first = re.sub(" begins.*", "", host.page.locator(f"{DRAWN} > b[dir]").inner_text())
    assert first in FOUR
    for player in (host, still, viewer):
        expect(player.page.locator(f"{DRAWN} > b[dir]")).to_have_text(f"{first} begins")
        player.page.wait_for_function("() => told.length")
        expect(player.page.locator(".reel")).to_have_count(0)  # they have gone round
        told = [text.partition(". ")[0] for text in player.page.evaluate("told")]
        assert told == [f"{first} begins, by lot"], "it is read out once"
        assert player.page.evaluate("reels") == (0 if player is still else 1)
    away.context.set_offline(False)
    expect(away.page.locator(f"{DRAWN} > b[dir]")).to_have_text(f"{first} begins")
    late = phone()
    watching(late, invitation)
    expect(late.page.locator(f"{DRAWN} > b[dir]")).to_have_text(f"{first} begins")
    assert late.page.evaluate("reels") == 0
    expect(late.page.locator("#now")).to_contain_text(f"{first} bets first")
    late.page.locator("#beginning summary").focus()
    late.page.keyboard.press("Enter")
    late.page.locator("#beginning .chips button").first.press("Enter")  # the first player begins, by keyboard
    for player in (late, viewer, host):
        expect(player.page.locator("#now")).to_contain_text("Ann begins")


# What tells who was drawn, if it can be seen in a frame in which names go round.
GIVEN_AWAY = """() => {
    window.givenAway = [], window.frames = 0;
    const told = ".standings, .clock, .beginning ol, #now > header, #form, #bar, .overlay ol, .reel ~ *";
    const look = () => {
        const seen = { opacityProperty: true, visibilityProperty: true };
        if ("drawing" in document.documentElement.dataset || document.querySelector(".reel")) {
            frames += 1;
            for (const one of document.querySelectorAll(told))
                if (one.checkVisibility(seen)) givenAway.push(one.outerHTML.slice(0, 60));
        } else if (document.querySelector("#head").dataset.draw !== "0" && !frames) givenAway.push("shown at once");
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def test_nothing_gives_the_draw_away_while_the_names_go_round(phone):
    host = phone()
    invitation = host.opens("ingenious", FOUR)
    host.post(invitation, "clock", do="start", turns="some")
    pages = [host, phone(), phone()]
    host.go(f"/t/{invitation.id}/share")
    overlay = host.page.locator("#overlay a.button").get_attribute("href")
    for one, path in zip(pages, (f"/t/{invitation.id}", f"/t/{invitation.id}/enter", overlay), strict=True):
        one.page.emulate_media(reduced_motion="no-preference")
        if path.endswith("/enter"):
            one.joins(invitation)
        one.go(path)
        one.page.wait_for_function("() => live.told >= 0")
        one.page.evaluate(GIVEN_AWAY)
    host.tap("#beginning summary")
    host.tap("#beginning button[value=order]")
    for one in pages:
        one.page.wait_for_function("() => frames && !('drawing' in document.documentElement.dataset)")
        assert not one.page.evaluate("givenAway")
        expect(one.page.locator(".standings, #form, .overlay ol").first).to_have_css("opacity", "1")
