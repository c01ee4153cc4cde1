"""Export all data of an instance as JSON lines: a header, phones with setups, sessions, groups, photographs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from companion.storage.photos import photo_places
from companion.storage.rows import transfer_rows
from companion.storage.store import Store
from companion.transfer.exported_groups import group_line
from companion.transfer.photos.lines import photo_values

FORMAT = 1

# The values have no cycles, so skip that check.
_encode = json.JSONEncoder(check_circular=False).encode


def lines(store: Store, key: bytes, report: Callable[[int, int], None] = lambda done, total: None) -> Iterator[str]:
    """The lines of an export, from one snapshot of the database; `key` is the instance's key.

    `report` takes how many sessions are done, of how many.
    """
    with store.snapshot():
        phones = transfer_rows.phones(store.rows)
        templates_by_phone = _setups(store)
        sessions = transfer_rows.sessions_in_order(store.rows)
        groups = transfer_rows.groups(store.rows)
        photos = photo_places(store.rows)
        counts = {"phones": len(phones), "sessions": len(sessions), "groups": len(groups)}
        counts |= {"photos": len(photos)} if photos else {}
        yield _encode({"companion": "instance", "format": FORMAT, "key": key.hex(), **counts})
        for row in phones:
            templates = {"setups": templates_by_phone[row["id"]]} if row["id"] in templates_by_phone else {}
            yield _encode({"phone": row["id"], "token": row["token"].hex(), "made": row["made"], **templates})
        for done, row in enumerate(sessions, 1):
            yield _encode({**_session(store, row["id"], row["used"]), "number": row["number"]})
            report(done, len(sessions))
        for row in groups:
            yield _encode(group_line(store, row))
        yield from map(_encode, photo_values(store, photos))


def _setups(store: Store) -> dict[int, list[dict[str, Any]]]:
    """The setups that each phone keeps, the one used last at the end."""
    templates: dict[int, list[dict[str, Any]]] = {}
    for row in transfer_rows.setup_templates(store.rows):
        options = json.loads(row.pop("options"))
        templates.setdefault(row.pop("phone"), []).append({**row, "options": options})
    return templates


def _session(store: Store, session: str, used: int) -> dict[str, Any]:
    row = transfer_rows.session(store.rows, session)
    codes, members = transfer_rows.codes(store.rows, session), transfer_rows.members(store.rows, session)
    return {
        "session": session,
        "game": row["game"],
        "made": row["made"],
        "ended": row["ended"],
        "used": used,
        "generation": row["generation"],
        "setup": json.loads(row["setup"]),
        "result": None if row["result"] is None else json.loads(row["result"]),
        "codes": {code["role"]: code["code"] for code in codes},
        "members": members,
        "log": [
            {"act": event.act, "sent": event.sent.hex(), "kind": event.kind, "body": event.body}
            | {"phone": event.phone, "at": event.at}
            for event in store.events(session)
        ],
    }
