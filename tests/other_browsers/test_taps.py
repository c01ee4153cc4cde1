"""Taps as quick as a practised thumb in Firefox and WebKit, in every game, without pauses and with every other one."""

import json

import pytest

from tests.other_browsers.conftest import DARK, FIREFOX, LIGHT, WEBKIT
from tests.support.long import long
from tests.support.seeds import chance
from tests.support.tap_games import GAMES, cells
from tests.support.tap_scripts import on_one_phone, on_own_phones
from tests.support.thumb import Thumb, finish_all, is_entered

pytestmark = [pytest.mark.timeout(600), long]
ON_ONE_PHONE = [(engine, *cell) for way, engine in enumerate((FIREFOX, WEBKIT)) for cell in cells(way)]
STARTED = {FIREFOX: DARK, WEBKIT: LIGHT}  # by test_both_engines.py, which one worker runs with these


def thumb_of(one):
    return Thumb(one.engine.run, one.engine.name)


def counted(one, invitation):
    return json.loads(one.fetch(f"/t/{invitation.id}/session.json"))["sheet"]


def is_as_tapped(one, invitation, game, thumbs):
    """Wait until the entries are exactly what was tapped, and nothing is asked; the page has the same totals."""
    totals = is_entered(lambda: counted(one, invitation), game.entries, thumbs)
    one.go(f"/t/{invitation.id}")
    one.totals(*totals)


@pytest.mark.parametrize(("engine", "kind", "interval"), ON_ONE_PHONE)
def test_on_one_phone_for_all(phones, engine, kind, interval):
    game = GAMES[kind](chance(f"{engine} {kind} {interval}"), False)
    (one,) = phones((engine, STARTED[engine]))
    invitation = one.brings(game.sheet)
    one.go(f"/t/{invitation.id}/enter")
    one.see("#form")
    thumb = thumb_of(one)
    thumb.start(on_one_phone(game.key, game.entries), interval)
    thumb.finish()
    is_as_tapped(one, invitation, game, [thumb])


@pytest.mark.parametrize(("kind", "interval"), [cell for cell in cells(2) if "without" not in cell[0]])
def test_with_a_phone_a_seat_of_different_engines(phones, kind, interval):
    """Two seats: one plays in Firefox, one in WebKit; a third one in Firefox as well."""
    game = GAMES[kind](chance(f"own {kind} {interval}"), False)
    seats = phones(*[(FIREFOX, DARK), (WEBKIT, LIGHT), (FIREFOX, LIGHT)][: len(game.names)])
    invitation = seats[0].brings(game.sheet)
    for seat, phone in enumerate(seats):
        phone.joins(invitation, seat=seat)
        phone.go(f"/t/{invitation.id}/enter")
        phone.see("#form")
    thumbs = [thumb_of(one) for one in seats]
    for thumb, taps in zip(thumbs, on_own_phones(game.key, game.entries, len(seats)), strict=True):
        thumb.start(taps, interval)
    finish_all(thumbs)
    is_as_tapped(seats[0], invitation, game, thumbs)
