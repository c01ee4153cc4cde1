"""A club evening over HTTP: made, drawn, opened, played, corrected; who may do what; what is typed wrong."""

import csv
import io
import json
import re

import pytest

from companion.features.evenings import acts as evening_acts, rows as evening_rows
from tests.support.each_row import each_row
from tests.support.evenings import Club, names
from tests.support.groups import link as group_link
from tests.support.page_tree import parse
from tests.support.phones import Phone, bets, notice, totals
from tests.support.reading import read_text


@pytest.fixture
def club(host):
    return Club(host, names(9))


def of_table(club):
    return [club.points[player] for player in club.state.evening.opened[0].tables[0]]


@each_row(
    ("fields", "field", "sentence"),
    [
        ({"name": " "}, "name", "Type a name first."),
        ({"rounds": "0"}, "rounds", "from 1 to 20"),
        ({"rounds": "9" * 30}, "rounds", "from 1 to 20"),
        ({"names": "Ann"}, "names", "Two players or more are needed"),
        ({"names": "Ann\nANN"}, "names", "Two players or more are needed"),
        ({"names": "\n".join(names(201))}, "names", "at most 200 players; these are 201"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_stays(club, fields, field, sentence):
    sent = {"name": "Late", "system": "all", "size": "5", "rounds": "4", "names": "Eve\nFay", **fields}
    answer = club.host.post(f"{club.group}/evenings/new?game=luz", sent)
    assert answer.status_code == 422
    page = parse(answer.text)
    assert page.by_id(f"{field}-fault").role == "alert" and sentence in page.by_id(f"{field}-fault").text
    form = page.with_attribute("name", "names")[0].form
    assert form and {("size", "5"), ("system", "all"), ("names", sent["names"])} <= set(form.fields)


def test_a_round_is_drawn_opened_played_and_counted(club):
    sessions = club.open_round()
    assert len(sessions) == 3
    assert "3 tables play" in read_text(club.host.page(club.at))
    club.finish(sessions[0])
    assert "2 tables play" in read_text(club.host.page(club.at))
    table = club.state.evening.opened[0].tables[0]
    assert of_table(club) == [1, 0.5, 0], "no trick is best: place 1, 2 and 3"
    for session in sessions[1:]:
        club.finish(session)
    assert "all tables have ended" in read_text(club.host.page(club.at))
    shown = read_text(club.host.page(f"{club.link}/player/{table[1]}"))
    assert "Round 1, table 1 Place 2 of 3 0.5" in shown


def test_home_folds_evenings_and_tables_together_after_three(club):
    sessions = club.open_round()
    luz = club.host.open("luz"), club.host.open("luz")
    running, *shown = re.findall(r'href="/((?:t|evenings)/[^"/]+)"', club.host.page("/").partition("<details")[0])
    assert running == f"t/{luz[1]}", "large"
    assert [f"/{shown[0]}", shown[1]] == [club.at, f"t/{luz[0]}"] and len(shown) == 3
    assert f"{len(sessions) - 1} more" in club.host.page("/")


def test_a_correction_and_an_undo_at_a_table_flow_into_the_standings(club):
    session = club.open_round()[0]
    club.finish(session)
    before = club.points
    club.host.act(session, "undo")
    assert set(club.points.values()) == {0}, "a game that goes on again counts for nothing"
    club.host.act(session, "redo")
    assert club.points == before
    for _ in range(2):
        club.host.act(session, "undo")
    for fields in (bets("0 0 0"), totals("7 2 1")):
        club.host.enter(session, fields)
    club.host.act(session, "end")
    assert of_table(club) == [0, 0.5, 1]


def test_a_table_that_was_deleted_counts_no_more(club):
    session = club.open_round()[0]
    club.finish(session)
    assert club.host.post(f"/t/{session}/delete", {"sure": "yes"}).status_code == 303
    assert set(club.points.values()) == {0}
    assert "deleted" in read_text(club.host.page(f"{club.link}/all"))


def test_the_next_round_waits_for_the_tables_unless_it_is_told_not_to(club):
    club.open_round()
    assert "3 tables still play" in club.post("draw", status=422)
    for _ in range(2):
        club.post("draw", {"anyway": "yes"})
        club.post("open")
    assert "To round 2" in read_text(club.host.page(f"{club.link}/all?round=1"))
    assert "All 3 rounds are played." in club.post("draw", {"anyway": "yes"}, status=422)


def test_two_players_are_swapped_by_two_taps_before_the_tables_are_open(club):
    club.post("draw")
    (first, *_), (second, *_) = club.state.evening.draft.tables[:2]
    assert f"pick={first}#now" in club.host.page(club.at)
    page = club.host.page(f"{club.at}?pick={first}")
    assert str(second) in parse(page).values("second") and str(first) in parse(page).values("first")
    club.post("swap", {"first": first, "second": second})
    assert club.state.evening.draft.tables[0][0] == second
    mate = club.state.evening.draft.tables[0][1]
    assert "sit together already" in club.post("swap", {"first": second, "second": mate}, status=422)
    assert "two different players" in club.post("swap", {"first": second, "second": second}, status=422)
    club.post("open")
    assert "are open already" in club.post("swap", {"first": first, "second": second}, status=422)


def test_the_same_act_sent_twice_counts_once(club):
    for _ in range(2):
        assert club.host.post(f"{club.at}/draw", {"act": "once"}).status_code == 303
    assert [act.kind for act in club.state.acts] == ["came", "drawn"]
    for _ in range(2):
        assert club.host.post(f"{club.at}/open", {"act": "opened once"}).status_code == 303
    assert len(club.state.evening.opened) == 1
    assert len(club.app.extensions["companion"].store.rows("SELECT id FROM sessions")) == 3


def test_a_round_is_drawn_again_until_the_log_would_be_long(club):
    for _ in range(30):
        club.post("draw")
    assert "This round was drawn 30 times." in club.post("draw", status=422)
    club.post("presence", {"player": "1", "what": "left"})
    club.post("draw")  # as the round cannot be played so
    club.post("open")
    club.post("draw", {"anyway": "yes"})


def test_who_comes_late_and_who_leaves(club):
    club.post("draw")
    club.post("players", {"names": "Zoë\n"})
    assert "Somebody came or left" in club.post("open", status=422)
    club.open_round()
    assert club.number("Zoë") in club.state.evening.opened[0].players
    club.post("presence", {"player": club.number("Zoë"), "what": "left"})
    assert "has left" in read_text(club.host.page(f"{club.at}/players"))
    club.post("draw", {"anyway": "yes"})
    assert club.number("Zoë") not in club.state.evening.draft.players
    club.post("presence", {"player": club.number("Zoë"), "what": "back"})
    assert club.state.stale
    assert "one of the players already" in club.host.post(f"{club.at}/players", {"act": "x", "names": "zoë"}).text
    answer = club.host.post(f"{club.at}/players", {"act": "y", "names": "\n".join(names(300)[9:])})
    assert answer.status_code == 422 and "at most 200 players" in answer.text and "Player 300" in answer.text


def test_a_phone_finds_its_table_and_its_seat_by_one_tap(club, phone):
    player = club.player(phone(), "Player 004")
    assert "No table yet" in read_text(player.page(club.link))
    sessions = club.open_round()
    number = club.state.evening.opened[0].table_of(4)
    assert f"You are at table {number}" in read_text(player.page(club.link))
    answer = player.post(f"{club.link}/seat")
    assert answer.location == f"/t/{sessions[number - 1]}"
    seat = club.state.evening.opened[0].tables[number - 1].index(4)
    assert f'data-own="{seat}"' in player.page(answer.location)
    assert player.post(f"{club.link}/seat").location == answer.location
    for one in (player, club.host):
        assert f'href="/evenings/{club.id}"' in one.page(answer.location), "the way back is there while the table plays"
    viewer = phone().join(club.host, sessions[number - 1], "viewer")
    assert f'href="/evenings/{club.id}"' not in viewer.page(answer.location)
    club.finish(sessions[number - 1])
    assert "See how the table ended" in read_text(player.page(club.link))
    late = club.player(phone(), "Player 005")
    assert late.get(late.post(f"{club.link}/seat").location).status_code == 200


def test_a_player_has_one_phone_until_the_host_frees_it(club, phone):
    first, second = club.player(phone(), "Player 001"), phone()
    answer = second.post(f"{club.link}/who", {"player": "1"})
    assert answer.status_code == 422 and "Another phone is Player 001 already" in notice(answer)
    club.post("presence", {"player": "1", "what": "free"})
    club.player(second, "Player 001")
    assert "Player 001" in read_text(second.page(club.link)) and "I play here" in read_text(first.page(club.link))
    assert second.post(f"{club.link}/who", {"none": "yes"}).status_code == 303
    assert "I play here" in read_text(second.page(club.link))
    assert "Choose one of the players" in notice(second.post(f"{club.link}/who", {"player": "77"}))


def test_who_may_do_what(club, phone, host):
    stranger, member = phone(), phone()
    assert member.post(group_link(host, club.group, "join")).location == club.group
    for path in ("draw", "rounds", "open", "swap", "end", "players", "presence", "share", "delete"):
        for who, status in ((stranger, 404), (member, 403)):
            assert who.post(f"{club.at}/{path}", {"act": "a"}).status_code == status, path
    assert member.get(club.at).location == club.link, "others of the group look on"
    assert stranger.get(f"{club.group}/evenings").status_code == 404
    assert member.get(f"{club.group}/evenings/new").status_code == 403


def test_a_withdrawn_link_shows_nothing(club, phone):
    old, viewer = club.link, phone()
    assert viewer.get(old).headers["X-Robots-Tag"] == "noindex"
    for _ in range(2):
        club.host.post(f"{club.at}/share", {"number": "0"})
    assert club.link != old and viewer.get(club.link).status_code == 200, "withdrawn once"
    for path in ("", "/all", "/who", "/parts/shared", "/live/shared", "/player/1"):
        assert viewer.get(f"{old}{path}").status_code == 404, path
    assert "It may be withdrawn" in read_text(viewer.get(old).text)


def test_hidden_tables_give_nothing_before_their_end(host, phone):
    club = Club(host, names(6), hidden="1")
    session = club.open_round()[0]
    assert club.app.extensions["companion"].table(session).row.hidden
    for fields in (bets("0 0 0"), totals("0 1 9")):
        host.enter(session, fields)
    assert set(club.points.values()) == {0}
    host.act(session, "end")
    assert set(club.points.values()) == {0, 0.5, 1}


def test_the_evening_as_files(club):
    club.play_round()
    club.host.client.set_cookie("language", "de")
    assert "0,5" in read_text(club.host.page(f"{club.link}/all"))
    club.host.client.set_cookie("language", "zh_Hant")
    page = read_text(club.host.page(f"{club.link}/all"))
    assert "0.5" in page and "0,5" not in page
    club.host.client.set_cookie("language", "de")  # in a file a half is 0.5 in every language
    files = [club.host.page(f"{club.at}/{name}.csv").lstrip("\ufeff") for name in ("standings", "tables")]
    rows, tables = (list(csv.reader(io.StringIO(file))) for file in files)
    assert rows[0] == ["Platz", "Name", "Punkte", "Siege", "Gegenüber", "Direkt"] and len(rows) == 10
    assert [row[2] for row in rows[1:]] == ["1"] * 3 + ["0.5"] * 3 + ["0"] * 3
    assert len(tables) == 10 and tables[1][0] == "1"
    evening = json.loads(club.host.page(f"{club.at}/evening.json"))
    assert [table["places"] for table in evening["rounds"][0]["tables"]] == [[1, 2, 3]] * 3
    assert len(evening["standings"]) == len(evening["players"]) == 9


def test_an_evening_ends_is_reopened_and_deleted_with_its_group(club):
    session = club.open_round()[0]
    club.post("end", {"over": "yes"})
    assert "is over. Reopen it first" in club.post("draw", {"anyway": "yes"}, status=422)
    club.finish(session)
    assert max(club.points.values()) == 1, "its tables still count"
    club.post("end", {"over": "no"})
    assert "Tap Delete, then Yes" in club.post("delete", status=422)
    club.post("delete", {"sure": "yes"})
    assert club.host.get(club.at).status_code == 404 and club.host.get(f"/t/{session}").status_code == 200
    second = Club(club.host, names(6))
    assert second.host.post(f"{second.group}/delete", {"sure": "yes"}).status_code == 303
    assert second.host.get(second.at).status_code == 404


def test_names_follow_where_a_host_renames_or_deletes_a_player(club):
    club.play_round()
    assert club.host.post("/players/Player 001/rename", {"name": "Zoë"}).status_code == 303
    assert club.state.names[1] == "Zoë"
    assert club.host.post("/players/Zoë/delete", {"sure": "yes", "what": "name"}).status_code == 303
    assert club.state.names[1] == "" and "Player 1" in read_text(club.host.page(f"{club.link}/all"))
    assert "Zoë" not in club.host.page(f"{club.at}/players")


def test_limits(club, monkeypatch):
    monkeypatch.setattr(evening_rows, "MOST_EVENINGS", 1)
    sent = {"name": "B", "size": "3", "rounds": "1", "names": "A\nB\nC"}
    answer = club.host.post(f"{club.group}/evenings/new?game=luz", sent)
    assert answer.status_code == 422 and "at most. Delete one first." in notice(answer)
    monkeypatch.setattr(evening_acts, "MOST_ACTS", 1)
    assert "nothing more can be added" in club.post("draw", status=422)


def test_what_a_host_can_repeat_for_ever_leaves_room_for_the_rounds(club, monkeypatch):
    monkeypatch.setattr(evening_acts, "MOST_SETTINGS", 3)
    for what, fields in (("said", {"text": "Hello"}), ("timer", {"minutes": "5"}), ("rule", {"rule": "behind"})):
        club.post(what, fields)
    for what, fields in (
        ("said", {"text": "Again"}), ("timer", {"minutes": "0"}), ("rule", {"rule": "shares"}),
        ("final", {"final": "final 4"}), ("fixed", {"player": "1", "table": "1"}), ("rounds", {"count": "4"}),
    ):  # fmt: skip
        assert "changed 3 times" in club.post(what, fields, status=422)
    club.open_round()
    club.post("end", {"over": "yes"})
    assert "changed 3 times" in club.post("end", {"over": "no"}, status=422)
    assert [act.kind for act in club.state.acts] == ["came", "said", "timer", "rule", "drawn", "opened", "ended"]
    monkeypatch.setattr(evening_acts, "MOST_ACTS", 7)
    monkeypatch.setattr(evening_acts, "MOST_SETTINGS", 9)
    assert "nothing more can be added" in club.post("end", {"over": "no"}, status=422)


def test_a_large_round_opens_where_an_address_may_open_few_tables(serve, tmp_path):
    """Ten tables of a round count as one: with 30 an hour, 200 players would never sit down."""
    host = Phone(serve(tmp_path / "c.sqlite", OPEN_LIMIT=4))
    club = Club(host, names(51))  # a group and an evening count as two
    assert len(club.open_round()) == 17
    club.post("draw", {"anyway": "yes"})
    assert "Too many tables were opened from here." in club.post("open", status=429)
    assert club.state.evening.draft is not None, "the round can be opened later"


def test_a_running_evening_is_on_the_first_page_of_host_and_players(club, phone):
    player, stranger = club.player(phone(), next(iter(club.state.names.values()))), phone()
    club.open_round()
    for person in (club.host, player):
        home = person.page("/")
        assert f'href="{club.at}"' in home and "Friday" in home and "in round 1 of 3" in home
    assert player.get(club.at).location == club.link
    assert club.at not in stranger.page("/")
    club.post("end", {"over": "yes"})
    assert club.at not in club.host.page("/") and club.at not in player.page("/")


def test_a_club_may_want_only_tables_of_its_size(host):
    for fields, sizes, byes in (({}, [4, 4], 0), ({"exact": "1"}, [3, 3], 2)):
        club = Club(host, names(8), size="3", **fields)
        club.post("draw")
        draft = club.state.evening.draft
        assert ([len(table) for table in draft.tables], len(draft.byes)) == (sizes, byes)


def test_a_result_that_changes_after_a_draw_makes_it_be_drawn_again(club):
    first, second, late = club.open_round()
    club.finish(first)
    club.finish(second)
    club.post("draw", {"anyway": "yes"})
    club.finish(late)
    assert club.state.stale is None, "the draw did not wait for this table"
    club.host.act(first, "undo")
    told = "The points have changed since this round was drawn. Draw it again."
    assert told in club.post("open", status=422) and told in read_text(club.host.page(club.at))
    club.host.act(first, "redo")
    assert club.state.stale is None, "all is as it was"
    club.host.act(first, "undo")
    club.post("draw", {"anyway": "yes"})
    club.post("open")


def test_all_against_all_asks_no_points(host):
    club = Club(host, names(6), system="all")
    session, _ = club.open_round()
    club.post("draw", {"anyway": "yes"})
    club.finish(session)
    club.host.act(session, "undo")
    assert club.state.stale is None
    assert "A table needs 3 players" in Club(host, ["Ann", "Ben"]).post("draw", status=422)


def test_rounds_are_added_and_taken_off_while_the_evening_runs(club):
    club.play_round()
    club.post("rounds", {"count": 1})
    assert " win " in read_text(club.host.page(f"{club.link}/all"))
    assert "The only round is played." in club.post("draw", status=422)
    club.post("rounds", {"count": 2})
    assert "in round 1 of 2" in read_text(club.host.page(f"{club.link}/all"))
    club.post("draw")
    for count, status in (("1", 422), ("0", 400), ("21", 400), ("x", 400)):
        assert club.host.post(f"{club.at}/rounds", {"act": count, "count": count}).status_code == status, count
    assert json.loads(club.host.page(f"{club.at}/evening.json"))["rounds_planned"] == 2
    club.post("end", {"over": "yes"})
    assert "Round 1" in read_text(club.host.page(club.at)), "one only drawn is none of an evening that is over"
    assert "is over" in club.post("rounds", {"count": 3}, status=422)


@each_row(
    ("fields", "game", "rounds"),
    [
        ({"system": "all", "size": "2", "names": "\n".join(names(5))}, "azul", 5),
        ({"system": "all", "size": "2", "names": "\n".join(names(40))}, "azul", 20),
        ({"system": "swiss", "size": "2", "names": "\n".join(names(5))}, "azul", 3),
        ({"system": "all", "size": "2", "names": "\n".join(names(5)), "rounds": "2"}, "azul", 2),
    ],
)
def test_rounds_left_empty_are_those_that_it_takes(host, fields, game, rounds):
    club = Club(host, [], game, **{"rounds": "", **fields})
    assert club.state.settings.rounds == rounds
    shown = host.post(f"{club.group}/evenings/new?game={game}", {"rounds": "", **fields, "name": ""}).text
    assert f'placeholder="{rounds}"' in shown or "rounds" in fields


def test_the_same_form_makes_one_evening(host):
    first = Club(host, names(6), opens="k")
    again = Club(host, names(6), opens="k", group=first.group)
    assert again.at == first.at and Club(host, names(6), opens="k").at != first.at, "groups differ"


def test_parts_follow_the_version(club, phone):
    viewer = phone()
    news = viewer.get(f"{club.link}/parts/shared").json
    assert set(news["parts"]) == {"head", "now", "stand"}
    assert viewer.get(f"{club.link}/parts/shared?have={news['version']}").status_code == 204
    sessions = club.open_round()
    club.finish(sessions[0])
    later = viewer.get(f"{club.link}/parts/shared?have={news['version']}").json
    assert later["version"] > news["version"] and "Player 00" in later["parts"]["stand"]
    assert viewer.get(f"{club.link}/parts/own").status_code == 404, "this phone is no player"
    assert club.host.get(f"{club.at}/parts").json["parts"].keys() == {"head", "now", "stand", "opening"}


def test_an_open_sheet_is_played_by_a_template(host):
    group = Club(host, names(3)).group
    links = [link["href"] for link in parse(host.page(f"{group}/evenings/new")).find_all("link")]
    address = next(link for link in links if "game=open&setup=" in link)
    answer = host.post(address, {"name": "Open", "size": "2", "rounds": "1", "names": "A\nB\nC\nD"})
    assert answer.status_code == 303, read_text(answer.text)
    for what in ("draw", "open"):
        assert host.post(f"{answer.location}/{what}", {"act": what}).status_code == 303
    assert "2 tables play" in read_text(host.page(answer.location))
