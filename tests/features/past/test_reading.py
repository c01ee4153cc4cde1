"""Files of plays as docs/past.md describes them, written by hand, and wrong ones with the sentence of each."""

import io
import json
import tracemalloc
from dataclasses import replace

import pytest

from companion.engine.bounds import BG_STATS, SPREADSHEET
from companion.engine.pause import pausing
from companion.features.past import bg_stats, spreadsheet, tables
from companion.features.past.bg_stats import MOST_PLAYERS, MOST_PLAYS, read_export
from companion.features.past.importing import with_suggestions
from companion.features.past.play import Contents, PastFileError, Play, Player, Score, read_play, sentence
from companion.features.past.spreadsheet import read_sheet
from companion.features.past.tables import acts_of, entry_of, find_game
from companion.games import get_game
from tests.support.each_row import each_row
from tests.support.past_plays import export, game, play, score, settled

NAMES = ("Ann", "Ben", "Cleo", "Dan")
GAMES = (
    game(1, "Azul"),
    game(2, "Hearts", highestWins=False),
    game(3, "Pandemic", cooperative=True, noPoints=True),
    game(4, "Chess", noPoints=True),
    game(5, "Golf", noPoints=True, highestWins=False),
)


def read(*plays):
    return plays_in(export(NAMES, GAMES, plays))


def plays_in(content):
    return read_export(io.BytesIO(content))[1]


def read_one(*scores, of=1, **more):
    found = read(play(1, of, *scores, **more))[0]
    assert found.play is not None, found.reason
    return found.play


def refused(*scores, of=1, **more):
    found = read(play(1, of, *scores, **more))[0]
    if found.play is None:
        assert found.reason is not None
        return str(sentence(found.reason))
    with pytest.raises(Exception) as caught:
        entry_of(found.play)
    return str(sentence(caught.value.reason))


def sheet(text):
    """The plays of a sheet as they will be imported."""
    return settled(read_sheet(io.BytesIO(text if isinstance(text, bytes) else text.encode())))[0]


def test_scores_winners_and_the_moment_are_read():
    found = read_one(score(1, 30), score(2, "41", winner=True), score(3, 12), durationMin=90)
    assert [one.halves for one in found.scores] == [60, 82, 24]
    assert entry_of(found) == {"totals": [30, 41, 12], "ranking": [[1], [0], [2]]}
    assert found.made < found.ended


@each_row(
    ("text", "halves"),
    [
        *(("12", 24), ("-3", -6), ("12.5", 25), ("12,5", 25), ("10+5-2", 26), (" 7 ", 14), ("−4", -8)),
        *(("86+84+", 340), ("27+", 54), ("5+0--0-3", 4), ("6+6.+8", 40), ("--3", -6), ("+", None), ("", None)),
        ("１２＋５", 34),
    ],
)
def test_scores_as_people_write_them(text, halves):
    assert read_one(score(1, text), score(2, 1)).scores[0].halves == halves


LOW, TOGETHER, LOW_WITHOUT_POINTS = 2, 3, 5
SCORES = (score(1, 47), score(2, 13), score(3, 69))
MARKED = (score(1, 47), score(2, 13, winner=True), score(3, 69))
NO_SCORES = (score(1), score(2), score(3))
ALL_WON = (score(1, winner=True), score(2, winner=True), score(3, winner=True))
ALL = [[0, 1, 2]]


@each_row(
    ("setting", "of", "scores", "ranking", "won"),
    [
        (0, 1, SCORES, [[2], [0], [1]], None),
        (0, LOW, SCORES, [[1], [0], [2]], None),
        (1, LOW, SCORES, [[2], [0], [1]], None),
        *((setting, LOW_WITHOUT_POINTS, SCORES, [[1], [0], [2]], None) for setting in (0, 3)),
        (3, LOW, SCORES, [[1], [0], [2]], None),
        (1, LOW_WITHOUT_POINTS, SCORES, [[2], [0], [1]], None),
        (2, 1, MARKED, [[1], [0], [2]], None),
        (2, 1, SCORES, [[1], [0], [2]], None),
        (3, 1, (score(1), score(2, winner=True), score(3)), [[1], [0, 2]], None),
        (4, 1, SCORES, ALL, False),
        (4, 1, (score(1, 5, winner=True), score(2, 5, winner=True), score(3, 5, winner=True)), ALL, True),
        (4, 1, MARKED, [[1], [2], [0]], None),
        (5, 1, MARKED, [[1], [0], [2]], None),
        (6, 1, NO_SCORES, ALL, False),
        (6, 1, ALL_WON, ALL, True),
        (1, TOGETHER, NO_SCORES, ALL, False),
        (1, TOGETHER, SCORES, [[2], [0], [1]], None),
        (9, 1, (score(1, 10), score(2, 10), score(3, 10)), ALL, False),
        (9, 1, MARKED, [[1], [2], [0]], None),
        (11, 1, NO_SCORES, ALL, False),
        (14, TOGETHER, NO_SCORES, ALL, False),
        (99, LOW, SCORES, [[1], [0], [2]], None),
        ("2", 1, SCORES, [[1], [0], [2]], None),
    ],
)
def test_a_play_says_how_it_is_counted(setting, of, scores, ranking, won):
    entry = entry_of(read_one(*scores, of=of, scoringSetting=setting))
    assert (entry["ranking"], entry.get("won")) == (ranking, won)


ONE = [[0, 1]]
SOME_SCORED = score(1, 2), score(2, 3, winner=True), score(3, 1), score(4)
RANKED = score(1, rank=3), score(2, rank=1, winner=True), score(3, rank=2)
MATES = score(1, rank=1, winner=True), score(2, rank=2, team="a"), score(3, rank=3), score(4, rank=4, team="a")
RED_AND_BLUE = (
    *(score(1, 7, team="red"), score(2, 9, team="blue", winner=True)),
    *(score(3, 7, team="red"), score(4, 9, team="blue", winner=True)),
)


@each_row(
    ("more", "scores", "expected"),
    [
        # where only some have a score places are kept without points; ranks settle what scores do not
        ({}, SOME_SCORED, {"totals": [0, 0, 0, 0], "scored": False, "ranking": [[1], [0, 2, 3]]}),
        ({"of": 4}, RANKED, {"totals": [0, 0, 0], "scored": False, "ranking": [[1], [2], [0]]}),
        # a team has the best rank of its players, and shares its place
        ({"of": 4, "usesTeams": True}, MATES, {"ranking": [[0], [1, 3], [2]]}),
        ({"usesTeams": True}, RED_AND_BLUE, {"sides": [[0, 2], [1, 3]], "ranking": [[1, 3], [0, 2]]}),
        # what is left of teams where the play has none says nothing
        ({}, (score(1, 7, team="red"), score(2, 9, team="red")), {"sides": None}),
        *(({"of": 3}, (score(1, winner=won), score(2, winner=won)), {"won": won, "ranking": ONE, "sides": ONE})
          for won in (True, False)),
    ],
)  # fmt: skip
def test_ranks_teams_and_those_who_play_together(more, scores, expected):
    entry = entry_of(read_one(*scores, **more))
    assert {name: entry.get(name) for name in expected} == expected


def test_numbers_and_ids_may_be_texts():
    one = read_one({**score(1, 3), "playerRefId": "1"}, score(2, 9), durationMin="45.0", gameRefId="2")
    other = read_one(score(1, 3), score(2, 9), durationMin=45, of=2)
    assert one == other and entry_of(one)["ranking"] == [[0], [1]]


def test_long_ids_are_told_apart():
    games = [game(2**60, "Go"), game(2**60 + 1, "Chess")]
    found = plays_in(export(["Ann"], games, [play(at, of["id"], score(1, 3)) for at, of in enumerate(games)]))
    assert [one.title for one in found] == ["Go", "Chess"]


def test_a_number_on_boardgamegeek_is_no_key_of_a_game(monkeypatch):
    known = {"other": replace(get_game("luz"), board_game_geek=5211), "5211": get_game("5211")}
    monkeypatch.setattr(tables, "all_games", lambda: known)
    settled_before, of_a_file = (replace(read_one(score(1, 3)), game=game) for game in ("5211", "bgg 5211"))
    assert (find_game({}, settled_before), find_game({}, of_a_file)) == ("5211", "other")


def test_a_day_without_a_time_is_ten_in_the_morning():
    found = [read_one(score(1, 3), playDate=date).made for date in ("2024-05-03", "2024-05-03 10:00:00")]
    assert found[0] == found[1]


def test_what_is_written_comes_along():
    games = [*GAMES, game(7, "Azul: Crystal Mosaic", isExpansion=1)]
    scores = (score(1, 3, role="Baker"), score(2, 4, startPlayer=True))
    one = play(1, 1, *scores, comments="Close.\n\nSo close!", board="Mission 2", expansionPlays=[{"gameRefId": 7}])
    found = plays_in(export(NAMES, games, [one]))[0].play
    assert acts_of(found, ["Ann", "Ben"]) == [
        ("draw", {"what": "first", "seat": 1}),
        ("note", {
            "note": "Ann: Baker\nMission 2\nClose.\n\nSo close!", "expansions": ["Azul: Crystal Mosaic"],
            "place": "Home",
        }),
    ]  # fmt: skip
    assert read_play(json.loads(json.dumps(found.as_json()))) == found


def test_a_play_of_an_earlier_version_is_still_read():
    stored = {"title": "Go", "game": "", "at": "a", "ended": "b", "flags": [1, 0, 0], "scores": [[0, 6, 1, 2, "red"]]}
    assert read_play(stored) == Play("Go", "", "a", "b", (Score(0, 6, True, 2, "red"),), lowest_wins=True)


def test_anonymous_players_are_nobody_but_for_their_name_in_a_play():
    people = ("Ann", "Anonymous player")
    scores = (score(1, 3), score(2, 4), score(2, 5, anonymousName="Bob"), score(2, 6, anonymousName="BOB "))
    for flagged in (True, False):
        content = export(people, GAMES, [play(1, 1, *scores)]).replace(
            b'"isAnonymous": true', b'"isAnonymous": true' if flagged else b'"isAnonymous": false'
        )
        contents, (found,) = read_export(io.BytesIO(content))
        assert found.play and [one.player for one in found.play.scores] == [0, 1, 2, 2]
        assert [player.name for player in contents.players] == ["Ann", "", "Bob"]


def test_the_same_play_has_the_same_mark_wherever_it_stands():
    one, other = play(7, 1, score(1, 3)), play(8, 1, score(1, 3))
    marks = [found.mark for found in read(other, one)]
    assert marks[1] == read(one)[0].mark != marks[0]


@each_row(
    ("told", "scores", "more"),
    [
        ("marked as not to be counted", [score(1, 3)], {"ignored": True}),
        ("not among the games", [score(1, 3)], {"gameRefId": 99}),
        ("not among the players", [score(99, 3)], {}),
        ("It has no players.", [], {}),
        ("not written as a play is", ["Ann"], {}),
        ("abc is not a number", [score(1, "abc")], {}),
        ("whole and half points", [score(1, "1.25")], {}),
        ("is too large", [score(1, "9" * 12)], {}),
        ("nobody is marked as the winner", [score(1, 5), score(2)], {}),
        ("neither scores nor a winner", [score(1), score(2)], {}),
        ("yesterday cannot be read", [score(1, 3)], {"playDate": "yesterday"}),
        ("cannot be read", [score(1, 3)], {"playDate": None}),
        ("between the year 2000", [score(1, 3)], {"playDate": "1999-12-31 20:00:00"}),
        ("between the year 2000", [score(1, 3)], {"playDate": "2190-01-01 20:00:00"}),
    ],
)
def test_a_play_that_cannot_be_kept_says_why(told, scores, more):
    assert told in refused(*scores, **more)


@each_row(
    ("told", "contents"),
    [
        (
            "cut short or damaged",
            [b"{", b'{"plays": [{"a": 1}', b'{"plays": []} more', b'{"plays": [1], "x": "\xff"}', b"{'plays': []}",
             b'{"plays": [' + b"9" * 5000 + b"]}"],
        ),
        ("no plays", [b"{}", b'{"plays": []}', b'{"plays": {}}', b"[]", b'{"Plays": [1]}']),
    ],
)  # fmt: skip
def test_a_file_that_is_cut_damaged_or_without_plays_is_refused(told, contents):
    for content in contents:
        with pytest.raises(PastFileError, match=told):
            read_export(io.BytesIO(content))


@each_row("value", [None, 1, "x", [], [[]], {}, {"playerScores": {}}, {"playerScores": [None]}])
def test_what_is_no_play_is_left_out(value):
    content = json.dumps({"players": [None, 3, {}], "games": [{"id": []}], "plays": [value]}).encode()
    assert [found.play for found in plays_in(content)] == [None]


DEEP = b"[" * 5000 + b"]" * 5001


KEY = b'"' + b"k" * 30_000 + b'": {'


@each_row(
    ("content", "told"),
    [
        (DEEP, "line 1, column 21 is more than 20 levels deep"),
        (b'{"x": ' + b'{"a": ' * 5000, "more than 20 levels"),
        (b'{"plays": [{}], "x": ' + DEEP, "more than 20 levels"),
        (b"{" + KEY * 3 + b",".join(b'"%d": 1' % key for key in range(2000)) + b"}}}}", "no plays"),
    ],
)
def test_deep_lists_and_long_keys_take_little_memory(content, told):
    """The path of each value, as text, took gigabytes."""
    read_one(score(1, 30))  # imports the parser
    tracemalloc.start()
    try:
        with pytest.raises(PastFileError, match=told):
            read_export(io.BytesIO(content))
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_file_with_more_than_any_has_is_refused_with_the_bound_and_the_place(monkeypatch):
    monkeypatch.setattr(bg_stats, "BG_STATS", BG_STATS._replace(values=100))
    with pytest.raises(PastFileError, match="more than 100 values up to line 1, column 157"):
        read_export(io.BytesIO(b'{"tags": [' + b"{}," * 100 + b"{}]}"))
    monkeypatch.setattr(spreadsheet, "SPREADSHEET", SPREADSHEET._replace(values=100))
    with pytest.raises(PastFileError, match="more than 100 filled cells up to line 34"):
        sheet("date,game,Ann\n" + "2024-05-03,Go,1\n" * 50)


def test_a_play_with_more_players_than_any_is_left_out():
    content = export(NAMES, GAMES, [play(1, 1, *[score(1 + number % 4, 3) for number in range(5000)])])
    (one,), _ = settled(read_export(io.BytesIO(content)))
    assert one.reason and one.reason["why"] == "seats"


def test_many_rows_of_one_play_become_a_play_of_200():
    lines = "".join(f"2024-05-03,Go,P{number},1\n" for number in range(1000))
    assert max(len(one.play.scores) for one in sheet(f"date,game,player,score\n{lines}") if one.play) == 200


@each_row("row", [b"," * 60_000, b"a" * 60_000, b'"",' * 20_000, b',,"\n",,' * 10_000, b'"' + b"\n" * 60_000])
def test_a_row_longer_than_any_is_refused_before_it_is_read(row):
    for content, line in ((b"date,game,player\n" + row, "Line [0-9]+ is"), (row, "Line [0-9]+ is")):
        file = io.BytesIO(content + row * 20)
        with pytest.raises(PastFileError, match=f"{line} too long: a row has at most 50000 characters"):
            read_sheet(file)


def test_many_long_rows_are_read_with_a_pause_after_each():
    pauses = []
    with pausing(lambda: pauses.append(1)):
        found = read_sheet(io.BytesIO(b"date,game,Ann\n" + (b"2024-05-03,Go,1" + b"," * 49_000 + b"\n") * 20))
    assert len(found[1]) == 20 and len(pauses) > 20


@each_row(
    ("value", "filler", "told"),
    [
        *((start, b"1", "cut short or damaged") for start in (b"", b"1.")),
        *((b'"', filler, "too long a text .* more than 262144 bytes") for filler in (b"a", b"\\u0041")),
    ],
)
def test_a_value_longer_than_any_is_refused(value, filler, told):
    content = b'{"players": [], "plays": [' + value + filler * (4_000_000 // len(filler))
    with pytest.raises(PastFileError, match=told):
        read_export(io.BytesIO(content))


def test_more_than_can_be_imported_at_once_is_refused():
    for key, most, told in (("plays", MOST_PLAYS, "plays in this file"), ("players", MOST_PLAYERS, "players or games")):
        content = json.dumps({key: [0] * (most + 1)}).encode()
        with pytest.raises(PastFileError, match=told):
            read_export(io.BytesIO(content))


def test_a_sheet_may_be_utf_16_or_have_a_mark_or_tabs():
    text = "date\tgame\tAnn\n2024-05-03\tGo\t3\n"
    for content in (text.encode("utf-16"), text.encode("utf-8-sig"), text.encode()):
        assert sheet(content)[0].play is not None


def test_equal_lines_are_two_plays_and_the_same_ones_again():
    text = "date,game,Ann,Ben\n2024-05-03,Go,3,4\n2024-05-03,Go,3,4\n"
    first, second = (sheet(text) for _ in range(2))
    assert [one.mark for one in first] == [one.mark for one in second] and first[0].mark != first[1].mark
    turned = sheet("date,game,Ben,Ann\n2024-05-03,Go,4,3\n")[0]
    assert turned.mark == first[0].mark, "whatever the order of its columns"


@each_row(
    ("line", "told"),
    [
        ("3/4/2024,Go,3", "two ways"),
        ("soon,Go,3", "soon cannot be read"),
        ("2024-02-30,Go,3", "cannot be read"),
        ("2024-05-03,,3", "which game was played"),
        ("2024-05-03,Go,three", "three is not a number"),
        ("2024-05-03,Go,", "It has no players."),
        ("1998-05-03,Go,3", "between the year 2000"),
    ],
)
def test_a_line_that_cannot_be_kept_says_why(line, told):
    found = sheet(f"date,game,Ann\n{line}\n")[0]
    assert found.play is None and found.reason and told in str(sentence(found.reason))


@each_row(
    ("content", "told"),
    [
        (b"", "nothing in this file"),
        (b"\n\n", "nothing in this file"),
        (b"date,game,Ann\n", "nothing in this file"),
        (b"when,what\n1,2\n", "must name the columns date and game"),
        (b"date,game\n1,2\n", "must name the columns"),
        (b"date,game,Ann\n2024-05-03,G\xf6,3\n", "not text in UTF-8"),
        (b'date,game,Ann\n2024-05-03,"Go,3\n', "cannot be read as CSV"),
        (b"date,game,Ann\n" + b"x" * 200_000 + b",Go,3\n", "Line 2 is too long"),
    ],
)
def test_a_sheet_that_is_none_is_refused(content, told):
    with pytest.raises(PastFileError, match=told):
        sheet(content)


@each_row(
    ("name", "given", "offers"),
    [
        ("ANN", "Ann", []),
        ("陳小美", "陳小美", []),
        ("Zoe", "Zoë", ["Zoe"]),
        ("Ben", "Ben", ["Ben K."]),
        ("Ann Smith", "Ann Smith", ["Ann"]),
        ("", "", []),
        ("\u200b", "", []),
        ("x" * 60, "x" * 39 + "…", []),
    ],
)
def test_a_name_that_is_here_is_taken_and_one_like_it_offered(name, given, offers):
    here = {"ann": "Ann", "zoë": "Zoë", "ben k.": "Ben K.", "陳小美": "陳小美"}
    (player,) = with_suggestions(Contents("CSV", [Player(0, name)]), here).players
    assert (player.given, player.offers) == (given, offers)
