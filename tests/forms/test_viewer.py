"""What a viewer may read of sealed values: what is open, and of values by seat those of seats that it sees."""

from dataclasses import dataclass, replace
from functools import cached_property

import pytest

from companion.engine import Message, Setup, Step
from companion.forms.secrecy import Hidden, Readable, Secrecy
from companion.forms.viewer import EVERYTHING, Viewer
from tests.support.each_row import each_row


@dataclass(frozen=True)
class State:
    setup: Setup
    totals: tuple[int, ...]
    round: int
    deck: tuple[str, ...]
    ties: tuple[int, ...] | None = None
    takers: tuple[int | None, ...] = (0, 1, None)
    sums: tuple[int, ...] = (13, 2)
    steps: tuple[Step, ...] = ()

    @property
    def best(self):
        return max(self.totals)

    @cached_property
    def following(self):
        return self.round + 1

    def own(self, seat):
        return self.totals[seat]


@dataclass(frozen=True)
class Turn:
    state: State
    gains: tuple[int, ...]


def turn_of(state):
    return Turn(state, state.totals)


def leader(state):
    return state.totals.index(max(state.totals))


def card(state):
    return state.deck[0]


SECRECY = Secrecy(
    limits=Message("all"),
    types={
        State: Readable(
            open=("setup", "round"),
            by_seat=("totals", "ties"),
            steps=("steps",),
            holders=("takers",),
            by_side=("sums",),
        ),
        Turn: Readable(open=("state",), by_seat=("gains",)),
    },
    entry=Readable(open=("card",), by_seat=("bets",)),
    part_access=lambda slot: {"open": "open", "all": "by seat"}.get(slot, 1),
    part=lambda slot, value: Message("a part"),
    disclosed=(leader,),
)
STATE = State(Setup(("Ann", "Ben", "Cleo"), {}), (4, 9, 2), 3, ("red",), steps=(Step("a", 0), Step("b", 1), Step("c")))
VIEWER = Viewer({1, 2}, SECRECY)


def test_who_sees_everything_gets_the_values_themselves():
    draft = {}
    assert EVERYTHING.state(STATE) is STATE and EVERYTHING.draft(draft, STATE) is draft and EVERYTHING.sees_all
    assert EVERYTHING.derive(turn_of, STATE) == turn_of(STATE) and EVERYTHING.disclose(card, STATE) == "red"


def test_open_fields_and_those_of_own_seats_can_be_read():
    state = VIEWER.state(STATE)
    assert (state.setup, state.round, state.following) == (STATE.setup, 3, 4)
    assert (state.totals[0], state.own(0), len(state.totals), state.ties) == (4, 4, 3, None)
    assert list(state.steps) == [Step("a", 0)]
    assert [VIEWER.sees(seat) for seat in range(3)] == [True, False, False]
    assert VIEWER.seen(state.totals) == [4, None, None]


@each_row(
    "read",
    [
        lambda state: state.totals[1],
        lambda state: state.totals[-1],
        lambda state: state.totals[0:2],
        lambda state: list(state.totals),
        lambda state: max(state.totals),
        lambda state: 9 in state.totals,
        lambda state: state.best,
        lambda state: state.own(2),
        lambda state: state.deck,
        lambda state: VIEWER.disclose(card, state),
        lambda state: VIEWER.derive(leader, state),
        lambda state: VIEWER.derive(turn_of, state).gains[1],
        lambda state: VIEWER.derive(turn_of, state).state.totals[1],
        lambda state: VIEWER.typed(VIEWER.draft({}, STATE)),
    ],
)
def test_reading_a_secret_raises(read):
    with pytest.raises(Hidden):
        read(VIEWER.state(STATE))


def test_disclosed_and_derived_values_can_be_read():
    state = VIEWER.state(STATE)
    assert VIEWER.disclose(leader, state) == 1
    assert VIEWER.derive(turn_of, state).gains[0] == 4


def test_a_seat_is_seen_as_holder_and_by_its_side():
    assert VIEWER.state(STATE).takers == (0, None, None)
    teams = replace(SECRECY, sides=lambda state: [(0, 1), (2,)])
    state = Viewer({1, 2}, teams).state(STATE)
    assert (state.takers, state.sums[0]) == ((0, 1, None), 13)
    with pytest.raises(Hidden):
        state.sums[1]


def test_an_entry_opens_by_its_keys():
    entry = VIEWER.entry({"card": 1, "bets": [1, 2, 3], "more": 4}, STATE)
    assert (entry["card"], entry["bets"][0], "more" in entry, entry.get("other")) == (1, 1, True, None)
    for read in (lambda: entry["bets"][2], lambda: entry["more"], lambda: entry.get("more"), lambda: dict(entry)):
        with pytest.raises(Hidden):
            read()


def test_a_draft_opens_by_the_seats_of_its_parts():
    raw = {"open": 1, "all": [5, 6, 7], "other": 3}
    draft = VIEWER.draft(raw, STATE)
    assert (draft["open"], draft["all"][0], "other" in draft, len(draft)) == (1, 5, True, 3)
    for read in (lambda: draft["other"], lambda: draft["all"][1], lambda: list(draft.values())):
        with pytest.raises(Hidden):
            read()
    assert Viewer({1}, SECRECY, enters=True).typed(draft) is raw, "an entry form shows what was typed"


def test_values_without_an_owner_cannot_be_read():
    with pytest.raises(Hidden):
        VIEWER.entry({"bets": [1, 2]}, STATE)["bets"]


def test_a_sealed_value_tells_nothing_when_it_is_printed():
    sealed = VIEWER.state(STATE)
    assert "9" not in f"{sealed!r}{sealed}{sealed.totals!r}{sealed.totals}"
