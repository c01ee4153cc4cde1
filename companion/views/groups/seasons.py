"""The seasons of a group: from day to day, both included, in the time zone of the instance."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game import Message
from companion.game.names import clean_name
from companion.game.pages.form import Posted
from companion.game.pages.form import number as whole_number
from companion.history import groups
from companion.scoring.scoresheet import name_fault
from companion.sessions.edits import group_edits
from companion.sessions.edits.group_edits import GroupFull
from companion.storage.rows.group_rows import Season
from companion.views.groups.groups import require_owner
from companion.views.groups.span import MOST_NUMBER, day_faults
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import sessions
from companion.views.render.days import full_date as day_with_year

bp = Blueprint("seasons", __name__)

_LONGEST = 100
_ALWAYS = "~"  # comes after every day
NO_FIRST = Message("Choose the first day of the season, or type it as 2026-11-23.")
NOT_THERE = Message("This season was deleted meanwhile. Save again to make it a new one.")


@bp.get("/groups/<group>/seasons")
def show(group: str) -> Response:
    """List the seasons, with the form of a new one, or of the one that the address names."""
    require_owner(group)
    number = whole_number(request.args, "season", 1, MOST_NUMBER) or 0
    known = [season for season in groups.seasons_of(sessions().store, group) if season.number == number]
    return _page(group, known[0] if known else Season(0, "", "", ""), {}, 200)


@bp.post("/groups/<group>/seasons")
def save(group: str) -> Response:
    """Add a season or change one; if something is wrong, show the form again with what was typed."""
    require_owner(group)
    season, store = _read(request.form), sessions().store
    faults = _faults(season)
    numbers = {season.number for season in groups.seasons_of(store, group)}
    if season.number and season.number not in numbers:
        season = Season(0, season.name, season.since, season.until)
        faults.setdefault("name", NOT_THERE)
    if not faults:
        try:
            group_edits.store_season(store, group, season)
        except GroupFull as error:
            faults["name"] = error.message
        else:
            return redirect_to(url_for(".show", group=group))
    return _page(group, season, faults, 422)


@bp.post("/groups/<group>/seasons/<int:number>/delete")
def delete(group: str, number: int) -> Response:
    """Delete a season; its games stay in the group."""
    require_owner(group)
    group_edits.delete_season(sessions().store, group, min(number, MOST_NUMBER))
    return redirect_to(url_for(".show", group=group))


def _read(posted: Posted) -> Season:
    name, since, until = ((posted.get(key) or "").strip()[:_LONGEST] for key in ("name", "since", "until"))
    return Season(whole_number(posted, "season", 1, MOST_NUMBER) or 0, clean_name(name), since, until)


def _faults(season: Season) -> dict[str, Message]:
    """Return what is wrong, by field."""
    faults = day_faults(season.since, season.until)
    if not season.since:
        faults["since"] = NO_FIRST
    if fault := name_fault(season.name):
        faults["name"] = fault
    return faults


def overlaps(seasons: Sequence[Season]) -> dict[int, list[str]]:
    """Return the names of the seasons that share a day with another, by the number of that one."""
    return {season.number: [other.name for other in seasons if _is_overlap(season, other)] for season in seasons}


def _is_overlap(season: Season, other: Season) -> bool:
    if season.number == other.number:
        return False
    return season.since <= (other.until or _ALWAYS) and other.since <= (season.until or _ALWAYS)


def _page(group: str, season: Season, faults: dict[str, Message], status: int) -> Response:
    own = require_owner(group)
    seasons = groups.seasons_of(sessions().store, group)
    page = render_template(
        "groups/seasons.html",
        group=own,
        seasons=seasons,
        overlaps=overlaps(seasons),
        typed=season,
        faults=faults,
        date=day_with_year,
    )
    return make_response(page, status)
