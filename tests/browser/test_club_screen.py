"""The big screen of a club evening of 14, for a whole room: all that is new in sight; and the evening on paper."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone
from tests.browser.test_club_evening import Host, plays
from tests.support.phones import links_of

NAMES = [
    *("Ann", "Ben", "Cleo", "小雯", "Mei-Ling", "Bartholomew Featherstonehaugh-Smythe", "Zoë"),
    *("Donaudampfschifffahrtsgesellschaft", "林", "Éric", "Ida", "Jens", "Kofi", "Lucía"),
]
SHOWN = "#stand tr > *, .club-table, .club-table li > *, .club-winner *, .club-join:has(.qr-plate) > *"
OUT_OF_SIGHT = """(shown) => [...document.querySelectorAll(shown)].filter(element => {
  if (!element.getClientRects().length) return false;
  const box = element.getBoundingClientRect(), list = element.closest(".turns")?.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(element);
  const lines = new Set([...text.getClientRects()].map(line => Math.round(line.top))).size;
  return box.bottom > Math.min(innerHeight, list?.bottom ?? innerHeight) + 1 || box.right > innerWidth + 1
    || element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline"
    || element.matches(".place, small") && lines > 1;
}).map(element => element.outerHTML)"""
WHOLE = """() => {
  const list = document.querySelector("#stand .turns").getBoundingClientRect();
  return [...document.querySelectorAll("#stand tbody tr")].filter(row => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= list.top - 1 && bottom <= list.bottom + 1;
  }).map(row => row.textContent);
}"""
KEYS = "nav, button, .button, .bar, .icon-button"


@pytest.fixture
def evening(phone) -> tuple[Phone, Host, str, str]:
    """A phone that hosts an evening of 14 at tables of four or three, and the paths of its page and of its link."""
    host = phone()
    group = host.page.request.post("/groups/new", data=urlencode({"name": "Club", "names": "Ann\nBen"}),
                                   headers=host._headers(), max_redirects=0).headers["location"]  # fmt: skip
    fields = {"name": "Friday", "system": "swiss", "size": "4", "rounds": "2", "names": "\n".join(NAMES)}
    made = host.page.request.post(f"{group}/evenings/new?game=luz", data=urlencode(fields), headers=host._headers())
    at = made.url.removeprefix(host.base)
    return host, Host(host), at, links_of(host.page.request.get(f"{at}/share").text())["evening"]


def plays_round(host: Phone, entering: Host, at: str, number: int) -> None:
    for what in ("draw", "open"):
        host.sends(f"{at}/{what}", [("act", f"{what}-{number}"), ("anyway", "yes")])
    host.go(at)
    tables = host.page.locator(".club-table")
    for index, table in enumerate(entering.tables()):
        seats = tables.nth(index).locator("li").count()
        plays(entering, table, " ".join(map(str, [*range(seats - 1), 10 - sum(range(seats - 1))])))


def finds_all_by_turns(screen: Phone, path: str) -> None:
    """On a screen too low for all standings their pages come one after the other."""
    screen.page.clock.install()
    screen.go(path)
    first = seen = set(screen.page.evaluate(WHOLE))
    for _ in range(len(NAMES)):
        screen.page.clock.run_for(8000)
        seen = seen | set(screen.page.evaluate(WHOLE))
    assert len(first) < len(seen) == len(NAMES)


def test_everything_is_in_sight_on_a_screen_for_the_room(phone, evening):
    host, entering, at, link = evening
    screens = [phone(viewport=size) for size in ((1920, 1080), (1366, 768))]
    for screen in screens:
        screen.go(f"{link}/all")
    plays_round(host, entering, at, 1)
    for screen in screens:
        expect(screen.page.locator("#stand tbody tr")).to_have_count(14)
        expect(screen.page.locator(".club-table.ended")).to_have_count(4)
        assert screen.page.evaluate(OUT_OF_SIGHT, SHOWN) == []
        expect(screen.page.locator(".bar")).to_be_hidden()
        assert screen.page.locator(".qr-plate").bounding_box()["height"] > 200
    finds_all_by_turns(phone(viewport=(900, 560)), f"{link}/all")
    plays_round(host, entering, at, 2)
    for screen in screens:
        expect(screen.page.locator("#now .club-winner h2")).to_contain_text("win")
        expect(screen.page.locator(".club-table.ended")).to_have_count(4)
        assert screen.page.evaluate(OUT_OF_SIGHT, SHOWN) == []

    # Who looked at the first round finds the second; the host corrects a table by two taps.
    screens[1].go(f"{link}/all?round=1")
    screens[1].tap("a:has-text('To round 2')")
    expect(screens[1].page.locator("#now h2").last).to_have_text("Round 2")
    host.go(at)
    host.tap(host.page.locator(".club-table a:has-text('Correct')").first)
    host.tap("#outcome a:has-text('Correct')")
    expect(host.page.locator("form#form, form[action*='/correct']").first).to_be_visible()

    # On paper there is nothing to tap.
    host.go(f"{at}/print")
    host.page.emulate_media(media="print")
    assert host.page.locator(".seating > li").count() == host.page.locator(".slip").count() == 4
    assert host.page.locator(".cross tbody tr").count() == 14
    assert [one for one in host.page.locator(KEYS).all() if one.is_visible()] == []
    host.page.emulate_media(media="screen")
