"""Azul on the referee's pages: every tap, addresses, what a round raises, the guide."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.pages.help import QuestionLink
from companion.games.azul.audit_form import TILE, WALL, WallQuestion, apply_tap, wall_from_text
from companion.games.azul.audit_form import fields_of as audit_fields
from companion.games.azul.form import Form
from companion.games.azul.help import entry_questions
from companion.games.azul.questions import FORMS
from companion.games.azul.rules import PatternLine, State, start
from companion.games.azul.walls import COLOURED, COLOURS, GREY, PLACES
from companion.scoring.scoresheet import read, replay
from tests.games.azul.strategies import sheets
from tests.games.azul.test_form import tapped
from tests.support.askpages import AskPage
from tests.support.phones import Phone
from tests.support.tries import tries

form = Form()

SEVEN = "--------R--WB-R---B------"
with_client = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=tries(20))


def fields_of(question: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The address of a question of the examples."""
    if question["ask"] == "azul/floor":
        return tuple((key, str(question[key])) for key in ("floor", "total") if key in question)
    wall = tuple(tuple(line) for line in question["wall"])
    kind = question.get("kind", GREY)
    if question["ask"] == "azul/audit":
        typed = {key: question[key] for key in ("rounds", "floor") if key in question}
        return audit_fields(WallQuestion(kind, wall, WALL, COLOURS[0], None), **typed)
    line = PatternLine(question["row"], question["colour"], question.get("column")) if "row" in question else None
    if line and kind == COLOURED:
        line = line._replace(column=COLOURS.index(line.colour) + 1)  # any: the colour says where
    return WallQuestion(kind, wall, TILE if line else WALL, question.get("colour", COLOURS[0]), line).fields


def test_a_tile_of_seven_by_taps(client: FlaskClient) -> None:
    page = AskPage(client, "azul/tile")
    assert page.bar == "Tap the wall, then choose the tile in question" and not page.is_answered
    for at in ("24", "32", "33", "35", "44"):
        page = page.tap(at)
    page = page.choose("put", "tile")
    assert page.bar == "Tap the space of the tile in question"
    page = page.tap("34")
    assert (page.bar, dict(page.fields)["wall"]) == ("7 points", SEVEN)
    assert page.fields == [("kind", "coloured"), ("wall", SEVEN), ("put", "tile"), ("tile", "3Y4")]
    assert sorted(AskPage(client, "azul/tile", page.fields).form) == sorted(page.fields)
    # Another space asks about another tile; the same one again takes the question back.
    assert page.tap("15").bar == "1 point"
    assert page.tap("34").bar == "Tap the space of the tile in question"
    # A tile that lies there already.
    assert page.tap("24").bar == "Not allowed: row 2 has a red tile already"
    assert page.tap("24").key("24").name == "row 2, column 4: red, not allowed"
    # Back at the wall a tile is taken off, and the answer follows.
    page = page.choose("put", "wall").tap("44")
    assert page.bar == "6 points" and dict(page.fields)["wall"] == "--------R--WB-R----------"


def test_the_grey_wall_asks_for_colours(client: FlaskClient) -> None:
    page = AskPage(client, "azul/tile", [("kind", "grey")]).choose("colour", "red").tap("14")
    page = page.choose("colour", "black").tap("24").choose("colour", "white").tap("51")
    assert dict(page.fields)["wall"] == "---R----K-----------W----"
    page = page.choose("put", "tile").choose("colour", "blue").tap("34")
    assert page.bar == "3 points" and dict(page.fields)["tile"] == "3B4"
    # The colour of the tile in question is changed by its key alone.
    page = page.choose("colour", "red")
    assert page.bar == "Not allowed: column 4 has a red tile already" and dict(page.form)["tile"] == "3R4"
    assert page.key("34").name == "row 3, column 4, not allowed" and page.key("34").text == "×"
    # On the coloured wall these tiles do not lie where they are printed.
    page = page.choose("kind", "coloured")
    assert page.bar == "This cannot be"
    assert page.fault == "On the coloured wall red lies in column 3 of row 1, not in column 4"


def test_the_bonuses_by_whole_lines(client: FlaskClient) -> None:
    page = AskPage(client, "azul/bonuses")
    assert page.bar == "Tap the tiles that lie on the wall"
    page = page.tap("r1").tap("c1").tap("blue")
    assert page.bar == "19 points" and dict(page.fields)["wall"] == "BYRKWWB---K-B--R--B-Y---B"
    assert sorted(AskPage(client, "azul/bonuses", page.fields).form) == sorted(page.fields)
    assert page.tap("c1").bar == "0 points"  # its tiles leave, and with them the row's and the colour's first
    assert page.tap("55").bar == "9 points"
    grey = AskPage(client, "azul/bonuses", [("kind", "grey")])
    assert "r1" not in grey.taps and grey.tap("11").bar == "0 points"
    assert AskPage(client, "azul/bonuses", [("kind", "grey"), ("tap", "r1")]).bar == "0 points"


@given(
    wall=st.lists(st.sampled_from("BYRKW-"), min_size=25, max_size=25).map("".join),
    kind=st.sampled_from([COLOURED, GREY]),
    puts=st.sampled_from([WALL, TILE]),
    brush=st.sampled_from(COLOURS),
    row=st.sampled_from(PLACES),
    column=st.sampled_from(PLACES),
)
def test_every_tap_is_taken_back_by_the_same(
    wall: str, kind: str, puts: str, brush: str, row: int, column: int
) -> None:
    before = WallQuestion(kind, wall_from_text(wall), puts, brush, None)
    once = apply_tap(before, f"{row}{column}")
    there = before.wall[row - 1][column - 1]
    assert once.wall == before.wall if puts == TILE else (once.wall[row - 1][column - 1] is None) == (there is not None)
    if puts == TILE or there is None:
        assert apply_tap(once, f"{row}{column}") == before
    question = dict(once.fields)
    for key in ("azul/tile", "azul/columns", "azul/bonuses"):
        fields = FORMS[key](_Posted(question)).fields
        assert FORMS[key](_Posted(dict(fields))).fields == fields


class _Posted(dict[str, str]):
    def getlist(self, name: str) -> list[str]:
        return [self[name]] if name in self else []


# what a round raises


@settings(with_client, max_examples=tries(6))
@given(value=sheets())
def test_a_round_raises_what_it_scored(client: FlaskClient, value: dict[str, Any]) -> None:
    sheet = read(value)
    state: State = start(sheet.setup)
    for played, entry in zip(replay(sheet), value["entries"], strict=True):
        if entry == {"end": True}:
            break
        asked = list(entry_questions(state, entry, played.state, played.steps))
        for step in played.steps:
            if step.rule in ("azul/tile", "azul/line-fell"):
                check = asked.pop(0)
                assert check.title.values["seat"].index == step.seat and check.title.values["row"] == step.values["row"]
                assert said(client, check) == ("No column is open" if step.points is None else pointed(step.points))
        for step in played.steps:
            if step.rule == "azul/floor":
                check = asked.pop(0)
                assert said(client, check) == f"Floor: {step.points}".replace("-", "−")
        if played.state.finished:
            assert asked.pop().ask == "azul/ranking"
            walls = [asked.pop() for _ in range(sheet.setup.seats)][::-1]
            assert [check.ask for check in walls] == ["azul/audit"] * len(walls)
            for seat, check in enumerate(walls):
                page = AskPage(client, check.ask, check.fields)
                assert page.fields == list(check.fields)
                assert f"{played.state.totals[seat]} is possible." in page.text.replace("−", "-")
        assert [check.ask for check in asked] == ["azul/bonuses"] * (sheet.setup.seats if played.state.finished else 0)
        for seat, check in enumerate(asked):
            mine = [step.points for step in played.steps if step.seat == seat and "bonus" in step.rule]
            assert said(client, check) == pointed(sum(points or 0 for points in mine))
        state = played.state


def said(client: FlaskClient, check: QuestionLink) -> str:
    page = AskPage(client, check.ask, check.fields)
    assert page.fields == list(check.fields) and sorted(field for field in page.form if field[1]) == sorted(page.fields)
    return page.bar


def pointed(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def test_an_entry_leads_to_its_questions(host: Phone) -> None:
    session = host.open("azul", ["Ann", "Ben"])
    host.enter(session, tapped(0, "1B 2W"))
    host.enter(session, tapped(1, "3R", 1, True))
    page = host.page(f"/t/{session}/entries/1")
    assert "the tile of Ann in row 2" in page and "the tile of Ben in row 3" in page
    assert "tile=2W1&amp;name=Ann&amp;name=Ben" in page
    assert "Nobody can fill a row in this round" in host.page(f"/t/{session}/needs")


def test_the_open_columns_by_taps(client: FlaskClient) -> None:
    page = AskPage(client, "azul/columns").choose("colour", "red").tap("11").choose("colour", "black").tap("22")
    page = page.choose("put", "tile").choose("colour", "red")
    assert page.bar == "Choose the colour and tap the row of the line"
    page = page.tap("21")
    assert page.bar == "Open: columns 3, 4, 5" and dict(page.fields)["tile"] == "2R"
    assert [key["value"] for key in page.keys if key.name.endswith(", open")] == ["23", "24", "25"]
    assert sorted(AskPage(client, "azul/columns", page.fields).form) == sorted(page.fields)
    assert page.choose("colour", "black").bar == "Not allowed: row 2 has a black tile already"
    assert page.tap("35").bar == "Open: columns 2, 3, 4, 5"
    assert page.tap("25").bar == "Choose the colour and tap the row of the line"
