"""What the referee says of Salamanca: what sessions count, a sentence for a wrong state, a ruling named as one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.salamanca.board import HAZARDS
from companion.games.salamanca.rulebook import RULES
from companion.games.salamanca.rules import State
from companion.games.salamanca.tiles import KINDS
from companion.scoring.referee import answer, ask
from companion.scoring.scoresheet import SheetError, read, replay
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.slow import PRICE
from tests.support.asking import fault, steps, verdict
from tests.support.each_row import each_row

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


def test_the_order_is_the_one_of_a_round() -> None:
    sheet = whole_game(5, 4)
    cards = next(entry["cards"] for entry in sheet["entries"] if "cards" in entry)
    turns = [entry["seat"] for entry in sheet["entries"] if "turn" in entry][:4]
    assert verdict("salamanca/order", players=4, cards=cards) == {"order": turns}


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


@each_row(
    ("key", "question", "says"),
    [
        ("estate", {**ESTATE, "building": [2, 2]}, "no building lies on row 2, column 2"),
        ("estate", {**ESTATE, "building": [9, 9]}, "not on the board"),
        ("estate", {**ESTATE, "tiles": ESTATE["tiles"] * 2}, "is taken"),
        ("estate", {**ESTATE, "tiles": [{"tile": "monastery", "at": [1, 1], "value": 2}]}, "only a fertile land"),
        ("estate", {**ESTATE, "tiles": [{"tile": "monastery", "at": [1, 1], "hazard": "rats"}]}, "rats lie on a land"),
        (
            "estate",
            {**ESTATE, "tiles": [{"tile": "monastery", "at": [1, column]} for column in range(1, 8)]},
            "6 tiles of this kind",
        ),
        ("estate", {**ESTATE, "noble_limit": "at-9"}, "noble_limit"),
        ("order", {"players": 6, "cards": [1] * 6}, "players"),
        ("order", {"players": 4, "cards": [8, 8, 1, 2]}, "cannot both play 8"),
        ("order", {"players": 2, "cards": [[1, 2], [3, 4]], "order": [0, 1]}, "no order"),
        ("order", {"players": 5, "cards": [9, 9, 1, 2, 3], "order": [2, 0, 1, 3, 4]}, "does not agree"),
        ("hazard", {"hazard": "fire", "tile": "lake"}, "hazard"),
        ("hazard", {"hazard": "rats", "tile": "lake", "hazard_there": "ruin"}, "this cannot be"),
        ("hazard", {"hazard": "rats", "tile": "lake", "hazard_there": None}, "hazard"),
    ],
)
def test_a_wrong_state_is_a_sentence(key: str, question: dict[str, Any], says: str) -> None:
    assert says in fault(f"salamanca/{key}", **question)


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


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(
    st.sampled_from(("estate", "order", "hazard")),
    st.dictionaries(
        st.sampled_from(
            ["tiles", "building", "noble_limit", "players", "cards", "order", "hazard", "tile", "hazard_there", "claim"]
        ),
        JUNK,
    ),
)
def test_junk_is_a_sheet_error(key: str, question: dict[str, Any]) -> None:
    try:
        ask({"ask": f"salamanca/{key}", **question})
    except SheetError as error:
        assert error.text()


@pytest.mark.parametrize("building", PRICE)
@pytest.mark.parametrize("squire", ["idle", "freed"])
@given(money=st.integers(0, 6))
def test_a_fee_is_the_price_of_the_building_for_a_squire_just_freed(building: str, squire: str, money: int) -> None:
    due = PRICE[building] if squire == "freed" else 0
    question = {"building": building, "squire": squire, "money": money}
    found = verdict("salamanca/fee", **question, claim=due)
    assert found == {"fee": due, "allowed": money >= due, "claim_right": True}
    assert verdict("salamanca/fee", **question, claim=due + 1)["claim_right"] is False


@each_row("seed", range(4))
def test_every_fee_and_sale_of_a_session_is_allowed_by_the_referee(seed: int) -> None:
    sheet = read(whole_game(seed, 2 + seed))
    money, fees, sales = [0] * sheet.setup.seats, 0, 0
    for played in replay(sheet):
        for step in played.steps:
            if step.rule == "salamanca/fee":
                question = {"building": step.values["building"], "squire": "freed", "money": money[step.seat or 0]}
                assert verdict("salamanca/fee", **question) == {"fee": -(step.points or 0), "allowed": True}
                fees += 1
            if step.rule == "salamanca/occupy":
                question = {"building": step.values["building"], "squire": "idle", "money": 0}
                assert verdict("salamanca/fee", **question) == {"fee": 0, "allowed": True}
            sales += step.rule == "salamanca/sale"
            if step.seat is not None:
                money[step.seat] += step.points or 0
    assert sales and (fees or seed)


@each_row("occupied", [True, False])
@each_row("fertile", [True, False])
def test_a_sale_waits_for_the_next_round(occupied: bool, fertile: bool) -> None:
    question = {"occupied_this_round": occupied, "fertile_this_round": fertile}
    assert verdict("salamanca/sale", **question) == {"allowed": not (occupied or fertile)}
    (step,) = steps("salamanca/sale", **question)
    assert step == {"rule": "salamanca/for-sale", **question, "allowed": not (occupied or fertile)}


@each_row(
    ("key", "question", "sentence"),
    [
        ("fee", {"building": "lake"}, 'the building must be one of "farm", "castle", "monastery", not "lake"'),
        ("fee", {"squire": "busy"}, 'squire must be one of "idle", "freed", not "busy"'),
        ("fee", {"money": -1}, "money must be 0 or more, not -1"),
        ("fee", {"money": True}, "money must be a whole number, not true"),
        ("fee", {"money": None}, "money must be a whole number, not null"),
        ("sale", {"occupied_this_round": 1}, "occupied_this_round must be true or false, not 1"),
        ("sale", {"fertile_this_round": "no"}, 'fertile_this_round must be true or false, not "no"'),
        ("sale", {"claim": 1}, 'the question has an unknown key "claim"'),
    ],
)
def test_a_fee_or_a_sale_that_cannot_be(key: str, question: dict[str, Any], sentence: str) -> None:
    fine: dict[str, Any] = {"occupied_this_round": False, "fertile_this_round": False}
    if key == "fee":
        fine = {"building": "farm", "squire": "freed", "money": 2}
    assert fault(f"salamanca/{key}", **(fine | question)) == sentence
