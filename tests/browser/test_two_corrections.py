"""Four phones at a table of Azul: two correct different walls of a round, a third the same one, a fourth watches."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.azul import SAVE, key, post_wall

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


def test_two_walls_of_a_round_are_corrected_beside_each_other(phone):
    invitation, (host, other, watcher) = at_azul(phone, 3)
    viewer = phone()
    viewer.joins(invitation, "viewer")
    corrects(host, invitation, 0, ("r1", 2))
    corrects(other, invitation, 1, ("floor", 3))
    other.tap(SAVE)
    expect(other.see("#changes")).to_contain_text("floor line: 3")
    host.tap(SAVE)
    host.see("#changes")
    host.tap(SAVE_IT)
    host.see("#outcome")
    other.tap(SAVE_IT)
    other.see("#outcome")
    for player in (watcher, viewer):
        player.go(f"/t/{invitation.id}/log")
        expect(player.page.locator("[data-act] b:has-text('Round 1 corrected')")).to_have_count(2)
    for player in (host, other):
        player.go(f"/t/{invitation.id}/entries/1/correct?seat=0")
        expect(key(player, "r1", 2).locator("input")).to_be_checked()
        player.go(f"/t/{invitation.id}/entries/1/correct?seat=1")
        expect(key(player, "floor", 3).locator("input")).to_be_checked()


def test_one_row_corrected_by_two_is_shown_in_words_and_what_is_kept_is_previewed(phone):
    invitation, (host, other) = at_azul(phone, 2)
    corrects(host, invitation, 0, ("r1", 2))
    corrects(other, invitation, 0, ("r1", 3), ("r2", 1))
    other.tap(SAVE)
    other.see("#changes")
    host.tap(SAVE)
    host.tap(SAVE_IT)
    host.see("#outcome")
    other.tolerate("409")
    other.tap(SAVE_IT)
    panel = other.see("#notice .versions")
    expect(panel.locator(".differs")).to_have_text(["row 1: yellow", "row 1: red"])
    other.tap(panel.get_by_role("link", name="Keep theirs"))
    expect(other.see("#changes")).to_contain_text("row 2: nothing → row 2: white", use_inner_text=True)
    expect(other.page.locator("#changes")).not_to_contain_text("row 1")
    other.tap(SAVE_IT)
    other.see("#outcome")
    host.go(f"/t/{invitation.id}/entries/1/correct?seat=0")
    for name, column in (("r1", 2), ("r2", 1)):
        expect(key(host, name, column).locator("input")).to_be_checked()


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
