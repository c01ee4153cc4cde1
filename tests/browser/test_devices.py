"""One person at two devices: the second has the seat after one tap, and both go on at the same question."""

from playwright.sync_api import expect

from tests.browser.test_live_pages import ANN, BEN, CLEO, MEI, NAMES, at_tricks


def test_a_tablet_has_the_seat_after_one_tap_and_both_devices_go_on(phone):
    invitation, (host, guest) = at_tricks(phone)
    host.page.goto(f"/t/{invitation.id}/share")
    host.tap(host.page.get_by_role("link", name="Use another device or browser"))
    host.page.wait_for_url("**/devices/**")
    link = host.page.get_by_role("link", name="Open the link").get_attribute("href")
    tablet = phone()
    tablet.page.goto(link or "")
    tablet.tap(tablet.page.get_by_role("button", name="Go on here"))
    tablet.page.wait_for_url(f"**/t/{invitation.id}")
    assert tablet.taps == 1
    for one in (tablet, host):
        one.page.goto(f"/t/{invitation.id}/enter")
    for one in (tablet, host, guest):
        one.stays()
    marks = []
    for number, (one, winner) in enumerate([(tablet, ANN), (host, BEN), (guest, CLEO), (tablet, MEI)], 1):
        one.tap_trick(number, winner)
        marks.append(f"{number}{NAMES[winner][0]}")
        for other in (tablet, host, guest):
            other.takes(*marks)
    assert all(one.stayed() for one in (tablet, host, guest))


def test_a_device_that_is_ended_is_at_no_table_and_what_waits_on_it_is_not_entered(phone):
    invitation, (host, guest) = at_tricks(phone)
    tablet = phone()
    host.go(f"/devices?table={invitation.id}")
    tablet.go(host.page.get_by_role("link", name="Open the link").get_attribute("href") or "")
    tablet.tap(tablet.page.get_by_role("button", name="Go on here"))
    tablet.page.wait_for_url(f"**/t/{invitation.id}")
    tablet.go(f"/t/{invitation.id}/enter")
    watching = tablet.context.new_page()
    watching.goto(f"/t/{invitation.id}")
    tablet.tolerate("404|ERR_FAILED")
    tablet.context.route("**/t/*/enter", lambda route: route.abort())
    tablet.page.locator("button.winner").first.click()
    expect(tablet.page.locator("#outbox li")).to_have_count(1)
    host.go("/")
    expect(host.page.get_by_text("has your seats too")).to_be_visible()
    host.tap(host.page.get_by_role("link", name="Your devices"))
    host.tap(host.page.get_by_role("button", name="End Chrome on Linux"))
    expect(host.page.get_by_role("button", name="End Chrome on Linux")).to_have_count(0)
    tablet.context.unroute("**/t/*/enter")
    watching.wait_for_url("**/")
    tablet.page.wait_for_url("**/")
    expect(tablet.page.get_by_role("button", name="Join")).to_be_visible()
    host.go(f"/t/{invitation.id}/enter")
    host.tap_trick(1, BEN)
    for one in (host, guest):
        one.takes(f"1{NAMES[BEN][0]}")
