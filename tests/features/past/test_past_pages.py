"""The pages that import past games of other programs and our own sheets: what is in a file, who is who, what came."""

import re
from html import unescape

from companion.engine.bounds import BG_STATS
from companion.features.history import search
from companion.features.past import views as pages
from companion.time_zone import day_of
from tests.support.each_row import each_row
from tests.support.files import bring, example, examples, session_of, upload
from tests.support.groups import finish, link, make_group, put
from tests.support.page_tree import parse
from tests.support.past_plays import export, game, import_plays, many_plays, numbers, play, score
from tests.support.phones import HTMX, Phone, notice

GAMES = [game(1, "Azul", bggId=230802), game(2, "Wingspan")]
PLAYS = [play(1, 1, score(1, 30, winner=True), score(2, 20)), play(2, 2, score(1, 5), score(2, 9, winner=True))]
WRONG = play(3, 1, *[score(number, 3) for number in (1, 2, 3, 4, 5)])
FILE = export(["Ann Smith", "Zoe", "Cleo", "Dan", "Eva"], GAMES, [*PLAYS, WRONG])


def send(phone, content):
    return upload(phone, content, "/import/past")


def take(phone, content=FILE):
    answer = send(phone, content)
    assert answer.status_code == 303, notice(answer)
    return str(answer.location)


def run(phone, job):
    import_plays(phone, job)
    return phone.page(job)


def tables(page):
    return re.findall(r'href="(/t/[\w-]+)"', page)


def test_it_is_shown_first_and_imported_when_it_is_said(host):
    job = take(host)
    page = host.page(job)
    assert numbers(page) == [2, 0, 1] and "counts as Azul" in page and "kept under this name" in page
    assert "Azul has 2 to 4 players here, and this play has 5." in page and "Import 2 games" in page
    assert tables(host.page("/history")) == [], "nothing is imported before it is said"
    assert numbers(run(host, job)) == [2, 0, 1]
    history = host.page("/history")
    assert len(tables(history)) == 2 and history.count("totals only") == 2
    assert "2 games imported" in host.page("/import/past")
    page = host.page(take(host))
    assert numbers(page) == [0, 2, 1] and "There is nothing to import" in page, "the same file again"


def test_who_played_elsewhere_is_invited_to_the_first_table_here(host):
    run(host, take(host))
    assert host.post("/new/azul", {"player": ["Ann Smith", "Zoe"]}).location.endswith("/share")


QUESTIONS = 'Date,Game,Ann,Ben\n3/4/2024,Go,"1,000",980\n2024-05-04,Golf,70,72\n'


def test_a_sheet_of_two_meanings_is_asked_about(host):
    job = take(host, QUESTIONS.encode())
    page = host.page(job)
    assert numbers(page) == [1, 0, 1] and "How is 3/4/2024 meant in this file?" in page and "Import one game" in page
    assert parse(page).has("button", "3 Apr 2024") and parse(page).has("button", "4 Mar 2024")
    for fields, told in (
        ({"question": "date", "meaning": "day"}, "How is 1,000 meant in this file?"),
        ({"question": "number", "meaning": "point"}, "Import 2 games"),
        ({"question": "wins", "game": "0", "meaning": "lowest"}, "Import 2 games"),
    ):
        answer = host.post(f"{job}/answer", fields, headers=HTMX)
        assert answer.status_code == 200 and told in answer.text
    assert numbers(page := run(host, job)) == [2, 0, 0], page
    assert "1000" in host.page("/players/ann")
    for fields in ({}, {"question": "date", "meaning": "never"}, {"question": "wins", "game": "9"}):
        assert host.post(f"{job}/answer", fields).status_code == 303


def pressed(page):
    return [button.text for button in parse(page).with_attribute("aria-pressed", "true")]


def test_a_player_is_corrected_by_a_tap(host):
    host.open("luz", ["Ann", "Zoë", "Mia"])
    job = take(host)
    page = host.page(job)
    assert "Zoë" in pressed(page), "accents make no other player"
    assert "Ann Smith" in pressed(page) and parse(page).has("button", "Ann")
    (number,) = parse(page).find("button", "Ann Smith").form.values("player")
    answer = host.post(f"{job}/players", {"player": number, "name": "Ann"}, headers=HTMX)
    assert answer.status_code == 200 and "Ann" in pressed(answer.text)
    run(host, job)
    assert "totals only" in host.page("/players/ann") and host.get("/players/ann%20smith").status_code == 404
    answer = host.post(f"{job}/players", {"player": number, "name": "Somebody"})
    assert answer.status_code == 303 and host.get("/players/somebody").status_code == 404


@each_row(
    ("name", "told"),
    [
        ("", "Type a name"),
        ("\u200b", "can be seen"),
        ("x" * 41, "at most 40 characters"),
        ("a\x1bb", "control characters"),
    ],
)
def test_a_name_that_is_none_is_refused(host, name, told):
    answer = host.post(f"{take(host)}/players", {"player": "0", "other": name})
    assert answer.status_code == 422 and told in notice(answer)
    assert f'value="{name}"' in answer.text, "what was typed stays"


@each_row(
    ("content", "sentence"),
    [
        (b"", "No file was chosen"),
        (b"PK\x03\x04abc", "looks like an archive or a workbook"),
        (b"\xef\xbb\xbf{}", "There are no plays"),
        (b"<?xml version='1.0'?><plays/>", "choose the .json file of Settings, Export"),
        (b"<!DOCTYPE html><html></html>", "is a web page"),
    ],
)
def test_what_is_no_file_of_plays_is_refused_with_a_sentence(host, content, sentence):
    answer = send(host, content)
    assert answer.status_code == 422 and sentence in unescape(answer.text)
    assert host.get("/import/past").status_code == 200


def test_a_file_that_is_too_large_is_refused(host, monkeypatch):
    monkeypatch.setattr(pages, "BG_STATS", BG_STATS._replace(bytes=1000))
    answer = send(host, b"x" * 100_000)
    assert answer.status_code == 413 and "is larger than" in answer.text
    assert BG_STATS.bytes >= 32 * 1024 * 1024


def test_another_phone_sees_nothing_of_an_import_and_its_own_deletes_it(host, phone):
    job, other = take(host), phone()
    other.open("luz")
    assert other.get(job).status_code == phone().get(job).status_code == 404
    for what in ("players", "columns", "start", "stop", "delete"):
        assert other.post(f"{job}/{what}").status_code == 404
    assert host.post(f"{job}/delete").status_code == 422 and host.page(job), "it is asked first"
    assert host.post(f"{job}/delete", {"sure": "yes"}).location == "/import/past"
    assert host.get(job).status_code == 404


def test_a_stopped_import_says_where_it_stands(app, host):
    job = take(host, many_plays(5))
    store, id = app.extensions["companion"].store, job.rpartition("/")[2]
    store.write(lambda db: db.execute("UPDATE past_imports SET state = 'running', runner = 'gone' WHERE id = ?", [id]))
    page = host.page(job)
    assert 'data-state="stopped"' in page and "5 games are still to be imported" in page and "Go on" in page
    assert "stopped at 0 of 5" in host.page("/import/past")
    assert numbers(run(host, job)) == [5, 0, 0]
    assert host.post(f"{job}/stop").status_code == 303 and 'data-state="done"' in host.page(job)


def test_a_game_with_totals_only_has_a_page_and_no_entries(host):
    run(host, take(host))
    table = tables(host.page("/history"))[-1]
    page = host.page(table)
    assert "imported with its totals only" in page and "Ann Smith" in page
    version = {"version": "1", "act": "a" * 20}
    for path in ("sheet", "enter", "log", "share", "host", "needs", "seats", "replay", "export", "scoresheet.json"):
        assert host.get(f"{table}/{path}").status_code == 404, path
    for path in ("enter", "undo", "redo", "end", "rematch"):
        assert host.post(f"{table}/{path}", version).status_code in (403, 404, 405), path
    assert "only the totals are known" in host.get(f"{table}/sheet").text
    assert host.post(f"{table}/delete", {"sure": "yes"}).status_code == 303
    assert len(tables(host.page("/history"))) == 1


def test_long_lists_come_page_by_page(host):
    names = [f"Player {number}" for number in range(1, 62)]
    good = [play(number, 2, score(number, 3), score(number + 1, 4)) for number in range(1, 60)]
    bad = [play(100 + number, 2, score(1, "x")) for number in range(45)]
    job = take(host, export(names, GAMES, [*good, *bad]))
    first, second = host.page(job), host.page(f"{job}?players=2")
    assert first.count('id="player-') == 30 and second.count('id="player-') == 30
    (after,) = set(re.findall(r"\?after=\d+", first))
    for page in (first, host.page(job + after), host.page(f"{job}?players=99999&after=zzz")):
        assert page.count("x is not a number") == 20


def test_a_group_of_the_phone_takes_them(host, monkeypatch):
    made = host.post("/groups/new", {"name": "Friday", "players": "Ann Smith\nZoe", "player": ["Ann Smith", "Zoe"]})
    group = str(made.location).split("/")[2].partition("?")[0]
    job = take(host)
    assert f'value="{group}"' in host.page(job) and "has room for" not in host.page(job)
    monkeypatch.setattr(pages, "MOST_SESSIONS", 1)
    assert host.post(f"{job}/group", {"group": "x" * 12}).status_code == 422
    answer = host.post(f"{job}/group", {"group": group}, headers=HTMX)
    assert pressed(answer.text)[0] == "Friday" and host.post(f"{job}/group", {"group": group}).status_code == 303
    assert "Friday has room for 1 of these games: a group takes 1 at most." in host.page(job)
    run(host, job)
    page = host.page(f"/groups/{group}")
    assert "2 of these games were imported and have their totals only." in page


NAMES = ["Ann", "=Ben", "  @x", "小雯"]


def sheet_of(name, options, entries, players):
    options = {"name": name, "rounds": 1, **options}
    return {"format": 1, "game": "open", "players": players, "options": options, "entries": entries}


def fill(host):
    """Open games of each kind on a phone, two equal ones of a day among them; returns their sessions."""
    azul, ingenious = example("azul/shared-win"), example("ingenious/team-instant-win")
    golf = sheet_of("Golf, 9 holes", {"lowest_wins": True, "halves": True}, [{"round": [3, 8, 4]}], NAMES[:3])
    sheets = [
        *(session_of({**azul, "players": NAMES[: len(azul["players"])]}), session_of(ingenious), golf, golf),
        sheet_of("Tichu", {"teams": [[0, 2], [1, 3]]}, [{"round": [2, 1]}], NAMES),
        sheet_of("Pandemic", {"cooperative": True}, [{"round": [4]}, {"won": True}], NAMES[:2]),
        sheet_of("Pandemic", {"cooperative": True}, [{"round": [4]}, {"won": False}], NAMES[:2]),
        sheet_of("Solitaire", {}, [{"round": [7]}], NAMES[:1]),
    ]
    return [bring(host, sheet) for sheet in sheets]


def games(app, number):
    rows = list(search.finished_sessions(app.extensions["companion"].store.rows, number))
    names = [[name.strip() for name in row.names] for row in rows]
    seats = [
        sorted(zip(own, row.places, map(str, row.totals), strict=True)) for own, row in zip(names, rows, strict=True)
    ]
    days = [str(day_of(row.made)) for row in rows]
    return sorted(
        [day, str(row.game.title), row.together, own] for day, row, own in zip(days, rows, seats, strict=True)
    )


def imported(phone, content):
    """Import all of a file; how many plays come in, were here and cannot be kept, as told before and after it."""
    job = take(phone, content)
    told = numbers(phone.page(job))
    assert numbers(run(phone, job)) == told
    return told


@each_row("language", ["en", "zh-TW", "zh-CN"])
@each_row("kind", ["history", "group"])
def test_each_of_our_sheets_comes_back_as_the_same_plays(app, phone, kind, language):
    host, guest = phone(language), phone(language)
    sessions = fill(host)
    path = "/history.csv"
    if kind == "group":
        group = make_group(host, *NAMES, "Ben", "Cleo", "Mei-Ling")
        put(host, group, *sessions)
        path = f"{group}/games.csv"
    assert imported(guest, host.get(path).data) == [len(sessions), 0, 0]
    assert games(app, 2) == games(app, 1)


def test_what_this_phone_has_is_here_already(host, phone):
    sessions, group = fill(host), make_group(host, *NAMES)
    put(host, group, *sessions)
    for path in ("/history.csv", f"{group}/games.csv"):
        assert imported(host, host.get(path).data) == [0, len(sessions), 0], path
    by_link = phone().get(f"{link(host, group, 'watch')}/games.csv").text
    assert "Table" not in by_link and not any(session in by_link for session in sessions), "others get no ids"


def test_an_import_of_old_games_stands_behind_tonights(host):
    session = host.open("luz", ["Ida", "Jon", "Kim", "Lea"])
    finish(host, session)
    old = [play(number, 2, score(number, 3), score(number + 1, 4), at="2012-05-03 20:00:00") for number in range(1, 14)]
    run(host, take(host, export([f"Old {number}" for number in range(1, 15)], GAMES, old)))
    offered = re.findall(r"Old \d+|Ida|Jon|Kim|Lea", host.page("/new/5211"))
    assert list(dict.fromkeys(offered))[:4] == ["Ida", "Jon", "Kim", "Lea"]
    over = host.page("/").split("Finished", 1)[1]
    assert tables(over)[0] == f"/t/{session}" == tables(host.page("/history"))[0]


def test_a_title_keeps_its_characters(host):
    title = "The long title of a game… its 39 letters"
    assert len(title) == 40
    run(host, take(host, f"date,game,Ann,Ben\n2024-05-03,{title},3,4\n".encode()))
    assert host.get("/history.csv").text.count(title) == 2


def test_a_name_that_is_twice_in_a_play_is_two_guests(host):
    twice = play(1, 2, score(1, 5), score(2, 9), score(2, 3))
    assert numbers(run(host, take(host, export(["Ann", "Bot"], GAMES, [twice])))) == [1, 0, 0]
    assert "Ann" in host.page("/players") and "Bot" not in host.page("/players")


def test_the_columns_of_a_sheet_come_first_and_are_ticked(host):
    job = take(host, b"Datum,Spiel,Ann,Ben,Summe,Wetter\n2024-05-03,Go,9,7,16,Regen\n")
    page = host.page(job)
    ticked = [box["value"] for box in parse(page).find_all("checkbox") if "checked" in box.attributes]
    assert ticked == ["2", "3"] and page.index('id="columns"') < page.index("new</small>")
    assert "Datum" in page and "Wetter" in page and "Import one game" in page and "Into past games" in page
    answer = host.post(f"{job}/columns", {"column": ["2", "3", "4"]}, headers=HTMX)
    assert answer.status_code == 200 and "3 players keep their names" in answer.text
    assert host.post(f"{job}/columns", {"column": ["2"]}).status_code == 303
    assert "One player keeps the name" in host.page(job)


@each_row(
    ("path", "told"),
    [
        ("/t/{}/results.csv", "past games and of a group's games"),
        ("/t/{}/scoresheet.json", "Import a game"),
        ("/t/{}/session.json", "Import a game"),
        ("{group}/table.csv", "past games and of a group's games"),
    ],
)
def test_our_other_files_are_told_where_they_belong(host, path, told):
    session, group = bring(host, session_of(examples("luz")[-1])), make_group(host, "Ann", "Ben")
    put(host, group, session)
    answer = send(host, host.get(path.format(session, group=group)).data)
    assert answer.status_code == 422 and told in re.sub(r"&#39;", "'", answer.text)


@each_row("text", ['{"players": [], "games": [], "plays": []}', "date;game;Ann\n2024-05-03;Go;3\n"])
def test_plays_of_elsewhere_are_told_where_they_go(host, text):
    answer = upload(host, text.encode())
    assert answer.status_code == 422 and "Import past games" in answer.text


def test_an_import_counts_as_a_table_that_is_opened(serve, tmp_path):
    host = Phone(serve(tmp_path / "c.sqlite", OPEN_LIMIT=3))
    host.open("luz")
    assert [send(host, content).status_code for content in (FILE, b"", FILE)] == [303, 422, 429]
    assert "Too many tables" in send(host, FILE).text
    assert host.post("/new/luz", {"player": ["Ann", "Ben", "Cleo"]}).status_code == 429
