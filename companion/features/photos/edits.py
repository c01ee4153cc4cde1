"""Changes of a table's album: the host opens and closes it, scorers add and remove photographs.

A file must be a JPEG with one picture of limited size and nothing else. The check only reads its structure (ITU-T T.81,
annex B) and decodes nothing, so it is fast.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask import current_app

from companion.engine import Message, RuleError
from companion.engine.names import name_length, without_clutter
from companion.engine.pause import in_slices
from companion.engine.strict import text_fault
from companion.feature import ExportLines
from companion.features.photos.album import ADDED, CLOSED, KIND, OPENED, REMOVED, Album, album_at, album_of
from companion.features.photos.rows import PHOTOS, insert_photo, photo_events, photo_places, photos_of, stored_bytes
from companion.storage.records import Event, Transaction
from companion.storage.rows.exported import SESSION_ID, cannot_be, number, record, text
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.schema import delete, select
from companion.storage.store import Store
from companion.table.changes import NO_CHANGE, Change, Request
from companion.table.service import Tables
from companion.table.table import Table

LONGEST_CAPTION = 120
MOST_STORED = 1 << 30
"""Bytes of all photographs of an instance."""

_NO_ROOM = Message(
    "The photographs of all tables here take the {most} MB that there is room for. Remove some of another table first."
)


def read_caption(text: str) -> str:
    """Return a caption on one line. Raises `RuleError` if it is too long or has invalid characters."""
    caption = " ".join(without_clutter(text.replace("\0", " ")).split())
    if name_length(caption) > LONGEST_CAPTION:
        message = Message(
            "The description has {count} characters; there is room for {most}.",
            count=name_length(caption), most=LONGEST_CAPTION,
        )  # fmt: skip
        raise RuleError(message)
    if caption and (fault := text_fault(caption, LONGEST_CAPTION)):
        raise RuleError(fault)
    return caption


def opening(table: Table, *, is_open: bool) -> Change:
    """Return the event that opens or closes the album of a table whose game is over."""
    _check_over(table)
    if album_at(table).is_open == is_open:
        return NO_CHANGE
    return Change(KIND, {"what": OPENED if is_open else CLOSED})


def add(service: Tables, session: str, request: Request, picture: bytes, caption: str) -> Table:
    """Add a photograph to an open album, once. Raises `RuleError` if it is invalid or there is no room."""
    caption, size, digest = read_caption(caption), check_jpeg(picture), hashlib.sha256(picture).hexdigest()

    def change_of(table: Table) -> Change:
        _check_over(table)
        if not album_at(table).is_open:
            raise RuleError("The host of this table has not allowed photographs.")
        if digest in album_at(table).photos.values():
            return NO_CHANGE
        if service.read(stored_bytes) + len(picture) > MOST_STORED:
            raise RuleError(Message(_NO_ROOM.singular, most=MOST_STORED >> 20))
        return Change(KIND, {"what": ADDED, "digest": digest}, beside=store)

    def store(db: Transaction, session: str, event: Event) -> None:
        insert_photo(db, session, event.number, caption, size, picture)

    # The digest of the form does not cover its file, so add the picture's: a retry must send the same one.
    both = hashlib.sha256(request.request_digest + digest.encode()).digest()
    return service.act(session, replace(request, request_digest=both), change_of)


def removal(table: Table, number: int) -> Change:
    """Return the event that removes a photograph with its caption."""
    if number not in album_at(table).photos:
        return NO_CHANGE

    def delete_photo(db: Transaction, session: str, _: Event) -> None:
        delete(db, PHOTOS, session=session, number=number)
        mark_deleted(db)

    return Change(KIND, {"what": REMOVED, "photo": number}, beside=delete_photo, fits_always=True)


def _check_over(table: Table) -> None:
    if not table.state.finished:
        raise RuleError("Photographs are of the end of a game; this one is still running.")


MOST_BYTES = 480 * 1024
"""Small enough that Werkzeug keeps the form in memory, without a temporary file."""
LONGEST_SIDE = 1600

_START, _END = b"\xff\xd8", b"\xff\xd9"
_JFIF, _TABLES, _RESTART, _SCAN = 0xE0, (0xC4, 0xDB), 0xDD, 0xDA
_FRAMES = (0xC0, 0xC1, 0xC2)  # those that browsers decode: baseline, extended, progressive, with Huffman codes
_JFIF_BYTES = 16  # without a thumbnail
_LONGEST_TABLES = 2200  # bytes of the largest valid tables, four of each kind
_MOST_SEGMENTS = 100  # a browser writes about ten
# A marker within a scan, other than a stuffed byte or a restart.
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7]")

NO_JPEG = Message("This file is not a photograph as the page makes it. Choose a picture on the page of photographs.")
CUT_OFF = Message("The photograph was cut off on its way. Send it again.")
METADATA = Message(
    "The file holds more than the picture, such as where it was taken. Choose it on the page of photographs, which"
    " takes that out."
)
TOO_LARGE = Message(
    "The photograph is larger than what is kept: {side} points on its longer side and {size} KB. The page of"
    " photographs makes it smaller.",
    side=LONGEST_SIDE, size=MOST_BYTES // 1024,
)  # fmt: skip


Size = tuple[int, int]
"""The width and height of a picture in points."""


def check_jpeg(data: bytes) -> Size:
    """Return the size of the picture; raise `RuleError` if the file holds anything but one picture."""
    if len(data) > MOST_BYTES:
        raise RuleError(TOO_LARGE)
    if not data.startswith(_START):
        raise RuleError(NO_JPEG)
    size, at, scans = None, 2, 0
    for _ in range(_MOST_SEGMENTS):
        marker = data[at : at + 2]
        if len(marker) < 2:
            raise RuleError(CUT_OFF)
        if marker == _END:
            if size is None or not scans:
                raise RuleError(NO_JPEG)
            if len(data) > at + 2:
                raise RuleError(METADATA)
            return size
        kind, content = _segment(data, at)
        at += 4 + len(content)
        if kind in _FRAMES:
            if size is not None:
                raise RuleError(NO_JPEG)
            size = _frame(content)
        elif kind == _SCAN:
            scans += 1
            if (found := _MARKER.search(data, at)) is None:
                raise RuleError(CUT_OFF)
            at = found.start()
        else:
            _check_segment(kind, content)
    raise RuleError(NO_JPEG)


def _segment(data: bytes, at: int) -> tuple[int, bytes]:
    """Return the kind and the content of the segment at an offset."""
    if data[at] != 0xFF:
        raise RuleError(NO_JPEG)
    length = int.from_bytes(data[at + 2 : at + 4], "big")
    if len(data) < at + 4 or len(data) < at + 2 + length:
        raise RuleError(CUT_OFF)
    if length < 2:
        raise RuleError(NO_JPEG)
    return data[at + 1], data[at + 4 : at + 2 + length]


def _check_segment(kind: int, content: bytes) -> None:
    """Refuse a segment that a picture does not need, or that could hold other data."""
    is_comment_or_application = kind == 0xFE or 0xE0 <= kind <= 0xEF
    if kind == _JFIF:
        is_right = content.startswith(b"JFIF\0") and len(content) == _JFIF_BYTES - 2
    elif kind in _TABLES:
        is_right = len(content) <= _LONGEST_TABLES
    else:
        is_right = kind == _RESTART and len(content) == 2
    if not is_right:
        raise RuleError(METADATA if is_comment_or_application else NO_JPEG)


def _frame(content: bytes) -> Size:
    """Return the size in a frame header, which has precision, height, width and the number of colours."""
    if len(content) < 6 or content[0] != 8 or content[5] not in (1, 3) or len(content) != 6 + 3 * content[5]:
        raise RuleError(NO_JPEG)
    size = int.from_bytes(content[3:5], "big"), int.from_bytes(content[1:3], "big")
    if max(size) > LONGEST_SIDE:
        raise RuleError(TOO_LARGE)
    if not all(size):
        raise RuleError(NO_JPEG)
    return size


def _picture(value: Any, what: Message) -> bytes:
    try:
        picture = base64.b64decode(value, validate=True)
    except (ValueError, TypeError):
        raise cannot_be(what, value) from None
    check_jpeg(picture)
    return picture


def _caption(value: Any, what: Message) -> str:
    return read_caption(text(rf"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{{0,{LONGEST_CAPTION}}}")(value, what))


_photo = record(
    Message("a photograph"), {"photo": number(1), "session": SESSION_ID, "caption": _caption, "jpeg": _picture}
)


def _remember(log: Iterable[Event]) -> Album | None:
    album = album_of(log)
    return album if album.photos else None


def _check(photo: Mapping[str, Any], album: Album | None, _: Mapping[int, Any]) -> str:
    if album is None or album.photos.get(photo["photo"]) != hashlib.sha256(photo["jpeg"]).hexdigest():
        raise RuleError("no log in the file tells of this photograph")
    return f"{photo['session']} {photo['photo']}"


def _write(store: Store, place: tuple[str, int]) -> dict[str, Any]:
    session, number = place
    (photo,) = select(store.rows, PHOTOS, "caption picture", session=session, number=number)
    jpeg = base64.b64encode(photo["picture"]).decode("ascii")
    return {"photo": number, "session": session, "caption": photo["caption"], "jpeg": jpeg}


def _add(store: Store, photo: Mapping[str, Any], _: Mapping[int, Any]) -> None:
    """Insert a photograph, unless it exists, or it or its table was removed here."""
    session, number = photo["session"], photo["photo"]

    def job(db: Transaction) -> None:
        album = album_of(photo_events(db.rows, session))
        if album.photos.get(number) == hashlib.sha256(photo["jpeg"]).hexdigest():
            insert_photo(db, session, number, photo["caption"], check_jpeg(photo["jpeg"]), photo["jpeg"])

    store.write(job, session)


def _merge(store: Store, taken: Iterable[Mapping[str, Any]], phones: Mapping[int, Any]) -> tuple[()]:
    """Insert the photographs of a phone's file for which there is room; none where none are taken."""
    for photo in taken if current_app.config["PHOTOS"] else ():
        if stored_bytes(store.rows) + len(photo["jpeg"]) <= MOST_STORED:
            _add(store, photo, phones)
    return ()


def _of_phone(store: Store, _: int, sessions: Mapping[str, int]) -> Iterator[Mapping[str, Any]]:
    """Yield the photographs of which the logs in the file tell, without those that are removed meanwhile."""
    for session, length in in_slices(sessions.items()):
        with store.snapshot():
            lines = [_write(store, (session, photo)) for photo in photos_of(store.rows, session) if photo <= length]
        yield from lines


LINES = ExportLines(
    "photos",
    lambda store: photo_places(store.rows),
    _write,
    _photo,
    _remember,
    _check,
    _add,
    of_phone=_of_phone,
    merge=_merge,
)
