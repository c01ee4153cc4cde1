"""A page that is rendered while other phones enter, correct and undo shows one version in all its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextvars import Context
from typing import Any

import pytest

from companion.sessions.service import Sessions
from companion.time_slices import Slices
from tests.support.long import IS_LONG
from tests.support.phones import Phone, bets, notice, totals

PATHS = ("", "/sheet", "/log", "/parts/table", "/entries/1", "/host", "/replay/1")
MORE = (
    *("/entries/1/steps", "/needs", "/seats", "/enter", "/entries/1/remove", "/parts/enter"),
    *("/parts/entry?number=1", "/totals/0", "/replay/steps?first=0", "/print"),
    *("/scoresheet.json", "/results.csv"),
)
BEFORE = 5  # acts before a page is asked for
BETS, TOTALS = bets("1 2 3"), totals("3 3 4")
ACTS: tuple[tuple[str, dict[str, Any] | None], ...] = (
    *(("sit", {"seat": 0}), ("enter", BETS), ("enter", TOTALS), ("enter", BETS), ("enter", TOTALS)),
    *(("sit", {"seat": 1}), ("undo", None), ("enter", totals("1 2 7")), ("undo", None), ("undo", None)),
)


class Game:
    """A table whose phones do the acts one after the other."""

    def __init__(self, app: Any, sessions: Sessions) -> None:
        self.host, self.sessions = Phone(app), sessions
        self.session = self.host.open("luz", ["Ann", "Ben", "Cleo"])
        self.other = Phone(app).join(self.host, self.session)
        self.own = [*self.host.links(self.session).values(), *self.host.codes(self.session).values(), self.session]
        self._acts, self.version = iter(ACTS), 0

    def act(self) -> bool:
        """Let the other phone do the next act; returns whether there was one."""
        what, fields = next(self._acts, (None, None))
        if what is None:
            return False
        answer = self.other.act(self.session, what, fields, seen=self.version, key=f"{self.session}-{self.version}")
        assert answer.status_code == 303, notice(answer)
        self.version += 1
        return True

    def page(self, path: str) -> str:
        """What the host's page shows, without what is different at each table and time."""
        answer = self.host.get(f"/t/{self.session}{path}")
        assert answer.status_code == 200, (path, answer.status, answer.text)
        text = answer.text
        for word in self.own:
            text = text.replace(word, "")
        return re.sub(
            r'name=\\?"act\\?" value=\\?"[^"]*"|<time.*?</time>|\b\d\d:\d\d(:\d\d)?\b|T\d\d:\d\d:\d\d[^"]*', "", text
        )


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch, sessions: Sessions) -> Iterator[Callable[[Game], None]]:
    """Lets a game go on wherever a request waits, for the database or to let others go on."""
    playing: list[Game] = []

    def go_on() -> None:
        if playing and not sessions.tables.locked(playing[0].session)._is_owned():  # type: ignore[attr-defined]
            game = playing.pop()  # what it asks for itself is not interrupted
            if Context().run(game.act):  # as a request of its own
                playing.append(game)

    rows, database = sessions.store.database.rows, sessions.store.database

    def read(*asked: Any) -> list[dict[str, Any]]:
        answered = rows(*asked)
        go_on()
        return answered

    monkeypatch.setattr(database, "rows", read)
    monkeypatch.setattr(Slices, "__call__", lambda self: go_on())
    yield playing.append
    playing.clear()


@pytest.mark.parametrize("path", (*PATHS, *MORE) if IS_LONG else PATHS)
def test_a_page_shows_one_version(app: Any, sessions: Sessions, between: Callable[[Game], None], path: str) -> None:
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
