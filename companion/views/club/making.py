"""Make a club evening: the game is chosen first, then how it is played, and who is there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.club.evening import EveningRefused
from companion.game import Game, Message, RuleError
from companion.games import all_games
from companion.history import groups
from companion.history.groups import Group
from companion.scoring.setup_template import SetupTemplate
from companion.storage import credentials
from companion.storage.records import now
from companion.storage.rows.evening_rows import EveningRow
from companion.views.club.evening_form import EveningForm, check_evening, read_evening, sizes_of
from companion.views.groups.groups import require_owner
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import phone, sessions
from companion.views.setup.new_table import chosen_options, option_fields
from companion.views.setup.setup_templates import choices_for

bp = Blueprint("evening_making", __name__)

_LONGEST_KEY = 64
_LONGEST_TEMPLATE = 200
_TOO_OFTEN = Message("Too many tables and groups were made from here. Wait an hour, then make this evening.")


@bp.get("/groups/<group>/evenings/new")
def asked_to_make(group: str) -> Response:
    """Show the games to choose from, or the form of an evening of the game that the address names."""
    own = require_owner(group)
    game = _game()
    if game is None:
        games = [each for each in all_games().values() if sizes_of(each)]
        sheets = [(each, choices_for(each, request.args)["templates"]) for each in games if each.setup_form is not None]
        plain = [each for each in games if each.setup_form is None]
        return make_response(render_template("club/games.html", group=own, games=plain, sheets=sheets))
    form = read_evening(request.args, game, groups.players_of(sessions().store, group))
    return _page(own, game, form, None, 200)


@bp.post("/groups/<group>/evenings/new")
def make(group: str) -> Response:
    """Make an evening, and show it; if something is wrong, show the form again with what was typed."""
    own, game = require_owner(group), _game() or abort(404)
    form = read_evening(request.form, game, groups.players_of(sessions().store, group))
    check_evening(form)
    if form.faults:
        return _page(own, game, form, None, 422)
    number = phone() or abort(404)
    sent = request.form.get("opens", "")[:_LONGEST_KEY]
    opened = credentials.token_hash(f"{sent} {number} {group}") if sent else None
    if not sessions().openings.may_open():
        return _page(own, game, form, _TOO_OFTEN, 429)
    row = EveningRow(secrets.token_urlsafe(9), group, form.name, _setup(game, form), now(), 0, 0)
    try:
        evening = sessions().evenings.make(row, form.names, number, opened)
    except EveningRefused as error:
        return _page(own, game, form, error.message, 422)
    return redirect_to(url_for("evenings.run", evening=evening))


def _game() -> Game | None:
    """Return the game that the address names; one with templates only with one of these."""
    game = all_games().get(request.args.get("game", ""))
    if game is None or not sizes_of(game):
        return None
    return None if game.setup_form is not None and _template(game) is None else game


def _template(game: Game) -> SetupTemplate | None:
    key = request.args.get("setup", "")[:_LONGEST_TEMPLATE]
    try:
        return sessions().setup_templates.find(phone(), game, key)
    except RuleError:
        return None


def _setup(game: Game, form: EveningForm) -> Mapping[str, Any]:
    template = _template(game)
    options = chosen_options(_asks(game, form)) if template is None else dict(template.options)
    return {
        "game": game.key,
        "options": options,
        "hidden": form.hidden and game.secrecy is not None,
        "system": form.system,
        "size": form.size,
        "least": form.size if form.is_exact else game.seats[0],
        "most": form.size if form.is_exact else game.seats[-1],
        "rounds": form.round_count,
        "seed": secrets.randbelow(2**31),
        "grouped": form.grouped,
    }


def _asks(game: Game, form: EveningForm) -> list[dict[str, Any]]:
    """Return the options that do not depend on who sits where."""
    asks = option_fields(game, form.size, request.values) if game.setup_form is None else []
    return [ask for ask in asks if ask["option"].choices is not None]


def _page(group: Group, game: Game, form: EveningForm, message: Message | None, status: int) -> Response:
    members = groups.players_of(sessions().store, group.id)
    template = _template(game)
    query: dict[str, Any] = {} if template is None else {"setup": template.key}
    context = {
        "group": group,
        "game": game,
        "form": form,
        "sizes": sizes_of(game),
        "asks": _asks(game, form),
        "limits": game.secrecy.limits if game.secrecy else None,
        "hidden": form.hidden,
        "template": template,
        "message": message,
        "offered": {**form.players, **members},
        "post_to": url_for(".make", group=group.id, game=game.key, **query),
    }
    return make_response(render_template("club/new.html", **context), status)
