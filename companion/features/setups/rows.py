"""Phones' templates: a game's options under a name, for opening further tables; also in an export of all data."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Game, Message, RuleError, if_allowed
from companion.engine.names import normalize_name
from companion.features.setups.template import LONGEST_NAME, SetupTemplate, to_template
from companion.storage.records import Rows, Transaction, now
from companion.storage.rows.exported import (
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
    record,
    rows_of,
    text,
)
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.schema import DatabaseTable, delete, insert, select
from companion.storage.store import Store

# The ids are in the order of last use.
KEPT_SETUPS = DatabaseTable(
    "kept_setups",
    "id integer, phone integer -> phones, game, key, name prose, options prose, at",
    key=("id",),
    unique=(("phone", "game", "key"),),
    ids="engine",
)

MOST = 200
"""The most templates of a phone; a further one replaces the least recently used."""
MOST_BYTES = 16 * 1024
"""The most bytes of a template's options, as stored."""


def row_of(template: SetupTemplate) -> Row:
    """Return a template that is used now as an export has it. Raises `RuleError` if it is too large."""
    if len(json.dumps(template.options)) > MOST_BYTES:
        raise RuleError("this setup is too large to be kept")
    of = {"game": template.game.key, "key": template.key, "name": template.name}
    return {**of, "options": template.options, "at": now()}


def opened(game: Game, options: Mapping[str, Any]) -> Callable[[Transaction, int], None] | None:
    """Return a function that stores the setup of a new table for a phone; None if it cannot be a template."""
    if game.setup_form is None:
        return None
    row = if_allowed(lambda: row_of(to_template(game, dict(options))))
    return None if row is None else lambda db, phone: keep_template(db, phone, row)


def keep_template(db: Transaction, phone: int, row: Row) -> None:
    """Store a template as the last used one, in place of one with its key."""
    delete(db, KEPT_SETUPS, phone=phone, game=row["game"], key=row["key"])
    insert(db, KEPT_SETUPS, {"phone": phone, **row, "options": json.dumps(row["options"])})
    db.execute(
        "DELETE FROM kept_setups WHERE phone = ? AND id NOT IN"
        " (SELECT id FROM kept_setups WHERE phone = ? ORDER BY id DESC LIMIT ?)",
        [phone, phone, MOST],
    )


def names_of(rows: Rows, phone: int) -> list[tuple[str, str, str]]:
    """Game, key and name of a phone's templates, the last used one first."""
    found = select(rows, KEPT_SETUPS, "game key name", order="id DESC", phone=phone)
    return [(row["game"], row["key"], row["name"]) for row in found]


def recent_titles(rows: Rows, phone: int, game: str) -> list[str]:
    """The titles that sessions of a phone gave a game, the one used last first, at most two hundred."""
    sql = (
        "SELECT title FROM (SELECT t.title, m.at, m.rowid AS number, row_number() OVER (PARTITION BY t.key"
        " ORDER BY m.at DESC, m.rowid DESC) AS place FROM members m JOIN session_titles t ON t.session = m.session"
        " WHERE m.phone = ? AND m.game = ?) titled WHERE place = 1 ORDER BY at DESC, number DESC LIMIT 200"
    )
    return [row["title"] for row in rows(sql, [phone, game])]


def find_template(rows: Rows, phone: int, game: str, key: str) -> Row | None:
    """A phone's template of a game by key; None if there is none."""
    found = select(rows, KEPT_SETUPS, "game key name options at", phone=phone, game=game, key=key)
    return next(({**row, "options": json.loads(row["options"])} for row in found), None)


def delete_template(db: Transaction, phone: int, game: str, key: str) -> None:
    """Delete a phone's template for good."""
    delete(db, KEPT_SETUPS, phone=phone, game=game, key=key)
    mark_deleted(db)


def forget_setups(store: Store, before: str, **_: bool) -> None:
    """Delete templates that were last used before an ISO time."""
    store.maintenance.forget("kept_setups", "at < :moment", before)


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
    setup = record(Message("a kept setup"), _SETUP)(value)
    if setup["key"] != normalize_name(setup["name"]):
        raise cannot_be(field("key"), setup["key"])
    return setup


def _write(store: Store, **of: int) -> dict[int, list[Row]]:
    """The templates of each phone, or of one, the last used one at the end."""
    templates: dict[int, list[Row]] = {}
    for row in rows_of(store, KEPT_SETUPS, ["phone", *_SETUP], order="phone, id", **of):
        templates.setdefault(row.pop("phone"), []).append(row)
    return templates


def _identity(setup: Row) -> str:
    return f"{setup['game']} {setup['key']}"


def _add(db: Transaction, phone: int, setup: Row) -> None:
    """Store a template, unless the phone used one with its key later here."""
    known = find_template(db.rows, phone, setup["game"], setup["key"])
    if known is None or known["at"] < setup["at"]:
        keep_template(db, phone, setup)


LIST = PhoneList("setups", _write, listed(_kept_setup, MOST_ITEMS, _identity), _identity, _add)
"""The templates of a phone."""
