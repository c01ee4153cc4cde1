"""Servers forked from a process that has imported the companion: the import takes longer than many a test.

`start` is like `subprocess.Popen` for `companion` with arguments. The process begins as `companion serve` does: gevent
patches first. Run as a program, this is that process: it reads what to start and writes what became of it, as JSON.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Forked:
    """A forked companion, with what tests use of `subprocess.Popen`."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self.pid, self._server = pid, server

    @property
    def returncode(self) -> int | None:
        return self._server.ended.get(self.pid)

    def poll(self) -> int | None:
        self._server.read_for(0)
        return self.returncode

    def wait(self, timeout: float = 60) -> int:
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("companion", timeout)
            self._server.read_for(max(0, end - time.monotonic()))
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """The process that forks; `ended` has the exit statuses of those that it forked."""

    def __init__(self) -> None:
        self.line, other = socket.socketpair()
        self.ended: dict[int, int] = {}
        self.started: list[int] = []
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server", str(other.fileno())],
            pass_fds=[other.fileno()],
            env=environment,
            cwd=ROOT,
            start_new_session=True,
        )
        other.close()
        self._rest = b""

    def start(self, arguments: Sequence[str], folder: Path, log: Path, environment: Mapping[str, str]) -> Forked:
        request = {"arguments": arguments, "folder": str(folder), "log": str(log), "environment": dict(environment)}
        self.line.sendall(json.dumps(request).encode() + b"\n")
        while not self.started:
            self.read_for(60)
        return Forked(self, self.started.pop())

    def read_for(self, seconds: float) -> None:
        """Take in what it says, waiting for so long where it says nothing yet."""
        if not select.select([self.line], [], [], seconds)[0]:
            return
        got = self.line.recv(65536)
        assert got, "the process that forks servers has ended"
        *lines, self._rest = (self._rest + got).split(b"\n")
        for message in map(json.loads, lines):
            if "started" in message:
                self.started.append(message["started"])
            else:
                self.ended[message["ended"]] = message["status"]


@cache
def _fork_server() -> ForkServer:
    return ForkServer()


def start(arguments: Sequence[str], folder: Path, log: Path, environment: Mapping[str, str]) -> Any:
    """Start `companion` in a folder and a session of its own; what it says is appended to the file `log`.

    In `make test-long` it is a program of its own, as at home.
    """
    if not os.environ.get("COMPANION_LONG"):
        return _fork_server().start(arguments, folder, log, environment)
    command = [sys.executable, "-m", "companion.commands.cli", *arguments]
    with open(log, "ab") as file:
        return subprocess.Popen(command, stdout=file, stderr=file, cwd=folder, env=environment, start_new_session=True)


def _import_all() -> None:
    from gevent import monkey

    monkey.patch_all()
    import gc
    import importlib

    serving = ("serve", "background_jobs", "banner")
    names = ("app", "commands.cli", *(f"commands.serving.{name}" for name in serving), "server.wsgi")
    for name in (*names, "server.addresses", "sessions.live.heartbeats", "storage.credentials"):
        importlib.import_module(f"companion.{name}")
    gc.freeze()


def _serve_forks(line: int) -> list[str]:
    """Fork what is asked for; returns in a fork, with its arguments, and ends with the tests."""
    from gevent.monkey import get_original

    wait_for, waitpid, fork = (
        get_original("select", "select"),
        get_original("os", "waitpid"),
        get_original("os", "fork"),
    )
    running: dict[int, int] = {}  # by the descriptor that tells its end
    while True:
        ready, _, _ = wait_for([line, *running], [], [])
        for descriptor in [ended for ended in ready if ended in running]:
            os.close(descriptor)
            pid, status = waitpid(running.pop(descriptor), 0)
            _send(line, ended=pid, status=os.waitstatus_to_exitcode(status))
        if line not in ready:
            continue
        request = _request(line)
        if request is None:
            os._exit(0)
        pid = fork()
        if pid == 0:
            for descriptor in (line, *running):
                os.close(descriptor)
            return _become(request)
        running[os.pidfd_open(pid)] = pid
        _send(line, started=pid)


def _request(line: int) -> dict[str, Any] | None:
    read = b""
    while not read.endswith(b"\n"):
        got = os.read(line, 65536)
        if not got:
            return None
        read += got
    request: dict[str, Any] = json.loads(read)
    return request


def _send(line: int, **fields: int) -> None:
    os.write(line, json.dumps(fields).encode() + b"\n")


def _become(request: dict[str, Any]) -> list[str]:
    """What `subprocess.Popen` does between fork and exec, and gevent after a fork."""
    import gevent

    os.setsid()
    os.chdir(request["folder"])
    log = os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path += os.environ.get("PYTHONPATH", "").split(os.pathsep)
    arguments: list[str] = request["arguments"]
    sys.argv = ["companion", *arguments]
    gevent.reinit()
    return arguments


if __name__ == "__main__":
    _import_all()
    started = _serve_forks(int(sys.argv[1]))
    from companion.commands.cli import main

    raise SystemExit(main(started))
