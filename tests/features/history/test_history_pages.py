"""The history on a phone, searched, and its players: a page each, another name, two made one, deleted for good."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import quote

import pytest

from companion.engine import Message
from companion.engine.names import clean_name, normalize_name
from companion.features.history import edits as player_edits, rows as queries, search
from companion.storage.error_messages import StoreError
from tests.support.each_row import each_row
from tests.support.files import bring, example, session_of
from tests.support.groups import azul_game, over
from tests.support.page_tree import parse
from tests.support.phones import Phone, bets, notice, totals
from tests.support.reading import parts, read_text, without_ids
from tests.support.streams import Stream

DEAL = (bets("3 2 1 0"), totals("3 2 0 5"))  # 10, 10, -5, -25


def listed(page):
    return re.findall(r'href="/t/([^"/]+)"', page)


def headings(page):
    return [part.text for part in parts(page, "heading") if part.tag == "h2"]


def ago(sessions, session, **time):
    at = datetime.now(UTC) - timedelta(**time)
    moment = at.isoformat(timespec="seconds")
    for sql in ("UPDATE members SET at = ? WHERE session = ?", "UPDATE sessions SET made = ? WHERE id = ?"):
        sessions.store.write(lambda db, sql=sql: db.execute(sql, [moment, session]))
    return at.astimezone()


def test_games_stand_with_who_won_and_running_ones_are_marked(host, luz, fifty):
    for entry in DEAL:
        host.enter(luz, entry)
    page = host.page("/history")
    assert set(listed(page)) == {fifty, luz} and page.count(">running<") == 2 and "−" not in page
    host.act(luz, "end")
    page = host.page("/history")
    row = next(link.text for link in parts(page, "link") if link["href"] == f"/t/{luz}")
    assert "Luz Ann 10 (won), Ben 10, Cleo −5, Dan −25" in row
    assert sum(" running " in part.text for part in parts(page, "link")) == 1
    assert headings(page) == ["Today"] and "2 games" in page
    assert "2 games" in host.page("/")
    assert "/history" in [part.attributes["href"] for part in parts(host.page("/"), "link")]


def test_what_others_play_is_not_in_it(host, luz, phone):
    other = phone()
    other.open("luz", ["Zoë", "Yves", "Xena"])
    assert listed(host.page("/history")) == [luz] and listed(host.page("/history?q=zo")) == []
    assert "Zoë" not in host.page("/players") and host.get("/players/zo%C3%AB").status_code == 404
    assert "Zoë" not in host.page("/history?player=zo%C3%AB")


def test_days_stand_under_today_this_week_and_their_month(host, sessions):
    today, older, oldest = (host.open("luz") for _ in range(3))
    at = ago(sessions, older, days=40)
    long_ago = ago(sessions, oldest, days=400)
    page = host.page("/history")
    assert listed(page) == [today, older, oldest]
    assert headings(page) == ["Today", f"{at:%B %Y}", f"{long_ago:%B %Y}"]
    host.client.set_cookie("language", "zh_Hant")
    assert f"{at.year} 年 {at.month} 月" in host.page("/history")


@pytest.fixture
def azul(host):
    return host.open("azul", ["Zoë", "小雯", "Max"])


@each_row(
    ("asked", "expected"),
    [
        ({"q": "ann"}, "luz 5211"),
        ({"q": "ANN cle"}, "luz"),
        ({"q": "璃光"}, "luz"),
        ({"q": "ann 5211"}, "5211"),
        ({"q": "小雯"}, "azul"),
        ({"q": "zoe\u0308"}, "azul"),
        ({"q": "nobody"}, ""),
        ({"game": "luz", "q": "ann"}, "luz"),
        ({"game": "chess"}, ""),
        ({"player": "ANN"}, "luz 5211"),
        ({"player": "an"}, ""),
        ({"since": "2000-01-01", "until": "2999-01-01"}, "luz 5211 azul"),
        ({"since": "2999-01-01"}, ""),
        ({"since": "yesterday", "until": "9999-12-31"}, "luz 5211 azul"),
        ({"before": "nonsense"}, "luz 5211 azul"),
        ({"before": "0|0"}, ""),
        ({"q": "a " * 200}, "luz 5211 azul"),
    ],
)
def test_search(host, luz, fifty, azul, asked, expected):
    ids = {"luz": luz, "5211": fifty, "azul": azul}
    page = host.get("/history", query_string=asked).text
    assert set(listed(page)) == {ids[key] for key in expected.split()}
    assert ("No game fits." in page) == (not expected and "before" not in asked)


def test_a_day_is_found_by_itself(host, luz, fifty, sessions):
    day = f"{ago(sessions, luz, days=3):%Y-%m-%d}"
    assert listed(host.page(f"/history?since={day}&until={day}")) == [luz]
    page = host.page(f"/history?q=ann&since={day}")
    assert f'value="{day}"' in page and 'value="ann"' in page, "what was asked for stays in the form"


def test_so_many_a_page_and_the_rest_behind_a_link(host, monkeypatch):
    assert search.PAGE == 30
    monkeypatch.setattr(search, "PAGE", 3)
    opened = [host.open("5211") for _ in range(7)]
    pages = []
    address = "/history?game=5211"
    while address:
        page = host.page(address)
        pages.append(listed(page))
        address = next((link["href"] for link in parts(page, "link") if link.attributes.get("rel") == "next"), "")
    assert [len(page) for page in pages] == [3, 3, 1]
    assert sorted(id for page in pages for id in page) == sorted(opened)
    assert "7 games" in page


YES = {"sure": "yes"}


def rows(page):
    links = [link for link in parts(page, "link") if link["href"].startswith("/players/") and link.bold]
    return [(link.bold[0], link.text.removeprefix(link.bold[0]).strip()) for link in links]


def rename(phone, key, name, **more):
    return phone.post(f"/players/{quote(key, safe='')}/rename", {"name": name, **more})


def delete(phone, key, what, **more):
    return phone.post(f"/players/{key}/delete", {"what": what, **more})


def names(phone, session):
    seats = parse(phone.page(f"/t/{session}/seats")).with_attribute("data-seat")
    return [seat.bold[0] for seat in seats]


def test_who_played_and_won_stands_first(host):
    over(host)
    over(host, "ANN", "Dan", "Eve", "Fay")
    host.open("5211", ["Ann", "Gus"])
    assert rows(host.page("/players"))[:3] == [
        ("Ann", "2 games, 2 won"), ("Dan", "2 games, 0 won"), ("Ben", "1 game, 0 won"),
    ]  # fmt: skip
    assert ("Gus", "0 games, 0 won") in rows(host.page("/players"))


@pytest.mark.parametrize("sheet", ["ingenious/solo-left-18", "open/together-lost", "open/together-won"])
def test_only_who_had_an_opponent_has_won(host, sheet):
    session = bring(host, session_of(together_won() if sheet == "open/together-won" else example(sheet)))
    name = names(host, session)[0]
    bring(host, session_of(azul_game((name, "Zoë"), (3, 1)), made="2026-10-04T18:05:00+00:00"))
    page = read_text(host.page(f"/players/{normalize_name(name)}"))
    assert "2 games, 1 won" in page and (name, "2 games, 1 won") in rows(host.page("/players"))
    assert "1 of 1 won of the games with opponents" in page and "Azul 1 game 1 of 1" in page
    assert "Place 1 1 Games by month" in page and page.count("on with: ") == 1
    assert "Stopped, nothing scored" not in page, "who came first alone has a place all the same"


def together_won():
    sheet = example("open/together-lost")
    return {**sheet, "entries": [*sheet["entries"][:-1], {"won": True}]}


def test_a_players_page_has_the_games_and_leads_to_all(host, monkeypatch):
    sessions = [over(host) for _ in range(2)]
    other = host.open("5211", ["Gus", "Eve"])
    page = host.page("/players/ann")
    assert set(re.findall(r'href="/t/([^"/]+)"', page)) == set(sessions) and other not in page
    assert "2 games, 2 won" in read_text(page) and "/history?player=ann" not in page
    monkeypatch.setattr("companion.features.history.views._SHOWN", 3)
    for _ in range(2):
        host.open("5211", ["Ann", "Eve"])
    page = host.page("/players/Ann")
    assert page.count('href="/t/') == 3 and "/history?player=ann" in page


NAMES = ("..", ".", "a/b", "a\\b", "~2e", "100%", "?q=1#x", "a b", "王小明", "שלום", "<b>", '"', "x\u200d", "x" * 40)


def test_every_name_has_a_page(host):
    for name in NAMES:
        host.open("5211", [name, "Ben"])
    paths = set(re.findall(r'href="(/players/[^"]+)"', host.page("/players")))
    assert not [path for path in paths if re.search(r"/\.\.?$", path) or path.count("/") != 2]
    heads = [parse(host.page(unescape(path))).find("heading").own_text for path in paths]
    assert sorted(heads) == sorted([*map(clean_name, NAMES), "Ben"])


def test_a_new_name_stands_on_all_phones_at_once(host, luz, phone):
    other = phone().join(host, luz)
    stream = Stream(other, f"/t/{luz}/live/table")
    stream.next("version")
    assert rename(host, "ann", " Annika ").location == "/players/annika"
    change = stream.next()
    assert change["version"] == 1 and "Annika" in change["parts"]["stand"]
    stream.close()
    assert "Annika" in names(other, luz) and "Annika" in other.page("/players") and "Ann<" not in other.page("/players")
    assert "another name for Annika" in read_text(host.page(f"/t/{luz}/log"))
    assert host.get("/players/ann").status_code == 404
    assert rename(host, "ann", "Annika").location == "/players/annika", "sent twice"


def test_where_another_phone_is_the_host_the_name_stays(host, luz, phone):
    other = phone().join(host, luz)
    for page in ("", "/rename", "/delete"):
        assert "Another phone opened these tables" in other.page(f"/players/ann{page}")
    rename(other, "ann", "Annika")
    delete(other, "ann", "name", **YES)
    delete(other, "ann", "games", **YES)
    assert "Ann" in names(host, luz)
    mine = other.open("5211", ["Ann", "Eve"])
    page = read_text(other.page("/players/ann/rename"))
    assert "in the one game that this phone hosts" in page and "In one more game another phone is the host" in page
    rename(other, "ann", "Annika")
    assert "Annika" in names(other, mine) and "Annika" not in names(other, luz)


def test_two_become_one_only_when_asked(host):
    first, second = over(host, "Ann", "Ben", "Cleo", "Dan"), over(host, "Anna", "Eve", "Fay", "Gus")
    asked = rename(host, "anna", "ANN")
    assert asked.status_code == 200 and "Make them one player?" in asked.text
    assert "Ann is there already, with 1 game. 1 game of Anna would count for Ann" in read_text(asked.text)
    assert "Anna" in names(host, second) and rows(host.page("/players"))[1] == ("Anna", "1 game, 1 won")
    assert rename(host, "anna", "ANN", merge="yes").location == "/players/ANN".lower()
    assert rows(host.page("/players"))[0] == ("Ann", "2 games, 2 won")
    assert names(host, first)[0] == names(host, second)[0] == "Ann"


def test_two_who_sat_together_stay_two_and_are_told_where(host):
    alone, together = over(host, "Ann", "Ben", "Cleo", "Dan"), over(host, "Anna", "Ann", "Fay", "Gus")
    for more in ({}, {"merge": "yes"}):
        answer = rename(host, "anna", "Ann", **more)
        assert answer.status_code == 422
        assert "Anna and Ann sat at the same table in 1 game, so they are two people" in read_text(answer.text)
        assert "Luz, " in read_text(answer.text) and 'value="Ann"' in answer.text
    assert names(host, together)[:2] == ["Anna", "Ann"] and names(host, alone)[0] == "Ann"
    host.open("5211", ["Fay", "fay"])
    assert rename(host, "fay", "Fee").status_code == 422, "two spellings at one table are two people, too"


def test_two_who_sit_together_only_meanwhile_stay_two(host, sessions, monkeypatch):
    first = over(host, "Anna", "Eve", "Fay", "Gus")
    found = sessions.read

    def nothing_yet(query, *of, **named):
        return [] if query is queries.shared_sessions else found(query, *of, **named)

    together = over(host, "Anna", "Ann", "Fay", "Gus")
    monkeypatch.setattr(sessions, "read", nothing_yet)
    (number,) = sessions.store.members(first)
    with pytest.raises(player_edits.MergeConflict):
        player_edits.rename(sessions, number, "anna", "Ann")
    assert names(host, first)[0] == names(host, together)[0] == "Anna"


def test_a_deleted_name_leaves_the_results_of_the_others(host, phone):
    session = over(host)
    watcher = phone().join(host, session, "viewer")
    page = read_text(host.page("/players/ann/delete"))
    assert "In the one game that this phone hosts the seat is called by its number" in page
    answer = delete(host, "ann", "name")
    assert answer.status_code == 422 and "Tap Delete, then Yes" in notice(answer) and "Ann" in names(host, session)
    assert delete(host, "ann", "name", **YES).location == "/players"
    assert host.get("/players/ann").status_code == 404 == watcher.get("/players/ann").status_code
    assert "Player 1" in names(watcher, session) and "Ann" not in without_ids(host.page("/new/luz"))
    final = host.page(f"/t/{session}")
    assert 'href="/players/player%201"' not in final and 'href="/players/ben"' in final
    assert rows(host.page("/players"))[0] == ("Ben", "1 game, 0 won")


def test_a_deleted_name_is_replaced_in_the_language_of_the_phone(serve, tmp_path):
    with ThreadPoolExecutor(1) as thread:
        run = {"RUN_WRITE": lambda job: thread.submit(job).result()}
        host = Phone(serve(tmp_path / "c.sqlite", **run), "zh-TW")
        session = over(host)
        assert delete(host, "ann", "name", **YES).location == "/players"
        assert names(host, session)[0] == "玩家 1"


def test_deleting_a_player_with_the_games(host, phone):
    gone, stays = over(host), host.open("5211", ["Ben", "Eve"])
    other = phone().join(host, gone, "viewer")
    theirs = other.open("5211", ["Ann", "Zoë"])
    host.scan(other.links(theirs)["viewer"])
    page = read_text(host.page("/players/ann/delete"))
    assert "The one game that this phone hosts goes for good, with its entries, its log and its links" in page
    assert "all 2 phones that joined" in page and "There also played: Ben, Cleo, Dan." in page
    assert "In one more game another phone is the host" in page
    assert delete(host, "ann", "games", **YES).location == "/players"
    assert host.get(f"/t/{gone}").status_code == 404 == other.get(f"/t/{gone}").status_code
    assert "Ben" in names(host, stays) and "Ann" in names(host, theirs)
    assert [name for name, _ in rows(host.page("/players"))] == ["Ann", "Ben", "Eve", "Zoë"]


@pytest.mark.parametrize("written", [0, 1])
def test_a_disk_that_fills_up_half_way(host, sessions, monkeypatch, written):
    opened = [host.open("luz", ["Ann", "Ben", "Cleo"]) for _ in range(2)]
    monkeypatch.setattr(player_edits, "_BATCH_SIZE", 1)
    write, left = sessions.write, [True] * written

    def fills_up(job, *more, **options):
        if not left:
            raise StoreError(Message("The disk is full."))
        return left.pop() and write(job, *more, **options)

    with monkeypatch.context() as patched:
        patched.setattr(sessions, "write", fills_up)
        answer = rename(host, "ann", "Anna")
    told = read_text(answer.text)
    assert answer.status_code == 503 and "The disk is full." in told
    assert ("Only 1 game was changed, then this" in told) == bool(written)
    assert sum("Anna" in names(host, session) for session in opened) == written


def test_older_games_are_counted_a_few_at_a_time(host, group, sessions, monkeypatch):
    monkeypatch.setattr("companion.features.history.edits._MOST_COUNTED", 2)
    for _ in range(3):
        over(host)
    sessions.store.write(lambda db: db.execute("UPDATE seats SET figures = NULL"))
    assert "One older game is still to be counted" in host.page("/players/ann")
    assert "still to be counted" not in host.page("/players/ann")
    host.post(f"{group}/tables", {"all": "yes"})
    sessions.store.write(lambda db: db.execute("UPDATE seats SET figures = NULL"))
    assert "3 games" in host.page(group)
