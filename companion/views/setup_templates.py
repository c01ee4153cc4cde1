"""The setup templates of this phone: search, keep, export as a small file, and delete."""

from contextlib import suppress

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Game, Message, MessageError, RuleError
from companion.game.pages.form import Posted
from companion.games import all_games
from companion.locales import FALLBACKS
from companion.scoring.setup_template import SetupTemplate, fields_of
from companion.views.export.exports import json_file
from companion.views.http.error_pages import ask_first, redirect_to
from companion.views.http.identity import phone, request_token_hash, sessions
from companion.views.render.template_helpers import locale

bp = Blueprint("setup_templates", __name__)

LONGEST_WORDS = 80
"""The most characters that are searched for."""
_SHARED = ("player", "hidden", "find")  # fields of a new table that a template does not fill
_NOT_HERE = Message("This template is not on this phone any more. Choose another one, or fill in the form.")


class TooManyPhones(MessageError):
    """Too many new phones kept something from one address; `message` says so."""

    def __init__(self) -> None:
        super().__init__(Message("Too many new phones from here. Wait an hour, then keep this template."))


@bp.get("/setups")
def show() -> str:
    """List the templates of all games, or those whose names have the words that were typed."""
    words = request.args.get("find", "")[:LONGEST_WORDS]
    choices = sessions().setup_templates.choices(phone(), _locales(), words=words)
    own, brought = ([choice for choice in choices if choice.is_own is is_own] for is_own in (True, False))
    return render_template("setup/setup-templates.html", words=words, own=own, brought=brought)


@bp.get("/setups/<key>/file")
def file(key: str) -> Response:
    """Download a template as a small JSON file, to be imported at another companion."""
    template = _requested(key)
    return json_file(template.as_json(), f"{template.game.key}-template.json")


@bp.route("/setups/<key>/delete", methods=["GET", "POST"])
def delete(key: str) -> AnyResponse:
    """Delete a template of this phone; ask first."""
    number, wanted, own = phone(), request.args.get("setup", ""), sessions().setup_templates
    choice = next(
        (choice for choice in own.own_choices(number) if (choice.game.key, choice.key) == (key, wanted)), None
    )
    if choice is None and request.form.get("sure") != "yes":
        abort(404)
    if question := ask_first("setup/delete.html", choice=choice):
        return question
    if number is not None:
        own.delete(number, key, wanted)
    return redirect_to(url_for(".show"))


def _requested(key: str) -> SetupTemplate:
    game = all_games().get(key) or abort(404)
    with suppress(RuleError):
        if template := sessions().setup_templates.find(phone(), game, request.args.get("setup", "")):
            return template
    abort(404)


def _locales() -> tuple[str, ...]:
    """Return the language of this request, and those that its readers also read."""
    return locale(), *FALLBACKS.get(locale(), ())


def choices_for(game: Game, query: Posted) -> dict[str, object]:
    """Return the templates of a game for the page of a new table, and the words that were searched for."""
    words = (query.get("find") or "")[:LONGEST_WORDS]
    return {
        "templates": sessions().setup_templates.choices(phone(), _locales(), game, words),
        "has_templates": bool(words) or bool(sessions().setup_templates.choices(phone(), _locales(), game)),
        "words": words,
    }


def filled(game: Game, query: Posted) -> tuple[Posted, Message | None]:
    """Return the fields of a new table with those of the chosen template, and a message if that template is missing."""
    chosen = query.get("setup")
    if chosen is None:
        return query, None
    try:
        template = sessions().setup_templates.find(phone(), game, chosen)
    except RuleError as error:
        return query, Message("This template does not fit the rules any more: {reason}.", reason=error.message)
    if template is None:
        return query, _NOT_HERE
    fields: MultiDict[str, str] = MultiDict([(name, value) for name in _SHARED for value in query.getlist(name)])
    for name, value in fields_of(template).items():
        fields.setlist(name, [value] if isinstance(value, str) else value)
    return fields, None


def keep_here(template: SetupTemplate) -> None:
    """Keep a template on this phone; raise `RuleError` if it is too large, `TooManyPhones` from a flood of phones."""
    if phone() is None and not sessions().openings.may_open():
        raise TooManyPhones
    sessions().setup_templates.keep(request_token_hash(), template)
