"""Pages of the referee's questions answer as the referee does, and their forms send what their addresses say."""

from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.forms.asking import forms_of
from companion.games import all_games
from tests.games.test_tapped_questions import TAPPED, said, tapped
from tests.support.askpages import AskPage, agrees
from tests.support.each_row import each_row

ASKED = {key: form for game in all_games().values() for key, form in forms_of(game).items()}


@each_row(("key", "address", "taps"), [(key, *row[:2]) for key, rows in TAPPED.items() for row in rows])
def test_a_page_answers_as_the_referee_and_sends_what_its_address_says(client, key, address, taps):
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


@each_row("name", ["placement", "ranking", "swap"])
def test_a_tap_without_script_leads_to_the_address_it_makes(client, name):
    tap = "r" if name != "ranking" else "n4"
    answered = client.get(f"/referee/ingenious/{name}?tap={tap}&name=Ann&claim=3")
    beside = [("name", "Ann"), *([("claim", "3")] if name == "placement" else [])]
    made = ASKED[f"ingenious/{name}"](MultiDict([("tap", tap)]))
    assert answered.location == f"/referee/ingenious/{name}?{urlencode([*made.fields, *beside])}"
