"""The coach on four phones: each player asks for the own seat, a viewer for none, and after the game all for any."""

import json

from playwright.sync_api import expect

from tests.browser.sample_instance import EXAMPLES

VERDICT = ".coach .headline"


def test_each_asks_for_the_own_seat_until_the_game_is_over(phone):
    sheet = json.loads((EXAMPLES / "azul/grey-whole-game.json").read_text("utf-8"))["sheet"]
    host, guest, late, viewer = (phone() for _ in range(4))
    table = host.brings({**sheet, "entries": sheet["entries"][:2]})
    for seat, one in enumerate((host, guest, late)):
        one.joins(table)
        one.post(table, "sit", seat=seat)
        one.go(f"/t/{table.id}/entries/2")
        one.tap(one.page.get_by_role("link", name="What else was possible?"))
        one.see(one.page.locator(VERDICT).first)
        expect(one.page.locator(".coach .chips")).to_have_count(0)
    viewer.joins(table, "viewer", at="/coach?number=2")
    viewer.see(viewer.page.get_by_text("a phone can ask only for its own seat"))
    host.post(table, "end")
    viewer.page.reload()
    seats = viewer.page.locator(".coach .chips a")
    expect(seats).to_have_text(sheet["players"])
    viewer.tap(seats.nth(2))
    viewer.page.wait_for_url("**seat=2")
    viewer.see(viewer.page.locator(VERDICT).first)
