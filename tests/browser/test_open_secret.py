"""A line that only its player sees until the end: made by one tap, typed on one phone, seen on no other of four."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_open_game import ANN, BEN, seated, types

SECRET = "4711"
PAGES = (
    "", "?sheet=1", "/sheet", "/log", "/replay", "/replay/1", "/enter?seat=0&change=1", "/totals/0", "/entries/1",
    "/out", "/print", "/seats", "/scoresheet.json", "/session.json", "/results.csv",
)  # fmt: skip


def makes_a_secret_line(host):
    """A sheet with coins, which all see, and an aim; its ways, and the address of its overlay."""
    host.go("/new/open")
    host.page.fill("#title", "Hidden aims")
    for name in ("Ann", "Ben", "Cleo"):
        host.add_player(name)
    host.choose("count", "both")
    host.page.fill("#rounds", "1")
    for place, name in enumerate(("coins", "aim")):
        host.page.fill(f"#line{place}", name)
        host.tap(f".field.line:has(#line{place}) .icon-button")
        expect(host.page.locator(f"#line{place + 1}")).to_have_value("")
    key, taps = host.see(".formula .key:has([name=secret][value='1'])"), host.taps
    box = key.bounding_box()
    assert box and box["height"] >= 44
    host.tap(key)
    assert host.taps == taps + 1
    expect(host.page.locator("#told1")).to_have_text("Only its own side sees it until the end.")
    expect(host.page.locator("#told0")).to_have_text("")
    host.tap(".bar button.button")
    invitation = host.invitation()
    return invitation, host.page.locator("#overlay a.button").get_attribute("href")


def shows_nowhere(one, invitation, overlay):
    """Look at every page and file of the table as a phone gets them."""
    for page in (*(f"/t/{invitation.id}{page}" for page in PAGES), overlay):
        answer = one.context.request.get(page)
        assert answer.status < 500 and SECRET not in answer.text(), page


def test_a_secret_line_is_made_by_one_tap_and_seen_by_its_player_alone(phone):
    host = phone()
    invitation, overlay = makes_a_secret_line(host)
    ann, ben, viewer = seated(phone, invitation, BEN, host=host)
    scorer = phone()
    scorer.joins(invitation)
    for one, number in ((ann, "5"), (ben, "6")):
        types(one, number)
    scorer.post(invitation, "enter", seat=2, kind="round", n0=7)
    ann.see("#last[data-entry='1']")
    types(ann, f"3|{SECRET}")
    expect(ann.page.locator("#form .number").nth(1)).to_have_text(SECRET)
    # Those that watch are told that Ann's lines are in, by the stream, and not the number.
    for player in (viewer, scorer):
        player.see("#stand .hint")  # totals are hidden from now on
        assert SECRET not in player.page.content()
    for player in (ben, scorer, viewer):
        shows_nowhere(player, invitation, overlay)
    ann.go(f"/t/{invitation.id}/enter?seat=0&change=1")
    expect(ann.page.locator("[data-cell]").nth(1)).to_have_value(SECRET)
    # The others' lines end the game, and all see it.
    ben.go(f"/t/{invitation.id}/enter")
    types(ben, "1|1")
    scorer.post(invitation, "enter", seat=2, kind="lines", n0=0, n1=0, sure=1)
    for player in (ben, scorer, viewer):
        player.go(f"/t/{invitation.id}/entries/2")
        assert SECRET in player.page.content()
        player.go(f"/t/{invitation.id}?sheet=1")
        player.shows([5 + 3 + int(SECRET), 6 + 2, 7], [ANN, BEN, 2])
