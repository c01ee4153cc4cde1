"""The Flask application: configuration, templates of pages and games, blueprints."""

from collections.abc import Mapping
from contextlib import ExitStack, closing
from typing import Any

from flask import Flask, Response, request, send_from_directory
from flask_babel import Babel
from htmx_flask import Htmx
from jinja2 import ChainableUndefined, ChoiceLoader, FileSystemLoader, PrefixLoader
from werkzeug.exceptions import HTTPException
from werkzeug.utils import import_string

from companion import paths
from companion.engine import Game
from companion.engine.bounds import FORM
from companion.features import all_features, extensions, has_server, slot
from companion.games import all_games
from companion.games.plug_ins import load_parts
from companion.live.live import Live
from companion.storage.error_messages import StoreError
from companion.storage.rows.instance_key import ensure_key
from companion.storage.store import open_store
from companion.table.peer_notices import PeerNotices
from companion.table.service import Tables
from companion.time_zone import use_zone
from companion.views import develop
from companion.views.http import assets, error_pages, guard
from companion.views.http.phone import may_open
from companion.views.render import template_helpers, template_whitespace
from companion.views.render.template_helpers import StrictUndefined
from companion.views.table import live_pages
from companion.views.table.options import offered_by

PAGES = (
    *("table.joining", "table.table", "table.actions", "table.options", "table.amendments"),
    *("table.live_pages", "http.home", "http.devices", "http.settings"),
    *("new_table", "rules"),
)
"""The modules of pages, each with the blueprint `bp`."""


class Companion(Flask):
    """Flask whose pages of a game speak its words, and whose error handlers may meet a database that is gone."""

    jinja_environment = template_helpers.Templates

    def update_template_context(self, context: dict[str, Any]) -> None:
        """Give a page that is about a game the words of that game."""
        if isinstance(game := context.get("game"), Game):
            template_helpers.use_words_of(game)
        super().update_template_context(context)

    def send_static_file(self, filename: str) -> Response:
        """Send a static file, which may be that of a feature."""
        return send_from_directory(*assets.static_file(filename))

    def log_exception(self, exc_info: Any) -> None:
        """Log an error with the pattern of the address, as the address itself may have the token of a link."""
        self.logger.error("Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info)

    def handle_user_exception(self, e: Exception) -> Any:
        """Answer an error by its handler; where that fails, by the handler of what it raises."""
        try:
            return super().handle_user_exception(e)
        except (StoreError, HTTPException) as error:
            if error is e:
                raise
            return super().handle_user_exception(error)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the application; `config` may set what `_configure` has, TRUSTED_HOSTS and Flask's own keys."""
    app = Companion("companion", template_folder=str(paths.TEMPLATES), static_folder=str(paths.STATIC))
    _configure(app, config or {})
    _load_templates(app)
    Htmx(app)
    Babel(app, locale_selector=template_helpers.request_locale)
    template_helpers.init_app(app)
    assets.init_app(app)
    _open_tables(app)
    guard.init_app(app)
    if app.config["DEVELOP"]:
        develop.show_errors(app)
    error_pages.init_app(app)
    for name in PAGES:
        app.register_blueprint(import_string(f"companion.views.{name}:bp"))
    for feature in all_features():
        for blueprint in feature.blueprint:
            app.register_blueprint(blueprint)
    app.jinja_env.globals.update(offered_by=offered_by, has_server=has_server(), slot=slot)
    template_helpers.install_macros(app)  # last: the macros know the globals of now
    app.extensions["companion.peers"].connect()
    return app


def _configure(app: Flask, config: Mapping[str, Any]) -> None:
    app.config.update(
        DATABASE=paths.default_database(),
        RUN_WRITE=None,
        BASES=[],
        ANNOUNCED=None,  # a base URL
        PROXIES=[],  # their addresses
        OPEN_LIMIT=0,  # new tables an hour; 0 is no limit
        JOIN_LIMIT=0,  # new phones an hour that join
        DELETE_AFTER=None,  # days
        HSTS=True,  # whether browsers remember to use https for the whole host
        DEVELOP=False,  # whether errors show their source
        TIME_ZONE=None,  # the name of one; None for that of TZ or the machine
        MAX_CONTENT_LENGTH=FORM.bytes,
        MAX_FORM_MEMORY_SIZE=FORM.bytes,
        MAX_FORM_PARTS=FORM.values,
        SEND_FILE_MAX_AGE_DEFAULT=31536000,
        BABEL_TRANSLATION_DIRECTORIES=str(paths.TRANSLATIONS),
    )
    app.config.update(config)
    use_zone(app.config["TIME_ZONE"])


def _load_templates(app: Flask) -> None:
    """Load the pages of templates/, and those of folders as games/<key>/form.html and <feature>/<page>.html."""
    load_parts()
    games = {game.key: FileSystemLoader(game.folder) for game in all_games().values()}
    features = {feature.name: FileSystemLoader(feature.folder / "templates") for feature in all_features()}
    app.jinja_options = {
        **app.jinja_options,
        "loader": ChoiceLoader(
            [FileSystemLoader(paths.TEMPLATES), PrefixLoader({"games": PrefixLoader(games)}), PrefixLoader(features)]
        ),
        "extensions": [template_whitespace.LayoutRemover],
        "bytecode_cache": template_whitespace.CompiledTemplates(str(paths.COMPILED)),
        "cache_size": -1,  # all templates stay; Jinja's other cache keeps them in the order of use, which costs more
        "undefined": StrictUndefined if app.testing or app.config["DEVELOP"] else ChainableUndefined,
    }


def _open_tables(app: Flask) -> None:
    with ExitStack() as stack:
        store = open_store(app.config["DATABASE"], extensions(), app.config["RUN_WRITE"], is_server=True)
        stack.enter_context(closing(store))
        key = store.write(ensure_key)
        live = Live(live_pages.render, context=app.test_request_context)
        tables = app.extensions["companion"] = Tables(store, live, key, may_open=may_open)
        app.extensions["companion.peers"] = PeerNotices(tables)
        stack.pop_all()
