"""What people do, without the web: each act counts once, and two processes on one file stay right."""

from types import SimpleNamespace

import pytest
from werkzeug.datastructures import MultiDict

from companion import features
from companion.engine import RuleError
from companion.feature import EventKind
from companion.forms.form import Part, Whole
from companion.games import all_games
from companion.storage.records import Event
from companion.table import changes, service, table_loader
from companion.table.amending import options_change
from companion.table.changes import Conflict, Request
from companion.table.table import SessionLog
from tests.support.acting import end, undo
from tests.support.members import add_phone

HANDS = (["G1", "G2", "Y3", "O2"], ["G3", "T3", "Y2", "O3"], ["G2", "B3", "T2", "B1"])  # green: 3, 3 and 2 points
ENTRY = {"cards": [list(hand) for hand in HANDS]}


@pytest.fixture
def one(opened):
    sessions = opened()
    add_phone(sessions.store, b"host")
    return sessions


@pytest.fixture
def id(one):
    return one.openings.open(all_games()["5211"], ["Ann", "Ben", "Cleo"], {}, 1)


def act(key, seen=0, sent=b""):
    return Request(1, key, seen, sent)


def hand(seat):
    return Part(f"hand-{seat}", HANDS[seat])


def enter(sessions, id, seat, key, seen=0):
    return sessions.enter(id, act(key, seen), hand(seat))


def kinds(sessions, id):
    table = sessions.table(id)
    assert table.log.events == sessions.store.events(id)
    return [event.kind for event in table.log.events]


@pytest.mark.sqlite
def test_links_are_stored_as_hashes_only(one, id, tmp_path):
    tokens = {role: one.invites.link_token(one.table(id), role) for role in ("scorer", "viewer")}
    one.store.database._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored = (tmp_path / "c.sqlite").read_bytes()
    assert id.encode() in stored
    for token in tokens.values():
        assert token.encode() not in stored
    assert one.invites.join_by_token(tokens["scorer"], 1) == id


def test_the_same_act_counts_once(one, id):
    for _ in range(3):
        table = enter(one, id, 0, "key")
        assert (table.version, table.draft) == (1, {"hand-0": HANDS[0]})
    with pytest.raises(Conflict) as conflict:
        one.enter(id, act("key", 1, sent=b"other"), hand(1))
    assert [event.act for event in conflict.value.between] == ["key"]
    assert kinds(one, id) == ["part"]


def test_of_two_phones_at_one_hand_the_second_is_told(one, id):
    enter(one, id, 0, "a")
    with pytest.raises(Conflict) as conflict:
        one.enter(id, act("b"), Part("hand-0", HANDS[1]))
    assert [event.act for event in conflict.value.between] == ["a"]
    assert enter(one, id, 1, "c").draft == {"hand-0": HANDS[0], "hand-1": HANDS[1]}, "another hand is in nobody's way"


def test_another_process_sees_what_was_entered(one, opened, id):
    two = opened()
    enter(one, id, 0, "a")
    enter(two, id, 1, "b", seen=1)
    enter(one, id, 2, "c", seen=2)
    for sessions in (one, two, opened()):
        table = sessions.table(id)
        assert table and len(table.played) == 1 and table.state.totals == (3, 3, 2)
        assert kinds(sessions, id) == ["part", "part", "entry"]


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_table_that_was_read_stays_as_it_was_whatever_comes(one, opened, id, is_elsewhere):
    acting = opened() if is_elsewhere else one
    enter(one, id, 0, "a")
    read = one.table(id)
    acting.sit(id, act("seat"), "host", 0, True)
    undo(acting, id, act("undo", 2))
    table = one.table(id)
    assert (table.version, table.claims, table.draft, len(table.log.undone)) == (3, {0: 1}, {}, 1)
    assert (read.version, read.claims, read.draft, len(read.log.undone)) == (1, {}, {"hand-0": HANDS[0]}, 0)


class Overtaken(MultiDict[str, str]):
    """The fields of a hand; while they are read for the first time, somebody else does a job."""

    def __init__(self, seat, job):
        super().__init__([("seat", str(seat)), *(("card", card) for card in HANDS[seat])])
        self.jobs = [job]

    def get(self, name, *options):
        while self.jobs:
            self.jobs.pop()()
        return super().get(name, *options)


def test_an_act_overtaken_on_the_way_to_the_disk_is_decided_again(one, opened, id):
    two = opened()
    table = two.enter(id, act("b"), Overtaken(1, lambda: enter(one, id, 0, "a")))
    assert (table.version, set(table.draft)) == (2, {"hand-0", "hand-1"})
    with pytest.raises(Conflict) as conflict:
        two.enter(id, act("d", 2), Overtaken(2, lambda: enter(one, id, 2, "c", 2)))
    assert [event.kind for event in conflict.value.between] == ["entry"]
    assert kinds(one, id) == kinds(two, id) == ["part", "part", "entry"]


def test_the_same_act_in_two_processes_counts_once(one, opened, id):
    two = opened()
    table = two.enter(id, act("same"), Overtaken(0, lambda: enter(one, id, 0, "same")))
    assert (table.version, table.draft) == (1, {"hand-0": HANDS[0]})
    assert kinds(one, id) == ["part"]


@pytest.mark.parametrize("made", [0, 1])
def test_a_session_deleted_elsewhere_is_gone_here(one, opened, id, made):
    two = opened()
    for seat in range(made):
        enter(two, id, seat, f"key-{seat}", seat)
    with pytest.raises(Conflict) as conflict:
        two.enter(id, act("late", made), Overtaken(2, lambda: one.deletion.delete(id)))
    assert conflict.value.between == ()
    assert two.table(id) is None and two.store.events(id) == []


def test_who_reads_before_the_writer_is_back_counts_nothing_twice(opened):
    there = []
    ids = []

    def run(job):
        made = job()
        for id in ids:
            there[0].table(id)  # another phone asks while the event is on disk and its writer still waits
        return made

    there.append(opened(run=run))
    add_phone(there[0].store, b"host")
    ids.append(there[0].openings.open(all_games()["5211"], ["Ann", "Ben", "Cleo"], {}, 1))
    for seat in range(3):
        enter(there[0], ids[0], seat, f"key-{seat}", seat)
    assert kinds(there[0], ids[0]) == ["part", "part", "entry"]
    table = there[0].table(ids[0])
    assert table and len(table.played) == 1


def test_tables_that_were_put_aside_come_back_as_they_were(one, id, monkeypatch):
    monkeypatch.setattr(table_loader, "MAX_TABLES", 1)
    enter(one, id, 0, "a")
    others = [one.openings.open(all_games()["luz"], ["Ann", "Ben", "Cleo"], {}, 1) for _ in range(3)]
    for other in others:
        assert one.table(other)
    assert len(one.loader.cache) == 1
    assert kinds(one, id) == ["part"]
    enter(one, id, 1, "b", seen=1)
    assert kinds(one, id) == ["part", "part"]


def test_the_result_is_stored_when_the_game_ends(one, id):
    one.enter(id, act("a"), Whole(ENTRY))
    assert (row := one.store.session(id)) and row.result is None
    end(one, id, act("b", 1))
    table, row = one.table(id), one.store.session(id)
    assert table and row and row.result
    assert row.result["totals"] == list(table.state.totals)
    assert row.result["ranking"] == [list(place) for place in table.standing.ranking]
    opened = one.rematch(id, act("c", 2))
    assert (row := one.store.session(id)) and row.result is not None
    undo(one, id, act("d", 3))
    assert (row := one.store.session(id)) and row.result is None
    assert opened == one.table(id).rematch


def test_features_are_told_of_a_result_and_of_what_takes_it_back(one, id, monkeypatch):
    told = []
    feature = SimpleNamespace(result_stored=lambda tables, session: told.append(tables.row(session).result is not None))
    monkeypatch.setattr(service, "all_features", lambda: [feature])
    one.enter(id, act("a"), Whole(ENTRY))
    assert told == []
    end(one, id, act("b", 1))
    undo(one, id, act("c", 2))
    assert told == [True, False]


def test_a_result_has_the_options_that_were_changed_and_no_others(one):
    id = one.openings.open(all_games()["open"], ["Ann", "Ben", "Cleo"], {}, 1)
    one.act(id, act("a"), lambda table: options_change(table, {"halves": True}))
    one.enter(id, act("b", 1), Whole({"round": [1, 2, 3]}))
    end(one, id, act("c", 2))
    assert one.row(id).result["options"] == {"halves": True}


def test_what_follows_from_an_entry_follows_from_no_part_of_it(one, id, monkeypatch):
    count = EventKind("count", lambda kept, event: (kept or 0) + 1, str, follows=lambda *_: {"auto": True})
    monkeypatch.setattr(features, "event_kinds", lambda: {"count": count})
    one.store.append(id, Event(1, "begins", b"", "count", {}, 1, "2026-11-30T12:00:00+00:00"))
    for seat in range(3):
        enter(one, id, seat, f"key-{seat}", seat + 1)
    assert kinds(one, id) == ["count", "part", "part", "entry", "count"] and one.table(id).kept == {"count": 2}


def test_a_viewer_becomes_a_scorer_by_the_link_to_keep_score(one, id):
    tokens = {role: one.invites.link_token(one.table(id), role) for role in ("viewer", "scorer")}
    roles = []
    for role in ("viewer", "scorer", "viewer"):
        one.invites.join_by_token(tokens[role], b"other")
        roles.append(one.store.phone_and_role(b"other", id)[1])
    assert roles == ["viewer", "scorer", "scorer"]


def test_acts_on_a_session_that_never_was(one):
    with pytest.raises(Conflict):
        enter(one, "nowhere", 0, "key")
    assert one.table("nowhere") is None


def test_a_session_takes_so_many_acts_and_can_still_be_ended(one, id, monkeypatch):
    monkeypatch.setattr(changes, "MAX_EVENTS", 4)
    one.sit(id, act("seat"), "host", 0, True)
    for key in ("part", "undo", "redo"):
        seen = one.store.versions([id])[id]
        if key == "part":
            enter(one, id, 0, key, seen)
        else:
            undo(one, id, act(key, seen), key)
    for refused in (lambda: enter(one, id, 1, "more", 4), lambda: undo(one, id, act("more", 4))):
        with pytest.raises(RuleError, match="has its 4 acts and takes no more"):
            refused()
    one.sit(id, act("up"), "host", 0, False)
    end(one, id, act("end", 5))
    assert one.rematch(id, act("again", 6)) and kinds(one, id)[4:] == ["seat", "entry", "rematch"]


def test_acts_of_features_that_are_not_here_take_no_room(one, id, monkeypatch):
    monkeypatch.setattr(changes, "MAX_EVENTS", 4)
    for number in range(1, 5):
        one.store.append(id, Event(number, f"gone-{number}", b"", "gone", {}, 1, "2026-11-30T12:00:00+00:00"))
    assert kinds(one, enter(one, id, 0, "key", 4).id) == ["gone"] * 4 + ["part"]


def test_all_that_follows_an_entry_by_itself_belongs_to_it():
    kinds = ("draw", {}), ("entry", {}), ("clock", {"auto": True}), ("cards", {"auto": True}), ("clock", {})
    log = SessionLog([Event(n, f"key {n}", b"", *kind, 1, "2026-11-20") for n, kind in enumerate(kinds, 1)])
    assert [event.number for event in log.with_following(log.events[1])] == [2, 3, 4]
    assert [event.number for event in log.latest] == [5]
    assert [event.number for event in SessionLog(log.events[:4]).latest] == [2, 3, 4]
    assert SessionLog().latest == []
