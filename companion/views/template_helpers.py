"""Languages and the small words of the templates: which language a phone reads, how numbers and messages are shown."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any
from unicodedata import bidirectional

from babel import Locale
from flask import Flask, request
from flask_babel import format_date, get_locale, get_translations
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion.game import MINUS, Catalogue, Message, joined
from companion.game.seat_marks import seat_marks
from companion.sessions.fragments import render_each_uncached, render_uncached
from companion.views.game_files import game_translations

LOCALES = {"en": "English", "zh_Hant": "中文"}
COOKIE = "language"
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_FROM_THE_RIGHT = {"R", "AL", "AN", "RLE", "RLO", "RLI"}


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


@cache
def spoken_as(code: str) -> Locale:
    """The language with this code; Babel looks for its file each time that it is asked."""
    return Locale.parse(code)


_catalogues: dict[Locale, Catalogue] = {}


def catalogue() -> Catalogue:
    """The messages of the language that is being written."""
    # Kept here, as a page asks for it some hundred times, and Flask-Babel looks it up anew each time.
    language = get_locale()
    found = _catalogues.get(language)
    if found is None:
        found = _catalogues[language] = get_translations()
        for of_game in game_translations(str(language)):
            found.add_fallback(of_game)
    return found


def say(message: Message | joined, names: Iterable[str] = (), spoken: Catalogue | None = None) -> str:
    """A message in the language of the request, or in that of a catalogue that was found already."""
    return message.text(spoken or catalogue(), tuple(names), isolated)


@pass_context
def _say(context: Context, message: Message | joined) -> str:
    # The page has found its catalogue already; macros that are kept for all pages have not.
    return say(message, context.get("names", ()), context.get("spoken"))


def isolated(text: str) -> str:
    """A name as it stands in a sentence: one that runs from right to left must not draw the numbers beside it along.

    >>> isolated("Ann"), isolated("עלמה") == "\u2068עלמה\u2069"
    ('Ann', True)
    """
    return f"{_ISOLATE}{text}{_END_ISOLATE}" if type(text) is str and _runs_from_the_right(text) else text


@lru_cache(maxsize=4096)
def _runs_from_the_right(text: str) -> bool:
    return any(bidirectional(letter) in _FROM_THE_RIGHT for letter in text)


def _isolating(translate: Callable[..., str]) -> Callable[..., str]:
    """gettext or ngettext of the templates, with what stands in their sentences isolated."""

    @pass_context
    def told(context: Context, *texts: Any, **values: Any) -> str:
        return translate(context, *texts, **_all_isolated(values))

    return told


def _all_isolated(values: dict[str, Any]) -> dict[str, Any]:
    return {name: isolated(value) for name, value in values.items()}


def listed(names: Iterable[str]) -> str:
    """Several names in one line, separated as the language does it."""
    return say(joined(tuple(names)))


def signed(points: int) -> str:
    """Points that were won or lost: +10, 0, −5."""
    return f"+{points}" if points > 0 else total(points)


def total(points: int) -> str:
    """A total, with a real minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def seat_mark(names: Sequence[str], seat: int) -> str:
    """The mark of a seat among those of its table."""
    return seat_marks(tuple(names))[seat]


def day(moment: str) -> str:
    """The day of an ISO moment, in words."""
    return str(format_date(datetime.fromisoformat(moment), "d MMMM" if str(get_locale()) == "en" else "M月d日"))


def moment(text: str) -> str:
    """An ISO moment as day and time, on the clock of the machine that keeps the table."""
    local = datetime.fromisoformat(text).astimezone()
    return f"{day(text)} {local:%H:%M}"


@lru_cache(maxsize=1024)
def clock(moment: str) -> Markup:
    """The time of day of an ISO moment, where the companion runs; a phone with script shows its own."""
    told = datetime.fromisoformat(moment).astimezone().strftime("%H:%M")
    return Markup('<time datetime="{}" data-clock>{}</time>').format(moment, told)


@lru_cache(maxsize=4096)
def _plain(text: str) -> Markup:
    return Markup(text.replace("%%", "%"))


def _translating(spoken: Catalogue) -> dict[str, Callable[..., Markup]]:
    """What `_` means in a page in one language, found once a page and not at each text."""

    def gettext(text: str, **values: Any) -> Markup:
        return Markup(spoken.gettext(text)) % _all_isolated(values) if values else _plain(spoken.gettext(text))

    def ngettext(one: str, many: str, count: int, **values: Any) -> Markup:
        return Markup(spoken.ngettext(one, many, count)) % {"num": count, **_all_isolated(values)}

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


class _Keys:
    """Makes keys that nobody can guess; a table has some at each change, so the system is asked for many at once."""

    _LONG, _MANY = 12, 256

    def __init__(self) -> None:
        self._random = b""

    def __call__(self) -> str:
        if not self._random:
            self._random = secrets.token_bytes(self._LONG * self._MANY)
        key, self._random = self._random[: self._LONG], self._random[self._LONG :]
        return urlsafe_b64encode(key).decode()


def init_app(app: Flask) -> None:
    filters = {"say": _say, "listed": listed, "signed": signed, "total": total, "seat_mark": seat_mark}
    app.jinja_env.filters.update(filters, day=day, clock=clock, moment=moment)
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue().gettext(text), lambda *forms: catalogue().ngettext(*forms), newstyle=True
    )
    known: dict[str, Any] = dict(app.jinja_env.globals)
    app.jinja_env.globals.update({name: _isolating(known[name]) for name in ("gettext", "ngettext")})
    app.jinja_env.globals.update(
        new_key=_Keys(),
        cached=render_uncached,
        cached_each=render_each_uncached,
    )

    @app.context_processor
    def words() -> dict[str, Any]:
        language = get_locale()
        return _words.get(language) or _words.setdefault(language, _words_in(str(language), catalogue()))


_words: dict[Locale, dict[str, Any]] = {}


def _words_in(code: str, spoken: Catalogue) -> dict[str, Any]:
    """What the templates need of a language."""
    other = next(key for key in LOCALES if key != code)
    return {
        "lang": code.replace("_", "-"),
        "other_language": (other, LOCALES[other], other.replace("_", "-")),
        "spoken": spoken,
        **_translating(spoken),
    }
