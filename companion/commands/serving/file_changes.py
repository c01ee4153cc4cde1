"""The files that change while a game is written; needs the package watchfiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event

from watchfiles import DefaultFilter, watch


def changes(folders: Iterable[Path], ended: Event, *, grouped: int, step: int) -> Iterator[set[Path]]:
    """Yield the files that changed in these folders, those within `grouped` milliseconds at once, until `ended` is set.

    Also ends at SIGINT and SIGTERM. What editors and Python write beside the files is left out.
    """
    watched = [folder for folder in folders if folder.exists()]
    for changes in watch(*watched, watch_filter=DefaultFilter(), stop_event=ended, debounce=grouped, step=step,
                       raise_interrupt=False):  # fmt: skip
        yield {Path(path) for _, path in changes}
