"""Open a table: players in seat order, and the game's options."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine import Game, Message, MessageError, Option, RuleError, fault_of
from companion.engine.bounds import FORM
from companion.engine.names import clean_name, normalize_name, shortened
from companion.engine.pause import in_slices
from companion.features import all_features, has_server
from companion.forms.form import FormError, Posted, number
from companion.forms.parts import FieldError
from companion.games import all_games
from companion.scoring.scoresheet import MAX_NAME_LENGTH, name_fault
from companion.table.openings import TooManySessions
from companion.views.http.error_pages import redirect_to, respond
from companion.views.http.phone import all_tables, phone, request_token_hash
from companion.views.http.requests import visible_table_for, without_entries
from companion.views.table.live_pages import common

PACKED = "form"
"""The name of the field that holds all others."""
_LONGEST_PLAIN = 2000  # a link to another language holds the address once more, each % as three characters
_LONGEST_PACKED = 7900
_MOST_UNPACKED = 64 * 1024
_LONGEST_KEY = 64
_MOST_WAITING = 20
_SAME = {
    2: Message("The same two"),
    3: Message("The same three"),
    4: Message("The same four"),
    5: Message("The same five"),
    6: Message("The same six"),
}

bp = Blueprint("new_table", __name__)


def query_of(fields: Iterable[tuple[str, str]]) -> str | None:
    """Return the fields as a query: readable where they are few, else packed; None if even that is too long."""
    pairs = list(fields)
    plain = urlencode(pairs)
    if len(plain) <= _LONGEST_PLAIN:
        return plain
    packed = urlsafe_b64encode(zlib.compress(json.dumps(pairs, ensure_ascii=False).encode(errors="replace"), 9))
    query = f"{PACKED}={packed.decode().rstrip('=')}"
    return query if len(query) <= _LONGEST_PACKED else None


def fields_in(query: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields of an address, unpacked, and the names typed since; none if what was packed is damaged."""
    packed = query.get(PACKED)
    if packed is None:
        return query
    try:
        reader = zlib.decompressobj()
        text = reader.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), _MOST_UNPACKED)
        pairs = json.loads(text)
        if len(pairs) > FORM.values:
            return MultiDict()
        waiting = [("waiting", name) for name in query.getlist("waiting")]
        return MultiDict([*((str(name), str(value)) for name, value in pairs), *waiting])
    except (ValueError, TypeError, zlib.error, RecursionError):  # not what `query_of` made
        return MultiDict()


@bp.get("/new/<key>")
def show(key: str) -> Response:
    """Show the form as its address says."""
    return _form(all_games().get(key) or abort(404), fields_in(request.args))


@bp.get("/t/<session>/again")
@without_entries
def again(session: str) -> Response:
    """Show which games the people of a table may play next, in the same order."""
    table = visible_table_for(session)
    names = tuple(table.setup.players)
    return respond(
        "setup/again.html",
        **common(table),
        games=[game for game in all_games().values() if len(names) in game.seats],
        same=same_people(len(names)),
        players=names,
        may_again=table.finished and table.can_score and all_tables().still_there(table.rematch) is None,
    )


def same_people(count: int) -> Message:
    """Return how the people of a table are called where they are offered again."""
    return _SAME.get(count, Message("The same people"))


@bp.post("/new/<key>/form")
def change(key: str) -> Response:
    """Show the form with the change that was tapped. Its fields are posted, as those of a long form fit no address."""
    game = all_games().get(key) or abort(404)
    query = query_of(request.form.items(multi=True))
    address = None if query is None else f"{url_for('.show', key=game.key)}?{query}"
    if address is not None and not request.htmx:
        return redirect_to(address)
    shown = _form(game, request.form)
    if address is not None:
        shown.headers["HX-Replace-Url"] = address
    return shown


@bp.post("/new/<key>")
def open_table(key: str) -> Response:
    """Open the table and redirect to its share page, or to itself where no other phone is to join."""
    game = all_games().get(key) or abort(404)
    players, fault, refused = arranged(game, request.form)
    if fault is None:
        try:
            options = options_in(game, request.form, players)
            hidden, key = request.form.get("hidden") == "1", request.form.get("opens", "")[:_LONGEST_KEY]
            openings = all_tables().openings
            session = openings.open(game, players, options, request_token_hash(key), hidden=hidden, key=key)
            is_shared = has_server() and not openings.needs_no_invitation(session, phone() or 0)
            return redirect_to(url_for("table.shared" if is_shared else "table.show", session=session))
        except (FieldError, FormError, RuleError, TooManySessions) as error:
            return refused_page(game, players, error)
    return page(game, players, request.form, 422, name_fault=fault, refused=refused)


def refused_page(game: Game, players: list[str], error: MessageError) -> Response:
    """Return the form with what is wrong, at its field if it has one."""
    if isinstance(error, FieldError):
        return page(game, players, request.form, 422, fault=error)
    status = 429 if isinstance(error, TooManySessions) else 422
    return page(game, players, request.form, status, message=error.message)


def _form(game: Game, fields: MultiDict[str, str]) -> Response:
    players, fault, refused = arranged(game, fields)
    query, missing = fields, None
    for feature in all_features():
        if feature.fields is not None:
            query, missing = feature.fields(game, query)
    return page(game, players, query, 200, message=missing, name_fault=fault, refused=refused)


def arranged(game: Game, query: Posted) -> tuple[list[str], Message | None, str]:
    """Return the players after a tap and the names typed since, and of those the first not added, after the reason."""
    players = [shortened(name, MAX_NAME_LENGTH) for name in _names(query, "player")[: game.seats[-1]]]
    # By name: after a drag the page shows the old seat numbers until the response arrives.
    dropped, moved = [_names(query, field)[:1] for field in ("drop", "up")]
    players = [name for name in players if name not in dropped]
    up = players.index(moved[0]) if moved and moved[0] in players else 0
    if up > 0:
        players[up - 1], players[up] = players[up], players[up - 1]
    waiting, typed = _names(query, "waiting")[:_MOST_WAITING], [*_names(query, "add"), *_names(query, "name")][:1]
    faults: list[tuple[Message, str]] = []
    for name in (*waiting, *typed):
        fault = _fault_of(game, players, name)
        if fault is None:
            players.append(name)
        else:
            faults.append((fault, name))
    return players, *(faults[0] if faults else (None, ""))


def _names(query: Posted, field: str) -> list[str]:
    return [name for text in in_slices(query.getlist(field)) if (name := clean_name(text))]


def _fault_of(game: Game, players: list[str], name: str) -> Message | None:
    if (fault := name_fault(name)) is not None:
        return fault
    if normalize_name(name) in map(normalize_name, players):
        return Message("{name} sits at the table already; names must differ.", name=name)
    if len(players) >= game.seats[-1]:
        return Message("{game} takes at most {most} players.", game=game.title, most=game.seats[-1])
    return None


def options_in(game: Game, posted: Posted, players: list[str]) -> dict[str, Any]:
    """Return the chosen options; a choice is posted as its index in the option's list, a seat as its number."""
    form = game.setup_form
    if form is not None:
        return form.read(posted, players)
    return chosen_options(option_fields(game, len(players), posted))


def chosen_options(asks: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the values that are chosen in the fields of options."""
    return {ask["option"].key: ask["choices"][ask["chosen"]][0] for ask in asks if ask["choices"]}


def option_fields(game: Game, seats: int, query: Posted) -> list[dict[str, Any]]:
    """Return the form fields of the options that the form shows; others keep their default."""
    return [_asks(option, seats, query) for option in game.options if option.asked]


def _asks(option: Option, seats: int, query: Posted) -> dict[str, Any]:
    """Return an option as a form field: its valid choices for this many players by index, and the selected one."""
    if option.choices is None:
        choices: dict[int, tuple[Any, Message | None]] = {seat: (seat, None) for seat in range(seats)}
    else:
        choices = {
            place: (value, label)
            for place, (value, label) in enumerate(option.choices)
            if fault_of(option.read, value, seats) is None
        }
    default = option.default_for(seats)
    usual = next((place for place, choice in choices.items() if choice[0] == default), min(choices, default=0))
    place = number(query, option.key, 0, max(choices, default=0))
    return {"option": option, "choices": choices, "usual": usual, "chosen": place if place in choices else usual}


def page(
    game: Game,
    players: list[str],
    query: Posted,
    status: int,
    *,
    message: Message | None = None,
    name_fault: Message | None = None,
    refused: str = "",
    fault: FieldError | None = None,
    done: Message | None = None,
) -> Response:
    """Render the form; `name_fault` stands at the name field, if that is shown, with the `refused` name.

    `fault` stands at a field of the game's own setup form; `done` says what was just done.
    """
    form = game.setup_form
    is_full = len(players) >= game.seats[-1]
    context = {
        "game": game,
        "names": players,
        "seen": all_tables().openings.names_to_offer(phone() or 0, players),
        "asks": option_fields(game, max(len(players), 1), query),
        "setup": None if form is None else form.view(query, players),
        "setup_fault": fault,
        "done": done,
        "query": query,
        "fault_attributes": partial(fault_attributes, fault),
        "hidden": query.get("hidden") == "1",
        "few": game.seats[0] - len(players),
        "full": is_full,
        "name_fault": name_fault,
        "typed": refused,
        "message": (name_fault if is_full else None) or message,
    }
    return respond("setup/new.html", status, **context)


def fault_attributes(fault: FieldError | None, field: str) -> dict[str, str]:
    """Return the attributes of a field whose fault stands below it; none of another field."""
    if fault is None or fault.field != field:
        return {}
    return {"aria-invalid": "true", "aria-describedby": f"{field}-fault", "autofocus": ""}
