"""The games of a club evening go into its group by one setting."""

from __future__ import annotations

import pytest

from tests.support.evenings import Club, names
from tests.support.page_tree import parse
from tests.support.phones import Phone


@pytest.mark.parametrize(("fields", "count"), [({"grouped": "1"}, 2), ({}, 0)])
def test_a_game_goes_in_when_it_ends_if_that_is_set(host: Phone, fields: dict[str, str], count: int) -> None:
    club = Club(host, names(6), **fields)
    host.post(f"{club.group}/edit", {"name": "Friday", "names": "\n".join(names(6))})
    sessions = club.open_round()
    assert "No game yet" in host.page(club.group)
    for session in sessions:
        club.finish(session)
    latest = host.page(f"{club.group}/games")
    assert len(parse(latest).find_all("link", "Replay")) == count
    setting = parse(host.page(f"{club.group}/evenings/new?game=luz")).with_attribute("name", "grouped")
    assert "checked" in setting[0], "a new evening has it"
