"""Imports plays in the background, some in each transaction, so that an interrupted import can continue."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.engine.pause import in_slices, pausing
from companion.features.past import rows
from companion.features.past.play import LeftOut
from companion.features.past.rows import PAST_IMPORTS, ImportRow, known_marks, put_into_group
from companion.features.past.tables import past_game
from companion.storage.error_messages import StoreError
from companion.storage.records import Transaction, now
from companion.storage.rows.session_rows import insert_session
from companion.storage.schema import update, value
from companion.table.service import Tables

if TYPE_CHECKING:
    from companion.commands.serving.background_jobs import Stop

_log = logging.getLogger(__name__)

RUNNER = "companion.past"
"""The key of an application's runner among its extensions."""
_AT_ONCE = 30  # plays per transaction, which other writers wait for
_LEAST_PAUSE = 0.005  # seconds between transactions
_PAUSE = 0.3  # pause as a share of the last transaction's time


class PastRunner:
    """Runs the imports of one process, each in its own thread; they write one at a time."""

    def __init__(self, service: Tables) -> None:
        self._read, self._write = service.read, service.write
        self._threads: set[threading.Thread] = set()
        self._turn = threading.Lock()
        self._is_closed = False

    def start(self, job: ImportRow) -> None:
        """Start or continue an import, unless it is done."""
        runner = secrets.token_urlsafe(12)
        if self._write(lambda db: rows.start_import(db, job.id, runner, now()), f"import {job.id}"):
            thread = threading.Thread(target=self._run, args=[job.id, job.phone, runner], daemon=True)
            self._threads.add(thread)
            thread.start()

    def wait(self) -> None:
        """Wait until no import runs in this process."""
        for thread in [*self._threads]:
            thread.join()

    def close(self) -> None:
        """Stop all imports after their current transactions."""
        self._is_closed = True
        self.wait()

    def _run(self, job: str, phone: int, runner: str) -> None:
        try:
            row = self._read(rows.find_import, phone, job)
            while row is not None and not self._is_closed:
                began = time.monotonic()
                with self._turn, pausing():
                    if not self._import_some(job, phone, runner, row.names):
                        break
                time.sleep(max(_LEAST_PAUSE, _PAUSE * (time.monotonic() - began)))
        except StoreError as error:
            _log.warning("an import stopped: %s", error.message)
        except Exception:
            _log.exception("an import stopped")
        finally:
            self._threads.discard(threading.current_thread())

    def _import_some(self, job: str, phone: int, runner: str, names: Mapping[int, str]) -> bool:
        """Import the next plays in one transaction; False if none are left or this runner must stop."""
        moment, games = now(), []
        place, group = (self._read(value, PAST_IMPORTS, name, id=job) for name in ("place", "grp"))
        taken = self._read(rows.plays_of, job, place or 0, _AT_ONCE, is_left_out=False)
        for index, play in enumerate(in_slices(taken)):
            try:
                games.append(past_game(play, names, phone, moment))
            except LeftOut as error:
                taken[index] = replace(play, reason=error.reason)

        def write(db: Transaction) -> bool:
            here = known_marks(db.rows, phone, [game.mark for game in games])
            new = [game for game in games if game.mark not in here]
            if not rows.note_progress(db, job, runner, moment, taken, len(new), len(games) - len(new)):
                return False
            if new:
                for game in new:  # it comes first in the order of use
                    insert_session(db, game.session, game.ended, {phone: moment}, 0)
                ids = {game.mark: game.session.row.id for game in new}
                if group and not put_into_group(db, group, phone, ids, moment):
                    update(db, PAST_IMPORTS, {"grp": ""}, id=job)
            return bool(taken)

        # Locks the group, so that two phones do not put the same game into it; else the games of this phone.
        return self._write(write, f"group {group}" if group else f"games of phone {phone}")


def close_at_end(_: Namespace, app: Any, __: Mapping[str, Any], stop: Stop) -> None:
    """Make the server wait for running transactions of imports before it ends."""
    if (runner := getattr(app, "extensions", {}).get(RUNNER)) is not None:
        stop.last.append(runner.close)
