"""The referee's forms of Salamanca, what an entry raises, the taxes to come, and the guide."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.game.pages.help import QuestionInput
from companion.games.salamanca.help import entry_questions, needs
from companion.games.salamanca.questions import FORMS
from companion.scoring.referee import ask
from companion.scoring.scoresheet import SheetError, read, replay
from tests.games.salamanca.playing import whole_game
from tests.support.each_row import each_row

FIELDS = (
    "tiles building tool value turn noble_limit tap players cards first hazard tile there squire money occupied fertile"
)
VALUES = "F22.f23 F22.F22 2.2 9.9 t-farm t-rats v-3 5 x0 5.5.5 lake castle freed idle yes no"
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


def asked(name: str, *fields: tuple[str, Any], **more: Any) -> QuestionInput:
    return FORMS[f"salamanca/{name}"](MultiDict([*fields, *((key, str(value)) for key, value in more.items())]))


def tapped(name: str, *taps: str, **fields: Any) -> QuestionInput:
    """The question after several taps, each on the address that the one before led to."""
    made = asked(name, **fields)
    for tap in taps:
        made = asked(name, *made.fields, tap=tap)
    return made


def verdict(made: QuestionInput, name: str) -> dict[str, Any]:
    assert made.question is not None
    found: dict[str, Any] = ask({"ask": f"salamanca/{name}", **made.question})["verdict"]
    return found


def tiles(made: QuestionInput) -> str:
    return dict(made.fields)["tiles"]


def test_an_estate_is_laid_tap_by_tap() -> None:
    made = tapped("estate", "t-monastery", "4.4", "t-vineyard", "4.5", "4.6", "v-2", "3.4", "t-rats", "4.5")
    assert tiles(made) == "M44.v45r.v46.v342"
    assert dict(made.fields)["building"] == "4.4"
    assert verdict(made, "estate") == {
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


def test_another_building_that_is_tapped_is_the_one_in_question() -> None:
    made = tapped("estate", "t-farm", "2.2", "t-castle", "5.5", "t-field", "2.2")
    assert (tiles(made), dict(made.fields)["building"]) == ("F22.C55", "2.2")


def test_a_hazard_moves_and_lies_where_it_may_only() -> None:
    made = tapped("estate", "t-farm", "2.2", "t-field", "2.3", "2.4", "t-rats", "2.3", "2.4", "2.2", "7.7")
    assert tiles(made) == "F22.f23.f24r"
    assert tiles(tapped("estate", "2.4", **dict(made.fields))) == "F22.f23.f24"


def test_cards_are_tapped_in_the_order_of_the_seats() -> None:
    made = tapped("order", "5", "8", "7")
    assert verdict(made, "order") == {"order": [0, 1, 2]}
    assert tapped("order", "x0", **dict(made.fields)).question is None
    two = tapped("order", "6", "3", "8", "2", players=2)
    assert verdict(two, "order") == {"order": [1, 0, 0, 1]}


@each_row(
    ("cards", "first", "order"),
    [
        ("9.9.3.2.1", 0, [0, 1, 2, 3, 4]),
        ("9.9.3.2.1", 1, [1, 0, 2, 3, 4]),
        ("5.9.7.5.10", 3, [3, 4, 1, 2, 0]),
        ("5.9.7.5.10", 0, [0, 4, 1, 2, 3]),
    ],
)
def test_of_two_equal_cards_one_is_named_to_go_first(cards: str, first: int, order: list[int]) -> None:
    made = asked("order", players=5, cards=cards, first=first)
    assert verdict(made, "order") == {"order": order}


def test_a_hazard_and_what_lies_there() -> None:
    assert verdict(asked("hazard", hazard="rats", tile="lake"), "hazard") == {"allowed": True}
    assert verdict(asked("hazard", hazard="rats", tile="lake", there="poison"), "hazard") == {"allowed": False}
    assert str(asked("hazard").missing) == "Tap the hazard"
    assert str(asked("hazard", hazard="rats").missing) == "Tap the tile"


def test_a_fee_needs_money_only_for_a_squire_just_freed() -> None:
    assert str(asked("fee").missing) == "Tap the new building"
    assert str(asked("fee", building="castle").missing) == "Tap which squire occupies it"
    assert verdict(asked("fee", building="castle", squire="idle"), "fee") == {"fee": 0, "allowed": True}
    freed = asked("fee", building="castle", squire="freed")
    assert str(freed.missing) == "Tap how much money there is"
    assert verdict(asked("fee", **dict(freed.fields), money=2), "fee") == {"fee": 3, "allowed": False}


def test_a_sale_asks_two_things() -> None:
    assert str(asked("sale").missing) == "Tap whether it was occupied in this round"
    assert str(asked("sale", occupied="no").missing) == "Tap whether fertile land of this round counts"
    assert verdict(asked("sale", occupied="no", fertile="yes"), "sale") == {"allowed": False}


@given(
    st.sampled_from(sorted(FORMS)),
    st.lists(
        st.tuples(
            st.sampled_from(FIELDS.split()),
            st.text(max_size=8) | st.sampled_from(VALUES.split()),
        ),
        max_size=8,
    ),
)
def test_whatever_stands_in_the_address_is_read(key: str, fields: list[tuple[str, str]]) -> None:
    made = FORMS[key](MultiDict(fields))
    assert (made.question is None) == (made.missing is not None)
    assert dict(FORMS[key](MultiDict(list(made.fields))).fields) == dict(made.fields)
    if made.question is not None:
        try:
            ask({"ask": key, **made.question})
        except SheetError as error:
            assert error.text()


@each_row("players", [2, 3, 5])
def test_a_check_answers_what_the_session_counted(players: int) -> None:
    sheet = read(whole_game(players, players))
    state, sales, orders, asked_fees = sheet.game.engine.start(sheet.setup), 0, 0, 0
    for played, entry in zip(replay(sheet), sheet.entries, strict=True):
        for check in entry_questions(state, entry, played.state, played.steps):
            made = FORMS[check.ask](MultiDict(list(check.fields)))
            found = verdict(made, check.ask.split("/")[1])
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
