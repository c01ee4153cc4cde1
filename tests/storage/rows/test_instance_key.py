"""The key is in the database, taken over from an earlier version's file; of a lost one the links are made anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.storage import credentials
from companion.storage.opening import open_store
from companion.storage.rows import instance_key
from tests.support.phones import Phone

OLD_KEY = bytes(range(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"


def opened(path: Path) -> Flask:
    return create_app({"DATABASE": str(path), "TESTING": True})


def closed(app: Flask) -> None:
    app.extensions["companion"].store.close()


@pytest.fixture
def earlier(path: Path) -> tuple[str, str, str]:
    """A database as an earlier version left it, its key in a file beside it; a table's id, its link and its code."""
    path.with_suffix(".key").write_bytes(OLD_KEY)
    app = opened(path)
    host = Phone(app)
    table = host.open("luz")
    values = (table, host.links(table)["scorer"], host.codes(table)["scorer"])
    closed(app)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE instance")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'what_the_instance_keeps'")
        db.commit()
    return values


def test_a_new_database_holds_its_key_and_is_its_owners_only(path: Path, tmp_path: Path) -> None:
    app = opened(path)
    key = app.extensions["companion"].key
    Phone(app).open("luz")
    assert len(key) == 32 and {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    closed(app)
    assert list(tmp_path.iterdir()) == [path] and path.stat().st_mode & 0o777 == 0o600
    again = opened(path)
    assert again.extensions["companion"].key == key and again.extensions["companion.lost_links"] == 0
    closed(again)


def test_a_database_that_others_could_read_is_taken_from_their_eyes(path: Path, earlier: object) -> None:
    path.chmod(0o644)
    closed(opened(path))
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_key_of_an_earlier_version_is_taken_over(path: Path, earlier: tuple[str, str, str]) -> None:
    table, link, _ = earlier
    app = opened(path)
    assert app.extensions["companion"].key == OLD_KEY and app.extensions["companion.lost_links"] == 0
    assert path.with_suffix(".key").read_bytes() == OLD_KEY, "it stays, for an older backup"
    closed(app)
    path.with_suffix(".key").unlink()
    app = opened(path)
    assert app.extensions["companion"].invites.link_token(app.extensions["companion"].table(table), "scorer") in link
    closed(app)


@pytest.mark.parametrize("there", [None, bytes(32)])
def test_with_a_lost_or_another_key_the_share_page_shows_links_that_open(
    path: Path, earlier: tuple[str, str, str], there: bytes | None
) -> None:
    table, link, code = earlier
    path.with_suffix(".key").unlink()
    if there is not None:
        path.with_suffix(".key").write_bytes(there)
    app = opened(path)
    kept = app.extensions["companion"]
    assert app.extensions["companion.lost_links"] == 1
    token = kept.invites.link_token(kept.table(table), "scorer")
    assert token not in link and kept.invites.join_by_token(token, 1) == table
    assert kept.invites.join_by_token(link.rsplit("/", 1)[1], 1) is None
    assert kept.invites.join_by_code(code, 1) == table
    closed(app)
    app = opened(path)
    assert app.extensions["companion.lost_links"] == 0, "said once"
    closed(app)


@pytest.mark.parametrize("content", [b"", b"short", bytes(33)])
def test_a_key_file_with_something_else_in_it_is_left_alone(
    path: Path, earlier: tuple[str, str, str], content: bytes
) -> None:
    path.with_suffix(".key").write_bytes(content)
    with pytest.raises(credentials.KeyFileError, match="does not hold a key"):
        opened(path)
    assert path.with_suffix(".key").read_bytes() == content
    path.with_suffix(".key").write_bytes(OLD_KEY)
    app = opened(path)
    assert app.extensions["companion"].key == OLD_KEY, "what was refused has changed nothing"
    closed(app)


def test_a_backup_of_an_earlier_database_takes_its_key_along(
    path: Path, earlier: tuple[str, str, str], tmp_path: Path
) -> None:
    from companion.transfer.online_backup import back_up

    copy = tmp_path / "copy.sqlite"
    assert back_up(path, copy) == tmp_path / "copy.key"
    app = opened(copy)
    assert app.extensions["companion"].key == OLD_KEY
    assert back_up(copy, tmp_path / "second.sqlite") is None, "the key is in it"
    closed(app)


def test_two_new_instances_have_different_keys(tmp_path: Path) -> None:
    keys = []
    for name in "ab":
        with closing(open_store(tmp_path / name)) as store:
            keys.append(instance_key.instance_key(store.database)[0])
    assert keys[0] != keys[1]
