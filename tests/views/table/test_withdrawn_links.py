"""The link to a result or to a replay is withdrawn alone: it opens nothing any more, and a new one is made."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.support.each_row import each_row
from tests.support.phones import Phone, bets, notice

Phones = Callable[..., Phone]

PATHS = {"result": "/r/", "replay": "/replay/"}


def shared(host: Phone, session: str, page: str) -> str:
    found = re.search(rf'href="({PATHS[page]}[^"]+)"', host.page(f"/t/{session}/share"))
    assert found
    return found[1]


def withdraw(host: Phone, session: str, page: str, withdrawals: object = 0) -> str:
    answer = host.post(f"/t/{session}/withdraw/{page}", {"withdrawals": withdrawals})
    assert (answer.status_code, answer.location) == (303, f"/t/{session}/share#{page}")
    return shared(host, session, page)


@pytest.mark.parametrize(("page", "other"), [("result", "replay"), ("replay", "result")])
def test_the_old_link_opens_nothing(host: Phone, luz: str, phone: Phones, page: str, other: str) -> None:
    host.enter(luz, bets("3 2 1 0"))
    stranger, links, codes = phone(), host.links(luz), host.codes(luz)
    before, beside = shared(host, luz, page), shared(host, luz, other)
    now = withdraw(host, luz, page)
    assert now != before and stranger.get(before).status_code == 404
    assert stranger.get(now).status_code in (200, 302)
    assert shared(host, luz, other) == beside, "nothing else changes"
    assert (host.links(luz), host.codes(luz)) == (links, codes)
    again = withdraw(host, luz, page, 1)
    assert len({before, now, again}) == 3 and stranger.get(now).status_code == 404


def test_sent_twice_it_is_done_once(host: Phone, luz: str) -> None:
    now = withdraw(host, luz, "replay")
    assert withdraw(host, luz, "replay") == now


def test_new_links_withdraw_it_too(host: Phone, luz: str) -> None:
    now = withdraw(host, luz, "replay")
    host.post(f"/t/{luz}/renew", {"generation": "0"})
    assert shared(host, luz, "replay") != now


@each_row("withdrawals", ["", "-1", "x", "99999"])
def test_which_link_is_withdrawn_has_to_be_said(host: Phone, luz: str, withdrawals: str) -> None:
    before = shared(host, luz, "result")
    answer = host.post(f"/t/{luz}/withdraw/result", {"withdrawals": withdrawals})
    assert answer.status_code == 400 and notice(answer) and shared(host, luz, "result") == before
    assert host.post(f"/t/{luz}/withdraw/scorer", {"withdrawals": 0}).status_code == 404


def test_it_stays_withdrawn_when_a_player_is_renamed(host: Phone, luz: str) -> None:
    now = withdraw(host, luz, "result")
    assert host.post("/players/ann/rename", {"name": "Anna"}).status_code == 303
    assert "Anna" in host.page(f"/t/{luz}") and shared(host, luz, "result") == now
