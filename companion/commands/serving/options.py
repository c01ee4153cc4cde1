"""The options of `companion serve`: how they are declared, and how their values are read."""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.commands.output import catalogue
from companion.engine import Message, MessageError
from companion.features import all_features
from companion.paths import MAIN_FILE, default_database, is_address
from companion.server.addresses import Networks, is_own_host, read_public_url
from companion.time_zone import VARIABLE, find_zone

if TYPE_CHECKING:
    from companion.commands.cli import Parser
    from companion.server.rate_limits import RequestLimits

T = TypeVar("T")
DEFAULT_HOST = "0.0.0.0"
OWN_HOST = "127.0.0.1"
DEFAULT_PORT = 5000
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")
TABLES_PER_HOUR = 30  # default for one address, if the site is public
REQUESTS_PER_SECOND = 50  # default for one address in the long run


class ServeError(MessageError):
    """Why the site cannot be served: `message` is one sentence for people."""


def add_options(parser: Parser, command: str = "serve", file: str = MAIN_FILE, *, is_limited: bool = False) -> None:
    """Add the options of a command that serves; if `is_limited`, limits hold for this machine too, and none can go."""
    add = parser.add_argument
    public = Message("the address to offer, where it is not this machine's own (default: COMPANION_PUBLIC_URL)")
    zone = Message(
        "the time zone by which days go, such as Asia/Taipei (default: COMPANION_TIME_ZONE, TZ, or the machine's)"
    )
    proxy = Message("a reverse proxy, or a network of them, whose word on addresses and https counts; may be repeated")
    http = Message("under https, let browsers use plain http for other sites of this host")
    add("--host", help=Message("the address to listen at; :: for IPv6 too (default: all)"))
    # Not read as a number here: argparse would print its usage about a wrong one, not one sentence.
    add("--port", default=str(DEFAULT_PORT), help=Message("the port to listen at (default: %(default)s)"))
    add_database(parser, file)
    # The forms of home servers fill in variables, not options.
    add("--public-url", metavar="URL", default=variable("COMPANION_PUBLIC_URL"), help=public)
    add("--time-zone", metavar=Message("ZONE"), default=variable(VARIABLE), help=zone)
    add("--behind-proxy", metavar=Message("ADDRESS"), action="append", default=[], help=proxy)
    add("--no-hsts", dest="hsts", action="store_false", help=http)
    parser.set_defaults(develop_server=None, command=command, is_limited=is_limited)
    _add_limits(parser)
    log = Message("how to log: text, or json for an object a line (default: COMPANION_LOG_FORMAT, or text)")
    add("--log-format", metavar=Message("FORMAT"), default=variable("COMPANION_LOG_FORMAT") or "text", help=log)
    for feature in all_features():
        if feature.options is not None:
            feature.options(parser)


def add_database(parser: Parser, file: str = MAIN_FILE) -> None:
    """Add the option --database to a command."""
    where = Message(
        "where data are kept: a file, or a postgresql:// address (default: COMPANION_DATABASE, or {file})",
        file=f"instance/{file}",
    )
    usual = default_database(file)
    parser.add_argument("--database", metavar=Message("FILE"), type=_database, default=usual, help=where)


def _database(name: str) -> str:
    """The name as it is; an address of another kind is refused without being shown, as it may hold a password."""
    if _SCHEME.match(name) and not is_address(name):
        raise ArgumentTypeError(Message("an address of a database begins with postgresql://").text(catalogue()))
    return name


def variable(name: str) -> str | None:
    """Return a variable of the environment; None where it is not set, or empty."""
    return os.environ.get(name) or None


def _add_limits(parser: Parser) -> None:
    limit = Message(
        "how many tables an hour one address may open, 0 for any number (default: any; {number} with --public-url)",
        number=TABLES_PER_HOUR,
    )
    requests = Message(
        "how many requests a second one address may make in the long run, 0 for any number (default: {number}, and any"
        " from this machine itself)",
        number=REQUESTS_PER_SECOND,
    )
    unused = Message("delete tables not used for so many days (default: never)")
    develop = Message(
        "for whoever writes a game: show each change of its files at the next reload, and what fails with its source;"
        " listens at this machine only, or at the address of a home network that --host names"
    )
    parser.add_argument("--open-limit", metavar="N", help=limit)
    parser.add_argument("--request-limit", metavar="N", help=requests)
    parser.add_argument("--delete-after", metavar=Message("DAYS"), help=unused)
    parser.add_argument("--develop", action="store_true", help=develop)


def host_of(args: Namespace) -> str:
    """Return the host to listen at: by default all addresses, or this machine only where a game is developed."""
    usual = OWN_HOST if args.develop else DEFAULT_HOST
    host: str = usual if args.host is None else args.host
    return host.removeprefix("[").removesuffix("]")


def public_url(text: str | None) -> str | None:
    """Return the address of a public site; raise `ServeError` if the text is not one."""
    fault = Message(
        "--public-url: {text} is not the address of a site, such as https://games.example or http://10.0.0.5:8000/games;"
        " its path has ASCII letters, digits and - . _ ~ only, and no ? or # follows.",
        text=repr(text),
    )
    return None if text is None else _read(read_public_url, text, fault)


def _read(read: Callable[[str], T], text: str, fault: Message) -> T:
    """Return what `read` makes of a text; raise `ServeError` with the fault if that raises `ValueError`."""
    try:
        return read(text)
    except ValueError:
        raise ServeError(fault) from None


def check_networks(texts: Sequence[str], fault: Message) -> None:
    """Raise `ServeError` with the fault if one of these is neither an address nor a network."""
    for text in texts:
        _read(lambda text: Networks.read([text]), text, Message(fault.singular, text=repr(text)))


def public_options(args: Namespace) -> dict[str, Any]:
    """Return the configuration of a public instance, and that of features; raises `ServeError`."""
    fault = Message("--behind-proxy: {text} is neither an address nor a network, such as 10.0.0.5 or 172.16.0.0/12.")
    check_networks(args.behind_proxy, fault)
    usual = TABLES_PER_HOUR if args.public_url is not None or args.is_limited else 0
    least = 1 if args.is_limited else 0
    limit = usual if args.open_limit is None else whole_number("--open-limit", args.open_limit, least, 10_000)
    days = None if args.delete_after is None else whole_number("--delete-after", args.delete_after, 0, 36_500)
    if days == 0:
        raise ServeError("--delete-after: 0 would delete all tables at once. Leave it out to delete none.")
    configs = [feature.config(args) for feature in all_features() if feature.config is not None]
    return {
        "PROXIES": args.behind_proxy,
        "OPEN_LIMIT": limit,
        "DELETE_AFTER": days,
        "HSTS": args.hsts,
        "TIME_ZONE": None if args.time_zone is None else _time_zone(args.time_zone),
        "DEVELOP": args.develop,
        **{name: value for config in configs for name, value in config.items()},
    }


def is_json_logged(wanted: str) -> bool:
    """Whether the option asks for a log as JSON; raises `ServeError`."""
    if wanted not in ("text", "json"):
        raise ServeError("--log-format: {text} is not a format; give text or json.", text=repr(wanted))
    return wanted == "json"


def request_limits(text: str | None, *, is_limited: bool = False) -> RequestLimits:
    """Return the limits of one address; by default this machine has none, unless `is_limited`."""
    from companion.server.rate_limits import RequestLimits

    if text is None:
        return RequestLimits(REQUESTS_PER_SECOND, (lambda _: False) if is_limited else is_own_host)
    return RequestLimits(whole_number("--request-limit", text, 1 if is_limited else 0, 99_999))


def _time_zone(name: str) -> str:
    fault = Message(
        "--time-zone: {text} is not a time zone; give one such as Asia/Taipei, Europe/Berlin or UTC.", text=repr(name)
    )
    return _read(find_zone, name, fault).key


def whole_number(name: str, text: str, low: int, high: int) -> int:
    """Return the number that an option has; raise `ServeError` if it is none from `low` to `high`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and low <= int(text) <= high):
        raise ServeError("{name}: {text} is not a whole number from {low} to {high}.",
                         name=name, text=repr(text), low=low, high=high)  # fmt: skip
    return int(text)
