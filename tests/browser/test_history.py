"""The history in a browser: searched while typing, a name that changes on all phones at once, two made one, deleted."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.long import long

TIME = """([lang, shape]) => {
  document.documentElement.lang = lang;
  const at = `datetime="2024-03-31T11:30:00+00:00" data-clock="${shape}"`;
  document.querySelector("main").innerHTML = `<time ${at}>31 March 2024 11:30<noscript> UTC</noscript></time>`;
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
}"""


def test_times_are_those_of_the_phone_and_their_days_too(phone):
    """The server writes them in its own zone, which it names beside them."""
    host = phone(is_new=True)
    host.context.new_cdp_session(host.page).send("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Kiritimati"})
    host.go("/history")
    for lang, shape, shown in (
        ("en", "", "01:30"),
        ("en", "day", "1 April 2024 01:30"),
        ("zh-Hant", "day", "2024 年 4 月 1 日 01:30"),
        ("zh-Hans", "day", "2024 年 4 月 1 日 01:30"),
    ):
        host.page.evaluate(TIME, [lang, shape])
        expect(host.page.locator("main time")).to_have_text(shown)


@long
def test_search_rename_merge_and_delete(phone):
    host, other = phone(), phone()
    first = host.opens("luz", ["Ann", "Ben", "Cleo"])
    other.joins(first)
    host.opens("5211", ["Mei-Ling", "Ben"])
    host.go("/")
    host.tap("a[href='/history']")
    rows = host.page.locator("#found .rows li")
    expect(rows).to_have_count(2)
    host.page.fill("#q", "mei")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("5211")
    host.tap(".segments a[href='/players']")
    host.tap("a[href='/players/ann']")
    host.tap("a[href$='/rename']")
    host.page.fill("#name", "Annika")
    host.tap(".bar button")
    expect(host.page.locator("h1")).to_contain_text("Annika")
    expect(other.page.locator("#stand [data-seat='0']")).to_contain_text("Annika")
    host.tap("a[href$='/rename']")
    host.page.fill("#name", "mei-ling")
    host.tap(".bar button")
    expect(host.page.locator("main")).to_contain_text("Mei-Ling is there already, with 1 game.")
    host.tap(".bar button")
    expect(host.page.locator("h1")).to_contain_text("Mei-Ling")
    expect(other.page.locator("#stand [data-seat='0']")).to_contain_text("Mei-Ling")
    host.tap("a[href$='/delete']")
    host.tap("#name-alone .deletion summary")
    host.tap("#name-alone button")
    expect(host.page.locator("main .rows li")).to_have_count(2)
    expect(other.page.locator("#stand [data-seat='0']")).to_contain_text("Player 1")
    assert host.page.locator("main").get_by_text("Mei-Ling").count() == 0
