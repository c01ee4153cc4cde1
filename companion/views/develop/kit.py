"""The kit at /develop/kit: each macro and shape drawn in the page's own look beside lines that use it, and all types.

It is there with `companion serve --develop` only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, url_for
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from companion.game import Game, Message, Refusal
from companion.game.pages.keypad import Column, Grid, view_grid
from companion.game_files import GLYPHS, glyphs_in
from companion.games import all_games
from companion.views.develop.kit_entries import Entry, id_of, macros, shapes
from companion.views.develop.kit_types import types
from companion.views.render.explanations import rule_behind
from companion.views.render.template_helpers import language_context

bp = Blueprint("develop", __name__)

NAMES = ("Ann", "Ben", "Cleo")
SAMPLES: Mapping[str, str] = {
    "names": "the names of three players",
    "points_by_seat": "points of each of them",
    "game, rule": "a game, and the id of one of its rules",
    "steps": "the reasons of an entry",
    "refusal": "what a game refuses",
    "ask": "a keypad's `GridView`",
    "post_to, form_at, version, question": "as in every entry form",
    "done, seat": "the seats whose part is in, and the one that enters",
    "session": "the id of a table",
    "other_languages": "as on every page",
}
"""What the examples find in their context, for the page and for the manual."""


@dataclass(frozen=True)
class Drawn:
    """An entry with what its example draws."""

    entry: Entry
    shown: Markup


@bp.get("/develop/kit")
def kit() -> str:
    """Show all that a game is made with."""
    return render_template(
        "develop/kit.html",
        macros=[drawn(entry) for entry in macros()],
        shapes=[drawn(entry) for entry in shapes()],
        types=types(),
        glyphs=glyphs_in(Path(f"{current_app.static_folder}/{GLYPHS}")),
        samples=SAMPLES,
    )


@bp.app_template_filter()
def with_code(text: str) -> Markup:
    """Mark as code what stands between backticks.

    >>> with_code("`a` < b")
    Markup('<code>a</code> &lt; b')
    """
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


bp.add_app_template_filter(id_of, "kit_id")


@bp.post("/develop/kit")
def sent() -> Response:
    """Lead back to the page: what its examples send is not kept."""
    return redirect(url_for(".kit"), 303)


def drawn(entry: Entry) -> Drawn:
    """Render the lines that use an entry, with the samples."""
    template = current_app.jinja_env.from_string(entry.example)
    return Drawn(entry, Markup(template.render({**language_context(), **_samples()})))


def _samples() -> dict[str, Any]:
    game = _sample_game()
    return {
        "names": NAMES,
        "points_by_seat": (12, -2, 0),
        "game": game,
        "rule": next(iter(game.rules)),
        "steps": [_sample_reason(game)],
        "refusal": _sample_refusal(),
        "ask": _sample_keypad(),
        "post_to": url_for("develop.sent"),
        "form_at": _form_at,
        "version": 7,
        "question": "3",
        "done": (0,),
        "seat": 1,
        "session": "sample",
        "entry_title": Message("Entry {number}", number=1),
        "phone_name": Message("this phone"),
    }


def _form_at(**_fields: Any) -> str:
    return url_for("develop.kit")


@cache
def _sample_game() -> Game:
    """Return a game with rules to cite: one that is installed, if there is one."""
    return [game for game in all_games().values() if game.rules][-1]


def _sample_reason(game: Game) -> Any:
    rule, sentence = next(iter(game.rules)), Message("Nothing is entered yet.")
    place = game.rules[rule].place
    return SimpleNamespace(rule=rule, place=place, seat=0, points=4, sentence=sentence, is_ruling=False)


@cache
def _sample_refusal() -> Message:
    """Return a sentence without values that refuses something by a rule of a game."""
    refusals: Sequence[Refusal] = [refusal for game in all_games().values() for refusal in game.refusals]
    found = [refusal for refusal in refusals if "{" not in refusal.singular and rule_behind(refusal)]
    return found[0] if found else Message("This cannot be.")


@cache
def _sample_keypad() -> Any:
    asks: Callable[..., Message] = lambda seat: Message("Enter the total of {seat}.", seat=seat)  # noqa: E731
    columns = [Column("totals", Message("Total"), asks, below_zero=True), Column("cards", Message("Cards"), asks)]
    return view_grid(Grid(columns, ((14, -3, None), (2, None, None)), (0, 0)), len(NAMES), (2, 3, 4))
