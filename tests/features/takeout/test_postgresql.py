"""An instance moves from the embedded database to PostgreSQL and back; an address that does not do is told."""

from contextlib import closing

import psycopg
import pytest

from companion.features.takeout import importing
from tests.support import postgres
from tests.support.each_row import each_row
from tests.support.stores import open_store

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")


def test_an_instance_moves_to_postgresql_and_back(written, tmp_path, command, serve):
    first, back, address = tmp_path / "first.sqlite", tmp_path / "back.sqlite", postgres.fresh_database()
    file, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    file.write_text(written[0])
    assert command("import", file, "--database", first)[0] == 0
    assert command("export", file, "--force", "--database", first) == (0, "", "")
    assert command("import", file, "--database", address)[0] == 0
    assert command("export", second, "--database", address) == (0, "", "")
    assert command("import", second, "--database", back)[0] == 0
    assert command("export", "--database", back)[1] == file.read_text() == second.read_text() == written[0]


def test_numbers_go_on_after_those_that_were_imported(written, tmp_path, command):
    file, address = tmp_path / "all.jsonl", postgres.fresh_database()
    file.write_text(written[0])
    assert command("import", file, "--database", address)[0] == 0
    with psycopg.connect(address) as connection:
        next_numbers = "SELECT nextval('phones_id_seq'), nextval('sessions_used_seq')"
        assert connection.execute(next_numbers).fetchone() == (3, 10)


def test_the_environment_names_the_database(app, host, luz, command, monkeypatch):
    monkeypatch.setenv("COMPANION_DATABASE", postgres.fresh_database())
    status, out, _ = command("export", "-")
    assert status == 0 and '"sessions": 0' in out
    monkeypatch.setenv("COMPANION_DATABASE", app.config["DATABASE"])
    assert luz in command("export", "-")[1]


@each_row(
    "address",
    [
        "postgresql://me:s3cret@127.0.0.1:1/companion",
        "postgresql://me:s3cret@127.0.0.1:1,127.0.0.1:2/companion?target_session_attrs=read-write",
        "postgresql://127.0.0.1:1/companion?user=me&password=s3cret",
        "postgresql://me:x@s3cret@127.0.0.1/companion",
        "postgresql://me:x/s3cret@127.0.0.1/companion",
        "postgresql://me:%zs3cret@127.0.0.1/companion",
        "postgresql://me:s3cret",
        "postgresq://me:s3cret@127.0.0.1/companion",
        "postgresql:/me:s3cret@127.0.0.1/companion",
    ],
)
def test_an_address_that_cannot_be_opened_is_told_without_its_password(written, tmp_path, command, address):
    file = tmp_path / "all.jsonl"
    file.write_text(written[0])
    for words in (("export",), ("import", file)):
        status, out, err = command(*words, "--database", address)
        assert (status, out) == (2, "") and err.count("\n") == 1 and "s3cret" not in err, err


def test_a_database_of_others_is_not_exported_and_nothing_changes_in_it(command):
    address = postgres.shared_server().create("others")
    status, out, err = command("export", "--database", address)
    assert (status, out) == (2, "") and "has no tables of the companion" in err
    with psycopg.connect(address) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert found == (0,)


def test_a_backup_is_made_of_files_only(tmp_path, command):
    status, out, err = command("backup", tmp_path / "copy", "--database", postgres.fresh_database())
    assert (status, out) == (2, "") and "use pg_dump for PostgreSQL, or companion export" in err
    assert not list(tmp_path.iterdir())


def test_a_bad_line_changes_nothing(tmp_path, written, command):
    file, address = tmp_path / "all.jsonl", postgres.fresh_database()
    file.write_text(written[0].replace('"kind": "undo"', '"kind": "Mischief"', 1))
    assert command("import", file, "--database", address)[0] == 2
    with closing(open_store(address)) as store:
        keys = store.rows("SELECT name FROM instance WHERE name <> 'migrated'")
        assert store.rows("SELECT id FROM phones") == keys == []


def test_an_import_that_loses_its_connection_is_taken_up_again(written, tmp_path, command, monkeypatch):
    file, address, others = tmp_path / "all.jsonl", postgres.fresh_database(), postgres.shared_server()
    file.write_text(written[0])
    put, times = importing.put_session, iter(range(3))

    def put_until_lost(*arguments):
        if next(times, None) is None:
            with psycopg.connect(others.address("postgres"), autocommit=True) as connection:
                end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                connection.execute(end, [address.partition("@/")[2].partition("?")[0]])
        put(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(importing, "_TABLES", 1)
        patched.setattr(importing, "put_session", put_until_lost)
        status, out, err = command("import", file, "--database", address)
    assert (status, out) == (2, "") and "Nothing was saved" in err and "the same command imports the rest" in err
    assert "6 tables imported.\n3 are here already" in command("import", file, "--database", address)[1]
    assert command("export", "--database", address)[1] == written[0]
