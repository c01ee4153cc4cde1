"""No game's pages can show what a table hides: whatever a view reads of a hidden seat raises, so also a field more.

Random games of every game, seen by a phone on one seat or on none. What a template is given then is the proof: it is
walked through to the last value, and each of them is what that phone may know.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st
from werkzeug.datastructures import MultiDict

from companion.forms.secrecy import secrecy_of
from companion.forms.viewer import View, Viewer, unwrap
from companion.scoring.scoresheet import END, read
from tests.support.own_games import own_games

GAMES = {key: game for key, game in own_games().items() if game.secrecy}
EACH_GAME = pytest.mark.parametrize("key", GAMES)


@dataclass(frozen=True)
class Moment:
    """A table before an entry that is half typed, with the entry before it, as a phone on the seat `own` sees it."""

    key: str
    before: Any
    state: Any
    steps: Any
    entry: Any
    draft: Mapping[str, Any]
    query: MultiDict[str, str]
    own: int | None

    @property
    def hidden(self):
        return frozenset(range(self.state.setup.seats)) - {self.own}

    @property
    def secrecy(self):
        return secrecy_of(GAMES[self.key])

    def viewer(self, *, enters=False):
        return Viewer(self.hidden, self.secrecy, enters=enters)

    def views(self):
        """What the game's form makes of the moment for this phone."""
        form, viewer, typing = GAMES[self.key].form, self.viewer(), self.viewer(enters=True)
        state = self.state
        yield form.sheet(viewer.state(state), viewer.draft(self.draft, state), viewer)
        if not state.finished:
            yield form.view(typing.state(state), typing.draft(self.draft, state), self.query, typing)
        if self.entry not in (None, END):
            played = (viewer.state(self.before), viewer.entry(self.entry, self.before), viewer.state(state))
            for draw in (form.outcome, form.picture):
                yield draw(*played, viewer.steps(self.steps), viewer)


@st.composite
def moments(draw, key):
    strategies = importlib.import_module(f"tests.games.{'g5211' if key == '5211' else key}.strategies")
    sheet = read(draw(getattr(strategies, "secret_sheets", strategies.sheets)()))
    assume(sheet.setup.seats > 1)
    states, steps = [sheet.game.engine.start(sheet.setup)], [()]
    played = [entry for entry in sheet.entries if entry != END]
    for entry in played:
        state, done = sheet.game.engine.play(states[-1], entry)
        states.append(state)
        steps.append(done)
    place = draw(st.integers(0, len(played)))
    # The end of a game shows everything: its last state is the one after which nothing is entered.
    assume(not states[place].finished)
    draft, filled = {}, {}
    if place < len(played):
        whole, filled = sheet.game.form.draft_from_entry(states[place], played[place])
        kept = draw(st.integers(0, len(whole)))
        draft = dict(list(whole.items())[:kept])
    return Moment(
        key,
        states[max(0, place - 1)],
        states[place],
        steps[place],
        played[place - 1] if place else None,
        draft,
        MultiDict(filled if draw(st.booleans()) else {}),
        draw(st.none() | st.integers(0, sheet.setup.seats - 1)),
    )


def is_sealed(value):
    return unwrap(value) is not value


def leaves(value):
    """Every value that a template can reach, and the sealed ones as they are."""
    if is_sealed(value):
        yield value
        if isinstance(value, Mapping):
            yield from (leaf for one in value.values() for leaf in leaves(one))
        else:
            yield from (leaf for one in value for leaf in leaves(one))
    elif isinstance(value, View):
        yield from leaves(vars(value))
    elif is_dataclass(value):
        yield value
        yield from (leaf for field in fields(value) for leaf in leaves(getattr(value, field.name)))
    elif isinstance(value, Mapping):
        yield from (leaf for pair in value.items() for one in pair for leaf in leaves(one))
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield from (leaf for one in value for leaf in leaves(one))
    else:
        yield value


@EACH_GAME
@given(data=st.data())
def test_no_form_reads_what_its_viewer_may_not_see(key, data):
    moment = data.draw(moments(key))
    for view in moment.views():
        assert isinstance(view, View)
        for leaf in leaves(view):
            is_plain = not is_sealed(leaf) and not isinstance(leaf, tuple(moment.secrecy.types))
            assert is_plain, "a view has plain values alone"


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.help and game.help.needs])
@given(data=st.data())
def test_what_seats_need_is_said_to_each_of_its_own(key, data):
    moment = data.draw(moments(key))
    help, viewer, state = GAMES[key].help, moment.viewer(), moment.state
    said = [*help.needs(viewer.state(state), viewer.draft(moment.draft, state), viewer)]
    everything = [*help.needs(state, moment.draft)]
    assert all(need in everything and need.seat not in moment.hidden for need in said)


@EACH_GAME
def test_what_all_may_read_is_named_after_what_there_is(key):
    secrecy = secrecy_of(GAMES[key])
    for kind, readable in secrecy.types.items():
        named = [
            *readable.open,
            *readable.by_seat,
            *readable.by_side,
            *readable.holders,
            *readable.steps,
            *readable.owned,
        ]
        assert len(named) == len(set(named)) and set(named) <= {field.name for field in fields(kind)}
