"""An act reads what it needs of its table once, however many look at the table."""

from __future__ import annotations

from collections import Counter

from flask import Flask
from pytest import MonkeyPatch

from companion.game import Message, State
from companion.game.pages.form import EntryForm
from companion.games import all_games
from companion.sessions.live.listener import Audience
from tests.support.phones import Phone

READS = {"events": "FROM events WHERE session", "members": "FROM members WHERE session", "phones": "FROM phones"}


def test_an_act_reads_table_role_and_phone_once(app: Flask) -> None:
    host = Phone(app)
    session = host.open("5211")
    kept, asked = app.extensions["companion"], Counter[str]()
    for locale in ("en", "zh_Hant"):
        kept.live.listen(session, 1, Audience("table", (), "scorer", locale))

    def count(sql: str) -> None:
        asked.update(name for name, text in READS.items() if text in sql and sql.startswith("SELECT"))

    kept.store.database._reader.conn.set_trace_callback(count)
    answer = host.act(session, "sit", {"seat": 0}, seen=0)
    assert answer.status_code == 303
    # Who sits where is shown with the order in which phones came, so each page looks that up.
    assert asked == {"events": 1, "members": 2, "phones": 1}


def test_a_page_asks_the_game_for_its_progress_once(app: Flask, monkeypatch: MonkeyPatch) -> None:
    host = Phone(app)
    session = host.open("luz")
    form, calls = all_games()["luz"].form, Counter[str]()
    progress = type(form).progress

    def counted(self: EntryForm, state: State) -> Message | None:
        calls["progress"] += 1
        return progress(self, state)

    monkeypatch.setattr(type(form), "progress", counted)
    assert host.get(f"/t/{session}").status_code == 200
    assert calls == {"progress": 1}
