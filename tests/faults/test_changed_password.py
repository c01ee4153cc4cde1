"""The password of the database's user is changed while companions serve, as docs/postgresql.md says it is done."""

import psycopg
import pytest

from tests.faults.cluster import Evening, running_on, running_server
from tests.faults.served import FORKED
from tests.support import postgres
from tests.support.haproxy import wait_until
from tests.support.long import long

pytestmark = [pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"), long]

_ACCESS = "local all companion trust\nlocal all keeper scram-sha-256\n"
_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keeper'"


def test_another_password_while_people_play(tmp_path):
    """One companion has the password in a file, the other in its address; all connections are then lost."""
    with running_server() as server:
        (server.data / "pg_hba.conf").write_text(_ACCESS)
        with psycopg.connect(server.address("postgres"), autocommit=True) as owner:
            owner.execute("SELECT pg_reload_conf()")
            owner.execute("CREATE ROLE keeper LOGIN PASSWORD 'that-of-before'")
            owner.execute("CREATE DATABASE companion OWNER keeper")
            secret = tmp_path / "pgpass"
            secret.touch(0o600)
            secret.write_text("*:*:companion:keeper:that-of-before\n")
            place = f"@/companion?host={server.folder}"
            addresses = (f"postgresql://keeper{place}&passfile={secret}", f"postgresql://keeper:that-of-before{place}")
            with running_on(addresses, tmp_path, program=FORKED) as companions:
                evening = Evening([each.port for each in companions])
                evening.seconds_until_acts()
                owner.execute("ALTER ROLE keeper PASSWORD 'that-of-now'")
                evening.seconds_until_acts()  # connections that are open stay
                owner.execute(_END)
                wait_until(lambda: bool(evening.sentences))
                secret.write_text("*:*:companion:keeper:that-of-now\n")
                seconds = evening.seconds_until_acts()  # at the first, which nobody started again
                companions[1].kill()
                companions[1].database = addresses[1].replace("before", "now")
                companions[1].start()
                evening.seconds_until_acts()
                figures = evening.check(server.address("companion"))
                print(f"acts at each table {seconds:.1f} s after the new password: {figures}")
    assert all("Nothing was" in sentence for sentence in evening.sentences), evening.sentences
    assert not any("that-of" in each.output() for each in companions), "a password is in the log"
