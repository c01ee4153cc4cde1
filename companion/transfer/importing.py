"""Import an export into an instance, in one transaction: add missing sessions, leave existing ones unchanged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.game import Message, RuleError
from companion.storage import credentials
from companion.storage.database import Transaction
from companion.storage.instance_key import ensure_key, store_key, stored_key
from companion.storage.records import Event, NewSession, SessionRow, StoredSession
from companion.storage.session_rows import insert_session
from companion.storage.store import Store
from companion.transfer.export_lines import ImportedSession
from companion.transfer.export_reader import Export
from companion.transfer.validation import validate

NOBODY = 0  # stands for a phone that is no longer known


@dataclass(frozen=True)
class ImportReport:
    """The outcome of an import: sessions added, left unchanged and refused by the rules, and which key is used."""

    added: int
    left: int
    refused: Sequence[tuple[SessionRow, Message]]
    renewed: bool
    """Whether the links of the imported sessions are new, because this instance has another key."""
    replaced: bool
    """Whether the export's key replaced another one."""


def import_data(store: Store, export: Export) -> ImportReport:
    """Import an export into an instance, using an earlier version's key file beside its database if there is one.

    Sessions that break the rules are left out and reported. Raises `StoreError`, `KeyFileError` or OSError.
    """
    good: list[ImportedSession] = []
    refused: list[tuple[SessionRow, Message]] = []
    for imported in export.sessions:
        try:
            good.append(replace(imported, row=validate(imported)))
        except RuleError as error:
            refused.append((imported.row, error.message))

    file = store.database.key_file

    def job(db: Transaction) -> ImportReport:
        before = _key_before(db, file)
        key = _key(db, export.key, file)
        added = _put(db, export, good, key)
        left = len(good) - added
        return ImportReport(added, left, refused, key != export.key and added > 0, before not in (None, key))

    return store.write(job)


def _key_before(db: Transaction, file: Path | None) -> bytes | None:
    return stored_key(db) or (file.read_bytes() if file is not None and file.exists() else None)


def _key(db: Transaction, theirs: bytes, file: Path | None) -> bytes:
    """The key to use: an instance without sessions adopts the export's, so that its links remain valid."""
    if db.execute("SELECT 1 FROM sessions").fetchone() is not None:
        return ensure_key(db, file)[0]
    store_key(db, theirs)
    return theirs


def _put(db: Transaction, export: Export, sessions: Sequence[ImportedSession], key: bytes) -> int:
    """Insert the phones and the missing sessions; returns the number of sessions inserted."""
    phones = _phones(db, export)
    known = {row[0] for row in db.execute("SELECT id FROM sessions")}
    new = [imported for imported in sessions if imported.row.id not in known]
    lowest = db.execute("SELECT min(used) FROM sessions").fetchone()[0]
    # Imported sessions come after those of this instance in the order of use.
    shift = 0 if lowest is None else lowest - 1 - max((imported.used for imported in new), default=0)
    code = _free_codes(db)
    for imported in new:
        insert_session(db, _kept(imported, phones, key, code, shift))
    return len(new)


def _phones(db: Transaction, export: Export) -> Callable[[int], int]:
    """Map the export's phone numbers to those here: of the same token, else the same number if free, else a new one."""
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


def _free_codes(db: Transaction) -> Callable[[str], str]:
    """A function that returns a code unchanged, or a new one if a session here has it already."""
    taken = {row[0] for row in db.execute("SELECT code FROM links")}

    def free(code: str) -> str:
        while code in taken:
            code = credentials.new_code()
        taken.add(code)
        return code

    return free


def _kept(
    imported: ImportedSession, phones: Callable[[int], int], key: bytes, code: Callable[[str], str], shift: int
) -> StoredSession:
    row = replace(imported.row, setup=_setup(imported.row.setup, phones))
    links = {
        role: (code(own), credentials.token_hash(credentials.link_token(key, row.id, role, row.generation)))
        for role, own in imported.codes.items()
    }
    members = {phones(phone): role for phone, role, _ in imported.members}
    joined = {phones(phone): moment for phone, _, moment in imported.members}
    log = tuple(_event(event, phones) for event in imported.log)
    return StoredSession(NewSession(row, links, members, log), imported.ended, joined, imported.used + shift)


def _event(event: Event, phones: Callable[[int], int]) -> Event:
    return replace(event, phone=phones(event.phone))


def _setup(setup: Any, phones: Callable[[int], int]) -> dict[str, Any]:
    made = dict(setup)
    if "claims" in made:
        made["claims"] = {seat: phones(phone) for seat, phone in made["claims"].items()}
    return made
