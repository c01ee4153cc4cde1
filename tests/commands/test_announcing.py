"""Phones in the same network find the companion by a name; where they cannot, it serves all the same."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.commands.cli import parser_for
from companion.commands.serving.announcing import is_announced
from tests.commands.test_serve import ONE
from tests.support.each_row import each_row
from tests.support.long import long

PORT = 5353
# A phone that looks for a name: its address and, where it is a service, its port.
PHONE = """
import sys
from zeroconf import AddressResolverIPv4, Zeroconf
address, name, milliseconds = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Zeroconf(interfaces=[address]) as phone:
    host = AddressResolverIPv4(f"{name}.local.")
    if host.request(phone, milliseconds):
        service = phone.get_service_info("_http._tcp.local.", f"{name}._http._tcp.local.", milliseconds)
        print(host.parsed_addresses()[0], service and service.port)
"""
CLONE_NEWNET = 0x40000000
_numbers = itertools.count()


@dataclass(frozen=True)
class Machine:
    name: str
    address: str

    def command(self, *arguments: str) -> list[str]:
        """The command line that runs a program there."""
        return ["ip", "netns", "exec", self.name, *arguments]

    def look_up(self, name: str, seconds: float = 5) -> str:
        """The address and port that are answered there to a name; "" where nobody answers in time."""
        words = self.command(sys.executable, "-c", PHONE, self.address, name, str(int(1000 * seconds)))
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()

    def socket(self, kind: socket.SocketKind = socket.SOCK_DGRAM) -> socket.socket:
        """A socket of that machine: it belongs to the network in which its thread was when it made it."""
        made: list[socket.socket] = []
        maker = threading.Thread(target=lambda: made.append(self._socket(kind)))
        maker.start()
        maker.join()
        return made[0]

    def _socket(self, kind: socket.SocketKind) -> socket.socket:
        with open(f"/run/netns/{self.name}") as network:
            assert ctypes.CDLL(None, use_errno=True).setns(network.fileno(), CLONE_NEWNET) == 0
        return socket.socket(socket.AF_INET, kind)


@contextmanager
def two_machines() -> Iterator[tuple[Machine, Machine]]:
    """Two machines with a cable between them; skips where the system does not allow them."""
    number = next(_numbers)
    machines = [Machine(f"companion-{os.getpid()}-{number}-{end}", f"10.77.0.{end}") for end in (1, 2)]
    try:
        for machine in machines:
            _run("ip", "netns", "add", machine.name)
            _run(*machine.command("ip", "link", "set", "lo", "up"))
        first, second = machines
        _run(*first.command("ip", "link", "add", "eth0", "type", "veth", "peer", "eth0", "netns", second.name))
        for machine in machines:
            _run(*machine.command("ip", "address", "add", f"{machine.address}/24", "dev", "eth0"))
            _run(*machine.command("ip", "link", "set", "eth0", "up"))
            _run(*machine.command("ip", "route", "add", "224.0.0.0/4", "dev", "eth0"))
        yield first, second
    finally:
        for machine in machines:
            subprocess.run(["ip", "netns", "delete", machine.name], capture_output=True)


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        pytest.skip(f"network namespaces are not to be had here: {getattr(error, 'stderr', error)}")


COMPANION = ("-m", "companion.commands.cli", "serve")
PATIENCE = 60  # seconds
NAMED = r"find it at http://(\S+?)\.local:\d+ too"


class Served:
    """A companion on a machine; its output is read line by line."""

    def __init__(self, machine: Machine, folder: Path, program: tuple[str, ...], *options: str) -> None:
        arguments = ["--port", "0", "--database", str(folder / "companion.sqlite"), *options]
        # zeroconf leaves a socket unclosed where its port is taken.
        warnings = ("-W", "error", "-W", "ignore::ResourceWarning")
        command = machine.command(sys.executable, *warnings, *program, *arguments)
        pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}
        self.machine = machine
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)
        self.text = {"stdout": "", "stderr": ""}

    def read_until(self, wanted: str, stream: str = "stdout") -> str:
        """What stands in the first line that matches."""
        end, source = time.monotonic() + PATIENCE, getattr(self.process, stream)
        while not (found := re.search(wanted, self.text[stream])):
            assert select.select([source], [], [], end - time.monotonic())[0], self.text
            line = os.read(source.fileno(), 65536).decode()
            assert line, (self.text, self.process.communicate()[1])
            self.text[stream] += line
        return found[1]

    def name(self) -> str:
        """The name that it told last."""
        self.read_until(NAMED)
        return str(re.findall(NAMED, self.text["stdout"])[-1])

    def read_more(self) -> None:
        """What it has said since."""
        line = os.read(self.process.stdout.fileno(), 65536).decode()
        assert line, self.text
        self.text["stdout"] += line

    def port(self) -> int:
        return int(self.read_until(r"http://\S+:(\d+)"))

    def get(self, machine: Machine, host: str) -> int:
        """The status with which it answers another machine that calls it by a name."""
        client = machine.socket(socket.SOCK_STREAM)
        client.settimeout(PATIENCE)
        client.connect((self.machine.address, self.port()))
        connection = HTTPConnection(host)
        connection.sock = client
        connection.request("GET", "/", headers={"Host": f"{host}:{self.port()}"})
        status = connection.getresponse().status
        connection.close()
        return status

    def end(self) -> tuple[str, int]:
        """Let it end; returns what it complained of and its exit status."""
        self.process.send_signal(signal.SIGTERM)
        self.text["stderr"] += self.process.communicate(timeout=PATIENCE)[1]
        return self.text["stderr"], self.process.returncode


def named_differently(companions: list[Served]) -> list[Served]:
    """The companions by their names, once these differ: of two that took one at once, one gives it up."""
    end = time.monotonic() + PATIENCE
    while len({companion.name() for companion in companions}) < len(companions):
        ready = select.select([companion.process.stdout for companion in companions], [], [], end - time.monotonic())[0]
        assert ready, [companion.text for companion in companions]
        for companion in companions:
            if companion.process.stdout in ready:
                companion.read_more()
    return sorted(companions, key=Served.name)


@pytest.fixture
def machines() -> Iterator[tuple[Machine, Machine]]:
    with two_machines() as made:
        yield made


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    with ExitStack() as stack:

        def start(machine: Machine, *options: str, program: tuple[str, ...] = ("-c", ONE)) -> Served:
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            served = Served(machine, folder, program, *options)
            stack.enter_context(served.process)  # it waits for its end and closes its pipes
            stack.callback(served.process.kill)
            return served

        yield start


@long
def test_each_companion_of_a_network_has_a_name_at_which_it_answers(machines, serve):
    laptop, other = machines
    first = serve(laptop, program=COMPANION)
    assert first.name() == "companion"
    # These ask at the same time, one beside the first and one on a machine of its own.
    later = named_differently([serve(machine) for machine in machines])
    assert [one.name() for one in (first, *later)] == ["companion", "companion-2", "companion-3"]
    for served in (first, *later):
        assert other.look_up(served.name()) == f"{served.machine.address} {served.port()}"
    assert first.get(other, "companion.local") == 200
    assert first.get(other, "companion-2.local") == 400, "that is another companion"
    assert first.end() == ("", 0)
    assert other.look_up("companion", seconds=1) == ""
    assert [one.end() for one in later] == [("", 0)] * 2


def test_where_it_cannot_be_announced_it_says_so_once_and_serves(machines, serve):
    laptop, other = machines
    with laptop.socket() as taken:
        taken.bind(("", PORT))
        served = serve(laptop)
        reason = served.read_until(r"only at its address: (.*)\.\n", "stderr")
        assert reason == "Address already in use" and served.get(other, "x") == 200
        errors, status = served.end()
    assert errors.count("\n") == 1 and status == 0


@long
def test_without_a_network_it_says_so_and_is_found_once_there_is_one(machines, serve, monkeypatch):
    laptop, other = machines
    subprocess.run(laptop.command("ip", "address", "flush", "dev", "eth0"), check=True)
    often = "import companion.commands.serving.serve as s; s._REFRESH = 0.1\n" + ONE
    served = serve(laptop, program=("-c", often))
    assert served.read_until("only at its address: (.*)\\.\n", "stderr") == "this machine is in no network"
    subprocess.run(laptop.command("ip", "address", "add", f"{laptop.address}/24", "dev", "eth0"), check=True)
    assert served.name() == "companion"
    assert other.look_up("companion")
    errors, status = served.end()
    assert errors.count("\n") == 1 and status == 0


@each_row(
    ("options", "expected"),
    [
        ("", True),
        ("--host 192.168.1.23", True),
        ("--host ::", True),
        ("--no-announce", False),
        ("--host 127.0.0.1", False),
        ("--host localhost", False),
        ("--host ::1", False),
        ("--public-url https://games.example", False),
        ("--behind-proxy 10.0.0.5", False),
    ],
)
def test_it_is_announced_only_where_phones_in_the_room_reach_it(options, expected):
    args = parser_for(["serve"]).parse_args(["serve", *options.split()])
    assert is_announced(args, args.host) is expected
