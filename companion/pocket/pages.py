"""What the pages say of the browser that keeps everything, and the text of a result."""

from datetime import date
from typing import Any

from flask import Blueprint, current_app, request

from companion.table.visible_table import VisibleTable
from companion.views.http.phone import all_tables, phone
from companion.views.http.settings import SAVED
from companion.views.render.template_helpers import long_date, say
from companion.views.table.standings import ranking

bp = Blueprint("pocket", __name__)


@bp.app_template_global()
def browser() -> dict[str, Any]:
    """Return what the browser told: whether it keeps files, and for good, and whether this is on a home screen."""
    known: dict[str, Any] = current_app.config["POCKET"]
    return known


@bp.app_template_global()
def has_own_tables() -> bool:
    """Whether there is anything that could be lost."""
    number = phone()
    return number is not None and bool(all_tables().tables_of(number))


@bp.app_template_global()
def saved_on() -> str | None:
    """Return the ISO day on which all was saved elsewhere for the last time; None if that was never."""
    try:
        return date.fromisoformat(request.cookies.get(SAVED, "")).isoformat()
    except ValueError:
        return None


@bp.app_template_global()
def result_text(table: VisibleTable) -> str:
    """Return the result of a table as a few lines to send."""
    names = table.setup.players
    lines = [f"{place or '·'}  {names[seat]}  {total}" for place, seat, total in table.plates]
    return "\n".join([f"{say(table.game.title)}, {long_date(table.made)}", say(ranking(table), names), *lines])
