"""Runs database writes in a thread or a greenlet, so that the server handles other requests meanwhile."""

from collections.abc import Callable
from typing import Any, TypeVar

import gevent
from gevent.event import AsyncResult
from gevent.threadpool import ThreadPool

from companion.server.fair_queue import CALLER, SERVER, FairQueue

T = TypeVar("T")


class WriteThread:
    """One thread for all writes: a caller with one job waits for at most one job of each other caller."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)
        self._jobs: FairQueue[tuple[Callable[[], Any], AsyncResult[Any]]] = FairQueue()
        self._working: gevent.Greenlet[[], None] | None = None

    def run(self, job: Callable[[], T]) -> T:
        """Run `job` in the thread, wait, and return its result or raise its error."""
        outcome: AsyncResult[Any] = AsyncResult()
        self._jobs.push(CALLER.get(SERVER), (job, outcome))
        if self._working is None:
            self._working = gevent.spawn(self._work)
        return _result_of(outcome.get())  # type: ignore[no-any-return]

    def _work(self) -> None:
        while self._jobs:
            job, outcome = self._jobs.pop()
            outcome.set(self._pool.spawn(_attempt, job).get())
        self._working = None

    def close(self) -> None:
        """Finish all queued jobs, then end the thread."""
        if self._working is not None:
            self._working.join()
        self._pool.join()
        self._pool.kill()


def run_detached(job: Callable[[], T]) -> T:
    """Run `job` in its own greenlet and return its result; it completes even if the caller is killed."""
    return _result_of(gevent.spawn(_attempt, job).get())  # type: ignore[no-any-return]


# gevent would print the traceback of an error that the caller handles, so errors are returned as values.
def _attempt(job: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return job(), None
    except BaseException as error:
        return None, error


def _result_of(outcome: Any) -> Any:
    result, error = outcome
    if error is not None:
        raise error
    return result
