"""Make a club evening: the game is chosen first, then how it is played, and who is there."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.engine import Game, Message, RuleError
from companion.engine.names import clean_name
from companion.features.evenings.drawing import rounds_needed
from companion.features.evenings.evening import (
    ALL,
    MOST_PLAYERS,
    MOST_ROUNDS,
    SHARES,
    SIZES,
    SWISS,
    SYSTEMS,
    EveningRefused,
    Settings,
)
from companion.features.evenings.pages import evenings
from companion.features.evenings.rows import EveningRow
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import Group
from companion.features.groups.views import GroupForm, fault_of_names, require_owner, ticked_names, typed_names
from companion.features.setups.template import SetupTemplate
from companion.features.setups.views import LONGEST_WORDS, choices_for, find_setup
from companion.forms.form import Posted, number as whole_number, plain_number
from companion.games import all_games
from companion.scoring.scoresheet import name_fault
from companion.storage import credentials
from companion.storage.records import now
from companion.views.http.error_pages import redirect_to, respond
from companion.views.http.phone import all_tables, phone
from companion.views.new_table import chosen_options, option_fields

_LONGEST_TYPED = 12_000
_LONGEST_NUMBER = 20
_USUAL_ROUNDS = 3
_USUAL_SIZE = 4
_FEWEST = 2


@dataclass(kw_only=True)
class EveningForm(GroupForm):
    """A posted form; with `is_exact` every table has exactly `size` players, and the rest sits out."""

    system: str
    size: int
    is_exact: bool
    rounds: str
    hidden: bool
    grouped: bool
    seats: Sequence[int]

    @property
    def proposed_rounds(self) -> int:
        """The default number of rounds; for all against all, enough for everybody to meet everybody."""
        settings = Settings(self.system, self.size, *self.table_limits, rounds=0, seed=0)
        needed = rounds_needed(len(self.names), settings) if self.system == ALL else 0
        return min(needed or _USUAL_ROUNDS, MOST_ROUNDS)

    @property
    def table_limits(self) -> tuple[int, int]:
        """The fewest and the most players that a table may have."""
        return (self.size, self.size) if self.is_exact else (self.seats[0], self.seats[-1])


def sizes_of(game: Game) -> list[int]:
    """Return the possible numbers of players per table for a game."""
    return [size for size in SIZES if size in game.seats]


def read_evening(posted: Posted, game: Game, members: Mapping[str, str]) -> EveningForm:
    """Read the form of an evening; a new one has the defaults, and all members of the group ticked."""
    sizes, is_new = sizes_of(game), posted.get("name") is None
    usual = min(sizes, key=lambda size: abs(size - _USUAL_SIZE))
    size = whole_number(posted, "size", SIZES[0], SIZES[-1])
    system = posted.get("system")
    return EveningForm(
        clean_name(posted.get("name") or ""),
        dict(members) if is_new else ticked_names(posted, members),
        typed_in(posted),
        system=system if system in SYSTEMS else SWISS,
        size=size if size in sizes else usual,
        is_exact=posted.get("exact") == "1",
        rounds=(posted.get("rounds") or "").strip()[:_LONGEST_NUMBER],
        hidden=posted.get("hidden") == "1",
        grouped=is_new or posted.get("grouped") == "1",
        seats=game.seats,
    )


def check_evening(form: EveningForm) -> None:
    """Add the faults of a form, by field."""
    if fault := name_fault(form.name):
        form.faults["name"] = fault
    rounds = plain_number(form.rounds)
    if rounds and not (rounds.isascii() and rounds.isdigit() and 1 <= int(rounds) <= MOST_ROUNDS):
        form.faults["rounds"] = Message("Type how many rounds are played, from 1 to {most}.", most=MOST_ROUNDS)
    if fault := names_fault(form.names):
        form.faults["names"] = fault
    elif len(form.names) < _FEWEST:
        form.faults["names"] = Message("Two players or more are needed: tick them, or type their names, one per line.")


def typed_in(posted: Posted) -> str:
    """Return the text of typed names, one per line."""
    return (posted.get("names") or "")[:_LONGEST_TYPED]


def read_newcomers(typed: str, known: Collection[str]) -> list[str]:
    """Return the names in a text; raise `EveningRefused` if one is not valid, or its key `known` from a player."""
    names = typed_names(typed)
    if not names:
        raise EveningRefused("Type a name first.")
    if there := next((name for key, name in names.items() if key in known), None):
        raise EveningRefused("{name} is one of the players already; names must differ.", name=there)
    if fault := names_fault([*names.values()]):
        raise EveningRefused(fault)
    return [*names.values()]


def names_fault(names: list[str]) -> Message | None:
    """Return why these are not valid names of an evening's players; None if they are."""
    if (count := len(names)) > MOST_PLAYERS:
        return Message("A club evening has at most {most} players; these are {count}.", most=MOST_PLAYERS, count=count)
    return fault_of_names(names)


bp = Blueprint("evening_making", __name__)

_LONGEST_KEY = 64
_LONGEST_TEMPLATE = 200
_TOO_OFTEN = Message("Too many tables and groups were made from here. Wait an hour, then try again.")


@bp.route("/groups/<group>/evenings/new", methods=["GET", "POST"])
def make(group: str) -> Response:
    """Make an evening and show it; before that show the games, then the form while it has faults."""
    own, game, is_posted = require_owner(group), _game(), request.method == "POST"
    if game is None:
        return abort(404) if is_posted else _games_page(own)
    posted = request.form if is_posted else request.args
    form = read_evening(posted, game, all_tables().read(group_rows.players_of, group))
    if not is_posted:
        return _page(own, game, form, None, 200)
    check_evening(form)
    if form.faults:
        return _page(own, game, form, None, 422)
    number = phone() or abort(404)
    sent = request.form.get("opens", "")[:_LONGEST_KEY]
    opened = credentials.token_hash(f"{sent} {number} {group}") if sent else None
    if not all_tables().openings.may_open():
        return _page(own, game, form, _TOO_OFTEN, 429)
    row = EveningRow(secrets.token_urlsafe(9), group, form.name, _setup(game, form), now(), 0, 0)
    try:
        evening = evenings().make(row, form.names, number, opened)
    except EveningRefused as error:
        return _page(own, game, form, error.message, 422)
    return redirect_to(url_for("evenings.run", evening=evening))


def _games_page(group: Group) -> Response:
    games = [each for each in all_games().values() if sizes_of(each)]
    words = request.args.get("find", "")[:LONGEST_WORDS]
    sheets = [(each, choices_for(each, words)) for each in games if each.setup_form is not None]
    plain = [each for each in games if each.setup_form is None]
    return respond("evenings/games.html", group=group, games=plain, sheets=sheets)


def _game() -> Game | None:
    """Return the requested game; one that needs a template only with that."""
    game = all_games().get(request.args.get("game", ""))
    if game is None or not sizes_of(game):
        return None
    return None if game.setup_form is not None and _template(game) is None else game


def _template(game: Game) -> SetupTemplate | None:
    key = request.args.get("setup", "")[:_LONGEST_TEMPLATE]
    try:
        return find_setup(game, key)
    except RuleError:
        return None


def _setup(game: Game, form: EveningForm) -> Mapping[str, Any]:
    template = _template(game)
    least, most = form.table_limits
    options = chosen_options(_asks(game, form)) if template is None else dict(template.options)
    return {
        "game": game.key,
        "options": options,
        "hidden": form.hidden and game.secrecy is not None,
        "system": form.system,
        "size": form.size,
        "least": least,
        "most": most,
        "rounds": int(plain_number(form.rounds)) if form.rounds else form.proposed_rounds,
        "seed": secrets.randbelow(2**31),
        "grouped": form.grouped,
        "rule": SHARES,
    }


def _asks(game: Game, form: EveningForm) -> list[dict[str, Any]]:
    """Return the options that do not depend on who sits where."""
    asks = option_fields(game, form.size, request.values) if game.setup_form is None else []
    return [ask for ask in asks if ask["option"].choices is not None]


def _page(group: Group, game: Game, form: EveningForm, message: Message | None, status: int) -> Response:
    members = all_tables().read(group_rows.players_of, group.id)
    template = _template(game)
    query: dict[str, Any] = {} if template is None else {"setup": template.key}
    context = {
        "group": group,
        "game": game,
        "form": form,
        "sizes": sizes_of(game),
        "asks": _asks(game, form),
        "hidden": form.hidden,
        "template": template,
        "message": message,
        "offered": {**form.players, **members},
        "post_to": url_for(".make", group=group.id, game=game.key, **query),
    }
    return respond("evenings/new.html", status, **context)
