"""Photographs in an export of all data: one line each. An import checks pictures like those that phones send."""

import base64
import binascii
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine import Message, RuleError
from companion.feature import ExportLines
from companion.features.photos.album import Album, album_of
from companion.features.photos.edits import LONGEST_CAPTION, check_jpeg, read_caption
from companion.features.photos.rows import PhotoRow, insert_photo, photo_events, photo_places, photos_of, picture_of
from companion.storage.exported import SESSION_ID, cannot_be, number, record, text
from companion.storage.records import Event, Transaction
from companion.storage.store import Store


def _picture(value: Any, what: Message) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise cannot_be(what, value) from None


def _caption(value: Any, what: Message) -> str:
    return read_caption(text(rf"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{{0,{LONGEST_CAPTION}}}")(value, what))


_photo = record(
    Message("a photograph"), {"photo": number(1), "session": SESSION_ID, "caption": _caption, "jpeg": _picture}
)


def _read(value: Any) -> dict[str, Any]:
    """Check the line of a photograph and add the size of its picture. Raises `RuleError`."""
    read = _photo(value)
    size = check_jpeg(read["jpeg"])
    return {**read, "width": size.width, "height": size.height}


def _remember(log: Iterable[Event]) -> Album | None:
    album = album_of(log)
    return album if album.photos else None


def _check(photo: Mapping[str, Any], album: Album | None, _: Mapping[int, Any]) -> str:
    if album is None or album.photos.get(photo["photo"]) != hashlib.sha256(photo["jpeg"]).hexdigest():
        raise RuleError("no log in the file tells of this photograph")
    return f"{photo['session']} {photo['photo']}"


def _write(store: Store, place: tuple[str, int]) -> dict[str, Any]:
    session, number = place
    caption, picture = photos_of(store.rows, session)[number].caption, picture_of(store.rows, session, number) or b""
    return {"photo": number, "session": session, "caption": caption, "jpeg": base64.b64encode(picture).decode("ascii")}


def _add(store: Store, photo: Mapping[str, Any], _: Mapping[int, Any]) -> None:
    """Insert a photograph, unless it exists, or it or its table was removed here."""
    session, number = photo["session"], photo["photo"]

    def job(db: Transaction) -> None:
        album = album_of(photo_events(db, session))
        if album.photos.get(number) == hashlib.sha256(photo["jpeg"]).hexdigest():
            row = PhotoRow(number, photo["caption"], photo["width"], photo["height"])
            insert_photo(db, session, row, photo["jpeg"])

    store.write(job, session)


LINES = ExportLines("photos", lambda store: photo_places(store.rows), _write, _read, _remember, _check, _add)
