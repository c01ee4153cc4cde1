"""The photographs that a page of a table shows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from companion.sessions.table.visible_table import VisibleTable
from companion.views.http.identity import sessions


@dataclass(frozen=True)
class ShownPhoto:
    """A photograph on a page: its number in the address, which of how many it is, and what it shows."""

    number: int
    place: int
    count: int
    caption: str
    width: int
    height: int


def shown_photos(table: VisibleTable) -> list[ShownPhoto]:
    """Return the photographs of a table whose game is over; the database is asked only if there are any."""
    if not (current_app.config["PHOTOS"] and table.album.photos):
        return []
    stored = sessions().albums.photos_of(table.id)
    rows = [stored[number] for number in table.album.photos if number in stored]
    return [
        ShownPhoto(row.number, place, len(rows), row.caption, row.width, row.height)
        for place, row in enumerate(rows, 1)
    ]
