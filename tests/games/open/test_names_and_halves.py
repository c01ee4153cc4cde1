"""An open score sheet is kept under its own name, and half points read as points on every page and in every file."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.features.downloads.test_downloads import sent_to_bg_stats
from tests.support.groups import make_group, put, section, table
from tests.support.page_tree import parse
from tests.support.phones import shown_totals
from tests.support.reading import read_text


@pytest.fixture
def quiz(host):
    """Three rounds in halves, the lowest total wins: Ann 2.5 + 4 + 1 = 7.5, Ben 3 + 0.5 + 0 = 3.5."""
    session = host.open("open", ["Ann", "Ben"], title="Quiz", rounds=3, win="lowest", halves=1)
    for numbers in (("2.5", "3"), ("4,00", "½"), ("1", "0")):
        for seat, number in enumerate(numbers):
            assert host.enter(session, {"seat": seat, "n0": number}).status_code == 303
    return session


def test_the_table_its_plot_and_its_reasons_read_in_points(host, quiz):
    final = parse(host.page(f"/t/{quiz}"))
    assert final.find("heading").own_text == "Ben wins"
    assert list(final.by_id("stand").by_seat().items()) == [(1, "1 Ben 3.5 why"), (0, "2 Ann 7.5 why")]
    sheet = host.page(f"/t/{quiz}/sheet")
    assert parse(sheet).by_id("entry-1").find("disclosure").name == "Round 1: Ann +2.5, Ben +3"
    assert shown_totals(sheet) == ["7.5", "3.5"]
    ticks = parse(sheet).drawn
    assert "8" in ticks and "16" not in ticks, "the axis counts points"


def test_a_lost_game_of_all_is_no_win(host):
    session = host.open("open", ["Ann", "Ben"], title="Island", win="together")
    host.enter(session, {"seat": 0, "n0": "4"})
    host.enter(session, {"won": "0"})
    assert [player["winner"] for player in sent_to_bg_stats(host, session)["players"]] == [False, False]
    page = host.page("/players/ann")
    assert "Lost together" in page
    assert "Lost together" in host.page("/"), "among the finished tables"
    for page in (host.page("/history"), host.page(f"/t/{session}/print"), host.page(f"/t/{session}")):
        assert "Lost together" in page
    assert "nobody is ahead of another" in host.page(f"/t/{session}") and "settled by the total" not in page
    assert re.search(r"1 game(?!s).{0,80}0 won", read_text(host.page("/players"))), "nobody has won it"
    group = make_group(host, "Ann", "Ben")
    put(host, group, session)
    page = host.page(group)
    assert "Lost together" in section(page, "latest") and "won)" not in section(page, "latest")
    assert table(page, "standings") == [["Ann", "1", "–", "–"], ["Ben", "1", "–", "–"]] and 'id="ratings"' not in page
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
