"""The album of a table, computed from its log: whether photographs may be added, and the digest of each.

Pictures and captions are stored elsewhere, so that they can be deleted; the log is append-only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.engine import Message, RuleError, entry_keys, integer, one_of, shown
from companion.feature import EventKind
from companion.storage.records import Event

if TYPE_CHECKING:
    from companion.table.table import Table

KIND = "photo"
OPENED, CLOSED, ADDED, REMOVED = "opened", "closed", "added", "removed"
MOST_PHOTOS = 6
FULL = Message("This table has its {most} photographs. Remove one to add another.", most=MOST_PHOTOS)
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LAST_EVENT = 2**53
_DESCRIPTIONS = {
    OPENED: Message("photographs are allowed"),
    CLOSED: Message("photographs are not allowed any more"),
    ADDED: Message("a photograph added"),
    REMOVED: Message("a photograph removed"),
}


@dataclass(frozen=True)
class Album:
    """The photographs of a table: the SHA-256 of each by the number of the event that added it, in order."""

    is_open: bool = False
    photos: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, event: Event) -> Album:
        """Return the album after a `photo` event; raise `RuleError` if the event is invalid."""
        body = _read(event.body)
        if body["what"] in (OPENED, CLOSED):
            return replace(self, is_open=body["what"] == OPENED)
        if body["what"] == ADDED:
            if len(self.photos) >= MOST_PHOTOS:
                raise RuleError(FULL)
            return replace(self, photos={**self.photos, event.number: body["digest"]})
        if body["photo"] not in self.photos:
            raise RuleError("That photograph is not there any more.")
        return replace(self, photos={key: value for key, value in self.photos.items() if key != body["photo"]})


def album_of(events: Iterable[Event]) -> Album:
    """Return the album after all events of a log; as at a table, one that is invalid changes nothing."""
    album = Album()
    for event in events:
        if event.kind == KIND:
            with suppress(RuleError):
                album = album.after(event)
    return album


def album_at(table: Table) -> Album:
    """Return the album of a table."""
    album: Album = table.kept.get(KIND) or Album()
    return album


def _read(body: Any) -> dict[str, Any]:
    """Check the body of an event: the `digest` of an added photograph, or the number of the removed `photo`."""
    entry_keys(body, Message("a photograph"), ("what",), ("digest", "photo"))
    what = one_of(body["what"], Message("a photograph"), tuple(_DESCRIPTIONS))
    entry_keys(body, Message("a photograph"), ("what", *{ADDED: ("digest",), REMOVED: ("photo",)}.get(what, ())))
    if what == REMOVED:
        integer(body["photo"], Message("a photograph"), 1, _LAST_EVENT)
    if what == ADDED and (type(body["digest"]) is not str or not _DIGEST.fullmatch(body["digest"])):
        raise RuleError("{what} cannot be {value}", what=Message("digest"), value=shown(body["digest"]))
    read: dict[str, Any] = body
    return read


PHOTO = EventKind(
    KIND,
    lambda album, event: (album or Album()).after(event),
    lambda _, event: _DESCRIPTIONS[event.body["what"]],
    # none while a reopened game runs, as photographs show how it ended
    visible=lambda table, *_: table.kept[KIND] if table.state.finished else None,
)
