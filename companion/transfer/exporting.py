"""Export all data of an instance as JSON lines: a header, phones with setups, sessions, groups, photographs."""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.storage import schema
from companion.storage.photos import photo_places, photos_of, picture_of
from companion.storage.rows.session_rows import sessions_in_order
from companion.storage.schema import Table, select
from companion.storage.store import Store
from companion.transfer.export_lines import FORMAT

# The values have no cycles, so skip that check.
_encode = json.JSONEncoder(check_circular=False).encode
_AS_JSON: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("body", "setup", "options"), json.loads),
    "result": lambda result: None if result is None else json.loads(result),
    **dict.fromkeys(("sent", "token"), lambda content: bytes(content).hex()),
    **dict.fromkeys(("is_open", "replay"), bool),
}
"""How the values of some columns stand in an export; all others as they are."""


def lines(store: Store, key: bytes, report: Callable[[int, int], None] = lambda done, total: None) -> Iterator[str]:
    """The lines of an export, from one snapshot of the database; `key` is the instance's key.

    `report` takes how many sessions are done, of how many.
    """
    with store.snapshot():
        phones, sessions = _rows(store, schema.PHONES, "id token made", order="id"), sessions_in_order(store.rows)
        groups = _rows(store, schema.PLAYER_GROUPS, "id name made changed", order="made, id", deleted=None)
        photos = photo_places(store.rows)
        counts = {"phones": len(phones), "sessions": len(sessions), "groups": len(groups)}
        counts |= {"photos": len(photos)} if photos else {}
        yield _encode({"companion": "instance", "format": FORMAT, "key": key.hex(), **counts})
        templates = _setups(store)
        for row in phones:
            setups = {"setups": templates[row["id"]]} if row["id"] in templates else {}
            yield _encode({"phone": row.pop("id"), **row, **setups})
        for done, place in enumerate(sessions, 1):
            yield _encode(_session(store, **place))
            report(done, len(sessions))
        for row in groups:
            yield _encode(_group(store, row.pop("id"), row))
        for session, number in photos:  # one picture in memory at a time
            yield _encode(_photo(store, session, number))


def _rows(store: Store, table: Table, columns: str, *, order: str, **equal: Any) -> list[dict[str, Any]]:
    """Some columns of the rows of a table, as an export has them."""
    rows = select(store.rows, table, columns, order=order, **equal)
    try:
        return [
            {name: _AS_JSON[name](value) if name in _AS_JSON else value for name, value in row.items()} for row in rows
        ]
    except (ValueError, TypeError) as error:  # not the JSON that was stored
        raise store.database.record_damage() from error


def _setups(store: Store) -> dict[int, list[dict[str, Any]]]:
    """The setups that each phone keeps, the one used last at the end."""
    templates: dict[int, list[dict[str, Any]]] = {}
    for row in _rows(store, schema.KEPT_SETUPS, "phone game key name at options", order="phone, id"):
        templates.setdefault(row.pop("phone"), []).append(row)
    return templates


def _session(store: Store, id: str, used: int, number: int) -> dict[str, Any]:
    (row,) = _rows(store, schema.SESSIONS, "game made ended generation setup result", order="id", id=id)
    codes = _rows(store, schema.LINKS, "role code", order="role", session=id)
    return {
        "session": id,
        **{key: row[key] for key in ("game", "made", "ended")},
        "used": used,
        **{key: row[key] for key in ("generation", "setup", "result")},
        "codes": {code["role"]: code["code"] for code in codes},
        "members": _rows(store, schema.MEMBERS, "phone role joined", order="rowid", session=id),
        "log": _rows(store, schema.EVENTS, "act sent kind body phone at", order="number", session=id),
        "number": number,
    }


def _group(store: Store, id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    def part(table: Table, columns: str, order: str) -> list[dict[str, Any]]:
        return _rows(store, table, columns, order=order, grp=id)

    evenings = _rows(store, schema.EVENINGS, "id name made link setup", order="made, id DESC", grp=id, deleted=None)
    return {
        "group": id,
        **row,
        "phones": part(schema.GROUP_PHONES, "phone role joined", "phone"),
        "players": [player["name"] for player in part(schema.GROUP_PLAYERS, "name", "key")],
        "seasons": part(schema.GROUP_SEASONS, "number name since until", "number"),
        "links": part(schema.GROUP_LINKS, "role number is_open", "role"),
        "tables": part(schema.GROUP_SESSIONS, "session replay added", "session"),
        **({"evenings": [_evening(store, each.pop("id"), each) for each in evenings]} if evenings else {}),
    }


def _evening(store: Store, id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    def part(table: Table, columns: str, order: str) -> list[dict[str, Any]]:
        return _rows(store, table, columns, order=order, evening=id)

    return {
        "evening": id,
        **row,
        "players": part(schema.EVENING_PLAYERS, "number name", "number"),
        "phones": part(schema.EVENING_PHONES, "phone player", "player"),
        "log": part(schema.EVENING_LOG, "act kind body phone at", "number"),
    }


def _photo(store: Store, session: str, number: int) -> dict[str, Any]:
    caption, picture = photos_of(store.rows, session)[number].caption, picture_of(store.rows, session, number) or b""
    jpeg = base64.b64encode(picture).decode("ascii")
    return {"photo": number, "session": session, "caption": caption, "jpeg": jpeg}
