"""A group's figures: a season counted by hand, and a long past of which the games played most are told."""

import re

import pytest

from tests.support.files import upload
from tests.support.groups import azul_game, link, luz_game, make_group, part_of, played, put, section, table
from tests.support.page_tree import parse
from tests.support.past_plays import export, game, import_plays, play, score
from tests.support.reading import read_text, without_ids

NAMES = ["Fay", "Éric", "Eric", *[f"Guest {number:02}" for number in range(1, 13)]]
OFTEN = 12  # games that were played twice or more, "Often 1" most
ONCE = 30


def past():
    """Often played games, of which the second has the lowest total win, games played once, and one of Fay alone."""
    games = [game(1, "Often 1"), game(2, "Often 2", highestWins=False)]
    games += [game(number, f"Often {number}") for number in range(3, OFTEN + 1)]
    games += [game(OFTEN + number, f"Once {number}") for number in range(1, ONCE + 1)]
    plays = []
    for number in range(1, OFTEN + ONCE + 1):
        for _ in range(max(1, 2 * (OFTEN + 1 - number))):
            count = len(plays) + 1
            others = [score(4 + (count + place) % 12, 40 + place) for place in range(2)]
            won = {"Fay": (score(1, 30, winner=True), score(2, 50)), "Éric": (score(1, 30), score(2, 50, winner=True))}
            first = won["Fay" if number == 2 else "Éric"]
            plays.append(play(count, number, *first, *others, at=f"2024-05-{1 + count % 28:02} 20:15:00"))
    plays.append(play(999, 1, score(1, 77, winner=True)))
    return export(NAMES, games, plays)


@pytest.fixture
def group(host):
    address = make_group(host, *NAMES)
    job = str(upload(host, past(), "/import/past").location)
    assert host.post(f"{job}/group", {"group": address.rpartition("/")[2]}).status_code == 303
    import_plays(host, job)
    return address


def headings(page):
    return [part.find("heading").text for part in parse(page).with_attribute("data-game")]


def test_the_games_played_most_are_told_and_others_are_found(host, phone, group):
    often = [f"Often {number}" for number in range(1, 11)]
    for reader, page in ((host, group), (host, "/players/fay"), (phone(), link(host, group, "watch"))):
        shown = reader.page(page)
        assert headings(shown) == often, page
        others = parse(shown).by_id("other-games").find_all("link")
        assert [other.text for other in others[:3]] == ["Often 11 4", "Often 12 2", "Once 1 1"], page
        assert len(others) == 2 + ONCE
        assert headings(reader.page(str(others[-1]["href"])))[0] == "Once 9", "a title leads to its game"
        assert headings(reader.page(f"{page}?find=once 7"))[0] == "Once 7"
        assert headings(reader.page(f"{page}?find=once 1"))[0] == "Once 1" and "Once 10" in shown
        none = reader.page(f"{page}?find=chess")
        assert "data-game=" not in none and "Nothing fits" in none
    found = section(host.page(f"{group}?find=once 7"), "records")
    assert "Highest total in Once 7" in found and "in a row" not in found


def test_one_source_says_which_total_wins(host, group):
    """Also where somebody marked another as the winner: the record of the group is the best total of who holds it."""
    records = section(host.page(group), "records")
    assert "Fay Lowest total in Often 2, " in records and "Éric Highest total in Often 1, " not in records
    assert "Fay Highest total in Often 1, " in records and " 77" in records
    for name, best in (("Often 1", "77"), ("Often 2", "30")):
        part = next(part for part in parse(host.page("/players/fay")).with_attribute("data-game")
                    if part.find("heading").text == name)  # fmt: skip
        assert f"{best} best total" in part.text


def test_what_is_shown_of_how_many_is_said(host, group):
    page = host.page(group)
    contests = sum(max(1, 2 * (OFTEN + 1 - number)) for number in range(1, OFTEN + ONCE + 1))
    rows = table(page, "standings")
    fay = next(row for row in rows if row[0] == "Fay")
    assert len(rows) == 8 and fay[1:3] == [str(contests + 1), f"22 of {contests}"]
    assert "Won, % and places count games with opponents." in section(page, "standings")
    more = parse(page).by_id("standings").find("link")
    assert more.text == "All 14 players" and len(table(host.page(str(more["href"])), "standings")) == 14
    text = read_text(without_ids(host.page("/players/fay")))
    assert f"the latest 24 of {contests} games" in text and f"22 of {contests} won of the games with opponents" in text
    assert "a tile for each of the latest 11 games" in text


def test_what_cannot_be_replayed_has_no_key_for_it(host, group):
    for page in (group, f"{group}/games", "/players/fay"):
        assert not parse(host.page(page)).has("link", "Replay"), page
    session = host.page("/history").partition('href="/t/')[2].partition('"')[0]
    answer = read_text(host.get(f"/t/{session}/replay").text)
    assert "nothing to replay" in answer and "Delete it" not in answer


def test_accents_do_not_part_names(host, group):
    names = [name["value"] for name in parse(host.page(f"{group}/edit")).with_attribute("name", "player")]
    assert names[:3] == ["Eric", "Éric", "Fay"]


# Who came first, second, third and fourth in two games of Luz, with 10, −5, −10 and −35 points.
LUZ = ["Ann Ben Cleo Dan", "Cleo Dan Ann Ben"]
# Games of Azul: who had how many points, the winner first; the last is a tie.
AZUL = [("Ann Ben", 4, 2), ("Ben Cleo", 5, 1), ("Ben Dan", 2, 2)]

# By hand: games, wins, of all in percent, points a game in one game, second, third and fourth places.
BY_LUZ = [
    ["Ann", "2", "1", "50", "0", "0", "1", "0"],
    ["Cleo", "2", "1", "50", "0", "0", "1", "0"],
    ["Ben", "2", "0", "0", "−20", "1", "0", "1"],
    ["Dan", "2", "0", "0", "−20", "1", "0", "1"],
]
BY_AZUL = [
    ["Ben", "3", "2 1 shared", "67", "3", "1"],
    ["Ann", "1", "1", "100", "4", "0"],
    ["Dan", "1", "1 1 shared", "100", "2", "0"],
    ["Cleo", "1", "0", "0", "1", "1"],
]
BY_ALL = [
    ["Ann", "3", "2", "67", "0", "1", "0"],
    ["Ben", "5", "2 1 shared", "40", "2", "0", "1"],
    ["Cleo", "3", "1", "33", "1", "1", "0"],
    ["Dan", "3", "1 1 shared", "33", "1", "0", "1"],
]


def evening(number):
    """Game by game, an evening each of September."""
    return f"2026-09-{number:02}T19:00:00+00:00"


def season(host):
    luz = [luz_game(sorted(order.split()), taken(order)) for order in LUZ]
    azul = [azul_game(order.split(), points) for order, *points in AZUL]
    return [played(host, sheet, evening(number)) for number, sheet in enumerate([*luz, *azul], 1)]


def taken(order):
    """How many tricks each player took, by seat; the seats are in the order of the alphabet."""
    tricks = dict(zip(order.split(), "0127", strict=True))
    return " ".join(tricks[name] for name in sorted(tricks))


def test_a_season_comes_to_what_was_counted_by_hand(host):
    sessions = season(host)
    group = make_group(host, "Ann", "Ben", "Cleo", "Dan")
    assert host.post(f"{group}/tables", {"all": "yes", "replay": "yes"}).status_code == 303
    page = host.page(group)
    assert "5 games" in page
    assert table(page, "standings") == BY_ALL
    for key, rows in (("luz", BY_LUZ), ("azul", BY_AZUL)):
        assert [[*row[:5], *row[6:]] for row in table(page, key)] == rows, "beside each rating"
    records = section(page, "records")
    assert "Ann Highest total in Luz, 1 Sep 2026 Replay 10" in records
    assert "Ben Highest total in Azul, 4 Sep 2026 Replay 5" in records
    assert "Ben Most wins in a row, 5 Sep 2026 Replay 2" in records
    replays = part_of(page, "records").find_all("link", "Replay")
    assert [link["href"] for link in replays] == [f"/t/{sessions[at]}/replay" for at in (3, 0, 4)]

    upright = [part for part in part_of(page, "ratings") if re.match(r"M0 [-\d.]+V", part.attributes.get("d", ""))]
    assert len(upright) == 4, "how uncertain the rating of each of the four is"
    assert "5 Sep 2026 Azul Shared win Ben 2 (won), Dan 2 (won) Replay" in section(page, "latest")
    _check_the_file(host, group)


def _check_the_file(host, group):
    rows = host.get(f"{group}/table.csv").text.splitlines()
    assert rows[0].startswith(
        "\ufeffGame,Name,Played,Games with opponents,Won,Win rate in percent,Shared wins,Place 2,Place 3,"
    )
    assert rows[0].endswith("Place 4,Points,Rating,Uncertainty (±)")
    assert rows[1].startswith("All games,Ann,3,3,2,67,0,0,1,0,,")
    for start in ("Luz,Ben,2,2,0,0,0,1,0,1,-40,", "Azul,Ben,3,3,2,67,1,1,0,0,9,"):
        assert [row for row in rows if row.startswith(start)], start
    games = host.get(f"{group}/games.csv").text.splitlines()
    assert len(games) == 1 + 2 * 4 + 3 * 2 and games[-1].startswith("5,2026-09-05,Azul,Dan,1,2,")
    assert put(host, group, "nothing") == [403]


def test_pages_of_many_games_read_them_once_until_they_change(app, host, phone, group, monkeypatch):
    store, read = app.extensions["companion"].store, [0]
    rows = store.rows

    def counted(sql, values=()):
        found = rows(sql, values)
        read[0] += len(found)
        return found

    monkeypatch.setattr(store, "rows", counted)
    watched = link(host, group, "watch")
    token = watched.rpartition("/")[2]
    pages = ("/players/fay", group, watched, *(f"/api/g/{token}/{what}" for what in ("games", "players", "ratings")))
    for path in pages:
        host.page(path)
    for path in pages:
        read[0] = 0
        host.page(path)
        assert read[0] < 250, path
    assert host.post("/players/fay/rename", {"name": "Faye"}).status_code == 303
    assert "Faye" in host.page(group) and "Faye" in phone().page(watched) and "Faye" in host.page("/players/faye")
    assert '"Faye"' in host.get(f"/api/g/{token}/players").text
