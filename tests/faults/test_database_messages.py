"""What a server says of its database: a large one that is damaged is found out beside the serving."""

import sqlite3
from contextlib import closing

from tests.support.long import long

pytestmark = long


def test_a_large_damaged_database_ends_it_with_a_sentence(serve, client):
    small = """
import sys
from companion.commands import cli
from companion.storage.sqlite import files
files._SMALL = 0
sys.exit(cli.main())
"""
    served = serve(program=("-c", small))
    client(served.port, "host").open("luz", "Ann", "Ben", "Cleo")
    served.end()
    with closing(sqlite3.connect(served.database)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'members_at'").fetchone()
    with open(served.database, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    assert served.begin().wait(60) == 2
    served.process = None
    assert f"companion serve: The database {served.database} is damaged (" in served.output()
    assert "put a backup in its place" in served.output() and "Traceback" not in served.output()
