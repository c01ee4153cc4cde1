"""Servers for the tests of faults; what is still running at the end of a test is ended."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.clients import Client, Ledger
from tests.faults.served import FORKED, Served
from tests.support.long import TIMES


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers; at the end each must end in peace, without having complained."""
    started: list[Served] = []

    def start(**options: Any) -> Served:
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
def served(serve: Callable[..., Served]) -> Served:
    return serve()


@pytest.fixture
def client() -> Iterator[Callable[..., Client]]:
    """Makes phones; their connections are closed at the end."""
    made: list[Client] = []

    def make(port: int, name: str, ledger: Ledger | None = None) -> Client:
        made.append(Client(port, name, ledger))
        return made[-1]

    yield make
    for one in made:
        one.hang_up()


@pytest.fixture
def kills() -> int:
    """How often the server is killed: a few times, or as COMPANION_LONG says."""
    return TIMES or 2
