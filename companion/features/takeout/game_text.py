"""The text of a game: JSON of bounded size, and the short text of its QR codes.

The latter is deflated, in URL-safe base64, split into chunks such as "2.3.0a1b2c3d.text": the second of three, with the
checksum of the whole text.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any

from companion.engine import Message, joined, shown
from companion.engine.pause import pause
from companion.engine.scoring.scoresheet import SheetError, parse

MAX_BYTES = 1_000_000
"""The greatest size of a session file or a scoresheet in bytes; no game comes near it."""
MAX_CHUNKS = 99
DEEPEST = 20
LARGEST_NUMBER = 10**15
MOST_OBJECTS = 30_000
"""JSON is parsed in one piece, which takes longest for objects; a whole game has at most half as many."""

_PLAIN = -zlib.MAX_WBITS  # deflate without a header
_CHUNK = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)")
_TOO_LARGE = Message("This is larger than {most} kB; no game is. Choose the file of one game.", most=MAX_BYTES // 1000)
_BROKEN = Message("The code was not read right, or it is not one of a companion. Scan or copy it once more.")
_A_GAME = Message("a scoresheet or a session file")


def encode(value: Any) -> str:
    """Encode a JSON value as text of letters, digits, - and _; the same value always gives the same text."""
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    compressor = zlib.compressobj(9, zlib.DEFLATED, _PLAIN)
    return base64.urlsafe_b64encode(compressor.compress(content) + compressor.flush()).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode the JSON text; raise `SheetError` if it is damaged or too large."""
    try:
        compressed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        decompressor = zlib.decompressobj(_PLAIN)
        # A few bytes can expand to gigabytes: decompress no more than is allowed.
        content = decompressor.decompress(compressed, MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise SheetError(_BROKEN) from None
    if len(content) > MAX_BYTES:
        raise SheetError(_TOO_LARGE)
    if not decompressor.eof:
        raise SheetError(_BROKEN)
    return content


def checksum(text: str) -> str:
    """Return the checksum in each chunk, which tells chunks of different texts apart."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def split(text: str, most: int) -> list[str]:
    """Split a text into chunks of about the same length, at most `most` characters each.

    >>> split("abcdef", 18)
    ['1.2.bef57ec7.abc', '2.2.bef57ec7.def']
    """
    room = most - len(f"99.99.{checksum(text)}.")
    count = -(-len(text) // max(room, 1))
    each = -(-len(text) // count)
    return [f"{n + 1}.{count}.{checksum(text)}.{text[n * each : (n + 1) * each]}" for n in range(count)]


def join(words: Iterable[str]) -> str | None:
    """Join chunks in any order, each alone or at the end of an address; None if a word is not a chunk.

    Raises `SheetError` if one is missing or they belong to different texts.
    """
    matches = [_CHUNK.fullmatch(word.rpartition("#")[2]) for word in words]
    chunks = [chunk for chunk in matches if chunk]
    if not chunks or len(chunks) < len(matches):
        return None
    if len({chunk.group(2, 3) for chunk in chunks}) > 1:
        raise SheetError(Message("These codes belong to different games. Copy those of one game only."))
    texts = {int(chunk[1]): chunk[4] for chunk in chunks}
    missing = [number for number in range(1, int(chunks[0][2]) + 1) if number not in texts]
    if missing:
        raise SheetError(_missing(missing, int(chunks[0][2])))
    joined = "".join(texts[number] for number in sorted(texts))
    if checksum(joined) != chunks[0][3]:
        raise SheetError(_BROKEN)
    return joined


def _missing(missing: list[int], count: int) -> Message:
    return Message(
        "Code {numbers} of {of} is missing. Put all codes into the field, one below the other.",
        "Codes {numbers} of {of} are missing. Put all codes into the field, one below the other.",
        len(missing), numbers=joined(missing), of=count,
    )  # fmt: skip


def parse_text(text: str | bytes) -> Any:
    """Parse the text of a file or of its QR codes to JSON values of bounded size; raise `SheetError` if it is none."""
    if len(text) > MAX_BYTES:
        raise SheetError(_TOO_LARGE)
    if isinstance(text, str):
        words = text.removeprefix("\ufeff")
        whole = join(words.split())
        text = words if whole is None else decode(whole)
    if _count(text) > MOST_OBJECTS:
        raise SheetError(Message("it holds more than {most} objects; no game does", most=MOST_OBJECTS))
    value = parse(text, _A_GAME)
    _measure(value)
    return value


def _count(text: str | bytes) -> int:
    """Return how many objects a text may hold; a list is made in half the time, and an entry may have several."""
    objects, lists = (
        (text.count("{"), text.count("[")) if isinstance(text, str) else (text.count(b"{"), text.count(b"["))
    )
    return max(objects, lists // 4)


def _measure(value: Any) -> None:
    """Refuse values nested deeper, or numbers larger, than any game has; the length was checked before."""
    left = [(value, 1)]
    while left:
        pause()
        node, depth = left.pop()
        if isinstance(node, dict | list):
            if depth > DEEPEST:
                raise SheetError(Message("this is nested too deep to be {what}", what=_A_GAME))
            left += [(part, depth + 1) for part in (node.values() if isinstance(node, dict) else node)]
        elif isinstance(node, int) and abs(node) > LARGEST_NUMBER:
            raise SheetError(Message("the number {value} is too large", value=shown(node)))
