"""The database table of photographs; the log has only their digests."""

from typing import Any

from companion.storage.records import Event, Rows, Transaction, event_of
from companion.storage.schema import EVENTS, DatabaseTable, Index, insert, select, value

# `number` is that of the event that added a photograph.
PHOTOS = DatabaseTable(
    "photos",
    "session -> sessions, number integer, caption prose, width small, height small, size integer, picture bytes",
    key=("session", "number"),
    indexes=(Index("photos_size", ("size",)),),
)


def insert_photo(
    db: Transaction, session: str, number: int, caption: str, size: tuple[int, int], picture: bytes
) -> None:
    """Insert a photograph unless it exists; `size` is its width and height."""
    row = {"session": session, "number": number, "caption": caption, "width": size[0], "height": size[1]}
    insert(db, PHOTOS, {**row, "size": len(picture), "picture": picture}, keep=True)


def photos_of(rows: Rows, session: str) -> dict[int, dict[str, Any]]:
    """The photographs of a session by number, each with its number, caption, width and height; reads no picture."""
    found = select(rows, PHOTOS, "number caption width height", order="number", session=session)
    return {row["number"]: row for row in found}


def picture_of(rows: Rows, session: str, number: int) -> bytes | None:
    """The picture of a photograph; None if there is none."""
    picture = value(rows, PHOTOS, "picture", session=session, number=number)
    return None if picture is None else bytes(picture)


def stored_bytes(rows: Rows) -> int:
    """The size of all pictures in bytes, read from an index."""
    return int(rows("SELECT coalesce(sum(size), 0) AS size FROM photos", [])[0]["size"])


def photo_places(rows: Rows) -> list[tuple[str, int]]:
    """Session and number of every photograph."""
    found = select(rows, PHOTOS, "session number", order="session, number")
    return [(row["session"], row["number"]) for row in found]


def photo_events(rows: Rows, session: str) -> list[Event]:
    """The `photo` events of a session, in order; none if it was deleted, as its log is gone then."""
    return [event_of(row) for row in select(rows, EVENTS, "*", order="number", session=session, kind="photo")]
