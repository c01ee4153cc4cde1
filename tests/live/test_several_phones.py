"""Several phones that act on what they last saw, go away, come back and send again: the log is what was answered."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine import RuleError
from companion.forms.form import Part, Parts, Whole, part_values
from companion.games import all_games
from companion.live.live import Live
from companion.scoring.scoresheet import play
from companion.storage.records import parts_of
from companion.table.changes import Conflict, Request
from companion.table.service import Tables
from tests.support.acting import amend, undo
from tests.support.members import add_phone, join
from tests.support.stores import open_store
from tests.support.tries import tries

HANDS = (["G1", "G2", "Y3", "O2"], ["G3", "T3", "Y2", "O3"], ["G2", "B3", "T2", "B1"], ["Y1", "Y2", "O1", "T1"])
PHONES = st.integers(0, 2)


def nothing(session, audience, fragments):
    return 0, {}


class SeveralPhones(RuleBasedStateMachine):
    """Three phones at a table; each knows the version that it saw last and the act that it sent last."""

    @initialize()
    def open(self):
        self.folder = Path(tempfile.mkdtemp())
        self.store = open_store(self.folder / "companion.sqlite")
        self.sessions = Tables(self.store, Live(nothing), b"k" * 32)
        self.phones = [add_phone(self.store, bytes([number])) for number in range(3)]
        self.session = self.sessions.openings.open(all_games()[self.game], list(self.players), {}, self.phones[0])
        for phone in self.phones[1:]:
            join(self.store, self.session, phone, "scorer")
        self.seen = [0, 0, 0]
        self.sent = [None, None, None]
        self.answered = {}
        self.keys = 0

    def table(self):
        return self.sessions.table(self.session)

    def send(self, phone, act, wanted):
        """Post an act; once answered, the phone shows the version that stands then."""
        before, known = self.table().version, act.key in self.answered
        try:
            table = wanted(act)
        except (Conflict, RuleError):
            assert self.table().version == before, "what is refused changes nothing"
            assert not known, "what was answered once is answered again"
            return
        event = table.log.by_key.get(act.key)
        if event is not None:
            assert self.answered.setdefault(act.key, event.number) == event.number
        assert table.version == before + (not known and event is not None)
        self.seen[phone] = table.version

    def act(self, phone, wanted):
        self.keys += 1
        act = Request(self.phones[phone], f"key-{self.keys}", self.seen[phone], b"same")
        self.sent[phone] = (act, wanted)
        self.send(phone, act, wanted)

    def enter(self, phone, made):
        """Parts from a page that may be old: in where nobody touched them since, once where two say the same."""
        before, seen = self.table(), self.seen[phone]
        version, draft, entries = before.version, dict(before.draft), len(before.entries)
        originals = [before.log.original(event) for event in before.log.scored_since(seen)]
        fresh = {slot: value for slot, value in part_values(made).items() if slot not in draft or draft[slot] != value}
        is_late = any(event.kind == "entry" for event in originals)
        is_touched = any(fresh.keys() & parts_of(event).keys() for event in originals)
        self.act(phone, lambda act: self.sessions.enter(self.session, act, made))
        after = self.table()
        if before.state.finished or is_late or (fresh and is_touched) or not fresh:
            assert after.version == version
        elif after.version > version and len(after.entries) == entries:
            assert after.draft == {**draft, **fresh}, "nothing that was acknowledged is lost"

    @rule(phone=PHONES)
    def undo(self, phone):
        self.act(phone, lambda act: undo(self.sessions, self.session, act))

    @rule(phone=PHONES)
    def redo(self, phone):
        self.act(phone, lambda act: undo(self.sessions, self.session, act, "redo"))

    @rule(phone=PHONES, seat=st.integers(0, 1), taken=st.booleans())
    def sit(self, phone, seat, taken):
        self.act(phone, lambda act: self.sessions.sit(self.session, act, "scorer", seat, taken))

    @rule(phone=PHONES)
    def come_back(self, phone):
        self.seen[phone] = self.table().version

    @rule(phone=PHONES)
    def send_again(self, phone):
        """The answer was lost, or the phone was away: the same act once more, as it was."""
        if self.sent[phone]:
            self.send(phone, *self.sent[phone])

    @rule()
    def restart(self):
        """Everything that the process held is gone; the disk is not."""
        self.sessions = Tables(self.store, Live(nothing), b"k" * 32)

    @invariant()
    def stands(self):
        if not hasattr(self, "store"):
            return
        table, log = self.table(), self.store.events(self.session)
        assert [event.number for event in log] == list(range(1, table.version + 1))
        assert {event.act: event.number for event in log} == self.answered, "what was answered is there once"
        state = table.game.engine.start(table.setup)
        for line, played in zip(table.entries, table.played, strict=True):
            state = play(table.game, state, line.body).state
            assert played.state == state
        row = self.store.session(self.session)
        assert row and (row.result is not None) == table.state.finished

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            shutil.rmtree(self.folder)


class Table5211(SeveralPhones):
    """Hands of two seats, the second of which makes a round."""

    game, players = "5211", ("Ann", "Ben")

    @rule(phone=PHONES, seat=st.integers(0, 1), cards=st.sampled_from(HANDS))
    def hand(self, phone, seat, cards):
        part = Part(f"hand-{seat}", cards)
        self.enter(phone, part)

    @rule(phone=PHONES, one=st.sampled_from(HANDS), two=st.sampled_from(HANDS))
    def round(self, phone, one, two):
        entry = Whole({"cards": [one, two]})
        self.act(phone, lambda act: self.sessions.enter(self.session, act, entry))

    @precondition(lambda self: self.table().entries)
    @rule(
        phone=PHONES, data=st.data(), one=st.sampled_from(HANDS), kind=st.sampled_from(["correct", "insert", "remove"])
    )
    def amend(self, phone, data, one, kind):
        number = data.draw(st.sampled_from([line.number for line in self.table().entries]))
        body = {"before" if kind == "insert" else "entry": number}
        body |= {} if kind == "remove" else {"value": {"cards": [one, HANDS[0]]}}
        self.act(phone, lambda act: amend(self.sessions, self.session, act, kind, body, "scorer"))


BETS = st.dictionaries(
    st.integers(0, 2).map("bet-{}".format), st.builds(dict, beads=st.integers(0, 2), safety=st.booleans()), min_size=1
)


class TableLuz(SeveralPhones):
    """Bets of three seats, one or several at once, and a deal that is scored when somebody says so."""

    game, players = "luz", ("Ann", "Ben", "Cleo")

    @rule(phone=PHONES, bets=BETS)
    def bet(self, phone, bets):
        self.enter(phone, Parts(bets))

    @rule(phone=PHONES, trick=st.integers(1, 2), winner=st.integers(0, 2))
    def trick(self, phone, trick, winner):
        self.enter(phone, Part(f"trick-{trick}", winner))

    @rule(phone=PHONES)
    def score(self, phone):
        entry = Whole({"bets": [{"beads": 1, "safety": False}] * 3, "tricks": [3, 3, 4]})
        self.act(phone, lambda act: self.sessions.enter(self.session, act, entry))


TestTable5211 = Table5211.TestCase
TestTable5211.settings = settings(max_examples=tries(25), stateful_step_count=20, deadline=None)

TestTableLuz = TableLuz.TestCase
TestTableLuz.settings = settings(max_examples=tries(25), stateful_step_count=20, deadline=None)
