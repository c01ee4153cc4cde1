"""A table to write about."""

from __future__ import annotations

import pytest

from tests.support.phones import Phone, bets, totals


@pytest.fixture
def played(host: Phone) -> str:
    """A table of Luz after two deals."""
    session = host.open("luz", ["Ann", "Ben", "Cleo"])
    for taken in ("4 3 3", "2 3 5"):
        assert host.enter(session, bets("3 2 1")).status_code == 303
        assert host.enter(session, totals(taken)).status_code == 303
    return session
