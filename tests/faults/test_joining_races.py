"""At one moment some join, act or look on, and the host sends all away or deletes the table: one comes first, whole."""

import json
import sqlite3
import threading
from contextlib import closing

import pytest

from tests.faults.clients import Client
from tests.faults.served import FORKED, Served
from tests.support.long import TIMES

ROUNDS = TIMES or 6
JOINING = 5


class JoiningServer:
    """A server, a host's phone, and others that have connected already, so that all ask at the same moment."""

    def __init__(self, served):
        self.served = served
        self.host = Client(served.port, "host")
        self.host.open("luz", "Ann", "Ben", "Cleo")
        self.others = [Client(served.port, f"phone-{number}") for number in range(JOINING)]

    def open(self):
        session = self.host.open("luz", "Ann", "Ben", "Cleo")
        return session, self.host.link(session)

    def strangers(self):
        for other in self.others:
            other.cookie = ""
            assert other.ask("GET", "/healthz").status == 200
        return self.others

    def rows(self, sql, *values):
        with closing(sqlite3.connect(self.served.database)) as db:
            return db.execute(sql, values).fetchall()

    def members(self, session):
        return int(self.rows("SELECT count(*) FROM members WHERE session = ?", session)[0][0])


@pytest.fixture(scope="module")
def races(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("races"), program=FORKED)
    served.start()
    made = JoiningServer(served)
    yield made
    for phone in (made.host, *made.others):
        phone.hang_up()
    served.close()


def at_once(*jobs):
    barrier, given = threading.Barrier(len(jobs)), [None] * len(jobs)

    def run(place):
        barrier.wait(60)
        given[place] = jobs[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return given


def posting(phone, path, fields=()):
    return lambda: phone.ask("POST", path, fields)


def joining(phones, link):
    return [posting(phone, link) for phone in phones]


def away(races, session):
    return posting(races.host, f"/t/{session}/renew", {"generation": 0, "others": "away"})


def test_whoever_joins_while_all_are_sent_away_is_sent_away_too(races):
    came = 0
    for _ in range(ROUNDS):
        session, link = races.open()
        answers = at_once(*joining(races.strangers(), link), away(races, session))
        assert {answer.status for answer in answers} <= {303, 404}
        came += sum(answer.status == 303 for answer in answers[:-1])
        assert races.members(session) == 1, "the link that was good before opens nothing now"
        assert all(other.ask("GET", f"/t/{session}").status == 404 for other in races.others)
    print(f"{came} of {ROUNDS * JOINING} phones had joined before they were sent away, none stayed")


def test_a_table_that_is_deleted_while_others_join_leaves_nothing(races):
    for _ in range(ROUNDS):
        session, link = races.open()
        deletion = posting(races.host, f"/t/{session}/delete", {"sure": "yes"})
        answers = at_once(*joining(races.strangers(), link), deletion)
        assert {answer.status for answer in answers} <= {303, 404}
        for table in ("members", "links", "seats", "events", "sat"):
            assert not races.rows(f"SELECT 1 FROM {table} WHERE session = ?", session), table


def test_who_is_sent_away_does_nothing_after_it(races):
    """Its seat is free, and no act of it comes after the acts that free the seats of those who were sent away."""
    for number in range(ROUNDS):
        session, link = races.open()
        one, two = races.strangers()[:2]
        for place, phone in enumerate((one, two)):
            phone.ask("POST", link, ())
            phone.ask("POST", f"/t/{session}/sit", phone.form(f"seat-{place}", 0, {"seat": place}))
        sat = two.form(f"again-{number}", 0, {"seat": 2})
        bets = one.form(f"bets-{number}", 2, {"stage": "bets", "b0": 1, "b1": 2, "b2": 0})
        acts = posting(one, f"/t/{session}/enter", bets), posting(two, f"/t/{session}/sit", sat)
        at_once(*acts, away(races, session))
        log = races.rows("SELECT phone, kind, body FROM events WHERE session = ? ORDER BY number", session)
        (host,) = races.rows("SELECT phone FROM members WHERE session = ?", session)[0]
        first = next(place for place, row in enumerate(log) if row[0] == host)
        assert {row[0] for row in log[first:]} == {host}, "nobody else acts any more"
        taken = {}
        for _, kind, body in log:
            if kind == "seat":
                taken[json.loads(body)["seat"]] = json.loads(body)["taken"]
        assert len(taken) >= 2 and not any(taken.values())


def test_a_rematch_takes_nobody_along_who_was_sent_away(races):
    """Both at once: the rematch has the phones of before, or the host alone, as the log tells."""
    for number in range(ROUNDS):
        session, link = races.open()
        one = races.strangers()[0]
        one.ask("POST", link, ())
        one.ask("POST", f"/t/{session}/sit", one.form("seat", 0, {"seat": 0}))
        races.host.ask("POST", f"/t/{session}/end", races.host.form(f"end-{number}", 1))
        again = one.form(f"again-{number}", 2)
        at_once(posting(one, f"/t/{session}/rematch", again), away(races, session))
        log = races.rows("SELECT kind, body FROM events WHERE session = ? ORDER BY number", session)
        kinds = [kind for kind, _ in log[2:]]
        opened = [json.loads(body)["session"] for kind, body in log if kind == "rematch"]
        if kinds == ["rematch", "seat"]:
            assert races.members(opened[0]) == 2
        else:
            assert kinds == ["seat"] and not opened, "who was sent away opens no rematch"


def test_the_same_links_are_renewed_once(races):
    for _ in range(ROUNDS // 4 + 1):
        session, _ = races.open()
        others = races.strangers()
        for other in others:
            other.cookie = races.host.cookie
        answers = at_once(*(posting(other, f"/t/{session}/renew", {"generation": 0}) for other in others))
        assert {answer.status for answer in answers} == {303}
        assert races.rows("SELECT generation FROM sessions WHERE id = ?", session) == [(1,)]
