"""The referee's forms of Salamanca, what an entry raises, the taxes to come, and the guide."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.game.pages.help import QuestionInput
from companion.games.salamanca.board import HAZARDS, KINDS
from companion.games.salamanca.help import entry_questions, needs
from companion.games.salamanca.questions import FORMS
from companion.games.salamanca.rulebook import RULES
from companion.games.salamanca.rules import State
from companion.scoring.referee import answer, ask
from companion.scoring.scoresheet import read, replay
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.slow import PRICE
from tests.support.asking import fault, verdict
from tests.support.each_row import each_row


def asked(name: str, *fields: tuple[str, Any], **more: Any) -> QuestionInput:
    return FORMS[f"salamanca/{name}"](MultiDict([*fields, *((key, str(value)) for key, value in more.items())]))


def tapped(name: str, *taps: str, **fields: Any) -> QuestionInput:
    """The question after several taps, each on the address that the one before led to."""
    made = asked(name, **fields)
    for tap in taps:
        made = asked(name, *made.fields, tap=tap)
    return made


def found_for(made: QuestionInput, name: str) -> dict[str, Any]:
    assert made.question is not None
    found: dict[str, Any] = ask({"ask": f"salamanca/{name}", **made.question})["verdict"]
    return found


def tiles(made: QuestionInput) -> str:
    return dict(made.fields)["tiles"]


def test_an_estate_is_laid_tap_by_tap() -> None:
    made = tapped("estate", "t-monastery", "4.4", "t-vineyard", "4.5", "4.6", "v-2", "3.4", "t-rats", "4.5")
    assert tiles(made) == "M44.v45r.v46.v342"
    assert dict(made.fields)["building"] == "4.4"
    assert found_for(made, "estate") == {
        "value": 7,
        "building_value": 4,
        "land_value": 3,
        "taxed": True,
        "noble_allowed": True,
        "leaves": [[3, 4]],
    }


def test_the_same_tap_takes_a_tile_off_and_another_tile_takes_its_place() -> None:
    made = tapped("estate", "t-farm", "2.2", "t-field", "2.3", "2.3")
    assert tiles(made) == "F22"
    assert tiles(tapped("estate", "t-farm", "2.2", "t-field", "2.3", "t-pasture", "2.3")) == "F22.p23"
    gone = tapped("estate", "t-farm", "2.2", "2.2")
    assert gone.question is None and str(gone.missing) == "Tap a building below, then its space"


def test_a_hazard_moves_and_lies_where_it_may_only() -> None:
    made = tapped("estate", "t-farm", "2.2", "t-field", "2.3", "2.4", "t-rats", "2.3", "2.4", "2.2", "7.7")
    assert tiles(made) == "F22.f23.f24r"
    assert tiles(tapped("estate", "2.4", **dict(made.fields))) == "F22.f23.f24"


def test_cards_are_tapped_in_the_order_of_the_seats() -> None:
    made = tapped("order", "5", "8", "7")
    assert found_for(made, "order") == {"order": [0, 1, 2]}
    assert tapped("order", "x0", **dict(made.fields)).question is None
    two = tapped("order", "6", "3", "8", "2", players=2)
    assert found_for(two, "order") == {"order": [1, 0, 0, 1]}


def test_a_fee_needs_money_only_for_a_squire_just_freed() -> None:
    assert str(asked("fee").missing) == "Tap the new building"
    assert str(asked("fee", building="castle").missing) == "Tap which squire occupies it"
    assert found_for(asked("fee", building="castle", squire="idle"), "fee") == {"fee": 0, "allowed": True}
    freed = asked("fee", building="castle", squire="freed")
    assert str(freed.missing) == "Tap how much money there is"
    assert found_for(asked("fee", **dict(freed.fields), money=2), "fee") == {"fee": 3, "allowed": False}


@each_row("players", [2, 3, 5])
def test_a_check_answers_what_the_session_counted(players: int) -> None:
    sheet = read(whole_game(players, players))
    state, sales, orders, asked_fees = sheet.game.engine.start(sheet.setup), 0, 0, 0
    for played, entry in zip(replay(sheet), sheet.entries, strict=True):
        for check in entry_questions(state, entry, played.state, played.steps):
            made = FORMS[check.ask](MultiDict(list(check.fields)))
            found = found_for(made, check.ask.split("/")[1])
            if check.ask == "salamanca/order":
                assert found["order"] == [slot.seat for slot in played.state.slots]
                orders += 1
            elif check.ask == "salamanca/fee":
                due = [-(s.points or 0) for s in played.steps if s.rule == "salamanca/fee"]
                assert found["allowed"] and (found["fee"] == 0 or found["fee"] in due)
                asked_fees += 1
            elif check.ask in ("salamanca/hazard", "salamanca/sale"):
                assert found == {"allowed": True}
            else:
                at = [int(part) for part in dict(check.fields)["building"].split(".")]
                paid = [s.points for s in played.steps if s.rule == "salamanca/sale" and s.values["at"] == at]
                assert paid in ([], [found["value"]])
                sales += len(paid)
        state = played.state
    assert sales and orders and asked_fees


def test_the_taxes_to_come_are_those_of_the_last_turn() -> None:
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
    assert any(state.occupations for state in before_taxes) and needs(states[-1], {}) == []


ESTATE = {"building": [1, 1], "tiles": [{"tile": "monastery", "at": [1, 1]}]}
SEVEN = [*ESTATE["tiles"], *[{"tile": "vineyard", "at": [1, column]} for column in (2, 3, 4)]]


def tile_values(state: State) -> list[dict[str, Any]]:
    """A session's board as a question tells it."""
    board = state.board
    assert board is not None
    tiles = []
    for place, tile in enumerate(board.cells):
        if tile is None:
            continue
        question: dict[str, Any] = {"tile": tile.kind, "at": list(board.grid.spaces[place])}
        if tile.is_fertile:
            question["value"] = tile.value
        if board.hazard_at(place):
            question["hazard"] = board.hazard_at(place)
        tiles.append(question)
    return tiles


@each_row("seed", range(3))
def test_an_estate_is_worth_what_the_session_says(seed: int) -> None:
    sheet = read(whole_game(seed, 3))
    for played in [*replay(sheet)][::7]:
        state = played.state
        for estate in sheet.game.engine.standing(state).details["estates"]:
            found = verdict("salamanca/estate", tiles=tile_values(state), building=estate["at"])
            assert {key: found[key] for key in ("value", "building_value", "land_value", "taxed")} == {
                key: estate[key] for key in ("value", "building_value", "land_value", "taxed")
            }


def test_seven_is_a_ruling_and_the_other_reading_is_told() -> None:
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
def test_a_hazard_lies_on_its_own_tiles_and_alone(hazard: str, tile: str, there: str | None) -> None:
    on = {
        "poison": {"lake", "vineyard"},
        "rats": {"field", "pasture", "lake", "forest", "vineyard"},
        "locusts": {"field", "pasture", "forest"},
        "ruin": {"farm", "castle", "monastery"},
    }
    question = {"hazard": hazard, "tile": tile} | ({} if there is None else {"hazard_there": there})
    if there is not None and tile not in on[there]:
        assert "this cannot be" in fault("salamanca/hazard", **question)
    else:
        assert verdict("salamanca/hazard", **question) == {"allowed": tile in on[hazard] and there is None}


@pytest.mark.parametrize("building", PRICE)
@pytest.mark.parametrize("squire", ["idle", "freed"])
@given(money=st.integers(0, 6))
def test_a_fee_is_the_price_of_the_building_for_a_squire_just_freed(building: str, squire: str, money: int) -> None:
    due = PRICE[building] if squire == "freed" else 0
    question = {"building": building, "squire": squire, "money": money}
    found = verdict("salamanca/fee", **question, claim=due)
    assert found == {"fee": due, "allowed": money >= due, "claim_right": True}
    assert verdict("salamanca/fee", **question, claim=due + 1)["claim_right"] is False


def test_another_building_that_is_tapped_is_the_one_in_question() -> None:
    made = tapped("estate", "t-farm", "2.2", "t-castle", "5.5", "t-field", "2.2")
    assert (tiles(made), dict(made.fields)["building"]) == ("F22.C55", "2.2")


def test_a_hazard_and_what_lies_there() -> None:
    assert found_for(asked("hazard", hazard="rats", tile="lake"), "hazard") == {"allowed": True}
    assert found_for(asked("hazard", hazard="rats", tile="lake", there="poison"), "hazard") == {"allowed": False}
    assert str(asked("hazard").missing) == "Tap the hazard"
    assert str(asked("hazard", hazard="rats").missing) == "Tap the tile"


def test_a_sale_asks_two_things() -> None:
    assert str(asked("sale").missing) == "Tap whether it was occupied in this round"
    assert str(asked("sale", occupied="no").missing) == "Tap whether fertile land of this round counts"
    assert found_for(asked("sale", occupied="no", fertile="yes"), "sale") == {"allowed": False}
