"""`companion serve`: the site on the local network, with its address and QR code in the terminal.

Nothing slow is imported here, and nothing that gevent has to patch first: see `run`.
"""

from __future__ import annotations

import errno
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.language import catalogue
from companion.commands.output import print_error
from companion.game import Catalogue, Message, MessageError

if TYPE_CHECKING:
    import socket
    from argparse import ArgumentParser, _SubParsersAction

    from _typeshed.wsgi import WSGIApplication

    from companion.server.rate_limits import RequestLimits
    from companion.storage.sqlite import Run

AppFactory = Callable[[dict[str, Any]], "WSGIApplication"]

DEFAULT_HOST = "0.0.0.0"
DEFAULT_PORT = 5000
_OPENED_AN_HOUR = 30  # tables from one address, where the site is public and nothing else is said
_REQUESTS_A_SECOND = 50  # from one address in the long run, where nothing else is said
_PRESENCE = 0.25  # seconds between looks at whom to tell how many phones there are
_LOOK_AGAIN = 10  # seconds after which the addresses are looked up anew: a hotspot may come up later


class ServeError(MessageError):
    """Why the site cannot be served: `message` is one sentence for people."""


def add_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add the command `serve` and its options to the command line."""
    about = Message("serve the site to the phones at the table")
    host = Message("the address to listen at; :: for IPv6 too (default: all)")
    port = Message("the port to listen at (default: %(default)s)")
    database = Message("where data are kept (default: instance/companion.sqlite)")
    public = Message("the address to offer, where it is not this machine's own")
    words = catalogue()
    parser = subparsers.add_parser("serve", help=about.text(words))
    parser.add_argument("--host", default=DEFAULT_HOST, help=host.text(words))
    # Not read as a number here: argparse would print its usage about a wrong one, not one sentence.
    parser.add_argument("--port", default=str(DEFAULT_PORT), help=port.text(words))
    parser.add_argument("--database", metavar=Message("FILE").text(words), help=database.text(words))
    parser.add_argument("--public-url", metavar="URL", help=public.text(words))
    _add_for_all(parser, words)
    parser.set_defaults(func=run)


def _add_for_all(parser: ArgumentParser, words: Catalogue) -> None:
    """The options of an instance on the open net."""
    proxy = Message("a reverse proxy, or a network of them, whose word on addresses and https counts; may be repeated")
    unused = Message("delete tables not used for so many days (default: never)")
    limit = Message(
        "how many tables an hour one address may open, 0 for any number (default: any; {number} with --public-url)",
        number=_OPENED_AN_HOUR,
    )
    requests = Message(
        "how many requests a second one address may make in the long run, 0 for any number (default: {number}, and any"
        " from this machine itself)",
        number=_REQUESTS_A_SECOND,
    )
    address, days = Message("ADDRESS").text(words), Message("DAYS").text(words)
    parser.add_argument("--behind-proxy", metavar=address, action="append", default=[], help=proxy.text(words))
    parser.add_argument("--delete-after", metavar=days, help=unused.text(words))
    parser.add_argument("--open-limit", metavar="N", help=limit.text(words))
    parser.add_argument("--request-limit", metavar="N", help=requests.text(words))


def run(args: Namespace, create_app: AppFactory | None = None) -> int:
    """Serve until Ctrl-C or SIGTERM; the exit status, 2 with a sentence on stderr where it cannot be served."""
    # Before anything else is imported: what has taken hold of an unpatched socket or lock would block everybody.
    from gevent import monkey

    monkey.patch_all()
    from companion.commands.banner import say

    try:
        _run(args, create_app)
    except ServeError as error:
        print_error(Message("{program}: {fault}", program="companion serve", fault=error.message))
        return 2
    except KeyboardInterrupt:  # before the server took over the signal
        pass
    say(sys.stdout, Message("Stopped.").text(catalogue()))
    return 0


def _run(args: Namespace, create_app: AppFactory | None) -> None:
    from companion.commands import background_jobs
    from companion.commands.banner import print_banner
    from companion.paths import default_database
    from companion.server import wsgi
    from companion.server.addresses import Networks

    public_url = _public_url(args.public_url)
    public, requests = _for_all(args), _request_limits(args.request_limit)
    host = args.host.removeprefix("[").removesuffix("]")
    database = Path(os.path.abspath(args.database if args.database is not None else default_database()))
    with _listener(host, args.port) as listener:
        writer = wsgi.WriteThread()
        config = _config(host, listener.getsockname()[1], database, public_url, writer.run) | public
        app = _app(config, create_app)
        print_banner(sys.stdout, config["BASES"], config["DATABASE"], is_public=public_url is not None)
        wsgi.run_periodically(lambda: _look_again(config), _LOOK_AGAIN)
        stop = background_jobs.Stop()
        if (kept := _sessions_of(app)) is not None:
            wsgi.run_periodically(lambda: _beat(kept), 0)
            wsgi.run_periodically(kept.live.send_presence, _PRESENCE)
            stop = background_jobs.start_jobs(app, public["DELETE_AFTER"])
        wsgi.serve(app, listener, stop=stop.event, proxies=Networks.read(public["PROXIES"]), requests=requests)
        stop.end_jobs()
        writer.close()
        _put_away(app)
        if stop.reason is not None:
            raise ServeError(stop.reason)


def _public_url(text: str | None) -> str | None:
    from companion.server.addresses import read_public_url

    try:
        return None if text is None else read_public_url(text)
    except ValueError:
        told = Message(
            "--public-url: {text} is not the address of a site, such as https://games.example or http://10.0.0.5:8000.",
            text=repr(text),
        )
        raise ServeError(told) from None


def _for_all(args: Namespace) -> dict[str, Any]:
    """What concerns an instance on the open net."""
    from companion.server.addresses import Networks

    for text in args.behind_proxy:
        try:
            Networks.read([text])
        except ValueError:
            told = Message(
                "--behind-proxy: {text} is neither an address nor a network, such as 10.0.0.5 or 172.16.0.0/12.",
                text=repr(text),
            )
            raise ServeError(told) from None
    usual = _OPENED_AN_HOUR if args.public_url is not None else 0
    limit = usual if args.open_limit is None else _whole("--open-limit", args.open_limit, 0, 10_000)
    days = None if args.delete_after is None else _whole("--delete-after", args.delete_after, 1, 36_500)
    return {"PROXIES": args.behind_proxy, "OPEN_LIMIT": limit, "DELETE_AFTER": days}


def _request_limits(text: str | None) -> RequestLimits:
    """What one address may ask. Unless it is said, this machine may ask anything: whoever can is its owner already."""
    from companion.server.addresses import is_loopback
    from companion.server.rate_limits import RequestLimits

    if text is None:
        return RequestLimits(_REQUESTS_A_SECOND, is_loopback)
    return RequestLimits(_whole("--request-limit", text, 0, 99_999))


def _whole(name: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and low <= int(text) <= high):
        told = Message(
            "{name}: {text} is not a number; give a whole number from {low} to {high}.",
            name=name, text=repr(text), low=low, high=high,
        )  # fmt: skip
        raise ServeError(told)
    return int(text)


def _beat(kept: Any) -> None:
    import gevent

    kept.live.send_heartbeats(kept.store.version, gevent.sleep)


def _put_away(app: Any) -> None:
    """Close the database, so that all of it is in one file, which may then be copied."""
    if (kept := _sessions_of(app)) is not None:
        kept.store.close()


def _sessions_of(app: Any) -> Any:
    """The sessions that an application keeps; None where it is not the companion."""
    return getattr(app, "extensions", {}).get("companion")


def _listener(host: str, port: str) -> socket.socket:
    from socket import gaierror

    from companion.server.wsgi import listen

    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise ServeError(Message("{port} is not a port; a port is a whole number from 1 to 65535.", port=repr(port)))
    try:
        return listen(host, int(port))
    except (gaierror, UnicodeError):
        told = Message(
            "{host} is not an address; leave --host out to be reached at all addresses of this machine.",
            host=repr(host),
        )
        raise ServeError(told) from None
    except OSError as error:
        raise ServeError(_why_not(error, host, int(port))) from None


def _beside(port: int) -> int:
    return port + 1 if 1023 < port < 65535 else DEFAULT_PORT


def _why_not(error: OSError, host: str, port: int) -> Message:
    number = str(port)
    if error.errno == errno.EADDRINUSE:
        other = str(_beside(port))
        return Message("Port {port} is in use; choose another one, such as --port {other}.", port=number, other=other)
    if error.errno == errno.EACCES:
        return Message(
            "Port {port} needs more rights than you have here; choose one above 1023, such as --port 5000.", port=number
        )
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return Message(
            "{host} is not an address of this machine; leave --host out to be reached at all of its addresses.",
            host=host,
        )
    reason = os.strerror(error.errno) if error.errno else Message("unknown reason")
    return Message("{host} cannot be listened at, port {port}: {reason}.", host=host, port=number, reason=reason)


def _config(host: str, port: int, database: Path, public_url: str | None, run_write: Run) -> dict[str, Any]:
    from companion.server.addresses import join_bases, trusted_hosts

    return {
        "DATABASE": str(database),
        "PUBLIC_URL": public_url,
        "BASES": join_bases(host, port, public_url),
        "HOST": host,
        "PORT": port,
        "RUN_WRITE": run_write,
        "TRUSTED_HOSTS": trusted_hosts(host, public_url),
    }


def _look_again(config: dict[str, Any]) -> None:
    # In place, as the application holds the same lists.
    from companion.server.addresses import join_bases, trusted_hosts

    config["BASES"][:] = join_bases(config["HOST"], config["PORT"], config["PUBLIC_URL"])
    config["TRUSTED_HOSTS"][:] = trusted_hosts(config["HOST"], config["PUBLIC_URL"])


def _app(config: dict[str, Any], create_app: AppFactory | None) -> WSGIApplication:
    from companion.storage.credentials import KeyFileError
    from companion.storage.error_messages import StoreError

    _prepare(Path(config["DATABASE"]))
    try:
        return create_app(config) if create_app else _companion(config)
    except (StoreError, KeyFileError) as error:
        raise ServeError(error.message) from error
    except OSError as error:
        path, reason = error.filename or config["DATABASE"], error.strerror or str(error)
        raise ServeError(Message("{path}: {reason}.", path=str(path), reason=reason)) from error


def _companion(config: dict[str, Any]) -> WSGIApplication:
    from companion.app import create_app

    return create_app(config)


def _prepare(database: Path) -> None:
    """Make the database's folder when only that one is missing, and see that both can be written."""
    folder = database.parent
    try:
        folder.mkdir(exist_ok=True)
        if database.is_dir():
            raise ServeError(Message("{path} is a folder; --database needs the name of a file.", path=str(database)))
    except FileExistsError:
        told = Message("{folder} is not a folder, so the database cannot be kept in it.", folder=str(folder))
        raise ServeError(told) from None
    except FileNotFoundError:
        told = Message(
            "The database cannot be kept in {folder}, because {missing} does not exist.",
            folder=str(folder),
            missing=str(folder.parent),
        )
        raise ServeError(told) from None
    except OSError as error:
        told = Message("The database cannot be kept in {folder}: {reason}.", folder=str(folder), reason=error.strerror)
        raise ServeError(told) from None
    for path in (folder, database):
        if path.exists() and not os.access(path, os.W_OK):
            told = Message(
                "The database cannot be kept in {folder}: {path} cannot be written.",
                folder=str(database),
                path=str(path),
            )
            raise ServeError(told)
