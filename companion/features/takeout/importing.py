"""Import a checked export: add the tables that are missing here, a few in each transaction.

An import that was stopped has added whole tables only; the next one with the same file adds the rest.
"""

import json
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from companion.engine import Message
from companion.engine.pause import in_slices
from companion.features import export_lines, handlers
from companion.features.takeout.export_lines import ImportedSession
from companion.features.takeout.export_reader import Export, Report, SessionPlace
from companion.features.takeout.rows import log_lengths, lowest_use, sessions_among
from companion.games import get_game
from companion.scoring.game_stats import seat_figures
from companion.storage import credentials, schema
from companion.storage.records import NewSession, Transaction, batches
from companion.storage.rows.devices import phone_of
from companion.storage.rows.exported import PhoneList, PhoneNumbers, Row
from companion.storage.rows.instance_key import KEY, ensure_key, remove_value, set_value, value_of
from companion.storage.rows.session_rows import insert_session
from companion.storage.schema import exists, select
from companion.storage.store import Store
from companion.table.table_loader import opened_table

_TABLES, _EVENTS = 10, 1000  # at most in one transaction, which other writers wait for
_PHONES = 100


class Counts(NamedTuple):
    """Numbers of tables, log entries, phones, stored setups and groups."""

    tables: int
    entries: int
    phones: int
    setups: int
    groups: int


@dataclass(frozen=True)
class ImportReport:
    """The outcome of an import: how many sessions were added or left unchanged, and how much is here now.

    `expected` counts the export without sessions that the rules refuse or that were deleted here.
    """

    added: int
    left: int
    renewed: bool
    """Whether the links of the imported sessions are new, because this instance has another key."""
    replaced: bool
    """Whether the export's key replaced another one."""
    expected: Counts
    present: Counts
    shorter: int
    """How many tables that were here before have fewer log entries than in the export."""
    is_complete: bool
    """Whether all that is expected is here."""


class _State(NamedTuple):
    """The state of an import: `shift` and `is_replaced` stay the same in all its runs.

    `key` is the instance's, `known` the export's sessions that are here or were deleted here. `shift` is added to each
    session's `used`. `is_replaced` says whether the export's key replaced another one.
    """

    key: bytes
    known: Set[str]
    shift: int
    is_replaced: bool


def import_data(store: Store, export: Export, report: Report) -> ImportReport:
    """Import an export; `report` is called after each transaction. Raises `FileError`, `StoreError` or OSError."""
    state = store.write(lambda db: _begin(db, export, goes_on=True))
    added = _add_all(store, export, report, state)
    for key, place, _ in export.more:
        export_lines()[key].add(store, export.load_more(key, place), export.phones)
    store.write(lambda db: remove_value(db, _name(export)))
    return ImportReport(
        len(added),
        len(export.places) - len(added),
        state.key != export.counts["key"] and bool(added),
        state.is_replaced,
        *_compare(store, export, added),
    )


def merge_data(store: Store, export: Export, report: Report) -> tuple[int, list[Message]]:
    """Import what is one phone's, whose groups go into those that are here.

    Returns how many tables are new, and what was left out, and why. It costs what the file has, however much others
    have here, and an import that was stopped leaves nothing to go on.
    """
    state = store.write(lambda db: _begin(db, export, goes_on=False))
    added, left_out = _add_all(store, export, report, state), list[Message]()
    for key, places in groupby(export.more, itemgetter(0)):
        lines = export_lines()[key]
        rows = (export.load_more(key, place) for _, place, _ in in_slices(places))
        if lines.merge:
            left_out += lines.merge(store, rows, export.phones) or ()  # a plug-in may tell nothing
            continue
        for row in rows:
            lines.add(store, row, export.phones)
    return len(added), left_out


def _add_all(store: Store, export: Export, report: Report, state: _State) -> set[str]:
    """Insert the sessions and phones that are missing; return the ids of the inserted sessions."""
    # In the order of opening, which decides between games that ended at the same time.
    in_order = sorted(export.places, key=lambda place: place.number)
    new = [place for place in in_order if place.id not in state.known]
    everything, done = len(export.places), len(export.places) - len(new)
    added: set[str] = set()
    for places in _batches(new):
        added |= _add_sessions(store, export, places, state)
        done += len(places)
        report(done, everything)
    _add_phones(store, export)
    return added


def _begin(db: Transaction, export: Export, *, goes_on: bool) -> _State:
    """Return the state of a stopped import of this export, or that of a new one; stored, if it goes on after a stop."""
    known = sessions_among(db.rows, [place.id for place in export.places])
    stored = value_of(db.rows, _name(export))
    if stored is not None:
        return _State(ensure_key(db), known, **json.loads(stored))
    before = value_of(db.rows, KEY)
    lowest = lowest_use(db)
    if lowest is None:  # an instance without sessions adopts the export's key, so that its links remain valid
        set_value(db, KEY, export.counts["key"])
    key = ensure_key(db)
    # Imported sessions come after those of this instance in the order of use.
    highest = max((place.used for place in export.places if place.id not in known), default=0)
    state = _State(key, known, 0 if lowest is None else lowest - 1 - highest, before not in (None, key))
    if goes_on and any(place.id not in known for place in export.places):
        set_value(db, _name(export), json.dumps({"shift": state.shift, "is_replaced": state.is_replaced}).encode())
    return state


def _name(export: Export) -> str:
    return f"import {export.digest.hexdigest()}"


# Tables


def _batches(places: Sequence[SessionPlace]) -> Iterator[list[SessionPlace]]:
    batch: list[SessionPlace] = []
    for place in places:
        batch.append(place)
        if len(batch) == _TABLES or sum(each.events for each in batch) >= _EVENTS or place is places[-1]:
            yield batch
            batch = []


def _add_sessions(store: Store, export: Export, places: Sequence[SessionPlace], state: _State) -> set[str]:
    """Insert sessions in one transaction, except those that came here meanwhile; return the ids of the inserted."""
    batch = [export.load(place) for place in places]

    def job(db: Transaction) -> set[str]:
        numbers = PhoneNumbers(db, export.phones)
        new = [each for each in batch if not exists(db.rows, schema.SESSIONS, id=each.row.id)]
        for imported in new:
            put_session(db, imported, numbers, state.key, state.shift)
        store.database.advance_sequences(db)
        return {imported.row.id for imported in new}

    return store.write(job)


def put_session(db: Transaction, imported: ImportedSession, phones: PhoneNumbers, key: bytes, shift: int) -> None:
    """Insert a session with its phones; `shift` is added to its `used`."""
    setup = dict(imported.row.setup)
    if "claims" in setup:
        setup["claims"] = {seat: phones.find(phone) for seat, phone in setup["claims"].items()}
    row = replace(imported.row, setup=setup)
    links = {
        role: (_free_code(db, code), credentials.token_hash(credentials.link_token(key, row.id, role, row.generation)))
        for role, code in imported.codes.items()
    }
    members = list(phones.known(imported.members))
    roles = {member["phone"]: member["role"] for member in members}
    log = tuple(replace(event, phone=phones.find(event.phone)) for event in imported.log)
    if row.is_totals_only and row.result is not None:
        # The figures tell whether points were recorded; those of other games are computed when a page needs them.
        table = opened_table(row, get_game(row.game))
        table.catch_up(log)
        row = replace(row, result={**row.result, "figures": seat_figures(table.replay)})
    joined = {member["phone"]: member["joined"] for member in members}
    insert_session(db, NewSession(row, links, roles, log), imported.ended, joined, imported.used + shift)


def _free_code(db: Transaction, code: str) -> str:
    """The code, or a new one if a session here has it already."""
    while exists(db.rows, schema.LINKS, code=code):
        code = credentials.new_code()
    return code


# Phones with setups


def _add_phones(store: Store, export: Export) -> None:
    """Insert missing phones without sessions, and the missing setups of all phones."""
    lists: Sequence[PhoneList] = handlers("phone lines")
    told = [
        phone for phone in export.phones.values()
        if any(phone[each.key] for each in lists) or phone_of(store.rows, phone["token"]) is None
    ]  # fmt: skip

    def job(db: Transaction, phones: Sequence[Row]) -> None:
        numbers = PhoneNumbers(db, export.phones)
        for phone in phones:
            number = numbers.find(phone["phone"])
            for each in lists:
                for row in phone[each.key]:
                    each.add(db, number, row)
        store.database.advance_sequences(db)

    for part in batches(told, _PHONES):
        store.write(partial(job, phones=part))


def _compare(store: Store, export: Export, added: Set[str]) -> tuple[Counts, Counts, int, bool]:
    """Return the last four fields of `ImportReport` by comparing the database with the export; `added` are new here."""
    lists: Sequence[PhoneList] = handlers("phone lines")
    with store.snapshot():
        deleted = {row["id"]: row["deleted"] for row in select(store.rows, schema.SESSIONS, "id deleted")}
        logs = log_lengths(store.rows)
        more = {lines.key: lines.present(store) for lines in export_lines().values() if lines.present}
        tokens = {row["id"]: bytes(row["token"]) for row in select(store.rows, schema.PHONES, "id token")}
        kept = {each.key: each.write(store) for each in lists}
    here = [
        {"token": token, **{key: rows.get(phone, ()) for key, rows in kept.items()}} for phone, token in tokens.items()
    ]
    rest: list[tuple[set[Any], set[Any]]] = [
        (set(tokens.values()), {phone["token"] for phone in export.phones.values()}),
        (_setups(lists, here), _setups(lists, export.phones.values())),
        (
            {(key, name) for key, names in more.items() for name in names},
            {(key, name) for key, _, name in export.more if key in more},
        ),
    ]
    lengths = {place.id: place.events for place in export.places if deleted.get(place.id) is None}
    present = [id for id in lengths if id in deleted]
    shorter = {id for id in present if logs.get(id, 0) < lengths[id]}
    expected = Counts(len(lengths), sum(lengths.values()), *[len(wanted) for _, wanted in rest])
    found = Counts(
        len(present),
        sum(min(logs.get(id, 0), lengths[id]) for id in present),  # a log here may have grown since
        *[len(wanted & known) for known, wanted in rest],
    )
    is_complete = found._replace(entries=expected.entries) == expected and not shorter & added
    return expected, found, len(shorter - added), is_complete


def _setups(lists: Sequence[PhoneList], phones: Iterable[Row]) -> set[tuple[str, bytes, str]]:
    """Return what tells the setups of phones apart."""
    found = [(each, phone["token"], row) for phone in phones for each in lists for row in phone[each.key]]
    return {(each.key, token, each.identity(row)) for each, token, row in found}
