"""Multicast DNS as a phone speaks it, with a reader of messages of its own (RFC 1035, RFC 6762)."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass

GROUP, PORT = "224.0.0.251", 5353
ADDRESS, TEXT, SERVICE = 1, 16, 33


@dataclass(frozen=True)
class Record:
    name: str
    kind: int
    seconds: int  # that it may be kept; 0 is a goodbye
    data: bytes


def ask(phone: socket.socket, address: str, name: str, kind: int = ADDRESS, seconds: float = 5) -> list[Record]:
    """The records that are answered to a phone at this address; none where nobody answers in time."""
    phone.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    phone.sendto(struct.pack(">6H", 7, 0, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", kind, 1), (GROUP, PORT))
    phone.settimeout(seconds)
    try:
        return [record for record in records(phone.recv(9000)) if record.kind == kind]
    except TimeoutError:
        return []


def join(phone: socket.socket, address: str) -> None:
    """Hear from now on what is told to all."""
    for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
        phone.setsockopt(socket.SOL_SOCKET, option, 1)
    phone.bind((GROUP, PORT))
    phone.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + socket.inet_aton(address))


def records(message: bytes) -> list[Record]:
    """All records of a message."""
    _, _, questions, *counts = struct.unpack_from(">6H", message)
    at, listed = 12, []
    for _ in range(questions):
        at = _name(message, at)[1] + 4
    for _ in range(sum(counts)):
        name, at = _name(message, at)
        kind, _, seconds, length = struct.unpack_from(">2HIH", message, at)
        at += 10
        listed.append(Record(name, kind, seconds, message[at : at + length]))
        at += length
    return listed


def _name(message: bytes, at: int) -> tuple[str, int]:
    """A name and the place after it; it may end with a pointer to an earlier one."""
    labels = []
    while (length := message[at]) and length < 0xC0:
        labels.append(message[at + 1 : at + 1 + length].decode())
        at += 1 + length
    if not length:
        return ".".join(labels), at + 1
    rest = _name(message, (length & 0x3F) << 8 | message[at + 1])[0]
    return ".".join([*labels, rest]), at + 2
