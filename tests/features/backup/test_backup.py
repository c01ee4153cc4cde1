"""A backup is made while the companion runs, and a restored one serves with all its links and phones."""

import sqlite3
from contextlib import closing, nullcontext, suppress

import pytest

from companion.commands.data import FileError, new_file
from tests.features.conftest import assert_same, same_phone
from tests.support.phones import bets, totals


def test_a_restored_backup_serves_the_same_tables_links_and_phones(app, host, tables, tmp_path, command, serve):
    copy = tmp_path / "elsewhere" / "copy.sqlite"
    copy.parent.mkdir()
    status, out, err = command("backup", copy, "--database", app.config["DATABASE"])
    assert (status, err) == (0, "") and str(copy) in out
    assert sorted(path.name for path in copy.parent.iterdir()) == ["copy.sqlite"]
    assert copy.stat().st_mode & 0o77 == 0
    assert_same(host, serve(copy), tables)


def test_what_is_written_meanwhile_is_in_it_whole_or_not_at_all(app, host, luz, tmp_path, command, serve, monkeypatch):
    """A deal is entered after the first pages of the copy are made, and once more before its log is taken off."""
    host.enter(luz, bets("3 2 1 0"))
    connect = sqlite3.connect

    class Slow(sqlite3.Connection):
        def backup(self, target, **options):
            def meanwhile(*values):
                if host.version(luz) < 3:
                    host.enter(luz, totals("3 2 0 5") if host.version(luz) == 1 else bets("1 1 1 1"))

            super().backup(target, pages=2, progress=meanwhile, sleep=0.001)

    monkeypatch.setattr(
        "companion.features.backup.copying.sqlite3.connect", lambda *a, **o: connect(*a, **o, factory=Slow)
    )
    assert command("backup", tmp_path / "copy.sqlite", "--database", app.config["DATABASE"])[0] == 0
    monkeypatch.undo()
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        numbers = [row[0] for row in copy.execute("SELECT number FROM events ORDER BY number")]
    assert host.version(luz) == 3 and numbers in ([1], [1, 2], [1, 2, 3])
    assert same_phone(host, serve(tmp_path / "copy.sqlite")).version(luz) == len(numbers)


@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_came_meanwhile_is_taken_for_one_that_was_there(tmp_path, force):
    target = tmp_path / "copy"
    with suppress(FileError) if not force else nullcontext(), new_file(target, force) as path:
        path.write_text("new")
        target.write_text("came meanwhile")
    assert target.read_text() == ("new" if force else "came meanwhile")
    assert list(tmp_path.iterdir()) == [target], "nothing half written is left"


def test_a_link_to_a_disk_that_is_not_there_is_not_written_over(tmp_path):
    target = tmp_path / "copy"
    target.symlink_to(tmp_path / "disk" / "copy")
    with pytest.raises(FileError, match="is there already"), new_file(target):
        pass
    assert target.is_symlink() and list(tmp_path.iterdir()) == [target]


def test_nothing_is_written_over_unless_asked(app, luz, tmp_path, command):
    database, copy = app.config["DATABASE"], tmp_path / "copy.sqlite"
    copy.write_text("mine")
    status, out, err = command("backup", copy, "--database", database)
    assert (status, out) == (2, "") and f"{copy} is there already" in err and err.count("\n") == 1
    assert copy.read_text() == "mine"
    assert command("backup", copy, "--force", "--database", database)[0] == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize(
    ("target", "database", "sentence"),
    [
        ("copy.sqlite", "none.sqlite", "There is no database at"),
        ("copy.sqlite", "text.sqlite", "is not a database of the companion"),
        ("copy.sqlite", "foreign.sqlite", "is not a database of the companion"),
        ("no/such/folder/copy", "companion.sqlite", "cannot be written: No such file or directory"),
        (".", "companion.sqlite", "is a folder"),
        ("companion.sqlite", "companion.sqlite", "is the database itself"),
    ],
)
def test_one_sentence_says_what_is_wrong(app, tmp_path, command, target, database, sentence):
    (tmp_path / "text.sqlite").write_text("Dear diary")
    with closing(sqlite3.connect(tmp_path / "foreign.sqlite")) as foreign:
        foreign.execute("CREATE TABLE sessions (id)")
    arguments = ("backup", tmp_path / target, "--database", tmp_path / database)
    for more in ((), ("--force",)):
        status, out, err = command(*arguments, *more)
        assert (status, out) == (2, "") and sentence in err and err.count("\n") == 1
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
