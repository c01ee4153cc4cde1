"""The devices of a phone: each has a token of its own, by which it is this phone until it is ended, or unused for long.

The token in `phones` is that of one of its devices, so a phone with one device needs no row here.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.storage.records import Rows, Transaction, now
from companion.storage.schema import DEVICES, PHONES, exists, insert, select, update, value

_UNUSED = timedelta(days=365)
_ENDED = ""  # `used` of a device that was ended; its row is kept while the code by which it joined could be used again
_KEPT = timedelta(days=31)


def phone_of(rows: Rows, token: bytes) -> int | None:
    """The phone of a device with this token hash; None if there is none, or it was ended."""
    sql = "SELECT p.id FROM devices d JOIN phones p ON p.id = d.phone WHERE d.token = ? AND d.used > ?"
    found = value(rows, PHONES, "id", token=token)
    return found or next((int(row["id"]) for row in rows(sql, [token, _ago(_UNUSED)])), None)


def devices_of(rows: Rows, phone: int) -> list[dict[str, Any]]:
    """The devices of a phone that are in use, the first one first; none where no other has ever joined."""
    sql = "SELECT id, token, kind, made, told FROM devices WHERE phone = ? AND used > ? ORDER BY made, id"
    return rows(sql, [phone, _ago(_UNUSED)])


def is_used(rows: Rows, code: bytes, *, again: bool) -> bool:
    """Whether a code lets no device in any more; one that may be used `again` does until such a device was ended."""
    used = [row["used"] for row in select(rows, DEVICES, "used", code=code)]
    return _ENDED in used if again else bool(used)


def add_device(db: Transaction, phone: int, token: bytes, kind: str, code: bytes | None) -> None:
    """Add a device to a phone; without a code, one that earlier versions knew."""
    db.execute("DELETE FROM devices WHERE used < ? AND made < ?", [_ago(_UNUSED), _ago(_KEPT)])
    common = {"phone": phone, "used": now()}
    for first in select(db.rows, PHONES, "token made", id=phone):
        insert(db, DEVICES, {**common, **first, "kind": "", "told": True}, keep=True)
    device = {"token": token, "code": code, "kind": kind, "made": now(), "told": code is None}
    insert(db, DEVICES, {**common, **device}, keep=True)


def note_use(db: Transaction, token: bytes, kind: str) -> None:
    """Note that a device is in use, and what it is."""
    db.execute("UPDATE devices SET used = ?, kind = ? WHERE token = ? AND used <> ?", [now(), kind, token, _ENDED])


def end_devices(db: Transaction, phone: int, own: bytes, which: str) -> bool:
    """End the device of a phone with the id `which`, or all "others" than the own; returns whether there were any."""
    others = [row for row in devices_of(db.rows, phone) if row["token"] != own]
    ended = [row for row in others if which in ("others", str(row["id"]))]
    for row in ended:
        update(db, DEVICES, {"used": _ENDED}, id=row["id"])
    if ended:
        update(db, PHONES, {"signed": False}, id=phone)
    if value(db.rows, PHONES, "token", id=phone) in [row["token"] for row in ended]:
        update(db, PHONES, {"token": own}, id=phone)
    return bool(ended)


def has_signed_cookies(rows: Rows, token: bytes) -> bool:
    """Whether cookies that earlier versions signed for further devices of this phone still count."""
    return exists(rows, PHONES, token=token, signed=1)


def _ago(time: timedelta) -> str:
    return (datetime.now(UTC) - time).isoformat(timespec="seconds")
