"""PostgreSQL's own way to append: one statement, by a function that older databases get too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.storage.database import Append
from companion.storage.opening import open_store
from companion.storage.records import NewSession
from companion.storage.store import Store
from tests.conftest import POSTGRESQL
from tests.storage.test_appending import EVENT, ROW
from tests.support import postgres
from tests.support.members import add_phone

pytestmark = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True),
]


@pytest.fixture
def store(tmp_path: Path, engine: str) -> Iterator[Store]:
    with closing(open_store(tmp_path / "c.sqlite")) as store:
        add_phone(store, b"host")
        store.open_session(NewSession(ROW, {}, {1: "host"}))
        yield store


def test_an_append_to_a_running_game_is_one_statement(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg

    sent, execute = [], psycopg.Cursor.execute

    def recorded(cursor: Any, statement: str, *values: Any, **options: Any) -> Any:
        sent.append(statement)
        return execute(cursor, statement, *values, **options)

    store.append("s1", Append(EVENT))
    with monkeypatch.context() as patched:
        patched.setattr(psycopg.Cursor, "execute", recorded)
        store.append("s1", Append(replace(EVENT, number=2, act="key-2")))
    assert len([statement for statement in sent if statement]) == 1  # an empty one asks whether the server is there
