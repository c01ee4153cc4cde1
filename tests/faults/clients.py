"""A phone on a real connection: it posts each act under a key of its own until it has read an answer whole."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, IncompleteRead
from urllib.parse import urlencode

from tests.support.phones import links_of, totals_of
from tests.support.reading import alert_of

PATIENCE = 40  # seconds until a phone gives up
_FORM = "application/x-www-form-urlencoded"


class Lost(Exception):
    """No answer came, or not the whole of it."""


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    text: str
    made: int | None = None
    """The version that an act has made; the one that the phone saw where others had said the same before."""

    @property
    def notice(self):
        return alert_of(self.text, "status")

    @property
    def version(self):
        shown = re.search(r'data-version="(\d+)"', self.text)
        assert shown, self.text
        return int(shown[1])


@dataclass
class Ledger:
    """What the phones were told: by the key of an act, its session and the answer's status and address."""

    acknowledged: dict[str, tuple[str, str]] = field(default_factory=dict)
    refused: dict[str, tuple[str, int]] = field(default_factory=dict)
    retried: set[str] = field(default_factory=set)
    rematches: list[tuple[str, str]] = field(default_factory=list)


class Client:
    """One phone. `gone` says that nobody waits any more, so that no retry is of use."""

    def __init__(self, port, name, ledger=None, source="127.0.0.1"):
        self.port, self.name, self.source = port, name, source
        self.ledger = Ledger() if ledger is None else ledger
        self.cookie, self.htmx = "", False
        self.keys = 0
        self.gone = threading.Event()
        self._connection = None

    # one try

    def ask(self, method, path, fields=None):
        """One request on a connection that is kept. Raises `Lost` where the answer did not come whole."""
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(self.source, 0))
        body = urlencode(fields, doseq=True) if fields is not None else None
        try:
            self._connection.request(method, path, body, self._headers(body))
            response = self._connection.getresponse()
            text = response.read().decode()
            if "Content-Length" not in response.headers:
                raise IncompleteRead(b"")  # cut off within its head
        except (OSError, HTTPException) as error:
            self.hang_up()
            raise Lost from error
        location = response.headers.get("Location") or response.headers.get("HX-Redirect") or ""
        if cookie := response.headers["Set-Cookie"]:  # the first is the one by which the phone is known
            self.cookie = cookie.split(";")[0]
        made = response.headers.get("Act-Version")
        return Answer(response.status, location, text, None if made is None else int(made))

    def _headers(self, body):
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            headers |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": _FORM}
        return headers | ({"HX-Request": "true"} if self.htmx else {})

    def hang_up(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # as often as it takes

    def insist(self, method, path, fields=None, key=None):
        """Ask the very same again until it is answered."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.ask(method, path, fields)
            except Lost:
                assert time.monotonic() < end and not self.gone.is_set(), f"no answer to {method} {path}"
                if key is not None:
                    self.ledger.retried.add(key)
                time.sleep(0.01)

    def page(self, path):
        answer = self.insist("GET", path)
        assert answer.status in (200, 302), (path, answer)
        return answer

    def act(self, session, what, seen, fields=None):
        """Post an act on the version `seen`, with the same key until it is answered; writes down what came of it."""
        self.keys += 1
        key = f"{self.name}-{self.keys}"
        answer = self.insist("POST", f"/t/{session}/{what}", self.form(key, seen, fields), key)
        if answer.made is None or answer.made > seen:
            self.note(session, what, key, answer)
        return answer

    def form(self, key, seen, fields=None):
        return {"act": key, "version": seen, **(fields or {})}

    def note(self, session, what, key, answer):
        if answer.status in (409, 422):
            self.ledger.refused[key] = (session, answer.status)
            return
        assert answer.status in (200, 303), (what, key, answer)
        if what == "rematch":  # several phones may ask for it at once: all are led to the one that was opened
            self.ledger.rematches.append((session, answer.location.split("/")[2]))
        else:
            self.ledger.acknowledged[key] = (session, answer.location)

    # what people do

    def open(self, game, *players):
        answer = self.insist("POST", f"/new/{game}", {"player": players, "title": "An open sheet"})
        assert answer.status in (200, 303) and answer.location, answer
        return answer.location.split("/")[2]

    def link(self, session):
        """The link on the share page by which another phone joins, to enter."""
        return links_of(self.page(f"/t/{session}/share").text)["scorer"]

    def join(self, host, session):
        """Scan the QR code on the host's share page."""
        assert self.insist("POST", host.link(session), {}).status == 303
        return self

    def version(self, session):
        return self.page(f"/t/{session}").version

    def totals(self, session):
        return totals_of(self.page(f"/t/{session}/sheet").text)
