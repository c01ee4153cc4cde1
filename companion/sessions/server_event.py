"""One server-sent event, and the bytes in which events go over the wire."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property

# Shared: json.dumps would create an encoder on each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class ServerEvent:
    """One server-sent event as the bytes that go to every phone of an audience, packed once for all of them.

    With `retry` it says after how many milliseconds a phone asks again when its stream breaks off.
    """

    def __init__(self, name: str, data: Mapping[str, object], retry: int | None = None) -> None:
        told = _ENCODER.encode(data)
        before = "" if retry is None else f"retry: {retry}\n"
        self.name, self.plain = name, f"{before}event: {name}\ndata: {told}\n\n".encode()

    @cached_property
    def compressed(self) -> bytes:
        """The event as blocks of a gzip stream that refer to nothing before them, so that any stream can take them."""
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_SYNC_FLUSH)


def change_event(version: int, since: int, parts: Mapping[str, str]) -> ServerEvent:
    """The event that brings a page from version `since` to `version`; `parts` is HTML by element id."""
    return ServerEvent("change", {"version": version, "since": since, "parts": dict(parts)})


def encode_stream(events: Iterator[ServerEvent], *, is_compressed: bool) -> Iterator[bytes]:
    """Events as they go over the wire: as text, or as one gzip stream that never ends."""
    if is_compressed:
        yield _GZIP_HEAD
    for event in events:
        yield event.compressed if is_compressed else event.plain
