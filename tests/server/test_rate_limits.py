"""Nobody at a table meets the limits on requests, codes and new tables; who asks without end does, for how long."""

import re
import time
from html import unescape
from types import SimpleNamespace
from urllib.parse import urlsplit

import gevent
import pytest
from gevent.event import Event

from companion.server import RETRY_AFTER
from companion.server.admission import Admission, caller_of, kind_of
from companion.server.fair_queue import Caller, FairQueue
from companion.server.rate_limits import AttemptCounter, HourlyLimits, JoinCodeLimits, RequestLimits, TokenBuckets
from tests.support.each_row import each_row

HOME = "192.0.2.7"


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("companion.server.rate_limits.time", SimpleNamespace(monotonic=clock))
    return clock


@pytest.fixture
def limits(clock):
    return RequestLimits(50, clock=clock)


def refused(limits, caller, times, kind="page"):
    return sum(limits.admit(caller, kind) > 0 for _ in range(times))


def test_five_people_who_play_fast_on_one_router_never_meet_them(limits, clock):
    """Ten minutes of five phones that each enter every second and ask for four pages or previews meanwhile."""
    for _ in range(600):
        for phone in "abcde":
            assert limits.admit(Caller(HOME, phone), "act") == 0
            assert refused(limits, Caller(HOME, phone), 4) == 0
            limits.charge(Caller(HOME, phone), 0.05)
        clock.now += 1


def test_phones_that_wake_with_outboxes_never_meet_them(limits):
    """Six phones with 50 acts each, which all of them send at once, and after each the page is fetched."""
    for phone in "abcdef":
        assert refused(limits, Caller(HOME, phone), 50, "act") == 0
        assert refused(limits, Caller(HOME, phone), 50) == 0


def test_a_club_that_loads_all_its_pages_at_once_never_meets_them(limits):
    for phone in range(60):
        assert refused(limits, Caller(HOME, f"phone {phone}"), 12) == 0


@pytest.mark.parametrize(("kind", "burst", "rate"), [("page", 2000, 50), ("act", 1000, 25)])
def test_an_address_may_ask_so_much_in_the_long_run(limits, clock, kind, burst, rate):
    stranger, neighbour = Caller(HOME, ""), Caller("192.0.2.8", "")
    assert refused(limits, stranger, 3000, kind) == 3000 - burst
    assert limits.admit(stranger, kind) == 1, "seconds"
    assert limits.admit(neighbour, kind) == 0
    clock.now += 10
    assert refused(limits, stranger, 3000, kind) == pytest.approx(3000 - 10 * rate, abs=2)


def test_one_phone_cannot_use_up_what_its_household_has(limits):
    assert refused(limits, Caller(HOME, "runs wild"), 5000) == 4000
    assert refused(limits, Caller(HOME, "runs wild"), 5000, "act") == 5000
    assert refused(limits, Caller(HOME, "of another"), 200) == 0


def test_an_address_may_use_half_of_the_processor(limits, clock):
    caller = Caller(HOME, "")
    for _ in range(100):
        assert limits.admit(caller, "page") == 0
        limits.charge(caller, 0.1)
    assert limits.admit(caller, "page") > 0 and limits.admit(Caller("192.0.2.8", ""), "page") == 0
    clock.now += 1
    assert limits.admit(caller, "page") == 0


class Charges(RequestLimits):
    """Notes what each phone is charged, in seconds of the processor."""

    def __init__(self):
        super().__init__(50)
        self.by_phone = {}

    def charge(self, caller, seconds):
        self.by_phone[caller.phone] = seconds
        super().charge(caller, seconds)


def test_a_request_is_charged_its_own_work_only():
    charges, worked = Charges(), Event()
    admission = Admission(charges, lambda address: False)

    def request(phone, work):
        with admission.admitted({"REMOTE_ADDR": HOME, "HTTP_COOKIE": f"phone={phone}", **asked("GET", "/")}):
            work()

    def work_in_slices():
        for _ in range(20):
            end = time.thread_time() + 0.02
            while time.thread_time() < end:
                pass
            gevent.sleep(0)
        worked.set()

    try:
        requests = [gevent.spawn(request, f"waits{number}", worked.wait) for number in range(50)]
        requests.append(gevent.spawn(request, "works", work_in_slices))
        gevent.joinall(requests, raise_error=True)
    finally:
        admission.close()
    assert charges.by_phone.pop("works") > 0.35
    assert len(charges.by_phone) == 50 and sum(charges.by_phone.values()) < 0.2, "a fiftieth of what each was charged"


def test_requests_in_progress_are_bounded_and_a_hall_of_200_phones_is_not_refused():
    admission, over = Admission(RequestLimits(50), lambda address: False), Event()

    def request(refused, phone, address):
        environ = {"REMOTE_ADDR": address, "HTTP_COOKIE": f"phone={phone}", **asked("GET", "/")}
        with admission.admitted(environ):
            refused.append(RETRY_AFTER in environ)
            over.wait()

    def begin(phones, address=HOME):
        """Begin a request of each phone; returns them, and how many are refused."""
        refused = []
        requests = [gevent.spawn(request, refused, phone, address) for phone in phones]
        while len(refused) < len(phones):
            gevent.sleep(0)
        return requests, sum(refused)

    try:
        hall, refused = begin([f"phone{number}" for number in range(200)] * 6)
        assert refused == 0
        assert [begin(["", "newcomer"])[1], begin(["another"] * 52, "192.0.2.8")[1]] == [2, 2]
        gevent.killall(hall[:1])
        assert begin(["newcomer", ""])[1] == 1, "one place is free again"
    finally:
        over.set()
        admission.close()


def asked(method, path, query=""):
    return {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query}


def test_the_files_of_a_page_are_no_requests(client, limits):
    page = client.get("/new/luz").text
    files = [urlsplit(unescape(at)) for at in re.findall(r'(?:href|src)="([^"#]+\?v=[^"#]+)', page)]
    assert len({file.path for file in files}) > 4
    for file in files:
        for root in ("", "/home/companion"):
            assert kind_of(asked("GET", root + file.path, file.query)) == "file", file
    assert refused(limits, Caller(HOME, "a"), 5000, "file") == refused(limits, Caller(HOME, "a"), 1) == 0


@each_row("of", [("GET", "/t/x", "v=1"), ("GET", "/static/a.css"), ("HEAD", "/"), ("GET", "/new/luz")])
def test_whatever_else_is_asked_for_is_a_request(of):
    assert kind_of(asked(*of)) == "page" and kind_of(asked("POST", "/static/a.css", "v=1")) == "act"


def test_nobody_waits_for_ever(limits, clock):
    for _ in range(100_000):
        limits.charge(Caller(HOME, ""), 9)
    wait = limits.admit(Caller(HOME, ""), "page")
    assert 1 <= wait <= 21
    clock.now += wait
    assert limits.admit(Caller(HOME, ""), "page") == 0


def test_no_limit_and_an_address_that_has_none(clock):
    for limits in (RequestLimits(0, clock=clock), RequestLimits(1, lambda address: address == HOME, clock)):
        limits.charge(Caller(HOME, "a"), 100)
        assert refused(limits, Caller(HOME, "a"), 5000, "act") == 0


def test_a_flood_of_names_fills_no_memory(clock):
    buckets, tries = TokenBuckets(1, 2, clock), AttemptCounter(1, 10)
    for number in range(20_000):
        buckets.take(str(number))
        tries.count(str(number))
    assert len(buckets._full_at) == len(tries._moments) == 10_000
    assert tries.is_exhausted("19999") and not tries.is_exhausted("1")


@each_row(
    ("environ", "caller"),
    [
        ({"REMOTE_ADDR": "192.0.2.1"}, ("192.0.2.1", "")),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": "203.0.113.5"}, ("192.0.2.1", "")),
        ({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "9.9.9.9, 203.0.113.5"}, ("203.0.113.5", "")),
        ({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "2001:db8::5"}, ("2001:db8::/64", "")),
        ({"REMOTE_ADDR": "10.0.0.1"}, ("10.0.0.1", "")),
        ({"REMOTE_ADDR": "a", "HTTP_COOKIE": "language=en; phone=abc; x=y"}, ("a", "abc")),
        ({"REMOTE_ADDR": "a", "HTTP_COOKIE": "__Host-phone=abc"}, ("a", "abc")),
        ({"REMOTE_ADDR": "a", "HTTP_COOKIE": "__Host-phone-fresh+b=1; __Host-phone+b=abc"}, ("a", "abc")),
        ({"REMOTE_ADDR": "a", "HTTP_COOKIE": "telephone=abc"}, ("a", "")),
    ],
)
def test_a_request_comes_from_an_address_and_a_phone(environ, caller):
    assert caller_of(environ, lambda address: address == "10.0.0.1") == caller


@pytest.mark.parametrize("others", [1, 50])
def test_whoever_asks_once_waits_for_one_of_each_other(others):
    queue = FairQueue()
    for number in range(1000):
        for address in range(others):
            queue.push(Caller(f"busy {address}", ""), f"request {number}")
    queue.push(Caller("once", ""), "mine")
    assert "mine" in [queue.pop() for _ in range(others + 1)]


def test_at_one_address_phones_take_turns():
    queue = FairQueue()
    for number in range(100):
        queue.push(Caller(HOME, ""), str(number))
    queue.push(Caller(HOME, "a phone"), "mine")
    take = queue.pop
    assert [take() for _ in range(3)] == ["0", "mine", "1"]
    assert len(queue) == 98 and queue.has(HOME) and not queue.has("elsewhere")


def strangers(number):
    return [f"10.{place // 250}.{place % 250}.1" for place in range(number)]


def test_tries_are_forgiven_one_by_one(clock):
    tries = AttemptCounter(2, 10)
    for moment in (0, 6):
        clock.now = 1000.0 + moment
        tries.count("a")
    assert tries.is_exhausted("a") and not tries.is_exhausted("b")
    clock.now = 1010.5
    assert not tries.is_exhausted("a")
    tries.count("a")
    assert tries.is_exhausted("a")


def test_one_address_has_ten_wrong_codes_and_a_whole_network_of_ipv6_too(clock):
    guesses = JoinCodeLimits()
    for number in range(10):
        assert guesses.is_allowed("192.0.2.1") and guesses.is_allowed(f"2001:db8::{number}")
        guesses.record_failure("192.0.2.1")
        guesses.record_failure(f"2001:db8::{number}")
    assert not guesses.is_allowed("192.0.2.1") and not guesses.is_allowed("2001:db8::ffff")
    assert guesses.is_allowed("192.0.2.2") and guesses.is_allowed("2001:db8:0:1::1")
    clock.now += 301
    assert guesses.is_allowed("192.0.2.1")


def test_many_addresses_do_not_guess_together_and_no_table_is_shut_out(clock):
    guesses = JoinCodeLimits()
    guesses.record_member_request("192.0.2.7")
    heard = 0
    for address in strangers(5000):
        heard += guesses.is_allowed(address)
        guesses.record_failure(address) if guesses.is_allowed(address) else None
    assert heard == 100
    assert guesses.is_allowed("192.0.2.7"), "where a phone of a table is, another one may join by code"
    assert not guesses.is_allowed("192.0.2.8")
    clock.now += 301
    assert guesses.is_allowed("192.0.2.8")


def test_addresses_with_a_table_do_not_guess_without_end_either(clock):
    guesses, heard = JoinCodeLimits(), 0
    for address in strangers(1000):
        guesses.record_member_request(address)
    for address in strangers(1000) * 10:
        if guesses.is_allowed(address):
            heard += 1
            guesses.record_failure(address)
    assert heard == 400
    clock.now += 6 * 3600 + 1
    guesses.record_failure("10.0.1.1")
    assert guesses._shared("10.0.1.1") is guesses._unknown_networks, "after six hours the network is unknown again"


def test_tables_are_opened_so_many_an_hour(clock):
    openings = HourlyLimits(3)
    assert [openings.allow("192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert openings.allow("192.0.2.2")
    assert sum(openings.allow(address) for address in strangers(500)) == 60 - 4
    clock.now += 3601
    assert openings.allow("192.0.2.1")
    unlimited = HourlyLimits(0)
    assert all(unlimited.allow("192.0.2.1") for _ in range(1000))
