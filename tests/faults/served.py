"""`companion serve` as a process of its own, which is killed, kept from writing and started again."""

import os
import resource
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from tests.support import fork_server
from tests.support.ports import free_port

ROOT = Path(__file__).parents[2]
START = 60  # seconds that the server may take to answer
COMPANION = ("-m", "companion.commands.cli")
FORKED = ()  # a companion too, which has been imported already: it starts four times as fast


class Served:
    """A server on one port and one database through all its lives; `program` is what Python runs, with `options`."""

    def __init__(self, folder, kept=None, program=COMPANION, options=(), address=None):
        self.folder, self.program, self.options = folder, program, options
        self.database = address or (kept or folder) / "companion.sqlite"
        self.port = free_port()
        self.process = None

    def begin(self):
        """Start the process and do not wait for it."""
        assert self.process is None
        command = ["serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--database", str(self.database), *self.options]
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join(paths)}
        log = self.folder / "output.txt"
        if self.program == FORKED:
            self.process = fork_server.start(command, self.folder, log, environment)
            return self.process
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, *command],
                stdout=output,
                stderr=output,
                cwd=self.folder,
                env=environment,
                start_new_session=True,
            )
        return self.process

    def start(self):
        self.begin()
        self.wait()

    def wait(self):
        assert self.process is not None
        end = time.monotonic() + START
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < end, self.output()
            time.sleep(0.02)

    def answers(self):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status in (200, 503)
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self):
        """Kill -9: nothing is said, nothing is finished."""
        assert self.process is not None
        assert self.process.poll() is None, self.output()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)
        self.process = None

    def end(self, how=signal.SIGINT):
        assert self.process is not None
        self.process.send_signal(how)
        assert self.process.wait(60) == 0, self.output()
        self.process = None

    def close(self):
        """End it where it still runs, and see that it complained of nothing."""
        if self.process is not None:
            self.end()
        assert "Traceback" not in self.output(), self.output()

    def refusal(self):
        """What it says on a start that must fail."""
        assert self.begin().wait(START) == 2, self.output()
        self.process = None
        return self.output()

    def output(self):
        return (self.folder / "output.txt").read_text()

    def allow(self, size):
        """Let none of its files grow beyond a size, as a quota does; None lets them grow again."""
        assert self.process is not None
        _, most = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most if size is None else size, most))
