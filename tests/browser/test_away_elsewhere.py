"""On pages that are not of a table: a tap while the companion is away waits on its page, and goes on by itself."""

import pytest
from playwright.sync_api import expect

from tests.support.long import long

pytestmark = long

TAPS = {
    "from home": ("/", "a[href='/referee']", "**/referee"),
    "from the history": ("/history", "a.icon-button >> nth=0", "**/"),
    "from the referee": ("/referee?game=luz", "a[href^='/referee/luz/'] >> nth=0", "**/referee/luz/*"),
}


@pytest.mark.parametrize("way", TAPS)
def test_a_link_waits_for_the_companion(server, phone, way):
    path, tapped, then = TAPS[way]
    one = phone()
    one.go(path)
    server.kill()
    one.tap(tapped)
    expect(one.see("#unreached")).to_contain_text("This page waits")
    assert one.page.url == server.base + path
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    server.start()
    one.page.wait_for_url(then)
    expect(one.page.locator("#unreached")).to_have_count(0)


def test_a_seat_waits_for_the_companion(server, phone):
    invitation = phone().opens("luz", ["Ann", "Ben", "Cleo"])
    one = phone()
    one.go(invitation.links["scorer"])
    one.page.wait_for_url(f"**/t/{invitation.id}/seats")
    server.kill()
    one.tap(one.page.locator("[data-seat] button").first)
    expect(one.see("#unreached")).to_contain_text("This page waits")
    server.start()
    one.page.wait_for_url(f"**/t/{invitation.id}/enter?seat=0")


def test_who_joins_by_a_code_waits_with_what_was_typed_and_joins(server, phone):
    invitation = phone().opens("luz", ["Ann", "Ben", "Cleo"])
    one = phone(locale="zh-TW")
    one.go("/")
    one.page.fill("#code", invitation.codes["viewer"])
    server.kill()
    one.page.press("#code", "Enter")
    one.tap("form:has(#code) button")  # an impatient one
    expect(one.see("#unreached")).to_contain_text("連上後自動繼續")
    expect(one.page.locator("#code")).to_have_value(invitation.codes["viewer"])
    server.start()
    one.page.wait_for_url(f"**/t/{invitation.id}")
