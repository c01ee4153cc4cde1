"""The points, places and day of a game are the same on every page, in every file, picture, plot and message."""

import csv
import io
import json
import re
import time
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from icalendar import Calendar

from companion import time_zone
from companion.api import detailed_result
from companion.features.past.play import times
from companion.features.past.sheet_cells import read_date
from companion.features.webhooks.delivery import payload
from companion.features.webhooks.rows import HOST, Webhook
from tests.features.api.test_api import api
from tests.features.downloads.test_downloads import sent_to_bg_stats
from tests.support.each_row import each_row
from tests.support.files import bring
from tests.support.groups import link, luz_game, make_group, put
from tests.support.page_tree import parse
from tests.support.past_plays import brought
from tests.support.phones import Phone
from tests.support.reading import read_text

ROUNDS = {
    "format": 1, "game": "open", "players": ["Ann", "Ben"],
    "options": {"name": "Golf", "rounds": 2, "halves": True}, "entries": [{"round": [2, 5]}, {"round": [5, 3]}],
}  # fmt: skip
SHEET = """date,game,player,score,winner
2024-05-03,Jass,Ann,3.5,
2024-05-03,Jass,Ben,4,
2024-05-04,Chess,Ann,,yes
2024-05-04,Chess,Ben,,
2024-05-05,Football,Ann,0,yes
2024-05-05,Football,Ben,0,yes
"""
POINTS = {
    "Golf": ("3.5", "4"), "Jass": ("3.5", "4"), "Chess": ("", ""), "Football": ("0", "0")
}  # fmt: skip


def csv_rows(phone, path):
    return list(csv.DictReader(io.StringIO(phone.get(path).text.removeprefix("\ufeff"))))


class World:
    """One game of each kind on a phone, all of them in a group."""

    def __init__(self, app):
        app.config["BASES"][:] = ["http://games.example"]
        self.app, self.host = app, Phone(app)
        self.session = bring(self.host, ROUNDS)
        self.host.post(f"/t/{self.session}/webhook", {"url": "https://93.184.215.14/hook"})
        brought(self.host, SHEET.encode())
        rows = app.extensions["companion"].store.rows("SELECT session, title FROM session_titles")
        self.sessions = {row["title"]: row["session"] for row in rows}
        self.group = make_group(self.host, "Ann", "Ben")
        assert set(put(self.host, self.group, *self.sessions.values())) == {303}

    def text(self, path):
        return read_text(self.host.page(path))

    def rows(self, path):
        return csv_rows(self.host, path)


@pytest.fixture
def world(app):
    return World(app)


def after_names(text, before):
    """The numbers right behind Ann and Ben, in the part of a text that follows other words; not of a day behind it."""
    part = re.sub(r"(?<![.\d])\d+ May 2024", "", text.split(before, 1)[1])
    return tuple([re.search(rf"{name}(?: (-?[\d.]+))?", part)[1] or "" for name in ("Ann", "Ben")])


def in_csv(path, column="Total"):
    def told(world, title):
        rows = [row for row in world.rows(path.format(group=world.group)) if row["Game"] == title]
        return tuple([row[column] for row in sorted(rows, key=lambda row: row["Name"])])

    return told


def on_page(path, before):

    def told(world, title):
        return after_names(world.text(path.format(group=world.group)).partition(before)[2], f"{title} ")

    return told


def final_ranking(world, title):
    first, *others = parse(world.host.page(f"/t/{world.sessions[title]}")).by_id("stand").find("list").items
    ranked = {words[1]: words[2:3] for words in map(str.split, (first, *others))}
    return tuple(["".join(ranked[name]) for name in ("Ann", "Ben")])


def player_rows(world, title):
    pages = [parse(world.host.page(f"/players/{name}")) for name in ("ann", "ben")]
    rows = [row for page in pages for row in page.find("table").body if row[0].startswith(title)]
    return tuple([row[-1].replace("–", "") for row in rows])


def in_calendar(world, title):
    events = Calendar.from_ical(world.host.get(f"{world.group}/games.ics").text).events
    (text,) = [str(event["description"]) for event in events if event["summary"] == title]
    return after_names(f": {text}", ":")


EVERYWHERE = {
    "home": on_page("/", "Finished"),
    "history": on_page("/history", "4 games"),
    "table": final_ranking,
    "player": player_rows,
    "group": on_page("{group}", "Latest games"),
    "all games": on_page("{group}/games", "4 games"),
    "history.csv": in_csv("/history.csv"),
    "games.csv": in_csv("{group}/games.csv"),
    "table.csv": in_csv("{group}/table.csv", "Points"),
    "calendar": in_calendar,
}


@each_row("where", EVERYWHERE)
def test_points_are_the_same_where_all_games_stand(world, where):
    assert {title: EVERYWHERE[where](world, title) for title in POINTS} == POINTS


def picture(world):
    svg = world.host.get(f"{world.host.shared(world.session)}/picture.svg").text
    texts = [text.strip() for text in re.findall(r">([^<>]+)</text>", svg)]
    return tuple([text for text in ("3.5", "4") if text in texts])


def bg_stats(world):
    return tuple([f"{player['score']:g}" for player in sent_to_bg_stats(world.host, world.session)["players"]])


def webhook(world):
    sent = []
    hooks = world.app.extensions["companion.webhooks"]
    (hook,) = hooks.due(datetime.now(UTC))

    def post(_url, body, _headers):
        sent.append(json.loads(body))
        return True

    hooks.deliver(hook, datetime.now(UTC), post)
    assert after_names(sent[0]["text"], "Golf") == POINTS["Golf"]
    return tuple([f"{total:g}" for total in sent[0]["data"]["totals"]])


def scoresheet(world):
    sheet = world.host.get(f"/t/{world.session}/scoresheet.json").json
    totals = {place["player"]: place["total"] for place in detailed_result(sheet)["places"]}
    return f"{totals['Ann']:g}", f"{totals['Ben']:g}"


def table_csv(world):
    last = world.rows(f"/t/{world.session}/results.csv")[1]
    return last["Ann: total"], last["Ben: total"]


def plot(world):
    page = parse(world.host.page(f"/t/{world.session}/sheet"))
    (scale,) = [table for table in page.find_all("table") if table.body[-1][0].endswith("Round 2")][-1:]
    return tuple(scale.body[-1][1:])


ONE_GAME = {
    "result": lambda world: after_names(world.text(world.host.shared(world.session)), "Final ranking"),
    "print": lambda world: after_names(world.text(f"/t/{world.session}/print"), "Final ranking"),
    "watched group": lambda world: after_names(world.text(f"{link(world.host, world.group, 'watch')}/games"), "Golf "),
    "picture": picture,
    "BG Stats": bg_stats,
    "webhook": webhook,
    "scoresheet": scoresheet,
    "results.csv": table_csv,
    "plot": plot,
}  # fmt: skip


@each_row("where", ONE_GAME)
def test_points_of_a_table_are_the_same_where_it_goes(world, where):
    assert ONE_GAME[where](world) == POINTS["Golf"]


def test_only_games_with_entries_lead_to_a_replay(world, phone):
    watched = link(world.host, world.group, "watch")
    for reader, page in ((world.host, world.group), (world.host, f"{world.group}/games"), (phone(), watched)):
        replays = re.findall(r'href="([^"]*replay[^"]*)"', reader.page(page))
        assert replays and all(reader.get(at).status_code in (200, 302) for at in replays)
        assert not any(world.sessions[title] in at for title in ("Jass", "Chess", "Football") for at in replays)


def places_of(rows, name="place"):
    return [row[name] for row in rows]


TEAMS = {"name": "Tichu", "rounds": 1, "teams": [[0, 2], [1, 3]]}


def together(host, won):
    session = host.open("open", ["Ann", "Ben"], title="Island", win="together", halves=1)
    host.enter(session, {"seat": 0, "n0": "4.5"})
    host.enter(session, {"won": won})
    return session


def teams(host):
    players = ["Ann", "Ben", "Cleo", "Dan"]
    return bring(host, ROUNDS | {"players": players, "options": TEAMS, "entries": [{"round": [2, 1]}]})


@each_row(
    ("played", "totals", "expected"),
    [
        (partial(together, won="1"), [4.5, 4.5], [1, 1]),
        (partial(together, won="0"), [4.5, 4.5], [2, 2]),
        (teams, [2, 1, 2, 1], [1, 2, 1, 2]),
    ],
)
def test_who_plays_together_has_one_place_everywhere(host, played, totals, expected):
    session = played(host)
    group = make_group(host, "Ann", "Ben", "Cleo", "Dan")
    put(host, group, session)
    (game,) = host.get(api(link(host, group, "watch"), "games")).json["games"]
    assert game["totals"] == totals
    row = host.client.application.extensions["companion"].row(session)
    hook = Webhook(session, HOST, "", "", 1, 0, 0, "")
    places = {
        "page": [plate.split()[0] for plate in parse(host.page(f"/t/{session}")).by_id("stand").by_seat().values()],
        "rows of a scoresheet": places_of(detailed_result(host.get(f"/t/{session}/scoresheet.json").json)["places"]),
        "BG Stats": [player["rank"] for player in sent_to_bg_stats(host, session)["players"]],
        "file of the table": host.get(f"/t/{session}/results.csv").text.split(",")[-len(totals) :],
        "file of the phone": places_of(csv_rows(host, "/history.csv"), "Place")[-len(totals) :],
        "file of the group": places_of(csv_rows(host, f"{group}/games.csv"), "Place"),
        "webhook": payload(row, hook)["data"]["places"],
        "link to the table": places_of(host.get(api(host.shared(session), "standings")).json["standings"]),
        "link to the group": game["places"],
    }
    wrong = {name: found for name, found in places.items() if sorted(map(int, found)) != sorted(expected)}
    assert not wrong


# From 23:40 on 3 May to 00:30 on 4 May 2024 in Taipei; in UTC all of it is on 3 May.
BEGAN, ENDED = "2024-05-03T15:40:00+00:00", "2024-05-03T16:30:00+00:00"


@pytest.fixture(autouse=True)
def zone(monkeypatch):
    monkeypatch.delenv("TZ", raising=False)
    yield
    time_zone.use_zone(None)
    monkeypatch.undo()
    time.tzset()  # the C library would go on by the zone of the test


class Night:
    """A phone whose only game began on one day and ended on the next, and its group."""

    def __init__(self, app):
        self.host, store = Phone(app), app.extensions["companion"].store
        self.session = bring(self.host, luz_game(["Ann", "Ben", "Cleo"], "0 0 10"))
        position = "(SELECT made || ' ' || (1000000000000 + rowid) FROM sessions)"
        for sql in (f"UPDATE sessions SET made = '{BEGAN}', ended = '{ENDED}'", f"UPDATE members SET at = {position}"):
            store.write(lambda db, sql=sql: db.execute(sql))
        self.group = make_group(self.host, "Ann", "Ben")
        assert put(self.host, self.group, self.session) == [303]
        self.result = self.host.shared(self.session)

    def page(self, path):
        return read_text(self.host.page(path.format(**vars(self))))

    def dates(self, path):
        return {row["Date"] for row in csv_rows(self.host, path.format(**vars(self)))}


@pytest.fixture
def night(serve, tmp_path):
    return Night(serve(tmp_path / "c.sqlite", TIME_ZONE="Asia/Taipei"))


PAGES = (
    *("/", "/history", "/players/ann", "{group}", "{group}/games", "{group}/tables"),
    *("/t/{session}", "/t/{session}/print", "{result}"),
)


@each_row("path", PAGES)
def test_each_page_names_the_day_on_which_a_game_began(night, path):
    text = night.page(path)
    assert "3 May 2024" in text and not re.search(r"\b4 May", text)


def test_files_pictures_searches_and_seasons_go_by_the_same_day(night):
    assert night.dates("/history.csv") == night.dates("{group}/games.csv") == {"2024-05-03"}
    out = night.host.get(f"/t/{night.session}/results.csv")
    assert "luz-2024-05-03.csv" in out.headers["Content-Disposition"]
    assert "3 May 2024" in night.host.get(f"{night.result}/picture.svg").text
    assert "luz-2024-05-03.png" in night.host.page(night.result)
    for day, found in ((2, 0), (3, 1), (4, 0)):
        span = f"since=2024-05-0{day}&until=2024-05-0{day}"
        assert len(re.findall(r'href="/t/[\w-]+"', night.host.page(f"/history?{span}"))) == found
        assert len(night.host.get(f"{night.group}/games.csv?{span}").text.splitlines()) == 1 + 3 * found


def test_times_name_the_zone_where_no_script_turns_them_into_the_phones(night):
    assert "Days go by the time zone Asia/Taipei." in night.page("/settings")
    entered = night.host.client.application.extensions["companion"].store.rows("SELECT at FROM events LIMIT 1")[0]["at"]
    there = datetime.fromisoformat(entered).astimezone(time_zone.find_zone("Asia/Taipei"))
    log = night.host.page(f"/t/{night.session}/log")
    assert f'<time datetime="{entered}" data-clock="day">' in log
    assert f"{there:%H:%M}<noscript> UTC+8</noscript></time>" in log


def test_a_list_says_the_year_of_another_year_only(night):
    assert bring(night.host, luz_game(["Ann", "Ben", "Cleo"], "0 0 10"))
    today = night.page("/").split("Finished", 1)[1]
    assert "3 May 2024" in today and str(time_zone.today().year) not in today


@each_row(
    ("chosen", "environment", "shown", "ahead"),
    [("Asia/Taipei", "Europe/Berlin", "Asia/Taipei", 8), (None, ":America/New_York", "America/New_York", -4)],
)
def test_what_is_imported_without_a_zone_is_of_the_instances(monkeypatch, chosen, environment, shown, ahead):
    """By the option, else by TZ, whose names need no files of the C library."""
    monkeypatch.setenv("TZ", environment)
    time_zone.use_zone(chosen)
    assert time_zone.zone_name() == shown
    began, _ = times(read_date("2024-05-03 20:15"), None, "")
    assert datetime.fromisoformat(began) == datetime(2024, 5, 3, 20, 15, tzinfo=UTC) - timedelta(hours=ahead)
    assert read_date("2024-05-03T16:30Z").hour == (16 + ahead) % 24
