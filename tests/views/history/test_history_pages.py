"""The history on a phone: its sessions by date and game, searched, a page at a time, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from companion.history import search
from companion.sessions.service import Sessions
from tests.support.phones import Phone, Phones, bets, totals
from tests.support.reading import parts

DEAL = (bets("3 2 1 0"), totals("3 2 0 5"))  # 10, 10, -5, -25


def end(host: Phone, session: str) -> str:
    host.act(session, "end")
    return session


def listed(page: str) -> list[str]:
    return re.findall(r'href="/t/([^"/]+)"', page)


def headings(page: str) -> list[str]:
    return [part.text for part in parts(page, "heading") if part.tag == "h2"]


def ago(sessions: Sessions, session: str, **time: int) -> datetime:
    """Put a session back in time."""
    at = datetime.now(UTC) - timedelta(**time)
    moment = at.isoformat(timespec="seconds")
    for sql in ("UPDATE members SET at = ? WHERE session = ?", "UPDATE sessions SET made = ? WHERE id = ?"):
        sessions.store.write(lambda db, sql=sql: db.execute(sql, [moment, session]))
    return at.astimezone()


def test_games_stand_with_who_won_and_running_ones_are_marked(host: Phone, luz: str, fifty: str) -> None:
    for entry in DEAL:
        host.enter(luz, entry)
    page = host.page("/history")
    assert set(listed(page)) == {fifty, luz} and page.count(">running<") == 2 and "−" not in page
    end(host, luz)
    page = host.page("/history")
    row = next(link.text for link in parts(page, "link") if link["href"] == f"/t/{luz}")
    assert "Luz, Ann 10, Ben 10, Cleo −5, Dan −25" in row
    assert sum(part.text.endswith(" running") for part in parts(page, "link")) == 1
    assert headings(page) == ["Today"] and "2 games" in page
    assert "2 games" in host.page("/")
    assert "/history" in [part.attributes["href"] for part in parts(host.page("/"), "link")]


def test_what_others_play_is_not_in_it(host: Phone, luz: str, phone: Phones) -> None:
    other = phone()
    other.open("luz", ["Zoë", "Yves", "Xena"])
    assert listed(host.page("/history")) == [luz] and listed(host.page("/history?q=zo")) == []
    assert "Zoë" not in host.page("/players") and host.get("/players/zo%C3%AB").status_code == 404
    assert "Zoë" not in host.page("/history?player=zo%C3%AB")


def test_days_stand_under_today_this_week_and_their_month(host: Phone, sessions: Sessions) -> None:
    today, older, oldest = (host.open("luz") for _ in range(3))
    at = ago(sessions, older, days=40)
    long_ago = ago(sessions, oldest, days=400)
    page = host.page("/history")
    assert listed(page) == [today, older, oldest]
    assert headings(page) == ["Today", f"{at:%B %Y}", f"{long_ago:%B %Y}"]
    assert f"{at.year} 年 {at.month} 月" in in_chinese(host).page("/history")


def in_chinese(host: Phone) -> Phone:
    host.client.set_cookie("language", "zh_Hant")
    return host


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"q": "ann"}, "luz 5211"),
        ({"q": "ANN cle"}, "luz"),
        ({"q": "luz"}, "luz"),
        ({"q": "璃光"}, "luz"),
        ({"q": "ann 5211"}, "5211"),
        ({"q": "小雯"}, "azul"),
        ({"q": "zoe\u0308"}, "azul"),
        ({"q": "nobody"}, ""),
        ({"q": "%"}, ""),
        ({"game": "azul"}, "azul"),
        ({"game": "luz", "q": "ann"}, "luz"),
        ({"game": "chess"}, ""),
        ({"player": "ANN"}, "luz 5211"),
        ({"player": "an"}, ""),
        ({"since": "2000-01-01", "until": "2999-01-01"}, "luz 5211 azul"),
        ({"since": "2999-01-01"}, ""),
        ({"until": "2000-01-01"}, ""),
        ({"since": "yesterday", "until": "9999-12-31"}, "luz 5211 azul"),
        ({"before": "nonsense"}, "luz 5211 azul"),
        ({"before": "0|0"}, ""),
        ({"q": "a " * 200}, "luz 5211 azul"),
    ],
)
def test_search(host: Phone, luz: str, fifty: str, asked: Mapping[str, str], expected: str) -> None:
    azul = host.open("azul", ["Zoë", "小雯", "Max"])
    ids = {"luz": luz, "5211": fifty, "azul": azul}
    page = host.get("/history", query_string=asked).text
    assert set(listed(page)) == {ids[key] for key in expected.split()}
    assert ("No game fits." in page) == (not expected and "before" not in asked)


def test_a_day_is_found_by_itself(host: Phone, luz: str, fifty: str, sessions: Sessions) -> None:
    day = f"{ago(sessions, luz, days=3):%Y-%m-%d}"
    assert listed(host.page(f"/history?since={day}&until={day}")) == [luz]
    page = host.page(f"/history?q=ann&since={day}")
    assert f'value="{day}"' in page and 'value="ann"' in page, "what was asked for stays in the form"
    assert f'href="/history?q=ann&amp;since={day}&amp;game=luz"' in page, "and in the chips"


def test_so_many_a_page_and_the_rest_behind_a_link(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    assert search.PAGE == 30
    monkeypatch.setattr(search, "PAGE", 3)
    opened = [host.open("5211") for _ in range(7)]
    pages: list[list[str]] = []
    address = "/history?game=5211"
    while address:
        page = host.page(address)
        pages.append(listed(page))
        address = next((link["href"] for link in parts(page, "link") if link.attributes.get("rel") == "next"), "")
    assert [len(page) for page in pages] == [3, 3, 1]
    assert sorted(id for page in pages for id in page) == sorted(opened)
    assert "7 games" in page
