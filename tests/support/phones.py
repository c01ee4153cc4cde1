"""A phone at the table, as the tests hold it: its own cookies and address, and it posts what the pages post."""

import itertools
import re
from urllib.parse import urlsplit

from werkzeug.datastructures import MultiDict

from tests.support.page_tree import parse
from tests.support.reading import alert_of

ORIGIN = {"Origin": "http://localhost"}
HTMX = {**ORIGIN, "HX-Request": "true"}
PLAYERS = {"luz": ["Ann", "Ben", "Cleo", "Dan"], "5211": ["Ann", "Ben"]}
_keys = itertools.count(1)
_addresses = itertools.count(1)


class Phone:
    """A test client with the few things that people do on a phone."""

    def __init__(self, app, language="en"):
        number = next(_addresses)
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = f"10.1.{number // 250}.{number % 250 + 1}"
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language

    def move_to(self, app):
        """Go on at an application that was started anew, with the cookies that it has."""
        client = app.test_client()
        client.environ_base.update(self.client.environ_base)
        client._cookies = self.client._cookies
        self.client = client

    def get(self, path, **options):
        return self.client.get(path, **{"buffered": True, **options})

    def post(self, path, fields=None, headers=ORIGIN, **options):
        return self.client.post(path, data=MultiDict(fields or {}), headers=headers, **options)

    def page(self, path):
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status)
        return answer.text

    def open(self, game="luz", players=None, **options):
        """Open a table with this phone as its host; returns the session."""
        options = {"title": "Mini golf", **options} if game == "open" else options
        answer = self.post(f"/new/{game}", {"player": list(players or PLAYERS[game]), **options})
        assert answer.status_code == 303, answer.text
        return answer.location.split("/")[2]

    def links(self, session):
        """The links on the share page, by role, as paths."""
        return links_of(self.page(f"/t/{session}/share"))

    def shared(self, session, page="r"):
        """The path of a table's result, of its "replay" or of its overlay "o" for whoever has the link."""
        return re.search(rf'"[^"]*(/{page}/{session}[^"/?]+)"', self.page(f"/t/{session}/share"))[1]

    def codes(self, session):
        shown = parse(self.page(f"/t/{session}/share")).with_attribute("data-code")
        return {code["data-code"]: code.text for code in shown}

    def scan(self, link):
        """Open a link and send the form on its page, as its script does; a phone that has joined is led on at once."""
        page = self.get(link)
        return self.post(link) if 'id="join"' in page.text else page

    def join(self, host, session, role="scorer"):
        answer = self.scan(host.links(session)[role])
        assert answer.location in (f"/t/{session}", f"/t/{session}/seats")
        return self

    def version(self, session):
        return int(re.search(r'data-version="(\d+)"', self.page(f"/t/{session}"))[1])

    def act(self, session, what, fields=None, *, seen=None, key=None, headers=ORIGIN):
        """Post an act (enter, undo, end, rematch) on the version `seen`, by default the one that stands.

        Who sees that is sure to undo or redo also what other phones did.
        """
        sure = {"sure": "1"} if seen is None and what in ("undo", "redo") else {}
        seen = self._standing_version(session) if seen is None else seen
        sent = {"act": key or f"key-{next(_keys)}", "version": str(seen), **sure, **(fields or {})}
        return self.post(f"/t/{session}/{what}", sent, headers)

    def _standing_version(self, session):
        """The version in the database: to load the page for it would take longer than the act."""
        return int(self.client.application.extensions["companion"].table(session).version)

    def enter(self, session, fields, **options):
        return self.act(session, "enter", fields, **options)

    def totals(self, session):
        return totals_of(self.page(f"/t/{session}/sheet"))


def bets(text):
    """The bets of a deal of Luz as the form posts them: "3 2s 0" is 3, 2 with the safety bead, 0."""
    fields = {"stage": "bets"}
    for seat, bet in enumerate(text.split()):
        fields[f"b{seat}"] = bet.rstrip("s")
        if bet.endswith("s"):
            fields[f"s{seat}"] = "on"
    return fields


def trick(number, winner):
    return {"stage": "trick", "trick": number, "winner": winner}


def totals(text):
    return {"stage": "totals", **{f"t{seat}": taken for seat, taken in enumerate(text.split())}}


def hand(seat, cards):
    return {"seat": seat, "card": cards.split()}


def notice(answer):
    """The sentence of what went wrong, as it is read."""
    return alert_of(answer.text)


def mine(answer):
    """What the button "Save mine instead" sends."""
    return dict(parse(answer.text).find("button", "Save mine instead").form.fields)


def standings(page):
    """What is read of each seat in the standings of a table's page, by seat in the order of the page."""
    return parse(page).by_id("stand").by_seat()


def links_of(page):
    """The links of a page that are shared, by role, as paths; those that are only named as codes are left out."""
    links = [part for part in parse(page).with_attribute("data-link") if part.role == "link"]
    return {link["data-link"]: urlsplit(link["href"]).path for link in links}


def totals_of(sheet):
    """Each seat's total on a score sheet, those that are hidden left out."""
    return [int(total.replace("−", "-")) for total in shown_totals(sheet) if total.lstrip("−").isdigit()]


def shown_totals(sheet):
    """Each seat's total as a score sheet shows it, after the title and each name; none before the first entry."""
    return parse(sheet).by_id("pad-sum").cells[2::2] if 'id="pad-sum"' in sheet else []
