"""How long a server's event loop stands still, because of whom, and how long others wait in all.

Others wait for as long as one greenlet runs without a switch, and for all greenlets that run before their turn: a
ticker that wants to run at every moment tells for how long. Both are measured in processor time of the loop's own
thread, which does not go on while the system runs other programs: a busy machine measures the same. The pauses of the
garbage collector are left out, as they come when they come, whoever is being served.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

import gevent
import greenlet

from companion.sessions.service import Sessions

_TICK = 0.002  # seconds
WAIT = "the longest wait of others"
TIDY = "/-/tidy"
"""The address that deletes what was last used before the day of its query, as the server does once an hour."""
HOLDS = "/-/holds"
"""The address that answers with the longest holds since it was asked last, in seconds, by what was being done."""


class Holds:
    """The longest run of each kind of work between two switches of greenlets."""

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}
        self._works: dict[Any, str] = {}
        self._all_collected = 0.0
        self._began = self._collecting = time.thread_time()

    def watch(self) -> None:
        """Measure from now on, in this thread."""
        greenlet.settrace(self._switched)
        gc.callbacks.append(self._collected)
        gevent.spawn(self._tick)

    def _tick(self) -> None:
        while True:
            before, collected = time.thread_time(), self._all_collected
            gevent.sleep(_TICK)
            waited = time.thread_time() - before - (self._all_collected - collected)
            self.longest[WAIT] = max(waited, self.longest.get(WAIT, 0))

    def name(self, work: str) -> None:
        """Call what this greenlet does from now on."""
        self._works[greenlet.getcurrent()] = work

    def done(self) -> None:
        """End what this greenlet did; what it does from now on has no name."""
        self._note(greenlet.getcurrent())
        self._works.pop(greenlet.getcurrent(), None)

    def _switched(self, _event: str, greenlets: tuple[Any, Any]) -> None:
        self._note(greenlets[0])

    def _note(self, work_of: Any) -> None:
        now = time.thread_time()
        work, held = self._works.get(work_of, "other"), now - self._began
        if held > self.longest.get(work, 0):
            self.longest[work] = held
        self._began = now

    def _collected(self, phase: str, _info: Any) -> None:
        now = time.thread_time()
        if phase == "start":
            self._collecting = now
        else:
            self._began += now - self._collecting
            self._all_collected += now - self._collecting


def watched(app: Any, holds: Holds, sessions: Sessions) -> Callable[..., Iterable[bytes]]:
    """A WSGI application that names its requests, until their answers are sent, and measures transactions."""
    if not sessions.store.database.is_remote:
        _measure_transactions(holds, sessions.store.database)

    def answer(environ: Any, start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == HOLDS:
            body, holds.longest = json.dumps(holds.longest), {}
            start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
            return [body.encode()]
        if environ["PATH_INFO"] == TIDY:
            _tidy(holds, sessions, before=environ["QUERY_STRING"])
            start_response("200 OK", [("Content-Length", "0")])
            return []
        holds.name(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        return Answer(app(environ, start_response), holds)

    return answer


def _tidy(holds: Holds, sessions: Sessions, before: str) -> None:
    holds.name("deleting what is unused")
    sessions.deletion.delete_unused(1, lambda: gevent.sleep(0), datetime.fromisoformat(before) + timedelta(days=1))
    holds.done()


def _measure_transactions(holds: Holds, database: Any) -> None:
    """Measure for how long each transaction keeps others from writing, by the time of the thread that writes."""
    write = database.write

    def measured(job: Callable[[Any], Any], *args: Any, **options: Any) -> Any:
        def timed(db: Any) -> Any:
            began = time.thread_time()
            try:
                return job(db)
            finally:
                took = time.thread_time() - began
                work = f"the transaction {getattr(job, 'func', job).__qualname__}"  # or the function of a partial
                holds.longest[work] = max(took, holds.longest.get(work, 0))

        return write(timed, *args, **options)

    database.write = measured


class Answer:
    """An answer whose end ends the name of the work."""

    def __init__(self, pieces: Any, holds: Holds) -> None:
        self.pieces, self.holds = pieces, holds

    def __iter__(self) -> Any:
        return iter(self.pieces)

    def close(self) -> None:
        """Close the answer."""
        if hasattr(self.pieces, "close"):
            self.pieces.close()
        self.holds.done()
