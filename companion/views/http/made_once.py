"""What many requests want at the same time is made once for all of them, so that it is in memory once."""

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from flask import current_app, request
from flask_babel import get_locale

from companion.engine.pause import pause
from companion.views.http.phone import phone

T = TypeVar("T")


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


def this_request() -> tuple[Hashable, ...]:
    """Return what tells requests apart whose pages differ: address, phone and language."""
    return request.script_root, request.full_path, phone(), str(get_locale())
