"""The Flask application: configuration, templates of pages and games, blueprints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import Babel
from htmx_flask import Htmx
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from companion import paths
from companion.game_files import folder
from companion.games import all_games
from companion.instance_key import instance_key
from companion.live import Live
from companion.sessions import Sessions
from companion.store import Store
from companion.views import (
    acts,
    amending,
    answers,
    ascii_query,
    asked,
    assets,
    bringing,
    compressing,
    editing,
    guard,
    guide,
    handover,
    home,
    inlining,
    internals,
    joining,
    live,
    macros,
    newtable,
    out,
    pages,
    past,
    players,
    printing,
    rate_limiting,
    referee,
    renewing,
    results,
    table,
    template_whitespace,
    templating,
    urls,
    whys,
    words,
)

LARGEST_FORM = 64 * 1024


class Companion(Flask):
    """Flask, whose functions are none of them coroutines; it would ask that of each of them with each request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Make the application. `config` may set DATABASE, RUN_WRITE, BASES, TRUSTED_HOSTS, PROXIES (their addresses),
    OPEN_LIMIT (tables an hour, 0 for any number), DELETE_AFTER (days, or None) and Flask's own keys."""
    app = Companion("companion", template_folder=str(paths.TEMPLATES), static_folder=str(paths.STATIC))
    app.config.update(
        DATABASE=str(paths.default_database()),
        RUN_WRITE=None,
        BASES=[],
        PROXIES=[],
        OPEN_LIMIT=0,
        DELETE_AFTER=None,
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        MAX_FORM_PARTS=500,
        SEND_FILE_MAX_AGE_DEFAULT=31536000,
        BABEL_TRANSLATION_DIRECTORIES=str(paths.TRANSLATIONS),
    )
    app.config.update(config or {})
    _load_templates(app)
    Htmx(app)
    Babel(app, locale_selector=lambda: words.spoken_as(words.locale()))
    words.init_app(app)
    assets.init_app(app)
    asked.init_app(app)
    _open_sessions(app)
    compressing.init_app(app)
    rate_limiting.init_app(app)
    guard.init_app(app)
    ascii_query.init_app(app)
    answers.init_app(app)
    own = (home, joining, newtable, table, acts, amending, editing, live, whys, referee, guide, past, renewing)
    carrying = (out, handover, bringing, results, printing)
    for blueprint in [module.bp for module in (*own, *carrying, internals)]:
        app.register_blueprint(blueprint)
    players.init_app(app)
    urls.init_app(app)
    macros.init_app(app)
    return app


def _load_templates(app: Flask) -> None:
    """Pages come from templates/; a game's own from its folder, as games/<key>/form.html."""
    games = {game.key: FileSystemLoader(folder(game)) for game in all_games().values()}
    app.jinja_environment = templating.PageEnvironment
    app.jinja_options = {
        **app.jinja_options,
        "loader": ChoiceLoader([FileSystemLoader(str(paths.TEMPLATES)), PrefixLoader({"games": PrefixLoader(games)})]),
        "undefined": templating.Nothing,
        "extensions": [inlining.Inlined, template_whitespace.LayoutRemover],
    }


def _open_sessions(app: Flask) -> None:
    database = Path(app.config["DATABASE"])
    with ExitStack() as opened:
        store = opened.enter_context(closing(Store(database, app.config["RUN_WRITE"], is_server=True)))
        key, app.extensions["companion.lost_links"] = instance_key(store, database)
        app.extensions["companion"] = Sessions(store, Live(pages.renderer(app)), key)
        opened.pop_all()
