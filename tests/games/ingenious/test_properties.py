"""Ingenious, whole games of every mode: against a slow second count, and to their ends."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from companion.games.ingenious.rules import legal_places
from companion.scoring.scoresheet import SheetError, read, replay, result
from tests.games.ingenious.slow import changes
from tests.games.ingenious.strategies import MODES, head, may_place, random_game, sheets
from tests.support.tries import tries

ENDS = {"ingenious/instant-win", "ingenious/board-full"}


@settings(deadline=None)
@given(sheets(most=60))
def test_a_whole_sheet_by_a_slow_second_count(sheet):
    slow, points = changes(sheet)
    answer, details = result(sheet), result(sheet)["details"]
    assert answer["totals"] == slow.totals()
    assert answer["ranking"] == slow.ranking()
    assert answer["finished"] == slow.over
    assert [entry["points"] for entry in answer["entries"]] == points
    assert details["tracks"] == slow.tracks
    assert (details["next"], details["owed"]) == ((None, 0) if slow.over else (slow.turn, slow.owed))
    assert details.get("tokens") == (slow.tokens if slow.mode == "duel" else None)


@pytest.mark.parametrize(("mode", "seats"), MODES)
@settings(max_examples=tries(4), deadline=None)
@given(seed=st.integers(0, 2**32), ruling=st.sampled_from(["apart", "own-symbol"]), greedy=st.sampled_from([1, 40]))
def test_whole_games_on_the_board_end_properly(mode, seats, seed, ruling, greedy):
    sheet = random_game(head(mode, seats, board=True, first_turn=ruling), Random(seed), 500, greedy)
    value = result(sheet)
    assert value["finished"] and (value["details"]["next"], value["details"]["owed"]) == (None, 0)
    ends = [[step["rule"] for step in entry["steps"] if step["rule"] in ENDS] for entry in value["entries"]]
    assert ends[:-1] == [[]] * (len(ends) - 1) and len(ends[-1]) == 1
    slow, _ = changes(sheet)
    assert bool(slow.free()) == (ends[-1] == ["ingenious/instant-win"])
    for more in ({"end": True}, sheet["entries"][-1]):
        with pytest.raises(SheetError, match="the game is over; nothing can follow"):
            result(sheet | {"entries": [*sheet["entries"], more]})


@settings(deadline=None)
@given(sheets(board=True, most=6))
def test_the_legal_places_are_those_where_a_tile_may_lie(sheet):
    if not sheet["entries"] or "end" not in sheet["entries"][-1]:
        slow, _ = changes(sheet)
        state = read(sheet).game.engine.start(read(sheet).setup)
        for played in replay(read(sheet)):
            state = played.state
        legal = {frozenset(at) for at in slow.legal()}
        assert {frozenset(at) for at in legal_places(state)} == legal
        for at in slow.free():
            assert may_place(state, ("red", "green"), at[::-1]) == (frozenset(at) in legal)
