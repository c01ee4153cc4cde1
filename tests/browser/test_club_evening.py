"""A club evening in a browser: its host, a player, one without a connection for a while, and a big screen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.test_wide_screens import OVERLAPS
from tests.support.evenings import names


def plays(host, table: str, taken: str) -> None:
    """One deal with these tricks, entered by the host, and the end of the game."""
    tricks = taken.split()
    for fields in (
        {"stage": "bets", **{f"b{seat}": "0" for seat in range(len(tricks))}},
        {"stage": "totals", **{f"t{seat}": won for seat, won in enumerate(tricks)}},
    ):
        host.post(f"/t/{table}/enter", fields)
    host.post(f"/t/{table}/end", {})


class Host:
    """The host's phone; what is entered at tables goes by requests, with the cookies of its browser."""

    def __init__(self, phone) -> None:
        self.phone, self.page = phone, phone.page
        self._keys = 0

    def post(self, path: str, fields: dict[str, str]) -> None:
        self._keys += 1
        table = path.split("/")[2]
        shown = self.page.request.get(f"{self.phone.base}/t/{table}").text()
        seen = re.search(r'data-version="(\d+)"', shown)[1]
        answer = self.page.request.post(
            f"{self.phone.base}{path}",
            form={"act": f"host-{self._keys}", "version": seen, "sure": "1", **fields},
            headers={"Origin": self.phone.base},
        )
        assert answer.ok, (path, answer.status)

    def tables(self) -> list[str]:
        """The tables that the host's page leads to."""
        links = self.page.locator("#now .cite").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        return [link.split("/")[2] for link in links]

    def opens_round(self, number: int) -> list[str]:
        self.phone.tap(f"button:has-text('Draw round {number}')")
        self.phone.tap("button:has-text('Open 3 tables')")
        expect(self.page.locator("#now")).to_contain_text("3 tables play")
        return self.tables()


def test_an_evening_of_nine_with_a_correction_a_latecomer_and_a_leaver(phone):
    host, player, away, screen = Host(phone()), phone(), phone(), phone(script=False)
    host.phone.go("/groups/new")
    host.page.fill("#name", "Club")
    host.page.fill("#names", "\n".join(names(8)))
    host.phone.tap(".bar button")
    host.phone.tap("a[href$='/evenings']")
    host.phone.tap(".bar a")
    host.phone.tap("a[href$='game=luz']")
    host.phone.tolerate("422")
    host.phone.tap(".bar button")
    expect(host.page.locator("#name-fault")).to_contain_text("Type a name first")
    host.page.fill("#name", "Friday")
    host.page.fill("#names", "Zoë")
    host.page.fill("#rounds", "2")
    host.phone.tap("label.key:has([name=size][value='3'])")
    host.phone.tap(".bar button")
    expect(host.page.locator("#now")).to_contain_text("Draw round 1")
    home = host.page.url.removeprefix(host.phone.base)
    host.phone.tap("a[href$='/share']")
    link = host.page.locator("[data-link=evening]").get_attribute("href")
    for one, name in ((player, "Zoë"), (away, "Player 001")):
        one.go(link)
        one.tap(".bar a")
        one.tap(f"button:has-text('{name}')")
        expect(one.page.locator(".club-own h2")).to_have_text("No table yet")
    watching = phone(viewport=(1366, 768))
    watching.go(f"{link}/all")
    joining = "#stand, .club-join > *, .club-join svg"
    assert watching.page.evaluate(OVERLAPS, joining) == [], "the code to scan leaves its sentence to be read"

    # Two taps swap two players before the tables are open.
    host.phone.go(home)
    host.phone.tap("button:has-text('Draw round 1')")
    first, second = (host.page.locator(f".club-table:nth-child({table}) .key").first.inner_text() for table in (1, 2))
    host.phone.tap(f".club-table .key:has-text('{first}')")
    host.phone.see(host.page.locator(".club-table button[name=second]").first)
    host.phone.tap(f".club-table .key:has-text('{second}')")
    expect(host.page.locator(".club-table:nth-child(1) .key").first).to_have_text(second)
    away.context.set_offline(True)
    away.tolerate("INTERNET_DISCONNECTED")
    host.phone.tap("button:has-text('Open 3 tables')")

    # The new round is there without loading a page; where there is no connection, as soon as it is back.
    expect(player.page.locator(".club-own h2")).to_contain_text(re.compile(r"You are at table \d"))
    expect(watching.page.locator("#now .club-table")).to_have_count(3)
    away.context.set_offline(False)
    expect(away.page.locator(".club-own h2")).to_contain_text(re.compile(r"You are at table \d"))
    player.tap("#own button")
    expect(player.page.locator("#head")).to_contain_text("Luz")
    expect(player.page.locator("body")).to_have_attribute("data-own", re.compile(r"^\d$"))

    for table in host.tables():
        plays(host, table, "0 1 9")
    points = watching.page.locator("#stand tbody tr td:nth-child(2)")
    expect(points).to_have_text(["2", "2", "2", "1", "1", "1", "0", "0", "0"])
    screen.go(link)
    expect(screen.page.locator("#stand tbody tr")).to_have_count(9)

    # A correction of a table flows on.
    table = host.tables()[0]
    winner = watching.page.locator(".club-table").first.locator("li span").first.inner_text()
    own = watching.page.locator(f"#stand tr:has-text('{winner}') td:nth-child(2)")
    expect(own).to_have_text("2")
    for what in ("undo", "undo"):
        host.post(f"/t/{table}/{what}", {})
    expect(points).to_have_text(["2", "2", "1", "1", "0", "0", "0", "0", "0"])
    host.post(f"/t/{table}/enter", {"stage": "totals", "t0": "9", "t1": "1", "t2": "0"})
    host.post(f"/t/{table}/end", {})
    expect(points).to_have_text(["2", "2", "2", "1", "1", "1", "0", "0", "0"])
    expect(own).to_have_text("0")

    # Somebody leaves, somebody else comes: nine again.
    host.phone.go(f"{home}/players")
    host.phone.tap("li:has-text('Player 002') button:has-text('Leaves')")
    expect(host.page.locator("li:has-text('Player 002')")).to_contain_text("has left")
    host.page.fill("#names", "Late")
    host.phone.tap("form.section button")
    expect(host.page.locator("li:has-text('Late')")).to_be_visible()
    host.phone.go(home)
    tables = host.opens_round(2)
    expect(host.page.locator("#now .club-tables")).to_contain_text("Late")
    expect(host.page.locator("#now .club-tables")).not_to_contain_text("Player 002")
    for table in tables:
        plays(host, table, "0 1 9")
    expect(watching.page.locator("#head")).to_contain_text("in round 2 of 2")
    expect(watching.page.locator("#stand tbody tr")).to_have_count(10)
    player.go(link)
    player.tap("#own .rows a")
    expect(player.page.locator("main")).to_contain_text(re.compile(r"Round 2, table \d\s*Place \d of 3"))
