"""Quick taps on one phone while another one saves: what is tapped counts, or is offered or answered, and never lost."""

import json
import sqlite3
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.players import LIMIT, Invitation, Phone
from tests.browser.test_taps import counted, is_as_tapped, opened, thumb_of
from tests.support.long import long
from tests.support.seeds import HOW, chance
from tests.support.tap_games import GAMES, INTERVALS, NAMES
from tests.support.tap_posts import enter, part_of
from tests.support.tap_scripts import on_own_phones
from tests.support.thumb import Tap, Thumb, finish_all

pytestmark = [pytest.mark.timeout(300), long]
ANN, BEN, CLEO = range(3)
PARTS = ("5211", "azul", "open")
SHOWN = """() => {
    const isSeen = (one) => one.getClientRects().length;
    const count = (what) => [...document.querySelectorAll(what)].filter(isSeen).length;
    return count("#offer, #meant") + count("#notice[role=alert]") + Math.max(count("#refused"), count("#outbox li"));
}"""


def events(server, invitation: Invitation, phone: int) -> list[dict]:
    """What a phone has entered, as the database has it."""
    with sqlite3.connect(server.folder / "companion.sqlite") as database:
        query = "SELECT kind, body FROM events WHERE session = ? AND phone = ? ORDER BY number"
        return [{"kind": kind, **json.loads(body)} for kind, body in database.execute(query, [invitation.id, phone])]


def phones_of(server, invitation: Invitation) -> list[int]:
    """The phones that have entered anything, in that order."""
    with sqlite3.connect(server.folder / "companion.sqlite") as database:
        query = "SELECT phone FROM events WHERE session = ? GROUP BY phone ORDER BY min(number)"
        return [phone for (phone,) in database.execute(query, [invitation.id])]


class Meanwhile:
    """Acts of others, each once a thumb has made so many taps."""

    def __init__(self, thumb: Thumb, acts: list[tuple[int, Callable[[], None]]]) -> None:
        self.thumb, self.acts = thumb, acts

    def __call__(self) -> None:
        while self.acts and self.is_due(self.acts[0][0]):
            self.acts.pop(0)[1]()

    def is_due(self, tap: int) -> bool:
        made = self.thumb.progress()
        return made is None or made >= tap


# each seat its own part


@pytest.mark.parametrize(("kind", "interval"), list(zip(PARTS, INTERVALS, strict=False)))
def test_another_seat_saves_its_part_in_between(phone, kind, interval):
    random = chance(f"beside {kind} {interval}")
    game = GAMES[kind](random, False)
    invitation, (ann, ben) = opened(phone, game, 2)
    script = on_own_phones(game.key, game.entries, 2)[ANN]
    acts, first = [], 0
    for number, entry in enumerate(game.entries):
        taps = len(on_own_phones(game.key, [entry], 2)[ANN])

        def save(entry=entry, number=number) -> None:
            end = time.monotonic() + LIMIT / 1000
            while len(counted(ben, invitation)["entries"]) < number:
                assert time.monotonic() < end, f"entry {number} is not scored"
                time.sleep(0.02)
            assert enter(ben, invitation, part_of(game.key, entry, BEN), f"?seat={BEN}") == 200

        acts.append((first + random.randrange(taps + 1), save))
        first += taps
    thumb = thumb_of(ann)
    thumb.start(script, interval)
    finish_all([thumb], meanwhile := Meanwhile(thumb, acts))
    meanwhile()
    is_as_tapped(ann, invitation, game, [thumb])


# one after the other


@pytest.mark.parametrize("interval", INTERVALS)
def test_tricks_from_two_phones_at_once(phone, server, interval):
    """Seven tricks to Ann and Ben on one phone, three to Cleo on the other one whenever it gets to it."""
    random = chance(f"tricks {interval}")
    ann, ben = phone(), phone()
    invitation = ann.opens("luz", NAMES[:3])
    ann.post_bets(invitation, 1, 2, 3)
    for player in (ann, ben):
        player.tolerate("409")
        player.joins(invitation, at="/enter")
    number = phones_of(server, invitation)[0]
    before = len(events(server, invitation, number))
    taps = [Tap(f"button.winner[value='{random.randrange(2)}']") for _ in range(7)]
    refused = []

    def trick() -> None:
        refused.append(enter(ben, invitation, [("winner", str(CLEO))]))

    thumb = thumb_of(ann)
    thumb.start(taps, interval)
    meanwhile = Meanwhile(thumb, [(at, trick) for at in sorted(random.choices(range(1, 7), k=3))])
    while thumb.progress() is not None and not ann.page.evaluate(SHOWN):
        meanwhile()
        time.sleep(0.02)
    made = thumb.stop()
    end = time.monotonic() + LIMIT / 1000
    while (entered := len(events(server, invitation, number)) - before) + ann.page.evaluate(SHOWN) < made:
        assert time.monotonic() < end, f"{made} taps, {entered} counted, shown: {thumb.answered()}; {HOW}"
        time.sleep(0.05)


# a finger that is down while another saves

# Offered or refused above the bar, or still there in the form, which says so.
IS_ANSWERED = """() => [...document.querySelectorAll("#offer, #meant, #notice[role=alert], #refused, #outdated")]
    .some((one) => one.getClientRects().length)"""
DOWN = {
    "luz": f"button.winner[value='{ANN}']",
    "5211": "[data-card=G6]",
    "ingenious by points": "[data-tap=r3]",
    "open": "[name=key][value=d7]",
}


def others_go_on(kind: str, other: Phone, invitation: Invitation) -> None:
    """Another phone answers what the form asks, so that the next thing is asked."""
    if kind == "luz":
        assert enter(other, invitation, [("winner", str(BEN))]) == 200
    elif kind == "ingenious by points":
        assert enter(other, invitation, [("tap", "b1"), ("tap", "g1")]) == 200
    else:
        game = GAMES[kind](chance("a finger that is down"), False)
        for seat in (ANN, BEN):
            assert enter(other, invitation, part_of(game.key, game.entries[0], seat), f"?seat={seat}") == 200


@pytest.mark.parametrize("kind", list(DOWN))
def test_a_finger_that_is_down_while_another_saves(phone, kind):
    """It was meant for what stood there when it went down: it is entered nowhere else without a question."""
    game = GAMES[kind](chance("a finger that is down"), False)
    one, other = phone(), phone()
    one.tolerate("409|422")
    invitation = one.brings(game.sheet)
    if kind == "luz":
        one.post_bets(invitation, 1, 2, 3)
    one.go(f"/t/{invitation.id}/enter")
    other.joins(invitation)
    key = one.see(DOWN[kind])
    box = key.bounding_box() or {}
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = one.for_good().new_cdp_session(one.page)
    version = one.page.locator("#head").get_attribute("data-version")
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    others_go_on(kind, other, invitation)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(one.page.locator("#head")).not_to_have_attribute("data-version", version or "")
    one.page.wait_for_function(IS_ANSWERED)
