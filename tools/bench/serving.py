"""A companion to measure: `companion serve` as a process, and requests to it."""

import gzip
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode

from tests.support.ports import free_port

COMMAND = [sys.executable, "-m", "companion.commands.cli", "serve", "--host", "127.0.0.1"]


class Served:
    """A running companion: its process and its port."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, seconds: float) -> None:
        self.process, self.port, self.seconds_to_answer = process, port, seconds

    @property
    def memory(self) -> float:
        """The memory of the process, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found
        return int(found[1]) / 1024


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[Served]:
    """A companion on the database in `folder` that is ready, with these variables in its environment."""
    port = free_port()
    begun = time.perf_counter()
    command = [*COMMAND, "--port", str(port), "--database", str(folder / "companion.sqlite")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder, env={**os.environ, **environment})
    try:
        while not answers(port):
            assert process.poll() is None, "the companion did not start"
            time.sleep(0.002)
        yield Served(process, port, time.perf_counter() - begun)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def answers(port: int, path: str = "/healthz") -> bool:
    """Whether a server at the port is ready: it answers this path with 200."""
    visitor = Visitor(port)
    try:
        return visitor.get(path)[0] == 200
    except OSError:
        return False
    finally:
        visitor.close()


class Visitor:
    """A phone with a persistent connection and its cookie; `headers` are sent with each request."""

    def __init__(self, port: int, cookie: str = "", headers: Mapping[str, str] = MappingProxyType({})) -> None:
        self.port, self.cookie, self._headers = port, cookie, headers
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def close(self) -> None:
        self._connection.close()

    def get(self, path: str) -> tuple[int, bytes]:
        return self._ask("GET", path, None)

    def post(self, path: str, fields: Mapping[str, object] | list[tuple[str, str]]) -> tuple[int, bytes]:
        return self._ask("POST", path, urlencode(fields, doseq=True))

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, bytes]:
        headers = {"Cookie": self.cookie, "Accept-Encoding": "gzip", "Origin": f"http://127.0.0.1:{self.port}"}
        headers |= self._headers
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.getheader("Content-Encoding") == "gzip":
            text = gzip.decompress(text)
        self.location = answer.getheader("Location") or ""
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, text

    def milliseconds(self, path: str, times: int = 40) -> float:
        """The median time of a page over so many requests, in ms."""
        return 1000 * statistics.median(self._seconds(path) for _ in range(times))

    def _seconds(self, path: str) -> float:
        begun = time.perf_counter()
        status, _ = self.get(path)
        assert status == 200, (path, status)
        return time.perf_counter() - begun
