"""What is kept of a phone's games beside the games themselves is always what these would give."""

from contextlib import suppress
from io import BytesIO
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.engine import RuleError
from companion.features.history import edits as player_edits, rows as queries, search
from companion.features.history.rows import SessionFilter, Word
from companion.features.takeout.export_lines import lines
from companion.features.takeout.importing import Export, import_data
from companion.games import all_games
from companion.live.live import Live
from companion.scoring.scoresheet import END, read_setup
from companion.storage.records import Update
from companion.storage.rows import session_rows
from companion.storage.store import COUNTING, count_missed
from companion.table.changes import Conflict, Request
from companion.table.service import Tables
from tests.support.acting import amend, enter, undo
from tests.support.members import add_phone, join
from tests.support.stores import open_store

NAMES = ("Ann", "Ben", "Cleo", "Dan")
HANDS = ("G1 G2 Y3 O2", "G3 T3 Y2 O3", "G2 B3 T2 B1", "Y1 Y6 O6 B6")
SAT = (
    "SELECT m.phone, t.key, m.at, m.session, t.seat, t.place, m.role = 'host' AS hosts FROM members m"
    " JOIN seats t ON t.session = m.session WHERE t.key IS NOT NULL ORDER BY 1, 2, 3, 4, 5"
)
MET = (
    "SELECT phone, key, count(*) AS sessions, count(place) AS games,"
    " coalesce(sum(CASE WHEN place = 1 THEN 1 END), 0) AS won"
    " FROM sat GROUP BY phone, key ORDER BY 1, 2"
)


@pytest.fixture
def one(tmp_path):
    """Sessions with three phones."""
    store = open_store(tmp_path / "c.sqlite")
    for token in (b"1", b"2", b"3"):
        add_phone(store, token * 32)
    yield Tables(store, Live(lambda session, audience: {}), b"k" * 32)
    store.close()


def check(one):
    """All that is kept is what the games give."""
    rows = one.store.rows
    sat = "SELECT phone, key, at, session, seat, place, hosts FROM sat ORDER BY 1, 2, 3, 4, 5"
    assert rows(sat) == rows(SAT)
    assert rows("SELECT phone, key, sessions, games, won FROM met ORDER BY 1, 2") == rows(MET)
    assert all(row["latest"] for row in rows("SELECT max(s.id) = m.latest AS latest FROM met m JOIN sat s"
                                             " USING (phone, key) GROUP BY m.phone, m.key"))  # fmt: skip


def change(one, id, sql, *values):
    """Change members or seats of a session in a way in which no page does it."""
    one.store.write(lambda db: (db.execute(sql, values), db.derive(Update("people", [id]))))


def act(one, id, do):
    table = one.table(id)
    host = next(iter(one.store.members(id)))
    do(Request(host, f"key-{table.version}", table.version, b""))


def opened(one, names=NAMES[:3], phone=1):
    return one.openings.open(all_games()["5211"], names, {}, phone)


def over(one, day, minute=0, **options):
    """A game that began on a day of November; no two begin at once."""
    id = opened(one, **options)
    enter(one, id, {"cards": [cards.split() for cards in HANDS[:3]]}, END)
    moment = f"2026-11-{day:02d}T20:{minute:02d}:00+00:00"
    one.store.write(lambda db: db.execute("UPDATE sessions SET made = ? WHERE id = ?", [moment, id]))
    change(one, id, "UPDATE members SET at = ? WHERE session = ?", moment, id)
    return id


def _undo(one, ids):
    act(one, ids[1], lambda act: undo(one, ids[1], act))


def _correct(one, ids):
    value = {"cards": [cards.split() for cards in (HANDS[3], *HANDS[1:3])]}
    act(one, ids[1], lambda act: amend(one, ids[1], act, "correct", {"entry": 1, "value": value}))


CHANGES = {
    "undone": _undo,
    "corrected": _correct,
    "deleted": lambda one, ids: one.deletion.delete(ids[1]),
    "joined": lambda one, ids: join(one.store, ids[-1], 1, "viewer"),
    "left": lambda one, ids: change(one, ids[1], "DELETE FROM members WHERE session = ? AND phone = 1", ids[1]),
    "handed over": lambda one, ids: change(
        one, ids[1], "UPDATE members SET phone = 3 WHERE session = ? AND role = 'host'", ids[1]
    ),
    "an opponent renamed": lambda one, ids: player_edits.rename(one, 1, "ben", "Bea"),
    "an opponent written otherwise": lambda one, ids: player_edits.rename(one, 1, "ben", "BEN"),
    "an opponent forgotten": lambda one, ids: player_edits.forget(one, 1, "ben", lambda seat: f"Player {seat + 1}"),
    "the games of an opponent deleted": lambda one, ids: player_edits.delete_games(one, 1, "cleo"),
    "a seat put in": lambda one, ids: change(
        one, ids[1], "INSERT INTO seats VALUES (?, 3, 'Dan', 'dan', 4, 0, '{}')", ids[1]
    ),
    "a seat taken out": lambda one, ids: change(
        one, ids[1], "DELETE FROM seats WHERE session = ? AND seat = 2", ids[1]
    ),
    "figures counted": lambda one, ids: player_edits.store_figures(one, ids[1]),
    "counted once the folder of the history is back": lambda one, ids: (
        one.store.maintenance.set_instance_value(COUNTING, "[]"),
        one.store.write(lambda db: db.execute("UPDATE seats SET place = 1 WHERE session = ?", [ids[0]])),
        one.store.write(lambda db: db.execute("DELETE FROM members WHERE session = ?", [ids[1]])),
        count_missed(one.store),
    )[-1],
    "opened again, the clock having been set back": lambda one, ids: (
        one.store.write(lambda db: db.execute("UPDATE sessions SET made = '2030' WHERE id = ?", [ids[1]])),
        _undo(one, ids),
    )[1],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_an_older_game_changes_what_is_kept(one, change):
    ids = [over(one, 1), over(one, 2), over(one, 3), over(one, 1, phone=2)]
    check(one)
    CHANGES[change](one, ids)
    check(one)


def test_a_phone_that_is_sent_away_has_met_nobody_there(one):
    id = over(one, 1)
    join(one.store, id, 2, "viewer")
    check(one)
    assert queries.find_player(one.store.rows, 2, "ann")
    assert one.store.write(lambda db: session_rows.renew_links(db, id, 0, {}, 1), id) == {2}
    check(one)
    assert queries.find_player(one.store.rows, 2, "ann") is None


def test_all_tables_that_are_opened_together_are_counted(one):
    game = all_games()["5211"]
    setups = [read_setup(game, [*names], {}) for names in (NAMES[:2], NAMES[2:])]
    new = [session_rows.with_host(one.openings.new_session(game, setup, {}), 1) for setup in setups]
    one.store.write(lambda db: session_rows.open_session(db, *new))
    check(one)
    assert all(queries.find_player(one.store.rows, 1, name.lower()) for name in NAMES)


NUMBERS = count()


def import_copies(one, ids, random):
    """Import all sessions under other ids, as if they came from another instance."""
    if len(ids) < 5:
        export = "".join(f"{line}\n" for line in lines(one.store, b"k" * 32))
        copies = {id: f"copy-{next(NUMBERS)}" for id in ids}
        for id, copy in copies.items():
            export = export.replace(f'"{id}"', f'"{copy}"')
        import_data(one.store, Export(BytesIO(export.encode())), lambda *_: None)
        ids += copies.values()


def delete_games(one, ids, random):
    if len(ids) > 3:
        player_edits.delete_games(one, random.randint(1, 3), random.choice(["ben", "dan"]))
        ids[:] = [id for id in ids if one.table(id)] or [over(one, 5)]


def renew_links(one, ids, random):
    id = random.choice(ids)
    generation, host = one.store.generations([id])[id], next(iter(one.store.members(id)))
    one.store.write(lambda db: session_rows.renew_links(db, id, generation, {}, host), id)


ACTS = {
    "another game": lambda one, ids, random: ids.append(
        over(one, random.randint(1, 28), 1 + next(NUMBERS) % 59, phone=random.randint(1, 3))
    ),
    "another table": lambda one, ids, random: ids.append(
        opened(one, tuple(random.sample(NAMES, 3)), random.randint(1, 3))
    ),
    "end": lambda one, ids, random: enter(one, random.choice(ids), END),
    "undo": lambda one, ids, random: _undo(one, ["", random.choice(ids)]),
    "join": lambda one, ids, random: join(
        one.store, random.choice(ids), random.randint(1, 3), random.choice(("viewer", "scorer"))
    ),
    "rename": lambda one, ids, random: player_edits.rename(
        one, random.randint(1, 3), *random.sample(["ann", "ben", "eve", "dan"], 2)
    ),
    "forget": lambda one, ids, random: player_edits.forget(
        one, random.randint(1, 3), random.choice(["ann", "cleo"]), lambda seat: f"{seat}"
    ),
    "delete": lambda one, ids, random: len(ids) > 3 and one.deletion.delete(ids.pop(random.randrange(len(ids)))),
    "delete games": delete_games,
    "renew links": renew_links,
    "import copies": import_copies,
}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.sampled_from([*ACTS]), st.randoms()), min_size=1, max_size=12))
def test_whatever_is_done_leaves_what_is_kept_right(one, steps):
    for row in one.store.rows("SELECT id FROM sessions WHERE deleted IS NULL"):
        one.deletion.delete(row["id"])
    assert [one.store.rows(f"SELECT * FROM {table}") for table in ("sat", "met")] == [[], []]
    ids = [over(one, 5)]
    for step, random in steps:
        with suppress(player_edits.MergeConflict, RuleError, Conflict):
            ACTS[step](one, ids, random)
        check(one)


@pytest.mark.parametrize(("hosted", "phones"), [(2, 2), (3, None)])
def test_of_many_games_only_the_latest_are_looked_through(one, monkeypatch, hosted, phones):
    monkeypatch.setattr(queries, "MAX_EXAMINED", 3)
    ids = [over(one, day) for day in range(1, hosted + 1)]
    join(one.store, ids[0], 2, "viewer")
    assert queries.change_scope(one.store.rows, 1, "ann") == {"hosted": hosted, "elsewhere": 0}
    assert queries.deletion_impact(one.store.rows, 1, "ann") == {"phones": phones, "others": ["Ben", "Cleo"]}


def test_the_latest_name_is_told(one):
    opened(one, ("Ann", "Ben"))
    last = opened(one, ("ANN", "Ben"))
    assert [player.name for player in queries.list_players(one.store.rows, 1, 0, 30)] == ["ANN", "Ben"]
    one.deletion.delete(last)
    assert [player.name for player in queries.list_players(one.store.rows, 1, 0, 30)] == ["Ann", "Ben"]


@pytest.mark.sqlite
def test_no_page_of_a_phone_looks_at_what_others_play(one, monkeypatch):
    """No whole table is read, nor an index from its beginning."""
    over(one, 1)
    plans = []
    rows = one.store.rows

    def spied(sql, values=()):
        plans.extend(row["detail"] for row in rows(f"EXPLAIN QUERY PLAN {sql}", values))
        return rows(sql, values)

    store = one.store
    monkeypatch.setattr(store, "rows", spied)
    wanted = SessionFilter((Word("a", ("luz",)),), "5211", "2026", "2027", "ann")
    for ask in (
        lambda: search.find_sessions(store.rows, 1, wanted, "2026-12|x"),
        lambda: search.count_sessions(store.rows, 1, wanted),
        lambda: search.count_sessions(store.rows, 1, SessionFilter()),
        lambda: list(search.finished_sessions(store.rows, 1)),
        lambda: queries.list_players(store.rows, 1, 0, 30),
        lambda: queries.find_player(store.rows, 1, "ann"),
        lambda: queries.change_scope(store.rows, 1, "ann"),
        lambda: queries.deletion_impact(store.rows, 1, "ann"),
        lambda: queries.shared_sessions(store.rows, 1, "ann", "ben"),
        lambda: queries.mark_of_games(store.rows, 1, "ann"),
        lambda: list(search.finished_games(store.rows, queries.games_of_player(store.rows, 1, "ann"))),
        lambda: store.sessions_of(1),
        lambda: store.recent_names(1),
    ):
        ask()
    scans = [plan for plan in plans if plan.startswith("SCAN")]
    # Each is a part of a query with a LIMIT.
    bounded = {"h", "latest", "played", "named", "(subquery-4)", "CONSTANT ROW"}
    assert {plan.removeprefix("SCAN ") for plan in scans} <= bounded, scans
    assert not [plan for plan in plans if "AUTOMATIC" in plan]
