"""Phones and members of a store without links or codes."""

from companion.storage.records import Update, now
from companion.storage.rows.memberships import add_member, phone_number


def add_phone(store, token):
    return store.write(lambda db: phone_number(db, token, now()))


def join(store, session, phone, role):
    """Make a phone a member; a member keeps the stronger of its roles."""

    def job(db):
        add_member(db, session, phone, role, now())
        db.derive(Update("people", [session], phone=phone))

    store.write(job, session)
