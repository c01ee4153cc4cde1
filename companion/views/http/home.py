"""The home page, the language switch, scripts and files, what makes the site an app, health."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, jsonify, redirect, request, send_from_directory, url_for
from flask_babel import get_locale, gettext
from werkzeug.wrappers import Response as AnyResponse

from companion import paths
from companion.engine import Message
from companion.features import has_server
from companion.games import all_games
from companion.locales import LOCALES
from companion.server.addresses import is_own_host
from companion.storage.records import SessionRow
from companion.table.table import Table, Viewpoint
from companion.table.table_loader import GameMissing, IncompatibleSession
from companion.table.visible_table import VisibleTable
from companion.views.http import assets, bundles
from companion.views.http.assets import GLYPHS, SCRIPT, STYLE
from companion.views.http.devices import start_address
from companion.views.http.error_pages import respond, unavailable_headers
from companion.views.http.phone import all_tables, phone
from companion.views.http.settings import keep, local_path
from companion.views.new_table import same_people
from companion.views.render.template_helpers import COOKIE, say
from companion.views.table.live_pages import where
from companion.views.table.standings import leader, result_in_line

bp = Blueprint("home", __name__)

_DAY = 24 * 3600
_EVENING = timedelta(hours=12)


@bp.get("/")
def show() -> Response:
    """Show the home page: open and recent tables, games and templates to open one with, the code field."""
    number = phone()
    read = [] if number is None else [(row, _shown(table)) for row, table in all_tables().tables_of(number)]
    tables = [table for _, table in read if isinstance(table, VisibleTable)]
    going = [(table, where(table), leader(table)) for table in tables if not table.finished]
    latest = _of_tonight(tables)
    unreadable = [(row, reason) for row, reason in read if isinstance(reason, Message) and not _is_over(row, reason)]
    over = [(row, table) for row, table in read if _is_over(row, table)]
    over.sort(key=lambda one: one[0].made, reverse=True)
    return respond(
        "http/home.html",
        games=all_games().values(),
        latest=latest,
        same=latest and same_people(latest.setup.seats),
        going=going,
        unreadable=unreadable,
        over=[(row, table, _result_of(table)) for row, table in over[:4]],
        has_tables=bool(read),
        # Browsers let the site be installed under https, and on this machine itself.
        is_app=has_server() and (request.is_secure or is_own_host(urlsplit(f"//{request.host}").hostname)),
    )


def _of_tonight(tables: list[VisibleTable]) -> VisibleTable | None:
    """Return the table of most people among the latest three of one evening: two of four may play one of their own."""
    latest = sorted((table for table in tables if table.setup.seats > 1), key=lambda table: table.made, reverse=True)
    tonight = [table for table in latest[:3] if _moment(latest[0]) - _moment(table) < _EVENING]
    return max(tonight, key=lambda table: table.setup.seats, default=None)


def _moment(table: VisibleTable) -> datetime:
    return datetime.fromisoformat(table.made)


def _is_over(row: SessionRow, table: VisibleTable | Message | None) -> bool:
    """Whether a game is over; of one that cannot be shown the stored result tells."""
    return table.finished if isinstance(table, VisibleTable) else table is not None and row.result is not None


def _result_of(table: VisibleTable | Message | None) -> Any:
    return result_in_line(table) if isinstance(table, VisibleTable) else None


def _shown(table: Table | IncompatibleSession | None) -> VisibleTable | Message | None:
    """Return a table as a viewer sees it, or why it cannot be shown."""
    if isinstance(table, GameMissing):
        return Message("Its game {game} is not installed.", game=table.key)
    if isinstance(table, IncompatibleSession):
        return Message("The rules of its game that are installed here do not take it.")
    return None if table is None else VisibleTable(table, Viewpoint("viewer"))


@bp.get("/language/<code>")
def language(code: str) -> AnyResponse:
    """Store the chosen language in a cookie and redirect back; 404 for an unknown language."""
    if code not in LOCALES:
        abort(404)
    response = redirect(local_path(request.args.get("back", "")) or url_for(".show"), 303)
    keep(response, COOKIE, code)
    return response


@bp.get("/games/<key>/<name>")
def game_file(key: str, name: str) -> Response:
    """Serve the bundled form script of a game, or its style or glyphs."""
    game = all_games().get(key)
    if game is None or name not in (SCRIPT, STYLE, GLYPHS):
        abort(404)
    if name == SCRIPT:
        return Response(bundles.form_scripts(paths.STATIC, game.folder / SCRIPT), mimetype="text/javascript")
    return send_from_directory(game.folder, name)


@bp.get("/companion.js")
def scripts() -> Response:
    """Serve the scripts of all pages in one file, so that a phone makes one request."""
    return Response(bundles.scripts(paths.STATIC), mimetype="text/javascript")


@bp.get("/sw.js")
def service_worker() -> AnyResponse:
    """Serve the service worker; browsers ask for it again with every page."""
    response = Response((paths.STATIC / "sw.js").read_text("utf-8"), mimetype="text/javascript")
    response.cache_control.no_cache = True
    response.add_etag()
    return response.make_conditional(request.environ)


@bp.get("/offline")
def offline() -> Response:
    """Show that there is no connection; the service worker keeps this page."""
    return respond("http/offline.html")


@bp.get("/app.webmanifest")
def manifest() -> Response:
    """Serve the web app manifest."""
    icons = [
        {"src": assets.asset("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"},
        *(
            {"src": assets.asset(f"icons/{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
    ]
    response = jsonify(
        id=url_for(".show"), name=gettext("Companion"), lang=str(get_locale()).replace("_", "-"), dir="ltr",
        start_url=start_address(), scope=url_for(".show"), display="standalone",
        background_color="#E4E9EF", theme_color="#1D479F", icons=icons,
    )  # fmt: skip
    response.mimetype = "application/manifest+json"
    response.cache_control.private, response.cache_control.max_age = True, _DAY
    return response


@bp.get("/healthz")
def healthy() -> Response:
    """Health check: 200 if the database can be read and written (tested at most twice a minute), else 503."""
    trouble = all_tables().health()
    if trouble is None:
        return Response("ok\n", mimetype="text/plain")
    return Response(f"{say(trouble.message)}\n", 503, unavailable_headers(trouble), mimetype="text/plain")
