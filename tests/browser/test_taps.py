"""Taps as quick as a practised thumb in every game and way to play: what is exported then is what was tapped."""

from dataclasses import replace
from functools import partial

import pytest

from tests.support.long import long
from tests.support.seeds import chance
from tests.support.tap_games import GAMES, cells
from tests.support.tap_scripts import on_one_phone, on_own_phones
from tests.support.thumb import Thumb, finish_all, is_entered

pytestmark = pytest.mark.timeout(300)
ALL = slice(None)


def thumb_of(one):
    return Thumb(lambda body: one.page.evaluate(f"() => {{{body}}}"), "Chromium")


def counted(one, invitation):
    return one.context.request.get(f"/t/{invitation.id}/session.json").json()["sheet"]


def is_as_tapped(one, invitation, game, thumbs):
    """Wait until the entries are exactly what was tapped, and nothing is asked; the page has the same totals."""
    totals = is_entered(lambda: counted(one, invitation), game.entries, thumbs)
    one.go(f"/t/{invitation.id}")
    assert [one.totals()[seat] for seat in range(len(totals))] == totals


def opened(phone, game, count, first=0):
    """A table on which the first entries stand, and phones at its form; where there are several each has its seat."""
    phones = [phone() for _ in range(count)]
    invitation = phones[0].brings({**game.sheet, "entries": game.entries[:first]})
    for seat, player in enumerate(phones):
        player.joins(invitation)
        if count > 1:
            player.post(invitation, "sit", seat=seat)
        player.go(f"/t/{invitation.id}/enter")
        player.see("#form")
    return invitation, phones


def play_on_one(phone, kind, interval, prepare=lambda one: None, is_whole=False):
    game = GAMES[kind](chance(f"{kind} {interval}"), is_whole)
    invitation, (one,) = opened(phone, game, 1)
    prepare(one)
    thumb = thumb_of(one)
    thumb.start(on_one_phone(game.key, game.entries), interval)
    thumb.finish()
    is_as_tapped(one, invitation, game, [thumb])


def play_on_own(phone, kind, interval, is_whole=False, part=ALL):
    """Tap a part of the entries of a game; those before it stand already."""
    game = GAMES[kind](chance(f"{kind} {interval}"), is_whole)
    first, last, _ = part.indices(len(game.entries))
    invitation, phones = opened(phone, game, len(game.names), first)
    thumbs = [thumb_of(player) for player in phones]
    scripts = on_own_phones(game.key, game.entries[first:last], len(phones), first)
    for thumb, taps in zip(thumbs, scripts, strict=True):
        thumb.start(taps, interval)
    finish_all(thumbs)
    is_as_tapped(phones[0], invitation, replace(game, entries=game.entries[:last]), thumbs)


def slowed(one):
    """The processor of this page is six times slower, as on an old phone."""
    one.context.new_cdp_session(one.page).send("Emulation.setCPUThrottlingRate", {"rate": 6})


# Every answer to an act comes two seconds late; nothing else waits for it.
LATE = """(() => {
    const quick = window.fetch;
    window.fetch = async (address, how) => {
        const answer = await quick(address, how);
        const isAct = (how?.method ?? address.method ?? "GET").toUpperCase() === "POST";
        if (isAct) await new Promise((done) => setTimeout(done, 2000));
        return answer;
    };
})()"""


def answered_late(one):
    one.context.add_init_script(LATE)
    one.page.reload()
    one.see("#form")


# Who taps, and how quickly the page and the companion follow.
WAYS = {
    "on one phone for all": play_on_one,
    "with a phone a seat": play_on_own,
    "with a slow processor": partial(play_on_one, prepare=slowed),
    "where answers come two seconds late": partial(play_on_one, prepare=answered_late),
}


@long
@pytest.mark.parametrize(("way", "kind", "interval"), [(w, *cell) for at, w in enumerate(WAYS) for cell in cells(at)])
def test_each_tap_counts(phone, way, kind, interval):
    WAYS[way](phone, kind, interval)


WHOLE = [kind for kind in GAMES if kind not in ("ingenious by points", "salamanca without a board")]
# Of games that take long `make test` taps the beginning and the end, each at a table of its own.
SHORT = {
    "5211": {"the end": slice(-2, None)},
    "ingenious on the board": {"the beginning": slice(5), "the end": slice(-6, None)},
    "salamanca on the board": {"the beginning": slice(8), "the end": slice(-13, None)},
}
PARTS = [
    pytest.param(kind, part, id=f"{kind}, {name}") for kind, parts in SHORT.items() for name, part in parts.items()
]
PARTS += [pytest.param(kind, ALL, id=kind, marks=long if kind in SHORT else ()) for kind in WHOLE]


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("kind", "part"), PARTS)
def test_a_whole_game_with_a_phone_a_seat_without_any_pause(phone, kind, part):
    play_on_own(phone, kind, 0, is_whole=True, part=part)
