"""Replace the links or the host of a session. Each function runs within one transaction."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from companion.storage.database import Transaction
from companion.storage.records import TemplateRow, now
from companion.storage.rows.memberships import PhoneRef, is_member, phone_number
from companion.storage.rows.player_counts import count_players
from companion.storage.rows.session_rows import append_unasked
from companion.storage.rows.setup_templates import keep_template


def replace_host(db: Transaction, session: str, phone: PhoneRef, since: str, keeps: TemplateRow | None) -> None:
    """Make a phone the only host of a session, as `Store.replace_host` says."""
    sql = (
        "SELECT 1 FROM sessions s WHERE id = ? AND deleted IS NULL AND made > ?"
        " AND NOT EXISTS (SELECT 1 FROM events WHERE session = s.id)"
    )
    if db.execute(sql, [session, since]).fetchone() is not None and not is_member(db, session, phone):
        sql, number = "UPDATE members SET phone = ? WHERE session = ? AND role = 'host'", phone_number(db, phone, now())
        db.execute(sql, [number, session])
        count_players(db, session)
        if keeps is not None:
            keep_template(db, number, keeps)


def renew_links(
    db: Transaction, session: str, generation: int, links: Mapping[str, tuple[str, bytes]], alone: int | None
) -> set[int] | None:
    """Renew the links of a session, as `Store.renew` says."""
    sql = "UPDATE sessions SET generation = ? WHERE id = ? AND generation = ? AND deleted IS NULL"
    if not db.execute(sql, [generation + 1, session, generation]).rowcount:
        return None
    for role, (code, token) in links.items():
        sql = "UPDATE links SET code = ?, token = ?, made = ? WHERE session = ? AND role = ?"
        db.execute(sql, [code, token, now(), session, role])
    if alone is None:
        return set()
    sql = "SELECT phone FROM members WHERE session = ? AND phone <> ? AND role <> 'host'"
    removed = {row["phone"] for row in db.query(sql, [session, alone])}
    db.execute("DELETE FROM members WHERE session = ? AND phone <> ? AND role <> 'host'", [session, alone])
    count_players(db, session)
    _free_seats(db, session, removed, alone)
    return removed


def leave_evening(db: Transaction, evening: str, phones: Collection[int]) -> dict[str, set[int]]:
    """Take role and seats at all tables of an evening from these phones; a host keeps its role.

    Returns which of them are no members any more, by session.
    """
    sql = (
        "SELECT m.session, m.phone, m.role FROM evening_sessions e JOIN members m ON m.session = e.session"
        " WHERE e.evening = ?"
    )
    leaving: dict[str, set[int]] = {}
    removed: dict[str, set[int]] = {}
    for row in db.query(sql, [evening]):
        if row["phone"] in phones:
            leaving.setdefault(row["session"], set()).add(row["phone"])
            if row["role"] != "host":
                removed.setdefault(row["session"], set()).add(row["phone"])
    for session, members in leaving.items():
        for phone in removed.get(session, ()):
            db.execute("DELETE FROM members WHERE session = ? AND phone = ?", [session, phone])
        count_players(db, session)
        _free_seats(db, session, members)
    return {session: removed.get(session, set()) for session in leaving}


def withdraw_link(db: Transaction, session: str, page: str, withdrawals: int) -> None:
    """Withdraw the link to a shared page, as `Store.withdraw_link` says."""
    row = db.execute("SELECT setup FROM sessions WHERE id = ? AND deleted IS NULL", [session]).fetchone()
    setup = json.loads(row[0]) if row else {}
    withdrawn = setup.get("withdrawn", {})
    if row and withdrawn.get(page, 0) == withdrawals:
        setup["withdrawn"] = {**withdrawn, page: withdrawals + 1}
        db.execute("UPDATE sessions SET setup = ? WHERE id = ?", [json.dumps(setup), session])


def _free_seats(db: Transaction, session: str, phones: Collection[int], host: int | None = None) -> None:
    """Free the seats of these phones, each by an event of the host; without one, of the phone that had the seat."""
    (setup,) = db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()
    claims = {int(seat): phone for seat, phone in json.loads(setup).get("claims", {}).items()}
    sql = "SELECT body, phone FROM events WHERE session = ? AND kind = 'seat' ORDER BY number"
    for row in db.query(sql, [session]):
        body = json.loads(row["body"])
        claims[body["seat"]] = row["phone"] if body["taken"] else 0
    for seat, phone in sorted(claims.items()):
        if phone in phones:
            append_unasked(db, session, "seat", {"seat": seat, "taken": False}, host or phone)
