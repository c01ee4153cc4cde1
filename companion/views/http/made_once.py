"""What many requests want is made once for all of them: for those that wait, or until what it is made of changes."""

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from flask import current_app

from companion.engine.pause import pause

T = TypeVar("T")
_MOST_KEPT = 64


class _Work:
    """Work that requests wait for: how often it was begun, and the result of the last time that it was done."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.waiting = self.begun = self.done = 0
        self.result: Any = None


def made_once(make: Callable[[], T], *of: Hashable, is_fixed: bool = False) -> T:
    """Return what `make` returns, or has returned for another request that waits for the same; `of` says for what.

    It was begun after it was asked for, so it is never older than the request; unless it `is_fixed`, that is, depends
    on `of` alone. If it fails, the next request tries it. The result is kept only as long as somebody waits.
    """
    works: dict[Hashable, _Work] = current_app.extensions.setdefault("companion.made_once", {})
    work = works.setdefault(of, _Work())
    asked, work.waiting = 0 if is_fixed else work.begun, work.waiting + 1
    try:
        with work.turn:
            if work.done <= asked:
                work.begun += 1
                work.result = make()
                work.done = work.begun
            else:
                pause()  # within the turn: all who waited would go on at once, and hold more meanwhile
            result: T = work.result
            return result
    finally:
        work.waiting -= 1
        if not work.waiting:
            works.pop(of, None)


def kept(mark: Hashable, make: Callable[[], T], *of: Hashable, is_whole: Callable[[T], bool] = lambda _: True) -> T:
    """Return what `make` has returned before for the same `mark`, else what it returns; `of` says for what.

    Of each `of` only the latest is kept, and only the latest of all; none if it is not `is_whole`. The mark has to be
    read before, so that what is made is never older.
    """
    known: dict[Hashable, tuple[Hashable, T]] = current_app.extensions.setdefault("companion.kept", {})
    found = known.pop(of, None)
    if found is None or found[0] != mark:
        found = mark, made_once(make, *of, mark, is_fixed=True)
    if is_whole(found[1]):
        known[of] = found
    for oldest in list(known)[:-_MOST_KEPT]:
        known.pop(oldest, None)
    return found[1]
