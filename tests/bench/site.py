"""A site of some companions on PostgreSQL behind haproxy, as one process that the load harness starts and measures.

`python -m tests.bench.site PORT FOLDER COMPANIONS`. When it is ended, what the parts cost goes as a line of JSON to the
file SITE_REPORT.
"""

from __future__ import annotations

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

from tests.bench.processor import Samples
from tests.faults.served import Served
from tests.support import postgres
from tests.support.haproxy import Haproxy, wait_until

_SETTINGS = {"fsync": "on", "autovacuum": "on", "shared_buffers": "256MB"}
_OPTIONS = ("--behind-proxy", "127.0.0.1", "--request-limit", "0", "--open-limit", "0")


class OpenProxy(Haproxy):
    """haproxy for one machine that is all phones: one address may hold as many connections as haproxy can."""

    def text(self) -> str:
        """The configuration without a limit for an address, and without companions that are not there."""
        lines = super().text().replace("maxconn 500", "maxconn 9500").splitlines()
        extra = [f"companion-{number} " for number in range(len(self.companions) + 1, 3)]
        return (
            "\n".join(line for line in lines if "sc0_conn_cur" not in line and not any(name in line for name in extra))
            + "\n"
        )


class Site:
    """PostgreSQL, companions and haproxy, all children of this process."""

    def __init__(self, port: int, folder: Path, companions: int) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="companion-pg-"))
        self.database = postgres.Server(self._place, **_SETTINGS)
        self.postgresql = self._start_postgresql()
        self.address = self.database.create("companion")
        self.companions = [self._companion(folder / str(number)) for number in range(companions)]
        for each in self.companions:
            wait_until(each.answers, 20)
        self.haproxy = OpenProxy(folder, port, [each.port for each in self.companions])
        self.haproxy.start()

    def _start_postgresql(self) -> subprocess.Popen[bytes]:
        settings = [part for name, value in self.database.settings.items() for part in ("-c", f"{name}={value}")]
        command = [*postgres.program("postgres"), "-D", str(self.database.data), *settings]
        process = subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._answers)
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
    """Serve until SIGTERM."""
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
