"""The templates of this phone: search, choose for a new table, store, download and delete."""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, render_template, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine import Game, Message, RuleError, if_allowed
from companion.engine.names import has_words, normalize_name
from companion.features.setups import rows as setup_rows
from companion.features.setups.template import (
    SetupTemplate,
    built_in,
    built_in_named,
    fields_of,
    is_template,
    read_template,
    to_template,
)
from companion.forms.form import FormError, Posted
from companion.forms.parts import FieldError
from companion.games import all_games
from companion.locales import read_locales
from companion.storage.rows.memberships import phone_number
from companion.table.openings import TooManySessions
from companion.views.http.error_pages import ask_first, is_confirmed_deletion, redirect_to, respond
from companion.views.http.phone import all_tables, phone, request_token_hash
from companion.views.http.responses import json_file
from companion.views.new_table import arranged, options_in, page, refused_page
from companion.views.render.template_helpers import request_locale

bp = Blueprint("setups", __name__)

LONGEST_WORDS = 80
"""The most characters of a search."""
_SHARED = ("player", "hidden", "find")  # fields of a new table that a template does not fill
_NOT_HERE = Message("This template is not on this phone any more. Choose another one, or fill in the form.")


@dataclass(frozen=True)
class TemplateChoice:
    """A template to choose: its game, key and name, and whether it is the phone's own or built-in."""

    game: Game
    key: str
    name: str
    is_own: bool


@bp.app_template_global()
def own_setups() -> list[TemplateChoice]:
    """Return this phone's templates of installed games, the last used one first."""
    games = all_games()
    return [
        TemplateChoice(games[game], key, name, True)
        for game, key, name in all_tables().read(setup_rows.names_of, phone() or 0)
        if game in games and games[game].setup_form
    ]


def choices_for(game: Game | None, words: str = "") -> list[TemplateChoice]:
    """Return the templates of a game, or of all, whose names contain these words: the phone's own come first."""
    own_choices, locales = own_setups(), read_locales(str(request_locale()))
    taken = {(choice.game.key, choice.key) for choice in own_choices}
    built_in_choices = [
        TemplateChoice(each, template.key, template.name, False)
        for each in all_games().values()
        if each.setup_form
        for template in built_in(each, locales).values()
        if (each.key, template.key) not in taken
    ]
    return [
        choice
        for choice in (*own_choices, *built_in_choices)
        if game in (None, choice.game) and has_words(choice.key, words)
    ]


def find_setup(game: Game, key: str) -> SetupTemplate | None:
    """Return the template of a game under a key, the phone's own first; None if there is none.

    Raises `RuleError` if the rules of the game refuse it, as they may have changed since it was kept.
    """
    if game.setup_form is None:
        return None
    row = all_tables().read(setup_rows.find_template, phone() or 0, game.key, key)
    if row is None:
        return built_in_named(game, key, read_locales(str(request_locale())))
    return to_template(game, row["options"])


@bp.get("/setups")
def show() -> str:
    """List the templates of all games, or those that match a search."""
    words = request.args.get("find", "")[:LONGEST_WORDS]
    choices = choices_for(None, words)
    own, brought = ([choice for choice in choices if choice.is_own is is_own] for is_own in (True, False))
    return render_template("setups/setups.html", words=words, own=own, brought=brought)


@bp.get("/setups/<key>/file")
def file(key: str) -> Response:
    """Download a template as a JSON file, for import into another companion."""
    game = all_games().get(key) or abort(404)
    template = if_allowed(find_setup, game, request.args.get("setup", "")) or abort(404)
    return json_file(template.as_json(), f"{key}-template.json")


@bp.route("/setups/<key>/delete", methods=["GET", "POST"])
def delete(key: str) -> Response:
    """Delete a template of this phone after a confirmation."""
    number, wanted = phone(), request.args.get("setup", "")
    choice = next((choice for choice in own_setups() if (choice.game.key, choice.key) == (key, wanted)), None)
    if choice is None and not is_confirmed_deletion():
        abort(404)
    if question := ask_first("setups/delete.html", choice=choice):
        return question
    if number is not None:
        delete_own = partial(setup_rows.delete_template, phone=number, game=key, key=wanted)
        all_tables().write(delete_own, f"setups {number}")
    return redirect_to(url_for(".show"))


@bp.app_template_global()
def setups_for(game: Game, query: Posted) -> tuple[list[TemplateChoice], str]:
    """Return the templates of a game that match the search, and the words of the search."""
    words = (query.get("find") or "")[:LONGEST_WORDS]
    return choices_for(game, words), words


@bp.app_template_global()
def titles_for(game: Game, query: Posted) -> list[str]:
    """Return known titles that contain the typed words; if none are typed, those without a template."""
    form = game.setup_form
    typed = normalize_name((form and query.get(form.title_field)) or "")
    kept = {typed} if typed else {choice.key for choice in own_setups() if choice.game is game}
    titles = all_tables().read(setup_rows.recent_titles, phone() or 0, game.key)
    keys = [(normalize_name(title), title) for title in titles]
    return [title for key, title in keys if key not in kept and has_words(key, typed)]


@bp.app_template_global()
def templates_titled(game: Game, query: Posted) -> list[TemplateChoice]:
    """Return the templates that come along whose names contain the typed title, but for what the form shows already."""
    title = (query.get(game.setup_form.title_field) or "")[:LONGEST_WORDS] if game.setup_form else ""
    offered = [choice for choice in choices_for(game, title) if title.strip() and not choice.is_own]
    return [choice for choice in offered if choice.key != normalize_name(title) or not _is_shown(choice, query)]


def _is_shown(choice: TemplateChoice, query: Posted) -> bool:
    """Whether the form has all that a template fills."""
    template = find_setup(choice.game, choice.key)
    return template is not None and all(
        query.getlist(name) == ([value] if isinstance(value, str) else value)
        for name, value in fields_of(template).items()
    )


def filled(game: Game, fields: MultiDict[str, str]) -> tuple[MultiDict[str, str], Message | None]:
    """Return the fields of a new table filled from the chosen template, and a message if that cannot be used."""
    query = MultiDict(fields)
    if game.setup_form is not None and "titled" in fields:  # a title that was tapped
        query[game.setup_form.title_field] = fields["titled"]
    chosen = query.get("setup")
    if chosen is None:
        return query, None
    try:
        template = find_setup(game, chosen)
    except RuleError as error:
        return query, Message("This template does not fit the rules any more: {reason}.", reason=error.message)
    if template is None:
        return query, _NOT_HERE
    shared: MultiDict[str, str] = MultiDict([(name, value) for name in _SHARED for value in query.getlist(name)])
    for name, value in fields_of(template).items():
        shared.setlist(name, [value] if isinstance(value, str) else value)
    return shared, None


def keep_here(template: SetupTemplate) -> None:
    """Store a template for this phone. Raises `RuleError` if it is too large, `TooManySessions` for too many phones."""
    if phone() is None and not all_tables().openings.may_open():
        raise TooManySessions(Message("Too many new phones from here. Wait an hour, then keep this template."))
    row, token = setup_rows.row_of(template), request_token_hash()
    all_tables().write(
        lambda db: setup_rows.keep_template(db, phone_number(db, token, row["at"]), row), f"setups {token!r}"
    )


@bp.post("/new/<key>/keep")
def keep(key: str) -> Response:
    """Store the posted form as a template of this phone, without opening a table; 404 for a game without templates."""
    game = all_games().get(key) or abort(404)
    players, _, refused = arranged(game, request.form)
    if game.setup_form is None:
        abort(404)
    try:
        template = to_template(game, options_in(game, request.form, players))
        keep_here(template)
    except (FieldError, FormError, RuleError, TooManySessions) as error:
        return refused_page(game, players, error)
    done = Message("Kept as a template of this phone: {name}", name=template.name)
    return page(game, players, request.form, 200, done=done, refused=refused)


def imported(value: Any, *, is_sure: bool) -> Response | None:
    """Return the page of an imported template, or store it; None if the value is not a template.

    Raises `SheetError` if it is invalid, `RuleError` if it is too large, and `TooManySessions`.
    """
    if not is_template(value):
        return None
    template = read_template(value)
    if is_sure:
        keep_here(template)
        return redirect_to(url_for("new_table.show", key=template.game.key, setup=template.key))
    text = json.dumps(template.as_json())
    replaces = (template.game.key, template.key) in [(choice.game.key, choice.key) for choice in own_setups()]
    return respond("setups/imported.html", template=template, text=text, replaces=replaces)
