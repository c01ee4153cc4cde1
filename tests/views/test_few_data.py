"""Pages that count and draw have something to say of nearly nothing: no game, one, only lost ones, other names."""

import re

from companion.games import all_games
from tests.support.each_row import each_row
from tests.support.evenings import Club
from tests.support.groups import make_group, over, put
from tests.support.past_plays import brought, export, game, play, score
from tests.support.tries import few
from tests.support.walking import Walk

NAMES = ("Ann", "Ben", "Anonymous player")
GAMES = [
    *(game(1, "Azul"), game(3, "Solo")),
    *(game(2, "Island", cooperative=True, noPoints=True), game(4, "Chess", noPoints=True)),
]


def sessions_of(phone, *plays):
    """The sessions of a phone that has imported plays."""
    brought(phone, export(NAMES, GAMES, plays))
    return sorted(set(re.findall(r'href="/t/([\w-]{12})"', phone.page("/history"))))


def renamed(phone):
    """A group whose players have other names than those at its tables."""
    group = make_group(phone, "Ann", "Ben")
    sessions = [over(phone), over(phone), over(phone)]
    put(phone, group, *sessions)
    assert phone.post(f"{group}/edit", {"name": "Friday", "names": "Zoe\nYan"}).status_code == 303
    return group, sessions


def only(*plays):
    """A group of Ann and Ben with these plays."""

    def fill(phone):
        group, sessions = make_group(phone, "Ann", "Ben"), sessions_of(phone, *plays)
        assert set(put(phone, group, *sessions)) == {303}
        return group, sessions

    return fill


def deleted(phone):
    group, sessions = make_group(phone, "Ann", "Ben"), [over(phone), over(phone)]
    put(phone, group, *sessions)
    for session in sessions:
        assert phone.post(f"/t/{session}/delete", {"sure": "yes"}).status_code == 303
    return group, sessions


def nameless(phone):
    """A group with games of nobody whose name is known."""
    group, sessions = renamed(phone)
    for name in ("ann", "ben", "cleo", "dan"):
        assert phone.post(f"/players/{name}/delete", {"sure": "yes", "what": "name"}).status_code == 303
    return group, sessions


def ended(phone):
    """A group with a table of every game that ended before anything was entered, where its rules allow that."""
    group, sessions = make_group(phone, "Ann", "Ben"), []
    for key, one in all_games().items():
        sessions.append(phone.open(key, ["Ann", "Ben", "Cleo"][: max(2, one.seats[0])]))
        phone.act(sessions[-1], "end")
    put(phone, group, *sessions)
    return group, sessions


LOST = [play(number, 2, score(1), score(2)) for number in (1, 2, 3)]
ALONE = [play(number, 3, score(1, 5 * number)) for number in (1, 2, 3)]
UNSCORED = [play(number, 4, score(1, winner=True), score(2)) for number in (1, 2, 3)]
LEVEL = [play(number, 1, score(1, 0), score(2, 0)) for number in (1, 2, 3)]
GUESTS = [play(number, 1, score(3, 3 * number), score(3, 4)) for number in (1, 2, 3)]
FILLED = {
    "none": lambda phone: (make_group(phone, "Ann", "Ben"), [phone.open("luz")]),
    "renamed": renamed,
    "deleted": deleted,
    "nameless": nameless,
    "ended": ended,
    "one": only(LEVEL[0]),
    **{name: only(*plays) for name, plays in
       (("lost", LOST), ("alone", ALONE), ("unscored", UNSCORED), ("level", LEVEL), ("guests", GUESTS))},
}  # fmt: skip


@each_row("name", few(FILLED, 3))
def test_pages_have_something_to_say_of_nearly_nothing(app, phone, name):
    host = phone()
    group, sessions = FILLED[name](host)
    host.post(f"{group}/badges", {"badges": "on"})
    host.post(f"{group}/seasons", {"name": "Long ago", "since": "2001-01-01", "until": "2001-12-31"})
    evening = Club(host, NAMES, group=group, size="2").id
    walk = Walk(app, host)
    for session in sessions:
        walk.go({"session": session, "group": group.removeprefix("/groups/"), "evening": evening})
    assert not walk.faults and len(walk.answers) > 50
