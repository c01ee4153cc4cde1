"""The links and codes by which phones join a session, and the passes by which a further device becomes a phone."""

import re
import secrets
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

from itsdangerous import BadSignature, TimestampSigner

from companion.live.audiences import STRANGER
from companion.live.live import Live
from companion.storage import credentials
from companion.storage.records import SessionRow, now
from companion.storage.rows import session_rows
from companion.storage.rows.memberships import Link, PhoneRef, join_by, links_where, make_codes
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

    def new_pass(self, device: bytes, use: str) -> str:
        """A signed text by which another browser or device becomes the same phone as this device, while that is one.

        A device is given by the hash of its token. No two passes are the same, so that each can be used up.
        """
        text = f"{device.hex()}{_ANY}{secrets.token_urlsafe(6)}"
        return TimestampSigner(self.key, salt=f"device {use}").sign(text).decode()

    def device_of_pass(self, text: str, use: str) -> bytes | None:
        """The device that made a pass; None if it has expired, or is none for this use."""
        signer = TimestampSigner(self.key, salt=f"device {use}")
        try:
            made = signer.unsign(text.encode(errors="surrogatepass"), PASS_SECONDS[use]).decode()
            return bytes.fromhex(made.partition(_ANY)[0])
        except BadSignature:
            return None

    @staticmethod
    def is_of_earlier_version(text: str) -> bool:
        """Whether a pass was made before devices could be ended."""
        return _ANY not in text.partition(".")[0]

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
