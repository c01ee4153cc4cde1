"""A session file as short text for QR codes: deflated, in letters that an address may hold, cut into pieces.

A piece is "2.3.0a1b2c3d.text": the second of three, of the whole that the eight hexadecimal digits stand for.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any

from companion.game import Message, joined
from companion.scoring.scoresheet import SheetError

MAX_BYTES = 1_000_000
"""Bytes that a session file or a scoresheet may have; no game comes near it."""
MAX_CHUNKS = 99

_PLAIN = -zlib.MAX_WBITS  # deflate without a header
_PIECE = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)")
_BROKEN = Message("The code was not read right, or it is not one of a companion. Scan or copy it once more.")


def encode(value: Any) -> str:
    """A plain JSON value as text of letters, digits, - and _; the same value always gives the same text."""
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, _PLAIN)
    return base64.urlsafe_b64encode(squeezer.compress(told) + squeezer.flush()).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The JSON text in an encoded text; `SheetError` where it cannot be read or is too large."""
    try:
        squeezed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        opener = zlib.decompressobj(_PLAIN)
        # A few bytes can expand to gigabytes: decompress no more than is allowed.
        told = opener.decompress(squeezed, MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise SheetError(_BROKEN) from None
    if len(told) > MAX_BYTES:
        raise SheetError(too_large())
    if not opener.eof:
        raise SheetError(_BROKEN)
    return told


def too_large() -> Message:
    """That something is larger than any game."""
    return Message("This is larger than {most} kB; no game is. Choose the file of one game.", most=MAX_BYTES // 1000)


def checksum(text: str) -> str:
    """What tells the pieces of one text from those of another."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def split(text: str, most: int) -> list[str]:
    """The text as pieces of about the same length, at most `most` characters each.

    >>> split("abcdef", 18)
    ['1.2.bef57ec7.abc', '2.2.bef57ec7.def']
    """
    room = most - len(f"99.99.{checksum(text)}.")
    count = -(-len(text) // max(room, 1))
    each = -(-len(text) // count)
    return [f"{n + 1}.{count}.{checksum(text)}.{text[n * each : (n + 1) * each]}" for n in range(count)]


def join(words: Iterable[str]) -> str | None:
    """The text whose pieces these are, in any order, each alone or at the end of an address; None for other words.

    Raises `SheetError` where one is missing or they do not belong together.
    """
    found = [_PIECE.fullmatch(word.rpartition("#")[2]) for word in words]
    pieces = [piece for piece in found if piece]
    if not pieces or len(pieces) < len(found):
        return None
    if len({piece.group(2, 3) for piece in pieces}) > 1:
        raise SheetError(Message("These codes belong to different games. Copy those of one game only."))
    texts = {int(piece[1]): piece[4] for piece in pieces}
    missing = [number for number in range(1, int(pieces[0][2]) + 1) if number not in texts]
    if missing:
        raise SheetError(_missing(missing, int(pieces[0][2])))
    whole = "".join(texts[number] for number in sorted(texts))
    if checksum(whole) != pieces[0][3]:
        raise SheetError(_BROKEN)
    return whole


def _missing(missing: list[int], count: int) -> Message:
    return Message(
        "Code {numbers} of {of} is missing. Put all codes into the field, one below the other.",
        "Codes {numbers} of {of} are missing. Put all codes into the field, one below the other.",
        len(missing), numbers=joined(missing), of=count,
    )  # fmt: skip
