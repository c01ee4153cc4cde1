"""Pages of the referee's questions answer as the referee does, and their forms send what their addresses say."""

from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.forms.asking import forms_of
from companion.forms.help import Fields
from companion.games import all_games
from companion.games.azul.question_forms import TILE, WALL, WallQuestion
from companion.games.azul.question_forms import fields_of as audit_fields
from companion.games.azul.rules import PatternLine
from companion.games.azul.walls import COLOURED, COLOURS, GREY
from companion.games.ingenious.board import COLOURS as HEXES
from companion.games.ingenious.board import Placed
from companion.games.ingenious.question_forms import chosen_tile, placement_fields, ranking_fields
from tests.games.test_tapped_questions import EIGHTS, FULL, LINE, RANKED, SEVEN, SHORT, TEN
from tests.support.askpages import AskPage, agrees, examples
from tests.support.each_row import each_row

ASKED = {key: form for game in all_games().values() for key, form in forms_of(game).items()}
BY_GAME = ("azul", "5211", "ingenious")


def fields_of(question: dict[str, Any]) -> Fields:
    """The address of a question of the examples, by the functions that a table's page uses."""
    match question:
        case {"ask": "ingenious/ranking"}:
            return ranking_fields(question["mode"], [tuple(track.values()) for track in question["tracks"]])
        case {"ask": "ingenious/swap"}:
            track = ".".join(str(value) for value in question["track"].values())
            return (("t0", track), ("hand", "".join(colour[0] for pair in question["hand"] for colour in pair)))
        case {"ask": "ingenious/placement"}:
            raw = [(part["tile"], part["at"]) for part in (*question["tiles"], question["place"])]
            tiles = [Placed((one, other), (tuple(first), tuple(second))) for (one, other), (first, second) in raw]
            return placement_fields(
                question["area"], question.get("symbols", HEXES), tiles[:-1], chosen_tile(tiles[-1])
            )
        case {"ask": "5211/round"}:
            cards = ".".join("".join(cards) for cards in question["cards"])
            return (("players", str(question["players"])), ("cards", cards), ("seat", "0"))
        case {"ask": "5211/colours"}:
            counts = [(colour, str(count)) for colour, count in question["counts"].items()]
            return (("players", str(question["players"])), *counts, ("roosters", str(question["roosters"])))
        case {"ask": "azul/floor"}:
            return tuple((key, str(question[key])) for key in ("floor", "total") if key in question)
        case {"totals": totals}:
            lists = [(name, ".".join(map(str, part))) for name, part in question.items() if isinstance(part, list)]
            holder = [("holder", str(question["holder"]))] if "holder" in question else []
            return (("players", str(len(totals))), *holder, *lists)
    wall, kind = tuple(tuple(line) for line in question["wall"]), question.get("kind", GREY)
    if question["ask"] == "azul/audit":
        typed = {key: question[key] for key in ("rounds", "floor") if key in question}
        return audit_fields(WallQuestion(kind, wall, WALL, COLOURS[0], None), **typed)
    line = PatternLine(question["row"], question["colour"], question.get("column")) if "row" in question else None
    if line and kind == COLOURED:
        line = line._replace(column=COLOURS.index(line.colour) + 1)  # any: the colour says where
    return WallQuestion(kind, wall, TILE if line else WALL, question.get("colour", COLOURS[0]), line).fields


@each_row("key", [key for key in ASKED if key.startswith(BY_GAME) or key == "luz/ranking"])
def test_the_page_of_a_question_answers_as_the_referee_does(client: FlaskClient, key: str) -> None:
    assert examples(key)
    for question in examples(key):
        page = AskPage(client, key, fields_of(question))
        agrees(page, question)
        again = AskPage(client, key, page.form)
        assert again.bar == page.bar and sorted(again.form) == sorted(page.form)


@each_row(
    ("key", "address"),
    [
        ("azul/tile", SEVEN),
        ("5211/colours", EIGHTS),
        ("luz/ranking", RANKED),
        ("ingenious/placement", f"area=grey&symbols=gboypr&{LINE}"),
        ("ingenious/placement", "area=all&symbols=rgbyop&tiles=rbkh0&m1=b&s1=2.2"),
        ("ingenious/ranking", f"mode=base&players=3&t0={TEN}&t1=9.....&at=0b"),
        ("ingenious/ranking", "mode=duel&t0=.5.-9..."),
        ("ingenious/swap", "t0=4.5.9.4.6.36&hand=rbg"),
        ("ingenious/swap", "t0=4.....&at=0r"),
    ],
)
def test_a_page_sends_what_its_address_says(client: FlaskClient, key: str, address: str) -> None:
    sent = MultiDict(AskPage(client, key, [*parsed(address), ("name", "Ann"), ("claim", "7")]).form)
    assert sent.pop("name") == "Ann"
    assert sorted(ASKED[key](sent).fields) == sorted(parsed(address)), "and nothing more"


def parsed(address: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (field.partition("=") for field in address.split("&"))]


@each_row("name", ["placement", "ranking", "swap"])
def test_a_tap_without_script_leads_to_the_address_it_makes(client: FlaskClient, name: str) -> None:
    tap = "r" if name != "ranking" else "n4"
    answered = client.get(f"/referee/ingenious/{name}?tap={tap}&name=Ann&claim=3")
    beside = [("name", "Ann"), *([("claim", "3")] if name == "placement" else [])]
    made = ASKED[f"ingenious/{name}"](MultiDict([("tap", tap)]))
    assert answered.location == f"/referee/ingenious/{name}?{urlencode([*made.fields, *beside])}"


def test_keys_say_what_may_be_tapped_and_a_claim_is_judged(client: FlaskClient) -> None:
    wall = AskPage(client, "azul/tile", parsed(SEVEN)).tap("24")
    assert wall.key("24").name == "row 2, column 4: red, not allowed" and wall.key("24").text == "×"
    assert "r1" not in AskPage(client, "azul/bonuses", [("kind", "grey")]).taps
    assert AskPage(client, "5211/round", parsed(SHORT)).tap("Y6").refused, "the deck has one"
    counts = AskPage(client, "5211/colours", parsed(EIGHTS))
    assert 'name="G" value="8"' in counts.text and 'name="G" value="9"' not in counts.text, "as the others leave"
    ranked = AskPage(client, "luz/ranking", parsed(RANKED))
    assert "d1" not in ranked.taps and "Tap a number to change it." in ranked.text
    assert "m" not in AskPage(client, "azul/ranking").taps
    assert AskPage(
        client, "azul/tile", [("kind", "coloured"), ("wall", "---R" + 21 * "-"), ("put", "tile"), ("tile", "3Y4")]
    ).fault
    for claim, found in (("9", "right"), ("10", "wrong")):
        assert f'data-claim="{found}"' in AskPage(client, "5211/round", [*parsed(FULL), ("claim", claim)]).text
