"""The templates of phones in an export of all data. A game checks its options when a template is used."""

import json
from collections.abc import Mapping
from typing import Any

from companion.engine import Message
from companion.engine.names import normalize_name
from companion.features.setups.rows import KEPT_SETUPS, MOST_BYTES, TemplateRow, insert_template
from companion.features.setups.template import LONGEST_NAME
from companion.storage.exported import (
    GAME,
    MOST_ITEMS,
    PhoneList,
    Row,
    Shape,
    anything,
    cannot_be,
    field,
    listed,
    moment,
    read_fields,
    rows_of,
    text,
)
from companion.storage.records import Transaction
from companion.storage.store import Store


def _options(value: Any, what: Message) -> Any:
    if type(value) is not dict or len(json.dumps(value)) > MOST_BYTES:
        raise cannot_be(what, value)
    return value


_SETUP: Mapping[str, Shape] = {
    "game": GAME,
    "key": anything,
    "name": text(rf"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{{1,{LONGEST_NAME * 11}}}"),
    "at": moment,
    "options": _options,
}


def _kept_setup(value: Any, _: Message) -> dict[str, Any]:
    setup = read_fields(value, Message("a kept setup"), _SETUP, {})
    if setup["key"] != normalize_name(setup["name"]):
        raise cannot_be(field("key"), setup["key"])
    return setup


def _write(store: Store) -> dict[int, list[Row]]:
    """The templates of each phone, the last used one at the end."""
    templates: dict[int, list[Row]] = {}
    for row in rows_of(store, KEPT_SETUPS, ["phone", *_SETUP], order="phone, id"):
        templates.setdefault(row.pop("phone"), []).append(row)
    return templates


def _identity(setup: Row) -> str:
    return f"{setup['game']} {setup['key']}"


def _add(db: Transaction, phone: int, setup: Row) -> None:
    insert_template(db, phone, TemplateRow(**setup))


LIST = PhoneList("setups", _write, listed(_kept_setup, MOST_ITEMS, _identity), _identity, _add)
"""The templates of a phone."""
