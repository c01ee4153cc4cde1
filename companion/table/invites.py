"""How phones come in: links and codes to a session, and passes by which a further device becomes one of its phones."""

import re
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from itsdangerous import BadSignature, TimestampSigner

from companion.engine import Message, MessageError
from companion.live.audiences import STRANGER
from companion.live.live import Live
from companion.storage import credentials
from companion.storage.records import Rows, SessionRow, Transaction, now
from companion.storage.rows import devices, session_rows
from companion.storage.rows.memberships import Link, PhoneRef, join_by, links_where, make_codes
from companion.storage.schema import DEVICES, PHONES, exists, update
from companion.storage.store import Store
from companion.table.table import Table

FORM_SECONDS = 600
"""For how long a form may be sent again if the answer, and the cookie with it, was lost."""

_ANY = "-"  # before the random end of a pass
_PHONE_KEY = re.compile(r"[A-Za-z0-9_-]{32}")
LINK_ROLES = ("scorer", "viewer")
PASS_MINUTES = 10
PASS_SECONDS = {"link": PASS_MINUTES * 60, "start": 30 * 24 * 3600, "cookie": 365 * 24 * 3600}
"""How long a pass is valid, by its use: in a link to another device, in the address of an app, and in a cookie, as
earlier versions gave to further devices."""
_MOST_DEVICES = 20
_EXPIRED = Message(
    "This link is not valid, or was for {minutes} minutes only. On the device that has your seat, tap Use another"
    " device or browser on the home page, and open the link that is shown there.",
    minutes=PASS_MINUTES,
)
USED = Message(
    "This link has been used, and lets in one device only. On the device that has your seat, tap Use another device or"
    " browser on the home page, and open the link that is shown there."
)
_TOO_MANY = Message(
    "{count} devices have this seat already, and that is the most. On one of them, tap Use another device or browser on"
    " the home page, and end those that you do not need.",
    count=_MOST_DEVICES,
)
# The first that a browser names: all name others too.
_BROWSERS = {
    **{"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "FxiOS": "Firefox", "Firefox": "Firefox"},
    **{"CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"},
}
_MACHINES = {
    **{"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Macintosh": "Mac"},
    **{"CrOS": "Chromebook", "Linux": "Linux"},
}


class Invites:
    """The links and codes of all sessions of an instance; `key` is the secret that link tokens are made with."""

    def __init__(self, store: Store, live: Live, key: bytes) -> None:
        self.store, self.live, self.key = store, live, key

    def new_links(
        self, session: str, roles: Collection[str], generation: int, codes: Iterator[str] | None = None
    ) -> dict[str, tuple[str, bytes]]:
        """For each role of a session a new code, the next of `codes` if given, and the hash of its link's token."""
        codes = codes or self.free_codes(len(roles))
        tokens = {role: credentials.link_token(self.key, session, role, generation) for role in roles}
        return {role: (next(codes), credentials.token_hash(token)) for role, token in tokens.items()}

    def free_codes(self, count: int) -> Iterator[str]:
        """So many new codes that no session has."""
        codes = set[str]()
        while len(codes) < count:
            new = {credentials.new_code() for _ in range(count - len(codes))}
            codes |= new - self.store.used_codes([*new])
        return iter(codes)

    def code(self, session: str, role: str) -> str | None:
        """The code that lets a phone in with a role; None if it has expired."""
        link = self.store.links(session)[role]
        return None if link.is_unused else link.code

    def row(self, table: Table) -> SessionRow:
        """The session as it is stored now, with its links; a table in memory may have been read before."""
        return self.store.session(table.id) or table.row

    def link_token(self, table: Table, role: str) -> str:
        """The secret part of the link that lets a phone in with a role."""
        return credentials.link_token(self.key, table.id, role, self.row(table).generation)

    def shared_token(self, row: SessionRow, page: str) -> str:
        """The secret part of the link to a shared page of a stored session, such as its "result"; lets nobody in."""
        withdrawn = row.withdrawals.get(page, 0)
        # Without a number until the first withdrawal, so that links of earlier versions open.
        role = f"{page}-{withdrawn}" if withdrawn else page
        return credentials.link_token(self.key, row.id, role, row.generation)

    def renew(self, session: str, generation: int, phone: int, *, alone: bool) -> None:
        """Replace the links and codes of a generation, once; `alone` also removes all other phones from their seats."""
        links = self.new_links(session, self.store.links(session), generation + 1)
        host = phone if alone else None
        sent_away = self.store.write(lambda db: session_rows.renew_links(db, session, generation, links, host), session)
        self.live.disconnect(session, {*(sent_away or ()), STRANGER})
        if sent_away:
            self.live.wake(session)

    def withdraw(self, session: str, page: str, withdrawals: int) -> None:
        """Withdraw the link to a shared page, which was withdrawn so often before; idempotent."""
        self.store.write(lambda db: session_rows.withdraw_link(db, session, page, withdrawals), session)
        self.live.disconnect(session, {STRANGER})

    def make_codes(self, session: str, roles: Collection[str]) -> None:
        """Make new codes for these roles in the place of those that have expired."""
        codes = dict(zip(roles, self.free_codes(len(roles)), strict=True))
        self.store.write(lambda db: make_codes(db, session, codes, now()), session)

    def new_phone_token(self, key: str) -> str:
        """The token of a phone that is not known yet, by the `key` of the form that it sends.

        The same key gives the same token for `FORM_SECONDS`, so that a form sent twice makes one phone. A key that is
        none of our forms' gives a random one.
        """
        if _PHONE_KEY.fullmatch(key):
            token, since = credentials.token_of_key(key), datetime.now(UTC) - timedelta(seconds=FORM_SECONDS)
            if not self.store.has_phone_before(credentials.token_hash(token), since.isoformat(timespec="seconds")):
                return token
        return credentials.new_token()

    def link_of_token(self, token: str) -> Link | None:
        """What a link opens, without joining."""
        return next(iter(links_where(self.store.rows, "token", credentials.token_hash(token))), None)

    def join_by_token(self, token: str, phone: PhoneRef) -> str | None:
        """Let a phone in by a link, and store it only then; returns the session, None without one. Raises `Closed`."""
        return self._join_by("token", credentials.token_hash(token), phone)

    def join_by_code(self, code: str, phone: PhoneRef) -> str | None:
        """Join a session by a six-character code, as `join_by_token` does by a link."""
        return self._join_by("code", credentials.clean_code(code), phone)

    def _join_by(self, column: str, value: str | bytes, phone: PhoneRef) -> str | None:
        links = links_where(self.store.rows, column, value)
        job = partial(join_by, column=column, value=value, phone=phone, moment=now())
        return self.store.write(job, links[0].session) if links else None


class NotJoinable(MessageError):
    """A device cannot join by a pass; `message` says why and what to do."""


@dataclass(frozen=True)
class Device:
    """A device of a phone, and since when it is one; `is_own` is the one that asks, `is_told` one that others know."""

    id: int
    kind: Message | str
    since: str
    is_own: bool
    is_told: bool


def kind_of(user_agent: str) -> str:
    """What of a browser's own description is stored: its name and its machine, each empty where unknown.

    >>> kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1")
    'Safari/iPhone'
    """
    found = (next((name for word, name in names.items() if word in user_agent), "") for names in (_BROWSERS, _MACHINES))
    return "/".join(found)


def _named(kind: str) -> Message | str:
    browser, _, machine = kind.partition("/")
    if browser and machine:
        return Message("{browser} on {machine}", browser=browser, machine=machine)
    return browser or machine or Message("Another browser")


class Devices:
    """The devices of all phones of an instance, each known by the hash of its token."""

    def __init__(self, store: Store, live: Live, invites: Invites) -> None:
        self.store, self.live, self._invites = store, live, invites

    def of(self, phone: int, own: bytes) -> list[Device]:
        """The devices of a phone as one of them sees them; none while there is only that one."""
        rows = devices.devices_of(self.store.rows, phone)
        return [
            Device(row["id"], _named(row["kind"]), row["made"], row["token"] == own, bool(row["told"])) for row in rows
        ]

    def news(self, phone: int, own: bytes) -> list[Device]:
        """The devices that have joined a phone since its first one looked at them; none for others than the first."""
        new = [device for device in self.of(phone, own) if not device.is_told]
        return new if new and exists(self.store.rows, PHONES, token=own) else []

    def note_seen(self, phone: int, own: bytes) -> None:
        """Note that a device has seen which devices its phone has."""
        if self.news(phone, own):
            self.store.write(lambda db: update(db, DEVICES, {"told": True}, phone=phone))

    def note_use(self, own: bytes, kind: str) -> None:
        """Note that a device is in use, and what it is; nothing where its phone has no other."""
        if exists(self.store.rows, DEVICES, token=own):
            self.store.write(lambda db: devices.note_use(db, own, kind))

    def new_pass(self, device: bytes, use: str) -> str:
        """A signed text by which another browser or device becomes the same phone as this device, while that is one.

        A device is given by the hash of its token. No two passes are the same, so that each can be used up.
        """
        text = f"{device.hex()}{_ANY}{secrets.token_urlsafe(6)}"
        return TimestampSigner(self._invites.key, salt=f"device {use}").sign(text).decode()

    def _device_of_pass(self, text: str, use: str) -> bytes | None:
        """The device that made a pass; None if it has expired, or is none for this use."""
        signer = TimestampSigner(self._invites.key, salt=f"device {use}")
        try:
            made = signer.unsign(text.encode(errors="surrogatepass"), PASS_SECONDS[use]).decode()
            return bytes.fromhex(made.partition(_ANY)[0])
        except BadSignature:
            return None

    def owner(self, text: str, use: str, rows: Rows | None = None) -> int:
        """The phone that a pass leads to. Raises `NotJoinable` where it has expired, or its device was ended."""
        rows = rows or self.store.rows
        device = self._device_of_pass(text, use) or b""
        phone = devices.phone_of(rows, device)
        is_old = _ANY not in text.partition(".")[0]  # of a version in which devices could not be ended
        if phone is None or (is_old and not devices.has_signed_cookies(rows, device)):
            raise NotJoinable(_EXPIRED)
        return phone

    def is_used(self, text: str, use: str) -> bool:
        """Whether a pass lets no device in any more: a link after one device, a start after such a device was ended."""
        return devices.is_used(self.store.rows, credentials.token_hash(text), again=use == "start")

    def join(self, text: str, use: str, token: bytes, kind: str) -> None:
        """Make a device with this token the phone of a pass; done once where it is sent again. Raises `NotJoinable`."""
        code = credentials.token_hash(text)

        def job(db: Transaction) -> None:
            phone, known = self.owner(text, use, db.rows), devices.phone_of(db.rows, token)
            if known == phone:
                return
            if known is not None or devices.is_used(db.rows, code, again=use == "start"):
                raise NotJoinable(USED)
            if len(devices.devices_of(db.rows, phone)) >= _MOST_DEVICES:
                raise NotJoinable(_TOO_MANY)
            devices.add_device(db, phone, token, kind, code)

        self.store.write(job)  # without a session it excludes all others, so no two use a code

    def take_over(self, cookie: str) -> bool:
        """Make a device that earlier versions knew by a signed cookie one with a row; False where it was ended."""
        first = self._device_of_pass(cookie, "cookie")
        if first is None or not devices.has_signed_cookies(self.store.rows, first):
            return False

        def job(db: Transaction) -> None:
            phone = devices.phone_of(db.rows, first)
            if phone is not None and devices.has_signed_cookies(db.rows, first):
                devices.add_device(db, phone, credentials.token_hash(cookie), "", None)

        self.store.write(job)
        return True

    def end(self, phone: int, own: bytes, which: str) -> None:
        """End the device of a phone with the id `which`, or all "others" than the own, and what they have open."""
        if self.store.write(lambda db: devices.end_devices(db, phone, own, which)):
            self.live.end_device(phone)
