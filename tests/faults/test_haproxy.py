"""Two companions on one database behind haproxy, as deploy/haproxy.cfg has it; each is killed during games."""

import random
import signal
import statistics
import threading
import time
from http.client import HTTPConnection
from io import BytesIO
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.faults.clients import Client, Ledger
from tests.faults.cluster import RETURN, Evening, Listener, kept_in
from tests.support import haproxy
from tests.support.haproxy import wait_until
from tests.support.jpegs import jpeg
from tests.support.long import long
from tests.support.phones import bets

pytestmark = [*haproxy.NEEDED, long]
HANG = 12  # seconds within which a table goes on where its companion hangs


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site whose database keeps what it acknowledged."""
    with haproxy.running_site(tmp_path_factory.mktemp("site"), fsync="on") as made:
        yield made


class Table:
    """A table of Luz: a phone that enters, and one with a stream, both by way of haproxy."""

    def __init__(self, site, name):
        self.port, self.ledger, self.version = site.port, Ledger(), 0
        self.host, self.other = (Client(site.port, f"{name}-{n}", self.ledger) for n in range(2))
        self.session = self.host.open("luz", "Ann", "Ben", "Cleo")
        self.other.join(self.host, self.session)
        self.listen()

    def listen(self):
        self.stream = Listener(self.other, self.session, self.port)
        self.stream.start()

    def listen_on(self):
        """Listen again if the stream ended with its companion."""
        self.stream.join(0.3)
        if not self.stream.is_alive():
            self.stream.hang_up()
            self.listen()

    def enter(self):
        """One act, which the next one takes back; haproxy never answers in the place of a companion."""
        what, fields = ("undo", None) if self.version % 2 else ("enter", bets("2 3 4"))
        answer = self.host.act(self.session, what, self.version, fields)
        assert answer.status in (200, 303), answer
        self.version += 1

    def is_seen(self):
        return self.version in self.stream.came

    def close(self):
        self.stream.hang_up()
        for phone in (self.host, self.other):
            phone.hang_up()


def start_all(site):
    """Start the companions that an earlier test killed, and wait until haproxy asks them again."""
    for companion in site.companions:
        if companion.process is None:
            companion.start()
    wait_until(site.haproxy.is_whole, 20)


def check_addresses(site):
    """Ten wrong codes and no more are looked at from one address; another one is not held up by that."""
    guesser, neighbour = (Client(site.port, source, source=source) for source in ("127.0.0.2", "127.0.0.3"))
    answers = []
    for number in range(14):  # at each companion in turn
        answers.append(guesser.ask("POST", "/join", {"code": f"{number:06d}"}).status)
        time.sleep(0.03)
    assert answers == [404] * 10 + [429] * 4
    assert neighbour.ask("POST", "/join", {"code": "000000"}).status == 404
    for path in ("/metrics", "/internal/counters"):
        assert neighbour.ask("GET", path).status == 404, "whoever comes by the proxy is not on this machine"
    session = guesser.open("luz", "Ann", "Ben", "Cleo")
    assert f'href="http://127.0.0.1:{site.port}/j/' in guesser.page(f"/t/{session}/share").text
    for phone in (guesser, neighbour):
        phone.hang_up()


def check_hang(site):
    """A table goes on where its companion hangs; nothing is lost once that goes on, too."""
    start_all(site)
    tables = [Table(site, f"hanging-{n}") for n in range(4)]
    for table in tables:
        table.enter()
    taken = _seconds_after_hang(site.companions[0], tables)
    print(f"tables went on after {taken:.2f} s")
    start_all(site)
    for table in tables:
        table.listen_on()
    wait_until(lambda: all(table.is_seen() for table in tables), 30)
    check_logs(site, tables)
    assert taken < HANG


def _seconds_after_hang(one, tables):
    """Make a companion hang; the seconds until each of its tables has an act more. It goes on afterwards."""
    assert one.process is not None
    one.process.send_signal(signal.SIGSTOP)
    start = time.monotonic()
    try:
        entering = [threading.Thread(target=table.enter) for table in tables]
        for thread in entering:
            thread.start()
        for thread in entering:
            thread.join()
        return time.monotonic() - start
    finally:
        one.process.send_signal(signal.SIGCONT)


class Sender(threading.Thread):
    """Posts as a browser does, once: the answer is that of the proxy."""

    def __init__(self, phone, path, body, kind):
        super().__init__()
        self.connection = HTTPConnection("127.0.0.1", phone.port, timeout=60)
        headers = {"Cookie": phone.cookie, "Origin": f"http://127.0.0.1:{phone.port}", "Content-Type": kind}
        self.connection.request("POST", path, body, headers)
        self.status = 0
        self.start()

    def run(self):
        self.status = self.connection.getresponse().status
        self.connection.close()


def check_sent_again(site):
    """A photograph, and an evening that is made, whose companion dies before it answers go to the other one."""
    start_all(site)
    host = Client(site.port, "sender")
    made = host.insist("POST", "/groups/new", {"name": "Friday", "names": "Ann\nBen", "opens": "group"})
    evening = urlencode({"name": "Friday", "system": "swiss", "size": 3, "rounds": 3, "names": "Ann\nBen\nCleo"})
    posts = []
    for number in range(6):  # some of each go to the companion that dies
        session = host.open("luz", "Ann", "Ben", "Cleo")
        host.act(session, "end", 0)
        host.act(session, "photos/allow", 1, {"allow": "yes"})
        posts.append((f"/t/{session}/photos", *photograph(f"photo-{number}")))
        form = f"{evening}&opens=evening-{number}".encode()
        posts.append((f"{made.location}/evenings/new?game=luz", form, "application/x-www-form-urlencoded"))
    one = site.companions[0]
    assert one.process is not None
    one.process.send_signal(signal.SIGSTOP)
    senders = [Sender(host, *post) for post in posts]
    wait_until(lambda: any(sender.status for sender in senders))  # by the other companion
    one.kill()
    for sender in senders:
        sender.join()
    assert [sender.status for sender in senders] == [303] * len(posts)
    host.hang_up()


def photograph(key):
    """The form with a photograph of a hundred kilobytes, and its kind."""
    picture = jpeg()
    large = picture.removesuffix(b"\xff\xd9") + b"\x55" * 100_000 + b"\xff\xd9"
    file = FileStorage(BytesIO(large), "photo.jpg", content_type="image/jpeg")
    boundary, body = encode_multipart({"act": key, "version": "2", "caption": "", "photo": file})
    return body, f"multipart/form-data; boundary={boundary}"


def check_logs(site, tables):
    kept = kept_in(address_of(site))
    for table in tables:
        acts = [act for session, _, act, _, _ in kept.events if session == table.session]
        assert acts == list(table.ledger.acknowledged)
        assert len(acts) == table.version
        table.close()


def test_both_companions_know_the_phones_by_their_own_addresses(site):
    check_addresses(site)


def test_an_entry_at_one_companion_is_on_phones_at_another(site):
    here, there = (each.port for each in site.companions)
    host = Client(here, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    other = Client(there, "other")
    other.join(host, session)
    near, far = Listener(host, session, here), Listener(other, session, there)
    for one in (near, far):
        one.start()
    wait_until(lambda: 0 in near.came and 0 in far.came)
    for version in range(0, 20, 2):
        host.act(session, "enter", version, bets("2 3 4"))
        host.act(session, "undo", version + 1)
        wait_until(lambda come=version + 2: come in far.came)
    delays = [far.came[version] - near.came[version] for version in near.came.keys() & far.came.keys() if version]
    print(f"later at another companion: p50 {1000 * statistics.median(delays):.1f} ms of {len(delays)}")
    for one in (near, far):
        one.hang_up()
    for phone in (host, other):
        phone.hang_up()
    assert any('"phones": 2' in event or '"phones":2' in event for event in far.events), "both phones are counted"


def test_companions_are_killed_and_nothing_is_lost(site, kills):
    evening, chance, waits = Evening([site.port]), random.Random(18), []
    for _ in range(kills):
        time.sleep(chance.uniform(0.1, 0.6))
        companion = chance.choice(site.companions)
        companion.kill()
        waits.append(evening.seconds_until_acts())
        companion.start()
    figures = evening.check(address_of(site))
    print(f"{kills} kills of a companion: tables went on after {max(waits):.1f} s at most; {figures}")
    assert max(waits) < RETURN
    wait_until(lambda: site.listening() == 0)


def test_companions_are_replaced_one_by_one(site, kills):
    evening = Evening([site.port])
    for companion in [*site.companions] * max(1, kills // 40):
        wait_until(lambda: site.haproxy.healthy() == 2, 20)
        companion.end(signal.SIGTERM)
        companion.start()
    assert evening.seconds_until_acts() < RETURN
    print(f"replaced one by one: slowest answer {evening.longest:.1f} s; {evening.check(address_of(site))}")
    assert evening.longest < RETURN
    assert not evening.sentences


def test_the_database_is_killed_and_acts_succeed_soon_after_its_return(site, kills):
    evening, chance, waits = Evening([each.port for each in site.companions]), random.Random(19), []
    for _ in range(max(2, kills // 4)):
        time.sleep(chance.uniform(0.2, 0.8))
        site.database.kill()
        time.sleep(chance.uniform(0, 1))
        site.database.start()
        waits.append(evening.seconds_until_acts())
    figures = evening.check(address_of(site))
    print(f"{len(waits)} kills of the database: acts succeeded {max(waits):.1f} s after its return at most; {figures}")
    assert max(waits) < RETURN


def address_of(site):
    return str(site.companions[0].database)


def test_what_its_companion_did_not_answer_is_sent_again(site):
    check_sent_again(site)


def test_a_table_goes_on_where_its_companion_hangs(site):
    check_hang(site)


def test_an_outage_is_told_in_the_companions_own_words(site):
    table = Table(site, "away")
    table.enter()
    site.database.stop("immediate")
    site.haproxy.set_state("maint")
    try:
        assert site.haproxy.healthy() == 0
        answer = table.host.ask("POST", f"/t/{table.session}/undo", table.host.form("away", table.version))
        assert answer.status == 503
        assert "The database cannot be reached" in answer.text
    finally:
        site.database.start()
        site.haproxy.set_state("ready")
    back = time.monotonic()
    wait_until(lambda: table.host.ask("GET", f"/t/{table.session}").status == 200)
    table.enter()
    assert time.monotonic() < back + RETURN
    table.close()
