"""One browser page in any engine, as WebDriver sees it: go, evaluate, tap. Each phone has a storage of its own."""

import json
import re
import secrets
import time
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.browser.players import Invitation

MEANT = "#meant .actions button"  # asks whether a tap is meant for what another phone's act has just brought
SOON = 60.0  # seconds after which a wait fails: no test waits so long unless it hangs
SENT = """
const request = new XMLHttpRequest();
request.open(METHOD, ADDRESS, false);
if (METHOD === "POST") request.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
request.send(BODY);
return [request.status, request.responseURL, request.responseText];
"""
# Where the middle of an element is, once it takes taps: in view, on, and not covered. Null before that.
_MIDDLE = """
const found = document.querySelector(SELECTOR);
if (!found || found.disabled) return null;
const middle = () => {
    const box = found.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return [x, y, Boolean(box.width) && found.contains(document.elementFromPoint(x, y))];
};
// A scroll bar may lie over the edge of the window.
const { top, bottom, left, right } = found.getBoundingClientRect();
const isInView = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth - 16;
if (!isInView || !middle()[2]) found.scrollIntoView({ block: "center", inline: "center" });
const [x, y, isFree] = middle();
if (!isFree) return null;
return [Math.round(x), Math.round(y)];
"""


DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}


def _move(x, y):
    return {"type": "pointerMove", "x": x, "y": y}


Engine = Any  # FirefoxPage or WebKitPage: a page that goes to an address, evaluates, and takes taps and keys


class Phone:
    """One person's phone in any engine; `taps` counts the taps."""

    def __init__(self, engine, base):
        self.engine, self.base, self.taps = engine, base, 0

    def go(self, path):
        self.engine.navigate(path if path.startswith("http") else self.base + path)

    def js(self, expression):
        return self.engine.run(f"return {expression};")

    def until(self, ready, what):
        """Wait until `ready` gives something true; a page that is just being replaced is asked again."""
        end, fault = time.monotonic() + SOON, None
        while time.monotonic() < end:
            try:
                if found := ready():
                    return found
            except Exception as error:
                fault = error
            time.sleep(0.03)
        raise AssertionError(f"{self.engine.name}: {what} ({self.where()}; {fault})")

    def where(self):
        try:
            return str(self.js("location.href"))
        except Exception as error:  # it stands in a message of its own
            return str(error)

    def see(self, selector, of_any_size=False):
        """Wait until one of these is to be seen; where it never can be, until it is there."""
        shown = "true" if of_any_size else "one.getClientRects().length"
        visible = f"[...document.querySelectorAll({json.dumps(selector)})].some((one) => {shown})"
        self.until(lambda: self.js(visible), f"{selector} is not to be seen")

    def has(self, selector, count):
        self.until(lambda: self.count(selector) == count, f"{selector} is not there {count} times")

    def count(self, selector):
        return int(self.js(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def texts(self, selector):
        each = "(one) => one.textContent.trim().replace(/\\s+/g, ' ')"
        return self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map({each})")

    def shows(self, selector, texts):
        self.until(lambda: self.texts(selector) == texts, f"{selector} does not read {texts}")

    def tap(self, selector):
        """One tap in the middle of the first element, once nothing covers it."""
        x, y = self.middle(selector)
        self.taps += 1
        self.engine.pointer(_move(x, y), DOWN, UP)

    def middle(self, selector):
        """Where an element can be tapped, once it can."""
        where = _MIDDLE.replace("SELECTOR", json.dumps(selector))
        x, y = self.until(lambda: self.engine.run(where), f"{selector} cannot be tapped")
        return x, y

    def drag(self, what, onto):
        """To the upper half of the other one, as slowly as people do it."""
        (x, start), (_, end) = self.middle(what), self.middle(onto)
        self.engine.pointer(_move(x, start), DOWN, {"type": "pause", "duration": 250})
        for y in range(start - 8, end - 16, -12):
            self.engine.pointer(_move(x, y), {"type": "pause", "duration": 70})
        self.engine.pointer(UP)

    def choose(self, name, value):
        self.tap(f"label.key:has([name={name}][value='{value}'])")

    def is_value(self, selector, value):
        held = f"document.querySelector({json.dumps(selector)})?.value === {json.dumps(str(value))}"
        self.until(lambda: self.js(held), f"{selector} is not {value}")

    def type(self, selector, text):
        self.see(selector)
        self.tap(selector)
        self.engine.keys(text)

    # tables

    def send(self, path, fields):
        """What this phone posts without tapping, for what is no part of the test; the address and text it comes to."""
        body = urlencode([(name, str(value)) for name, value in fields])
        return self._request("POST", path, body)

    def fetch(self, path):
        """The text at an address; asked for again where the page left for another one before the answer."""
        _, text = self.until(lambda: self._request("GET", path, ""), f"{path} does not answer")
        return str(text)

    def _request(self, method, path, body):
        given = {"METHOD": method, "ADDRESS": path, "BODY": body}
        code = re.sub("METHOD|ADDRESS|BODY", lambda found: json.dumps(given[found[0]]), SENT)
        status, address, text = self.engine.run(code)
        assert status == 200, (status, text)
        return address, text

    def brings(self, sheet):
        """A table of one's own on which the entries of a scoresheet stand; ends on its page."""
        self.go("/")
        address, _ = self.send("/import/open", [("text", json.dumps(sheet)), ("key", secrets.token_hex(8))])
        path = urlsplit(address).path.removesuffix("/share")
        invitation = Invitation.read(self.base + path, self.fetch(f"{path}/share"))
        self.go(path)
        return invitation

    def joins(self, invitation, seat=None):
        """As the phone's camera does with the QR code; takes a seat, or none; ends on the table's page."""
        self.go(invitation.links["scorer"])
        self.see(".rows [data-seat], #stand")
        if seat is not None:
            if not self.where().endswith("/seats"):
                self.go(f"/t/{invitation.id}/seats")
            self.tap(f".rows [data-seat='{seat}'] button")
            self.see("#form")
            self.go(f"/t/{invitation.id}")
        elif not self.js("document.getElementById('stand')"):
            self.tap(".bar a.button")
        self.see("#stand")

    def enter(self):
        """The main button of the table's page: to the form of the running entry."""
        self.tap(".bar a.button")
        self.see("#form")
        self.online()

    def goes_on(self, what):
        """Wait until something is to be seen; whether a tap right after another phone's act is meant is asked first."""
        self.see(f"{MEANT}, {what}")
        if self.count(MEANT):
            self.tap(MEANT)
        self.see(what)

    def scores(self, key=".bar button.button"):
        """Tap what scores an entry; ends on the next form under its result, or on the final page."""
        before = self.js("Number(document.querySelector('#last[data-entry]')?.dataset.entry ?? 0)")
        self.tap(key)
        self.goes_on(f"#last[data-entry]:not([data-entry='{before}']), .podium")

    def totals(self, *points):
        each = "(one) => [one.dataset.seat, one.querySelector('b.number').textContent.trim() || '0']"
        read = f"[...document.querySelectorAll('#stand [data-seat]')].map({each})"
        wanted = {str(seat): str(number).replace("-", "−") for seat, number in enumerate(points)}
        self.until(lambda: dict(self.js(read)) == wanted, f"the totals are not {points}")

    def offline(self):
        self.see("#people[data-state]:not([data-state=''])")

    def online(self):
        self.see("#people[data-state='']")

    def waiting(self, count):
        self.has("#outbox li", count)
