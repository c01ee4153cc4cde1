"""Plays come in as finished tables: once each, in whole steps, stopped and taken up again."""

import io
import json
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.features.groups import rows as group_rows
from companion.features.groups.edits import make_group, put_sessions
from companion.features.groups.rows import MEMBER, add_group_phone, games_in
from companion.features.history import rows as queries
from companion.features.history.figures import player_stats
from companion.features.history.rows import SessionFilter, games_of_player
from companion.features.history.search import find_sessions, finished_games
from companion.features.past import rows as past_imports, runner as running
from companion.features.past.importing import take_file
from companion.features.past.rows import DONE, RUNNING, STOPPED
from companion.features.past.runner import PastRunner
from companion.features.takeout.export_lines import lines
from companion.features.takeout.importing import Export, import_data
from companion.games import all_games
from companion.storage.error_messages import StoreError
from companion.storage.records import now
from tests.support.past_plays import export, game, many_plays, play, score, service_of
from tests.support.tries import QUICK

TOKEN, GROUP = b"p" * 32, "g" * 12
GAMES = {str(one.title).casefold(): key for key, one in all_games().items()}
BOARD = [game(1, "Azul", bggId=230802), game(2, "Wingspan"), game(3, "Pandemic", cooperative=True, noPoints=True)]
PAIR = [play(1, 1, score(1, 30, winner=True), score(2, 20)), play(2, 2, score(1, 5), score(2, 9, winner=True))]


def take(store, content, token=TOKEN):
    job = take_file(service_of(store), io.BytesIO(content), "plays.json", token, GAMES)
    return find(store, job, token)


def find(store, job, token=TOKEN):
    return past_imports.find_import(store.rows, store.phone_and_role(token, "")[0] or 0, job)


def bring(store, content, token=TOKEN):
    job = take(store, content, token)
    run(store, job)
    return find(store, job.id, token)


def run(store, job, group=""):
    """Import what waits of a file that was taken."""
    runner = PastRunner(service_of(store))
    store.write(lambda db: past_imports.choose_group(db, job.id, group), "x")
    runner.start(job)
    runner.wait()


def friday(store, phone):
    make_group(store, GROUP, "Friday", ["Ann", "Ben"], phone, None)
    return GROUP


def stats_of(store, phone, key):
    return player_stats(finished_games(store.rows, games_of_player(store.rows, phone, key)), key)


def counts(store):
    """How many sessions, entries and marks there are, and how many of them are distinct."""
    sql = (
        "SELECT (SELECT count(*) FROM sessions) AS a, (SELECT count(*) FROM events WHERE kind = 'entry') AS b,"
        " (SELECT count(*) FROM past_marks) AS c, (SELECT count(DISTINCT session) FROM past_marks) AS d"
    )
    return tuple(store.rows(sql)[0].values())


def test_they_count_in_the_statistics_of_their_players(store):
    lost = play(3, 3, score(1), score(2))
    phone = bring(store, export(["Ann", "Ben"], BOARD, [*PAIR, lost])).phone
    found = queries.find_player(store.rows, phone, "ann")
    assert found and (found.games, found.won) == (3, 1)
    stats = stats_of(store, phone, "ann")
    assert (stats.totals_only, stats.row.contests, stats.row.wins) == (3, 2, 1)
    azul = next(one for one in stats.by_game if one.game == "azul")
    assert (azul.best.value, azul.played, azul.rows["ann"].unscored) == (30, 1, 0)
    pandemic = next(row for one in stats.by_game for row in one.rows.values() if row.unscored)
    assert (pandemic.games, pandemic.scored, pandemic.contests) == (1, 0, 0)


def test_a_play_that_is_here_is_not_doubled(store):
    content = export(["Ann", "Ben"], BOARD, PAIR)
    bring(store, content)
    again = take(store, content)
    assert (again.plays, again.known, again.waiting) == (2, 2, 0)
    other = export(["Ann", "Ben"], BOARD, [play(9, 1, score(1, 3), score(2, 1))])
    first, second = take(store, other), take(store, other)
    for job in (first, second):  # both were looked at before either was imported
        run(store, job)
    assert find(store, second.id).known == 1
    assert counts(store) == (3, 3, 3, 3)


def test_a_play_that_is_twice_in_a_file_is_left_out_once(store):
    job = take(store, export(["Ann", "Ben"], BOARD, [*PAIR, PAIR[0]]))
    assert (job.waiting, job.known, job.left_out) == (2, 0, 1)
    assert [row.reason for row in past_imports.plays_of(store.rows, job.id, 0, 9, is_left_out=True)] == [
        {"why": "again"}
    ]


def test_what_is_written_about_a_play_is_found_at_its_table(sessions, store):
    one = play(1, 2, score(1, 3, startPlayer=True), score(2, 4), comments="Close.", expansionPlays=[{"gameRefId": 1}])
    phone = bring(store, export(["Ann", "Ben"], BOARD, [one])).phone
    found, _ = find_sessions(store.rows, phone, SessionFilter(named="azul"))
    table = sessions.table(found[0].session)
    assert table and (table.kept["note"][0].note, table.kept["note"][0].place) == ("Close.", "Home")
    assert [draw.seats for draw in table.draws.values()] == [(0,)]


def test_long_titles_that_begin_alike_stay_two_games(store):
    long = "A game with a title that goes on and on, part "
    plays = [play(number, number, score(1, 3), score(2, 4)) for number in (1, 2)]
    phone = bring(store, export(["Ann", "Ben"], [game(1, long + "one"), game(2, long + "two")], plays)).phone
    rows, _ = find_sessions(store.rows, phone, SessionFilter())
    assert len({str(row.game.title) for row in rows}) == 2


def test_a_long_expansion_is_named_without_its_game(sessions, store):
    games = [game(1, "Marvel Champions: The Card Game"), game(2, "Marvel Champions: The Card Game – The Green Goblin")]
    one = play(1, 1, score(1, 3), score(2, 4), expansionPlays=[{"gameRefId": 2}])
    phone = bring(store, export(["Ann", "Ben"], games, [one])).phone
    found, _ = find_sessions(store.rows, phone, SessionFilter())
    assert [*sessions.table(found[0].session).kept["note"][0].expansions] == ["The Green Goblin"]


def test_plays_without_points_count_with_the_others_of_their_game(store):
    plays = [
        *(play(1, 2, score(1, 3, winner=True), score(2, 4), scoringSetting=2), PAIR[0]),
        play(2, 2, score(1, winner=True), score(2)),
    ]
    phone = bring(store, export(["Ann", "Ben"], BOARD, plays)).phone
    rows, _ = find_sessions(store.rows, phone, SessionFilter())
    assert [row.game.lowest_wins for row in rows if row.game.key == "open"] == [True, True]


def test_what_is_deleted_may_come_again(sessions, store):
    content = export(["Ann", "Ben"], BOARD, PAIR)
    phone = bring(store, content).phone
    rows, _ = find_sessions(store.rows, phone, SessionFilter())
    sessions.deletion.delete(rows[0].session)
    assert bring(store, content).done == 1


def test_each_phone_has_its_own(store):
    content = export(["Ann", "Ben"], BOARD, PAIR)
    assert [bring(store, content, token).done for token in (TOKEN, b"q" * 32)] == [2, 2]


def test_a_play_that_two_phones_bring_is_in_a_group_once(store):
    content = export(["Ann", "Ben"], BOARD, PAIR)
    first, second = take(store, content), take(store, content, b"q" * 32)
    group = friday(store, first.phone)
    store.write(lambda db: add_group_phone(db, group, second.phone, MEMBER, now()), "x")
    for job in (first, second):
        run(store, job, group)
    assert counts(store)[0] == 4 and len(games_in(store.rows, group)) == 2


def test_a_full_group_takes_no_more_and_the_others_come_in(store, monkeypatch):
    monkeypatch.setattr(group_rows, "MOST_SESSIONS", 1)
    job = take(store, export(["Ann", "Ben"], BOARD, PAIR))
    run(store, job, friday(store, job.phone))
    assert find(store, job.id).done == 2 and len(games_in(store.rows, GROUP)) == 1


def test_a_group_shows_no_replay_of_them(store):
    phone = bring(store, export(["Ann", "Ben"], BOARD, PAIR)).phone
    rows, _ = find_sessions(store.rows, phone, SessionFilter())
    assert put_sessions(store, friday(store, phone), [row.session for row in rows], phone, replay=True) == 2
    assert not any(group_rows.shows_replay(store.rows, GROUP, row.session) for row in rows)


def test_nobody_in_particular_has_no_name(store):
    people = ["Ann", "Anonymous player"]
    one = play(1, 2, score(1, 3), score(2, 4, winner=True), score(2, 1))
    done = bring(store, export(people, BOARD, [one]))
    rows, _ = find_sessions(store.rows, done.phone, SessionFilter())
    assert rows[0].keys == ("ann", None, None)


def test_two_players_made_one_are_left_out_of_their_own_game(store):
    job = take(store, export(["Ann", "Anna"], BOARD, PAIR))
    store.write(lambda db: past_imports.name_player(db, job.id, 1, "ann"), "x")
    run(store, job)
    left = past_imports.plays_of(store.rows, job.id, 0, 9, is_left_out=True)
    assert [row.reason and row.reason["why"] for row in left] == ["twice", "twice"]


def test_an_import_is_stopped_and_taken_up_again(store, monkeypatch):
    monkeypatch.setattr(running, "_AT_ONCE", 3)
    job = take(store, many_plays(20))
    write = store.write

    def stop_after_three(change, name=None):
        made = write(change, name)
        if find(store, job.id).done:
            write(lambda db: past_imports.stop_import(db, job.id), name)
        return made

    monkeypatch.setattr(store, "write", stop_after_three)
    run(store, job)
    monkeypatch.setattr(store, "write", write)
    stopped = find(store, job.id)
    assert (stopped.state, stopped.done, stopped.waiting) == (STOPPED, 3, 17)
    run(store, stopped)
    assert find(store, job.id).done == 20 and counts(store) == (20, 20, 20, 20)


def test_an_older_runner_writes_nothing_any_more(sessions, store):
    runner = PastRunner(sessions)
    job = take(store, export(["Ann", "Ben"], BOARD, PAIR))
    store.write(lambda db: past_imports.start_import(db, job.id, "newer", "2026-01-01"), "x")
    assert not runner._import_some(job.id, job.phone, "older", {})
    assert counts(store) == (0, 0, 0, 0) and find(store, job.id).state == RUNNING
    assert find(store, job.id).shown_state == STOPPED, "it makes no progress any more"


def test_a_fault_of_the_database_leaves_no_half_step(store, monkeypatch):
    job = take(store, many_plays(4))

    insert, inserted = running.insert_session, []

    def fail_at_the_third(db, session, *more):
        insert(db, session, *more)
        inserted.append(session)
        if len(inserted) == 3:
            raise StoreError(all_games()["luz"].title)

    monkeypatch.setattr(running, "insert_session", fail_at_the_third)
    run(store, job)
    assert counts(store) == (0, 0, 0, 0) and find(store, job.id).waiting == 4
    monkeypatch.undo()
    run(store, find(store, job.id))
    assert find(store, job.id).done == 4


def test_a_deleted_import_leaves_what_it_brought(store):
    job = bring(store, many_plays(5))
    past_imports.delete_import(store.write, job.id)
    assert past_imports.imports_of(store.rows, job.phone) == [] and counts(store)[0] == 5
    assert store.rows("SELECT * FROM past_players") == []


def test_old_imports_go_with_what_nobody_uses(store):
    bring(store, many_plays(3))
    past_imports.expire(store, "2999-01-01")
    assert store.rows("SELECT * FROM past_imports") == [] and counts(store)[0] == 3


def test_what_was_half_read_when_the_companion_stopped_goes(store):
    job = take(store, many_plays(3))
    store.write(lambda db: db.execute("UPDATE past_imports SET state = 'reading', made = '2026-01-01'"), "x")
    take(store, many_plays(3))
    assert store.rows("SELECT id FROM past_imports WHERE id = ?", [job.id]) == []


def test_a_phone_keeps_few_imports(store):
    made = [take(store, many_plays(1, seed)) for seed in range(12)]
    assert len(past_imports.imports_of(store.rows, made[0].phone)) == 10


def test_out_of_an_instance_and_into_another_they_are_known_again(app, store, tmp_path, serve):
    content = many_plays(6)
    bring(store, content)
    text = "\n".join(lines(store, app.extensions["companion"].key)).encode()
    there = serve(tmp_path / "other.sqlite").extensions["companion"].store
    checked = Export(io.BytesIO(text))
    assert not checked.refused
    import_data(there, checked, lambda *_: None)
    assert counts(there) == (6, 6, 6, 6)
    assert take(there, content).known == 6


POINTS = st.one_of(st.none(), st.integers(-50, 300), st.sampled_from([1.5, 40.5]))


@st.composite
def random_play(draw):
    seats = draw(st.lists(st.integers(1, 8), min_size=1, max_size=7, unique=True))
    scores = [score(seat, "" if (own := draw(POINTS)) is None else own, winner=draw(st.booleans()),
                    team=draw(st.sampled_from(["", "red", "blue"])), rank=draw(st.integers(0, 3)))
              for seat in seats]  # fmt: skip
    number = draw(st.integers(1, 10**9))
    return play(number, draw(st.integers(1, 3)), *scores, usesTeams=draw(st.booleans()))


@pytest.mark.sqlite
@settings(max_examples=5 if QUICK else 15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plays=st.lists(random_play(), min_size=1, max_size=12, unique_by=lambda one: one["uuid"]))
def test_every_play_is_imported_or_told_of(sessions, store, plays):
    token = uuid4().bytes * 2  # a phone of its own for each example
    done = bring(store, export([f"P{number}" for number in range(1, 9)], BOARD, plays), token)
    assert done.state == DONE and done.done + done.left_out == len(plays) and done.waiting == 0
    sql = "SELECT s.id, s.result FROM sessions s JOIN members m ON m.session = s.id WHERE m.phone = ?"
    stored = store.rows(sql, [done.phone])
    assert len(stored) == done.done
    for row in stored:
        table, result = sessions.table(row["id"]), json.loads(row["result"])
        assert table and list(table.standing.totals) == result["totals"]
        assert [list(place) for place in table.standing.ranking] == result["ranking"]
    for number in range(1, 9):
        if found := queries.find_player(store.rows, done.phone, f"p{number}"):
            stats = stats_of(store, done.phone, found.key)
            assert stats.totals_only == found.games and stats.row.wins == found.won
