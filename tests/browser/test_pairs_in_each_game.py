"""In each game, an undo, a redo and a correction beside what another phone did are asked about, in sight, and told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_quick_fingers import TAP, UNDO
from tests.browser.test_refusals import IS_WHOLE
from tests.browser.test_salamanca_board import FULL
from tests.browser.test_two_phones_at_one_question import END, QUESTIONS as ASKED, TRICK, entered, type_in
from tests.support.long import mostly_long
from tests.support.tap_games import GAMES
from tests.support.tap_scripts import SAVE, key, on_one_phone
from tests.support.thumb import Tap

SMALL = (320, 640)
IS_SENT = "() => !outbox.waiting().length && !outbox.isEntering()"
REDO, BOTH = "#bar button.redo", "#notice[role=alert] .versions"
Taps = Sequence[Tap]


@dataclass(frozen=True)
class Play:
    """A table, what is tapped for what it asks first, another answer to that, and what is tapped next."""

    sheet: dict[str, Any]
    first: Taps
    other: Taps
    then: Taps
    posted: dict[str, Any] | None = None


def of_game(kind):
    """The first two things that are saved, and what is saved first in another game."""
    games = [GAMES[kind](Random(seed), False) for seed in (1, 2)]
    scripts = [on_one_phone(game.key, game.entries) for game in games]
    saves = [[place for place, tap in enumerate(script, 1) if tap.key == SAVE] for script in scripts]
    (first, second), other = saves[0][:2], saves[1][0]
    return Play(games[0].sheet, scripts[0][:first], scripts[1][:other], scripts[0][first:second])


def of_luz():
    asked = ASKED[TRICK]()
    return Play(asked.sheet, *([Tap(f"button.winner[value='{seat}']")] for seat in range(3)), asked.posted)


def of_salamanca():
    def place(kind, at, value):
        shown = (f"#bar [data-tap=v{value}][aria-pressed=true]",)
        space = [Tap(f".land [data-tap='{at}']"), Tap(f"#bar [data-tap=v{value}]")]
        return [*space, Tap(f"#bar .key[name=tile][value='{kind}']", shown)]

    return Play(FULL, place("field", "5.1", 3), place("field", "5.1", 2), place("lake", "6.2", 2))


PLAYS = {
    "azul": lambda: of_game("azul"),
    "salamanca": of_salamanca,
    "ingenious": lambda: of_game("ingenious on the board"),
    "5211": lambda: of_game("5211"),
    "open": lambda: of_game("open"),
    "luz": of_luz,
}
# Of Salamanca the end of a turn: the keys of its steps are gone once they are tapped.
SAVED = {**PLAYS, "salamanca": lambda: Play(ASKED[END]().sheet, [Tap(SAVE)], (), ())}
looks = [(game, locale) for locale in ("zh-TW", "en-GB") for game in PLAYS]


def begun(phone, play, locale):
    """Two phones at a table, of which the first one has tapped what was asked first."""
    one, two = phone(viewport=SMALL, locale=locale), phone(viewport=SMALL, locale=locale)
    one.tolerate("409")
    invitation = one.brings(play.sheet)
    if play.posted:
        one.post(invitation, "enter", **play.posted)
    two.joins(invitation)
    at_form(one, invitation)
    enters(one, play.first)
    return invitation, one, two


def at_form(one, invitation):
    one.go(f"/t/{invitation.id}/enter")
    one.see("#form")
    one.reads()


def enters(one, taps):
    """Tap, and wait until the table has it."""
    head = one.page.locator("#head")
    version = head.get_attribute("data-version") or ""
    type_in(one, [replace(tap, at_once=False) for tap in taps])
    expect(head).not_to_have_attribute("data-version", version)
    one.page.wait_for_function(IS_SENT)


def hears_nothing(one):
    one.page.evaluate("live.source.close()")


def place_of(key):
    """Where a key begins and ends from left to right."""
    return key.evaluate("key => [key.getBoundingClientRect().left, key.getBoundingClientRect().right]")


def is_whole(told):
    expect(told).to_be_visible()
    assert told.evaluate(IS_WHOLE)


@pytest.mark.parametrize(("game", "locale"), mostly_long(looks, 1, names=2))
def test_an_undo_after_another_phones_entry_asks_and_who_loses_it_is_told(phone, game, locale):
    play = PLAYS[game]()
    invitation, one, two = begun(phone, play, locale)
    label = one.see(UNDO).get_attribute("aria-label") or ""
    hears_nothing(one)
    at_form(two, invitation)
    enters(two, play.then)
    one.tap(UNDO)
    is_whole(one.page.locator("#notice[role=alert]"))
    one.tap("#notice form button")
    is_whole(two.page.locator("#reversal"))
    expect(one.page.locator(UNDO)).to_have_attribute("aria-label", label)


@pytest.mark.parametrize(("game", "locale"), mostly_long(looks[2:], 1, names=2))
def test_two_quick_taps_on_undo_take_back_one_entry(phone, game, locale):
    play = PLAYS[game]()
    invitation, one, _ = begun(phone, play, locale)
    label = one.see(UNDO).get_attribute("aria-label") or ""
    at_form(one, invitation)
    enters(one, play.then)
    undo = one.see(UNDO)
    expect(undo).not_to_have_attribute("aria-label", label)
    one.page.evaluate(TAP, [UNDO, 0])
    expect(undo).to_have_attribute("aria-label", label)
    one.page.evaluate(TAP, [UNDO, 152])
    one.see(".tapped-once")
    one.page.wait_for_function(IS_SENT)
    expect(undo).to_have_attribute("aria-label", label)


@pytest.mark.parametrize("game", mostly_long(SAVED))
def test_two_quick_taps_on_a_key_that_saves_enter_one_thing(phone, server, game):
    """The second one comes when the form asks the next, for which nothing is tapped."""
    play, one = SAVED[game](), phone(viewport=SMALL)
    invitation = one.brings(play.sheet)
    if play.posted:
        one.post(invitation, "enter", **play.posted)
    at_form(one, invitation)
    type_in(one, [replace(tap, at_once=False) for tap in play.first[:-1]])
    before, version = entered(server, invitation.id), one.page.locator("#head").get_attribute("data-version") or ""
    for pause in (0, 152):
        is_on = one.page.evaluate(TAP, [play.first[-1].key, pause])
        expect(one.page.locator("#head")).not_to_have_attribute("data-version", version)
        one.page.wait_for_function(IS_SENT)
    expect(one.page.locator(".tapped-once")).to_have_count(int(is_on))
    assert entered(server, invitation.id) == before + 1


@pytest.mark.parametrize(("game", "locale"), mostly_long(looks[3:], 1, names=2))
def test_a_redo_after_another_phones_entry_shows_both(phone, game, locale):
    play = PLAYS[game]()
    invitation, one, two = begun(phone, play, locale)
    main = place_of(one.page.locator("#bar-row > .button"))
    one.tap(UNDO)
    label = one.see(REDO).get_attribute("aria-label") or ""
    assert place_of(one.page.locator("#bar-row > .button")) == main, "no key moves under a finger"
    hears_nothing(one)
    at_form(two, invitation)
    enters(two, play.other)
    one.tap(REDO)
    is_whole(one.page.locator("#notice[role=alert]"))
    meant = re.split("： ?|: ", label, maxsplit=1)[1]  # "Redo: trick 1 to Ann"
    theirs, own = one.page.locator(BOTH).locator(".version").all()
    expect(own).to_contain_text(meant)
    assert own.locator(".differs").count() or meant not in theirs.inner_text(), "both say the same"


# The query of the form, the entry that both phones correct, and what each of them taps before the keys that save it.
TOTALS = (5, 4, 1), (4, 5, 1)
CORRECTED = {
    "luz": ("?totals=1", 1, tuple([key(f"t{seat}", taken) for seat, taken in enumerate(each)] for each in TOTALS)),
    "5211": ("", 1, tuple([".hand [data-taken] >> nth=0", f"[data-card={card}]"] for card in ("G6", "G5"))),
    "azul": ("", 1, tuple([key("floor", floor)] for floor in (4, 5))),
    "ingenious": ("", 1, tuple([f".pick [data-tap={colour}]"] for colour in "rp")),
    "salamanca": ("", 2, tuple([key("c0", card)] for card in (6, 5))),
    "open": ("", 1, tuple([f"[name=key][value=d{digit}]"] for digit in (7, 8))),
}  # fmt: skip
KINDS = {"ingenious": "ingenious on the board"}


@pytest.mark.parametrize(("game", "locale"), mostly_long(looks[5:], 1, names=2))
def test_a_correction_after_another_phones_shows_both(phone, game, locale):
    query, number, taps = CORRECTED[game]
    one, two = phone(viewport=SMALL, locale=locale), phone(viewport=SMALL, locale=locale)
    two.tolerate("409")
    made = GAMES[KINDS.get(game, game)](Random(1), False) if game != "salamanca" else None
    sheet = {**made.sheet, "entries": made.entries[:1]} if made else {**FULL, "entries": FULL["entries"][:2]}
    invitation = one.brings(sheet)
    two.joins(invitation)
    for player, tapped in zip((one, two), taps, strict=True):
        player.go(f"/t/{invitation.id}/entries/{number}/correct{query}")
        for what in tapped:
            player.tap(what)
    one.tap("#bar .button")
    one.tap("form:has([name=shown]) button")
    one.see("#outcome")
    two.tap("#bar .button")
    told = two.see(".note.bad:has(.versions)")
    assert told.evaluate(IS_WHOLE)
