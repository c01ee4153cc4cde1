"""Sheets as people keep them: which plays are in each, what is asked, what is left out and why, what is not read."""

import io
import json

import pytest

from companion.engine.names import normalize_name
from companion.features.past import importing, rows as past_imports, sheet_cells, spreadsheet
from companion.features.past.importing import take_file
from companion.features.past.play import PastFileError, notices_of
from companion.features.past.rows import READY
from companion.features.past.spreadsheet import read_sheet
from companion.features.past.tables import entry_of
from tests.support.each_row import each_row
from tests.support.past_plays import service_of, settled

TOKEN = b"p" * 32
GAMES = {"azul": "azul"}


def read(text):
    """The plays of a sheet as they will be imported, and what the preview says of it."""
    return settled(read_sheet(io.BytesIO(text.encode())))


def told(found, play):
    """A play in one line: day, game, and each player with place, or whether all won, and points."""
    entry = entry_of(play)
    place = {seat: number for number, seats in enumerate(entry["ranking"], 1) for seat in seats}
    ends = {None: "", True: " won", False: " lost"}[entry.get("won")]
    seats = [
        f"{(times == 1 and found.players[one.player].given) or '?'} {place[seat]}"
        + ("" if one.halves is None else f" {one.halves / 2:.10g}")
        for seat, (one, times) in enumerate(play.counted)
    ]
    return f"{play.made[:10]} {play.title}{ends}: {', '.join(seats)}"


def lines(text):
    """What is read of each play, or the reason why it is left out."""
    plays, found = read(text)
    return [told(found, one.play) if one.play else str((one.reason or {})["why"]) for one in plays]


LONG, WIDE = "date,game,player,score", "date,game,Ann,Ben"
TWO = ["2024-05-13 Go: Ann 1 9, Ben 2 7"]
ROWS = "13.5.2024;Go;Ann;9\n13.5.2024;Go;Ben;7\n"


def dated(date):
    return f'{WIDE}\n"{date}",Go,9,7\n'


@each_row(
    ("text", "expected"),
    [
        # how a file names and divides its columns
        (f"sep=;\nDatum;Spiel;Spieler;Punkte\n{ROWS}", TWO),
        (f"Date;Jeu;Joueur;Points\n{ROWS}", TWO),
        (f"Fecha;Juego;Jugador;Puntos\n{ROWS}", TWO),
        (f"Play_Date;Name of the game;Player name;Score:\n{ROWS}", TWO),
        (f"日期；;遊戲;姓名;得分\n{ROWS}".replace("；", ""), TWO),
        # dates that have one meaning
        *((dated(date), TWO) for date in (
            "May 13, 2024", "13 May 2024", "Mon, May 13, 2024", "13. Mai 2024", "13 de mayo de 2024", "13-05-2024",
            "13/5/2024", "5/13/2024", "2024.05.13", "20240513", "45425", "113/5/13", "民國113年5月13日",
            "2024年5月13日(一)", "2024-05-13T12:15:00Z",
            "13.05.24", "13-May-24", "05/13/24", "Mo 13.5.2024", "Mo., 13.05.24", "2024-05-13 (一)",
            "2024/5/13（星期一）", "2024-05-13 Mon", "5/13/2024 8:15 AM", "2024-05-13 20:15", "45425.5",
        )),
        # ... or one by what else is in the file
        (f"{WIDE}\n3/4/2024,Go,9,7\n13/04/2024,Go,9,7\n",
         ["2024-04-03 Go: Ann 1 9, Ben 2 7", "2024-04-13 Go: Ann 1 9, Ben 2 7"]),
        (f"{WIDE}\n3/4/2024,Go,9,7\n04/13/2024,Go,9,7\n",
         ["2024-03-04 Go: Ann 1 9, Ben 2 7", "2024-04-13 Go: Ann 1 9, Ben 2 7"]),
        (f"{WIDE}\n3/4/2024,Go,9,7\n", ["ambiguous"]),
        (f"{WIDE}\n3/4/2024,Go,9,7\n13/04/2024,Go,9,7\n04/13/2024,Go,9,7\n",
         ["ambiguous", "2024-04-13 Go: Ann 1 9, Ben 2 7", "2024-04-13 Go: Ann 1 9, Ben 2 7"]),
        (f"{WIDE}\n03/05/24,Go,9,7\n", ["ambiguous"]),
        (f"{WIDE}\n03/05/24,Go,9,7\n28/05/24,Go,9,7\n31/12/23,Go,9,7\n",
         ["2024-05-03 Go: Ann 1 9, Ben 2 7", "2024-05-28 Go: Ann 1 9, Ben 2 7", "2023-12-31 Go: Ann 1 9, Ben 2 7"]),
        # numbers that have one meaning, or one by what else is in the file
        (f"{WIDE}\n2024-05-13,Go,1.2.3,4\n", ["score"]),
        (f'{WIDE}\n2024-05-13,Go,"1,234,5",980\n', ["score"]),
        (f'{WIDE}\n2024-05-13,Go,"1,000",980\n', ["mark"]),
        (f'{WIDE}\n2024-05-13,Go,"1,000",980\n2024-05-14,Go,12.5,3\n',
         ["2024-05-13 Go: Ann 1 1000, Ben 2 980", "2024-05-14 Go: Ann 1 12.5, Ben 2 3"]),
        (f'{WIDE}\n2024-05-13,Go,"1,000","1,234,000"\n', ["2024-05-13 Go: Ann 2 1000, Ben 1 1234000"]),
        (f'{WIDE}\n2024-05-13,Go,1.500,"77,5"\n', ["2024-05-13 Go: Ann 1 1500, Ben 2 77.5"]),
        (f"{WIDE}\n2024-05-13,Go,1.500,77.5\n", ["2024-05-13 Go: Ann 2 1.5, Ben 1 77.5"]),
        (f"{WIDE}\n2024-05-13,Go,1 500,1'250\n", ["2024-05-13 Go: Ann 1 1500, Ben 2 1250"]),
        (f"{WIDE}\n2024-05-13,Go,10+5-2,−4\n", ["2024-05-13 Go: Ann 1 13, Ben 2 -4"]),
        # lines that do not stand below each other
        (f"{LONG}\n2024-05-13,Go,Ann,9\n2024-05-13,Chess,Ann,1\n2024-05-13,Go,Ben,7\n2024-05-13,Chess,Ben,0\n",
         [*TWO, "2024-05-13 Chess: Ann 1 1, Ben 2 0"]),
        (f"{LONG}\n2024-05-13,Go,Ann,9\n2024-05-13,Go,Ben,7\n2024-05-13,Go,Ann,3\n2024-05-13,Go,Ben,4\n",
         [*TWO, "2024-05-13 Go: Ann 2 3, Ben 1 4"]),
        (f"{LONG}\n2024-05-13,Go,Ann,9\n2024-05-13,Go,Ben,7\n2024-05-13,Chess,Ann,1\n"
         "2024-05-13,Go,Cleo,3\n2024-05-13,Go,Dan,4\n",
         [*TWO, "2024-05-13 Chess: Ann 1 1", "2024-05-13 Go: Cleo 2 3, Dan 1 4"]),
        ("play,date,game,player,score\n1,2024-05-13,Go,Ann,9\n2,2024-05-13,Go,Cleo,3\n1,2024-05-13,Go,Ben,7\n",
         [*TWO, "2024-05-13 Go: Cleo 1 3"]),
        # an empty date or game is that of the line above; a name that is twice is two guests
        (f"{LONG}\n2024-05-13,Go,Ann,9\n,,Ben,7\n,Chess,Ann,1\n,,Ben,0\n",
         [*TWO, "2024-05-13 Chess: Ann 1 1, Ben 2 0"]),
        (f"{WIDE}\n2024-05-13,Go,9,7\n,,5,8\n", [*TWO, "2024-05-13 Go: Ann 2 5, Ben 1 8"]),
        (f"{LONG}\n2024-05-13,Go,Ann,9\n2024-05-13,Go,N.N.,7\n2024-05-13,Go,N.N.,5\n2024-05-13,Go,Ben,4\n",
         ["2024-05-13 Go: Ann 1 9, ? 2 7, ? 3 5, Ben 4 4"]),
        ("date,time,game,player,score\n2024-05-13,19:00,Go,Ann,9\n2024-05-13,19:00,Go,Ben,7\n"
         "2024-05-13,20:00,Go,Cleo,3\n2024-05-13,20:00,Go,Dan,4\n", [*TWO, "2024-05-13 Go: Cleo 2 3, Dan 1 4"]),
        # names in one cell, a column for each place, a star, BoardGameGeek's own columns
        ("date,game,winner,players\n2024-05-13,Go,Ann,Ann; Ben; Cleo\n", ["2024-05-13 Go: Ann 1, Ben 2, Cleo 2"]),
        ("date,game,winner,players\n2024-05-13,Go,B,A/B\n", ["2024-05-13 Go: A 2, B 1"]),
        (f"{WIDE},players\n2024-05-13,Go,9,7,2\n", TWO),
        ("date,game,1st,2nd,3rd\n2024-05-13,Go,Ann/Ben,Cleo,\n", ["2024-05-13 Go: Ann 1, Ben 1, Cleo 2"]),
        ("日期,遊戲,第1名,第2名\n2024-05-13,Go,小雯,大明\n", ["2024-05-13 Go: 小雯 1, 大明 2"]),
        (f"{WIDE}\n2024-05-13,Go,10 *,10\n", ["2024-05-13 Go: Ann 1 10, Ben 2 10"]),
        (f"{WIDE},quantity,incomplete\n2024-05-13,Go,9,7,2,0\n2024-05-13,Go,9,7,1,1\n", [*TWO, *TWO, "ignored"]),
        # who played, and who won
        (f"{LONG}\n2024-05-13,Go,Guest,9\n2024-05-13,Go,guest,7\n2024-05-13,Go,Ann,8\n",
         ["2024-05-13 Go: ? 1 9, ? 3 7, Ann 2 8"]),
        (f"{WIDE},winner\n2024-05-13,Go,,,Ben\n", ["2024-05-13 Go won: Ben 1"]),
        (f"{WIDE},winner\n2024-05-13,Go,3,4,Ann & Ben\n", ["2024-05-13 Go: Ann 1 3, Ben 1 4"]),
        (f"{WIDE},winner\n2024-05-13,Go,3,4,Zoe\n", ["winner"]),
        # a mark does not say which of them won
        (f"{WIDE},winner\n2024-05-13,Go,3,4,yes\n", ["winner"]),
        ("date,game,winner,players\n2024-05-13,Go,x,Ann; Ben\n", ["winner"]),
        ("date,game,players,winner\n2024-05-13,Go,Ann,won\n", ["2024-05-13 Go won: Ann 1"]),
        (f"{WIDE},winner\n2024-05-13,Go,9,,x\n", ["2024-05-13 Go: Ann 1 9"]),
        (f"{WIDE},winner\n2024-05-13,Go,x,-,-\n", ["2024-05-13 Go: Ann 1, Ben 2"]),
        # a star stands beside points; a column of winners says more
        (f"{LONG},winner\n2024-05-13,Go,Ann,9*,no\n2024-05-13,Go,Ben,12,yes\n",
         ["2024-05-13 Go: Ann 2 9, Ben 1 12"]),
        (f"{LONG},place\n2024-05-13,Go,Ann,,1\n2024-05-13,Go,Ben,lost,\n", ["2024-05-13 Go: Ann 1, Ben 2"]),
        (f"{LONG}\n2024-05-13,Go,Ann,draw\n2024-05-13,Go,Ben,draw\n", ["2024-05-13 Go: Ann 1, Ben 1"]),
        (f"{LONG},winner\n2024-05-13,Go,Ann,3,Zoe\n2024-05-13,Go,Ben,4,Zoe\n", ["winner"]),
        (f"{LONG},winner\n2024-05-13,Go,Ann,3,Ann\n2024-05-13,Go,Ben,4,Ann\n", ["2024-05-13 Go: Ann 1 3, Ben 2 4"]),
        (f"{WIDE}\n2024-05-13,Go,W,L\n2024-05-13,Go,x,-\n", ["2024-05-13 Go: Ann 1, Ben 2"] * 2),
        (f"{WIDE}\n2024-05-13,Go,draw,draw\n", ["2024-05-13 Go: Ann 1, Ben 1"]),
        ("date,game,player,result\n2024-05-13,Go,Ann,Loss\n2024-05-13,Go,Ben,Win\n", ["2024-05-13 Go: Ann 2, Ben 1"]),
        ("date,game,player,place\n2024-05-13,Go,Ann,2nd\n2024-05-13,Go,Ben,1st\n2024-05-13,Go,Cleo,3.\n",
         ["2024-05-13 Go: Ann 2, Ben 1, Cleo 3"]),
        ("date,game,player,place\n2024-05-13,Go,Ann,last\n2024-05-13,Go,Ben,1\n", ["place"]),
        ("date,game,player,score,place\n2024-05-13,Go,Ann,3,2\n2024-05-13,Go,Ben,4,2\n",
         ["2024-05-13 Go lost: Ann 1 3, Ben 1 4"]),
        ("date,game,player,score,team\n2024-05-13,Go,Ann,3,1\n2024-05-13,Go,Ben,3,1\n",
         ["2024-05-13 Go lost: Ann 1 3, Ben 1 3"]),
        # columns that are no players
        (f"{WIDE},Total players\n2024-05-13,Go,9,7,2\n", TWO),
        (f"{WIDE},Expansion,Mood\n2024-05-13,Go,9,7,Big Box,fine\n", TWO),
        (f"{WIDE},Sum,Ø,Highest score\n2024-05-13,Go,9,7,16,8,9\n", TWO),
        (f"{WIDE},Guest,Guest\n2024-05-13,Go,9,7,8,3\n", ["2024-05-13 Go: Ann 1 9, Ben 3 7, ? 2 8, ? 4 3"]),
        ("date,game,'=Ann,Ben\n2024-05-13,Go,9,7\n", ["2024-05-13 Go: =Ann 1 9, Ben 2 7"]),
    ],
)  # fmt: skip
def test_a_sheet_is_read_by_what_it_shows(text, expected):
    assert lines(text) == expected


def test_a_column_of_times_and_one_of_lengths_count():
    text = "date,time,game,player,score,minutes\n2024-05-13,8:15 PM,Go,Ann,9,45\n2024-05-13,8:15 PM,Go,Ben,7,45\n"
    found = read(text)[0][0].play
    same = read(f"{WIDE}\n2024-05-13 20:15,Go,9,7\n")[0][0].play
    assert found and same and found.made == same.made and found.made < found.ended


def test_what_is_written_comes_along():
    text = f'{WIDE},Location,Notes,Expansions\n2024-05-13,Go,9,7,At Ann\'s,Close.,"Big Box, Promo"\n'
    found = read(text)[0][0].play
    assert found and (found.place, found.note) == ("At Ann's", "Close.")
    assert found.expansions == ("Big Box", "Promo")


@each_row(
    ("text", "sentences"),
    [
        (f"{LONG}\n2024-05-13,Go,Ann,9\n2024-05-13,Chess,Ann,1\n2024-05-13,Go,Ben,7\n",
         ["The lines of 1 game do not stand below each other; they were put together by their date and game."]),
        (f"{LONG}\n2024-05-13,Go,Ann,9\n,,Bot,7\n,,Bot,7\n",
         ["2 lines have no date or no game of their own; those of the line above count.",
          "Bot: this name is twice in a play. These are guests there, without a name."]),
        (f"{WIDE},time,minutes\n2024-05-13,Go,9,7,evening,45\n2024-05-14,Go,9,7,20:15,2h\n2024-05-14,Go,9,7,-,\n",
         ["2 times or lengths are not read: 2h, evening."]),
        (f"{WIDE},length in seconds\n2024-05-13,Go,9,7,1:30\n", ["A time or length is not read: 1:30."]),
        (f"{WIDE}\n2024-05-13,Go,9,7\n", []),
    ],
)  # fmt: skip
def test_what_was_put_together_is_said(text, sentences):
    assert [str(each) for each in notices_of(read(text)[1].notices)] == sentences


@each_row(
    ("text", "unread"),
    [
        (f"{WIDE},Total players,Mood,Sum\n2024-05-13,Go,9,7,2,fine,16\n", ["Total players", "Mood", "Sum"]),
        (f"{LONG},Weather\n2024-05-13,Go,Ann,9,fine\n", ["Weather"]),
        ("date,game,winner,players,Ann\n2024-05-13,Go,Ann,Ann; Ben,3\n", ["Ann"]),
    ],
)
def test_what_is_not_read_is_named(text, unread):
    assert [name for name, _, is_read in read(text)[1].columns if not is_read] == unread


def test_more_lines_than_are_kept_in_memory_are_refused_before(monkeypatch):
    monkeypatch.setattr(spreadsheet, "_MOST_LINES", 2)
    monkeypatch.setattr(spreadsheet, "MOST_PLAYS", 1)
    for head, row in ((LONG, "2024-05-13,Go,Ann,9\n"), (WIDE, "2024-05-13,Go,9,7\n")):
        with pytest.raises(PastFileError, match="plays in this file"):
            read(f"{head}\n{row * 3}")


def test_the_name_of_a_column_is_compared_once_however_many_lines_there_are(monkeypatch):
    compared = []

    def counted(name):
        compared.append(name)
        return normalize_name(name)

    monkeypatch.setattr(sheet_cells, "normalize_name", counted)
    names = [f"Once {number}" for number in range(20)]
    read(f"date,game,{','.join(names)}\n" + f"2024-05-13,Go{',7' * 20}\n" * 30)
    assert sorted(compared) == sorted(names)


def take(store, text):
    return find(store, take_file(service_of(store), io.BytesIO(text.encode()), "plays.csv", TOKEN, GAMES))


def find(store, job):
    found = past_imports.find_import(store.rows, store.phone_and_role(TOKEN, "")[0] or 0, job)
    assert found.state == READY
    return found


def playing(store, job):
    """The players of plays that may be imported."""
    return [player for player in find(store, job.id).players if player.plays]


def answer(store, job, question, meaning):
    questions = {**job.questions, question: [job.questions[question][0], meaning]}
    importing.settle_again(service_of(store), job, GAMES, questions=questions)


def tick(store, job, places):
    columns = [[name, kind, str(place) in places if kind == "own" else is_read]
               for place, (name, kind, is_read) in enumerate(job.columns)]  # fmt: skip
    importing.settle_again(service_of(store), job, GAMES, columns=columns)


def plays_of(store, job):
    """The day of each play that is imported, and who came first, second and so on."""
    rows = past_imports.plays_of(store.rows, job.id, 0, 99, is_left_out=False)
    plays = [row.play for row in rows]
    return [(play.made[:10], entry_of(play)["ranking"]) for play in plays if play]


def test_a_question_is_answered_and_answered_otherwise(store):
    job = take(store, f'{WIDE}\n3/4/2024,Go,"1,000",980\n')
    assert (job.waiting, job.left_out, dict(job.questions)) == (0, 1, {"date": ["3/4/2024", None]})
    answer(store, job, "date", "day")
    job = find(store, job.id)
    assert job.waiting == 0 and job.questions["number"] == ["1,000", None]
    for meaning, ranking in (("comma", [[1], [0]]), ("point", [[0], [1]])):
        answer(store, find(store, job.id), "number", meaning)
        assert plays_of(store, job) == [("2024-04-03", ranking)]
    answer(store, find(store, job.id), "date", "month")
    assert plays_of(store, job) == [("2024-03-04", [[0], [1]])]
    job = find(store, job.id)
    assert (job.waiting, job.left_out, [game[:3] for game in job.games]) == (1, 0, [["Go", "", 1]])
    assert [player.name for player in playing(store, job)] == ["Ann", "Ben"]


@each_row(
    ("text", "older"),
    [
        (f"{WIDE}\n3/4/2024,Go,9,7\n", {"hints": [None, None], "numbers": {"ann": "0", "ben": "1"}}),
        (f"{LONG}\n3/4/2024,Go,Ann,9\n3/4/2024,Go,Ben,7\n", {"hints": [False, None]}),
    ],
)
def test_cells_as_earlier_versions_kept_them_are_read_by_an_answer(store, text, older):
    job = take(store, text)
    (row,) = store.rows("SELECT body FROM past_plays WHERE job = ?", [job.id])
    body = json.loads(row["body"])
    parts = [{**part, "number": str(number)} for number, part in enumerate(body["cells"].get("parts", ()))]
    body["cells"] |= older | ({"parts": parts} if parts else {})
    store.write(lambda db: db.execute("UPDATE past_plays SET body = ? WHERE job = ?", [json.dumps(body), job.id]))
    answer(store, job, "date", "month")
    assert plays_of(store, job) == [("2024-03-04", [[0], [1]])]


def test_a_person_ticks_whose_results_the_columns_have(store):
    job = take(store, f"{WIDE},Best,winner\n2024-05-13,Go,9,7,8,\n2024-05-14,Go,,,,Best\n")
    assert (job.waiting, job.left_out) == (1, 1), "nobody is called Best"
    tick(store, job, ["2", "3", "4"])
    job = find(store, job.id)
    assert plays_of(store, job) == [("2024-05-13", [[0], [2], [1]]), ("2024-05-14", [[0]])]
    assert {player.name: player.plays for player in playing(store, job)} == {"Ann": 1, "Ben": 1, "Best": 2}
    tick(store, job, ["2"])
    assert plays_of(store, find(store, job.id)) == [("2024-05-13", [[0]])]
    assert [player.name for player in playing(store, job)] == ["Ann"]


def test_a_question_that_a_tick_brings_up_is_answered_as_other_cells_show(store):
    job = take(store, f'{WIDE},Best\n2024-05-13,Go,9,12.5,"1,000"\n')
    assert dict(job.questions) == {}
    tick(store, job, ["2", "3", "4"])
    assert find(store, job.id).questions == {"number": ["1,000", "point"]}
    tick(store, find(store, job.id), ["2", "3"])
    assert find(store, job.id).waiting == 1


def test_which_total_wins_is_asked_and_told(store):
    job = take(store, f"{WIDE}\n2024-05-13,Golf,9,7\n2024-05-14,Azul,9,7\n")
    assert [game for game in job.games if game[0] == "Golf"] == [["Golf", "", 1, False]]
    assert [game[3] for game in job.games if game[0] == "Azul"] == [None], "the game here says it"
    games = [["Golf", "", 1, True], *[game for game in job.games if game[0] != "Golf"]]
    importing.settle_again(service_of(store), job, GAMES, games=games)
    assert plays_of(store, job) == [("2024-05-13", [[1], [0]]), ("2024-05-14", [[0], [1]])]
    assert [game[3] for game in find(store, job.id).games if game[0] == "Golf"] == [True]


def test_winners_show_which_total_wins(store):
    job = take(store, f"{WIDE},winner\n2024-05-13,Golf,9,7,Ben\n2024-05-14,Golf,3,5,\n")
    assert plays_of(store, job) == [("2024-05-13", [[1], [0]]), ("2024-05-14", [[0], [1]])]


def test_two_players_made_one_are_counted_before_the_import(store):
    job = take(store, f"{WIDE},Cleo\n2024-05-13,Go,9,7,\n2024-05-14,Go,9,,7\n")
    numbers = {player.name: player.number for player in playing(store, job)}
    importing.name_player(service_of(store), job, GAMES, numbers["Ben"], "Ann")
    job = find(store, job.id)
    assert (job.waiting, job.left_out, job.games[0][2]) == (1, 1, 1)
    importing.name_player(service_of(store), job, GAMES, numbers["Ben"], "Ben")
    assert (find(store, job.id).waiting, find(store, job.id).left_out) == (2, 0)


def test_half_points_of_an_answer_count_in_all_plays_of_the_game(store):
    job = take(store, f"{WIDE}\n2024-05-13,Go,9,7\n2024-05-14,Go,1.500,980\n")
    answer(store, job, "number", "point")
    rows = past_imports.plays_of(store.rows, job.id, 0, 9, is_left_out=False)
    assert [row.play.has_halves for row in rows] == [True, True]


@pytest.mark.parametrize("date", ["0000-01-01", "0024-05-03", "024-05-03"])
def test_only_a_year_of_two_digits_is_one_of_this_century(date):
    (one,) = read(f"date,game,players,winner\n{date},Go,Ann;Ben,Ann\n")[0]
    assert one.play is None and one.reason and one.reason["why"] in ("date", "years")
