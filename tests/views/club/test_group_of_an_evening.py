"""The games of a club evening go into its group by one setting."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.evenings import Club, names
from tests.support.groups import make_group
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


def test_an_evening_that_runs_goes_to_another_group_of_its_host(host: Phone, phone: Callable[..., Phone]) -> None:
    club, other = Club(host, names(6), grouped="1"), make_group(host, *names(6), name="Other")
    first, second = club.open_round()
    club.finish(first)
    form = parse(host.page(f"{club.at}/group"))
    assert {part["value"] for part in form.with_attribute("name", "group")} == {
        group.split("/")[-1] for group in (club.group, other)
    }
    club.post("group", {"group": other.split("/")[-1], "grouped": "1"})
    club.finish(second)
    for group in (club.group, other):
        assert len(parse(host.page(f"{group}/games")).find_all("link", "Replay")) == 1, group
    assert club.at in host.page(f"{other}/evenings") and club.at not in host.page(f"{club.group}/evenings")
    foreign = make_group(phone(), "Ann", "Ben").split("/")[-1]
    club.post("group", {"group": foreign}, status=404)
    club.post("end", {"over": "yes"})
    assert "is over" in club.post("group", {"group": other.split("/")[-1]}, status=422)


def test_a_scorer_who_is_no_player_is_told_the_way_to_the_evening(host: Phone, phone: Callable[..., Phone]) -> None:
    club = Club(host, names(6))
    session = club.open_round()[0]
    scorer = phone().join(host, session)
    answer = scorer.get(club.at)
    assert f'href="{club.at}"' in scorer.page(f"/t/{session}")
    assert answer.status_code == 403 and "Scan its code" in answer.text
    assert club.link not in answer.text
