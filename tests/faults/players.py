"""People who play on: each in a thread, entering, correcting and taking back at random; and phones that look on."""

import json
import random
import threading
import time
from http.client import HTTPConnection, HTTPException

from tests.support.page_tree import parse
from tests.support.phones import bets, hand, totals, trick


class Player(threading.Thread):
    """Plays at its table, and at the rematch once the game is over, until it is told to stop."""

    def __init__(self, client, session, seed):
        super().__init__(name=client.name, daemon=True)
        self.client, self.session = client, session
        self.chance = random.Random(seed)
        self.enough = threading.Event()
        self.fault = None

    def run(self):
        try:
            while not self.enough.is_set():
                self.play()
        except BaseException as fault:
            self.fault = fault

    def play(self):
        """One act, made from the form as it is shown."""
        page = self.client.page(f"/t/{self.session}/enter")
        if page.status == 302:  # over
            seen = self.client.version(self.session)
            answer = self.client.act(self.session, "rematch", seen)
            if answer.status == 303:
                self.session = answer.location.split("/")[2]
            return
        if page.version and self.chance.random() < 0.15:
            self.client.act(self.session, "undo", page.version)
            return
        posted = luz(page.text, self.chance) if 'name="stage"' in page.text else cards(page.text, self.chance)
        self.client.act(self.session, "enter", page.version, posted)

    def stop(self):
        self.join(60)
        assert not self.is_alive(), f"{self.name} still waits"
        if self.fault is not None:
            raise self.fault


def luz(page, chance):
    """What a form of Luz is filled in with: bets, the trick that is asked for, or the whole deal."""
    if 'name="stage" value="bets"' in page:
        return bets(" ".join(f"{chance.randrange(4)}{chance.choice(['', 's'])}" for _ in range(3)))
    if chance.random() < 0.15:
        first = chance.randrange(11)
        second = chance.randrange(11 - first)
        return totals(f"{first} {second} {10 - first - second}")
    asked = parse(page).values("trick")
    return trick(int(asked[0]), chance.randrange(3)) if asked else {"stage": "score"}


def cards(page, chance):
    """Four of the cards of 5211 that are left, for the seat that is asked for."""
    form = parse(page)
    deck = [key["data-card"] for key in form.with_attribute("data-left") for _ in range(int(key["data-left"]))]
    return hand(int(form.values("seat")[0]), " ".join(chance.sample(deck, 4)))


class Onlooker(threading.Thread):
    """A phone that listens to the stream of the table a player is at, and comes back whenever it ends."""

    def __init__(self, client, player):
        super().__init__(name=f"{client.name} looks on", daemon=True)
        self.client, self.player = client, player
        self.seen = {}
        self.enough = threading.Event()
        self.streams = 0

    def run(self):
        while not self.enough.is_set():
            connection = HTTPConnection("127.0.0.1", self.client.port, timeout=15)
            try:
                self._listen(connection, self.player.session)
            except (OSError, HTTPException):
                time.sleep(0.02)
            finally:
                connection.close()

    def _listen(self, connection, session):
        connection.request("GET", f"/t/{session}/live/table", headers={"Cookie": self.client.cookie})
        response = connection.getresponse()
        assert response.status in (200, 503), response.status
        if response.status == 503:  # the database is away
            raise HTTPException
        self.streams += 1
        while self.player.session == session and not self.enough.is_set():
            line = response.readline()
            if not line:
                return
            data = json.loads(line[6:]) if line.startswith(b"data: ") else {}
            if "version" in data:
                self.seen.setdefault(session, []).append(data["version"])

    def sees(self, session):
        return self.seen.get(session, [-1])[-1]
