"""Servers forked from a process that has imported the companion, which takes far longer than many a test.

`start` is like `subprocess.Popen` for `companion` with arguments. The process begins as `companion serve` does: gevent
patches first. Run as a program, this is that process: it reads what to start as lines of JSON until the tests end.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Forked:
    """A forked companion, with what tests use of `subprocess.Popen`; a file tells its number, later its exit status."""

    def __init__(self, told):
        self._told = told
        while not self._lines:
            time.sleep(0.002)
        self.pid = self._lines[0]

    @property
    def _lines(self):
        return [int(line) for line in self._told.read_text().splitlines(keepends=True) if line.endswith("\n")]

    @property
    def returncode(self):
        return self._lines[1] if len(self._lines) > 1 else None

    def poll(self):
        return self.returncode

    def wait(self, timeout=60):
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("companion", timeout)
            time.sleep(0.005)
        return status

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


@cache
def _fork_server():
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.support.fork_server"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, cwd=ROOT, start_new_session=True)
    atexit.register(server.communicate)  # which ends it
    return server


def start(arguments, folder, log, environment):
    """Start `companion` in a folder and a session of its own; what it says is appended to the file `log`.

    In `make test-long` it is a program of its own, as at home.
    """
    if os.environ.get("COMPANION_LONG"):
        command = [sys.executable, "-m", "companion.commands.cli", *arguments]
        with open(log, "ab") as file:
            return subprocess.Popen(
                command, stdout=file, stderr=file, cwd=folder, env=environment, start_new_session=True
            )
    told = tempfile.mkstemp(dir=folder, prefix=".forked-")[1]
    request = {"arguments": arguments, "folder": str(folder), "log": str(log), "environment": dict(environment)}
    line = _fork_server().stdin
    line.write(json.dumps({**request, "told": told}).encode() + b"\n")
    line.flush()
    return Forked(Path(told))


def _import_all():
    from gevent import monkey

    monkey.patch_all()
    import gc
    import importlib

    serving = ("serve", "background_jobs", "listening")
    names = ("app", "commands.cli", *(f"commands.serving.{name}" for name in serving), "server.wsgi")
    for name in (*names, "server.addresses", "storage.credentials"):
        importlib.import_module(f"companion.{name}")
    gc.freeze()


def _serve_forks():
    """Fork what is asked for; returns in a fork, with its arguments, and ends with the tests."""
    from gevent.monkey import get_original

    fork, waitpid = get_original("os", "fork"), get_original("os", "waitpid")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin.buffer:
        if fork():
            continue
        # This one waits for the companion, and tells of it.
        request = json.loads(line)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        pid = fork()
        if pid == 0:
            return _become(request)
        with open(request["told"], "w") as told:
            print(pid, file=told, flush=True)
            print(os.waitstatus_to_exitcode(waitpid(pid, 0)[1]), file=told, flush=True)
        os._exit(0)
    os._exit(0)


def _become(request):
    """What `subprocess.Popen` does between fork and exec, and gevent after a fork."""
    import gevent

    os.setsid()
    os.chdir(request["folder"])
    log = os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for descriptor, stream in ((os.open(os.devnull, os.O_RDONLY), 0), (log, 1), (log, 2)):
        os.dup2(descriptor, stream)
    os.close(log)
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path += os.environ.get("PYTHONPATH", "").split(os.pathsep)
    arguments = request["arguments"]
    sys.argv = ["companion", *arguments]
    gevent.reinit()
    return arguments


if __name__ == "__main__":
    _import_all()
    started = _serve_forks()
    from companion.commands.cli import main

    raise SystemExit(main(started))
