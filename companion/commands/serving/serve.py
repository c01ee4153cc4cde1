"""`companion serve`: the site on the local network, with its address and QR code in the terminal.

Modules that are slow to import, or that gevent has to patch first, are imported in `run`.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from wsgiref.types import WSGIApplication

from companion.commands.output import catalogue, print_failure
from companion.commands.serving import options
from companion.commands.serving.listening import listener_of, print_banner, print_text
from companion.commands.serving.options import ServeError
from companion.commands.start import Terminated, terminable, was_asked
from companion.engine import Message
from companion.features import all_features
from companion.paths import is_address
from companion.server.addresses import Networks, join_bases, trusted_hosts

if TYPE_CHECKING:
    from companion.commands.serving.background_jobs import Stop
    from companion.server.write_thread import WriteThread


_log = logging.getLogger(__name__)

_REFRESH = 10  # seconds between updates of the addresses: a hotspot may start later


def add_parser(subparsers: Any) -> None:
    """Add the command `serve` and its options to the command line."""
    parser = subparsers.add_parser("serve")
    options.add_options(parser)
    parser.set_defaults(func=run)


def run(args: Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit status, 2 with a message on stderr if that is not possible."""
    try:
        with terminable():  # until the server takes them over
            _patch_and_run(args)
    except ServeError as error:
        return print_failure(args.command, error)
    except Terminated:
        pass
    if args.develop_server is None:
        print_text(sys.stdout, Message("Stopped.").text(catalogue()))
        _log.info("stopped")
    return 0


def _patch_and_run(args: Namespace) -> None:
    if args.develop:
        from companion.commands.serving.developing import check_develop, supervise

        check_develop(args)
        if args.develop_server is None:
            supervise(run, args, options.host_of(args))
            return
    # Before anything else is imported: an unpatched socket or lock would block all greenlets.
    from gevent import monkey

    monkey.patch_all()
    if options.is_json_logged(args.log_format):
        from companion.commands.serving.json_log import write_as_json

        write_as_json()
    _run(args)


def _run(args: Namespace) -> None:
    from companion.commands.serving.background_jobs import Stop, start_jobs
    from companion.server import wsgi
    from companion.server.write_thread import WriteThread, run_detached

    site = options.public_url(args.public_url)
    public = options.public_options(args)
    requests = options.request_limits(args.request_limit, is_limited=args.is_limited)
    host = options.host_of(args)
    database = args.database if is_address(args.database) else os.path.abspath(args.database)
    with listener_of(args, host) as listener:
        writer = WriteThread()
        # PostgreSQL runs writes side by side; SQLite's are one after the other.
        run_write = run_detached if is_address(database) else writer.run
        config = {
            "DATABASE": database,
            "PUBLIC_URL": site,
            "BASES": [],
            "HOST": host,
            "PORT": listener.getsockname()[1],
            "ANNOUNCED": None,
            "RUN_WRITE": run_write,
            "TRUSTED_HOSTS": [],
            **public,
        }
        _refresh_addresses(config)
        app: Any = _app(config)
        tables = getattr(app, "extensions", {}).get("companion")  # none where it could not be started
        _tell_start(tables, config)
        stop = Stop() if tables is None else start_jobs(app, public["DELETE_AFTER"])
        if was_asked():
            stop.event.set()
        if args.develop_server is not None:
            from companion.commands.serving.developing import end_with_parent

            end_with_parent(stop.event)
        shared = config if tables is None else app.config
        for feature in all_features():
            if feature.serve is not None:
                feature.serve(args, app, shared, stop)
        wsgi.run_periodically(lambda: _refresh_addresses(shared), _REFRESH)
        _spare_full_collections()
        wsgi.serve(app, listener, stop.event, Networks.read(public["PROXIES"]), requests)
        with terminable():  # the server has given them back to the system
            _close(tables, stop, writer)
        if stop.reason is not None:
            raise ServeError(stop.reason)


def _spare_full_collections() -> None:
    """Have the garbage collector walk what lives long only after two million new objects, and what is there now never.

    A full collection holds up everybody: as Python does it, 0.2 s at times with 1,000 phones, 0.6 s with 5,000.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 100)


def _close(tables: Any, stop: Stop, writer: WriteThread) -> None:
    """End the jobs, of which a running write is completed, and close the database: all of it is in one file then."""
    import gevent

    for end in stop.last:
        end()
    gevent.killall(stop.jobs)
    writer.close()
    if tables is not None:
        tables.close()


def _tell_start(tables: Any, config: dict[str, Any]) -> None:
    # Of an address the name is shown, which has no password.
    name = config["DATABASE"] if tables is None else str(tables.store.database.name)
    print_banner(sys.stdout, config["BASES"], name, is_public=config["PUBLIC_URL"] is not None)
    _log.info("started at %s with the database %s", config["BASES"][0], name)


def _refresh_addresses(config: dict[str, Any]) -> None:
    # In place, as the application shares these lists.
    config["BASES"][:] = join_bases(config["HOST"], config["PORT"], config["PUBLIC_URL"])
    config["TRUSTED_HOSTS"][:] = trusted_hosts(config["HOST"], config["PUBLIC_URL"], config["ANNOUNCED"])


def _app(config: dict[str, Any]) -> WSGIApplication:
    from companion.storage.error_messages import StoreError

    if not is_address(config["DATABASE"]):
        prepare_folder(Path(config["DATABASE"]))
    try:
        from companion import app

        return app.create_app(config)
    except StoreError as error:
        raise ServeError(error.message) from error
    except OSError as error:
        path, reason = error.filename or config["DATABASE"], error.strerror or str(error)
        raise ServeError("{path}: {reason}.", path=str(path), reason=reason) from error
    except Exception as error:  # the code of a game can raise anything
        if not config.get("DEVELOP"):
            raise
        from companion.views.develop import broken_app

        return broken_app(config, error)


def prepare_folder(database: Path) -> None:
    """Make the database's folder if only that one is missing; raises `ServeError` if either cannot be written."""
    folder = database.parent
    try:
        folder.mkdir(exist_ok=True)
        if database.is_dir():
            raise ServeError("{path} is a folder; --database needs the name of a file.", path=str(database))
    except OSError as error:
        raise ServeError(_why_not(folder, error)) from None
    for path in (folder, database):
        if path.exists() and not os.access(path, os.W_OK):
            raise ServeError("The database cannot be kept in {folder}: {path} cannot be written.",
                             folder=str(database), path=str(path))  # fmt: skip


def _why_not(folder: Path, error: OSError) -> Message:
    if isinstance(error, FileExistsError):
        return Message("{folder} is not a folder, so the database cannot be kept in it.", folder=str(folder))
    if isinstance(error, FileNotFoundError):
        return Message("The database cannot be kept in {folder}, because {missing} does not exist.",
                       folder=str(folder), missing=str(folder.parent))  # fmt: skip
    return Message("The database cannot be kept in {folder}: {reason}.", folder=str(folder), reason=error.strerror)
