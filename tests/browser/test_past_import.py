"""A file of past games comes in: looked at, a player corrected by a tap, and imported while the page waits."""

from playwright.sync_api import expect

from tests.support.past_plays import many_plays


def test_a_file_is_looked_at_corrected_and_imported(phone):
    host = phone()
    host.go("/new/luz")
    host.opens("luz", ["Ann", "Ben", "Cleo"])
    host.go("/import/past")
    files = [{"name": "plays.json", "mimeType": "application/json", "buffer": many_plays(40)}]
    host.page.set_input_files("#file", files)
    host.tap("footer button")
    expect(host.page.locator("h1")).to_contain_text("plays.json")
    player = host.page.locator("#players form", has_text="Ann A.")
    expect(player.locator("[aria-pressed=true]")).to_have_text("Ann A.")
    host.tap(player.locator("button", has_text="Ann").filter(has_not_text="A."))
    expect(player.locator("[aria-pressed=true]")).to_have_text("Ann")
    host.tap("footer button")
    expect(host.page.locator("#past-import[data-state=done]")).to_be_visible()
    expect(host.page.locator("#progress")).to_contain_text("40 of 40")
    host.tap("a[href='/history']")
    expect(host.page.locator("#found")).to_contain_text("totals only")
