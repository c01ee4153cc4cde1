"""The commands that docs/postgresql.md prints for backups are run, and bring back what the page says."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.faults.cluster import answer, running_server
from tests.faults.served import ROOT
from tests.support import postgres
from tests.support.haproxy import wait_until
from tests.support.long import long
from tests.support.phones import bets, totals

pytestmark = [pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"), long]

_SECTION = re.compile(r"## Backups and a point in time\n(.*?)\n## ", re.DOTALL)
_BLOCK = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
_COMPANION = "postgresql://companion@db.example/"


class Commands:
    """The four blocks of that part of the page, with the places of a server in a folder instead of Debian's."""

    def __init__(self, server, backup):
        self.server, self.backup = server, backup
        section = _SECTION.search((ROOT / "docs/postgresql.md").read_text())
        self.dump, self.settings, self.base, self.restore = (
            re.sub("^    ", "", block, flags=re.MULTILINE) for block in _BLOCK.findall(section[1] + "\n")
        )

    def run(self, block, *changes):
        """Run a block as the user of the server, with `changes` of what the page has as an example."""
        for printed, own in (*changes, *self._places()):
            block = block.replace(printed, own)
        *user, program = postgres.program("psql")
        shell = f'set -e; PATH="{Path(program).parent}:$PATH"\n{block}'
        done = subprocess.run([*user, "sh", "-c", shell], cwd="/", capture_output=True, text=True, check=False)
        assert done.returncode == 0, (block, done.stderr)

    def _places(self):
        yield "/backup", str(self.backup)
        yield "/var/lib/postgresql/15", str(self.server.folder)
        yield "pg_ctlcluster 15 main start", ""  # this server is no cluster of Debian's
        yield "main-before", "data-before"
        yield from ((f"{before}main", f"{before}data") for before in (" ", ">> "))
        yield "postgresql:///postgres", f"'{self.server.address('postgres')}'"
        for database in ("companion", "empty"):
            yield f"{_COMPANION}{database}", f"'{self.server.address(database)}'"


@pytest.fixture
def commands():
    with running_server() as server:
        backup = server.folder / "backup"
        commands = Commands(server, backup)
        commands.run("mkdir -p /backup/wal /backup/base")
        server.create("companion")
        yield commands


def test_a_dump_is_restored_into_an_empty_database(commands, serve, client, tmp_path):
    server = commands.server
    first = serve(address=server.address("companion"))
    host = client(first.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    host.act(session, "enter", 0, bets("3 2 1"))
    server.create("empty")
    commands.run(commands.dump, ("companion.dump", str(server.folder / "companion.dump")))
    host.act(session, "enter", 1, totals("3 2 5"))
    again = client(serve(address=server.address("empty")).port, "again")
    again.cookie = host.cookie
    assert again.version(session) == 1


def test_a_moment_after_the_base_backup_is_restored(commands, serve, client):
    """A table deleted after the moment is back with its last entry, one opened before it too; phones are known."""
    server, address = commands.server, commands.server.address("companion")
    with (server.data / "postgresql.conf").open("a") as configuration:
        configuration.write(commands.settings.replace("/backup", str(commands.backup)))
    server.stop()
    server.start()
    served = serve(address=address)
    host = client(served.port, "host")
    deleted = host.open("luz", "Ann", "Ben", "Cleo")
    host.act(deleted, "enter", 0, bets("3 2 1"))
    commands.run(commands.base)
    host.act(deleted, "enter", 1, totals("3 2 5"))
    later = host.open("luz", "Dan", "Eve", "Fay")
    moment = str(answer(address, "SELECT clock_timestamp()::text"))
    assert host.insist("POST", f"/t/{deleted}/delete", {"sure": "yes"}).status == 303
    never = host.open("luz", "Gus", "Hal", "Ida")
    served.end()
    server.stop()
    commands.run(commands.restore, ("2026-11-22 18:30:00+00", moment))
    server.start()
    wait_until(lambda: answer(address, "SELECT pg_is_in_recovery()") is False)
    log = (server.folder / "log").read_text()
    assert "recovery stopping before commit of transaction" in log and "archive recovery complete" in log
    again = client(serve(address=address).port, "again")
    again.cookie = host.cookie
    assert (again.version(deleted), again.version(later)) == (2, 0)
    assert again.ask("GET", f"/t/{never}").status == 404
    assert again.act(deleted, "undo", 2).status == 303
