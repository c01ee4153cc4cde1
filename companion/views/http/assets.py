"""Addresses of scripts, styles and glyphs; they contain a digest, so that browsers may cache the files forever."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from flask import Flask, Response, after_this_request, current_app, url_for

from companion.engine import Game
from companion.features import all_features
from companion.games import all_games
from companion.views.http import bundles

SCRIPT, STYLE, GLYPHS = "form.js", "style.css", "glyphs.svg"
"""The names of these files in the folder of a game."""
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"')


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]


@cache
def _digest(path: Path) -> str:
    return _digest_of(path.read_bytes())


def static_file(name: str) -> tuple[Path, str]:
    """Return the folder of a static file and its name there; that of a feature lies in the folder named before it."""
    start, _, rest = name.partition("/")
    folder = next((feature.folder / "static" for feature in all_features() if feature.name == start), None)
    return (Path(f"{current_app.static_folder}"), name) if folder is None else (folder, rest)


@cache
def asset(name: str) -> str:
    """Return the address of a static file with a digest of its content."""
    return url_for("static", filename=name, v=_digest(Path(*static_file(name))))


def needed_first(name: str) -> str:
    """Return the address of a style, and announce it in a Link header for preloading."""
    address = asset(name)

    @after_this_request
    def announce(response: Response) -> Response:
        announced = f"<{address}>; rel=preload; as=style"
        response.headers["Link"] = ", ".join(filter(None, (response.headers.get("Link"), announced)))
        return response

    return address


def scripts() -> str:
    """Return the scripts of all pages as one text; those of live pages run only there."""
    return bundles.scripts(Path(f"{current_app.static_folder}"))


@cache
def _scripts_address() -> str:
    return url_for("home.scripts", v=_digest_of(scripts().encode()))


def game_script(game: Game) -> str:
    """Return the address of a game's form script."""
    return _game_script_address(game.key, game.folder)


@cache
def _game_script_address(key: str, folder: Path) -> str:
    return url_for("home.game_file", key=key, name=SCRIPT, v=_digest_of(form_scripts(folder).encode()))


def form_scripts(folder: Path) -> str:
    """Return the form scripts of all games, followed by that in the folder of one if it has one."""
    return bundles.form_scripts(Path(f"{current_app.static_folder}"), folder / SCRIPT)


def game_style(game: Game) -> str | None:
    """Return the address of a game's style, or None."""
    return _game_file(game, STYLE)


def _game_file(game: Game, name: str) -> str | None:
    path = game.folder / name
    return url_for("home.game_file", key=game.key, name=name, v=_digest(path)) if path.is_file() else None


@cache
def glyphs_with(id: str) -> str:
    """Return the address of the file with this glyph: the shared one, else that of a game."""
    game = game_glyphs().get(id)
    return asset(GLYPHS) if game is None or id in _own_glyphs() else str(_game_file(game, GLYPHS))


@cache
def _own_glyphs() -> frozenset[str]:
    return frozenset(glyphs_in(Path(f"{current_app.static_folder}/{GLYPHS}")))


@cache
def game_glyphs() -> Mapping[str, Game]:
    """Return the game of each glyph that comes from a game's own glyph file, by glyph id."""
    games: dict[str, Game] = {}
    for game in all_games().values():
        path = game.folder / GLYPHS
        if path.is_file():
            games.update(dict.fromkeys(glyphs_in(path), game))
    return MappingProxyType(games)


def glyphs_in(path: Path) -> list[str]:
    """Return the ids of the glyphs in a file."""
    return _SYMBOL.findall(path.read_text("utf-8"))


def init_app(app: Flask) -> None:
    """Make these functions global in all templates."""
    functions = (asset, game_script, game_style, glyphs_with, needed_first)
    app.jinja_env.globals.update({one.__name__: one for one in functions}, scripts=_scripts_address)
