"""Every game alike: replaying is the same each time, stops anywhere, changes nothing, and survives any junk."""

import importlib
import json
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.games import all_games
from companion.scoring.scoresheet import END, SheetError, read, replay, result
from tests.scoring.test_examples import readable
from tests.support.tries import tries

GAMES = list(all_games().values())
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=5)
    | st.sampled_from(["\ud800", "end", "G1", "red", "luz", "5211"])
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.just("end"), inner, max_size=3)
    ),
    max_leaves=8,
)


def sheets_of(game):
    """Valid scoresheets of a game; each game brings its own: sheets() in tests/games/<game>/strategies.py."""
    folder = game.folder.name
    return importlib.import_module(f"tests.games.{folder}.strategies").sheets()


def paths(value, here=()):
    """The way to everything inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, part in inner for path in [(*here, key), *paths(part, (*here, key))]]


def spoiled(draw, value):
    """A copy of a JSON value with something put in place of a part, taken out of it or added to it."""
    value = deepcopy(value)
    for _ in range(draw(st.integers(1, 2))):
        *way, last = draw(st.sampled_from(paths(value)))
        part = value
        for key in way:
            part = part[key]
        change = draw(st.sampled_from(["replace", "number", "drop", "double", "add"]))
        if change == "replace":
            part[last] = draw(JUNK)
        elif change == "number":
            part[last] = draw(st.integers(-2, 12) | st.just(10**400))
        elif change == "drop":
            del part[last]
        elif isinstance(part, list):
            part.insert(last, deepcopy(part[last]) if change == "double" else draw(JUNK))
        else:
            part[draw(st.text(max_size=6))] = draw(JUNK)
    return value


def answer(value):
    """The result, or the fault as data; anything else that is raised is a fault of ours."""
    before = deepcopy(value)
    try:
        answered = result(value)
    except SheetError as error:
        entries = value.get("entries") if isinstance(value, dict) else None
        assert error.entry is None or (isinstance(entries, list) and 1 <= error.entry <= len(entries))
        answered = {"error": error.text(), "entry": error.entry}
        assert answered["error"] and len(answered["error"]) < 600
    assert repr(value) == repr(before), "the input was changed"
    json.dumps(answered)
    return answered


@EACH_GAME
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_valid_sheet_replays_the_same_each_time_and_stops_anywhere(game, data):
    value = data.draw(sheets_of(game))
    whole = answer(value)
    assert "error" not in whole, whole
    assert answer(json.loads(json.dumps(value))) == whole
    for count in range(len(value["entries"])):
        part = answer({**value, "entries": value["entries"][:count]})
        assert part["entries"] == whole["entries"][:count]
        assert not part["finished"], "there is an entry after it"


@EACH_GAME
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_standing_is_sound_after_every_entry(game, data):
    sheet = read(data.draw(sheets_of(game)))
    seats, before = sheet.setup.seats, game.engine.start(sheet.setup)
    for played, entry in zip(replay(sheet), sheet.entries, strict=True):
        if entry != END:
            again = [game.engine.play(before, entry) for _ in range(2)]
            assert again[0] == again[1] == (played.state, played.steps), "an entry leaves the state before as it was"
        before = played.state
        standing = game.engine.standing(played.state)
        assert standing.totals == played.state.totals and len(standing.totals) == seats
        assert sorted(seat for place in standing.ranking for seat in place) == list(range(seats))
        sums = [sum(step.points or 0 for step in played.steps if step.seat == seat) for seat in range(seats)]
        assert tuple(sums) == played.points
        for step in (*played.steps, *standing.reasons):
            readable(game.rules, step, sheet.setup.players)


@EACH_GAME
@settings(max_examples=tries(40), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_spoiled_sheet_is_scored_or_refused(game, data):
    answer(spoiled(data.draw, data.draw(sheets_of(game))))


@EACH_GAME
@given(entries=st.lists(JUNK, min_size=1, max_size=2))
def test_junk_for_an_entry_is_refused(game, entries):
    players = [f"player {number}" for number in range(game.seats[-1])]
    value = {"format": 1, "game": game.key, "players": players, "options": {}, "entries": entries}
    assert entries[0] == {"end": True} or answer(value)["entry"] == 1


@given(JUNK)
def test_junk_for_a_sheet_is_refused(value):
    assert answer(value)["entry"] is None
