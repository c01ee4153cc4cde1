"""What is kept of sessions and players for the history: seats, results, names that change, and what is deleted."""

import pytest

from companion.features.history import edits as player_edits, rows as queries, search
from companion.features.history.figures import player_stats
from companion.features.history.rows import SessionFilter, Word
from companion.forms.form import Whole
from companion.games import all_games
from companion.scoring.scoresheet import END
from companion.table.changes import Request
from tests.support import acting
from tests.support.members import add_phone

HANDS = {"cards": [["G1", "G2", "Y3", "O2"], ["G3", "T3", "Y2", "O3"], ["G2", "B3", "T2", "B1"]]}
HANDS_OF_TWO = {"cards": [["G1", "G2", "Y3", "O2"], ["G3", "T3", "Y2", "O3"]]}
HOST, OTHER = 1, 2
SECRET, FELLOW = "Wilhelmina Quux", "Quirin Oakhollow"


@pytest.fixture
def one(opened):
    sessions = opened()
    assert [add_phone(sessions.store, token) for token in (b"host", b"other")] == [HOST, OTHER]
    return sessions


def open_table(sessions, *names, phone=HOST):
    return sessions.openings.open(all_games()["5211"], names or ("Ann", "Ben", "Cleo"), {}, phone)


def undo(sessions, id):
    table = sessions.table(id)
    acting.undo(sessions, id, Request(HOST, f"undo-{table.version}", table.version, b""))


def seats(sessions, id):
    sql = "SELECT name, key, place, total, figures IS NOT NULL AS counted FROM seats WHERE session = ? ORDER BY seat"
    return [tuple(row.values()) for row in sessions.store.rows(sql, [id])]


def ended(sessions, id):
    return sessions.store.rows("SELECT ended FROM sessions WHERE id = ?", [id])[0]["ended"]


def names(sessions, id):
    return sessions.table(id).setup.players


def test_a_seat_has_its_place_total_and_figures_while_the_game_is_over(one):
    id = open_table(one)
    running = [(name, name.lower(), None, None, 0) for name in ("Ann", "Ben", "Cleo")]
    assert seats(one, id) == running and ended(one, id) is None
    acting.enter(one, id, HANDS)
    assert seats(one, id) == running
    acting.enter(one, id, END)
    over = [("Ann", "ann", 1, 3, 1), ("Ben", "ben", 2, 3, 1), ("Cleo", "cleo", 3, 2, 1)]
    assert seats(one, id) == over and ended(one, id)
    undo(one, id)
    assert seats(one, id) == running and ended(one, id) is None
    undo(one, id)
    acting.enter(one, id, END)
    assert seats(one, id) == running and ended(one, id), "it stopped before anything was scored"
    one.deletion.delete(id)
    assert seats(one, id) == [] and search.count_sessions(one.store.rows, HOST, SessionFilter()) == 0


def test_a_corrected_finished_game_keeps_its_day(one):
    id = open_table(one)
    acting.enter(one, id, HANDS, END)
    one.store.write(lambda db: db.execute("UPDATE sessions SET ended = '2020-01-01T00:00:00+00:00'"))
    table = one.table(id)
    hands = [["G1", "G2", "G4", "Y1"], *HANDS["cards"][1:]]
    body = {"entry": table.entries[0].number, "value": {"cards": hands}}
    acting.amend(one, id, Request(HOST, "amend", table.version, b""), "correct", body)
    assert tuple(seat[3] for seat in seats(one, id)) == one.table(id).state.totals != (3, 3, 2)
    assert ended(one, id) == "2020-01-01T00:00:00+00:00" and all(seat[4] for seat in seats(one, id))


def test_sessions_come_by_the_day_they_began_and_page_by_page(one):
    ids = [open_table(one) for _ in range(search.PAGE + 2)]
    acting.enter(one, ids[0], END)
    found, more = search.find_sessions(one.store.rows, HOST, SessionFilter())
    rest, end = search.find_sessions(one.store.rows, HOST, SessionFilter(), more)
    assert len(found) == search.PAGE and sorted(row.session for row in found + rest) == sorted(ids) and not end
    assert [row.made for row in found + rest] == sorted((row.made for row in found + rest), reverse=True)
    assert [row.session for row in found + rest if not row.is_running] == [ids[0]]
    one.store.write(lambda db: db.execute("UPDATE members SET at = '2030' WHERE session = ?", [ids[3]]))
    assert search.find_sessions(one.store.rows, HOST, SessionFilter())[0][0].session == ids[3]


def test_a_search_of_some_tables_at_a_time_leaves_none_out(one, monkeypatch):
    ids = [open_table(one, "Ann", "Zoë" if number % 3 else "Ben") for number in range(search.PAGE + 20)]
    with_zoe = {id for number, id in enumerate(ids) if number % 3}
    monkeypatch.setattr(search, "_SEARCHED", 3)
    for wanted in (SessionFilter((Word("zo"),)), SessionFilter(player="zoë")):
        assert search.count_sessions(one.store.rows, HOST, wanted) == len(with_zoe)
        found, more = search.find_sessions(one.store.rows, HOST, wanted)
        rest, end = search.find_sessions(one.store.rows, HOST, wanted, more)
        assert len(found) == search.PAGE and not end
        assert {row.session for row in found + rest} == with_zoe and len(found + rest) == len(with_zoe)
    days = SessionFilter((Word("zo"),), since="2030", until="2031")
    assert search.count_sessions(one.store.rows, HOST, days) == 0
    one.store.write(lambda db: db.execute("UPDATE members SET at = '2030' WHERE session = ?", [ids[1]]))
    assert [row.session for row in search.find_sessions(one.store.rows, HOST, days)[0]] == [ids[1]]


def test_a_name_that_changes_is_no_conflict_and_no_result(one):
    id = open_table(one)
    acting.enter(one, id, HANDS)
    player_edits.rename(one, HOST, "ann", "Anna")
    one.enter(id, Request(HOST, "late", 1, b""), Whole(END))
    assert seats(one, id)[0] == ("Anna", "anna", 1, 3, 1)
    player_edits.rename(one, HOST, "anna", "Ann")
    assert seats(one, id)[0] == ("Ann", "ann", 1, 3, 1) and ended(one, id)
    undo(one, id)
    table = one.table(id)
    assert table and len(table.entries) == 1


def test_another_process_reads_the_names_of_now(one, opened):
    id, elsewhere = open_table(one), opened()
    acting.enter(elsewhere, id, HANDS)
    assert names(elsewhere, id) == ("Ann", "Ben", "Cleo") == names(one, id)
    player_edits.rename(one, HOST, "ben", "小雯")
    acting.enter(elsewhere, id, END)
    assert names(elsewhere, id) == ("Ann", "小雯", "Cleo") == names(one, id) == names(opened(), id)
    table = elsewhere.table(id)
    assert table.state.setup.players[1] == "小雯" and table.state.totals == (3, 3, 2)


def test_a_deleted_name_is_nobody(one):
    id, other = open_table(one, "Ann", "Player 1"), open_table(one, "Cleo", "Ann")
    acting.enter(one, id, HANDS_OF_TWO, END)
    player_edits.forget(one, HOST, "ann", lambda seat: f"Player {seat + 1}")
    assert names(one, id) == ("Player 1*", "Player 1") and names(one, other) == ("Cleo", "Player 2")
    assert seats(one, id)[0] == ("Player 1*", None, 1, 3, 1)
    assert [player.name for player in queries.list_players(one.store.rows, HOST, 0, 30)] == ["Player 1", "Cleo"]
    assert one.store.recent_names(HOST) == ["Cleo", "Player 1"]
    assert [game.names for game in search.finished_games(one.store.rows, [id])] == [("", "Player 1")]
    again = one.rematch(id, Request(HOST, "again", 3, b""))
    assert seats(one, again)[0][:2] == ("Player 1*", None)


def test_figures_of_before_are_counted_when_they_are_needed(one):
    id = open_table(one)
    acting.enter(one, id, HANDS, END)
    figures = [game.figures for game in search.finished_games(one.store.rows, [id])]

    def count():
        return player_stats(search.finished_games(one.store.rows, [id]), "ann")

    assert count().uncounted == []
    one.store.write(lambda db: db.execute("UPDATE seats SET figures = NULL"))
    assert count().uncounted == [id]
    one.store.store_figures(id, 1, figures[0])
    assert count().uncounted == [id], "counted on what no longer stands"
    assert player_edits.with_figures(one, count).uncounted == []
    assert [game.figures for game in search.finished_games(one.store.rows, [id])] == figures


def bytes_of(folder):
    return b"".join(path.read_bytes() for path in folder.glob("c.sqlite*"))


@pytest.mark.parametrize("what", ["name", "games", "session"])
@pytest.mark.sqlite
def test_what_is_deleted_is_out_of_the_files(one, tmp_path, what):
    # Enough that rows are moved to other pages, and all in the file before the secret goes.
    ids = [open_table(one, "Ann", *((SECRET, FELLOW) if number % 9 == 4 else ("Ben",))) for number in range(60)]
    acting.enter(one, ids[4], HANDS, END)
    player_edits.rename(one, HOST, "ann", f"Anna {SECRET}")
    player_edits.rename(one, HOST, f"anna {SECRET.lower()}", "Ann")
    one.store.database._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert SECRET.encode() in bytes_of(tmp_path) and FELLOW.encode() in bytes_of(tmp_path)
    if what == "name":
        player_edits.forget(one, HOST, SECRET.lower(), lambda seat: f"Player {seat + 1}")
    elif what == "games":
        player_edits.delete_games(one, HOST, SECRET.lower())
        assert [one.table(id) for id in ids[4::9]] == [None] * len(ids[4::9])
    else:
        for id in ids[4::9]:
            one.deletion.delete(id)
    one.store.maintenance.purge()
    left = bytes_of(tmp_path).lower()
    assert SECRET.lower().encode() not in left and ids[0].lower().encode() in left
    assert (FELLOW.lower().encode() in left) == (what == "name")
