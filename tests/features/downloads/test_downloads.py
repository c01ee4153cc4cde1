"""What goes out: scoresheet, points as CSV and on paper, BG Stats, and a result as a picture."""

import csv
import itertools
import json
import re
from io import StringIO
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

from companion.features.downloads.paper import SIZES, PrintedRow, layout_paper
from companion.features.downloads.picture import compose_picture, fit_text
from tests.support.each_row import each_row
from tests.support.files import bring, example, luz, session_of
from tests.support.finished_sheets import finished_sheet
from tests.support.phones import bets, hand, notice, totals
from tests.support.reading import parts, read_text, without_ids


def rows(answer):
    assert answer.data.startswith(b"\xef\xbb\xbf") and answer.mimetype == "text/csv"
    return list(csv.reader(StringIO(answer.data.decode("utf-8-sig"), newline="")))


def test_the_points_and_the_running_totals_a_row_an_entry(host, luz):
    for fields in (bets("3 2 1 0"), totals("3 2 0 5"), bets("0 5 5 0"), totals("0 5 5 0")):
        host.enter(luz, fields)
    host.act(luz, "end")
    assert rows(host.get(f"/t/{luz}/results.csv")) == [
        ["Number", "Entry", "Ann", "Ben", "Cleo", "Dan",
         "Ann: total", "Ben: total", "Cleo: total", "Dan: total"],
        ["1", "Deal 1", "10", "10", "-5", "-25", "10", "10", "-5", "-25"],
        ["2", "Deal 2", "20", "20", "20", "20", "30", "30", "15", "-5"],
        ["3", "Stopped", "0", "0", "0", "0", "30", "30", "15", "-5"],
        ["", "Place", "", "", "", "", "1", "2", "3", "4"],
    ]  # fmt: skip


def test_names_cannot_run_and_all_others_come_back_as_they_are(host):
    names = ['Zoë "Zo", O\'Neil', "小雯🎲", "דנה", "=1+1", "  @x"]
    session = bring(host, luz(players=names, entries=[{"end": True}]))
    found = rows(host.get(f"/t/{session}/results.csv"))[0][2:7]
    assert found == [*names[:3], "'=1+1", "'@x"]
    assert {row[2] for row in rows(host.get("/history.csv"))[1:]} == set(found)


def test_coins_at_the_start_are_a_row_of_their_own(host):
    sheet = example("salamanca/without-a-board")
    session = bring(host, sheet | {"options": {"money": 5}, "entries": []})
    assert rows(host.get(f"/t/{session}/results.csv"))[1][:2] == ["0", "Start"]


def test_the_history_has_the_finished_games_of_this_phone_only(host, luz, phone):
    other = phone()
    bring(other, example("azul/shared-win"))
    heads = ["Date", "Game", "Name", "Place", "Total", "Team", "Table", "Length in seconds"]
    assert rows(host.get("/history.csv")) == [heads]
    host.act(luz, "end")
    session = bring(host, session_of(example("azul/shared-win")))
    found = rows(host.get("/history.csv"))[1:]
    assert [row[1] for row in found] == sorted(row[1] for row in found) and {row[1] for row in found} == {"Azul", "Luz"}
    azul = [row for row in found if row[1] == "Azul"]
    assert azul[0][0] == "2026-10-03" and azul[0][6].lstrip("'") == session and azul[0][3] == azul[1][3] == "1"
    assert rows(phone().get("/history.csv"))[1:] == []


def test_a_table_that_hides_totals_lets_nothing_out_but_through_its_host(host, phone):
    session = host.open("5211", hidden=1)
    host.enter(session, hand(0, "G1 G2 Y3 O2"))
    scorer, viewer = phone().join(host, session), phone().join(host, session, "viewer")
    files = {path: "until the end" for path in ("scoresheet.json", "results.csv")}
    files |= {path: "only the host" for path in ("session.json", "hand-over")}
    for player, (path, told) in itertools.product((host, scorer, viewer), files.items()):
        answer = player.get(f"/t/{session}/{path}")
        if player is host and told == "only the host":
            assert answer.status_code == 200
        else:
            assert answer.status_code == 403 and told in notice(answer) and "G1" not in without_ids(answer.text)
    assert "scoresheet.json" not in scorer.page(f"/t/{session}/out")
    host.act(session, "end")
    assert scorer.get(f"/t/{session}/results.csv").status_code == 200
    assert scorer.get(f"/t/{session}/hand-over").status_code == 200


def sent_to_bg_stats(phone, session):
    """What the link to BG Stats hands over."""
    page = phone.page(f"/t/{session}/out")
    (link,) = [link for link in parts(page, "link") if link["href"].startswith("https://app.bgstatsapp.com")]
    assert link["rel"] == "noreferrer"
    return dict(json.loads(parse_qs(urlsplit(link["href"]).query)["data"][0]))


def test_a_finished_play_goes_to_bg_stats_in_its_documented_form(host):
    session = bring(host, session_of(example("azul/shared-win")))
    play = sent_to_bg_stats(host, session)
    assert play["sourceName"] == "Companion" and play["sourcePlayId"] == session
    assert play["playDate"] == "2026-10-03 18:05:00" and "durationMin" not in play
    assert play["game"] == {
        "name": "Azul", "sourceGameId": "azul", "bggId": 230802, "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert [(player["rank"], player["winner"]) for player in play["players"]].count((1, True)) == 2
    assert all(player["winner"] is (player["rank"] == 1) and player["name"] for player in play["players"])


def test_everybody_has_a_flag_for_the_start_and_the_place_is_told(host):
    sheet = example("azul/shared-win")
    play = sent_to_bg_stats(host, bring(host, session_of(sheet)))
    assert {player["startPlayer"] for player in play["players"]} == {False} and "location" not in play
    play = sent_to_bg_stats(host, bring(host, session_of({**sheet, "notes": {"place": "At Ann's"}})))
    assert play["location"] == "At Ann's"


def test_who_played_alone_has_not_won(host):
    session = bring(host, example("ingenious/solo-left-18"))
    assert [(player["rank"], player["winner"]) for player in sent_to_bg_stats(host, session)["players"]] == [(1, False)]
    page = host.page(f"/t/{session}")
    result = re.findall(r'href="(/r/[^"]+)"', page)[0]
    for shown in (page, host.page(result), host.page(f"{result}/picture.svg")):
        assert "wins" not in shown and "Ann: 0" in re.sub("[\u2068\u2069]", "", shown)


def cells(page):
    _, *columns = parts(page, "table")  # the first has the standings
    return [row for column in columns for row in column.rows]


def test_every_entry_stands_with_its_points_and_totals(host, phone):
    luz = host.open("luz", negative_totals=1, start=2)
    for fields in (bets("3 2 1 0"), totals("3 2 0 5"), bets("1 1 1 1"), totals("1 2 3 4")):
        host.enter(luz, fields)
    host.act(luz, "end")
    viewer = phone().join(host, luz, "viewer")
    page = viewer.page(f"/t/{luz}/print")
    assert not parts(page, "form") and f"/t/{luz}/print" in host.page(f"/t/{luz}/sheet")
    assert cells(page)[0] == ["Entries", "Ann", "Ben", "Cleo", "Dan"]
    assert [row[0] for row in cells(page)[1:]] == ["Deal 1", "Deal 2", "Stopped"]
    assert cells(page)[1][1:] == ["+10", "10", "+10", "10", "0", "0", "0", "0"]
    assert "Can a total fall below 0? No, stops at 0 (ruling)" in read_text(page)
    assert "Who has the start card? Cleo" in read_text(page) and "What settled it" in page
    assert "http" not in page.split("<body>")[1], "nor where it came from"
    assert "style.css" not in page and phone().get(f"/t/{luz}/print").status_code == 404


def printed(count, seats):
    return [PrintedRow(f"Round {n}", [n % 3] * seats, [n] * seats) for n in range(1, count + 1)]


@each_row("seats", [1, 2, 3, 4, 5])
@each_row("count", [0, 1, 30, 120])
def test_up_to_120_entries_none_is_left_out(seats, count):
    paper = layout_paper(printed(count, seats), ["Mei-Ling"] * seats, ["a note"] * 6, str)
    assert [line.title for column in paper.columns for line in column] == [line.title for line in printed(count, seats)]
    assert (paper.size > 0) == (count == 120 and seats > 1), "smaller letters where they are needed"


def test_beyond_what_fits_the_earlier_ones_are_summed_up():
    paper = layout_paper(printed(1000, 5), ["Ann"] * 5, [], lambda count: f"{count} before")
    shown = [line for column in paper.columns for line in column]
    first, count = shown[0], 1000 - len(shown) + 1
    assert first.title == f"{count} before" and first.is_sum and not shown[1].is_sum
    assert list(first.totals) == [count] * 5
    assert list(first.points) == [sum(n % 3 for n in range(1, count + 1))] * 5
    assert shown[-1].title == "Round 1000" and paper.size == len(SIZES) - 1


def test_what_is_hidden_is_not_summed_up():
    hidden = [PrintedRow(f"Round {n}", [1, None], [n, None]) for n in range(1, 1000)]
    first = layout_paper(hidden, ["Ann", "Ben"], [], str).columns[0][0]
    assert first.is_sum and first.points[0] and first.points[1] is None and first.totals[1] is None


def test_a_bonus_at_the_end_is_a_line_of_its_own_on_paper(host):
    session = bring(host, finished_sheet("azul", 2))
    page = host.page(f"/t/{session}/print")
    assert cells(page)[-2:] == [["Round 5", "+5", "15", "+4", "10"], ["Final bonus", "+2", "17", "+2", "12"]]
    pad = parts(host.page(f"/t/{session}/sheet"), "disclosure")[0]
    assert pad.cells == ["Final bonus", "+2", "+2", "Round 5", "+5", "+4"]


NAMES = ("W" * 40, "歐陽娜娜與她的貓咪小花和隔壁的王老先生一起玩遊戲", "עלמה בת־אל", "<&>\"'", "👩‍👩‍👧‍👦" * 5)


@each_row("seats", [3, 4, 5])
def test_the_picture_stands_alone_whatever_the_names(host, phone, seats):
    luz = host.open("luz", NAMES[-seats:])
    (result,) = re.findall(r'href="(/r/[^"]+)"', host.page(f"/t/{luz}/share"))
    answer = phone("zh-TW").get(f"{result}/picture.svg")
    assert answer.mimetype == "image/svg+xml" and "Set-Cookie" not in answer.headers
    root = ElementTree.fromstring(answer.text)
    assert root.attrib["viewBox"] == "0 0 1080 1350"
    text = "".join(root.itertext())
    assert "⁨<&>\"'⁩" in text and "⁨עלמה בת־אל⁩" in text
    for outside in ("href", "style", "<script", "http://www.w3.org/1999", "<image"):
        assert outside not in answer.text


@each_row("is_scored", [True, False])
@each_row("seats", [1, 2, 3, 4, 5, 6, 8, 9, 12])
def test_everything_in_the_picture_is_within_it(seats, is_scored):
    ranked = [(1 + seat if is_scored else None, seat, 10**6 - seat) for seat in range(seats)]
    names = [f"{seat}{NAMES[seat % len(NAMES)]}" for seat in range(seats)]
    made = compose_picture("W" * 90, "day", ranked, names)
    for plate in made.plates:
        assert plate.x > 0 and plate.x + plate.width < 1080 and made.top < plate.y
        assert plate.y + plate.height < made.top + made.ground
        if seats > 6:
            top, name = plate.baseline - 0.72 * plate.total.size, plate.height - 54 - 0.8 * plate.name.size
            assert top > 98 and plate.baseline < name, "a low plate: the total between the mark and the name"
    assert len(made.plates) + len(made.rows) == seats
    assert all(made.top + made.ground < row.y and row.y + row.height < 1350 - 80 for row in made.rows)
    assert all(row.x >= 48 and row.x + row.width <= 1080 - 48 for row in made.rows)
    assert len({(row.x, row.y) for row in made.rows}) == len(made.rows)
    for first, second in zip(made.plates, made.plates[1:], strict=False):
        assert first.x + first.width < second.x


def test_a_name_is_cut_between_the_characters_that_are_seen():
    cut = fit_text("👩‍👩‍👧‍👦" * 9, 200, 50, 40)
    assert cut.text == "👩‍👩‍👧‍👦" * cut.text.count("👦") + "…" and cut.text.count("👦") >= 1
    assert fit_text("éè" * 30, 100, 40, 30).text.endswith("…")
