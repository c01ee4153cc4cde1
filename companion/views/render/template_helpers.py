"""What templates are rendered with: the language of a phone, filters and globals, and the parts of a page."""

import re
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache, partial, wraps
from itertools import pairwise
from typing import Any, ParamSpec, TypeVar

import flask
from babel import Locale
from babel.dates import format_skeleton
from flask import Flask, current_app, g, request
from flask.templating import Environment
from flask_babel import force_locale, format_date, get_locale, get_translations
from jinja2 import Undefined, UndefinedError, pass_context
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.engine import MINUS, Catalogue, Game, Message, joined
from companion.engine.halves import DECIMAL_MARK
from companion.engine.message import isolated
from companion.engine.names import field_length, name_order, seat_marks
from companion.live.audiences import Fragments, render_uncached
from companion.locales import LANGUAGES, LOCALES, SOURCE, game_translations, games_with_words, known_locale
from companion.time_zone import day_of, local, offset_name, today, zone_name
from companion.views.rules import rule_behind

Key = ParamSpec("Key")
Text = TypeVar("Text", bound=str)
# Their macros are globals, because blocks are rendered on their own, without top-level imports.
_MACRO_FILES = ("macros", "form-macros", "table-macros", "pad-macros")


def cached_below_root(write: Callable[Key, Text]) -> Callable[Key, Text]:
    """Write a text with addresses once for each path below which the site is served."""

    @lru_cache(maxsize=4096)
    def written(_root: str, *key: Key.args, **named: Key.kwargs) -> Text:
        return write(*key, **named)

    return wraps(write)(lambda *key, **named: written(request.script_root, *key, **named))


url_for = cached_below_root(flask.url_for)
"""Flask's, which takes long, once for each address on this site; the endpoint is given with its blueprint."""


def own_path(*, has_query: bool = False) -> str:
    """Return the path of this request as links have it, with that below which the site is served."""
    return request.script_root + (request.full_path if has_query and request.query_string else request.path)


def loadable_path() -> str:
    """Return the path of this page or, where the address of its form answers no GET, of its table or the home page."""
    if request.method == "POST":
        adapter = current_app.create_url_adapter(request)
        if adapter is None or "GET" not in adapter.allowed_methods():
            session = (request.view_args or {}).get("session")
            return url_for("table.show", session=session) if session else url_for("home.show")
    return own_path(has_query=True)


def day(moment: str, month: str = "MMMM", *, has_year: bool = False) -> str:
    """Return the day of an ISO time: 3 November, with its year where that is not this one."""
    of = day_of(moment)
    is_dated = has_year or of.year != today().year
    return date_in(f"y{month}d" if is_dated else f"{month}d", of)


def date_in(skeleton: str, of: date) -> str:
    """Return the parts of a date that a skeleton such as "yMMMM" names, as the language writes them."""
    locale = str(get_locale())
    own = LANGUAGES[locale].dates.get(skeleton)
    if own is not None:
        return str(format_date(of, own))
    return str(format_skeleton(skeleton, datetime(of.year, of.month, of.day), locale=babel_locale(locale)))


short_day = partial(day, month="MMM")
"""3 Nov, with its year where that is not this one."""
long_date, full_date = partial(day, has_year=True), partial(day, month="MMM", has_year=True)
"""3 November 2024, and 3 Nov 2024."""


COOKIE = "language"
_FIRST_SENTENCE = re.compile(r".*?(?:[.](?=\s)|。|$)", re.DOTALL)


def request_locale() -> Locale:
    """Return the language of this phone: the chosen one, else the first known one of Accept-Language."""
    chosen = request.cookies.get(COOKIE)
    return babel_locale(chosen if chosen in LOCALES else _first_known(request.headers.get("Accept-Language", "")))


@lru_cache(maxsize=128)
def _first_known(accepted: str) -> str:
    # Babel's own negotiation knows no region that asks for another script.
    codes = parse_accept_header(accepted, LanguageAccept).values()
    return next((known for code in codes if (known := known_locale(code))), SOURCE)


@cache
def babel_locale(code: str) -> Locale:
    """Parse a language code; cached, because Babel reads a file for it."""
    return Locale.parse(code)


def say(message: Message | joined, names: Iterable[str] = (), translations: Catalogue | None = None) -> str:
    """Translate a message with the given catalogue, or that of the request; `names` fill in seats."""
    return message.text(translations or language_context()["spoken"], tuple(names), isolated)


@pass_context
def _say(context: Context, message: Message | joined, names: Iterable[str] | None = None) -> str:
    # Pages have their catalogue and names in the context; macros do not.
    return say(message, context.get("names", ()) if names is None else names, context.get("spoken"))


def sentence(message: Message, names: Iterable[str] = (), translations: Catalogue | None = None) -> str:
    """Translate like `say`; begin with a capital, unless with a name. What engines refuse is also part of sentences."""
    text = say(message, names, translations)
    return capital(text) if message.begins_with_word else text


@pass_context
def _sentence(context: Context, message: Message) -> str:
    return sentence(message, context.get("names", ()), context.get("spoken"))


def _filled(text: str, values: Mapping[str, Any]) -> Markup:
    safe = {name: value if type(value) is int else escape(isolated(value)) for name, value in values.items()}
    if safe and "%(" not in text:  # a sentence that code has as a message, too
        return Markup(text.format_map(safe))
    return Markup(text % safe if safe else text.replace("%%", "%"))


def _gettext(text: str, /, **values: Any) -> Markup:
    return _filled(language_context()["spoken"].gettext(text), values)


def _ngettext(singular: str, plural: str, count: int, /, **values: Any) -> Markup:
    text = language_context()["spoken"].ngettext(singular, plural, count)
    return _filled(text, {"num": count, **values})


def with_comma(first: str, second: str) -> str:
    """Put two texts beside each other with the comma of the language between them."""
    return say(Message("{first}, {second}", first=first, second=second))


def with_colon(label: str, text: str) -> str:
    """Put a text after its label, with the colon of the language between them."""
    plain = [part.unescape() if isinstance(part, Markup) else part for part in (label, text)]
    return say(Message("{label}: {text}", label=plain[0], text=plain[1]))


def listed(names: Iterable[str]) -> str:
    """Join names with the separators of the language."""
    return say(joined(tuple(names)))


def capital(text: str) -> str:
    """Return a text that begins with a capital letter, where a heading or button is a word of a sentence.

    >>> capital("trump"), capital("起始玩家標記")
    ('Trump', '起始玩家標記')
    """
    return text[:1].upper() + text[1:]


def by_name(name: str) -> Any:
    """Return a key to sort names by, as the reader of the page looks for them."""
    return name_order(name, LANGUAGES[str(get_locale())].order)


def signed(points: int) -> str:
    """Format points with a sign: +10, 0, −5."""
    return f"+{points}" if points > 0 else total(points)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, up to its full stop.

    >>> first_sentence("One. Two."), first_sentence("一句。兩句。")
    ('One.', '一句。')
    """
    # Of the same kind as the text, which may be marked as escaped.
    return type(text)(_FIRST_SENTENCE.match(text)[0])  # type: ignore[index]


def total(points: int) -> str:
    """Format a total with a real minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def in_words(points: Iterable[int | None], names: Iterable[str]) -> str:
    """Say the points of every seat, each with its name, as a screen reader does."""
    hidden = say(Message("hidden until the end"))
    return say(Message(", ")).join(
        f"{name} {hidden if of is None else signed(of)}" for name, of in zip(names, points, strict=True)
    )


def seat_mark(names: Sequence[str], seat: int) -> str:
    """Return the mark of a seat, which is unique at its table."""
    return seat_marks(tuple(names))[seat]


@lru_cache(maxsize=1024)
def clock(moment: str) -> Markup:
    """Format an ISO time as hours and minutes of the instance's zone; a script converts it to the phone's."""
    at = local(moment)
    return _time(moment, "", f"{at:%H:%M}", offset_name(at))


def moment(text: str) -> Markup:
    """Format an ISO time as day and time of the instance's zone; a script converts both to the phone's."""
    at = local(text)
    return _time(text, "day", f"{day(text)} {at:%H:%M}", offset_name(at))


def _time(moment: str, shape: str, text: str, zone: str) -> Markup:
    tag = Markup('<time datetime="{}" data-clock="{}">{}<noscript> {}</noscript></time>')
    return tag.format(moment, shape, text, zone)


def init_app(app: Flask) -> None:
    """Install filters, globals and the translations of each request."""
    texts = (capital, listed, first_sentence, with_comma, with_colon)
    filters = (*texts, signed, total, in_words, seat_mark, day, clock, moment)
    app.jinja_env.filters.update({one.__name__: one for one in filters}, long_date=long_date, full_date=full_date)
    app.jinja_env.filters.update(say=_say, sentence=_sentence, called_by=lambda value, call: call(value))
    app.jinja_env.globals.update(
        _=_gettext,
        ngettext=_ngettext,
        new_key=partial(secrets.token_urlsafe, 12),
        field_length=field_length,
        rule_behind=rule_behind,
        address_of=lambda ask, fields: "",  # unless a feature has pages that answer questions
        cached=render_uncached,
        time_zone=zone_name,
        own_path=own_path,
        loadable_path=loadable_path,
        url_for=url_for,
        decimal_mark=DECIMAL_MARK.get,
    )
    app.context_processor(language_context)
    app.before_request(_begin_request)
    app.teardown_request(_end_request)


def language_context() -> dict[str, Any]:
    """Return the template context for the current language."""
    # Kept for the request: a page needs it about a hundred times, and Flask-Babel looks for the language each time.
    known: dict[str, Any] | None = g.get("words")
    if known is None:
        known = g.words = words_in(str(get_locale()))
    return known


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Return a context in which texts and numbers are in this language."""
    before, g.words = g.get("words"), words_in(code)
    mark = DECIMAL_MARK.set(decimal_mark_of(code))
    try:
        with force_locale(babel_locale(code)):
            yield
    finally:
        DECIMAL_MARK.reset(mark)
        g.words = before


@cache
def decimal_mark_of(code: str) -> str:
    """Return what stands before the fraction of a number in a language."""
    return str(babel_locale(code).number_symbols["latn"]["decimal"])


def _begin_request() -> None:
    DECIMAL_MARK.set(decimal_mark_of(str(get_locale())))


def _end_request(_error: BaseException | None) -> None:
    DECIMAL_MARK.set(".")  # a connection serves one phone after the other


@cache
def words_in(code: str, game: str | None = None) -> dict[str, Any]:
    """Return the template context for a language; on the pages of a game, by its key, its own words come first."""
    others = [(key, name, key.replace("_", "-")) for key, name in LOCALES.items() if key != code]
    with force_locale(babel_locale(code)):
        spoken = get_translations()
    if game is None:
        for of_game in game_translations(code):
            spoken.add_fallback(of_game)
    else:
        chain = [*game_translations(code, game), words_in(code)["spoken"]]
        for before, after in pairwise(chain):  # each looks in the others for what it has not
            before.add_fallback(after)
        spoken = chain[0]
    return {"lang": code.replace("_", "-"), "other_languages": others, "spoken": spoken}


class Templates(Environment):
    """Flask's environment, whose templates share its globals: Jinja's own chains of mappings are slow to search."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **d} if d else self.globals


class StrictUndefined(Undefined):
    """What stands for a missing key or name; for another attribute, also with `is defined`, raises `AttributeError`."""

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: type = UndefinedError
    ) -> None:
        if obj is not missing and not isinstance(obj, Mapping):
            raise AttributeError(f"{type(obj).__name__} has no {name!r} that a template asks for")
        super().__init__(hint, obj, name, exc)


def install_macros(app: Flask) -> None:
    """Install the macros as globals; each file knows those of the files before it."""
    # A page has dozens of glyphs.
    wrappers: dict[str, Callable[[Any], Any]] = {"mark": _of_seats, "glyph": cached_below_root}
    for file in _MACRO_FILES:
        for name, macro in vars(app.jinja_env.get_template(f"shared/{file}.html").module).items():
            if not name.startswith("_"):
                app.jinja_env.globals[name] = wrappers[name](macro) if name in wrappers else macro


def _of_seats(macro: Callable[..., str]) -> Callable[..., str]:
    @pass_context
    def mark(context: Context, seat: int, who: str | Sequence[str], size: str = "") -> str:
        """`who` are all names of the table, or one: that of the seat at the page's table, or of somebody at none."""
        names = context.get("names", ()) if isinstance(who, str) else who
        is_seated = names is who or (seat < len(names) and names[seat] == who)
        return macro(seat, seat_mark(names if is_seated else (str(who),), seat if is_seated else 0), size)

    return mark


@dataclass(frozen=True)
class Page:
    """A template, its context, and the blocks that are sent again when the table changes."""

    template: str
    context: Mapping[str, Any]
    parts: tuple[str, ...]


def rendered(page: Page, fragments: Fragments | None = None, only: Collection[str] = ()) -> dict[str, str]:
    """Render the parts of a page on their own, by element id, or `only` some; with `fragments` with slots for those."""
    template, game = current_app.jinja_env.get_template(page.template), page.context.get("game")
    if game is not None:
        use_words_of(game)
    context = {**language_context(), **page.context}
    if fragments is not None:
        context["cached"] = fragments.render_cached
    shown = template.new_context(context)
    # Adds the blocks of its layouts, and its own variables: the outermost layout writes the first tag of the page.
    next(filter(str.strip, template.root_render_func(shown)))
    names = [name for name in page.parts if name in only] if only else page.parts
    return {name: "".join(shown.blocks[name][0](shown)) for name in names}


def use_words_of(game: Game) -> None:
    """Let the rest of the request speak with the words of a game."""
    if game.key in games_with_words():
        g.words = words_in(str(get_locale()), game.key)
