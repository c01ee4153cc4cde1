"""The stream of a page, kept open as the companion's own server does it."""

import json

from companion.server import KEEP_OPEN


class Stream:
    """A phone's stream: the bytes of each event, and whether it has been ended."""

    def __init__(self, phone, path, **options):
        takes = []
        self.answer = phone.get(path, environ_overrides={KEEP_OPEN: takes.append}, **options)
        self.received, self.has_ended = [self.answer.data], False
        self.on_close = None
        for take in takes:
            take(self)

    def send(self, data):
        self.received.append(data)

    def end(self):
        self.has_ended = True
        self.close()

    def close(self):
        on_close, self.on_close = self.on_close, None
        if on_close is not None:
            on_close()

    def next(self, wanted="change"):
        """The data of the next event, which must be of this kind; who comes and goes is passed over."""
        while True:
            lines = self.received.pop(0).decode().strip().split("\n")
            name, data = [line for line in lines if not line.startswith("retry: ")]
            if name != "event: phones" or wanted == "phones":
                assert name == f"event: {wanted}"
                return json.loads(data.removeprefix("data: "))
