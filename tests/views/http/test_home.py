"""The first page, the rules of a game, and what stands at addresses where there is nothing."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.phones import Phone, Phones, bets, notice, trick


def test_a_table_is_found_again_on_the_phones_that_sit_there(host: Phone, phone: Phones) -> None:
    luz, fifty = host.open("luz"), host.open("5211")
    other = phone().join(host, luz, "viewer")
    assert re.findall(r'href="/t/([^"/]+)"', host.page("/")) == [fifty, luz]
    assert re.findall(r'href="/t/([^"/]+)"', other.page("/")) == [luz]
    assert "Deal 1 of 4" in other.page("/") and "Ann, Ben, Cleo, Dan" in other.page("/")
    assert "/t/" not in phone().page("/")


def test_a_table_whose_game_is_gone_stands_where_it_stood(app: Flask, host: Phone, luz: str, fifty: str) -> None:
    host.act(luz, "end")
    service = app.extensions["companion"]
    for session in (luz, fifty):
        service.store.write(lambda db, id=session: db.execute("UPDATE sessions SET game = 'gone' WHERE id = ?", [id]))
        service.tables.cache.pop(session)
    still_open, finished = host.page("/").split("Finished")
    assert [luz in part for part in (still_open, finished)] == [False, True]
    assert [fifty in part for part in (still_open, finished)] == [True, False]
    assert "Its game gone is not installed." in still_open and "Its game gone is not installed." in finished


def test_a_running_game_names_whose_turn_it_is(host: Phone) -> None:
    for game, turn in (("ingenious", "Move 1, Ann places"), ("salamanca", "Round 1 of")):
        host.open(game, ["Ann", "Ben"])
        assert turn.casefold() in host.page("/").casefold(), game
    assert not re.search(r"seat \d", host.page("/"))


NOWHERE = (
    "/nothing", "/rules/chess", "/new/chess", "/t/nowhere", "/t/nowhere/enter", "/t/nowhere/parts/table",
    "/t/nowhere/live/table", "/t/nowhere/share", "/language/fr", "/t/", "/static/nothing.css", "/t/%00",
    "/new/%E7%8E%8B", "/static/../companion/app.py", "/static/%2e%2e/pyproject.toml",
)  # fmt: skip


def test_where_nothing_is_a_page_says_so(client: FlaskClient) -> None:
    for path in NOWHERE:
        answer = client.get(path)
        assert answer.status_code == 404, path
        sentence = "not joined that table" if path.startswith("/t/") else "nothing here for this phone"
        assert sentence in notice(answer), path
        assert path.startswith("/t/") or "Not found" in answer.text, path
        assert 'href="/"' in answer.text, "and leads home"


def test_a_fault_of_ours_is_a_page_too(app, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    app.config["PROPAGATE_EXCEPTIONS"] = False
    phone = Phone(app)
    session = phone.open("luz")
    phone.enter(session, bets("1 1 1 1"))

    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("companion.games.luz.form.Form.sheet", broken)
    answer = phone.get(f"/t/{session}")
    assert answer.status_code == 500 and "secret detail" not in answer.text
    assert "what it shows is kept" in notice(answer) and "lost" not in notice(answer)
    monkeypatch.undo()
    assert phone.enter(session, trick(1, 0)).status_code == 303


def test_a_fault_in_a_game_is_told_with_its_name(
    app: Flask, host: Phone, luz: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.games.luz.form.tricks_view", fail)
    monkeypatch.setattr("companion.games.luz.form.missing_bets", lambda *_: [])
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = host.get(f"/t/{luz}/enter")
    assert answer.status_code == 500 and "The game Luz (its key is luz) has a fault" in answer.text
    assert "ZeroDivisionError" in caplog.text
