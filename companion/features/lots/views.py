"""The page with the names to draw one of, and the dice."""

import secrets

from flask import Blueprint, Response, request

from companion.engine import MOST_SEATS
from companion.engine.names import clean_name, shortened
from companion.forms.form import number
from companion.scoring.scoresheet import MAX_NAME_LENGTH
from companion.views.http.error_pages import respond
from companion.views.http.phone import all_tables, phone

bp = Blueprint("lots", __name__)

_SIDES = 6
_MOST_DICE = 5


@bp.get("/lots")
def show() -> Response:
    """Show the names to draw one of, and the dice, with what was drawn; each time anew."""
    typed = [shortened(clean_name(text), MAX_NAME_LENGTH) for text in request.args.getlist("player")[: MOST_SEATS + 1]]
    names = list(dict.fromkeys(filter(None, typed)))
    dice = number(request.args, "dice", 1, _MOST_DICE) or 0
    response = respond(
        "lots/lots.html",
        chosen=names,
        offered=all_tables().openings.names_to_offer(phone() or 0, names),
        first=secrets.choice(names) if names and not dice else None,
        rolled=[secrets.randbelow(_SIDES) + 1 for _ in range(dice)],
        most_dice=_MOST_DICE,
    )
    response.cache_control.no_store = True
    return response
