"""Machines of a network that is made for a test: network namespaces, joined by a cable, in which programs run."""

from __future__ import annotations

import ctypes
import itertools
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

CLONE_NEWNET = 0x40000000
_numbers = itertools.count()


@dataclass(frozen=True)
class Machine:
    name: str
    address: str

    def command(self, *arguments: str) -> list[str]:
        """The command line that runs a program there."""
        return ["ip", "netns", "exec", self.name, *arguments]

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
