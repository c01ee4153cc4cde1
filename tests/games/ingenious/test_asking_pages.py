"""The pages of what is asked about Ingenious: the rulebook's examples, junk, what an entry raises, the guide."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.game.pages.help import Fields, QuestionLink
from companion.games.ingenious.board import Placed
from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.help import entry_questions
from companion.games.ingenious.placement_form import chosen_tile, placement_fields, read_tiles, symbols_code
from companion.games.ingenious.questions import FORMS, ranking_fields
from companion.games.ingenious.rules import play, standing
from companion.games.ingenious.turns import State
from companion.scoring.referee import answer, ask
from tests.games.ingenious.strategies import MODES, head, random_game, sheets
from tests.games.ingenious.test_asking import LINE, NAMES, TEN, address, asked, said
from tests.games.ingenious.test_rules import after, laid, swap, table, tile
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import Phone
from tests.support.reading import named, parts
from tests.support.tries import tries

EXAMPLES = sorted((Path(__file__).parents[2] / "examples/ingenious/questions").glob("*.json"))


def fields_of(question: dict[str, Any]) -> tuple[str, Fields]:
    """A question's JSON as the fields of its page, by the functions that a session uses."""
    name = question["ask"].split("/")[1]
    if name == "ranking":
        return name, ranking_fields(question["mode"], [tuple(track.values()) for track in question["tracks"]])
    if name == "swap":
        track = ".".join(str(value) for value in question["track"].values())
        return name, (("t0", track), ("hand", "".join(colour[0] for pair in question["hand"] for colour in pair)))
    tiles = [_placed(raw) for raw in (*question["tiles"], question["place"])]
    symbols = question.get("symbols", COLOURS)
    return name, placement_fields(question["area"], symbols, tiles[:-1], chosen_tile(tiles[-1]))


def _placed(raw: dict[str, Any]) -> Placed:
    (one, other), (first, second) = raw["tile"], raw["at"]
    return Placed((one, other), (tuple(first), tuple(second)))


@each_row("path", EXAMPLES)
def test_the_rulebook_s_examples_are_answered_on_their_pages(path: Path, client: FlaskClient) -> None:
    question = {key: value for key, value in json.loads(path.read_text())["question"].items() if key != "claim"}
    name, fields = fields_of(question)
    made = FORMS[f"ingenious/{name}"](MultiDict(list(fields)))
    assert sorted(made.fields) == sorted(fields)
    assert ask({"ask": question["ask"], **(made.question or {})}) == ask(question)
    shown = unescape(client.get(address(name, fields)).text)
    _, answered = answer(question)
    (verdict,) = named(shown, "status")
    assert verdict.startswith(answered.headline.text(names="ABCD"))
    assert len(parts(shown.split('id="why"')[1].split("</ol>")[0], "listitem")) == len(answered.steps)


def test_the_largest_board_fits_a_qr_code(client: FlaskClient) -> None:
    tiles = "".join(
        f"rb{chr(104 + q)}{chr(104 + r)}0"
        for r in range(-7, 8)
        for q in range(-7, 8, 2)
        if max(abs(q), abs(q + 1), abs(q + r), abs(q + 1 + r)) <= 7
    )
    assert len(read_tiles(tiles)) > 75
    shown = client.get(f"/referee/ingenious/placement/show?area=all&tiles={tiles}&m0=r&m1=b&s0=0.0&s1=1.0")
    assert shown.status_code == 200 and "too large" not in shown.text
    assert "Scan to see this question on another phone" in named(shown.text, "img")


JUNK = st.one_of(
    st.text(max_size=30),
    st.text("rgboypabchjkno012345.-nxc", max_size=40),
    st.sampled_from(["rbkh0rbkh0", "rraa0rroo3", "7.-7", "3.0", "4.0", "5.0", "r", "b", "flip", "base", "duel", "all",
                     "gboypr", "c1b", "n9", "x0", "1.2.3.4.5.6", "9.9.9.9.9.9", "-9.0.99.1.2.3", "4", "٣.١"]),
)  # fmt: skip
KEYS = ["area", "tiles", "m0", "m1", "s0", "s1", "symbols", "tap", "mode", "players", "t0", "t1", "at", "hand", "claim"]


@settings(max_examples=tries(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(FORMS)), st.lists(st.tuples(st.sampled_from(KEYS), JUNK), max_size=8))
def test_no_address_fails(client: FlaskClient, key: str, raw: list[tuple[str, str]]) -> None:
    made = FORMS[key](MultiDict(raw))
    assert (made.question is None) == (made.missing is not None)
    assert FORMS[key](MultiDict(list(made.fields))).fields == made.fields, "the address says the same again"
    shown = client.get(address(key.split("/")[1], tuple(pair for pair in raw if pair[0] != "tap")))
    assert shown.status_code == 200
    assert all(named(shown.text, "status"))


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


def raised(before: State, entry: dict[str, Any]) -> Sequence[QuestionLink]:
    return entry_questions(before, entry, after(before, entry), ())


def test_a_swap_raises_nothing_and_a_team_no_ranking() -> None:
    assert raised(after(table(), tile(0, "red 2")), swap(0)) == []
    assert raised(table("team", 4), tile(0, "red 2")) == [] == raised(table("solo", 1), tile(0, "red 2"))
    board = table(board=True, symbols=list(COLOURS[1:] + COLOURS[:1]))
    first, _ = raised(board, laid(0, "green red", (0, -4), (0, -3)))
    assert dict(first.fields)["symbols"] == symbols_code(COLOURS[1:] + COLOURS[:1])
    assert said(first.title) == "the tile of Ann"


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


def test_a_space_is_a_link_that_keeps_names_and_claim(client: FlaskClient) -> None:
    shown = client.get("/referee/ingenious/placement?tiles=rbkh0&m0=g&name=M%26M&name=Ben&claim=4").text
    links = [link["href"] for link in parts(shown, "link") if link["href"].startswith("?")]
    assert len(links) == 91 - 6, "the printed symbols alone cannot be tapped"
    raw = parse_qsl(links[0].removeprefix("?"))
    assert raw[:-1] == [("area", "white"), ("tiles", "rbkh0"), ("m0", "g"), ("name", "M&M"), ("name", "Ben"),
                         ("claim", "4")]  # fmt: skip
    assert raw[-1][0] == "tap"
