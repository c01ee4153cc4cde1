"""Groups: forms that lose nothing, seasons and days, limits, and lists."""

import re
from random import Random

import pytest

from companion.features.groups import edits, rows, summary
from companion.features.groups.rows import ALWAYS, games_in, players_of
from companion.features.history.figures import group_stats
from companion.features.history.search import day_start, finished_games
from tests.support.each_row import each_row
from tests.support.groups import azul_game, link, luz_game, make_group, over, played, put, table
from tests.support.page_tree import parse
from tests.support.reading import read_text


def fault(page, field):
    tree = parse(page)
    assert tree.with_attribute("aria-describedby", f"{field}-fault")
    alert = tree.by_id(f"{field}-fault")
    assert alert.role == "alert"
    return alert.text


def test_a_group_is_made_of_names_of_past_tables_and_by_hand(host):
    over(host)
    page = host.page("/groups/new")
    assert parse(page).values("player") == ["Ann", "Ben", "Cleo", "Dan"]
    answer = host.post("/groups/new", {"name": "Friday", "player": ["Ann", "Dan"], "names": " Zoë \r\n\r\nann\r\nzoë"})
    group = answer.location
    keys = parse(host.page(f"{group}/edit")).with_attribute("name", "player")
    assert [key["value"] for key in keys if "checked" in key] == ["Ann", "Dan", "zoë"], "each player once"
    assert "Friday" in host.page(group) and "3 players, 0 games" in read_text(host.page("/groups"))


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"name": " "}, "name", "Type a name first."),
        ({"name": "x" * 41}, "name", "at most 40 characters"),
        ({"name": "a\x07b"}, "name", "cannot have control characters"),
        ({"names": "Ann\nANN"}, "names", "two players or more"),
        ({"names": "Ann\n" + "y" * 41}, "names", "yyyyyyyyyyyy… is too long"),
        ({"names": "Ann\nB\x07n"}, "names", "cannot have control characters"),
        ({"names": "\n".join(f"P{number}" for number in range(61))}, "names", "at most 60 players; these are 61"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_stays(host, group, fields, field, sentence):
    over(host)
    sent = {"name": "Friday", "names": "Eve\nFay", **fields, "player": "Dan"} if field == "name" else fields
    for path in ("/groups/new", f"{group}/edit"):
        answer = host.post(path, {"name": "Friday", **sent})
        assert answer.status_code == 422 and sentence in fault(answer.text, field), path
        form = parse(answer.text).with_attribute("name", "names")[0].form
        assert form and ("names", sent.get("names", "")) in form.fields
        assert ("name", sent.get("name", "Friday").strip()) in form.fields
        assert (("player", "Dan") in form.fields) == (field == "name")
    assert len(re.findall('href="/groups/[^/"]{12}"', host.page("/groups"))) == 1


def test_a_form_sent_twice_makes_one_group(host):
    over(host)
    fields = {"name": "Friday", "names": "Ann\nBen", "opens": "key"}
    first, second = (host.post("/groups/new", fields).location for _ in range(2))
    assert first == second != host.post("/groups/new", {**fields, "opens": "other"}).location


def test_editing_keeps_tables_and_other_names_count_at_once(host, group):
    put(host, group, over(host))
    host.post(f"{group}/edit", {"name": "Saturday", "player": ["Ann"], "names": "Dan"})
    page = host.page(group)
    assert "Saturday" in page and [row[0] for row in table(page, "standings")] == ["Ann", "Dan"]


def test_limits_are_told(host, group, monkeypatch, sessions):
    for module, name, value in ((edits, "MOST_GROUPS", 2), (rows, "MOST_SESSIONS", 1), (rows, "MOST_SEASONS", 1)):
        monkeypatch.setattr(module, name, value)
    make_group(host, "Ann", "Ben")
    answer = host.post("/groups/new", {"name": "Third", "names": "Ann\nBen"})
    assert answer.status_code == 422 and "This phone is in 2 groups" in read_text(answer.text)
    first, second = over(host), over(host)
    assert put(host, group, first, first, second) == [303, 303, 422]
    assert "A group holds 1 tables at most" in read_text(host.post(f"{group}/tables", {"put": second}).text)
    fields = {"name": "S", "since": "2026-01-01"}
    assert host.post(f"{group}/seasons", fields).status_code == 303
    assert "at most" in fault(host.post(f"{group}/seasons", fields).text, "name")
    monkeypatch.setattr(sessions.openings, "may_open", lambda: False)
    answer = host.post("/groups/new", {"name": "Third", "names": "Ann\nBen"})
    assert answer.status_code == 429 and "Wait an hour" in answer.text and 'value="Third"' in answer.text


@each_row(
    ("fields", "field", "sentence"),
    [
        ({"name": ""}, "name", "Type a name first."),
        ({"since": ""}, "since", "Choose the first day"),
        ({"since": "tomorrow"}, "since", "Choose a day, or type it as 2026-11-23."),
        ({"since": "0001-01-01"}, "since", "Choose a day"),
        ({"until": "2026-02-30"}, "until", "Choose a day"),
        ({"until": "2025-12-31"}, "until", "The last day is before the first."),
    ],
)
def test_a_season_that_cannot_be_is_told_at_its_field(host, group, fields, field, sentence):
    sent = {"name": "Winter", "since": "2026-01-01", "until": "2026-03-31", **fields}
    answer = host.post(f"{group}/seasons", sent)
    assert answer.status_code == 422 and sentence in fault(answer.text, field)
    assert all(f'value="{value}"' in answer.text for value in sent.values())
    assert "Winter<" not in host.page(f"{group}/seasons")


def test_a_season_is_changed_and_deleted(host, group):
    host.post(f"{group}/seasons", {"name": "Winter", "since": "2026-01-01"})
    assert 'value="Winter"' in host.page(f"{group}/seasons?season=1")
    host.post(f"{group}/seasons", {"season": "1", "name": "Spring", "since": "2026-03-01"})
    assert "from 1 Mar 2026" in host.page(f"{group}/seasons") and "Winter" not in host.page(f"{group}/seasons")
    host.post(f"{group}/seasons/1/delete")
    assert "Spring" not in host.page(f"{group}/seasons")
    answer = host.post(f"{group}/seasons", {"season": "1", "name": "Spring", "since": "2026-03-01"})
    assert answer.status_code == 422 and "was deleted meanwhile" in fault(answer.text, "name")


def test_a_season_that_overlaps_another_says_so(host, group):
    days = {"Winter": ("2026-01-01", "2026-03-31"), "Spring": ("2026-03-31", "2026-05-31"), "June": ("2026-06-01", "")}
    for name, (since, until) in days.items():
        host.post(f"{group}/seasons", {"name": name, "since": since, "until": until})
    page = read_text(host.page(f"{group}/seasons"))
    assert "Winter 1 Jan 2026 to 31 Mar 2026 Overlaps Spring: games of the shared days count in both." in page
    assert "Overlaps Winter:" in page and page.count("Overlaps") == 2, "June begins the day after Spring"
    host.post(f"{group}/seasons", {"name": "Year", "since": "2026-01-01", "until": "2026-12-31"})
    assert "Overlaps June, Spring, Winter:" in read_text(host.page(f"{group}/seasons"))


def test_days_can_be_chosen_for_the_figures_and_the_files(host, group, phone):
    for day in ("01", "02", "03"):
        put(host, group, played(host, azul_game(["Ann", "Ben"], (2, 1)), f"2026-03-{day}T12:00:00+00:00"))
    for base, reader in ((group, host), (link(host, group, "watch"), phone())):
        for query, count in (("since=2026-03-02", 2), ("since=2026-03-02&until=2026-03-02", 1)):
            page = reader.page(f"{base}?{query}")
            assert table(page, "standings")[0][1] == str(count), query
            assert f'href="{base}/games.csv?{query.replace("&", "&amp;")}"' in page, "files are of the same days"
            assert len(reader.get(f"{base}/games.csv?{query}").text.splitlines()) == 1 + 2 * count
            assert f"{count} game" in read_text(reader.page(f"{base}/games?{query}"))
    assert "No game of these days" in host.page(f"{group}?since=2027-01-01")
    assert "Choose a day, or type it as" in fault(host.page(f"{group}?since=tomorrow"), "since")


def test_all_games_are_listed(host, group, phone, monkeypatch):
    monkeypatch.setattr(summary, "_ON_A_PAGE", 5)
    days = [f"{day:02}" for day in range(1, 13)]
    for day in days:
        put(host, group, played(host, azul_game(["Ann", "Ben"], (2, 1)), f"2026-03-{day}T12:00:00+00:00"))
    for base, reader in ((group, host), (link(host, group, "watch"), phone())):
        page = reader.page(base)
        assert f'href="{base}/games"' in page and "All 12 games" in read_text(page)
        listed = []
        for number in (1, 2, 3):
            page = reader.page(f"{base}/games?page={number}")
            listed += re.findall(r"(\d+) Mar 2026 Azul Ann 2 \(won\), Ben 1", read_text(page))
            assert ("Later games" in page, "Earlier games" in page) == (number > 1, number < 3)
        assert [int(day) for day in listed] == [int(day) for day in reversed(days)]
        assert reader.get(f"{base}/games?page=4").status_code == 404
    assert "All 12 games" not in read_text(host.page(f"{group}?since=2026-03-08")), "five are shown on the page itself"
    assert phone().get(f"{group}/games").status_code == 404, "a phone that is not in the group"


def test_only_tables_with_two_of_the_group_are_offered(host, group, phone):
    both, single, running = over(host), over(host, "Ann", "X", "Y", "Z"), host.open("luz")
    other = phone().join(host, running)
    page = host.page(f"{group}/tables")
    assert parse(page).values("put") == [both] and "hosts tables of these players" in host.page(group)
    host.post(f"{group}/tables", {"all": "yes"})
    assert single not in host.page(f"{group}/tables") and "hosts tables of these" not in host.page(group)
    theirs = make_group(other, "Ann", "Ben")
    assert 'name="put"' not in other.page(f"{theirs}/tables")


PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
TAKEN = ("0 0 10", "0 3 7", "1 1 8", "10 0 0")


def stored(host, random):
    """Fourteen games in the order of their days in March, some with a guest, some tied: the day and the table."""
    made = []
    for number, day in enumerate(sorted(random.choices(range(1, 29), k=14))):
        names = random.sample([*PLAYERS, "Guest"], 2 + number % 2)
        points = [random.randint(1, 2) for _ in names]
        sheet = luz_game(names, random.choice(TAKEN)) if number % 2 else azul_game(names, points)
        made.append((day, played(host, sheet, f"2026-03-{day:02}T12:{number:02}:00+00:00")))
    return made


def figures(sessions, address, period=ALWAYS):
    group = address.rsplit("/", 1)[1]
    read = sessions.store.rows
    return group_stats(finished_games(read, games_in(read, group, period)), players_of(read, group))


def test_a_span_of_days_counts_its_games_and_no_others(host, sessions):
    random = Random(1)
    games, whole = stored(host, random), make_group(host, *PLAYERS)
    put(host, whole, *(table for _, table in games))
    for first, last in ((1, 28), (5, 20), (20, 5), (random.randint(2, 28), 28)):
        part = make_group(host, *PLAYERS)
        put(host, part, *(table for day, table in games if first <= day <= last))
        period = (day_start(f"2026-03-{first:02}", 0), day_start(f"2026-03-{last + 1:02}", 0))
        assert figures(sessions, whole, period) == figures(sessions, part), (first, last)
    assert figures(sessions, whole).games == 14
