"""A large club evening on a real server: phones of all tables enter at once, and nobody waits for a drawing."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.faults.clients import Client
from tests.support.evenings import names
from tests.support.long import long
from tests.support.loop_delays import metrics, pauses_over
from tests.support.phones import bets, links_of, totals
from tests.support.reading import parts

pytestmark = long
PLAYERS, PHONES, ROUNDS = 200, 60, 3
LONGEST = "0.1"  # seconds that anybody may wait for what others do


class Hall:
    """The host of an evening at tables of three or four, and a phone of a player at each of as many tables as asked."""

    def __init__(self, port, client, size=3, game="luz"):
        self.port, self.client, self.keys = port, client, 0
        self.host = client(port, "host")
        answer = self.host.insist("POST", "/groups/new", {"name": "Club", "names": "Ann\nBen"})
        players = "\n".join(names(PLAYERS))
        fields = {"name": "Friday", "system": "swiss", "size": size, "rounds": ROUNDS, "names": players}
        answer = self.host.insist("POST", f"{answer.location}/evenings/new?game={game}", fields)
        assert answer.status == 303, answer.text
        self.at = answer.location
        self.link = links_of(self.host.page(f"{self.at}/share").text)["evening"]

    def post(self, what):
        self.keys += 1
        answer = self.host.insist("POST", f"{self.at}/{what}", {"act": f"host-{self.keys}"})
        assert answer.status == 303, (what, answer.status, answer.notice)

    def told(self):
        return json.loads(self.host.page(f"{self.at}/evening.json").text)

    def arrive(self, number):
        """A player's phone, each from an address of its own, as in a club."""
        phone = Client(self.port, f"phone{number}", source=f"127.0.2.{number}")
        answer = phone.insist("POST", f"{self.link}/who", {"player": number, "phone": f"{number:032}"})
        assert answer.status == 303, answer.notice
        return phone

    def play(self, phone, together):
        """Sit down by one tap, and enter the one deal of a table when all others do; returns the table."""
        answer = phone.insist("POST", f"{self.link}/seat", {})
        assert answer.status == 303 and answer.location.startswith("/t/"), answer
        session = answer.location.split("/")[2]
        together.wait(60)
        self.enter(phone, session)
        assert "data-version" in phone.page(f"{self.link}").text
        return session

    def play_all(self, sessions, scribes):
        """One deal at each table, entered by a player's phone at once, or by the host; then the host ends them."""
        together = Barrier(len(scribes))
        with ThreadPoolExecutor(len(scribes)) as pool:
            ended = list(pool.map(lambda phone: self.play(phone, together), scribes.values()))
        assert sorted(ended) == sorted(scribes)
        for session in sessions:
            if session not in scribes:
                self.enter(self.host, session)
            self.host.act(session, "end", self.host.version(session))

    def enter(self, phone, session):
        seats = self.seats[session]
        seen = phone.act(session, "enter", phone.version(session), bets(" ".join("0" * seats))).made
        taken = [*range(seats - 1)]
        phone.act(session, "enter", seen or 0, totals(" ".join(map(str, [*taken, 10 - sum(taken)]))))


def test_all_tables_enter_within_the_same_minute(served, client):
    hall = Hall(served.port, client)
    phones = {number: hall.arrive(number) for number in range(1, PHONES + 1)}
    for number in range(1, ROUNDS + 1):
        before = pauses_over(metrics(served.port), LONGEST)
        for what in ("draw", "open"):
            hall.post(what)
        shown = hall.host.page(hall.at).text
        assert "Standings" in phones[1].page(f"{hall.link}/all").text
        assert pauses_over(metrics(served.port), LONGEST) == before, f"round {number}"
        tables = hall.told()["rounds"][-1]["tables"]
        links = [link["href"] for link in parts(shown, "link") if link["href"].startswith("/t/")]
        sessions = [*dict.fromkeys(link.split("/")[2] for link in links)][: len(tables)]  # the latest round is first
        hall.seats = {session: len(table["players"]) for session, table in zip(sessions, tables, strict=True)}
        scribes = {}
        for session, table in zip(sessions, tables, strict=True):
            for player in table["players"]:
                if player in phones:
                    scribes.setdefault(session, phones[player])
        hall.play_all(sessions, scribes)
        assert all(table["places"] for table in hall.told()["rounds"][-1]["tables"]), f"round {number}"
    for phone in phones.values():
        phone.hang_up()


def test_two_hundred_players_at_tables_of_two_are_paired_without_a_pause(served, client):
    hall = Hall(served.port, client, size=2, game="azul")
    before = pauses_over(metrics(served.port), LONGEST)
    hall.post("draw")
    hall.post("open")
    assert len(hall.told()["rounds"][0]["tables"]) == PLAYERS // 2
    assert pauses_over(metrics(served.port), LONGEST) == before
