"""Render pages and their parts, on the pages of a game with its own words first; shared macros are globals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, g
from flask_babel import get_locale
from jinja2 import Undefined, UndefinedError, pass_context
from jinja2.runtime import Context
from jinja2.utils import missing

from companion.engine import Game
from companion.live.audiences import Fragments
from companion.locales import games_with_words
from companion.views.render.template_helpers import language_context, seat_mark, words_in


class StrictUndefined(Undefined):
    """What stands for a key that a mapping lacks, or for a name that was not given; an attribute must be there.

    Raises `AttributeError` where a template asks for another attribute, also with `is defined`.
    """

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: type = UndefinedError
    ) -> None:
        if obj is not missing and not isinstance(obj, Mapping):
            raise AttributeError(f"{type(obj).__name__} has no {name!r} that a template asks for")
        super().__init__(hint, obj, name, exc)


# Their macros are globals, because blocks are rendered on their own, without top-level imports.
_MACRO_FILES = ("macros", "form-macros", "table-macros", "pad-macros")


def init_app(app: Flask) -> None:
    """Install the macros as globals."""
    modules = [app.jinja_env.get_template(f"shared/{file}.html").module for file in _MACRO_FILES]
    macros = {name: macro for module in modules for name, macro in vars(module).items() if not name.startswith("_")}
    app.jinja_env.globals.update(macros, mark=_of_seats(macros["mark"]))


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


def rendered(page: Page, fragments: Fragments | None = None) -> dict[str, str]:
    """Render the parts of a page on their own, by element id; with `fragments` they have slots for those."""
    template, game = current_app.jinja_env.get_template(page.template), page.context.get("game")
    if game is not None:
        use_words_of(game)
    context = {**language_context(), **page.context}
    if fragments is not None:
        context |= {"cached": fragments.render_cached, "cached_each": fragments.render_each_cached}
    shown = template.new_context(context)
    # Adds the blocks of its layouts, and its own variables: the outermost layout writes the first tag of the page.
    next(filter(str.strip, template.root_render_func(shown)))
    return {name: "".join(shown.blocks[name][0](shown)) for name in page.parts}


def use_words_of(game: Game) -> None:
    """Let the rest of the request speak with the words of a game."""
    if game.key in games_with_words():
        g.words = words_in(str(get_locale()), game.key)
