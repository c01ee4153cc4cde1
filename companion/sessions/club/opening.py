"""Opens the tables of a round: each is a session as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.club.evening import Evening, EveningRefused
from companion.game import Game, Message, RuleError, Setup
from companion.scoring.scoresheet import read_setup
from companion.sessions.club.state import EveningState
from companion.sessions.openings import Openings
from companion.storage import credentials
from companion.storage.batches import batches
from companion.storage.database import Transaction
from companion.storage.records import NewSession
from companion.storage.rows.evening_rows import insert_evening_session
from companion.storage.rows.session_rows import open_session, with_host
from companion.storage.rows.transfer_rows import has_session
from companion.storage.store import Store
from companion.time_slices import Slices

_AT_ONCE = 10  # tables of one transaction
_COUNTED_AS_ONE = 10
"""Tables of a round that count as one opened by the address, else a large club could not play a round in an hour."""
_NOT_DRAWN = Message("Draw the round first.")


def new_tables(state: EveningState, openings: Openings, phone: int, call: Callable[[int], str]) -> list[NewSession]:
    """Return the sessions of the round that was drawn, with this phone as their host.

    The same draft gives the same ids, so that tables of which only some were written are completed. Raises
    `EveningRefused`, `TooManySessions`.
    """
    draft, slices = state.evening.draft, Slices()
    if draft is None:
        raise EveningRefused(_NOT_DRAWN)
    if state.stale is not None:
        raise EveningRefused(state.stale)
    new = []
    for number, table in enumerate(draft.tables, 1):
        players = [state.names[player] or call(player) for player in table]
        setup = _setup(state.game, players, state.row.setup["options"], number)
        session = _table_id(openings.key, state.id, state.evening, number)
        is_counted = number % _COUNTED_AS_ONE == 1
        stored = {"hidden": state.row.setup["hidden"]}
        opened = openings.new_session(state.game, setup, stored, session, is_counted=is_counted)
        new.append(with_host(opened, phone))
        slices()
    return new


def drafted_tables(state: EveningState, openings: Openings) -> set[str]:
    """Return the ids that the tables of the round that is next had each time that it was drawn and players swapped.

    Those that were written and did not become the round's stay empty.
    """
    evening, slices, found = Evening(), Slices(), set()
    for act in state.acts:
        evening.apply(act.kind, act.body)
        if evening.draft is not None and evening.draft.number > len(state.evening.opened):
            tables = range(1, len(evening.draft.tables) + 1)
            found |= {_table_id(openings.key, state.id, evening, number) for number in tables}
            slices()
    return found


def _table_id(key: bytes, id: str, evening: Evening, table: int) -> str:
    """Return the id of a table of the round that was drawn; each act on the evening gives it another one."""
    return credentials.link_token(key, f"{id} {evening.number} {table}", "evening", len(evening.opened) + 1)


def open_round(store: Store, evening: str, new: Sequence[NewSession]) -> None:
    """Insert the sessions of a round that are not there yet, some in each transaction."""

    def job(db: Transaction, part: Sequence[NewSession]) -> None:
        for each in part:
            if not has_session(db, each.row.id):
                open_session(db, each)
                insert_evening_session(db, evening, each.row.id)

    for part in batches(new, _AT_ONCE):
        store.write(partial(job, part=part))


def fitting_options(game: Game, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return those of the options that a table of so many players can have; the others keep their default there."""
    if game.setup_form is not None:
        return dict(options)
    known = {option.key: option for option in game.options}
    fitting = {}
    for key, value in options.items():
        try:
            known[key].read(value, seats)
        except RuleError:
            continue
        fitting[key] = value
    return fitting


def _setup(game: Game, players: list[str], options: Mapping[str, Any], number: int) -> Setup:
    try:
        return read_setup(game, players, fitting_options(game, options, len(players)))
    except RuleError as error:
        raise EveningRefused(
            Message("Table {number} cannot be opened so: {reason}.", number=number, reason=error.message)
        ) from error
