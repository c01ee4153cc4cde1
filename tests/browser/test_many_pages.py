"""Many pages of one browser in sight at once: over HTTP/1.1 it has six connections, of which a stream keeps one."""

from itertools import cycle

from playwright.sync_api import expect

NAMES = ["Ann", "Ben", "Cleo"]


def test_each_of_eight_pages_in_sight_loads_and_follows_the_table(phone):
    one = phone(is_new=True)
    invitation = one.opens("luz", NAMES)
    one.go(f"/t/{invitation.id}/share")
    paths = cycle([f"/t/{invitation.id}", one.page.locator("#overlay a.button").get_attribute("href")])
    pages = [one.context.new_page() for _ in range(8)]
    for page, path in zip(pages, paths, strict=False):
        page.goto(path)
    one.go(f"/t/{invitation.id}/enter")
    one.tap_bets(((3, False), (2, False), (1, False)))
    for page in pages:
        expect(page.locator("#head")).to_have_attribute("data-version", "1")
