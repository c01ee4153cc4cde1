"""A site of companions on PostgreSQL behind haproxy, as one process that the load harness starts and measures.

`python -m tools.bench.site PORT FOLDER COMPANIONS`. At its end it writes the costs of the parts to the file
SITE_REPORT, as a line of JSON. First run `python -m tools.bench.site prepare FOLDER`, which makes the database: the
first start of PostgreSQL may take longer than the 20 seconds that the harness waits for a server.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from companion.storage.postgres.database import PostgresDatabase
from tests.faults.served import Served
from tests.support import postgres
from tests.support.haproxy import Haproxy, wait_until
from tools.bench.processor import Samples

_SETTINGS = {"fsync": "on", "autovacuum": "on", "shared_buffers": "256MB"}
_START = 60  # seconds in which a part must start
_OPTIONS = ("--behind-proxy", "127.0.0.1", "--request-limit", "0", "--open-limit", "0")


class OpenProxy(Haproxy):
    """haproxy without a limit on connections of an address, as all phones are on one machine."""

    def text(self) -> str:
        """The configuration without that limit, and with the existing companions only."""
        lines = super().text().replace("maxconn 500", "maxconn 9500").splitlines()
        extra = [f"companion-{number} " for number in range(len(self.companions) + 1, 3)]
        return (
            "\n".join(line for line in lines if "sc0_conn_cur" not in line and not any(name in line for name in extra))
            + "\n"
        )


def prepare(folder: Path) -> None:
    """Make the database of the site in `folder` and stop its server again."""
    place = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    _place_file(folder).write_text(str(place))
    database = postgres.Server(place, **_SETTINGS)
    database.start()
    PostgresDatabase(database.create("companion")).close()
    database.stop()


def _place_file(folder: Path) -> Path:
    """The file with the path of the database's folder, which is elsewhere, as PostgreSQL may run as another user."""
    return folder / "postgresql.txt"


class Site:
    """PostgreSQL, companions and haproxy, all children of this process; `prepare` has made the database."""

    def __init__(self, port: int, folder: Path, companions: int) -> None:
        self._place = Path(_place_file(folder).read_text())
        self.database = postgres.Server(self._place, **_SETTINGS)
        self.postgresql = self._start_postgresql()
        self.address = self.database.address("companion")
        self.companions = [self._companion(folder / str(number)) for number in range(companions)]
        for each in self.companions:
            wait_until(each.answers, _START)
        self.haproxy = OpenProxy(folder, port, [each.port for each in self.companions])
        self.haproxy.start()

    def _start_postgresql(self) -> subprocess.Popen[bytes]:
        settings = [part for name, value in self.database.settings.items() for part in ("-c", f"{name}={value}")]
        command = [*postgres.program("postgres"), "-D", str(self.database.data), *settings]
        process = subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._answers, _START)
        return process

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.database.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def _companion(self, folder: Path) -> Served:
        folder.mkdir()
        served = Served(folder, options=_OPTIONS, address=self.address)
        served.begin()
        return served

    def parts(self) -> Mapping[str, list[int]]:
        """The processes of each part."""
        assert self.haproxy.process is not None
        pids = [each.process.pid for each in self.companions if each.process is not None]
        return {"companions": pids, "postgresql": [self.postgresql.pid], "haproxy": [self.haproxy.process.pid]}

    def entries(self) -> dict[int, int]:
        """The number of events in each second, as in Unix time."""
        import psycopg

        sql = "SELECT extract(epoch FROM at::timestamptz)::bigint, count(*) FROM events GROUP BY at"
        with psycopg.connect(self.address) as connection:
            return dict(connection.execute(sql).fetchall())

    def stop(self) -> None:
        """Kill everything."""
        self.haproxy.stop()
        for each in self.companions:
            each.kill()
        self.postgresql.send_signal(signal.SIGQUIT)
        self.postgresql.wait(5)
        shutil.rmtree(self._place, ignore_errors=True)


def main() -> None:
    """Serve until SIGTERM, or make the database."""
    if sys.argv[1] == "prepare":
        return prepare(Path(sys.argv[2]))
    port, folder, companions = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    with ExitStack() as running:
        site = Site(port, folder, companions)
        running.callback(site.stop)
        samples = Samples(site.parts())
        while not ended.wait(0.5):
            samples.take()
        if report := os.environ.get("SITE_REPORT"):
            costs: dict[str, Any] = {"companions": companions, **samples.costs(site.entries())}
            with open(report, "a") as file:
                file.write(json.dumps(costs) + "\n")


if __name__ == "__main__":
    main()
