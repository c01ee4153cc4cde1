"""Pages of a group: tables are put in and taken out, seasons and links are edited, replays are shown."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice, permutations
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine import Message
from companion.engine.names import clean_name
from companion.features.groups import edits as group_edits, rows as group_rows
from companion.features.groups.edits import GroupFull
from companion.features.groups.rows import JOIN, MOST_SESSIONS, WATCH, Group, Season
from companion.features.groups.summary import MOST_NUMBER, day_faults
from companion.features.groups.views import (
    MAY_NOT,
    NO_GROUP,
    group_for,
    group_of_link,
    link_token,
    require_owner,
    shown_to,
)
from companion.features.history import search
from companion.features.history.views import session_row
from companion.features.replay.views import replay_page, replay_steps
from companion.forms.form import number as whole_number
from companion.scoring.scoresheet import name_fault
from companion.storage.schema import count
from companion.table.table import Viewpoint
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.phone import all_tables, phone, request_token_hash
from companion.views.http.requests import posted_number, require_host, stored_table, without_entries
from companion.views.render import qr_codes
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import where
from companion.views.table.table import address_at, base_address

bp = Blueprint("group_pages", __name__)
bp.register_error_handler(GroupFull, lambda error: problem(error.message, 422))

_LONGEST_ID = 64
_PAGE = 30
_MOST_PAGES = 9999


@bp.get("/groups/<group>/tables")
def show(group: str) -> str:
    """List the tables that this phone may put into a group, and those that it may take out."""
    own, number, read = group_for(group), phone() or abort(404), all_tables().read
    page = whole_number(request.args, "page", 1, _MOST_PAGES) or 1
    offered = _offered(number, group)
    hosted = read(group_rows.hosted_sessions, number, group, _PAGE + 1, (page - 1) * _PAGE)
    return render_template(
        "groups/tables.html",
        group=own,
        count=len(offered),
        offered=[session_row(row) for row in read(search.past_sessions, offered[:_PAGE])],
        inside=[session_row(row) for row in read(search.past_sessions, hosted[:_PAGE])],
        players=read(group_rows.players_of, group),
        more=page + 1 if len(hosted) > _PAGE else None,
    )


@bp.post("/groups/<group>/tables")
def change(group: str) -> Response:
    """Put in one table or all offered ones, or take one out; 403 if this phone may not."""
    group_for(group)
    number = phone() or abort(404)
    if request.form.get("all") == "yes":
        _put(group, _offered(number, group), number)
    else:
        _change(group, number, request.form.get("put"), request.form.get("out"))
    return redirect_to(url_for(".show", group=group))


def _offered(number: int, group: str) -> list[str]:
    return list(islice(all_tables().read(group_rows.offered_sessions, number, group), MOST_SESSIONS))


@bp.get("/t/<session>/groups")
@without_entries
def of_table(session: str) -> Response:
    """Show a table's host the groups that the table is in, or may be put into."""
    table = require_host(session)
    placed = all_tables().read(group_rows.groups_of_session, phone() or abort(404), session)
    is_ranked = table.finished and table.standing is not None and bool(table.standing.ranking)
    about = {"table": table, "game": table.game, "names": table.setup.players, "where": where(table)}
    return respond("groups/of-table.html", **about, groups=placed, is_ranked=is_ranked)


@bp.post("/t/<session>/groups")
@without_entries
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
    if put:
        done = bool(_put(group, [put[:_LONGEST_ID]], number))
    elif out:
        done = group_edits.take_session(all_tables(), group, out[:_LONGEST_ID], number)
    else:
        abort(400)
    if not done:
        abort(problem(MAY_NOT, 403))


def _put(group: str, sessions: Sequence[str], number: int) -> int:
    return group_edits.put_sessions(all_tables(), group, sessions, number, replay=request.values.get("replay") == "yes")


_LONGEST = 100
_ALWAYS = "~"  # comes after every day
NO_FIRST = Message("Choose the first day of the season, or type it as 2026-11-23.")
NOT_THERE = Message("This season was deleted meanwhile. Save again to make it a new one.")


@bp.route("/groups/<group>/seasons", methods=["GET", "POST"])
def seasons(group: str) -> Response:
    """List the seasons with the form of one; add or change one that is posted without a fault."""
    own = require_owner(group)
    known = {season.number: season for season in all_tables().read(group_rows.seasons_of, group)}
    if request.method != "POST":
        number = whole_number(request.args, "season", 1, MOST_NUMBER) or 0
        return _seasons_page(own, known, known.get(number, Season(0, "", "", "")), {})
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
            group_edits.store_season(all_tables(), group, season)
        except GroupFull as error:
            faults["name"] = error.message
        else:
            return redirect_to(url_for(".seasons", group=group))
    return _seasons_page(own, known, season, faults)


@bp.post("/groups/<group>/seasons/<int:number>/delete")
def delete_season(group: str, number: int) -> Response:
    """Delete a season; its games stay in the group."""
    require_owner(group)
    group_edits.delete_season(all_tables(), group, min(number, MOST_NUMBER))
    return redirect_to(url_for(".seasons", group=group))


def overlaps(seasons: Collection[Season]) -> dict[int, list[str]]:
    """Return, for the number of each season, the names of those that share a day with it."""
    shared: dict[int, list[str]] = {season.number: [] for season in seasons}
    for season, other in permutations(seasons, 2):
        if season.since <= (other.until or _ALWAYS) and other.since <= (season.until or _ALWAYS):
            shared[season.number].append(other.name)
    return shared


def _seasons_page(group: Group, known: Mapping[int, Season], typed: Season, faults: dict[str, Message]) -> Response:
    context = {"group": group, "seasons": known.values(), "overlaps": overlaps(known.values())}
    return respond("groups/seasons.html", 422 if faults else 200, **context, typed=typed, faults=faults)


_MOST_NUMBER = 10**9
_TO_SCAN = Message("Scan to join the group")


@bp.get("/groups/<group>/share")
def share(group: str) -> str:
    """Show the links of a group to its owner."""
    own, base = require_owner(group), base_address()
    links = all_tables().read(group_rows.links_of, group)
    shown = {
        role: address_at(base, url_for(endpoint, token=link_token(group, role, link.number)))
        for role, endpoint in ((WATCH, "groups.group"), (JOIN, ".join"))
        if (link := links.get(role)) is not None and link.is_open
    }
    qr = qr_codes.qr_svg(shown[JOIN], say(_TO_SCAN)) if JOIN in shown else None
    phones = all_tables().read(count, group_rows.GROUP_PHONES, grp=group)
    return render_template("groups/share.html", group=own, links=links, shown=shown, qr=qr, phones=phones)


@bp.post("/groups/<group>/share")
def change_links(group: str) -> Response:
    """Make a link for a role, or withdraw the one that the page showed; with `others`, other phones leave too."""
    require_owner(group)
    role = request.form.get("role")
    if role not in (WATCH, JOIN):
        abort(400)
    if request.form.get("make") == "yes":
        group_edits.open_link(all_tables(), group, role)
    else:
        number, others = posted_number("number", 0, _MOST_NUMBER), request.form.get("others") == "away"
        group_edits.withdraw_link(all_tables(), group, role, number, others=role == JOIN and others)
    return redirect_to(url_for(".share", group=group))


@bp.route("/groups/join/<token>", methods=["GET", "POST"])
def join(token: str) -> Response:
    """Join the group by a form, then show it. The form has no names, as messengers preview the link."""
    group = group_of_link(token, JOIN)
    if request.method == "POST":
        number = all_tables().read(group_rows.links_of, group.id)[JOIN].number
        if not group_edits.join_group(all_tables(), group.id, request_token_hash(), number):
            return problem(NO_GROUP, 404)
    elif not group.role:
        return respond("groups/join.html", token=token)
    return redirect_to(url_for("groups.group", group=group.id))


@bp.get("/groups/<group>/replay/<session>")
@bp.get("/g/<token>/replay/<session>")
@bp.get("/groups/<group>/replay/<session>/<int:number>")
@bp.get("/g/<token>/replay/<session>/<int:number>")
def replay(session: str, number: int | None = None, **where: Any) -> Response:
    """Show a moment of a replay that the group shows; without a number go to the first."""
    table = _replayed(session, where)
    if number is None:
        return redirect(url_for(".replay", session=session, number=min(1, table.count), **where))

    def moment_at(other: int) -> str:
        return url_for("group_pages.replay", session=session, number=other, **where)

    steps_at = url_for(".steps", session=session, **where)
    return replay_page(table, number, moment_at, steps_at, is_shared=True)


@bp.get("/groups/<group>/replay/<session>/steps")
@bp.get("/g/<token>/replay/<session>/steps")
def steps(session: str, **where: Any) -> Response:
    """Return some moments, for the script of the page."""
    return replay_steps(_replayed(session, where))


def _replayed(session: str, where: Mapping[str, Any]) -> VisibleTable:
    """Return a finished table as a stranger sees it; abort with 404 unless its host has put it in with its replay."""
    if not all_tables().read(group_rows.shows_replay, shown_to(**where)[0].id, session):
        abort(404)
    table = VisibleTable(stored_table(session), Viewpoint("viewer"))
    return table if table.finished else abort(404)
