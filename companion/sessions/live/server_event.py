"""Server-sent events and their encoding, plain or compressed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property

# Shared: json.dumps would create an encoder on each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class ServerEvent:
    """One server-sent event, encoded once for all phones of an audience.

    `retry` is after how many milliseconds a phone reconnects when its stream ends.
    """

    def __init__(self, name: str, data: Mapping[str, object], retry: int | None = None) -> None:
        content = _ENCODER.encode(data)
        before = "" if retry is None else f"retry: {retry}\n"
        self.name, self.plain = name, f"{before}event: {name}\ndata: {content}\n\n".encode()

    @cached_property
    def compressed(self) -> bytes:
        """The event as gzip blocks that do not refer to earlier ones, so that they fit into any stream."""
        compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return compressor.compress(self.plain) + compressor.flush(zlib.Z_SYNC_FLUSH)


def change_event(version: int, since: int, parts: Mapping[str, str]) -> ServerEvent:
    """Return the event that updates a page from version `since` to `version`; `parts` is HTML by element id."""
    return ServerEvent("change", {"version": version, "since": since, "parts": dict(parts)})


def encode_stream(events: Iterator[ServerEvent], *, is_compressed: bool) -> Iterator[bytes]:
    """Encode events as text, or as one gzip stream that never ends."""
    if is_compressed:
        yield _GZIP_HEAD
    for event in events:
        yield event.compressed if is_compressed else event.plain
