"""All that is one phone's as one file, for another companion: its tables and groups, without keys, links, other phones.

The file is an export of one phone (`export_lines`), whose tables and groups keep their ids. So a table that comes twice
is one, and one that went on elsewhere goes on here.
"""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.commands.data import FileError
from companion.engine import Message
from companion.engine.bounds import PHONE_FILE, PHONE_LOG
from companion.engine.pause import in_slices, pause
from companion.features import export_lines, handlers
from companion.features.takeout.export_lines import EVENT, FORMAT, ImportedSession, session_line
from companion.features.takeout.importing import Export, ExportLine, SessionPlace, merge_data
from companion.games import get_game
from companion.scoring.scoresheet import SheetError
from companion.storage import credentials, schema
from companion.storage.records import SCORED_KINDS, TOTALS_ONLY, StaleVersion, now
from companion.storage.rows.devices import phone_of
from companion.storage.rows.exported import anything, field, listed, rows_of
from companion.storage.rows.instance_key import ensure_key
from companion.storage.schema import select
from companion.storage.store import Store
from companion.table.table_loader import opened_table
from companion.table.visible_log import why_host_only

_HEAD = b'{"companion": "phone"'
_OWN, _OTHER = 1, 0
_UNTOUCHED = {"body", "setup", "result", "value", "options"}
"""Keys whose values name no phones, whatever they have."""


class Moved(NamedTuple):
    """What a file brought: tables that are new here, that went on, and that were here already."""

    added: int
    longer: int
    same: int
    refused: Sequence[Message]


def lines_of_phone(store: Store, phone: int, only: str | None = None) -> Iterator[str]:
    """Yield the lines of the file of a phone, or of one of its tables; of hidden totals only their host's.

    Each table and group is read by itself, with a pause after it: others may write meanwhile.
    """
    tables: list[str] = []
    sessions: dict[str, int] = {}
    of_phone = {"phone": phone} if only is None else {"phone": phone, "session": only}
    for place in in_slices(select(store.rows, schema.MEMBERS, "session role", order="at", **of_phone)):
        if line := _table(store, place["session"], place["role"], phone, len(tables) + 1):
            tables.append(json.dumps(line))
            sessions[place["session"]] = len(line["log"])
    more = {
        lines.key: [
            json.dumps(_stripped(line, phone))
            for line in in_slices(lines.of_phone(store, phone, sessions))
            if only in (None, line.get("session"))
        ]
        for lines in export_lines().values()
        if lines.of_phone is not None
    }
    lists = {each.key: each.write(store, phone=phone).get(phone) for each in handlers("phone lines") if only is None}
    counts = {"phones": 1, "sessions": len(tables), "groups": 0, **{key: len(lines) for key, lines in more.items()}}
    yield json.dumps({"companion": "phone", "format": FORMAT, **counts})
    yield json.dumps({"phone": _OWN, "made": now(), **{key: kept for key, kept in lists.items() if kept}})
    yield from tables
    for key in counts:
        yield from more.get(key, ())


def _table(store: Store, id: str, role: str, phone: int, number: int) -> dict[str, Any] | None:
    with store.snapshot():
        row = store.session(id)
        if row is None or role == "viewer" or (row.hidden and row.result is None and role != "host"):
            return None
        line = session_line(store, id, number, number)
    setup = {key: value for key, value in line["setup"].items() if key != "withdrawn"}
    if "claims" in setup:
        setup["claims"] = {seat: _OWN for seat, claimed in setup["claims"].items() if claimed == phone}
    own_members = [{**each, "phone": _OWN, "role": "host"} for each in line["members"] if each["phone"] == phone]
    if not own_members:  # it left meanwhile
        return None
    own = {"members": own_members, "generation": 0, "codes": {}}
    found: dict[str, Any] = _stripped(line, phone) | own | {"setup": setup}
    return found


def _stripped(value: Any, phone: int) -> Any:
    """Return the values of a line without other phones and without links."""
    if isinstance(value, list):
        return [_stripped(each, phone) for each in value]
    if not isinstance(value, dict):
        return value
    shown = {key: each if key in _UNTOUCHED else _stripped(each, phone) for key, each in value.items()}
    if "phone" in shown:
        shown["phone"] = _OWN if value["phone"] == phone else _OTHER
    if "phones" in shown:
        shown["phones"] = [each for each in shown["phones"] if each["phone"] == _OWN]
    return shown | ({"links": []} if "links" in shown else {})


def is_phone_file(content: bytes) -> bool:
    """Whether an upload is the file of a phone."""
    return content.lstrip(b"\xef\xbb\xbf").startswith(_HEAD)


def take_in(store: Store, content: bytes, token: bytes) -> Moved:
    """Add what the file of a phone has to what the phone with this token has here. Raises `FileError`."""
    if len(content) > PHONE_FILE.bytes:
        raise SheetError(Message("This is larger than {most} MB.", most=PHONE_FILE.bytes // 1_000_000))
    whole = io.BytesIO(b"\n".join(_completed(store, content.lstrip(b"\xef\xbb\xbf").splitlines(), token)))
    export = Export(whole, lambda *_: pause())
    phone = phone_of(store.rows, token) or 0
    members = select(store.rows, schema.MEMBERS, "session role", phone=phone)
    roles = {row["session"]: row["role"] for row in members if row["role"] != "viewer"}
    added, left_out = merge_data(store, export, lambda *_: pause())
    known = [(place, roles[place.id]) for place in export.places if place.id in roles]
    longer = sum(_gone_on(store, export, place, phone, role) for place, role in in_slices(known))
    refused = [*(fault for _, fault in export.refused), *export.left_out, *left_out]
    return Moved(added, longer, len(export.places) - added - longer, refused)


def _completed(store: Store, lines: Sequence[bytes], token: bytes) -> Iterator[bytes]:
    """Yield the lines as an export of this instance has them, all of this phone. Raises `FileError`."""
    key = store.write(ensure_key).hex()
    for number, line in enumerate(in_slices(lines)):
        value = ExportLine(number + 1, 0, 0).parsed(line, _checked, PHONE_FILE) if line.strip() else None
        if isinstance(value, dict):
            if number == 0:
                if value.get("phones") != 1:
                    raise FileError("This file is of several phones or of none, and only one of one phone is read.")
                value |= {"companion": "instance", "key": key}
            elif number == 1:
                value["token"] = token.hex()
            elif "log" in value and "session" in value and TOTALS_ONLY not in (value.get("setup") or ()):
                value["codes"] = {role: credentials.new_code() for role in ("scorer", "viewer")}
            line = json.dumps(value, ensure_ascii=False).encode(errors="replace")  # no half of a character
        yield line


def _checked(value: Any) -> Any:
    """Return the value of a line, if it has no longer log than a table can have. Raises `RuleError`."""
    if isinstance(value, dict) and "log" in value:
        listed(anything, PHONE_LOG)(value["log"], field("log"))
    return value


def _gone_on(store: Store, export: Export, place: SessionPlace, phone: int, role: str) -> bool:
    """Append what a table that is here went on with elsewhere; whether there was anything."""
    imported = export.load(place)
    here = rows_of(store, schema.EVENTS, EVENT, order="number", session=place.id)
    told = [(event.act, event.body) for event in imported.log]
    if len(here) >= len(told) or told[: len(here)] != [(row["act"], row["body"]) for row in here]:
        return False
    if role != "host" and not _is_entered(imported, len(here)):
        return False
    first, *rest = [replace(event, phone=phone) for event in imported.log[len(here) :]]
    try:
        store.append(place.id, first, rest, imported.row.result)
    except StaleVersion:
        return False
    return True


def _is_entered(imported: ImportedSession, since: int) -> bool:
    """Return whether all that follows in a log may be entered by phones that are not the host's."""
    table = opened_table(imported.row, get_game(imported.row.game))
    table.catch_up(imported.log[:since])
    for event in in_slices(imported.log[since:]):
        is_entry = event.kind in SCORED_KINDS and event.kind != "options"
        if not is_entry or why_host_only(table, event.kind, event.body):
            return False
        table.catch_up([event])
    return True
