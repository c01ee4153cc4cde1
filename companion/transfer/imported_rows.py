"""The rows of imported sessions and groups: phones by their numbers here, links by this instance's key, free codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games import get_game
from companion.scoring.game_stats import seat_figures
from companion.sessions.table.table import opened_table
from companion.storage import credentials
from companion.storage.database import Transaction
from companion.storage.records import Event, NewSession, SessionRow, StoredSession
from companion.storage.rows import evening_rows, group_rows
from companion.storage.rows.session_rows import insert_session
from companion.storage.rows.transfer_rows import find_or_insert_phone, has_code, has_evening, is_session
from companion.transfer.export_lines import ImportedSession
from companion.transfer.exported_evenings import ImportedEvening
from companion.transfer.exported_groups import ImportedGroup
from companion.transfer.phone_lines import Phone

NOBODY = 0  # stands for a phone that is no longer known


class PhoneNumbers:
    """The numbers here of an export's phones within one transaction; phones that are not here yet are inserted."""

    def __init__(self, db: Transaction, phones: Mapping[int, Phone]) -> None:
        self._db = db
        self._phones = phones
        self._numbers: dict[int, int] = {}

    def find(self, number: int) -> int:
        """The number here of the phone with this number in the export; NOBODY if the export has none."""
        if number not in self._phones:
            return NOBODY
        if number not in self._numbers:
            phone = self._phones[number]
            self._numbers[number] = find_or_insert_phone(self._db, phone.number, phone.token, phone.made)
        return self._numbers[number]


def put_session(db: Transaction, imported: ImportedSession, phones: PhoneNumbers, key: bytes, shift: int) -> None:
    """Insert a session with its phones; `shift` is added to its number in the order of use."""
    row = replace(imported.row, setup=_setup(imported.row.setup, phones))
    links = {
        role: (_free_code(db, code), credentials.token_hash(credentials.link_token(key, row.id, role, row.generation)))
        for role, code in imported.codes.items()
    }
    members = {phones.find(phone): role for phone, role, _ in imported.members}
    joined = {phones.find(phone): moment for phone, _, moment in imported.members}
    log = tuple(replace(event, phone=phones.find(event.phone)) for event in imported.log)
    if row.is_totals_only:
        row = _with_figures(row, log)
    insert_session(
        db, StoredSession(NewSession(row, links, members, log), imported.ended, joined, imported.used + shift)
    )


def _with_figures(row: SessionRow, log: Sequence[Event]) -> SessionRow:
    """Return a finished session of which only the totals are known with its figures: they say whether it has points.

    Those of other games are counted when a page needs them.
    """
    table = opened_table(row, get_game(row.game))
    table.catch_up(log)
    return row if row.result is None else replace(row, result={**row.result, "figures": seat_figures(table.record)})


def put_group(db: Transaction, group: ImportedGroup, phones: PhoneNumbers) -> None:
    """Insert a group with its phones, and with those of its tables that are here."""
    group_rows.insert_group(db, group.id, group.name, group.made)
    group_rows.touch_group(db, group.id, group.changed)
    for member in group.phones:
        group_rows.add_group_phone(db, group.id, phones.find(member.phone), member.role, member.joined)
    group_rows.set_players(db, group.id, group.players)
    for season in group.seasons:
        group_rows.insert_season(db, group.id, season)
    for link in group.links:
        group_rows.set_group_link(db, group.id, link.role, link.number, is_open=link.is_open)
    for table in group.tables:
        if is_session(db, table.session):
            group_rows.insert_group_session(db, group.id, table.session, replay=table.replay, moment=table.added)
    for evening in group.evenings:
        if not has_evening(db, evening.row.id):
            _put_evening(db, evening, phones)


def _put_evening(db: Transaction, evening: ImportedEvening, phones: PhoneNumbers) -> None:
    """Insert an evening with its log, and with those of its tables that are here."""
    evening_rows.insert_evening(db, evening.row)
    for number, name in evening.names.items():
        evening_rows.insert_players(db, evening.row.id, [name], number)
    for phone, player in evening.phones:
        if here := phones.find(phone):
            evening_rows.set_phone(db, evening.row.id, here, player)
    acts = [replace(act, phone=phones.find(act.phone)) for act in evening.acts]
    evening_rows.insert_acts(db, evening.row.id, acts)
    for session in evening.sessions:
        if is_session(db, session):
            evening_rows.insert_evening_session(db, evening.row.id, session)


def _free_code(db: Transaction, code: str) -> str:
    """The code, or a new one if a session here has it already."""
    while has_code(db, code):
        code = credentials.new_code()
    return code


def _setup(setup: Any, phones: PhoneNumbers) -> dict[str, Any]:
    values = dict(setup)
    if "claims" in values:
        values["claims"] = {seat: phones.find(phone) for seat, phone in values["claims"].items()}
    return values
