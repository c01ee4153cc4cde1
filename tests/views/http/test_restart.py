"""A table outlives the program that keeps it, and a finished one is not counted otherwise in silence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.app import create_app
from tests.support.phones import Phone, bets, hand, totals, trick
from tests.support.reading import parts

Restart = Callable[[Phone], Phone]


@pytest.fixture
def restart(app: Flask) -> Iterator[Restart]:
    """Starts the program anew on the same file; gives the phone as it is in the hand of the same player."""
    started = []

    def again(phone: Phone) -> Phone:
        (started[-1] if started else app).extensions["companion"].store.close()
        started.append(create_app({"DATABASE": app.config["DATABASE"], "TESTING": True}))
        same, cookie = Phone(started[-1]), phone.client.get_cookie("phone")
        assert cookie
        same.client.set_cookie("phone", cookie.value)
        return same

    yield again
    for other in started[-1:]:
        other.extensions["companion"].store.close()


def _without_keys(page: str) -> str:
    """A page without the keys of its forms, which are new each time."""
    return re.sub(r'name="act" value="[^"]+"', "", page)


def test_everything_is_there_after_a_restart(host: Phone, luz: str, fifty: str, restart: Restart) -> None:
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    host.enter(luz, bets("1 1 1 1"))
    host.enter(luz, trick(1, 2))
    host.act(luz, "undo")
    host.enter(fifty, hand(0, "G1 G2 Y3 O2"))
    paths = ("/", f"/t/{luz}/sheet", f"/t/{luz}/share", f"/t/{fifty}/sheet")
    pages, links, codes = [_without_keys(host.page(path)) for path in paths], host.links(luz), host.codes(luz)
    same = restart(host)
    assert [_without_keys(same.page(path)) for path in paths] == pages
    assert same.version(luz) == 5 and same.links(luz) == links and same.codes(luz) == codes
    assert 'name="trick" value="1"' in same.page(f"/t/{luz}/enter")
    assert same.enter(fifty, hand(1, "G3 T3 Y2 O3")).location == f"/t/{fifty}/enter"
    assert restart(same).totals(fifty) == [3, 3]


def finished(host: Phone, *names: str) -> str:
    luz = host.open("luz", names)
    host.enter(luz, bets("3 3 1 0"))
    host.enter(luz, totals("3 3 0 4"))
    host.act(luz, "end")
    return luz


def note(page: str) -> str:
    """What the final page says of a game that was counted with other rules."""
    return next((part.text for part in parts(page, "paragraph") if "earlier rules" in part.text), "")


def test_a_finished_game_counted_by_other_rules_says_so(
    host: Phone, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    luz = finished(host, "Ann", "<b>Ben", "Cleo", "Dan")
    assert note(host.page(f"/t/{luz}")) == ""
    assert note(restart(host).page(f"/t/{luz}")) == ""
    monkeypatch.setattr("companion.games.luz.rules.MISS", 7)
    same = restart(host)
    page = same.page(f"/t/{luz}")
    assert "1. Ann 10, 2. <b>Ben 10, 3. Cleo −5, 4. Dan −20" in note(page) and "<b>Ben" not in page
    assert same.totals(luz) == [10, 10, -7, -28]


def test_a_ranking_settled_by_other_rules_says_so_too(
    host: Phone, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    luz = finished(host, "Ann", "Ben", "Cleo", "Dan")
    monkeypatch.setattr("companion.games.luz.rules.card_holder", lambda setup, deal: 1)
    page = restart(host).page(f"/t/{luz}")
    assert "1. Ann 10, 2. Ben 10" in note(page) and "Ben wins" in page
