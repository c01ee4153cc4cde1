"""Pages of the referee's questions answer as the referee does, and their forms send what their addresses say."""

from urllib.parse import urlencode

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.forms.asking import forms_of
from companion.games import all_games
from tests.games.test_tapped_questions import EIGHTS, FULL, RANKED, SEVEN, SHORT, TAPPED, said, tapped
from tests.support.askpages import AskPage, agrees
from tests.support.each_row import each_row

ASKED = {key: form for game in all_games().values() for key, form in forms_of(game).items()}


@each_row(("key", "address", "taps"), [(key, *row[:2]) for key, rows in TAPPED.items() for row in rows])
def test_a_page_answers_as_the_referee_and_sends_what_its_address_says(
    client: FlaskClient, key: str, address: str, taps: str
) -> None:
    made = tapped(key, address, taps)
    page = AskPage(client, key, made.fields)
    sent, told = {*ASKED[key](MultiDict(page.form)).fields}, {field for field in made.fields if field[0] != "used_up"}
    if made.question is None:
        assert page.bar == said(key, made) and told <= sent
    elif page.is_answered:
        agrees(page, {"ask": key, **made.question})
        assert told == sent, "and nothing more"
    else:
        assert page.fault.casefold() == said(key, made).casefold()


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
