"""The first page: what is open on this phone, a new table, joining by code; the language; the rules of a game."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, abort, jsonify, redirect, render_template, request, send_from_directory, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from companion.games import all_games
from companion.history import search
from companion.sessions.service import IncompatibleSession
from companion.sessions.table import Viewpoint
from companion.sessions.visible_table import VisibleTable
from companion.views import assets, template_helpers
from companion.views.game_files import GLYPHS, SCRIPT, STYLE, folder
from companion.views.guard import phone, sessions
from companion.views.live_pages import where
from companion.views.standings import ranking

bp = Blueprint("home", __name__)

_DAY = 24 * 3600
_YEAR = 365 * _DAY


@bp.get("/")
def show() -> str:
    number = phone()
    rows = [] if number is None else sessions().store.sessions_of(number)
    tables = [table for row in rows if (table := _readable(row.id)) is not None]
    going = [(table, where(table)) for table in tables if not table.finished]
    over = [(table, template_helpers.say(ranking(table), table.setup.players)) for table in tables if table.finished]
    count = 0 if number is None else search.count_joined(sessions().store, number)
    return render_template("home/home.html", games=all_games().values(), going=going, over=over[:5], past=count)


def _readable(session: str) -> VisibleTable | None:
    # A table that the rules of today refuse says so on its own page; here it must not hide the others.
    with suppress(IncompatibleSession):
        table = sessions().table(session)
        return None if table is None else VisibleTable(table, Viewpoint("viewer"))
    return None


@bp.get("/language/<code>")
def language(code: str) -> Response:
    """Remember the language this phone chose and go back to where it was."""
    if code not in template_helpers.LOCALES:
        abort(404)
    back = request.args.get("back", "/")
    # Only a path of ours: anything else, or a tab that browsers leave out, could lead a phone to another site.
    local = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response = redirect(back if local else url_for(".show"), 303)
    response.set_cookie(template_helpers.COOKIE, code, max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response


@bp.get("/games/<key>/<name>")
def game_file(key: str, name: str) -> Response:
    """What the forms of a game do beyond plain forms, in one piece; its own style or glyphs, where it has them."""
    game = all_games().get(key)
    if game is None or name not in (SCRIPT, STYLE, GLYPHS):
        abort(404)
    if name == SCRIPT:
        return _script(assets.form_scripts(game))
    return send_from_directory(folder(game), name, max_age=_YEAR)


@bp.get("/companion.js")
def scripts() -> Response:
    """What all pages do, in one piece, so that a phone asks once."""
    return _script(assets.scripts())


def _script(text: str) -> Response:
    response = Response(text, mimetype="text/javascript")
    response.cache_control.max_age = _YEAR
    return response


@bp.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the companion on its first screen, as it may under https."""
    made = jsonify(
        name=gettext("Companion"), start_url=url_for(".show"), display="standalone", background_color="#E4E9EF",
        theme_color="#1D479F", icons=[{"src": assets.asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    )  # fmt: skip
    made.mimetype = "application/manifest+json"
    made.cache_control.private, made.cache_control.max_age = True, _DAY
    return made


@bp.get("/healthz")
def healthy() -> Response:
    """Whether what is entered is kept: the disk is read and written, at most twice a minute while it does both."""
    trouble = sessions().store.health()
    if trouble is None:
        return Response("ok\n", mimetype="text/plain")
    return Response(f"{template_helpers.say(trouble.message)}\n", 503, mimetype="text/plain")
