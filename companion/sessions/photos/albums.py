"""Changes of a table's album: the host opens and closes it, who may enter adds and removes photographs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.game import Message, RuleError
from companion.game.names import name_length, without_clutter
from companion.sessions.actions import Action, Intent
from companion.sessions.photos.jpeg import check_jpeg
from companion.sessions.table.notes import text_fault
from companion.sessions.table.photos import ADDED, CLOSED, KIND, MOST_PHOTOS, OPENED, REMOVED, full
from companion.sessions.table.table import Table
from companion.storage import photos
from companion.storage.database import Transaction
from companion.storage.photos import PhotoRow
from companion.storage.records import Event
from companion.storage.store import Store

LONGEST_CAPTION = 120
MOST_STORED = 1 << 30
"""Bytes of all photographs of an instance."""

Perform = Callable[[str, Action, Callable[[Table], Intent]], Table]


@dataclass(frozen=True)
class NewPhoto:
    """A photograph to add, which has been checked."""

    picture: bytes
    digest: str
    caption: str
    width: int
    height: int


def read_photo(picture: bytes, caption: str) -> NewPhoto:
    """Check a picture and what its caption says. Raises `RuleError`."""
    caption = read_caption(caption)
    size = check_jpeg(picture)
    return NewPhoto(picture, hashlib.sha256(picture).hexdigest(), caption, size.width, size.height)


def read_caption(text: str) -> str:
    """Return a caption on one line. Raises `RuleError` if it is too long or has what no import takes."""
    caption = " ".join(without_clutter(text.replace("\0", " ")).split())
    if name_length(caption) > LONGEST_CAPTION:
        message = Message(
            "What the photograph shows is said in {count} characters; there is room for {most}.",
            count=name_length(caption), most=LONGEST_CAPTION,
        )  # fmt: skip
        raise RuleError(message)
    if caption and (fault := text_fault(caption, LONGEST_CAPTION)):
        raise RuleError(fault)
    return caption


class Albums:
    """The albums of all tables; `perform` performs an action at a session once."""

    def __init__(self, store: Store, perform: Perform) -> None:
        self._store, self._perform = store, perform

    def photos_of(self, session: str) -> dict[int, PhotoRow]:
        """What is told of a table's photographs, by their numbers."""
        return photos.photos_of(self._store.rows, session)

    def picture(self, session: str, number: int) -> bytes | None:
        """The picture of a photograph; None if there is none."""
        return photos.picture_of(self._store.rows, session, number)

    def allow(self, session: str, action: Action, *, is_open: bool) -> Table:
        """Open or close the album of a table whose game is over."""

        def intend(table: Table) -> Intent:
            _check_over(table)
            if table.album.is_open == is_open:
                return Intent("nothing", None)
            return Intent(KIND, {"what": OPENED if is_open else CLOSED})

        return self._perform(session, action, intend)

    def add(self, session: str, action: Action, photo: NewPhoto) -> Table:
        """Add a photograph to an open album; `RuleError` where there is no room. A picture is there once."""

        def intend(table: Table) -> Intent:
            _check_over(table)
            if not table.album.is_open:
                raise RuleError(Message("The host of this table has not allowed photographs."))
            if photo.digest in table.album.photos.values():
                return Intent("nothing", None)
            if len(table.album.photos) >= MOST_PHOTOS:
                raise RuleError(full())
            self._check_room(len(photo.picture))
            return Intent(KIND, {"what": ADDED, "digest": photo.digest}, beside=store)

        def store(db: Transaction, session: str, event: Event) -> None:
            row = PhotoRow(event.number, photo.caption, photo.width, photo.height)
            photos.insert_photo(db, session, row, photo.picture)

        # A retry has to bring the same picture, which is no field of the form.
        digest = hashlib.sha256(action.request_digest + photo.digest.encode()).digest()
        return self._perform(session, replace(action, request_digest=digest), intend)

    def remove(self, session: str, action: Action, number: int) -> Table:
        """Remove a photograph with its caption."""

        def intend(table: Table) -> Intent:
            if number not in table.album.photos:
                return Intent("nothing", None)
            return Intent(KIND, {"what": REMOVED, "photo": number}, beside=delete)

        def delete(db: Transaction, session: str, _: Event) -> None:
            photos.delete_photo(db, session, number)

        table = self._perform(session, action, intend)
        return table

    def _check_room(self, size: int) -> None:
        if photos.stored_bytes(self._store.rows) + size > MOST_STORED:
            message = Message(
                "The photographs of all tables here take the {most} MB that there is room for. Remove some of another"
                " table first.",
                most=MOST_STORED >> 20,
            )
            raise RuleError(message)


def _check_over(table: Table) -> None:
    if not table.state.finished:
        raise RuleError(Message("Photographs are of the end of a game; this one is still running."))
