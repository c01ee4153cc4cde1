"""The seat of a player's phone at its table."""

from __future__ import annotations

import secrets
from contextlib import suppress

from companion.game import RuleError
from companion.sessions.actions import Action
from companion.sessions.club.state import Place
from companion.storage.database import Transaction
from companion.storage.records import now
from companion.storage.rows.memberships import add_member
from companion.storage.rows.seat_rows import count_players
from companion.views.http.identity import sessions


def may_sit(place: Place, phone: int | None) -> bool:
    """Whether the evening leads a phone to its table.

    Where the table's links were made anew, these alone let phones in that are not there: some may have been sent away.
    """
    store = sessions().store
    row = store.session(place.session)
    return row is not None and (not row.generation or bool(phone and store.role(place.session, phone)))


def take_seat(place: Place, phone: int, *, is_over: bool) -> None:
    """Let a phone join its table, as a viewer once the game is over, and take its seat, unless another phone has it."""
    service, session = sessions(), place.session

    def join(db: Transaction) -> None:
        if add_member(db, session, phone, "viewer" if is_over else "scorer", now()):
            count_players(db, session, phone)

    service.store.write(join, session)
    table = service.table(session)
    if is_over or table is None or place.seat in table.claims:
        return
    action = Action(phone, secrets.token_urlsafe(12), table.version, b"")
    with suppress(RuleError):  # another phone was first, and its player sorts that out at the table
        service.sit(session, action, service.store.role(session, phone) or "scorer", place.seat, taken=True)
