"""Export all data of an instance as JSON lines: head, phones, sessions, lines of features."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from companion.features import export_lines, handlers
from companion.features.takeout.export_lines import EVENT, FORMAT, MEMBERS
from companion.features.takeout.rows import sessions_in_order
from companion.storage import schema
from companion.storage.rows.exported import parts_of, rows_of
from companion.storage.store import Store

# The values have no cycles, so skip that check.
_encode = json.JSONEncoder(check_circular=False).encode


def lines(store: Store, key: bytes, report: Callable[[int, int], None] = lambda done, total: None) -> Iterator[str]:
    """Yield the lines of an export from one snapshot; `report` gets the numbers of sessions done and of all."""
    with store.snapshot():
        phones, sessions = (
            rows_of(store, schema.PHONES, ["id", "token", "made"], order="id"),
            sessions_in_order(store.rows),
        )
        more = {lines.key: places for lines in export_lines().values() if (places := lines.places(store))}
        # As in earlier exports, which count groups even if there are none.
        counts = {"phones": len(phones), "sessions": len(sessions), "groups": 0}
        counts |= {key: len(places) for key, places in more.items()}
        yield _encode({"companion": "instance", "format": FORMAT, "key": key.hex(), **counts})
        lists = {each.key: each.write(store) for each in handlers("phone lines")}
        for row in phones:
            number = row.pop("id")
            kept = {key: rows[number] for key, rows in lists.items() if number in rows}
            yield _encode({"phone": number, **row, **kept})
        for done, place in enumerate(sessions, 1):
            yield _encode(session_line(store, **place))
            report(done, len(sessions))
        for kind in filter(more.__contains__, counts):
            for place in more[kind]:
                yield _encode(export_lines()[kind].write(store, place))


def session_line(store: Store, id: str, used: int, number: int) -> dict[str, Any]:
    """Return the line of a session, by its places in the orders of use and of opening."""
    columns = ["game", "made", "ended", "generation", "setup", "result"]
    (row,) = rows_of(store, schema.SESSIONS, columns, order="id", id=id)
    codes = rows_of(store, schema.LINKS, ["role", "code"], order="role", session=id)
    return {
        "session": id,
        **{key: row[key] for key in columns[:3]},  # in the order of earlier exports
        "used": used,
        **row,
        "codes": {code["role"]: code["code"] for code in codes},
        **parts_of(store, {"members": MEMBERS}, session=id),
        "log": rows_of(store, schema.EVENTS, EVENT, order="number", session=id),
        "number": number,
    }
