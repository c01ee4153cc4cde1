"""Languages and the small words of the templates: which language a phone reads, how numbers and messages are shown."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request, url_for
from flask_babel import format_date, get_locale, get_translations
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion.game import MINUS, Catalogue, Game, Message, joined

LOCALES = {"en": "English", "zh_Hant": "中文"}
COOKIE = "language"
SCRIPT = "form.js"
# The macros of parts.html, at hand in every template: parts of a page are rendered block by block, without imports.
PIECES = ("glyph", "mark", "piece", "gained", "summed", "cite", "act_fields", "plate", "beads")


def locale() -> str:
    """The language of this phone: what it chose with the button, else what its browser asks for first."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LOCALES:
        return chosen
    return _first_known(code for code, _ in request.accept_languages)


def _first_known(codes: Iterable[str]) -> str:
    # Babel's own negotiation gives English to zh-TW. A reader of zh-CN reads Traditional sooner than English.
    for code in codes:
        language = code.replace("_", "-").lower().split("-")[0]
        if language == "zh":
            return "zh_Hant"
        if language == "en":
            return "en"
    return "en"


def catalogue() -> Catalogue:
    """The messages of the language that is being written."""
    known: Catalogue = get_translations()
    return known


def say(message: Message | joined, names: Iterable[str] = ()) -> str:
    """A message in the language of the request."""
    return message.text(catalogue(), tuple(names))


@pass_context
def _say(context: Context, message: Message | joined) -> str:
    return say(message, context.get("names", ()))


def listed(names: Iterable[str]) -> str:
    """Several names in one line, separated as the language does it."""
    return say(joined(tuple(names)))


def signed(points: int) -> str:
    """Points that were won or lost: +10, 0, −5."""
    return f"+{points}" if points > 0 else total(points)


def total(points: int) -> str:
    """A total, with a real minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def letter(name: str) -> str:
    """The first letter of a name, for its seat."""
    return name.strip()[:1].upper() or "?"


def day(moment: str) -> str:
    """The day of an ISO moment, in words."""
    return str(format_date(datetime.fromisoformat(moment), "d MMMM" if str(get_locale()) == "en" else "M月d日"))


def moment(text: str) -> str:
    """An ISO moment as day and time, on the clock of the machine that keeps the table."""
    local = datetime.fromisoformat(text).astimezone()
    return f"{day(text)} {local:%H:%M}"


def clock(moment: str) -> Markup:
    """The time of day of an ISO moment, where the companion runs; a phone with script shows its own."""
    told = datetime.fromisoformat(moment).astimezone().strftime("%H:%M")
    return Markup('<time datetime="{}" data-clock>{}</time>').format(moment, told)


@cache
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]


def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so browsers may keep it for ever."""
    return url_for("static", filename=name, v=_digest(f"{current_app.static_folder}/{name}"))


def game_script(game: Game) -> str | None:
    """The address of what a game's entry form does beyond a plain form, if it has such a script."""
    path = folder(game) / SCRIPT
    return url_for("home.script", key=game.key, v=_digest(str(path))) if path.is_file() else None


def folder(game: Game) -> Path:
    """Where a game's own files lie."""
    return Path(__file__).parents[1].joinpath(*game.package.split(".")[1:])


def init_app(app: Flask) -> None:
    filters = {"say": _say, "listed": listed, "signed": signed, "total": total, "letter": letter}
    app.jinja_env.filters.update(filters, day=day, clock=clock, moment=moment)
    app.jinja_env.globals.update(asset=asset, game_script=game_script, new_key=partial(secrets.token_urlsafe, 12))
    pieces = app.jinja_env.get_template("parts.html").module
    app.jinja_env.globals.update({name: getattr(pieces, name) for name in PIECES})

    @app.context_processor
    def words() -> dict[str, Any]:
        code = str(get_locale())
        other = next(key for key in LOCALES if key != code)
        return {
            "lang": code.replace("_", "-"),
            "other_language": (other, LOCALES[other], other.replace("_", "-")),
        }
