"""The pages of what is asked about Ingenious: the rulebook's examples, junk, what an entry raises, the guide."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask.testing import FlaskClient
from hypothesis import given, settings
from werkzeug.datastructures import MultiDict

from companion.game.pages.help import Fields
from companion.games.ingenious.board import COLOURS, Placed
from companion.games.ingenious.help import entry_questions
from companion.games.ingenious.placement_form import chosen_tile, placement_fields
from companion.games.ingenious.questions import FORMS, ranking_fields
from companion.games.ingenious.rules import play, standing
from companion.games.ingenious.turns import State
from companion.scoring.referee import ask
from tests.games.ingenious.strategies import MODES, head, random_game, sheets
from tests.games.ingenious.test_asking import LINE, NAMES, TEN, address, asked
from tests.games.ingenious.test_rules import after, table
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import Phone
from tests.support.reading import parts
from tests.support.tries import tries


def fields_of(question: dict[str, Any]) -> Fields:
    """A question's JSON as the fields of its page, by the functions that a session uses."""
    name = question["ask"].split("/")[1]
    if name == "ranking":
        return ranking_fields(question["mode"], [tuple(track.values()) for track in question["tracks"]])
    if name == "swap":
        track = ".".join(str(value) for value in question["track"].values())
        return (("t0", track), ("hand", "".join(colour[0] for pair in question["hand"] for colour in pair)))
    tiles = [_placed(raw) for raw in (*question["tiles"], question["place"])]
    symbols = question.get("symbols", COLOURS)
    return placement_fields(question["area"], symbols, tiles[:-1], chosen_tile(tiles[-1]))


def _placed(raw: dict[str, Any]) -> Placed:
    (one, other), (first, second) = raw["tile"], raw["at"]
    return Placed((one, other), (tuple(first), tuple(second)))


@settings(max_examples=tries(40))
@given(sheets())
def test_what_an_entry_raises_is_answered_as_it_was_scored(sheet: dict[str, Any]) -> None:
    state = _start(sheet)
    for entry in sheet["entries"]:
        if "end" in entry:
            return
        then = after(state, entry)
        found = {
            check.ask: FORMS[check.ask](MultiDict(list(check.fields)))
            for check in entry_questions(state, entry, then, ())
        }
        kinds = ["placement"] * ("tile" in entry) + ["ranking"] * (
            "swap" not in entry and state.mode in ("base", "duel")
        )
        assert list(found) == [f"ingenious/{kind}" for kind in kinds]
        for key, made in found.items():
            verdict = ask({"ask": key, **(made.question or {})})["verdict"]
            if "points" in verdict:
                scored = [step for step in _steps(state, entry) if step["rule"] == "ingenious/half"]
                raw = [[step["colour"], step["scored"]] for step in scored]
                assert [half for half in verdict["points"] if half[1]] == raw
            else:
                assert verdict["ranking"] == [list(place) for place in _places(then)]
        state = then


def _start(sheet: dict[str, Any]) -> State:
    options = {"symbols": list(COLOURS), **sheet["options"]}
    return table(
        **{"mode": "solo" if len(sheet["players"]) == 1 else "base", "seats": len(sheet["players"]), **options}
    )


def _steps(state: State, entry: dict[str, Any]) -> list[dict[str, Any]]:
    return [step.as_json() for step in play(state, entry)[1]]


def _places(state: State) -> Any:
    return standing(state).ranking


@each_row(("mode", "seats"), MODES)
def test_an_entry_s_page_leads_to_its_questions(host: Phone, mode: str, seats: int) -> None:
    sheet = random_game(head(mode, seats, board=True), Random(seats), 3)
    places = {"mode": ["base", "solo", "team", "duel"].index(mode), "board": 1}
    session = host.open("ingenious", NAMES[:seats], **places)
    (entry, *_) = sheet["entries"]
    spaces = [f"{q}.{r}" for q, r in entry["at"]]
    taps = [part for half in zip([colour[0] for colour in entry["tile"]], spaces, strict=True) for part in half]
    assert host.enter(session, {"seat": 0, "tap": taps}).status_code == 303
    page = host.page(f"/t/{session}/entries/1")
    links = [link["href"] for link in parts(page, "link") if link["href"].startswith("/referee/")]
    assert [urlsplit(link).path.rsplit("/", 1)[1] for link in links] == ["placement"] + ["ranking"] * (
        mode in ("base", "duel")
    )
    for link in links:
        shown = host.page(link)
        assert 'id="why"' in shown and all(f'value="{name}"' in shown for name in NAMES[:seats])
    assert ("side of" if mode == "duel" else "Lowest now") in host.page(f"/t/{session}/needs")


def form_on(page: str) -> list[tuple[str, str]]:
    """What the form of a page sends when it is asked again."""
    return sorted(field for field in parse(page).by_id("ask").fields if field[0] != "claim")


@each_row(
    ("name", "query"),
    [
        ("placement", f"area=grey&symbols=gboypr&{LINE}"),
        ("placement", "area=all&symbols=rgbyop&tiles=rbkh0&m1=b&s1=2.2"),
        ("ranking", f"mode=base&players=3&t0={TEN}&t1=9.....&at=0b"),
        ("ranking", "mode=duel&t0=.5.-9..."),
        ("swap", "t0=4.5.9.4.6.36&hand=rbg"),
        ("swap", "t0=4.....&at=0r"),
    ],
)
def test_a_page_sends_what_its_address_says(client: FlaskClient, name: str, query: str) -> None:
    fields = dict(asked(name, query).fields)
    assert fields == dict(parse_qsl(query))
    sent = dict(form_on(client.get(f"/referee/ingenious/{name}?{query}&name=Ann&claim=7").text))
    assert sent.pop("name") == "Ann"
    assert asked(name, urlencode(sent)).fields == asked(name, query).fields


@each_row("name", ["placement", "ranking", "swap"])
def test_a_tap_without_script_leads_to_the_address_it_makes(client: FlaskClient, name: str) -> None:
    tap = "r" if name != "ranking" else "n4"
    answered = client.get(f"/referee/ingenious/{name}?tap={tap}&name=Ann&claim=3")
    assert answered.status_code == 303
    made = asked(name, "", tap)
    beside = [("name", "Ann"), *([("claim", "3")] if name == "placement" else [])]
    assert answered.location == address(name, (*made.fields, *beside))
