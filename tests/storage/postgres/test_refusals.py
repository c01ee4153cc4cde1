"""A PostgreSQL database that cannot be used is told in one sentence without its password; nothing changes there."""

from unittest.mock import Mock

import psycopg
import pytest

from companion.app import create_app
from companion.storage.error_messages import StoreError
from companion.storage.migrations import MIGRATIONS
from companion.storage.postgres.connections import check_server
from companion.storage.postgres.database import check_address
from tests.faults.served import Served
from tests.support import postgres
from tests.support.phones import Phone, bets

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")


@pytest.fixture(scope="module")
def server():
    """The shared server, with users of few rights and one with a password."""
    shared = postgres.shared_server()
    rules = shared.data / "pg_hba.conf"
    rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
    with psycopg.connect(shared.address("postgres"), autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")
        connection.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
        for user in ("stranger", "reader", "maker", "player"):
            connection.execute(f"CREATE ROLE {user} LOGIN")
        for encoding in ("SQL_ASCII", "LATIN1"):
            connection.execute(f"CREATE DATABASE {encoding.lower()} TEMPLATE template0 ENCODING '{encoding}'")
    return shared


@pytest.fixture
def addressed(server):
    """Gives the address of a migrated database for a user, and sees that nothing changes in it."""
    own = postgres.fresh_database()
    with psycopg.connect(own, autocommit=True) as connection:
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader, maker")
        connection.execute("GRANT CREATE ON SCHEMA public TO maker")
    before = holds(own)
    yield lambda user: own.replace("companion@", f"{user}@")
    assert holds(own) == before


def holds(address):
    """The tables of a database and what lies in those that a start may change."""
    with psycopg.connect(address) as connection:
        found = connection.execute(
            "SELECT relname, relkind::text FROM pg_class WHERE relnamespace = 2200 ORDER BY 1"
        ).fetchall()
        if ("instance", "r") in found:
            found += connection.execute(
                "SELECT name, '' FROM instance UNION ALL SELECT name, '' FROM _migrations"
            ).fetchall()
        return found


def refusal(address):
    with pytest.raises(StoreError) as refused:
        create_app({"DATABASE": address})
    sentence = refused.value.message.text()
    assert "\n" not in sentence and sentence.endswith(".")
    return sentence


def test_a_wrong_password_is_told_without_it_and_ends_with_status_2(addressed, tmp_path):
    address = addressed("locked:wr0ng")
    assert 'password authentication failed for user "locked"' in refusal(address)
    served = Served(tmp_path, address=address)
    message = served.refusal()
    assert message.startswith("companion serve: ") and message.count("\n") == 1 and "wr0ng" not in message


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://companion@127.0.0.1:1/companion", "Connection refused"),
        ("postgresql://companion@nothing.invalid/companion", "nothing.invalid"),
        ("postgresql://companion@/nothing?host={folder}", 'database "nothing" does not exist'),
        ("postgresql://nobody@/migrated?host={folder}", 'role "nobody" does not exist'),
    ],
)
def test_an_address_at_which_there_is_nothing(server, address, words):
    assert words in refusal(address.format(folder=server.folder))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_in_another_encoding_is_refused(server, encoding):
    address = server.address(encoding.lower())
    assert f"has the encoding {encoding}; make one with the encoding UTF8." in refusal(address)
    with pytest.raises(StoreError, match="has the encoding"):
        check_address(address)
    assert holds(address) == []


def test_an_older_server_is_refused():
    """By what a server of that version says of itself: there is none of them here."""
    connection = Mock()
    connection.info.parameter_status.return_value = "UTF8"
    for connection.info.server_version in (96_024, 149_999):
        with pytest.raises(StoreError, match=r"is on PostgreSQL (9|14); version 15 or newer is needed"):
            check_server(connection, "db")
    for connection.info.server_version in (150_000, 180_001):
        check_server(connection, "db")


@pytest.mark.parametrize(("user", "table"), [("stranger", "_migrations"), ("reader", "devices"), ("maker", "devices")])
def test_a_user_who_may_not_use_the_tables_is_refused(addressed, user, table):
    assert f"may not read and change {table}; grant all rights on all tables and sequences." in refusal(addressed(user))


def grant(address, *rights):
    with psycopg.connect(address, autocommit=True) as connection:
        for right in rights:
            connection.execute(f"GRANT {right} TO player")


def test_a_user_needs_no_right_to_make_tables(server):
    own = postgres.fresh_database()
    address = own.replace("companion@", "player@")
    grant(own, "SELECT ON _migrations", "ALL ON ALL TABLES IN SCHEMA public")
    assert "may not read and change " in refusal(address)
    grant(own, "ALL ON ALL SEQUENCES IN SCHEMA public")
    with psycopg.connect(own, autocommit=True) as connection:
        connection.execute("REVOKE INSERT, UPDATE, DELETE ON _migrations FROM player")
    app = create_app({"DATABASE": address})
    phone = Phone(app)
    session = phone.open("luz", ["Ann", "Ben", "Cleo"])
    phone.enter(session, bets("1 2 3"))
    assert phone.version(session) == 1


def test_a_user_who_may_not_change_tables_cannot_upgrade(server, monkeypatch):
    own = postgres.fresh_database()
    monkeypatch.setitem(MIGRATIONS, "of_tomorrow", ["CREATE TABLE more (x int)"])
    grant(own, "ALL ON ALL TABLES IN SCHEMA public", "ALL ON ALL SEQUENCES IN SCHEMA public")
    before = holds(own)
    told = refusal(own.replace("companion@", "player@"))
    assert "may not make or change tables there (permission denied for schema public); start once with a user" in told
    assert holds(own) == before


def test_a_user_who_may_make_no_tables_makes_none_in_an_empty_database(server):
    address = server.create("empty")
    assert "may not make or change tables there" in refusal(address.replace("companion@", "stranger@"))
    assert holds(address) == []


def test_tables_of_a_newer_companion_and_of_others_are_left_alone(server):
    newer, others = postgres.fresh_database(), server.create("of_others")
    for address, sql, told in (
        (newer, "INSERT INTO _migrations VALUES ('of_tomorrow', now())", "made by a newer version of the companion"),
        (others, "CREATE TABLE sessions (anything text)", 'relation "sessions" already exists'),
    ):
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(sql)
        before = holds(address)
        assert told in refusal(address) and holds(address) == before


def test_a_server_that_takes_no_changes_is_refused(addressed):
    address = addressed("companion") + "&options=-c%20default_transaction_read_only%3Don"
    assert "takes no changes at the moment" in refusal(address)
