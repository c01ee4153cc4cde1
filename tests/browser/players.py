"""What people do with their phones: open a table, join it, tap bets, tricks and cards, and read what stands."""

from __future__ import annotations

import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Error, expect

LIMIT = 60_000  # milliseconds after which a wait fails: no test waits so long unless it hangs

BLOCKED = "Service Worker registration blocked by Playwright"  # in phones that are not to keep pages

# The page's clock stands still, or goes on to a moment at which what the page shows has been read.
CLOCK_STANDS = "{ const now = performance.now(); performance.now = () => now; }"
CLOCK_GOES_ON = "{ const now = performance.now.bind(performance); performance.now = () => now() + READING + 1; }"

# What Playwright says where the page itself has left for another address meanwhile.
OVERTAKEN = ("interrupted by another navigation", "net::ERR_ABORTED")

# Nobody taps what is not painted yet, and Chromium drops such a tap.
MIDDLE = """async key => {
    while (!performance.getEntriesByType("paint").length) await new Promise(requestAnimationFrame);
    const box = key.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return [x, y, !key.disabled && key.contains(document.elementFromPoint(x, y))];
}"""


@dataclass
class Invitation:
    """How others come to a table: its id, and the code and the link for each role."""

    id: str
    codes: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, address, page):
        """From the share page."""
        codes = re.findall(r'data-code="(\w+)">(\w+)<', page)
        links = re.findall(r'data-link="(\w+)" href="([^"]+)"', page)
        return cls(address.split("/t/")[1].split("/")[0], dict(codes), dict(links))


class Phone:
    """One person's phone. `faults` collects whatever the browser complains of; `taps` counts the taps."""

    def __init__(self, context, base):
        self.context, self.base = context, base
        self.is_outage = lambda: False
        self.taps = 0
        self._faults = []
        self._cut_off = 0
        self.tolerated = []
        context.on("console", lambda message: self._complained(message.type, message.text))
        context.on("weberror", lambda error: self._faults.append(f"error on a page: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))
        context.on("requestfailed", lambda request: self._failed(request.failure or ""))
        context.set_default_timeout(LIMIT)
        self.page = context.new_page()

    @property
    def faults(self):
        """What the browser complained of; not the requests that end as their page is left, of which each may be one."""
        cut_off = self._cut_off
        found = []
        for fault in self._faults:
            if cut_off and "Failed to fetch" in fault:
                cut_off -= 1
            else:
                found.append(fault)
        return found

    def _failed(self, why):
        self._cut_off += why == "net::ERR_ABORTED"

    def _complained(self, kind, text):
        if (
            kind not in ("error", "warning")
            or text == BLOCKED
            or any(pattern.search(text) for pattern in self.tolerated)
        ):
            return
        if not (self.is_outage() and re.search("net::ERR_|Failed to fetch", text)):
            self._faults.append(f"console {kind}: {text}")

    def _asked(self, address):
        if urlsplit(address).scheme not in ("data", "blob") and not address.startswith(self.base + "/"):
            self._faults.append(f"asked another host: {address}")

    def tolerate(self, pattern):
        """Expect a complaint in the console, such as "409" for an act that the test wants refused."""
        self.tolerated.append(re.compile(pattern))

    def goes_offline(self):
        self.tolerate("net::ERR_|Failed to fetch|ERR_INTERNET")
        self.context.set_offline(True)

    # moving about

    def go(self, path):
        """To this address, also where the page leaves for another at that moment, as a form does when the game ends."""
        try:
            self.page.goto(path)
        except Error as error:
            if not any(words in error.message for words in OVERTAKEN):
                raise
            self.page.wait_for_load_state()
            self.page.goto(path)

    def see(self, what):
        """Wait until something is to be seen; returns it."""
        found = self.page.locator(what) if isinstance(what, str) else what
        expect(found).to_be_visible()
        return found

    def goes_on(self, what):
        """Wait until something is to be seen; what may be meant for what is in already is asked about first."""
        offered = self.page.locator("#meant .actions button").first
        expect(offered.or_(self.page.locator(what)).first).to_be_visible()
        if offered.is_visible():
            self.tap(offered)
        self.see(what)

    def tap(self, what):
        self._lifts()
        self.taps += 1
        (self.page.locator(what) if isinstance(what, str) else what).tap()

    def _lifts(self):
        """The finger has been lifted for longer than one that bounces, however quick the machine."""
        with suppress(Error):  # on its way to another page
            self.page.evaluate("() => { try { delete sessionStorage['companion:tap'] } catch {} }")

    def reads_nothing(self):
        """Nobody has read what this page shows from here on, however slow the machine."""
        self.page.evaluate(CLOCK_STANDS)

    def reads(self):
        """What this page shows has been there for long enough to be read."""
        self.page.evaluate(CLOCK_GOES_ON)

    def tap_still(self, what):
        """A tap on a key that stands still: no need to wait for that, only to see that nothing covers it."""
        x, y, is_free = (self.page.locator(what) if isinstance(what, str) else what).evaluate(MIDDLE)
        if is_free:
            self._lifts()
            self.taps += 1
            self.page.touchscreen.tap(x, y)
        else:
            self.tap(what)

    def tap_all(self, script):
        """The taps of a script, without those that may be left out and whose key is not there."""
        for tap in script:
            if not tap.is_optional or self.page.locator(tap.key).count():
                self.tap(tap.key)

    def back_to_table(self):
        if not self.page.locator("#stand").count():
            self.tap("#head a.icon-button >> nth=0")
            self.see("#stand")

    # opening and joining

    def add_player(self, name):
        self.page.fill("#name", name)
        self.page.press("#name", "Enter")
        self.see(self.page.locator("[data-sort] li").filter(has_text=name))
        expect(self.page.locator("#name, .bar")).not_to_have_count(0)

    def choose(self, option, value):
        """One of a setting's keys, by its place."""
        self.tap(f"label.key:has([name={option}][value='{value}'])")

    def open_table(self, game, names, options=None):
        """From the home page to a table of one's own, by tapping; ends on its share page."""
        self.go("/")
        self.tap(f"a[href='/new/{game}']")
        for name in names:
            self.add_player(name)
        for option, value in (options or {}).items():
            self.choose(option, value)
        self.tap(".bar button.button")
        return self.invitation()

    def opens(self, game, names, **options):
        """A table of one's own in one step, for tests of something else; the phone stays where it is."""
        values = [(key, value if isinstance(value, list) else [value]) for key, value in options.items()]
        fields = [("player", name) for name in names] + [(key, str(one)) for key, several in values for one in several]
        answer = self._post(f"/new/{game}", fields)
        is_shared = answer.url.endswith("/share")
        return self._invitation(answer if is_shared else self.context.request.get(f"{answer.url}/share"))

    def brings(self, sheet):
        """A table of one's own on which the entries of a scoresheet stand, in one step; the phone stays where it is."""
        answer = self._post("/import/open", [("text", json.dumps(sheet)), ("key", secrets.token_hex(8))])
        return self._invitation(self.context.request.get(f"{answer.url}/share"))

    def post(self, invitation, what, **fields):
        """An act of this phone that needs no page, on the version that stands."""
        self.post_fields(invitation, what, [(key, str(value)) for key, value in fields.items()])

    def post_fields(self, invitation, what, fields):
        head = [("act", secrets.token_hex(8)), ("version", self._version(invitation))]
        answer = self._post(f"/t/{invitation.id}/{what}", [*head, *fields], max_redirects=0)
        assert answer.status < 400, answer.text()

    def _version(self, invitation):
        return re.search(r'data-version="(\d+)"', self.context.request.get(f"/t/{invitation.id}").text())[1]

    def post_bets(self, invitation, *beads):
        self.post(invitation, "enter", stage="bets", **{f"b{seat}": number for seat, number in enumerate(beads)})

    def post_deal(self, invitation, beads, tricks):
        """A whole deal of Luz, all bets without safety."""
        self.post_bets(invitation, *beads)
        self.post(invitation, "enter", stage="totals", **{f"t{seat}": number for seat, number in enumerate(tricks)})

    def post_hand(self, invitation, seat, cards):
        self.post_fields(invitation, "enter", [("seat", str(seat)), *(("card", card) for card in cards)])

    def sends(self, path, fields):
        """Post these fields as they are; returns the status of the answer."""
        return self._post(path, fields).status

    def _invitation(self, answer):
        assert answer.ok, answer.text()
        return Invitation.read(answer.url, answer.text())

    def _post(self, path, fields, max_redirects=20):
        return self.context.request.post(
            path, data=urlencode(fields), headers=self._headers(), max_redirects=max_redirects
        )

    def _headers(self):
        return {"Origin": self.base, "Content-Type": "application/x-www-form-urlencoded"}

    def invitation(self):
        self.page.wait_for_url("**/share")
        return Invitation.read(self.page.url, self.page.content())

    def joins(self, invitation, role="scorer", at=""):
        """To a table's page, or another `at` it, as who has this role, or more; for tests of something else."""
        self.context.request.post(invitation.links[role], headers={"Origin": self.base}, max_redirects=0)
        self.go(f"/t/{invitation.id}{at}")

    def sits(self, invitation, seat):
        """To the form of a table at which this phone has a seat."""
        self.joins(invitation)
        self.post(invitation, "sit", seat=seat)
        self.go(f"/t/{invitation.id}/enter")

    def join_by_link(self, link):
        """What the phone's camera does with the QR code."""
        self.page.goto(link)
        self._go_on_without_a_seat()

    def _go_on_without_a_seat(self):
        """A phone that may enter is asked which seat is its own; one for the whole table takes none."""
        expect(self.page.locator("#stand, .rows [data-seat]").first).to_be_visible()
        if not self.page.locator("#stand").count():
            self.page.locator(".bar a.button").tap()
        self.see("#stand")

    def enter(self):
        """The main button of the table's page: to the form of the running entry."""
        self.tap(".bar a.button")
        self.see("#form")
        self.page.wait_for_load_state()  # a tap that waits too long for the scripts is answered by a page of its own

    def scored(self):
        """How many entries stand, as the form tells on its top."""
        last = self.page.locator("#last[data-entry]")
        return int(last.get_attribute("data-entry") or 0) if last.count() else 0

    def scores(self, key):
        """Tap the key that scores an entry; ends on the next form under its result, or on the final page."""
        before = self.scored()
        self.tap(key)
        self.goes_on(f"#last[data-entry='{before + 1}'], .podium")

    # Luz

    def _strip(self, name, value):
        if value > 5:
            self.tap(f".strip:has([name={name}]) label.more")
        self.tap(f"label.key:has([name={name}][value='{value}'])")

    def tap_bets(self, bets, save=True):
        """(beads, safety) of the seats in seat order, tapped in the order of the page, which is that of bidding."""
        for element in self.page.locator(".bet input[name^=b][value='0']").all():
            seat = int((element.get_attribute("name") or "")[1:])
            beads, safety = bets[seat]
            self._strip(f"b{seat}", beads)
            if safety:
                self.tap(f"label.safety:has([name=s{seat}])")
        if save:
            self.tap("[data-save]")
            self.see(".tricks")

    def tap_trick(self, number, winner):
        """Who took this trick, once the phone asks for it; waits until it is in."""
        expect(self.page.locator("#entry [name=trick]")).to_have_value(str(number))
        self.tap(f"button.winner[value='{winner}']")
        self.goes_on(f".tricks li:nth-child({number}):not(.current) a")

    def tap_totals(self, tricks):
        for seat, taken in enumerate(tricks):
            self._strip(f"t{seat}", taken)

    def score_deal(self):
        """Ends on the next deal's form under the result, or on the final page."""
        self.scores(".bar button.button")

    # 5211

    def tap_cards(self, cards):
        for card in cards:
            self.tap_still(f"[data-card={card}]")

    def tap_hand(self, seat, cards, last=False):
        """Four cards of a seat and save; waits until they are in, with the last of a round until it is scored."""
        asked = self.page.locator("#entry [name=seat]")
        if not asked.count() or asked.input_value() != str(seat):
            self.tap(self.page.locator(".tabs a").nth(seat))
        expect(asked).to_have_value(str(seat))
        self.tap_cards(cards)
        if last:
            self.scores("[data-hand-save]")
        else:
            self.tap("[data-hand-save]")
            expect(asked).not_to_have_value(str(seat))

    def takes(self, *marks):
        """Wait until the form shows the tricks that are in, such as "1A" for the first to Ann."""
        expect(self.page.locator(".tricks li:has(a)")).to_have_text(list(marks))

    # reading

    def stays(self):
        """From here on the page must not be loaded again; `stayed` tells."""
        self.page.evaluate("window.hasStayed = true")

    def stayed(self):
        return bool(self.page.evaluate("window.hasStayed === true"))

    def totals(self):
        return {seat: int(text.replace("−", "-")) for seat, text in self._standings()}

    def ranking(self):
        """The seats in the order in which they are shown, best first."""
        return [seat for seat, _ in self._standings()]

    def _standings(self):
        read = "all => all.map(seat => [Number(seat.dataset.seat), seat.querySelector('b.number').textContent])"
        standings = self.page.locator("#stand [data-seat]").evaluate_all(read)
        return [(seat, text.strip() or "0") for seat, text in standings]

    def shows(self, totals, ranking):
        """Wait until this phone shows these totals, by seat, in this order of seats."""
        plates = self.page.locator("#stand [data-seat]")
        # Before anything is scored there are no zeros.
        points = [str(totals[seat]).replace("-", "−") if any(totals) else re.compile(r"^[0\s]$") for seat in ranking]
        expect(plates.locator("b.number")).to_have_text(points)
        assert self.ranking() == list(ranking)
        assert self.totals() == dict(enumerate(totals))
