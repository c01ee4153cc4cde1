"""Changes of a player in all the sessions that a phone hosts, and the figures of finished games."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from typing import TypeVar

from companion.engine import Message
from companion.engine.names import normalize_name
from companion.features import handlers
from companion.features.history.figures import GroupStats
from companion.features.history.rows import Position, hosted_seats, rename_seats, shared_sessions
from companion.storage.error_messages import StoreError
from companion.storage.records import Transaction
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.rows.session_rows import delete_rows
from companion.table.changes import result_of
from companion.table.service import Tables
from companion.table.table_loader import IncompatibleSession

_BATCH_SIZE = 10  # sessions changed in one transaction; others can write in between


class MergeConflict(Exception):
    """Two players cannot be merged because they played in the same session."""


def _change_hosted(
    service: Tables,
    phone: int,
    key: str,
    name: str,
    change: Callable[[Transaction, str, list[int]], None],
) -> Iterator[str]:
    """Change a player's sessions that a phone hosts, in batches, so that others can write in between.

    Yields each session once its change is committed. A later `StoreError` says how many sessions were changed.
    A "player changed" handler is a context manager around a batch in its transaction; it changes its feature's data.
    Its `name` is the new name, empty if the name is deleted.
    """
    after, done, is_last = ("", ""), 0, False

    def job(db: Transaction) -> list[Position]:
        hosted = hosted_seats(db.rows, phone, key, after, _BATCH_SIZE)
        sessions = [session for (_, session), _ in hosted]
        with ExitStack() as followers:
            for follow in handlers("player changed") if sessions else ():
                followers.enter_context(follow(db, phone, key, name, sessions))
            for (_, session), seats in hosted:
                change(db, session, seats)
        return [position for position, _ in hosted]

    while not is_last:
        try:
            changed = service.write(job)
        except StoreError as error:
            raise _partly_done(error, done) if done else error from error
        yield from [session for _, session in changed]
        done, is_last = done + len(changed), len(changed) < _BATCH_SIZE
        after = changed[-1] if changed else after


def _partly_done(error: StoreError, done: int) -> StoreError:
    return StoreError(
        Message(
            "Only {count} game was changed, then this happened: {reason} Do it once more for the others.",
            "Only {count} games were changed, then this happened: {reason} Do it once more for the others.",
            done,
            reason=error.message,
        )
    )


def rename(service: Tables, phone: int, key: str, name: str) -> None:
    """Rename a player at all tables that this phone hosts; raise `MergeConflict` if two have a common session."""
    other = normalize_name(name)

    def change(db: Transaction, session: str, seats: list[int]) -> None:
        if shared_sessions(db.rows, phone, key, other, [session]):
            raise MergeConflict
        rename_seats(db, phone, session, seats, lambda *_: name)

    if service.read(shared_sessions, phone, key, other):
        raise MergeConflict
    _wake(service, _change_hosted(service, phone, key, name, change))


def forget(service: Tables, phone: int, key: str, call: Callable[[int], str]) -> None:
    """Delete a player's name at all tables that this phone hosts; `call` returns a seat's new name."""

    def nameless(seat: int, taken: Iterable[str]) -> str:
        name = call(seat)
        while name in taken:
            name += "*"
        return name

    def change(db: Transaction, session: str, seats: list[int]) -> None:
        rename_seats(db, phone, session, seats, nameless, is_player=False)
        mark_deleted(db)

    _wake(service, _change_hosted(service, phone, key, "", change))


def delete_games(service: Tables, phone: int, key: str) -> None:
    """Delete a player's sessions that this phone hosts."""
    changed = _change_hosted(service, phone, key, "", lambda db, session, _: delete_rows(db, session))
    service.deletion.forget(changed)


def _wake(service: Tables, changed: Iterable[str]) -> None:
    """Reload these sessions and update their open pages."""
    for session in changed:
        with service.loader.locked(session):
            service.loader.cache.pop(session, None)
            service.live.wake(session)


_MOST_COUNTED = 40
"""Older sessions whose figures are computed in one request; each must be replayed."""
Counted = TypeVar("Counted", bound=GroupStats)


def with_figures(service: Tables, count: Callable[[], Counted]) -> Counted:
    """Return what `count` counts, after computing the figures of some games of before that have none yet."""
    stats = count()
    for session in stats.uncounted[-_MOST_COUNTED:]:
        store_figures(service, session)
    return count() if stats.uncounted else stats


def store_figures(service: Tables, session: str) -> None:
    """Compute and store the figures of a finished session; none if today's rules refuse its log."""
    version, figures = 0, None
    with suppress(IncompatibleSession):
        table = service.loader.table(session)
        if table is not None and table.state.finished:
            result = result_of(table)
            version, figures = table.version, None if result is None else result["figures"]
    service.store_figures(session, version, figures)
