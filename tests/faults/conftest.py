"""Servers for the tests of faults; what is still running at the end of a test is ended."""

import pytest

from tests.faults.clients import Client
from tests.faults.served import FORKED, Served
from tests.support.long import TIMES


@pytest.fixture
def serve(tmp_path):
    """Starts servers; at the end each must end in peace, without having complained."""
    started = []

    def start(**options):
        started.append(Served(tmp_path, **{"program": FORKED, **options}))
        started[-1].start()
        return started[-1]

    yield start
    try:
        for served in started:
            served.close()
    finally:
        for served in started:
            if served.process is not None:
                served.kill()


@pytest.fixture
def served(serve):
    return serve()


@pytest.fixture
def client():
    """Makes phones; their connections are closed at the end."""
    made = []

    def make(port, name, ledger=None):
        made.append(Client(port, name, ledger))
        return made[-1]

    yield make
    for one in made:
        one.hang_up()


@pytest.fixture
def kills():
    """How often the server is killed: a few times, or as COMPANION_LONG says."""
    return TIMES or 2
