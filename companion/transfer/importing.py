"""An export put into an instance, in one transaction: what it has stays as it is, what it has not is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.game import Message, RuleError
from companion.storage import credentials
from companion.storage.instance_key import ensure_key, key_file, store_key, stored_key
from companion.storage.store import Event, NewSession, SessionRow, Store, StoredSession, insert_session
from companion.transfer.export_lines import Brought
from companion.transfer.export_reader import Export
from companion.transfer.validation import proved

NOBODY = 0  # the number of a phone that is not known any more


@dataclass(frozen=True)
class Told:
    """What an import did: sessions added and left as they were, those that the rules refuse, and whose key holds."""

    added: int
    left: int
    refused: Sequence[tuple[SessionRow, Message]]
    renewed: bool
    """Whether the links of the sessions are new, because this instance has a key of its own."""
    replaced: bool
    """Whether the export's key took the place of another one."""


def bring(store: Store, export: Export, database: Path) -> Told:
    """Put an export into the instance that `database` holds, beside which an earlier version may have left a key."""
    good: list[Brought] = []
    refused: list[tuple[SessionRow, Message]] = []
    for brought in export.sessions:
        try:
            good.append(replace(brought, row=proved(brought)))
        except RuleError as error:
            refused.append((brought.row, error.message))

    def job(db: Database) -> Told:
        before = _key_before(db, database)
        key = _key(db, export.key, database)
        added = _put(db, export, good, key)
        left = len(good) - added
        return Told(added, left, refused, key != export.key and added > 0, before not in (None, key))

    return store.write(job)


def _key_before(db: Database, database: Path) -> bytes | None:
    path = key_file(database)
    return stored_key(db) or (path.read_bytes() if path.exists() else None)


def _key(db: Database, theirs: bytes, database: Path) -> bytes:
    """The key that holds from now on: an instance without sessions takes the export's, so that its links stay good."""
    if db.execute("SELECT 1 FROM sessions").fetchone() is not None:
        return ensure_key(db, database)[0]
    store_key(db, theirs)
    return theirs


def _put(db: Database, export: Export, sessions: Sequence[Brought], key: bytes) -> int:
    """Add the phones, and the sessions that are not there; returns how many these are."""
    phones = _phones(db, export)
    known = {row[0] for row in db.execute("SELECT id FROM sessions")}
    new = [brought for brought in sessions if brought.row.id not in known]
    lowest = db.execute("SELECT min(used) FROM sessions").fetchone()[0]
    # What was used here is nearer than what is brought.
    shift = 0 if lowest is None else lowest - 1 - max((brought.used for brought in new), default=0)
    code = _free_codes(db)
    for brought in new:
        insert_session(db, _kept(brought, phones, key, code, shift))
    return len(new)


def _phones(db: Database, export: Export) -> Callable[[int], int]:
    """The numbers that the export's phones have here: those of phones known by their token, else their own or new."""
    numbers = {row[1]: row[0] for row in db.execute("SELECT id, token FROM phones")}
    taken = set(numbers.values())
    given: dict[int, int] = {}
    for phone in export.phones:
        number = numbers.get(phone.token)
        if number is None:
            own = None if phone.number in taken else phone.number
            sql = "INSERT INTO phones (id, token, made) VALUES (?, ?, ?) RETURNING id"
            number = int(db.execute(sql, [own, phone.token, phone.made]).fetchone()[0])
            taken.add(number)
        given[phone.number] = number
    return lambda number: given.get(number, NOBODY)


def _free_codes(db: Database) -> Callable[[str], str]:
    """Gives a code as it was, or another one where a table here has it."""
    taken = {row[0] for row in db.execute("SELECT code FROM links")}

    def free(code: str) -> str:
        while code in taken:
            code = credentials.new_code()
        taken.add(code)
        return code

    return free


def _kept(
    brought: Brought, phones: Callable[[int], int], key: bytes, code: Callable[[str], str], shift: int
) -> StoredSession:
    row = replace(brought.row, setup=_setup(brought.row.setup, phones))
    links = {
        role: (code(own), credentials.token_hash(credentials.link_token(key, row.id, role, row.generation)))
        for role, own in brought.codes.items()
    }
    members = {phones(phone): role for phone, role, _ in brought.members}
    joined = {phones(phone): moment for phone, _, moment in brought.members}
    log = tuple(_event(event, phones) for event in brought.log)
    return StoredSession(NewSession(row, links, members, log), brought.ended, joined, brought.used + shift)


def _event(event: Event, phones: Callable[[int], int]) -> Event:
    return replace(event, phone=phones(event.phone))


def _setup(setup: Any, phones: Callable[[int], int]) -> dict[str, Any]:
    made = dict(setup)
    if "claims" in made:
        made["claims"] = {seat: phones(phone) for seat, phone in made["claims"].items()}
    return made
