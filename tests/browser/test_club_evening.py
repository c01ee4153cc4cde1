"""A club evening of 14 in a browser: players, one without a connection for a while, screens for the room, and paper."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.players import Invitation
from tests.support.phones import links_of

NAMES = [
    *("Ann", "Ben", "Cleo", "小雯", "Mei-Ling", "Bartholomew Featherstonehaugh-Smythe", "Zoë"),
    *("Donaudampfschifffahrtsgesellschaft", "林", "Éric", "Ida", "Jens", "Kofi", "Lucía"),
]
SCREENS = ((1920, 1080), (1366, 768))
SHOWN = "#stand tr > *, .evenings-table, .evenings-table li > *, .evenings-winner *, .evenings-join:has(.qr-plate) > *"
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
def evening(phone):
    """A phone that hosts an evening of 14 at tables of four or three, and the paths of its page and of its link."""
    host = phone()
    group = host.page.request.post("/groups/new", data=urlencode({"name": "Club", "names": "Ann\nBen"}),
                                   headers=host._headers(), max_redirects=0).headers["location"]  # fmt: skip
    fields = {"name": "Friday", "system": "swiss", "size": "4", "rounds": "2", "names": "\n".join(NAMES)}
    made = host.page.request.post(f"{group}/evenings/new?game=luz", data=urlencode(fields), headers=host._headers())
    at = made.url.removeprefix(host.base)
    return host, at, links_of(host.page.request.get(f"{at}/share").text())["evening"]


def opens_round(host, at, number):
    for what in ("draw", "open"):
        assert host.sends(f"{at}/{what}", [("act", f"{what}-{number}"), ("anyway", "yes")]) == 200


def plays_round(host, at):
    """One deal and the end at each table of the round that is open."""
    host.go(at)
    links = [link.get_attribute("href") or "" for link in host.page.locator("#now [open] .evenings-table .cite").all()]
    counts = [table.locator("li").count() for table in host.page.locator("#now [open] .evenings-table").all()]
    for link, seats in zip(links, counts, strict=True):
        table = Invitation(link.split("/")[2])
        taken = [*range(seats - 1), 10 - sum(range(seats - 1))]
        host.post(table, "enter", stage="bets", sure=1, **{f"b{seat}": 0 for seat in range(seats)})
        host.post(table, "enter", stage="totals", sure=1, **{f"t{seat}": won for seat, won in enumerate(taken)})
        host.post(table, "end", sure=1)


def finds_all_by_turns(screen, path):
    """On a screen too low for all standings their pages come one after the other."""
    screen.page.clock.install()
    screen.go(path)
    first = seen = set(screen.page.evaluate(WHOLE))
    for _ in range(len(NAMES)):
        screen.page.clock.run_for(8000)
        seen = seen | set(screen.page.evaluate(WHOLE))
    assert len(first) < len(seen) == len(NAMES)


def is_player(one, link, name):
    one.go(link)
    one.tap(".bar a")
    one.tap(f"button:has-text('{name}')")
    expect(one.page.locator(".evenings-own h2")).to_have_text("No table yet")
    return one


def all_is_in_sight(screen):
    """Nothing that the screen shows is out of sight, once what came has got its size."""
    screen.page.wait_for_function(f"shown => !({OUT_OF_SIGHT})(shown).length", arg=SHOWN)


def test_all_phones_follow_an_evening_and_the_room_sees_all_of_it(phone, evening):
    host, at, link = evening
    player, away = is_player(phone(), link, "Zoë"), is_player(phone(), link, "Kofi")
    screens = [phone(viewport=size) for size in SCREENS]
    for screen in screens:
        screen.go(f"{link}/all")
    away.tolerate("INTERNET_DISCONNECTED")
    away.context.set_offline(True)
    opens_round(host, at, 1)

    # The new round is there without loading a page; where there is no connection, as soon as it is back.
    expect(player.page.locator(".evenings-own h2")).to_contain_text(re.compile(r"You are at table \d"))
    away.context.set_offline(False)
    expect(away.page.locator(".evenings-own h2")).to_contain_text(re.compile(r"You are at table \d"))
    player.tap("#own button")
    expect(player.page.locator("body")).to_have_attribute("data-own", re.compile(r"^\d$"))

    plays_round(host, at)
    for screen in screens:
        expect(screen.page.locator("#stand tbody tr")).to_have_count(14)
        expect(screen.page.locator(".evenings-table.ended")).to_have_count(4)
        all_is_in_sight(screen)
        expect(screen.page.locator(".bar")).to_be_hidden()
        assert screen.page.locator(".qr-plate").bounding_box()["height"] > 200
    finds_all_by_turns(phone(viewport=(900, 560)), f"{link}/all")
    opens_round(host, at, 2)
    plays_round(host, at)
    for screen in screens:
        expect(screen.page.locator("#now .evenings-winner h2")).to_contain_text("win")
        expect(screen.page.locator(".evenings-table.ended")).to_have_count(4)
        all_is_in_sight(screen)

    # Who looked at the first round finds the second.
    screens[1].go(f"{link}/all?round=1")
    screens[1].tap("a:has-text('To round 2')")
    expect(screens[1].page.locator("#now h2").last).to_have_text("Round 2")

    # On paper there is nothing to tap.
    host.go(f"{at}/print")
    host.page.emulate_media(media="print")
    assert host.page.locator(".seating > li").count() == host.page.locator(".slip").count() == 4
    assert host.page.locator(".cross tbody tr").count() == 14
    assert [one for one in host.page.locator(KEYS).all() if one.is_visible()] == []
    host.page.emulate_media(media="screen")
