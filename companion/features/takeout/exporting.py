"""Export all data of an instance as JSON lines: a header, phones with setups, sessions, groups, what features have."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.features import export_lines, handlers
from companion.features.groups import rows as group_rows
from companion.features.takeout.export_lines import EVENT, FORMAT, GROUP_PARTS, MEMBERS, TEMPLATE, Part
from companion.storage import schema
from companion.storage.rows.session_rows import sessions_in_order
from companion.storage.schema import Table, select
from companion.storage.store import Store

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
    """The lines of an export, from one snapshot; `report` takes how many sessions are done, of how many."""
    with store.snapshot():
        phones, sessions = (
            rows_of(store, schema.PHONES, ["id", "token", "made"], order="id"),
            sessions_in_order(store.rows),
        )
        columns = ["id", "name", "made", "changed"]
        groups = rows_of(store, group_rows.PLAYER_GROUPS, columns, order="made, id", deleted=None)
        more = [(lines, places) for lines in export_lines().values() if (places := lines.places(store))]
        counts = {"phones": len(phones), "sessions": len(sessions), "groups": len(groups)}
        counts |= {lines.key: len(places) for lines, places in more}
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
        for lines_of_feature, places in more:
            for each in places:
                yield _encode(lines_of_feature.write(store, each))


def rows_of(store: Store, table: Table, columns: Iterable[str], *, order: str, **equal: Any) -> list[dict[str, Any]]:
    """Some columns of the rows of a table, as an export has them."""
    rows = select(store.rows, table, " ".join(columns), order=order, **equal)
    try:
        return [
            {name: _AS_JSON[name](value) if name in _AS_JSON else value for name, value in row.items()} for row in rows
        ]
    except (ValueError, TypeError) as error:  # not the JSON that was stored
        raise store.database.record_damage() from error


def parts_of(store: Store, parts: Mapping[str, Part], **equal: Any) -> dict[str, list[dict[str, Any]]]:
    """The lists of a line."""
    return {key: rows_of(store, part.table, part.shapes, order=part.order, **equal) for key, part in parts.items()}


def _setups(store: Store) -> dict[int, list[dict[str, Any]]]:
    """The setups that each phone keeps, the one used last at the end."""
    templates: dict[int, list[dict[str, Any]]] = {}
    for row in rows_of(store, schema.KEPT_SETUPS, ["phone", *TEMPLATE], order="phone, id"):
        templates.setdefault(row.pop("phone"), []).append(row)
    return templates


def _session(store: Store, id: str, used: int, number: int) -> dict[str, Any]:
    columns = ["game", "made", "ended", "generation", "setup", "result"]
    (row,) = rows_of(store, schema.SESSIONS, columns, order="id", id=id)
    codes = rows_of(store, schema.LINKS, ["role", "code"], order="role", session=id)
    return {
        "session": id,
        **{key: row[key] for key in columns[:3]},  # the keys stand in this order since the first exports
        "used": used,
        **row,
        "codes": {code["role"]: code["code"] for code in codes},
        **parts_of(store, {"members": MEMBERS}, session=id),
        "log": rows_of(store, schema.EVENTS, EVENT, order="number", session=id),
        "number": number,
    }


def _group(store: Store, id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    names = rows_of(store, group_rows.GROUP_PLAYERS, ["name"], order="key", grp=id)
    parts = parts_of(store, GROUP_PARTS, grp=id)
    # The keys stand in this order since the first exports.
    lists = {"phones": parts["phones"], "players": [player["name"] for player in names], **parts}
    more = {each.key: rows for each in handlers("group lines") if (rows := each.write(store, id))}
    return {"group": id, **row, **lists, **more}
