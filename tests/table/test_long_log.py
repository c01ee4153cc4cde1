"""Any log, read in one go or act by act, comes to the same as the simplest replay; and long ones stay cheap."""

import secrets
import tracemalloc
from types import SimpleNamespace

import pytest
from hypothesis import given, settings, strategies as st

from companion.engine import RuleError
from companion.engine.pause import pausing
from companion.games import all_games
from companion.scoring.scoresheet import END, play, read_setup
from companion.storage.records import Event, SessionRow
from companion.table import changes, table_loader
from companion.table.amending import amendment
from companion.table.changes import Change, Request, check_capacity, state_after
from companion.table.table import AMENDING, new_table
from companion.table.table_loader import TableCache
from companion.table.visible_log import points_of
from tests.support.acting import amend, end, undo
from tests.support.files import example
from tests.support.members import add_phone
from tests.support.tries import tries
from tests.table.test_amending import log_of


class Naive:
    """What a log comes to: entries with the events that brought them in, the draft, what undo and redo offer."""

    def __init__(self, game, setup, log):
        self.game, self.setup = game, setup
        self.done = []
        self.undone = []
        self.points = {}
        self.entries = []
        self.draft = {}
        self.played = []
        for event in log:
            self.take_in(event)

    def take_in(self, event):
        if event.kind in ("rematch", "seat", "names"):
            return
        if event.kind == "undo":
            self.undone.append(self.done.pop())
        elif event.kind == "redo":
            self.done.append(self.undone.pop())
        else:
            self.done.append(event)
            self.undone.clear()
        before, self.played = self.played, []
        self.stand()
        if event.kind not in ("undo", "redo"):
            self.points[event.number] = self.changed(event, before)

    def stand(self):
        """Every act that stands, from the first one on; and every entry played."""
        self.entries, self.draft = [], {}
        for event in self.done:
            if event.kind == "part":
                self.draft = {**self.draft, event.body["slot"]: event.body["value"]}
            elif event.kind == "entry":
                self.entries, self.draft = [*self.entries, (event.number, event.body)], {}
            else:
                self.entries = self.amended(event)
        state = self.game.engine.start(self.setup)
        for _, body in self.entries:
            self.played.append(play(self.game, state, body))
            state = self.played[-1].state

    def amended(self, event):
        body = event.body
        if event.kind == "remove":
            return [entry for entry in self.entries if entry[0] != body["entry"]]
        if event.kind == "correct":
            return [(number, body["value"] if number == body["entry"] else old) for number, old in self.entries]
        made = []
        for number, old in self.entries:
            made += [(event.number, body["value"])] if number == body["before"] else []
            made.append((number, old))
        return made

    def changed(self, event, before):
        """The points of the entry an act is about, before and after it."""
        if event.kind == "part":
            return None, None
        number = event.number if event.kind in ("entry", "insert") else event.body["entry"]
        place = next((place for place, (made, _) in enumerate(self.entries) if made == number), None)
        if place is not None:
            return before[place].points if event.kind == "correct" else None, self.played[place].points
        self.done.pop()
        gone = Naive(self.game, self.setup, self.done)
        self.done.append(event)
        return before[[made for made, _ in gone.entries].index(number)].points, None


AT = "2026-11-20T12:00:00"
SHEETS = {
    name.split("/")[0]: example(name)
    for name in ("luz/whole-game", "5211/four-players", "azul/whole-game-all-bonuses", "ingenious/placements-1-2-4",
                 "salamanca/without-a-board", "open/both-with-number")
}  # fmt: skip
LONG = {"players": ["Ann", "Ben", "Cleo", "Dan"], "options": {}}


def opened(game, sheet):
    found = all_games()[game]
    setup = read_setup(found, sheet["players"], sheet["options"])
    return new_table(SessionRow("s", game, sheet, AT, None, 0), found, setup)


def event(number, kind, body):
    return Event(number, f"key-{number}", b"", kind, body, 1, AT)


def tried(table, act, bodies):
    """Do an act, if it can stand; its numbers say which entry it is about and what it puts there."""
    kind, which, what = act
    body = bodies[what % len(bodies)]
    number = table.entries[which % len(table.entries)].number if table.entries else 0
    if kind in ("correct", "remove", "insert"):
        body = {"before" if kind == "insert" else "entry": number, **({"value": body} if kind != "remove" else {})}
    elif kind == "part":
        body = {"slot": f"part-{which % 3}", "value": what}
    elif kind == "seat":
        body = {"seat": which % 2, "taken": True}
    elif kind in ("undo", "redo"):
        target = table.log.target("undo") if kind == "undo" else table.log.target("redo")
        body = target and {"event": target.number}
    elif len(table.entries) < len(bodies) - 1 and what % 3:  # mostly the entry that comes next in the example
        body = bodies[len(table.entries)]
    if body is not None:
        made = event(table.version + 1, kind, body)
        try:
            table.catch_up([made])
        except RuleError:
            with pytest.raises((RuleError, ValueError)):  # where there is no such entry
                Naive(table.game, table.setup, [*table.log.events, made])


KINDS = ("entry", "entry", "entry", "part", "correct", "remove", "insert", "undo", "undo", "redo", "seat")
ACTS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 9), st.integers(0, 9)), max_size=40)


def agrees(table, naive):
    """All that a table is asked for."""
    assert [(line.number, line.body) for line in table.entries] == naive.entries
    assert list(table.draft.items()) == list(naive.draft.items())
    assert table.played == naive.played and table.states[1:] == [one.state for one in naive.played]
    assert table.log.done == naive.done and table.log.undone == naive.undone
    assert table.log.target("undo") == (naive.done[-1] if naive.done else None)
    assert table.log.target("redo") == (naive.undone[-1] if naive.undone else None)
    count = table.version
    for first, last in ((1, count), (count // 2 + 1, count), (count, count)):
        points = points_of(table, max(first, 1), last)
        shown = [number for number in naive.points if first <= number <= last]
        assert [points[number] for number in shown] == [naive.points[number] for number in shown]
        table.points.clear()


@pytest.mark.parametrize("game", SHEETS)
@settings(max_examples=tries(60))
@given(acts=ACTS)
def test_any_log_comes_to_the_same_as_the_simplest_replay(game, acts):
    sheet = SHEETS[game]
    table = opened(game, sheet)
    for act in acts:
        tried(table, act, [*sheet["entries"], END])
    naive = Naive(table.game, table.setup, table.log.events)
    live = dict(table.points)
    assert {number: live[number] for number in naive.points} == naive.points
    agrees(table, naive)
    read = opened(game, sheet)
    read.load(table.log.events)
    agrees(read, naive)
    events = [one for one in table.log.events if one.kind in ("entry", *AMENDING)]
    assert [log_of(read).describe(one) for one in events] == [log_of(table).describe(one) for one in events]
    assert read.claims == table.claims


def round_of(number):
    """A round of Azul without a tile, of which a game can have any number."""
    tiling = [{"tiles": [], "floor": (number + seat) % 3} for seat in range(4)]
    tiling[number % 4]["floor"] = 1 + number % 3
    return {"tiling": tiling, "first": number % 4}


def long_log(entries, corrections):
    """A log of which every correction is of another entry than the last."""
    log = [event(number, "entry", round_of(number)) for number in range(1, entries + 1)]
    for number in range(1, corrections + 1):
        body = {"entry": 1 + (number * 7) % entries, "value": round_of(number * 5)}
        log.append(event(entries + number, "correct", body))
    return log


class Counted:
    """Counts how often it is called, and what is played meanwhile."""

    def __init__(self, monkeypatch):
        self.pauses = self.plays = 0
        from companion.scoring import replay

        played = replay.play

        def play(*values):
            self.plays += 1
            return played(*values)

        monkeypatch.setattr(replay, "play", play)

    def __call__(self):
        self.pauses += 1


def test_a_table_is_opened_by_playing_what_stands_and_nothing_else(monkeypatch):
    log, counted = long_log(300, 3000), Counted(monkeypatch)
    table = opened("azul", LONG)
    with pausing(counted):
        table.load(log)
    assert counted.plays == 300 and counted.pauses == 3600, "each correction and each entry is a step by itself"
    assert table.version == 3300 and len(table.played) == 300


def test_corrections_take_no_more_memory_than_their_events():
    log = long_log(300, 3000)
    table = opened("azul", LONG)
    tracemalloc.start()
    table.load(log[:300])
    before, _ = tracemalloc.get_traced_memory()
    table.take_unplayed(log[300:])
    table.replay.play_remaining()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 3000 * 1000, "bytes; a correction that kept what came after it took 250 kB"


def test_an_act_late_in_a_long_game_plays_one_entry(monkeypatch):
    table = opened("azul", LONG)
    table.load(long_log(500, 0))
    counted = Counted(monkeypatch)
    table.catch_up([event(501, "entry", round_of(501))])
    table.catch_up([event(502, "undo", {"event": 501})])
    table.catch_up([event(503, "part", {"slot": "x", "value": 1})])
    assert counted.plays == 1


def test_the_log_page_plays_only_what_it_shows(monkeypatch):
    table = opened("azul", LONG)
    table.load(long_log(300, 1000))
    counted = Counted(monkeypatch)
    with pausing(counted):
        points = points_of(table, 1291, 1300)
    assert all(points[number][0] and points[number][1] for number in range(1291, 1301))
    assert counted.plays <= 300 + 10 * 300 and counted.pauses > 1300
    once = counted.plays
    points_of(table, 1291, 1300)
    assert counted.plays == once, "counted once"


@pytest.fixture
def store_of(sessions):
    def put(log):
        add_phone(sessions.store, secrets.token_bytes(8))
        session = sessions.openings.open(all_games()["azul"], LONG["players"], {}, 1)
        for one in log:
            sessions.store.append(session, one)
        return session

    return put


def test_corrections_and_entries_have_an_end_and_the_host_can_stop(sessions, store_of, monkeypatch):
    monkeypatch.setattr(changes, "MAX_CORRECTIONS", 3)
    monkeypatch.setattr(changes, "MAX_ENTRIES", 4)
    session = store_of(long_log(4, 3))
    correction = {"entry": 1, "value": round_of(8)}
    table = sessions.table(session)
    for kind, body, expected in (("correct", correction, "3 corrections"), ("remove", {"entry": 2}, "3 corrections")):
        with pytest.raises(RuleError, match=expected):
            amend(sessions, session, Request(1, "late", 7, b""), kind, body)
        with pytest.raises(RuleError, match=expected):
            state_after(table, amendment(table, table.version, kind, body, "host"))
    table = undo(sessions, session, Request(1, "back", 7, b""))
    with pytest.raises(RuleError, match="4 entries"):
        check_capacity(table, Change("entry", round_of(1)))
    assert end(sessions, session, Request(1, "end", 8, b"")).state.finished


def test_heavy_tables_are_let_go_before_light_ones_fill_the_room(sessions, store_of, monkeypatch):
    ids = [store_of(long_log(40, 40)) for _ in range(4)]
    one = sessions.table(ids[0])
    monkeypatch.setattr(table_loader, "MAX_MEMORY", one.weight * 5 // 2)
    for session in ids:
        assert sessions.table(session)
        assert sessions.loader.cache.weight <= one.weight * 5 // 2
    assert len(sessions.loader.cache) == 2
    again = sessions.table(ids[0])
    assert again and again is not one and again.played == one.played
    monkeypatch.setattr(table_loader, "MAX_MEMORY", 1)
    assert sessions.table(ids[1]) is sessions.table(ids[1]), "the one in use stays, however heavy"


def test_a_heavy_table_takes_the_place_of_many_that_are_weighed_once(monkeypatch):
    class Light:
        weighed, weight = 0, property(lambda self: (setattr(Light, "weighed", Light.weighed + 1), 1000)[1])

    monkeypatch.setattr(table_loader, "MAX_MEMORY", 1_000_000)
    cache = TableCache({str(number): Light() for number in range(1000)})
    cache.put("heavy", SimpleNamespace(weight=900_000))
    assert len(cache) == 101 and Light.weighed <= 2000, "or nobody is answered meanwhile"
