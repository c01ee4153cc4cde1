"""The URLs to which tables post their results, and which of them are due."""

from dataclasses import dataclass

from companion.storage.records import Rows, Transaction, Update, now
from companion.storage.rows.instance_key import mark_deleted, remove_value, set_value
from companion.storage.schema import DatabaseTable, Index, update

WEBHOOKS = DatabaseTable(
    "webhooks",
    "session -> sessions, owner, url prose = '', locale = '', number integer = 0, told integer = 0, attempts "
    "integer = 0, due = ''",
    key=("session", "owner"),
    indexes=(Index("webhooks_due", ("due",), where="due <> ''"),),
    rows="clustered",
)

HOST, OPERATOR = "host", "operator"
MARK = "webhook"
"""The name of the stored value that is set while the operator has a webhook."""
_COLUMNS = "session, owner, url, locale, number, told, attempts, due"


@dataclass(frozen=True)
class Webhook:
    """The URL of a session's host or of the operator, `owner`; the operator's row has none, as it is configured.

    `number` counts the session's results and identifies them to receivers. It must not start again, so the row stays
    when the host removes the URL. `told` is the number of the last delivered result. `due` is the time of the next
    attempt (ISO), empty if there is none, and `attempts` counts the failed ones for this result. `phone` hosts the
    session of one that is due.
    """

    session: str
    owner: str
    url: str
    locale: str
    number: int
    told: int
    attempts: int
    due: str
    phone: int = 0

    @property
    def asker(self) -> str:
        """For whom its name is looked up: the phone that hosts the session, or the operator."""
        return OPERATOR if self.owner == OPERATOR else str(self.phone)


def set_webhook(db: Transaction, session: str, url: str, locale: str) -> None:
    """Set the host's URL; an existing result is due at once."""
    (is_over,) = db.execute("SELECT result IS NOT NULL FROM sessions WHERE id = ?", [session]).fetchone()
    sql = (
        f"INSERT INTO webhooks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, 0, 0, ?) ON CONFLICT (session, owner) DO UPDATE SET"
        " url = excluded.url, locale = excluded.locale, number = webhooks.number + excluded.number, told = 0,"
        " attempts = 0, due = excluded.due"
    )
    db.execute(sql, [session, HOST, url, locale, int(bool(is_over)), now() if is_over else ""])


def remove_webhook(db: Transaction, session: str) -> None:
    """Remove the host's URL."""
    update(db, WEBHOOKS, {"url": "", "locale": "", "due": ""}, session=session, owner=HOST)
    mark_deleted(db)


def queue_result(db: Transaction, change: Update) -> None:
    """Make the URLs of a session due if its result has changed."""
    if change.what != "result":
        return
    ((session,), at) = change.sessions, change.at
    is_operator_told = f"EXISTS (SELECT 1 FROM instance WHERE name = '{MARK}')"
    sql = (
        f"INSERT INTO webhooks (session, owner) SELECT ?, '{OPERATOR}' WHERE {is_operator_told}"
        " ON CONFLICT (session, owner) DO NOTHING"
    )
    db.execute(sql, [session])
    sql = (
        "UPDATE webhooks SET number = number + 1, attempts = 0, due = ? WHERE session = ?"
        f" AND (url <> '' OR owner = '{OPERATOR}' AND {is_operator_told})"
    )
    db.execute(sql, [at, session])


def webhook_of(rows: Rows, session: str) -> Webhook | None:
    """The host's webhook of a session, if there is one."""
    hooks = rows(f"SELECT {_COLUMNS} FROM webhooks WHERE session = ? AND owner = ? AND url <> ''", [session, HOST])
    return Webhook(**hooks[0]) if hooks else None


def due_webhooks(rows: Rows, moment: str, limit: int) -> list[Webhook]:
    """The webhooks whose next attempt is due at a moment, those of each host in turn, the longest due first."""
    host = "SELECT min(phone) FROM members m WHERE m.session = w.session AND m.role = 'host'"
    of_host = f"SELECT {_COLUMNS}, coalesce(({host}), 0) AS phone FROM webhooks w WHERE due <> '' AND due <= ?"
    turn = "row_number() OVER (PARTITION BY owner, phone ORDER BY due, session)"
    sql = f"SELECT {_COLUMNS}, phone FROM ({of_host}) h ORDER BY {turn}, due, session, owner LIMIT ?"
    return [Webhook(**row) for row in rows(sql, [moment, limit])]


def mark_delivered(db: Transaction, hook: Webhook) -> None:
    """Store that this result was delivered; a later one stays due."""
    of = {"session": hook.session, "owner": hook.owner}
    update(db, WEBHOOKS, {"told": hook.number}, **of)
    update(db, WEBHOOKS, {"due": "", "attempts": 0}, **of, number=hook.number)


def mark_failed(db: Transaction, hook: Webhook, due: str) -> None:
    """Store a failed attempt and the time of the next one, empty to give up."""
    told = {"session": hook.session, "owner": hook.owner, "number": hook.number}
    update(db, WEBHOOKS, {"attempts": hook.attempts + 1, "due": due}, **told)


def mark_operator(db: Transaction, *, is_set: bool) -> None:
    """Store whether the operator has a webhook now; if not, drop the messages that are due for it."""
    if is_set:
        set_value(db, MARK, b"1")
    else:
        remove_value(db, MARK)
        update(db, WEBHOOKS, {"due": ""}, owner=OPERATOR)
