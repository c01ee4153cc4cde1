"""Posts results to a URL: signed, in order, and again until they are accepted.

The signature follows https://www.standardwebhooks.com/. With the secret, a receiver can verify who sent a message,
which one it is, and when it was sent.

Requests of hosts must not reach the operator's own network (server-side request forgery). A name is resolved once, all
its addresses are checked, and the connection goes to a checked one, so that DNS rebinding has no effect. Redirects are
not followed, proxies of the environment not used, and answers not read. Where nobody answers for a name, looking it up
takes half a minute, and others do not wait.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import AI_NUMERICHOST, SOCK_STREAM
from ssl import SSLContext, TLSVersion, create_default_context
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from companion.api import catalogue
from companion.engine import Message, MessageError, Seat, joined
from companion.engine.halves import decimal, plain
from companion.engine.pause import pausing
from companion.engine.ranking import places_by_seat
from companion.features.webhooks import rows
from companion.features.webhooks.rows import HOST, OPERATOR, Webhook
from companion.games import played_game
from companion.locales import SOURCE
from companion.server.addresses import Networks, network_addresses, url_host
from companion.server.fair_queue import Caller
from companion.server.rate_limits import Held
from companion.storage.error_messages import StoreError
from companion.storage.records import SessionRow
from companion.storage.rows.instance_key import value_of
from companion.storage.rows.seat_rows import standing_of
from companion.table.service import Tables

if TYPE_CHECKING:
    from urllib3 import HTTPConnectionPool

    from companion.commands.serving.background_jobs import Stop


WAITS = (10, 60, 300, 1800, 7200, 21600, 86400)
"""Seconds from each failed attempt to the next; after the last one it is given up."""
_AT_ONCE = 20
_SECRET_BYTES = 24

Send = Callable[[str, bytes, Mapping[str, str]], bool]
"""A function that posts a body with headers to a URL, and returns whether it was accepted."""


@dataclass(frozen=True)
class OperatorHook:
    """The operator's URL, which receives every result of the instance, with its secret."""

    url: str
    secret: bytes


class Webhooks:
    """The webhooks of an instance; the hosts' secrets are derived from the key of the sessions.

    `link` returns the URL of a session's result; None if the companion's own address is not known.
    """

    def __init__(
        self, service: Tables, operator: OperatorHook | None, link: Callable[[SessionRow], str | None]
    ) -> None:
        self._service, self._operator, self._link = service, operator, link
        if (service.read(value_of, rows.MARK) is None) == (operator is not None):
            service.write(lambda db: rows.mark_operator(db, is_set=operator is not None))

    def secret(self, session: str) -> str:
        """The secret of a session's host, as given to receivers."""
        return f"whsec_{base64.b64encode(self._secret(session)).decode()}"

    def _secret(self, session: str) -> bytes:
        return hmac.digest(self._service.key, json.dumps(["webhook", session]).encode(), "sha256")[:_SECRET_BYTES]

    def due(self, moment: datetime) -> list[Webhook]:
        """The webhooks that are due now."""
        return self._service.read(rows.due_webhooks, _stored(moment), _AT_ONCE)

    def deliver(self, hook: Webhook, moment: datetime, send: Send) -> None:
        """Post a result to one URL, and store whether that succeeded; it stays due where `send` raises."""
        row = self._service.row(hook.session)
        url, secret = self._target(hook)
        if row is None or not url:
            return
        body = json.dumps(payload(row, hook, self._link(row)), ensure_ascii=False).encode()
        if send(url, body, headers(hook, secret, body, moment)):
            self._service.write(lambda db: rows.mark_delivered(db, hook), hook.session)
            return
        waits = WAITS[hook.attempts] if hook.attempts < len(WAITS) else None
        due = "" if waits is None else _stored(moment + timedelta(seconds=waits))
        self._service.write(lambda db: rows.mark_failed(db, hook, due), hook.session)

    def _target(self, hook: Webhook) -> tuple[str, bytes]:
        if hook.owner == HOST:
            return hook.url, self._secret(hook.session)
        return (self._operator.url, self._operator.secret) if self._operator else ("", b"")


def _stored(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def payload(row: SessionRow, hook: Webhook, link: str | None = None) -> dict[str, Any]:
    """Return the message about a session, with a sentence in the hook's language; `link` is the URL of its page."""
    game, names = played_game(row.game, row.setup["options"]), list(row.setup["players"])
    words = catalogue(hook.locale or SOURCE)
    body: dict[str, Any] = {"table": row.id, "game": row.game, "title": game.title.text(words), "players": names}
    if link is not None:
        body["link"] = link
    if row.result is None:
        text = Message("{game}: the game goes on.", game=game.title).text(words, names)
        return {"type": "game.reopened", "text": text, "number": hook.number, "data": body}
    totals = [game.points(total) for total in row.result["totals"]]
    scored = [Message("{name} {number}", name=Seat(seat), number=total) for seat, total in enumerate(totals)]
    text = Message("{label}: {text}", label=game.title, text=joined(scored)).text(words, names)
    places = places_by_seat(standing_of(row.result))
    body |= {"totals": plain(totals, decimal), "places": places, "ended": row.ended or row.made}
    if "seconds" in row.result:
        body["seconds"] = row.result["seconds"]
    return {"type": "game.finished", "text": text, "number": hook.number, "data": body}


def headers(hook: Webhook, secret: bytes, body: bytes, moment: datetime) -> dict[str, str]:
    """The headers of a message: its id, which is the same in each attempt, the time and the signature."""
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
    """The bytes of the operator's secret: base64 after "whsec_", else its characters."""
    head, _, encoded = text.partition("whsec_")
    return base64.b64decode(encoded) if encoded and not head else text.encode()


_LONGEST = 500
_PORTS = {"http": 80, "https": 443}
_LEAST_OTHER_PORT = 1024  # lower ports have other services, such as mail
_CONNECT, _READ = 5, 10  # seconds
_NAT64 = ip_network("64:ff9b::/96")  # IPv4 addresses within IPv6
# Some releases of Python count these as global: site-local, documentation, protocols, 6to4 relays.
_SPECIAL = [ip_network(text) for text in ("fec0::/10", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")]
_MOST_TRIED = 2

NO_ADDRESS = Message(
    "This is not an address of the web. Give one that begins with https:// and has no user name, such as"
    " https://example.org/hooks/table."
)
NOT_SAFE = Message("Results are sent to https:// addresses only; to http:// ones in networks that the operator allows.")
INSIDE = Message(
    "This address leads into the network of the companion itself, which the operator has not allowed. The operator"
    " allows it with --webhook-network."
)
NOT_FOUND = Message("There is nothing at this address: its name cannot be found. Look for a typing error.")


class Refused(MessageError):
    """A URL that must not be requested; `message` says why."""


@dataclass(frozen=True)
class Destination:
    """A checked URL, with the addresses to which its name was resolved."""

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...]


def destination(url: str, allowed: Networks, asker: Caller) -> Destination:
    """Resolve a URL for `asker` and check it; `allowed` networks may be private.

    Raises `Refused`, or `TooManyLookups` for now.
    """
    scheme, host, port, path = read_url(url)
    addresses = addresses_of(host, port, asker)
    if not addresses:
        raise Refused(NOT_FOUND)
    own_addresses = {*network_addresses(ipv6=True)}
    is_allowed = all(allowed.has(address) for address in addresses)
    if not is_allowed and any(is_inside(address) or address in own_addresses for address in addresses):
        raise Refused(INSIDE)
    if scheme == "http" and not is_allowed:
        raise Refused(NOT_SAFE)
    return Destination(scheme, host, port, path, addresses)


def read_url(url: str) -> tuple[str, str, int, str]:
    """Return scheme, host, port and path of a URL, with what is asked. Raises `Refused`."""
    try:
        read = urlsplit(url)
        port, host = read.port, (read.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise Refused(NO_ADDRESS) from None
    is_plain = url.isprintable() and url.isascii() and not set(url) & set(" \\") and "@" not in read.netloc
    if not (is_plain and host and read.scheme in _PORTS and len(url) <= _LONGEST):
        raise Refused(NO_ADDRESS)
    usual = _PORTS[read.scheme]
    if port is not None and port != usual and port < _LEAST_OTHER_PORT:
        raise Refused(NO_ADDRESS)
    return read.scheme, host, port or usual, (read.path or "/") + (f"?{read.query}" if read.query else "")


def is_inside(text: str) -> bool:
    """Whether an address is outside the public internet; an IPv4 address within an IPv6 one counts as itself.

    >>> [is_inside(text) for text in ("93.184.215.14", "10.0.0.5", "::ffff:127.0.0.1", "64:ff9b::a00:5", "224.0.0.1")]
    [False, True, True, True, True]
    """
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        in_nat64 = IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
        address = in_nat64 or address.ipv4_mapped or address.sixtofour or address
    is_special = any(address in network for network in _SPECIAL if network.version == address.version)
    return is_special or not address.is_global or address.is_multicast or address.is_reserved


OF_PHONE = 8
"""How many names are looked up for one phone at once, for its form and for what it has sent."""
_OF_ADDRESS = 16
_THREADS = 64  # of all; one that waits for an answer costs little

_TOO_MANY = Message("Too many addresses are being looked up right now. Wait half a minute, then save this one again.")


class TooManyLookups(MessageError):
    """Too many names are being looked up for a phone, its address, or all together."""


@cache
def _lookups(hub: Any) -> tuple[Held, Any]:
    """What is being looked up in the threads of an event loop.

    They are separate, as the upkeep of the database needs gevent's own threads.
    """
    from gevent.threadpool import ThreadPool

    return Held(_OF_ADDRESS, OF_PHONE), ThreadPool(_THREADS, hub)


def addresses_of(host: str, port: int, asker: Caller) -> tuple[str, ...]:
    """The addresses of a name, or of an address in any notation, such as 0x7f.1; none if it is unknown.

    Raises `TooManyLookups`; an address needs no lookup.
    """
    from gevent import get_hub

    if found := _addresses(host, port, AI_NUMERICHOST):
        return found
    in_progress, threads = _lookups(get_hub())
    ended = None if len(threads) >= _THREADS else in_progress.take(1, *asker)
    if ended is None:
        raise TooManyLookups(_TOO_MANY)
    looking = threads.spawn(_addresses, host, port)
    looking.rawlink(lambda _: ended())  # when the thread is free, even if the caller has timed out
    return tuple(looking.get() or ())


def _addresses(host: str, port: int, flags: int = 0) -> tuple[str, ...]:
    from gevent import monkey

    look_up: Any = monkey.get_original("socket", "getaddrinfo")  # blocks, as a thread of its own may
    try:
        answers = look_up(host, port, type=SOCK_STREAM, flags=flags)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in answers))


def post(to: Destination, body: bytes, headers: Mapping[str, str]) -> bool:
    """Post a body to a checked destination; return whether the answer is 2xx."""
    from urllib3 import Timeout
    from urllib3.exceptions import HTTPError

    usual, timeout = _PORTS[to.scheme], Timeout(connect=_CONNECT, read=_READ)
    named = url_host(to.host) + ("" if to.port == usual else f":{to.port}")
    for address in to.addresses[:_MOST_TRIED]:
        try:
            with _pool(to, address) as pool:
                answer = pool.urlopen(
                    "POST", to.path, body, {**headers, "Host": named}, retries=False, redirect=False,
                    timeout=timeout, preload_content=False, assert_same_host=False,
                )  # fmt: skip
                answer.close()
        except (HTTPError, OSError):
            continue
        return 200 <= answer.status < 300
    return False


@cache
def _context() -> SSLContext:
    """The certificates of the system, which are slow to read, and TLS 1.2 at least, which not every Python asks for."""
    context = create_default_context()
    context.minimum_version = TLSVersion.TLSv1_2
    return context


def _pool(to: Destination, address: str) -> HTTPConnectionPool:
    from urllib3 import HTTPConnectionPool, HTTPSConnectionPool

    if to.scheme == "https":
        return HTTPSConnectionPool(
            url_host(address), to.port, server_hostname=to.host, assert_hostname=to.host, ssl_context=_context()
        )
    return HTTPConnectionPool(url_host(address), to.port)


_log = logging.getLogger(__name__)

_PAUSE = 5.0  # seconds between two runs of the job
_POSTED_AT_ONCE = 8  # messages sent at the same time
_MOST_SECONDS = 20  # seconds for one message
_EVERYWHERE = Networks.read(["0.0.0.0/0", "::/0"])


def serve(_: Namespace, app: Any, __: Mapping[str, Any], stop: Stop) -> None:
    """Start the job."""
    if "companion.webhooks" in getattr(app, "extensions", {}):
        from companion.server import wsgi

        stop.jobs.append(wsgi.run_periodically(webhook_job(app), _PAUSE))


def webhook_job(app: Any) -> Callable[[], None]:
    """Return the job that sends the due messages, in one process on a database."""
    from gevent.pool import Pool

    webhooks: Webhooks = app.extensions["companion.webhooks"]
    service: Tables = app.extensions["companion"]
    inside = Networks.read(app.config["WEBHOOK_NETWORKS"])

    def deliver(hook: Webhook) -> None:
        allowed = _EVERYWHERE if hook.owner == OPERATOR else inside  # the operator may use a private network
        try:
            with pausing():
                webhooks.deliver(hook, datetime.now(UTC), partial(_send, allowed, Caller("", hook.asker)))
        except (StoreError, TooManyLookups):
            pass  # it stays due, and the database logs its failure
        except Exception:
            _log.exception("a result could not be posted")

    def job() -> None:
        try:
            due = webhooks.due(datetime.now(UTC)) if service.is_leader() else []
        except StoreError:
            return
        Pool(_POSTED_AT_ONCE).map(deliver, due)

    return job


def _send(allowed: Networks, asker: Caller, url: str, body: bytes, headers: Mapping[str, str]) -> bool:
    import gevent

    try:
        with gevent.Timeout(_MOST_SECONDS):
            return post(destination(url, allowed, asker), body, headers)
    except (Refused, gevent.Timeout):
        return False
