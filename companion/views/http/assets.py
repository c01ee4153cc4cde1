"""Addresses of scripts, styles and glyphs; they contain a digest, so that browsers may cache the files forever."""

import hashlib
import re
from functools import cache
from pathlib import Path

from flask import Flask, Response, after_this_request, url_for

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


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]


@cache
def _digest(path: Path) -> str:
    return _digest_of(path.read_bytes())


def static_file(name: str) -> tuple[Path, str]:
    """Return the folder of a static file and its name there; that of a feature lies in the folder named before it."""
    start, _, rest = name.partition("/")
    folder = next((feature.folder / "static" for feature in all_features() if feature.name == start), None)
    return (paths.STATIC, name) if folder is None else (folder, rest)


@cached_below_root
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


@cached_below_root
def scripts() -> str:
    """Return the address of the scripts of all pages, which are one file."""
    return url_for("home.scripts", v=_digest_of(bundles.scripts(paths.STATIC).encode()))


def game_script(game: Game) -> str:
    """Return the address of a game's form script."""
    return _game_script_address(game.key, game.folder)


@cached_below_root
def _game_script_address(key: str, folder: Path) -> str:
    text = bundles.form_scripts(paths.STATIC, folder / SCRIPT)
    return url_for("home.game_file", key=key, name=SCRIPT, v=_digest_of(text.encode()))


def game_style(game: Game) -> str | None:
    """Return the address of a game's style, or None."""
    return _game_file(game, STYLE)


def _game_file(game: Game, name: str) -> str | None:
    path = game.folder / name
    return url_for("home.game_file", key=game.key, name=name, v=_digest(path)) if path.is_file() else None


@cached_below_root
def glyphs_with(id: str) -> str:
    """Return the address of the file with this glyph: a shared one, else that of a game."""
    if id in glyphs_in(paths.STATIC / PAGE_GLYPHS):
        return asset(PAGE_GLYPHS)
    if id not in glyphs_in(paths.STATIC / GLYPHS):
        for game in all_games().values():
            if (address := _game_file(game, GLYPHS)) and id in glyphs_in(game.folder / GLYPHS):
                return address
    return asset(GLYPHS)


def glyphs_in(path: Path) -> list[str]:
    """Return the ids of the glyphs in a file."""
    return _SYMBOL.findall(path.read_text("utf-8"))


def init_app(app: Flask) -> None:
    """Make these functions global in all templates."""
    functions = (asset, game_script, game_style, glyphs_with, needed_first, scripts)
    app.jinja_env.globals.update({one.__name__: one for one in functions})
