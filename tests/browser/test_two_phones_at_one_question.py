"""Two phones answer one question, alike or differently, by a tap where the key was: one entry is made, as meant."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_refusals import IS_WHOLE
from tests.browser.test_taps import thumb_of
from tests.support.long import long, mostly_long
from tests.support.tap_games import GAMES, NAMES
from tests.support.tap_scripts import SAVE, on_one_phone
from tests.support.thumb import Tap

SMALL = (320, 640)
ENTERING = ("entry", "part", "parts")
# Said on the second phone: refused with both, or kept and marked with what it was for, or asked first.
TOLD = "#notice[role=alert], #refused, #outdated, #meant, #offer"
SETTLED = """() => !outbox.state.isSending && (outbox.state.refused || !outbox.waiting().length)
    && document.getElementById("head").dataset.version !== "0" """


@dataclass(frozen=True)
class Question:
    """A form on a table, what two phones tap into it before the key that enters, and that key, alike or not.

    `replaced` says that another key stands in its place once the question is answered, with nothing typed.
    """

    sheet: dict[str, Any]
    taps: Sequence[Sequence[Tap]] = ((), ())
    keys: Sequence[str] = (SAVE, SAVE)
    posted: dict[str, Any] = field(default_factory=dict)
    replaced: bool = False


def first_entry(kind):
    """What is saved first of an entry, in two games that differ by chance."""
    one, other = [GAMES[kind](Random(seed), False) for seed in (1, 2)]
    scripts = []
    for game in (one, other):
        script = on_one_phone(game.key, game.entries[:1])
        scripts.append(script[: next(place for place, tap in enumerate(script) if tap.key == SAVE)])
    return Question({**one.sheet, "entries": []}, scripts)


def end_of_a_turn():
    game = GAMES["salamanca on the board"](Random(1), False)
    return Question({**game.sheet, "entries": [*game.entries[:1], {"cards": [[8, 7], [6, 5]]}]}, replaced=True)


def of_luz(**asked):
    """After all have bet."""
    bets = {"stage": "bets", **{f"b{seat}": seat for seat in range(3)}}
    sheet = {"format": 1, "game": "luz", "players": NAMES[:3], "options": {}, "entries": []}
    return Question(sheet, posted=bets, **asked)


END = "the end of a turn of Salamanca"
TRICK = "a trick of Luz"
QUESTIONS = {
    TRICK: lambda: of_luz(keys=[f"button.winner[value='{seat}']" for seat in (0, 1)], replaced=True),
    "a hand of 5211": lambda: first_entry("5211"),
    "a wall of Azul": lambda: first_entry("azul"),
    "a tile of Ingenious on the board": lambda: first_entry("ingenious on the board"),
    END: end_of_a_turn,
    "a number of the open sheet": lambda: first_entry("open"),
}
DIFFERENTLY = [question for question in QUESTIONS if question != END]
"""What the table says to any two answers is asked in tests/views/table/test_two_phones.py."""


def entered(server, session):
    """How many entries and parts phones have made, as the database has them."""
    with sqlite3.connect(server.folder / "companion.sqlite") as database:
        marks = ", ".join("?" * len(ENTERING))
        query = f"SELECT count(*) FROM events WHERE session = ? AND kind IN ({marks})"
        return int(database.execute(query, [session, *ENTERING]).fetchone()[0])


def type_in(one, taps):
    thumb = thumb_of(one)
    thumb.start(list(taps), 60)
    thumb.finish()


def place_of(one, key):
    """Where a finger taps a key, once it is there to be tapped."""
    found = one.see(one.page.locator(key).first)
    expect(found).to_be_enabled()
    found.scroll_into_view_if_needed()
    box = found.bounding_box() or {}
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def save(one, key):
    with one.page.expect_response("**/enter"):
        one.tap(one.page.locator(key).first)


@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    ("question", "differs"),
    [pytest.param(one, True, id=f"{one}, differently") for one in DIFFERENTLY]
    + [pytest.param(one, False, id=f"{one}, alike", marks=() if one in (END, TRICK) else long) for one in QUESTIONS],
)
@pytest.mark.parametrize("way", mostly_long(["has seen it", "has its finger down", "is offline", "is late"]))
def test_one_question_is_answered_once(phone, server, question, differs, way):
    asked = QUESTIONS[question]()
    one, two = phone(), phone(viewport=SMALL)
    two.tolerate("409|422|net::ERR_|Failed to fetch")
    invitation = one.brings(asked.sheet)
    if asked.posted:
        one.post(invitation, "enter", **asked.posted)
    two.joins(invitation)
    for number, player in enumerate((one, two)):
        player.go(f"/t/{invitation.id}/enter")
        player.see("#form")
        type_in(player, asked.taps[number * differs])
    before, version = entered(server, invitation.id), two.page.locator("#head").get_attribute("data-version") or ""
    entering = asked.keys[differs]
    at = place_of(two, entering)
    two.reads_nothing()

    if way == "has seen it":
        save(one, asked.keys[0])
        expect(two.page.locator("#head")).not_to_have_attribute("data-version", version)
        two.page.touchscreen.tap(*at)
    elif way == "has its finger down":
        finger = two.context.new_cdp_session(two.page)
        points = [{"x": at[0], "y": at[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        save(one, asked.keys[0])
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    elif way == "is late":
        held = []
        two.page.route("**/enter", lambda route: held.append(route), times=1)
        with two.page.expect_request("**/enter"):
            two.page.touchscreen.tap(*at)
        save(one, asked.keys[0])
        held.pop().continue_()
    else:
        two.context.set_offline(True)
        two.page.touchscreen.tap(*at)
        two.see("#outbox")
        save(one, asked.keys[0])
        two.context.set_offline(False)
    two.page.wait_for_function(SETTLED)
    expect(two.page.locator("#head")).not_to_have_attribute("data-version", version)
    expect_told(two, asked, differs, way)
    assert entered(server, invitation.id) == before + 1


def expect_told(two, asked, differs, way):
    """The second phone is told, in sight, where it said something else, or may have meant what is asked now."""
    is_told = differs or (way == "has seen it" and asked.replaced)
    if is_told:
        told = two.page.locator(f"{TOLD}, .podium").first
        expect(told).to_be_visible()
        assert told.evaluate(IS_WHOLE)
    else:
        expect(two.page.locator(TOLD)).to_have_count(0)


def test_the_same_key_again_asks_once_and_counts_the_second_time(phone, server):
    """It may be a second tap for the same turn; who has touched the page since means the next."""
    asked = QUESTIONS[END]()
    one = phone()
    invitation = one.brings(asked.sheet)
    one.go(f"/t/{invitation.id}/enter")
    one.reads_nothing()
    before = entered(server, invitation.id)
    save(one, SAVE)
    question = one.page.locator("#entry:not([data-next]) [name=question]")
    expect(question).to_have_value("4")
    one.tap(SAVE)
    one.see("#meant")
    assert entered(server, invitation.id) == before + 1
    save(one, SAVE)
    expect(one.page.locator("#meant")).to_have_count(0)
    expect(question).to_have_value("5")
    one.tap("#head h1")
    save(one, SAVE)
    assert entered(server, invitation.id) == before + 3
