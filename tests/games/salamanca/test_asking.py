"""Salamanca: the taxes to come, and what the referee settles about a noble and a hazard."""

from hypothesis import given, strategies as st

from companion.games.salamanca.help import needs
from companion.games.salamanca.rulebook import RULES
from companion.games.salamanca.tiles import HAZARDS, KINDS
from companion.scoring.questions import answer
from companion.scoring.scoresheet import read, replay
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.slow import LIES_ON
from tests.support.asking import fault, verdict


def test_the_taxes_to_come_are_those_of_the_last_turn():
    sheet = read(whole_game(1, 3))
    states = [sheet.game.engine.start(sheet.setup), *[played.state for played in replay(sheet)]]
    before_taxes = [state for state in states if state.slots and state.acted == len(state.slots) - 1]
    assert len(before_taxes) == 20, "one a round"
    for state in before_taxes:
        told = {
            need.seat: need.sentence.values["points"] for need in needs(state, {}) if "points" in need.sentence.values
        }
        after, _ = sheet.game.engine.play(state, {"seat": state.slots[-1].seat, "turn": []})
        brought = tuple(new - old for new, old in zip(after.totals, state.totals, strict=True))
        assert brought == tuple(told.get(seat, 0) for seat in range(3))
    assert any(state.occupations for state in before_taxes)


def test_the_question_about_an_estate_shows_all_tiles_of_the_board():
    sheet = read(whole_game(1, 3))
    before, shown = sheet.game.engine.start(sheet.setup), []
    for entry, played in zip(sheet.entries, replay(sheet), strict=True):
        first = next(iter(entry.get("turn", ())), {})
        if "sell" in first or "noble" in first:
            links = sheet.game.help.entry_questions(before, entry, played.state, played.steps)
            tiles = next(dict(link.fields)["tiles"] for link in links if link.ask == "salamanca/estate").split(".")
            shown.append((len(tiles), sum(tile is not None for tile in before.board.cells)))
        before = played.state
    assert len(shown) > 3 and all(told == lying for told, lying in shown), shown


ESTATE = {"building": [1, 1], "tiles": [{"tile": "monastery", "at": [1, 1]}]}
SEVEN = [*ESTATE["tiles"], *[{"tile": "vineyard", "at": [1, column]} for column in (2, 3, 4)]]


def test_seven_is_a_ruling_and_the_other_reading_is_told():
    _, found = answer({"ask": "salamanca/estate", "building": [1, 1], "tiles": SEVEN})
    (other,) = found.alternatives
    assert (other.rule, other.option, other.value) == ("salamanca/noble-at-7", "noble_limit", "from-7")
    assert str(other.headline) == "No noble may come"
    for count in (2, 4):
        tiles = [*ESTATE["tiles"], *[{"tile": "vineyard", "at": [1, column]} for column in range(2, 2 + count)]]
        _, clear = answer({"ask": "salamanca/estate", "building": [1, 1], "tiles": tiles})
        assert not clear.alternatives
        assert not any(RULES[step.rule].is_ruling for step in clear.steps), "the rulebook says it"
    assert any(RULES[step.rule].is_ruling for step in found.steps)


@given(st.sampled_from(HAZARDS), st.sampled_from(KINDS), st.none() | st.sampled_from(HAZARDS))
def test_a_hazard_lies_on_its_own_tiles_and_alone(hazard, tile, there):
    question = {"hazard": hazard, "tile": tile} | ({} if there is None else {"hazard_there": there})
    if there is not None and tile not in LIES_ON[there]:
        assert "this cannot be" in fault("salamanca/hazard", **question)
    else:
        assert verdict("salamanca/hazard", **question) == {"allowed": tile in LIES_ON[hazard] and there is None}
