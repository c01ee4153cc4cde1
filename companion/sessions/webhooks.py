"""Results that are told to an address on the web: signed, in order, and tried again until they arrive.

Signed as https://www.standardwebhooks.com/ describes: whoever knows the secret can tell that a message is the
companion's, which one it is, and when it was sent.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.api import catalogue
from companion.game import Message, Seat, joined
from companion.game.ranking import places_by_seat
from companion.games import played_game
from companion.storage import webhooks
from companion.storage.records import SessionRow
from companion.storage.store import Store
from companion.storage.webhooks import HOST, Webhook

WAITS = (10, 60, 300, 1800, 7200, 21600, 86400)
"""Seconds until the next attempt after each that failed; after the last there is none."""
_AT_ONCE = 20
_SECRET_BYTES = 24

Send = Callable[[str, bytes, Mapping[str, str]], bool]
"""Posts a body with headers to an address; returns whether it was accepted."""


@dataclass(frozen=True)
class OperatorHook:
    """The address that is told each result of the instance, with its secret."""

    url: str
    secret: bytes


class Webhooks:
    """The webhooks of an instance; `key` is the secret that the hosts' secrets are made with.

    `link` gives the address of the page that shows the result of a session; None where the companion's is not known.
    """

    def __init__(
        self, store: Store, key: bytes, operator: OperatorHook | None, link: Callable[[SessionRow], str | None]
    ) -> None:
        self._store, self._key, self._operator, self._link = store, key, operator, link
        if (store.maintenance.instance_value(webhooks.MARK) is None) == (operator is not None):
            store.write(lambda db: webhooks.mark_operator(db, is_told=operator is not None))

    def of(self, session: str) -> Webhook | None:
        """The address that the host of a session has set."""
        return webhooks.webhook_of(self._store.rows, session)

    def set(self, session: str, url: str, locale: str) -> None:
        """Set the host's address, which is told the result once there is one, in this language."""
        self._store.write(lambda db: webhooks.set_webhook(db, session, url, locale), session)

    def remove(self, session: str) -> None:
        """Tell the host's address nothing more."""
        self._store.write(lambda db: webhooks.remove_webhook(db, session), session)

    def secret(self, session: str) -> str:
        """The secret of a session's host, as receivers are given it."""
        return f"whsec_{base64.b64encode(self._secret(session)).decode()}"

    def _secret(self, session: str) -> bytes:
        return hmac.digest(self._key, json.dumps(["webhook", session]).encode(), "sha256")[:_SECRET_BYTES]

    def due(self, moment: datetime) -> list[Webhook]:
        """What is to be told now."""
        return webhooks.due_webhooks(self._store.rows, _stored(moment), _AT_ONCE)

    def deliver(self, hook: Webhook, moment: datetime, send: Send) -> None:
        """Tell one address its result, and note what became of it."""
        row = self._store.session(hook.session)
        url, secret = self._target(hook)
        if row is None or not url:
            return
        body = json.dumps(payload(row, hook, self._link(row)), ensure_ascii=False).encode()
        if send(url, body, headers(hook, secret, body, moment)):
            self._store.write(lambda db: webhooks.note_told(db, hook), hook.session)
            return
        waits = WAITS[hook.attempts] if hook.attempts < len(WAITS) else None
        due = "" if waits is None else _stored(moment + timedelta(seconds=waits))
        self._store.write(lambda db: webhooks.note_failure(db, hook, due), hook.session)

    def _target(self, hook: Webhook) -> tuple[str, bytes]:
        if hook.owner == HOST:
            return hook.url, self._secret(hook.session)
        return (self._operator.url, self._operator.secret) if self._operator else ("", b"")


def _stored(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def payload(row: SessionRow, hook: Webhook, link: str | None = None) -> dict[str, Any]:
    """What is told of a session: its result, or that it goes on, with a sentence for people in the hook's language.

    `link` is the address of its page.
    """
    game, names = played_game(row.game, row.setup["options"]), list(row.setup["players"])
    words = catalogue(hook.locale or "en")
    body: dict[str, Any] = {"table": row.id, "game": row.game, "title": game.title.text(words), "players": names}
    if link is not None:
        body["link"] = link
    if row.result is None:
        text = Message("{game}: the game goes on.", game=game.title).text(words, names)
        return {"type": "game.reopened", "text": text, "number": hook.number, "data": body}
    totals = [game.points(total) for total in row.result["totals"]]
    scored = [Message("{name} {total}", name=Seat(seat), total=total) for seat, total in enumerate(totals)]
    text = Message("{game}: {totals}", game=game.title, totals=joined(scored)).text(words, names)
    places = places_by_seat(row.result["ranking"], row.result.get("sides") or ())
    body |= {"totals": [_plain(total) for total in totals], "places": places, "ended": row.at}
    if "seconds" in row.result:
        body["seconds"] = row.result["seconds"]
    return {"type": "game.finished", "text": text, "number": hook.number, "data": body}


def _plain(points: Any) -> float | int:
    return points if type(points) is int else float(str(points))


def headers(hook: Webhook, secret: bytes, body: bytes, moment: datetime) -> dict[str, str]:
    """The headers of a message: its id, which is the same at each attempt, when it was sent, and the signature."""
    message = f"{hashlib.sha256(f'{hook.session} {hook.owner}'.encode()).hexdigest()[:24]}_{hook.number}"
    seconds = str(int(moment.timestamp()))
    signed = hmac.digest(secret, b".".join((message.encode(), seconds.encode(), body)), "sha256")
    return {
        "Content-Type": "application/json",
        "User-Agent": "tabletop-companion",
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }


def operator_secret(text: str) -> bytes:
    """The bytes of a secret as the operator gives it: those of its base64 after "whsec_", else its characters."""
    head, _, encoded = text.partition("whsec_")
    return base64.b64decode(encoded) if encoded and not head else text.encode()
