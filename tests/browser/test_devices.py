"""One person at two devices: the second has the seat after one tap, and both go on at the same question."""

from tests.browser.test_live_pages import ANN, BEN, CLEO, MEI, NAMES, at_tricks


def test_a_tablet_has_the_seat_after_one_tap_and_both_devices_go_on(phone):
    invitation, (host, guest) = at_tricks(phone)
    host.page.goto(f"/t/{invitation.id}/share")
    host.tap(host.page.get_by_role("link", name="Use another device or browser"))
    host.page.wait_for_url("**/devices/**")
    link = host.page.get_by_role("link", name="Open the link").get_attribute("href")
    tablet = phone(is_new=True)
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
