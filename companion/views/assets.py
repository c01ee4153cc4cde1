"""The addresses of scripts, styles and glyphs: they change with the files, so that browsers may keep these for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flask import Flask, Response, current_app, g, url_for

from companion.game import Game
from companion.views.game_files import GLYPHS, SCRIPT, STYLE, folder, game_glyphs, glyphs_in

SCRIPTS = ("vendor/htmx.min.js", "companion.js", "secure.js")
LIVE_SCRIPTS = ("phone.js", "outbox.js", "away.js")
FORM_SCRIPTS = ("form.js", "typed.js", "tabs.js")


@cache
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]


@cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so browsers may keep it for ever."""
    return url_for("static", filename=name, v=_digest(f"{current_app.static_folder}/{name}"))


def needed_first(name: str) -> str:
    """The address of a style that a page cannot be painted without: the answer's head already tells the browser."""
    address = asset(name)
    g.needed_first = [*g.get("needed_first", ()), address]
    return address


def _tell_needed(response: Response) -> Response:
    if "needed_first" in g:
        response.headers["Link"] = ", ".join(f"<{address}>; rel=preload; as=style" for address in g.needed_first)
    return response


def scripts() -> str:
    """What all pages do, one script after the other; those of the live pages run on these alone."""
    live = f"if (document.body.dataset.live) {{\n{_read(LIVE_SCRIPTS)}\n}}"
    return f'"use strict";\n{_read(SCRIPTS)}\n{live}\n'


def _read(names: Iterable[str]) -> str:
    return "\n".join(Path(f"{current_app.static_folder}/{name}").read_text("utf-8") for name in names)


@cache
def _scripts_address() -> str:
    return url_for("home.scripts", v=hashlib.sha256(scripts().encode()).hexdigest()[:8])


def game_script(game: Game) -> str:
    """The address of what the forms of a game do beyond plain forms."""
    return _game_script_address(game.key, str(folder(game) / SCRIPT))


@cache
def _game_script_address(key: str, own: str) -> str:
    return url_for(
        "home.game_file", key=key, name=SCRIPT, v=hashlib.sha256(_form_scripts(own).encode()).hexdigest()[:8]
    )


def form_scripts(game: Game) -> str:
    """What the forms of all games do, then what those of this game do if it has such a script."""
    return _form_scripts(str(folder(game) / SCRIPT))


def _form_scripts(own: str) -> str:
    path = Path(own)
    return f"{_read(FORM_SCRIPTS)}\n{path.read_text('utf-8') if path.is_file() else ''}"


def game_style(game: Game) -> str | None:
    """The address of a game's own style, if it has one."""
    return _game_file(game, STYLE)


def _game_file(game: Game, name: str) -> str | None:
    path = folder(game) / name
    return url_for("home.game_file", key=game.key, name=name, v=_digest(str(path))) if path.is_file() else None


def glyphs_with(id: str) -> str:
    """The address of the file that has a glyph: ours, else that of the game that brings it."""
    game = game_glyphs().get(id)
    return asset(GLYPHS) if game is None or id in _own_glyphs() else str(_game_file(game, GLYPHS))


@cache
def _own_glyphs() -> frozenset[str]:
    return frozenset(glyphs_in(Path(f"{current_app.static_folder}/{GLYPHS}")))


def init_app(app: Flask) -> None:
    """Give the templates these addresses."""
    app.jinja_env.globals.update(
        asset=asset,
        game_script=game_script,
        game_style=game_style,
        glyphs_with=glyphs_with,
        needed_first=needed_first,
        scripts=_scripts_address,
    )
    app.after_request(_tell_needed)
