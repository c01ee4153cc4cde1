"""Requests and writes of one address that are there in a heap do not delay the one of another address."""

import gevent
import pytest

from companion.server.admission import RequestScheduler
from companion.server.fair_queue import CALLER, Caller
from companion.server.write_thread import WriteThread


@pytest.fixture(autouse=True)
def own_loop():
    """An event loop that no earlier test of this process has used."""
    gevent.get_hub().destroy(destroy_loop=True)


@pytest.fixture
def turns(own_loop):
    made = RequestScheduler()
    yield made
    made.close()


@pytest.fixture
def writer():
    made = WriteThread()
    yield made
    made.close()


def in_order(busy, do):
    """What so many greenlets for one address do, and then one for another; in the order in which they did it."""
    order = []
    callers = [*[Caller("busy", "")] * busy, Caller("once", "")]
    gevent.joinall([gevent.spawn(do, caller, order) for caller in callers], raise_error=True, timeout=20)
    assert len(order) == busy + 1
    return order


def test_one_request_of_each_address_starts_in_turn(turns):
    def ask(caller, order):
        turns.wait(caller)
        order.append(caller.address)

    assert in_order(100, ask).index("once") <= 3
    assert turns.round >= 98, "the sockets were looked at before each that waited"


def test_who_hangs_up_while_waiting_keeps_nobody_waiting(turns):
    order = []

    def ask(number):
        turns.wait(Caller("a", ""))
        order.append(number)

    waiting = [gevent.spawn(ask, number) for number in range(6)]
    gevent.sleep(0)
    gevent.killall(waiting[1:4])
    gevent.joinall(waiting, timeout=20)
    assert order == [0, 4, 5]


def test_one_write_of_each_address_is_done_in_turn(writer):
    def write(caller, order):
        CALLER.set(caller)
        writer.run(lambda: order.append(caller.address))

    assert in_order(30, write).index("once") <= 2


def test_what_was_handed_over_is_written_though_nobody_waits_any_more(writer):
    written = []
    waiting = [gevent.spawn(writer.run, lambda number=number: written.append(number)) for number in range(5)]
    gevent.sleep(0)
    gevent.killall(waiting)
    writer.close()
    assert written == [0, 1, 2, 3, 4]
