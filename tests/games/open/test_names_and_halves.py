"""An open score sheet is kept under its own name, and half points read as points on every page and in every file."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests.support.groups import make_group, put, section, table
from tests.support.phones import Phone
from tests.support.reading import read_text


@pytest.fixture
def quiz(host: Phone) -> str:
    """Three rounds in halves, the lowest total wins: Ann 2.5 + 4 + 1 = 7.5, Ben 3 + 0.5 + 0 = 3.5."""
    session = host.open("open", ["Ann", "Ben"], title="Quiz", rounds=3, win="lowest", halves=1)
    for numbers in (("2.5", "3"), ("4", "½"), ("1", "0")):
        for seat, number in enumerate(numbers):
            assert host.enter(session, {"seat": seat, "n0": number}).status_code == 303
    return session


def test_the_table_its_plot_and_its_reasons_read_in_points(host: Phone, quiz: str) -> None:
    final = host.page(f"/t/{quiz}")
    assert "Ben wins" in final and set(re.findall(r'<b class="number">([\d.]+)</b>', final)) == {"3.5", "7.5"}
    sheet = host.page(f"/t/{quiz}/sheet")
    assert ">+2.5<" in sheet and ">15<" not in sheet
    ticks = re.findall(r"<text[^>]*>(\d+)</text>", sheet.split("<svg", 1)[1])
    assert "8" in ticks and "16" not in ticks, "the axis counts points"


def test_the_history_has_the_name_and_the_points(host: Phone, quiz: str) -> None:
    page = host.page("/history")
    assert "Quiz" in page and "Ann 7.5" in read_text(page) and "Open score sheet, " not in read_text(page)
    assert "Quiz,Ann,2,7.5," in host.get("/history.csv").text
    table = host.get(f"/t/{quiz}/results.csv").text
    assert "1,Round 1,2.5,3,2.5,3" in table


def test_the_statistics_keep_each_name_apart(host: Phone, quiz: str) -> None:
    other = host.open("open", ["Ann", "Ben"], title="Harbour", rounds=1)
    for seat, number in enumerate(("40", "30")):
        host.enter(other, {"seat": seat, "n0": number})
    host.page("/history")
    page = host.page("/players/ann")
    games = {re.sub(r"<[^>]+>", "", part.split("</h2>")[0]).strip(): part for part in page.split("<h2>")[1:]}
    assert {"Quiz", "Harbour"} <= games.keys()
    assert ">7.5<" in games["Quiz"] and ">40<" in games["Harbour"]
    assert host.page("/players/ben").count(">3.5<") >= 1


def test_bg_stats_gets_the_name_and_the_points(host: Phone, quiz: str) -> None:
    found = re.search(r'href="(https://app.bgstatsapp.com[^"]+)"', host.page(f"/t/{quiz}/out"))
    assert found
    play = json.loads(unquote(unescape(found[1]).split("data=")[1]))
    assert (play["game"]["name"], play["game"]["highestWins"]) == ("Quiz", False)
    assert [(one["score"], one["winner"]) for one in play["players"]] == [(7.5, False), (3.5, True)]


def test_a_lost_game_of_all_is_no_win(host: Phone) -> None:
    session = host.open("open", ["Ann", "Ben"], title="Island", win="together")
    host.enter(session, {"seat": 0, "n0": "4"})
    host.enter(session, {"won": "0"})
    found = re.search(r'href="(https://app.bgstatsapp.com[^"]+)"', host.page(f"/t/{session}/out"))
    assert found and '"winner":false' in unquote(unescape(found[1])) and '"winner":true' not in unquote(found[1])
    page = host.page("/players/ann")
    assert "Lost together" in page
    assert "Lost together: 4" in host.page("/"), "among the finished tables"
    for page in (host.page("/history"), host.page(f"/t/{session}/print"), host.page(f"/t/{session}")):
        assert "Lost together" in page
    assert "nobody is ahead of another" in host.page(f"/t/{session}") and "settled by the total" not in page
    assert re.search(r"1 game(?!s).{0,80}0 won", read_text(host.page("/players"))), "nobody has won it"
    group = make_group(host, "Ann", "Ben")
    put(host, group, session)
    page = host.page(group)
    assert "Lost together" in section(page, "latest") and "1." not in section(page, "latest")
    assert table(page, "standings") == [["Ann", "1", "0", "–"], ["Ben", "1", "0", "–"]] and 'id="ratings"' not in page
    # A correction turns it into a win, and it is one everywhere.
    preview = host.post(f"/t/{session}/entries/2/correct/form", {"won": "1"}).location
    draft = parse_qs(urlsplit(preview).query)["draft"][0]
    assert host.act(session, "entries/2/correct", {"draft": draft}).status_code == 303
    assert "Won together" in host.page(f"/t/{session}") and "Lost together" not in host.page("/history")
    assert "Won together" in host.page("/history")
    latest = section(host.page(group), "latest")
    assert "Won together" in latest and "1." not in latest
    assert "Won together 1" in " ".join(read_text(host.page("/players/ann")).split())
    # It is no win over anybody: the list, the heading and the figures below count those alone.
    assert re.search(r"1 game(?!s).{0,80}0 won", read_text(host.page("/players")))
