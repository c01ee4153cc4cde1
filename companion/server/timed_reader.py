"""Reads a connection up to a deadline, so that a client cannot send a byte a minute."""

from __future__ import annotations

import io
import math
import socket
import time

_SHORTEST = 0.001  # seconds; a timeout of 0 would mean not to wait at all


class TimedReader(io.RawIOBase):
    """The raw stream of a connection: it waits until its deadline, at most `silence` seconds at a time.

    Only a read that needs the socket looks at the clock: most requests arrive as a whole, and are buffered by the first
    one.
    """

    def __init__(self, sock: socket.socket, silence: float) -> None:
        self._socket, self._silence = sock, silence
        self._stream = sock.makefile("rb", buffering=0)
        self._deadline = math.inf

    def allow(self, seconds: float) -> None:
        """Give what is read next so many seconds to arrive as a whole."""
        self._deadline = time.monotonic() + seconds

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override] # a buffer of any kind
        """Read what is there, waiting for the first byte. Raises TimeoutError."""
        left = self._deadline - time.monotonic()
        self._socket.settimeout(min(self._silence, max(left, _SHORTEST)))
        try:
            return self._stream.readinto(buffer)
        finally:
            self._socket.settimeout(self._silence)  # for what is sent

    def close(self) -> None:
        """Close the stream; the connection is closed with its socket."""
        self._stream.close()
        super().close()
