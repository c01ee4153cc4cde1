"""`companion serve`: the site on the local network, with its address and QR code in the terminal.

Nothing slow is imported here, and nothing that gevent has to patch first: see `run`.
"""

from __future__ import annotations

import logging
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.database_folder import prepare_folder
from companion.commands.language import catalogue
from companion.commands.listening import listening_socket
from companion.commands.output import print_error
from companion.commands.serve_error import ServeError
from companion.commands.serve_options import add_options, is_json_logged, public_options, public_url, request_limits
from companion.game import Message
from companion.paths import is_address

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction

    from _typeshed.wsgi import WSGIApplication

    from companion.storage.sqlite import Run

_log = logging.getLogger(__name__)

AppFactory = Callable[[dict[str, Any]], "WSGIApplication"]

_PRESENCE = 0.25  # seconds between looks at whom to tell how many phones there are
_LOOK_AGAIN = 10  # seconds after which the addresses are looked up anew: a hotspot may come up later


def add_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add the command `serve` and its options to the command line."""
    about = Message("serve the site to the phones at the table")
    parser = subparsers.add_parser("serve", help=about.text(catalogue()))
    add_options(parser)
    parser.set_defaults(func=run)


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
    _log.info("stopped")
    return 0


def _run(args: Namespace, create_app: AppFactory | None) -> None:
    from companion.commands import background_jobs
    from companion.commands.banner import print_banner
    from companion.paths import default_database
    from companion.server import wsgi
    from companion.server.addresses import Networks
    from companion.sessions.phones_elsewhere import ALIVE

    if is_json_logged(args.log_format):
        from companion.commands.json_log import write_as_json

        write_as_json()
    site = public_url(args.public_url)
    public, requests = public_options(args), request_limits(args.request_limit)
    host = args.host.removeprefix("[").removesuffix("]")
    database = _database(args.database if args.database is not None else default_database())
    with listening_socket(host, args.port) as listener:
        writer = wsgi.WriteThread()
        # PostgreSQL runs writes side by side; SQLite's are one after the other.
        run_write = wsgi.run_detached if is_address(database) else writer.run
        config = _config(host, listener.getsockname()[1], database, site, run_write) | public
        app = _app(config, create_app)
        print_banner(sys.stdout, config["BASES"], _shown(app, database), is_public=site is not None)
        _log.info("started at %s with the database %s", config["BASES"][0], _shown(app, database))
        wsgi.run_periodically(lambda: _look_again(config), _LOOK_AGAIN)
        stop = background_jobs.Stop()
        if (kept := _sessions_of(app)) is not None:
            wsgi.run_periodically(lambda: _beat(kept), 0)
            wsgi.run_periodically(kept.live.presence.send_pending, _PRESENCE)
            wsgi.run_periodically(_peers_of(app).keep_alive, ALIVE)
            stop = background_jobs.start_jobs(app, public["DELETE_AFTER"])
        wsgi.serve(app, listener, stop=stop.event, proxies=Networks.read(public["PROXIES"]), requests=requests)
        stop.end_jobs()
        writer.close()
        _put_away(app)
        if stop.reason is not None:
            raise ServeError(stop.reason)


def _beat(kept: Any) -> None:
    import gevent

    from companion.sessions.heartbeats import send_heartbeats

    send_heartbeats(kept.live, kept.store.versions, gevent.sleep)


def _put_away(app: Any) -> None:
    """Close the database, so that all of it is in one file, which may then be copied."""
    if (kept := _sessions_of(app)) is not None:
        kept.store.close()


def _sessions_of(app: Any) -> Any:
    """The sessions that an application keeps; None where it is not the companion."""
    return getattr(app, "extensions", {}).get("companion")


def _peers_of(app: Any) -> Any:
    """The connection of an application's sessions with those of other processes."""
    return app.extensions["companion.peers"]


def _database(name: str) -> str:
    """The full path of a database, or its address."""
    return name if is_address(name) else os.path.abspath(name)


def _shown(app: Any, database: str) -> str:
    """The database as it is shown: an address without its password."""
    kept = _sessions_of(app)
    return database if kept is None else str(kept.store.database.name)


def _config(host: str, port: int, database: str, public_url: str | None, run_write: Run) -> dict[str, Any]:
    from companion.server.addresses import join_bases, trusted_hosts

    return {
        "DATABASE": database,
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

    if not is_address(config["DATABASE"]):
        prepare_folder(Path(config["DATABASE"]))
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
