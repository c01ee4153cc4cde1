"""A game has one day everywhere, by the zone of the instance; times name that zone for phones without a script."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import time_zone
from companion.app import create_app
from companion.transfer.past.play import times
from companion.transfer.past.sheet_cells import read_date
from tests.support.each_row import each_row
from tests.support.files import bring
from tests.support.groups import luz_game, make_group, put
from tests.support.phones import Phone
from tests.support.reading import read_text

# From 23:40 on 3 May to 00:30 on 4 May 2024 in Taipei; in UTC all of it is on 3 May.
BEGAN, ENDED = "2024-05-03T15:40:00+00:00", "2024-05-03T16:30:00+00:00"


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("TZ", raising=False)
    yield
    time_zone.use_zone(None)


class Night:
    """A phone whose only game began on one day and ended on the next, and its group."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app({"DATABASE": str(folder / "c.sqlite"), "TESTING": True, "TIME_ZONE": "Asia/Taipei"})
        self.host, store = Phone(self.app), self.app.extensions["companion"].store
        self.session = bring(self.host, luz_game(["Ann", "Ben", "Cleo"], "0 0 10"))
        position = "(SELECT ended || ' ' || made || ' ' || (1000000000000 + rowid) FROM sessions)"
        for sql in (f"UPDATE sessions SET made = '{BEGAN}', ended = '{ENDED}'", f"UPDATE members SET at = {position}"):
            store.write(lambda db, sql=sql: db.execute(sql))
        self.group = make_group(self.host, "Ann", "Ben")
        assert put(self.host, self.group, self.session) == [303]
        self.result = re.findall(r"/r/[\w-]+", self.host.page(f"/t/{self.session}/share"))[0]

    def page(self, path: str) -> str:
        return read_text(self.host.page(path.format(**vars(self))))

    def dates(self, path: str) -> set[str]:
        text = self.host.get(path.format(**vars(self))).text.removeprefix("\ufeff")
        return {row["Date"] for row in csv.DictReader(io.StringIO(text))}


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    made = Night(tmp_path)
    yield made
    made.app.extensions["companion"].store.close()


PAGES = (
    *("/", "/history", "/players/ann", "{group}", "{group}/games", "{group}/tables"),
    *("/t/{session}", "/t/{session}/print", "{result}"),
)


@each_row("path", PAGES)
def test_each_page_names_the_day_on_which_a_game_ended(night: Night, path: str) -> None:
    text = night.page(path)
    assert "4 May 2024" in text and not re.search(r"\b3 May", text)


def test_files_pictures_searches_and_seasons_go_by_the_same_day(night: Night) -> None:
    assert night.dates("/history.csv") == night.dates("{group}/games.csv") == {"2024-05-04"}
    out = night.host.get(f"/t/{night.session}/results.csv")
    assert "luz-2024-05-04.csv" in out.headers["Content-Disposition"]
    assert "4 May 2024" in night.host.get(f"{night.result}/picture.svg").text
    assert "luz-2024-05-04.png" in night.host.page(night.result)
    for day, found in ((3, 0), (4, 1), (5, 0)):
        span = f"since=2024-05-0{day}&until=2024-05-0{day}"
        assert len(re.findall(r'href="/t/[\w-]+"', night.host.page(f"/history?{span}"))) == found
        assert len(night.host.get(f"{night.group}/games.csv?{span}").text.splitlines()) == 1 + 3 * found


def test_times_name_the_zone_where_no_script_turns_them_into_the_phones(night: Night) -> None:
    assert "Days go by the time zone Asia/Taipei." in night.page("/")
    entered = night.app.extensions["companion"].store.rows("SELECT at FROM events LIMIT 1")[0]["at"]
    there = datetime.fromisoformat(entered).astimezone(time_zone.find_zone("Asia/Taipei"))
    log = night.host.page(f"/t/{night.session}/log")
    assert f'<time datetime="{entered}" data-clock="day">' in log
    assert f"{there:%H:%M}<noscript> UTC+8</noscript></time>" in log


def test_a_list_says_the_year_of_another_year_only(night: Night) -> None:
    assert bring(night.host, luz_game(["Ann", "Ben", "Cleo"], "0 0 10"))
    today = night.page("/").split("Finished", 1)[1]
    assert "4 May 2024" in today and str(time_zone.today().year) not in today


@each_row(
    ("chosen", "environment", "shown", "ahead"),
    [
        ("Asia/Taipei", "Europe/Berlin", "Asia/Taipei", 8),
        (None, "Europe/Berlin", "Europe/Berlin", 2),
        (None, ":America/New_York", "America/New_York", -4),
    ],
)
def test_what_is_imported_without_a_zone_is_of_the_instances(
    monkeypatch: pytest.MonkeyPatch, chosen: str | None, environment: str, shown: str, ahead: int
) -> None:
    """By the option, else by TZ, whose names need no files of the C library."""
    monkeypatch.setenv("TZ", environment)
    time_zone.use_zone(chosen)
    assert time_zone.zone_name() == shown
    began, _ = times(read_date("2024-05-03 20:15"), None, "")
    assert datetime.fromisoformat(began) == datetime(2024, 5, 3, 20, 15, tzinfo=UTC) - timedelta(hours=ahead)
    assert read_date("2024-05-03T16:30Z").hour == (16 + ahead) % 24
