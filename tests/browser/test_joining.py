"""A scanned link in a real browser: joined without a tap, with one where no script runs, and not by looking ahead."""

from pathlib import PurePosixPath

import pytest
from playwright.sync_api import expect

from tests.support.long import mostly_long

NAMES = ["Ann", "Ben", "Cleo"]
LANGUAGES = {"en-GB": "Join", "zh-TW": "加入"}


@pytest.fixture
def table(phone):
    host = phone()
    return host, host.opens("luz", NAMES)


def test_a_scanned_link_joins_without_a_tap(phone, table):
    _, invitation = table
    guest, asked = phone(), []
    guest.page.on("request", lambda request: asked.append(PurePosixPath(request.url.split("?")[0]).name))
    guest.page.goto(invitation.links["scorer"])
    guest.page.wait_for_url(f"**/t/{invitation.id}/seats")
    expect(guest.page.locator(".rows [data-seat]").first).to_be_visible()
    assert guest.taps == 0
    # A slow line is waited for twice: the answer to the form is the next page.
    token = PurePosixPath(invitation.links["scorer"]).name
    assert (asked.count(token), asked.count("seats")) == (2, 0)
    # The link is nowhere to be come back to: the way back leads past it.
    assert guest.page.evaluate("history.length") <= 2
    guest.page.go_back()
    assert "/j/" not in guest.page.url


@pytest.mark.parametrize("is_early", [True, False], ids=["before the scripts are there", "after that"])
def test_a_seat_leads_to_the_form_at_once_which_is_loaded_again_without_the_act(phone, table, is_early):
    _, invitation = table
    guest, asked, held = phone(), [], [] if is_early else [None]
    guest.page.on("request", lambda request: asked.append((request.method, request.resource_type)))
    guest.page.route("**/companion.js*", lambda route: route.continue_() if held else held.append(route))
    guest.page.goto(invitation.links["scorer"], wait_until="commit")
    if not is_early:
        guest.page.wait_for_url(f"**/t/{invitation.id}/seats")
        guest.page.wait_for_function("() => globalThis.isReached")
    guest.tap(guest.page.locator("[data-seat] button").first)
    guest.page.wait_for_url(f"**/t/{invitation.id}/enter?seat=0")
    guest.page.reload()
    expect(guest.page.locator("#entry")).to_be_visible()
    assert [method for method, kind in asked if kind == "document"] == ["GET", "POST", "GET"]


@pytest.mark.parametrize("locale", mostly_long(LANGUAGES))
def test_without_script_one_button_joins(phone, table, locale):
    _, invitation = table
    guest = phone(script=False, locale=locale, viewport=(320, 568))
    for role, then in (("viewer", f"**/t/{invitation.id}"), ("scorer", f"**/t/{invitation.id}/seats")):
        guest.page.goto(invitation.links[role])
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= 320
        button = guest.page.get_by_role("button")
        expect(button).to_have_text(LANGUAGES[locale])
        assert (button.bounding_box() or {})["height"] >= 44
        guest.tap(button)
        guest.page.wait_for_url(then)
    assert guest.taps == 2


def test_a_page_that_nobody_looks_at_joins_only_when_somebody_does(phone, table):
    _, invitation = table
    guest = phone()
    hidden = "Object.defineProperty(document, 'hidden', { get: () => !globalThis.isLookedAt })"
    guest.context.add_init_script(hidden)
    guest.page.goto(invitation.links["viewer"])
    expect(guest.page.get_by_role("button")).to_be_enabled()  # a form that is sent closes its button
    assert "/j/" in guest.page.url and not guest.context.cookies()
    guest.page.evaluate("isLookedAt = true; document.dispatchEvent(new Event('visibilitychange'))")
    guest.page.wait_for_url(f"**/t/{invitation.id}")


def test_who_finds_no_connection_joins_with_a_tap(phone, table):
    _, invitation = table
    guest, cut = phone(), []
    guest.tolerate("net::ERR_")
    guest.page.route("**/j/*at-once", lambda route: cut.append(route.abort()))
    guest.page.goto(invitation.links["scorer"])
    guest.tap(guest.see("#join button"))
    guest.page.wait_for_url(f"**/t/{invitation.id}/seats")
    assert cut
