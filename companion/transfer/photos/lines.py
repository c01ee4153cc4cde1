"""A photograph as a line of an export: written, and read strictly; its picture is checked as one that a phone sends."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import Message, RuleError, entry_keys, integer, shown
from companion.sessions.edits.photo_edits import LONGEST_CAPTION, check_jpeg, read_caption
from companion.sessions.table.photos import Album
from companion.storage.photos import PhotoRow, photos_of, picture_of
from companion.storage.store import Store
from companion.transfer.fields import field, text

_LAST_EVENT = 2**53
_CAPTION = rf"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{{0,{LONGEST_CAPTION}}}"


@dataclass(frozen=True)
class ImportedPhoto:
    """A photograph of an export, and the session that it belongs to."""

    session: str
    row: PhotoRow
    picture: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of the picture."""
        return hashlib.sha256(self.picture).hexdigest()


def photo_values(store: Store, places: list[tuple[str, int]]) -> Iterator[dict[str, Any]]:
    """The values of the lines of photographs, one picture in memory at a time."""
    for session, number in places:
        caption = photos_of(store.rows, session)[number].caption
        picture = picture_of(store.rows, session, number) or b""
        values = {"photo": number, "session": session, "caption": caption}
        yield {**values, "jpeg": base64.b64encode(picture).decode("ascii")}


def photo(value: Any) -> ImportedPhoto:
    """Parse the line of a photograph. Raises `RuleError`."""
    entry_keys(value, Message("a photograph"), ("photo", "session", "caption", "jpeg"))
    picture = _picture(value["jpeg"])
    size = check_jpeg(picture)
    number = integer(value["photo"], field("photo"), 1, _LAST_EVENT)
    caption = read_caption(text(value["caption"], field("caption"), _CAPTION))
    session = text(value["session"], field("session"), r"[\w-]{1,64}")
    return ImportedPhoto(session, PhotoRow(number, caption, size.width, size.height), picture)


def _picture(value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise RuleError(Message("{what} cannot be {value}", what=field("jpeg"), value=shown(value))) from None


def check_logged(imported: ImportedPhoto, albums: Mapping[str, Album]) -> None:
    """Raise `RuleError` unless the log of its session says that this picture is there."""
    album = albums.get(imported.session)
    if album is None or album.photos.get(imported.row.number) != imported.digest:
        raise RuleError(Message("no log in the file tells of this photograph"))
