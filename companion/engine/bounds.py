"""Bounds of what comes from outside: a row for each kind of file, checked before anything is built from its bytes."""

import re
from itertools import accumulate
from math import inf
from typing import NamedTuple

from companion.engine.message import Message, MessageError
from companion.engine.pause import in_slices

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_LONG = re.compile(rb"(?<![.\d])\d{16,}+")  # what follows a point costs nothing
_TOKEN = re.compile(rb"%b|[][{},]|%b" % (_STRING.pattern, _LONG.pattern), re.DOTALL)
_DEPTH = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHERS = bytes({*range(256)} - _DEPTH.keys())


class Bounds(NamedTuple):
    """The most that a file of one kind may have; `text` is the length of one text, `number` the greatest whole number.

    With `inf` a number has as many digits as Python converts.
    """

    bytes: int
    values: int
    text: int
    depth: int = 1
    number: float = inf


_MB = 1024 * 1024
SCORESHEET = Bounds(bytes=64 * _MB, values=4_000_000, text=_MB, depth=500)
QUESTION = Bounds(bytes=_MB, values=200_000, text=_MB, depth=500)
SESSION_FILE = Bounds(bytes=1_000_000, values=250_000, text=64_000, depth=20, number=10**15)
EXPORT = Bounds(bytes=64 * _MB, values=4_000_000, text=64 * _MB, depth=40)
"""A line of what the operator imports by a command."""
PHONE_FILE = Bounds(bytes=32 * _MB, values=500_000, text=16 * _MB, depth=40, number=10**16)
"""All that is one phone's; values, text and depth are those of a line, of which a picture is one."""
PHONE_LOG = 12_000
"""Events of a table in such a file, which are written at once: a game has 5,000 at most, and its clock 4,000."""
BG_STATS = Bounds(bytes=32 * _MB, values=2_500_000, text=256 * 1024, depth=20)
"""20,000 plays of five people have a million values."""
SPREADSHEET = BG_STATS._replace(values=1_000_000, text=50_000)
"""Comes by the same form as a file of BG Stats. Values are cells, and a text is a row."""
FORM = Bounds(bytes=64 * 1024, values=1000, text=4000)
"""Values are fields. Of a longer text only the beginning is read, except where a field is a file."""


class OutOfBounds(MessageError):
    """A text with more than its kind may have; `message` names the bound and the place."""


def check_json(text: bytes, bounds: Bounds, what: Message) -> None:
    """Raise `OutOfBounds` for a text with more than `what` it should be may have; it need not be JSON."""
    if len(text) > bounds.bytes:
        raise OutOfBounds(
            Message("this is too large to be {what}: more than {most} bytes", what=what, most=bounds.bytes)
        )
    if _fits(text, bounds):
        return
    depth, values = 0, 1
    for token in in_slices(_TOKEN.finditer(text)):
        mark = token[0]
        depth += (mark in b"[{") - (mark in b"]}")
        values += mark in b",[{"
        if fault := _fault(mark, depth, values, bounds):
            line = text.count(b"\n", 0, token.start()) + 1
            column = token.start() - text.rfind(b"\n", 0, token.start())
            raise OutOfBounds(Message(fault.singular, **fault.values, what=what, line=line, column=column))


def _fits(text: bytes, bounds: Bounds) -> bool:
    """Whether a text is within all bounds but that of bytes, by searches that are quicker than a look at each value."""
    is_flat = text.count(b"[") + text.count(b"{") <= bounds.depth
    if is_flat and len(text) <= min(bounds.values, bounds.text) and bounds.number == inf:
        return True  # the usual scoresheet
    outside, start = bytearray(), 0
    for string in in_slices(_STRING.finditer(text)):
        if string.end() - string.start() > bounds.text:
            return False
        outside += text[start : string.start()]
        start = string.end()
    outside += text[start:]
    brackets = outside.translate(None, _OTHERS)
    return (
        len(brackets) + outside.count(b",") < bounds.values
        and max(accumulate(map(_DEPTH.__getitem__, brackets)), default=0) <= bounds.depth
        and not (bounds.number < inf and _LONG.search(outside))
    )


def _fault(mark: bytes, depth: int, values: int, bounds: Bounds) -> Message | None:
    if depth > bounds.depth:
        return Message(
            "this is nested too deep to be {what}: line {line}, column {column} is more than {most} levels deep",
            most=bounds.depth,
        )
    if values > bounds.values:
        return Message(
            "this has too much in it to be {what}: more than {most} values up to line {line}, column {column}",
            most=bounds.values,
        )
    if len(mark) > bounds.text and mark.startswith(b'"'):
        return Message(
            "this has too long a text to be {what}: more than {most} bytes from line {line}, column {column}",
            most=bounds.text,
        )
    if mark.isdigit() and int(mark[:20]) > bounds.number:
        return Message(
            "the number {value} is too large: at line {line}, column {column} it is more than {most}",
            value=mark[:20].decode() + "…" * (len(mark) > 20), most=int(bounds.number),
        )  # fmt: skip
    return None
