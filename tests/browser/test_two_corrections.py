"""A correction saved by a phone that was away, of what another has corrected meanwhile."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.azul import SAVE, key, post_wall
from tests.support.long import long

NAMES = ["Ann", "Ben", "Cleo"]
SAVE_IT = ".bar form .button"


def at_azul(phone, count):
    """So many phones at a table of Azul after a round; all but the host have the form of a correction open."""
    phones = [phone() for _ in range(count)]
    invitation = phones[0].opens("azul", NAMES)
    for seat, tiles in enumerate(([(1, 1)], [(2, 1)], [(3, 3)])):
        post_wall(phones[0], invitation, seat, tiles, 1 if seat == 0 else 0, seat == 0)
    for player in phones[1:]:
        player.joins(invitation)
    return invitation, phones


def corrects(one, invitation, seat, *taps):
    """Open the form of round 1 at a seat's wall and change rows or the floor; not previewed yet."""
    one.go(f"/t/{invitation.id}/entries/1/correct?seat={seat}")
    for name, value in taps:
        one.tap(key(one, name, value))


@long
def test_a_phone_that_was_away_is_told_of_what_was_corrected_meanwhile(phone):
    invitation, (host, away) = at_azul(phone, 2)
    corrects(away, invitation, 0, ("r1", 3))
    away.tap(SAVE)
    away.see("#changes")
    away.tolerate("ERR_INTERNET_DISCONNECTED|Failed to fetch|409")
    away.context.set_offline(True)
    away.tap(SAVE_IT)
    corrects(host, invitation, 0, ("r1", 2))
    host.tap(SAVE)
    host.tap(SAVE_IT)
    host.see("#outcome")
    away.context.set_offline(False)
    away.tap(SAVE_IT)
    panel = away.see("#notice .versions")
    expect(panel.locator(".differs")).to_have_text(["row 1: yellow", "row 1: red"])
    away.tap(panel.get_by_role("link", name="Save mine instead"))
    expect(away.see("#changes")).to_contain_text("row 1: yellow → row 1: red", use_inner_text=True)
    away.tap(SAVE_IT)
    away.see("#outcome")
    host.go(f"/t/{invitation.id}/log")
    expect(host.page.locator("[data-act] b:has-text('Round 1 corrected')")).to_have_count(2)
