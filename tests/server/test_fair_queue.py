"""Requests and writes of one address that are there in a heap do not delay the one of another address."""

from collections.abc import Callable, Iterator

import gevent
import pytest

from companion.server.admission import RequestScheduler
from companion.server.fair_queue import CALLER, Caller
from companion.server.write_thread import WriteThread


@pytest.fixture(autouse=True)
def own_loop() -> None:
    """An event loop that no earlier test of this process has used."""
    gevent.get_hub().destroy(destroy_loop=True)


@pytest.fixture
def turns(own_loop: None) -> Iterator[RequestScheduler]:
    made = RequestScheduler()
    yield made
    made.close()


@pytest.fixture
def writer() -> Iterator[WriteThread]:
    made = WriteThread()
    yield made
    made.close()


def in_order(busy: int, do: Callable[[Caller, list[str]], None]) -> list[str]:
    """What so many greenlets for one address do, and then one for another; in the order in which they did it."""
    order: list[str] = []
    callers = [*[Caller("busy", "")] * busy, Caller("once", "")]
    gevent.joinall([gevent.spawn(do, caller, order) for caller in callers], raise_error=True, timeout=20)
    assert len(order) == busy + 1
    return order


def test_one_request_of_each_address_starts_in_turn(turns: RequestScheduler) -> None:
    def ask(caller: Caller, order: list[str]) -> None:
        turns.wait(caller)
        order.append(caller.address)

    assert in_order(100, ask).index("once") <= 3
    assert turns.round >= 98, "the sockets were looked at before each that waited"


def test_who_hangs_up_while_waiting_keeps_nobody_waiting(turns: RequestScheduler) -> None:
    order: list[int] = []

    def ask(number: int) -> None:
        turns.wait(Caller("a", ""))
        order.append(number)

    waiting = [gevent.spawn(ask, number) for number in range(6)]
    gevent.sleep(0)
    gevent.killall(waiting[1:4])
    gevent.joinall(waiting, timeout=20)
    assert order == [0, 4, 5]


def test_one_write_of_each_address_is_done_in_turn(writer: WriteThread) -> None:
    def write(caller: Caller, order: list[str]) -> None:
        CALLER.set(caller)
        writer.run(lambda: order.append(caller.address))

    assert in_order(30, write).index("once") <= 2


def test_what_was_handed_over_is_written_though_nobody_waits_any_more(writer: WriteThread) -> None:
    written: list[int] = []
    waiting = [gevent.spawn(writer.run, lambda number=number: written.append(number)) for number in range(5)]
    gevent.sleep(0)
    gevent.killall(waiting)
    writer.close()
    assert written == [0, 1, 2, 3, 4]
