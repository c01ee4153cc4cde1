"""No game's pages can show what a table hides: whatever a view reads of a hidden seat raises, so also a field more.

Random games of every game, seen by a phone on one seat or on none. What a template is given then is the proof: it is
walked through to the last value, and each of them is what that phone may know.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.game.entry_view import EntryView, OutcomeView, SheetView
from companion.game.form import form_of
from companion.game.redaction import secrecy_of
from companion.game.sealed import Sealed
from companion.game.secrecy import Hidden, Secrecy
from companion.game.viewer import Viewer
from companion.scoring.scoresheet import END, read
from tests.support.own_games import own_games

GAMES = {key: game for key, game in own_games().items() if secrecy_of(game)}
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
    def hidden(self) -> frozenset[int]:
        return frozenset(range(self.state.setup.seats)) - {self.own}

    @property
    def secrecy(self) -> Secrecy:
        found = secrecy_of(GAMES[self.key])
        assert found
        return found

    def viewer(self, *, enters: bool = False) -> Viewer:
        return Viewer(self.hidden, self.secrecy, enters=enters)

    def views(self) -> Iterator[Any]:
        """What the game's form makes of the moment for this phone."""
        form, viewer, typing = form_of(GAMES[self.key]), self.viewer(), self.viewer(enters=True)
        state = self.state
        yield form.sheet(viewer.state(state), viewer.draft(self.draft, state), viewer)
        if not state.finished:
            yield form.view(typing.state(state), typing.draft(self.draft, state), self.query, typing)
        if self.entry not in (None, END):
            played = (viewer.state(self.before), viewer.entry(self.entry, self.before), viewer.state(state))
            for draw in (form.outcome, form.picture):
                yield draw(*played, viewer.steps(self.steps), viewer)


@st.composite
def moments(draw: st.DrawFn, key: str) -> Moment:
    sheets = importlib.import_module(f"tests.games.{'g5211' if key == '5211' else key}.strategies").sheets
    sheet = read(draw(sheets()))
    assume(sheet.setup.seats > 1)
    states, steps = [sheet.game.start(sheet.setup)], [()]
    played = [entry for entry in sheet.entries if entry != END]
    for entry in played:
        state, done = sheet.game.play(states[-1], entry)
        states.append(state)
        steps.append(done)
    place = draw(st.integers(0, len(played)))
    # The end of a game shows everything: its last state is the one after which nothing is entered.
    assume(not states[place].finished)
    draft, filled = {}, {}
    if place < len(played):
        whole, filled = form_of(sheet.game).draft_from_entry(states[place], played[place])
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


def leaves(value: Any) -> Iterator[Any]:
    """Every value that a template can reach, and the sealed ones as they are."""
    if isinstance(value, Sealed):
        yield value
        if isinstance(value, Mapping):
            yield from (leaf for one in value.values() for leaf in leaves(one))
        else:
            yield from (leaf for one in value for leaf in leaves(one))
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
def test_no_form_reads_what_its_viewer_may_not_see(key: str, data: st.DataObject) -> None:
    moment = data.draw(moments(key))
    for view in moment.views():
        assert isinstance(view, EntryView | SheetView | OutcomeView)
        for leaf in leaves(view):
            assert not isinstance(leaf, (Sealed, *moment.secrecy.types)), "a view has plain values alone"


@EACH_GAME
@given(data=st.data())
def test_a_view_with_a_field_more_cannot_carry_a_secret(key: str, data: st.DataObject) -> None:
    """Whatever a view takes up beside what it has: it is open, or of the own seat, or it raises."""
    moment = data.draw(moments(key))
    state, viewer = moment.state, moment.viewer()
    view = next(moment.views())
    for name in [field.name for field in fields(state)]:
        readable = moment.secrecy.types[type(state)]
        sealed = viewer.state(state)
        if name not in readable.open:
            mutated = with_field(view, lambda name=name, sealed=sealed: getattr(sealed, name))  # type: ignore[misc]
            assert not holds(mutated, getattr(state, name)), name
    if moment.entry not in (None, END):
        for name in set(moment.entry) - set(moment.secrecy.entry.open):
            entry = viewer.entry(moment.entry, moment.before)
            mutated = with_field(view, lambda name=name, entry=entry: entry[name])  # type: ignore[misc]
            assert not holds(mutated, moment.entry[name]), name
    draft = viewer.draft(moment.draft, state)
    for slot, part in moment.draft.items():
        owner = moment.secrecy.part_access(slot)
        if owner in moment.hidden:
            assert not holds(with_field(view, lambda slot=slot: draft[slot]), part), slot  # type: ignore[misc]
    assert not holds(with_field(view, lambda: viewer.typed(draft)), moment.draft)


def with_field(view: Any, secret: Callable[[], Any]) -> Callable[[], Any]:
    """A view of the same type with one field more, as somebody would add it."""
    kind = make_dataclass("Mutated", [("secret", Any)], bases=(type(view),), frozen=True, kw_only=True)
    values = {field.name: getattr(view, field.name) for field in fields(view)}
    return lambda: kind(**values, secret=secret())


def holds(mutated: Callable[[], Any], secret: Any) -> bool:
    """Whether the whole secret can be read out of a mutated view, as a template would."""
    if not secret:
        return False
    try:
        for _ in leaves(mutated().secret):
            pass
    except Hidden:
        return False
    return True


@EACH_GAME
def test_what_all_may_read_is_named_after_what_there_is(key: str) -> None:
    secrecy = secrecy_of(GAMES[key])
    assert secrecy
    for kind, readable in secrecy.types.items():
        named = [*readable.open, *readable.by_seat, *readable.steps]
        assert len(named) == len(set(named)) and set(named) <= {field.name for field in fields(kind)}
