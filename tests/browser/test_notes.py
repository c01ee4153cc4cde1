"""Notes, words and place on several phones: two at once, one without connection, one that watches, one that is late."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

THREE = ("Ann", "Ben", "Cleo")
SAVE = ".bar button.button"


def played(phone):
    """A host at a table of Luz after one deal."""
    host = phone()
    invitation = host.opens("luz", THREE)
    host.post_deal(invitation, (3, 2, 1), (4, 3, 3))
    return host, invitation


def test_notes_of_several_phones(phone):
    host, invitation = played(phone)
    host.go(f"/t/{invitation.id}")
    expect(host.page.locator("#written")).to_have_count(0)  # nobody who writes nothing sees any of it
    viewer = phone(locale="zh-TW", scheme="dark", viewport=(320, 640))
    viewer.joins(invitation, "viewer")
    other, away = phone(), phone()
    for player in (other, away):
        player.tolerate("409|net::ERR_|Failed to fetch")
        player.joins(invitation, at="/notes")
    away.page.fill("#note", "From the train")
    away.page.fill("#more_expansions", "Promo")
    away.context.set_offline(True)
    away.tap(SAVE)
    expect(away.page.locator("#notice[role=alert]")).to_contain_text("Not sent yet")
    host.tap("#ways a[href$='/notes']")
    host.page.fill("#note", "The comeback\nof the year")
    host.page.fill("#more_expansions", "Big Box")
    host.page.fill("#elsewhere", "Home")
    host.tap(SAVE)
    for player in (host, viewer):
        expect(player.page.locator("#written .written")).to_have_text("The comeback\nof the year")
        expect(player.page.locator("#written")).to_contain_text("Big Box")
    expect(viewer.page.locator("#written")).to_contain_text("地點：Home")
    other.page.fill("#note", "Mine")
    other.page.fill("#more_house_rules", "No talk")
    other.tap(SAVE)
    expect(other.page.locator("#notice")).to_contain_text("another phone has changed this meanwhile: Note")
    expect(other.page.locator(".theirs")).to_contain_text("The comeback")
    expect(other.page.locator("#note")).to_have_value("Mine")
    other.tap(SAVE)
    expect(viewer.page.locator("#written .written")).to_have_text("Mine")
    expect(viewer.page.locator("#written")).to_contain_text("No talk")
    away.context.set_offline(False)  # it sends by itself, and is told as well
    expect(away.page.locator(".theirs")).to_contain_text("Mine")
    expect(away.page.locator("#note")).to_have_value("From the train")
    away.page.fill("#note", "Mine, and from the train")
    away.tap(SAVE)
    for player in (host, viewer):
        expect(player.page.locator("#written .written")).to_have_text("Mine, and from the train")
        expect(player.page.locator("#written")).to_contain_text("Promo")
    late = phone()
    late.joins(invitation, "viewer")
    expect(late.page.locator("#written")).to_contain_text("No talk")
    late.go(f"/t/{invitation.id}/notes")
    expect(late.page.locator("textarea")).to_have_count(0)


def test_a_word_is_named_again_by_one_tap_and_finds_its_games(phone):
    host, first = played(phone)
    host.post(first, "notes", seen=0, note="", more_expansions="Big Box", elsewhere="Home")
    again = host.opens("luz", THREE)
    host.go(f"/t/{again.id}/notes")
    host.tap("label.key:has([name=expansions])")
    host.page.keyboard.press("Tab")
    host.tap("label.key:has([name=place][value=Home])")
    host.tap(SAVE)
    expect(host.page.locator("#written")).to_contain_text("Big Box")
    host.tap("#written header a")
    host.tap("nav a:has-text('Big Box')")
    expect(host.page.locator("#found .rows li")).to_have_count(2)


def test_a_note_at_an_entry_by_keyboard_stays_with_it(phone):
    host, invitation = played(phone)
    host.go(f"/t/{invitation.id}/entries/1")
    host.page.locator("nav a:has-text('Note')").focus()
    host.page.keyboard.press("Enter")
    host.page.locator("#note").focus()
    host.page.keyboard.type("A close one")
    host.page.locator(SAVE).focus()
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#outcome .note")).to_have_text("A close one")
    host.go(f"/t/{invitation.id}")
    host.tap("#pad summary")
    expect(host.page.locator("#pad .note")).to_have_text("A close one")


def test_notes_are_written_without_script(phone):
    one = phone(script=False)
    one.tolerate("422")
    invitation = one.opens("open", THREE, title="Hearts")
    one.go(f"/t/{invitation.id}/notes")
    one.page.fill("#note", "x" * 30)
    one.page.fill("#more_expansions", "W" * 41)
    one.tap(SAVE)
    expect(one.page.locator("#expansions-fault")).to_contain_text("at most 40 characters")
    expect(one.page.locator("#note")).to_have_value("x" * 30)
    one.page.fill("#more_expansions", "Big Box\nPromo")
    one.tap(SAVE)
    expect(one.page.locator("#written")).to_contain_text("Big Box, Promo")


@pytest.mark.parametrize("is_saved_again", [False, True])
def test_what_is_typed_while_a_note_is_on_its_way_is_not_lost(phone, is_saved_again):
    """The page leaves with the answer only if that has all that is typed."""
    host, invitation = played(phone)
    host.go(f"/t/{invitation.id}/notes")

    def types_more(route):
        host.page.locator("#note").press_sequentially(" of the year")
        if is_saved_again:
            host.tap(SAVE)
        route.continue_()

    host.page.route("**/notes", types_more, times=1)
    host.page.fill("#note", "The comeback")
    host.tap(SAVE)
    expect(host.page.locator("#notice")).to_contain_text("not what you typed since")
    expect(host.page.locator("#note")).to_have_value("The comeback of the year")
    host.tap(SAVE)
    expect(host.page.locator("#written .written")).to_have_text("The comeback of the year")
