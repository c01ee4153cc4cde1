"""Addresses of scripts, styles and glyphs; they contain a digest, so that browsers may cache the files forever."""

import hashlib
import re
from pathlib import Path

from flask import Flask, url_for

from companion import paths
from companion.engine import Game
from companion.features import all_features
from companion.games import all_games
from companion.views.http import bundles
from companion.views.render.template_helpers import cached_below_root

SCRIPT, STYLE, GLYPHS = "form.js", "style.css", "glyphs.svg"
"""The names of these files in the folder of a game."""
PAGE_GLYPHS = "pages.svg"
"""The shared glyphs that neither a running table nor the form of an entry needs: a phone's first visit goes without."""
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"')


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]


def static_file(name: str) -> tuple[Path, str]:
    """Return the folder of a static file and its name there; that of a feature lies in the folder named before it."""
    start, _, rest = name.partition("/")
    folder = next((feature.folder / "static" for feature in all_features() if feature.name == start), None)
    return (paths.STATIC, name) if folder is None else (folder, rest)


@cached_below_root
def asset(name: str) -> str:
    """Return the address of a static file with a digest of its content."""
    return url_for("static", filename=name, v=_digest(Path(*static_file(name)).read_bytes()))


@cached_below_root
def scripts() -> str:
    """Return the address of the scripts of all pages, which are one file."""
    return url_for("home.scripts", v=_digest(bundles.scripts(paths.STATIC).encode()))


def game_script(game: Game) -> str:
    """Return the address of a game's form script."""
    return _game_file(game.key, game.folder / SCRIPT)


def game_style(game: Game) -> str | None:
    """Return the address of a game's style, or None."""
    path = game.folder / STYLE
    return _game_file(game.key, path) if path.is_file() else None


@cached_below_root
def _game_file(key: str, path: Path) -> str:
    is_script = path.name == SCRIPT
    content = bundles.form_scripts(paths.STATIC, path).encode() if is_script else path.read_bytes()
    return url_for("home.game_file", key=key, name=path.name, v=_digest(content))


@cached_below_root
def glyphs_with(id: str) -> str:
    """Return the address of the file with this glyph: a shared one, else that of a game."""
    if id in glyphs_in(paths.STATIC / PAGE_GLYPHS):
        return asset(PAGE_GLYPHS)
    if id not in glyphs_in(paths.STATIC / GLYPHS):
        for game in all_games().values():
            if id in glyphs_in(game.folder / GLYPHS):
                return _game_file(game.key, game.folder / GLYPHS)
    return asset(GLYPHS)


def glyphs_in(path: Path) -> list[str]:
    """Return the ids of the glyphs in a file; none where there is no file."""
    return _SYMBOL.findall(path.read_text("utf-8")) if path.is_file() else []


def init_app(app: Flask) -> None:
    """Make these functions global in all templates."""
    functions = (asset, game_script, game_style, glyphs_with, scripts)
    app.jinja_env.globals.update({one.__name__: one for one in functions})
