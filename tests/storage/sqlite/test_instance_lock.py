"""One server for one database: a second one is refused in a sentence, and a dead one keeps nobody away."""

import fcntl
import os
import subprocess
import sys
from contextlib import closing, suppress
from unittest.mock import Mock

import pytest

from companion.app import create_app
from companion.features.backup.copying import back_up
from companion.storage.error_messages import StoreError
from companion.storage.sqlite_files import instance_lock
from tests.support.each_row import each_row
from tests.support.members import add_phone
from tests.support.phones import Phone
from tests.support.stores import open_store

HOLD = """
import sys
from tests.support.stores import open_store
store = open_store(sys.argv[1], is_server=True)
print("held", flush=True)
sys.stdin.readline()
"""


def test_a_second_server_is_refused_until_the_first_has_ended(app, tmp_path):
    config = {"DATABASE": app.config["DATABASE"], "TESTING": True}
    link = tmp_path / "link.sqlite"
    link.symlink_to(app.config["DATABASE"])
    for other in (config, {**config, "DATABASE": str(link)}):
        with pytest.raises(StoreError, match="is in use by another companion that is running"):
            create_app(other)
    Phone(app).open("luz")
    app.extensions["companion"].store.close()
    again = create_app(config)
    again.extensions["companion"].store.close()
    assert not list(tmp_path.glob("*-lock"))


def test_a_server_that_was_killed_keeps_nobody_away(tmp_path):
    path = tmp_path / "c.sqlite"
    command = [sys.executable, "-c", HOLD, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="is in use"):
            open_store(path, is_server=True)
        process.kill()
    open_store(path, is_server=True).close()


def moved(path):
    return path.rename(path.with_name("moved.sqlite"))


def linked(path):
    other = path.parent / "folder" / "other.sqlite"
    other.parent.mkdir()
    other.hardlink_to(path)
    return other


def symbolic(path):
    other = path.with_name("symbolic.sqlite")
    other.symlink_to(path)
    return other


@each_row("named", [moved, linked, symbolic])
def test_a_file_by_another_name_is_served_once(named, tmp_path):
    path = tmp_path / named.__name__ / "c.sqlite"
    path.parent.mkdir()
    command = [sys.executable, "-c", HOLD]
    with subprocess.Popen([*command, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout.readline() == "held\n"
        second = subprocess.run([*command, named(path)], input="", capture_output=True, text=True)
        first.kill()
    assert second.stdout == "" and "is in use by another companion" in second.stderr, second


def test_a_file_with_two_names_is_not_opened_without_its_log(tmp_path):
    path = tmp_path / "c.sqlite"
    with closing(open_store(path)) as store:
        other = linked(path)
        assert add_phone(store, b"x") == 1
        for refused in (lambda: open_store(other), lambda: back_up(other, tmp_path / "copy")):
            with pytest.raises(StoreError, match="has a second name"):
                refused()
        other.unlink()
        back_up(path, tmp_path / "copy")


def test_a_lock_whose_file_was_removed_is_taken_anew(tmp_path, monkeypatch):
    """The first ends just after the second has opened the file: the second must not hold what nobody else can see."""
    first, second, flock = instance_lock(tmp_path / "c"), instance_lock(tmp_path / "c"), fcntl.flock
    first.__enter__()

    def after_the_first(file, how):
        first.__exit__(None, None, None)
        flock(file, how)

    monkeypatch.setattr("fcntl.flock", after_the_first)
    with second:
        monkeypatch.undo()
        with pytest.raises(StoreError), instance_lock(tmp_path / "c"):
            pass


def test_where_files_cannot_be_locked_it_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(95, os.strerror(95))))
    with instance_lock(tmp_path / "c"):
        pass
    monkeypatch.setattr("companion.storage.sqlite_files.fcntl", None)
    with instance_lock(tmp_path / "d"), suppress(StoreError):
        pass
    assert not list(tmp_path.glob("*-lock"))
