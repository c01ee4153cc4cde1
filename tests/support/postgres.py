"""A PostgreSQL server of its own for the tests, from Debian's packages, and empty databases on it.

It runs as the user `postgres` where the tests run as root, as PostgreSQL refuses root.
"""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

_BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
_SETTINGS = {"fsync": "off", "max_connections": "400", "listen_addresses": "", "autovacuum": "off"}
_number = count()


def is_installed():
    return bool(_BINARIES)


def program(name):
    """The command that runs a program of PostgreSQL as somebody else than root."""
    path = str(_BINARIES[-1].with_name(name))
    if os.getuid() != 0:
        return [path]
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", path]


def _stat(process):
    """The state of a process and the number of its parent; empty where it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return []


class Server:
    """A server in a folder of its own, new or as it was; `settings` are those of postgresql.conf."""

    def __init__(self, folder, **settings):
        self.folder, self.data = folder, folder / "data"
        self.settings = {**_SETTINGS, "unix_socket_directories": str(folder), **settings}
        if not self.data.exists():
            self._initialize()

    def _initialize(self):
        self.folder.chmod(0o755)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        options = ["--no-sync", "--auth=trust", "--username=companion", "--encoding=UTF8", "--locale=C"]
        command = [*program("initdb"), *options, "--pgdata", str(self.data)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self):
        options = " ".join(f"-c {name}='{value}'" for name, value in self.settings.items())
        self._control("start", "--log", str(self.folder / "log"), "--options", options)

    def stop(self, mode="fast"):
        """Stop it; "immediate" is as if its machine lost power."""
        self._control("stop", "--mode", mode)

    def pause(self):
        """Stop all its processes as they are, as on a frozen machine: connections are neither closed nor answered."""
        self._signal(signal.SIGSTOP)

    def _signal(self, number):
        """Send a signal to the server and all its processes; returns their numbers."""
        server = int((self.data / "postmaster.pid").read_text().split()[0])
        processes = self._children(server)  # before it is killed, as they have another parent then
        os.kill(server, number)  # before them, as it would start others
        processes += [process for process in self._children(server) if process not in processes]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, number)
        return server, processes

    def kill(self):
        server, processes = self._signal(signal.SIGKILL)
        while any(_stat(process)[:1] not in ([], ["Z"]) for process in (server, *processes)):
            time.sleep(0.01)
        # In a container nobody may take note of its end, so that its number seems to be in use.
        for lock in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink()

    def _control(self, what, *options):
        command = [*program("pg_ctl"), what, "--wait", "--timeout", "300", "--pgdata", str(self.data), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    @staticmethod
    def _children(parent):
        processes = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        return [process for process in processes if _stat(process)[1:2] == [str(parent)]]

    def address(self, database):
        return f"postgresql://companion@/{database}?host={self.folder}"

    def create(self, database, template="template1"):
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}" STRATEGY file_copy')
        return self.address(database)


@cache
def shared_server():
    """The server of this process, which ends with it, with a database `migrated` that others are copied from."""
    from companion.features import extensions
    from companion.storage.postgres.database import PostgresDatabase

    folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    server = Server(folder)
    server.start()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.stop, "immediate")
    PostgresDatabase(server.create("migrated"), extensions()).close()
    return server


def fresh_database():
    return shared_server().create(f"test_{next(_number)}", "migrated")


_addresses = {}
_used = []


def address_for(path):
    """The address of the database that stands for a path; an empty one at first."""
    path = Path(path).resolve()
    if path not in _addresses:
        _addresses[path] = emptied(_used.pop()) if _used else fresh_database()
    return _addresses[path]


def emptied(address):
    """Take everything out of a database, which is quicker than to make another one; returns its address."""
    import psycopg

    with psycopg.connect(address) as connection:
        connection.execute("SET session_replication_role = replica")  # without triggers
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for table in {name for (name,) in rows} - {"_migrations"}:
            connection.execute(f"DELETE FROM {table}")
        for (name,) in connection.execute("SELECT sequencename FROM pg_sequences").fetchall():
            connection.execute(f"ALTER SEQUENCE {name} RESTART")
    return address


@contextmanager
def paths_as_databases(monkeypatch):
    """Open each path as a database on PostgreSQL, an empty one at first, which another test may have next."""
    from companion.storage import store
    from companion.storage.postgres import open_database

    def opened(path, *options, is_server):
        return open_database(address_for(path), *options)

    monkeypatch.setattr(store, "SqliteDatabase", opened)
    yield
    _used.extend(_addresses.values())
    _addresses.clear()


_SEQUENCES = """
SELECT s.relname, t.relname, a.attname FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype = 'i'
JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
WHERE s.relkind = 'S' UNION SELECT 'sessions_used_seq', 'sessions', 'used'
"""


def take_rows(source, address):
    """Give a database the rows of a file instead of its own; a table that both have has the same columns."""
    import psycopg

    with psycopg.connect(emptied(address)) as connection:
        connection.execute("SET session_replication_role = replica")  # tables in any order
        there = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if (table,) in there:
                rows = source.execute(f"SELECT * FROM {table}")
                names, marks = [column[0] for column in rows.description], ["%s"] * len(rows.description)
                into = f"{table} ({', '.join(names)}) OVERRIDING SYSTEM VALUE"
                connection.cursor().executemany(f"INSERT INTO {into} VALUES ({', '.join(marks)})", rows)
        for sequence, table, column in connection.execute(_SEQUENCES).fetchall():
            connection.execute(f"SELECT setval('{sequence}', max({column})) FROM {table} HAVING max({column}) > 0")
        # The tables have today's form; what only changes rows is still to be done.
        connection.execute("DELETE FROM _migrations WHERE name = 'schema_5'")
