"""Rules that changed: tables and sheets of earlier versions are lifted when they are read, whatever was done there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask

from companion import games
from companion.app import create_app
from companion.game import Game, Lift, Message, RuleError
from companion.games import all_games
from companion.scoring import scoresheet
from companion.sessions.service import Sessions
from companion.sessions.table import table_loader
from companion.transfer import validation
from companion.views.setup import new_table
from tests.support.phones import Phone

NAMES = ("Ann", "Ben", "Cleo")
OPTIONS = {"title": "Harbour", "rounds": 4}
Installs = Callable[[Game], None]


def entry(state: Any, body: Any) -> Any:
    """Version 2 of the rules calls a round a hand, and counts in tens."""
    if type(body) is not dict or "hand" not in body:
        raise RuleError(Message("there is no hand"))
    return ORIGINAL.engine.play(state, {"round": [ten * 10 for ten in body["hand"]]})


def lift_entry(body: Any, options: Mapping[str, Any], version: int) -> Any:
    assert version == 1 and options["name"] == "Harbour"
    return {"hand": [points // 10 for points in body["round"]]}


ORIGINAL = all_games()["open"]
LATER = replace(
    ORIGINAL,
    engine=replace(ORIGINAL.engine, play=entry),
    as_played=None,
    rules_version=2,
    lift=Lift(lift_entry),
)


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> Installs:
    """Put a game in the place of the open sheet, as an update of its package would."""

    def install(game: Game) -> None:
        known = MappingProxyType({**all_games(), "open": game})
        for module in (games, scoresheet, table_loader, validation, new_table):
            monkeypatch.setattr(module, "all_games", lambda: known)

    return install


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"


@pytest.fixture
def start(database: Path) -> Iterator[Callable[[], Flask]]:
    """Start the companion on the database, ending the one before."""
    started: list[Flask] = []

    def begin() -> Flask:
        while started:
            started.pop().extensions["companion"].store.close()
        started.append(create_app({"DATABASE": database, "TESTING": True}))
        return started[-1]

    yield begin
    while started:
        started.pop().extensions["companion"].store.close()


def service_of(app: Flask) -> Sessions:
    service: Sessions = app.extensions["companion"]
    return service


def enter_round(phone: Phone, session: str, *points: int) -> None:
    for seat, number in enumerate(points):
        answer = phone.enter(session, {"seat": seat, "n0": number})
        assert answer.status_code == 303, answer.text


def test_a_table_goes_on_under_later_rules(start: Callable[[], Flask], installs: Installs) -> None:
    app = start()
    host = Phone(app)
    session = host.open("open", NAMES, **OPTIONS)
    enter_round(host, session, 10, 20, 30)
    enter_round(host, session, 40, 50, 60)
    assert host.act(session, "undo").status_code == 303
    installs(LATER)
    app = start()
    host.move_to(app)
    table = service_of(app).table(session)
    assert table is not None and table.row.rules == 1
    assert [line.body for line in table.entries] == [{"hand": [1, 2, 3]}] and table.state.totals == (10, 20, 30)
    assert table.draft == {}, "what was half entered under earlier rules is asked for again"
    assert host.get(f"/t/{session}/log").status_code == 200
    # The first act marks up to where the earlier rules hold; an undo reaches behind it.
    host.act(session, "redo")
    host.act(session, "end")
    row = service_of(app).store.session(session)
    assert row is not None and row.rules == 2 and row.opened_rules == 1
    assert [version for version, _ in row.earlier_rules] == [1]
    before = service_of(app).table(session)
    app = start()
    after = service_of(app).table(session)
    assert before is not None and after is not None
    assert [line.body for line in after.entries] == [line.body for line in before.entries]
    assert after.state.totals == before.state.totals and after.state.finished


def test_what_a_table_calls_its_game_follows_its_lifted_options(installs: Installs) -> None:
    def named(options: Mapping[str, Any]) -> Game:
        return replace(LATER, title=Message("{game}", game=options["called"]))

    def renamed(options: Mapping[str, Any], version: int) -> Mapping[str, Any]:
        return {"called": options["name"]}

    installs(replace(LATER, as_played=named, lift=Lift(lift_entry, renamed)))
    assert str(games.played_game("open", {"name": "Harbour"}, 1).title) == "Harbour"
    assert games.title_at_table("open", {"called": "Harbour"}, 2) == "Harbour"
    assert games.title_at_table("open", {}, 1) is None, "what cannot be lifted has its usual name"


def test_an_entry_that_cannot_be_lifted_is_told_with_both_versions(
    start: Callable[[], Flask], installs: Installs
) -> None:
    app = start()
    host = Phone(app)
    session = host.open("open", NAMES, **OPTIONS)
    enter_round(host, session, 10, 20, 30)
    installs(replace(LATER, lift=Lift(lambda body, options, version: body["gone"])))
    host.move_to(start())
    answer = host.get(f"/t/{session}")
    assert answer.status_code == 409
    assert "version 1 of the rules of Open score sheet; version 2, which is installed here, does not" in answer.text
    assert json.loads(host.get(f"/t/{session}/scoresheet.json").text)["entries"] == [{"round": [10, 20, 30]}]


def test_a_table_of_newer_rules_waits_for_the_update(start: Callable[[], Flask], installs: Installs) -> None:
    installs(LATER)
    app = start()
    host = Phone(app)
    session = host.open("open", NAMES, **OPTIONS)
    installs(ORIGINAL)
    host.move_to(start())
    answer = host.get(f"/t/{session}")
    assert answer.status_code == 409 and "played with version 2" in answer.text and "is updated" in answer.text


def test_a_sheet_names_its_version_and_is_lifted(installs: Installs) -> None:
    options = {"name": "Harbour", "rounds": 4}
    sheet = {
        "format": 1,
        "game": "open",
        "players": list(NAMES),
        "options": options,
        "entries": [{"round": [10, 0, 30]}],
    }
    assert scoresheet.read(sheet).as_json().keys() == sheet.keys(), "version 1 needs no name"
    installs(LATER)
    read = scoresheet.read(sheet)
    assert list(read.entries) == [{"hand": [1, 0, 3]}] and read.as_json()["rules"] == 2
    assert scoresheet.result(sheet) == scoresheet.result(read.as_json())
    for rules, reason in ((3, "here is version 2"), (0, "rules must be 1 or more"), ("1", "rules must be a whole")):
        with pytest.raises(scoresheet.SheetError, match=reason):
            scoresheet.read({**sheet, "rules": rules})
    with pytest.raises(scoresheet.SheetError) as refused:
        scoresheet.read({**sheet, "entries": [{"round": [10, 0, 30]}, {"round": None}]})
    assert refused.value.entry == 2 and "not as the rules of version 1 had it" in str(refused.value)
