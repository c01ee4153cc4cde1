"""Phones and members of a store without links or codes."""

from companion.storage.records import Transaction, Update, now
from companion.storage.rows.memberships import add_member, phone_number
from companion.storage.store import Store


def add_phone(store: Store, token: bytes) -> int:
    return store.write(lambda db: phone_number(db, token, now()))


def join(store: Store, session: str, phone: int, role: str) -> None:
    """Make a phone a member; a member keeps the stronger of its roles."""

    def job(db: Transaction) -> None:
        add_member(db, session, phone, role, now())
        db.derive(Update("people", [session], phone=phone))

    store.write(job, session)
