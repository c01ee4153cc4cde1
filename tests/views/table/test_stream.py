"""What one phone enters the others are told as a load would show it, and a page shows one version."""

import re
from contextvars import Context
from html import unescape

import pytest

from companion.engine.pause import pausing
from tests.support.files import bring, example, session_of
from tests.support.long import IS_LONG
from tests.support.open_page import OpenPage
from tests.support.phones import Phone, bets, notice, totals, trick
from tests.support.secrets import SHEETS
from tests.support.streams import Stream
from tests.support.tries import few


@pytest.fixture
def listen():
    streams = []

    def opened(phone, session, page="table", query=""):
        streams.append(Stream(phone, f"/t/{session}/live/{page}?{query}"))
        return streams[-1]

    yield opened
    for stream in streams:
        stream.close()


def parts(phone, session, page="table", **query):
    answer = phone.get(f"/t/{session}/parts/{page}", query_string=query)
    assert answer.status_code == 200
    return answer.json


def test_a_change_comes_with_the_parts_that_changed(host, luz, listen, phone):
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    stream = listen(other, luz)
    stream.next("version")
    host.enter(luz, trick(1, 0))
    for version in (2, 3):
        if version == 3:
            host.enter(luz, trick(2, 0))
        change = stream.next()
        assert (change["version"], change["since"]) == (version, version - 1)
        assert {"head", "now"} <= set(change["parts"]) <= {"head", "now", "bar"}, "neither standings nor score pad"
        assert f'data-version="{version}"' in change["parts"]["head"]
        assert f"trick {version} of 10" in change["parts"]["now"]
    host.enter(luz, totals("3 2 1 4"))
    assert {"stand", "pad", "now"} <= set(stream.next()["parts"])


def test_polling_gets_all_parts_or_nothing_new(host, luz):
    host.enter(luz, bets("3 2 1 0"))
    news = parts(host, luz, have=0)
    assert news["version"] == 1 and 'data-version="1"' in news["parts"]["head"]
    for name, part in news["parts"].items():
        assert f'id="{name}"' in part.split(">")[0]
    assert host.get(f"/t/{luz}/parts/table?have=1").status_code == 204
    for have in ("0", "2", "-1", "x", ""):
        assert parts(host, luz, have=have)["version"] == 1
    assert parts(host, luz, "enter", trick=1)["parts"].keys() == {"head", "notice", "last", "fault", "form", "bar"}
    assert parts(host, luz, "enter", trick=1, only=["form", "bar", "x"])["parts"].keys() == {"form", "bar"}


ACTS = (*(("other", "undo"), ("other", "redo"), ("other", "sit")), *(("host", "end"), ("host", "undo")))
"""Who does what; "other" is a scorer whose pages are not looked at. What is redone is an entry or a part of one."""
EXAMPLES = {
    "luz/whole-game": 2, "5211/long-second-deck": 3, "azul/whole-game-all-bonuses": 3, "ingenious/placements-1-2-4": 6,
    "salamanca/every-hazard": 9,
}  # fmt: skip
"""Sheets, most of them with a board, and how many of their entries are in."""
DRAFTED = ("luz", "5211", "azul")
FORMS = 1  # forms of other seats, lands or ways that are open beside the first one


def tables():
    """Session files of every game: with and without boards, with a draft, and with hidden totals."""
    found = {name: session_of(example(name, count)) for name, count in EXAMPLES.items()}
    return found | {f"{game}, hidden": session_of(*SHEETS[game](()), hidden=True) for game in DRAFTED}


def paths(phone, session, entries):
    """The live pages of a table that a phone can open."""
    at = f"/t/{session}"
    found = [at, f"{at}/entries/{entries}", f"{at}/needs"]
    answer = phone.get(f"{at}/enter", follow_redirects=True)
    if answer.request.path == f"{at}/enter":
        forms = {unescape(each) for each in re.findall(rf'href="({at}/enter\?[^"#]+)"', answer.text)}
        found += [f"{at}/enter", *sorted(forms - {answer.request.full_path})[:FORMS]]
    return found


@pytest.mark.parametrize("name", few([*tables()][::-1], 4))
def test_an_open_page_shows_what_a_load_of_it_shows(host, phone, name):
    game = tables()[name]
    session, entries = bring(host, game), len(game["sheet"]["entries"])
    watching = {"host": host, "scorer": phone().join(host, session), "viewer": phone().join(host, session, "viewer")}
    other = phone("zh-TW").join(host, session)
    host.act(session, "sit", {"seat": 0})
    pages = [(role, OpenPage(one, path)) for role, one in watching.items() for path in paths(one, session, entries)]
    wrong = []
    for who, what in ACTS:
        answer = (host if who == "host" else other).act(session, what, {"seat": 1} if what == "sit" else None)
        assert answer.status_code == 303, (what, answer.status)
        for role, page in pages:
            if not page.is_left:
                page.follow()
            if not page.is_left:
                at = f"{role} {page.path.removeprefix(f'/t/{session}')} after {what} by {who}"
                wrong += [f"{at}: {name}" for name in page.outdated()]
    for _, page in pages:
        page.close()
    assert not wrong, "\n".join(wrong)


PATHS = ("", "/sheet", "/log", "/parts/table", "/entries/1", "/host", "/replay/1")
MORE = (
    *("/entries/1/steps", "/needs", "/seats", "/enter", "/entries/1/remove", "/parts/enter"),
    *("/parts/entry?number=1", "/totals/0", "/replay/steps?first=0", "/print"),
    *("/scoresheet.json", "/results.csv"),
)
BEFORE = 5  # acts before a page is asked for
BETS, TOTALS = bets("1 2 3"), totals("3 3 4")
PLAYED = (
    *(("sit", {"seat": 0}), ("enter", BETS), ("enter", TOTALS), ("enter", BETS), ("enter", TOTALS)),
    *(("sit", {"seat": 1}), ("undo", None), ("enter", totals("1 2 7")), ("undo", None), ("undo", None)),
)


class Game:
    """A table whose phones do the acts one after the other."""

    def __init__(self, app, sessions):
        self.host, self.sessions = Phone(app), sessions
        self.session = self.host.open("luz", ["Ann", "Ben", "Cleo"])
        self.other = Phone(app).join(self.host, self.session)
        self.own = [*self.host.links(self.session).values(), *self.host.codes(self.session).values(), self.session]
        self._acts, self.version = iter(PLAYED), 0

    def act(self):
        what, fields = next(self._acts, (None, None))
        if what is None:
            return False
        answer = self.other.act(self.session, what, fields, seen=self.version, key=f"{self.session}-{self.version}")
        assert answer.status_code == 303, notice(answer)
        self.version += 1
        return True

    def page(self, path):
        """What the host's page shows, without what is different at each table and time."""
        answer = self.host.get(f"/t/{self.session}{path}")
        assert answer.status_code == 200, (path, answer.status, answer.text)
        text = answer.text
        for word in self.own:
            text = text.replace(word, "")
        return re.sub(
            r'data-phone="\d+"|name=\\?"act\\?" value=\\?"[^"]*"|<time.*?</time>|\b\d\d:\d\d(:\d\d)?\b'
            r'|T\d\d:\d\d:\d\d[^"]*',
            "",
            text,
        )


@pytest.fixture
def between(monkeypatch, sessions):
    """Lets a game go on wherever a request waits, for the database or to let others go on."""
    playing = []

    def go_on():
        if playing and not sessions.loader.locked(playing[0].session)._is_owned():
            game = playing.pop()  # what it asks for itself is not interrupted
            if Context().run(game.act):  # as a request of its own
                playing.append(game)

    rows, database = sessions.store.database.rows, sessions.store.database

    def read(*asked):
        answered = rows(*asked)
        go_on()
        return answered

    monkeypatch.setattr(database, "rows", read)
    with pausing(go_on):
        yield playing.append
    playing.clear()


@pytest.mark.sqlite
@pytest.mark.parametrize("path", (*PATHS, *MORE) if IS_LONG else PATHS)
def test_a_page_shows_one_version(app, sessions, between, path):
    still, moving = Game(app, sessions), Game(app, sessions)
    for game in (still, moving):
        for _ in range(BEFORE):
            game.act()
    between(moving)
    shown = moving.page(path)
    assert moving.version > BEFORE
    of_one_version = [still.page(path)]
    while still.act():
        of_one_version.append(still.page(path))
    assert shown in of_one_version
