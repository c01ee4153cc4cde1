"""Pages that change a group: hosts put tables in and take them out, and its seasons are edited."""

from collections.abc import Sequence
from itertools import islice

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine import Message
from companion.engine.names import clean_name
from companion.engine.pages.form import number as whole_number
from companion.engine.scoring.scoresheet import name_fault
from companion.features.groups import edits as group_edits
from companion.features.groups import rows as group_rows
from companion.features.groups.edits import GroupFull
from companion.features.groups.games import hosted_sessions, offered_sessions
from companion.features.groups.rows import MOST_SESSIONS, Season
from companion.features.groups.summary import MOST_NUMBER, day_faults
from companion.features.groups.views import MAY_NOT, group_for, require_owner
from companion.features.history import search
from companion.features.history.views import session_row
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.identity import phone, require_host, sessions
from companion.views.render.template_helpers import full_date
from companion.views.table.live_pages import where

bp = Blueprint("group_tables", __name__)
bp.register_error_handler(GroupFull, lambda error: problem(error.message, 422))

_LONGEST_ID = 64
_PAGE = 30
_MOST_PAGES = 9999


@bp.get("/groups/<group>/tables")
def show(group: str) -> str:
    """List the tables that this phone may put into a group, and those that it may take out."""
    own, number, store = group_for(group), phone() or abort(404), sessions().store
    page = whole_number(request.args, "page", 1, _MOST_PAGES) or 1
    offered = _offered(number, group)
    inside = hosted_sessions(store, number, group, _PAGE + 1, (page - 1) * _PAGE)
    return render_template(
        "groups/tables.html",
        group=own,
        count=len(offered),
        offered=[session_row(row) for row in search.past_sessions(store, offered[:_PAGE])],
        inside=[session_row(row) for row in inside[:_PAGE]],
        players=group_rows.players_of(store.rows, group),
        more=page + 1 if len(inside) > _PAGE else None,
    )


@bp.post("/groups/<group>/tables")
def change(group: str) -> Response:
    """Put in one table or all offered ones, or take one out; 403 if this phone may not."""
    group_for(group)
    number, store = phone() or abort(404), sessions().store
    if request.form.get("all") == "yes":
        group_edits.put_sessions(store, group, _offered(number, group), number, replay=_with_replay())
    else:
        _change(group, number, request.form.get("put"), request.form.get("out"))
    return redirect_to(url_for(".show", group=group))


def _offered(number: int, group: str) -> list[str]:
    return list(islice(offered_sessions(sessions().store, number, group), MOST_SESSIONS))


@bp.get("/t/<session>/groups")
def of_table(session: str) -> Response:
    """Show a table's host the groups that the table is in, or may be put into."""
    table = require_host(session)
    placed = group_rows.groups_of_session(sessions().store.rows, phone() or abort(404), session)
    is_ranked = table.finished and table.standing is not None and bool(table.standing.ranking)
    about = {"table": table, "game": table.game, "names": table.setup.players, "where": where(table)}
    return respond("groups/of-table.html", **about, groups=placed, is_ranked=is_ranked)


@bp.post("/t/<session>/groups")
def change_of_table(session: str) -> Response:
    """Put the table into a group, or take it out, for its host."""
    require_host(session)
    number = phone() or abort(404)
    put, out = request.form.get("put"), request.form.get("out")
    group = (put or out or "")[:_LONGEST_ID]
    _change(group, number, session if put else None, session if out else None)
    return redirect_to(url_for(".of_table", session=session))


def _change(group: str, number: int, put: str | None, out: str | None) -> None:
    """Put a session in or take one out; abort with 400 if none is named, 403 if this phone may not."""
    store = sessions().store
    if put:
        done = bool(group_edits.put_sessions(store, group, [put[:_LONGEST_ID]], number, replay=_with_replay()))
    elif out:
        done = group_edits.take_session(store, group, out[:_LONGEST_ID], number)
    else:
        abort(400)
    if not done:
        abort(problem(MAY_NOT, 403))


def _with_replay() -> bool:
    return request.values.get("replay") == "yes"


_LONGEST = 100
_ALWAYS = "~"  # comes after every day
NO_FIRST = Message("Choose the first day of the season, or type it as 2026-11-23.")
NOT_THERE = Message("This season was deleted meanwhile. Save again to make it a new one.")


@bp.route("/groups/<group>/seasons", methods=["GET", "POST"])
def seasons(group: str) -> Response:
    """List the seasons with the form of one; add or change one that is posted without a fault."""
    require_owner(group)
    store = sessions().store
    known = {season.number: season for season in group_rows.seasons_of(store.rows, group)}
    if request.method != "POST":
        number = whole_number(request.args, "season", 1, MOST_NUMBER) or 0
        return _seasons_page(group, known.get(number, Season(0, "", "", "")), {})
    name, since, until = (request.form.get(key, "").strip()[:_LONGEST] for key in ("name", "since", "until"))
    season = Season(whole_number(request.form, "season", 1, MOST_NUMBER) or 0, clean_name(name), since, until)
    faults = day_faults(since, until)
    if not since:
        faults["since"] = NO_FIRST
    if fault := name_fault(season.name):
        faults["name"] = fault
    if season.number and season.number not in known:
        season = Season(0, season.name, season.since, season.until)
        faults.setdefault("name", NOT_THERE)
    if not faults:
        try:
            group_edits.store_season(store, group, season)
        except GroupFull as error:
            faults["name"] = error.message
        else:
            return redirect_to(url_for(".seasons", group=group))
    return _seasons_page(group, season, faults)


@bp.post("/groups/<group>/seasons/<int:number>/delete")
def delete_season(group: str, number: int) -> Response:
    """Delete a season; its games stay in the group."""
    require_owner(group)
    group_edits.delete_season(sessions().store, group, min(number, MOST_NUMBER))
    return redirect_to(url_for(".seasons", group=group))


def overlaps(seasons: Sequence[Season]) -> dict[int, list[str]]:
    """Return, for the number of each season, the names of those that share a day with it."""
    return {
        season.number: [
            other.name
            for other in seasons
            if season.number != other.number
            and season.since <= (other.until or _ALWAYS)
            and other.since <= (season.until or _ALWAYS)
        ]
        for season in seasons
    }


def _seasons_page(group: str, season: Season, faults: dict[str, Message]) -> Response:
    own = require_owner(group)
    seasons = group_rows.seasons_of(sessions().store.rows, group)
    context = {"group": own, "seasons": seasons, "overlaps": overlaps(seasons), "date": full_date}
    return respond("groups/seasons.html", 422 if faults else 200, **context, typed=season, faults=faults)
