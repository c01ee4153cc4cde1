"""Counts the code that an entry runs, from the phone to the disk and to the phones: `python -m tools.entry_path`.

A trick of Luz is entered while a scorer's and a viewer's phone listen. It counts modules and functions of the
companion, calls between modules, and those calls that go up to a higher part. Comprehensions do not count, as Python
3.12 inlines them.
"""

import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

from companion.app import create_app
from companion.views.render.template_helpers import clock
from tests.support.phones import ORIGIN, Phone, bets, trick
from tests.support.streams import Stream
from tools.layers import LAYERS, part_of

ROOT = Path(__file__).parents[1]
PACKAGE = f"{ROOT / 'companion'}/"
COMPREHENSIONS = {"<listcomp>", "<dictcomp>", "<setcomp>"}
NAMES = ("files", "functions", "calls between modules", "calls up a layer")


class Recorder:
    """Records the functions of the companion that are called, and from which module."""

    def __init__(self) -> None:
        self.functions: set[CodeType] = set()
        self.calls = self.climbs = 0

    def counts(self) -> tuple[int, int, int, int]:
        """Return how many files, functions, calls between modules and calls up a layer there were."""
        return len({code.co_filename for code in self.functions}), len(self.functions), self.calls, self.climbs

    def called(self, frame: FrameType, event: str, argument: object) -> None:
        """Count a call; for `sys.setprofile`."""
        if event != "call" or not _is_own(frame.f_code):
            return
        self.functions.add(frame.f_code)
        caller = _own_caller(frame)
        if caller is None or caller.co_filename == frame.f_code.co_filename:
            return
        self.calls += 1
        self.climbs += _layer(frame.f_code) > _layer(caller)


def _is_own(code: CodeType) -> bool:
    """Whether this is a function of the companion."""
    name = code.co_filename
    return name.startswith(PACKAGE) and name.endswith(".py") and code.co_name not in COMPREHENSIONS


def _own_caller(frame: FrameType) -> CodeType | None:
    """Return the nearest function of the companion that the call comes from."""
    above = frame.f_back
    while above is not None and not _is_own(above.f_code):
        above = above.f_back
    return None if above is None else above.f_code


def _layer(code: CodeType) -> int:
    names = code.co_filename.removeprefix(PACKAGE).removesuffix(".py").split("/")
    return LAYERS.index(part_of(("companion", *names)))


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Record in all threads."""
    recorder = Recorder()
    threading.setprofile(recorder.called)
    sys.setprofile(recorder.called)
    try:
        yield recorder
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def measure(database: Path) -> tuple[int, int, int, int]:
    """Enter a trick on a new database, and count."""
    app = create_app({"DATABASE": database})
    host = Phone(app)
    session = host.open("luz")
    scorer, viewer = Phone(app).join(host, session), Phone(app).join(host, session, "viewer")
    host.act(session, "enter", bets("1 2 3 4"))
    streams = [Stream(scorer, f"/t/{session}/live/enter"), Stream(viewer, f"/t/{session}/live/table")]
    for stream in streams:
        stream.next("version")
    host.act(session, "enter", trick(1, 0))  # compiles templates and fills caches
    for stream in streams:
        stream.next()
    version = host.version(session)
    shown = f"http://localhost/t/{session}/enter"
    headers = {**ORIGIN, "HX-Request": "true", "HX-Current-URL": shown}
    clock.cache_clear()  # it caches the time for a second
    with recorded() as recorder:
        answer = host.act(session, "enter", trick(2, 0), seen=version, headers=headers)
    assert answer.status_code in (200, 303), answer.status
    for stream in streams:
        stream.next()
        stream.close()
    return recorder.counts()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for name, count in zip(NAMES, measure(Path(folder) / "companion.sqlite"), strict=True):
            print(f"{count:5} {name}")
